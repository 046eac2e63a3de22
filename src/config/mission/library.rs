//! The missions that are built in, and a designer's own beside them.

use std::path::Path;
use std::sync::{OnceLock, RwLock};

use super::{Mission, validate};
use crate::config::toml_error;
use crate::error::{Error, Result, nearest_name};
use crate::ids::MissionId;

/// Names one file of `scenarios/missions/` and takes in its text.
macro_rules! built_in {
    ($($key:literal),+ $(,)?) => {
        &[$(($key, include_str!(concat!("../../../scenarios/missions/", $key, ".toml")))),+]
    };
}

/// The rulebook's missions in its order: scenario table, special, huge ships, potential. The order gives the ids.
pub(super) const BUILT_IN: &[(&str, &str)] = built_in![
    "assassination",
    "asset-recovery",
    "vip-escort",
    "no-man-behind",
    "combat-trial",
    "smash-and-grab",
    "divide-and-conquer",
    "hvt-recovery",
    "escalation",
    "wing-commander",
    "interdiction",
    "exfil",
    "micro-jumps",
    "data-theft",
    "what-price-victory",
    "patrol-ambush",
    "defensive-minefield",
    "space-superiority",
    "supply-raid",
    "prisoner-rescue",
    "prisoner-exchange",
    "intelligence-gathering",
    "electronic-warfare",
    "shipping-strike",
    "parallel",
    "commerce-raiding",
    "joint-strike",
    "strike-force",
    "isolated",
    "capital-clash",
    "cargo-scan",
    "ambush",
    "espionage",
    "espionage-alternate",
];

/// The built-in missions, indexed by [`MissionId`].
#[derive(Debug)]
pub struct Missions {
    list: Vec<Mission>,
}

impl Missions {
    pub fn iter(&self) -> impl Iterator<Item = &'static Mission> + use<> {
        missions().list.iter()
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn get(&self, id: MissionId) -> Option<&Mission> {
        self.list.get(id.index())
    }

    /// By key, title or alias; capitals, spaces and punctuation do not matter.
    pub fn find(&self, name: &str) -> Option<&Mission> {
        // Programs use the key, people the rest.
        let by_key = self.list.iter().find(|mission| mission.key == name);
        by_key.or_else(|| self.list.iter().find(|mission| mission.is_called(name)))
    }
}

impl std::ops::Index<MissionId> for Missions {
    type Output = Mission;

    fn index(&self, id: MissionId) -> &Mission {
        &self.list[id.index()]
    }
}

impl Mission {
    /// Whether `name` is the key, the title or an alias; capitals, spaces and punctuation do not matter.
    pub fn is_called(&self, name: &str) -> bool {
        let names = [self.key.as_str(), self.title.as_str()];
        names.into_iter().chain(self.aliases.iter().map(String::as_str)).any(|known| same_name(known, name))
    }
}

fn same_name(a: &str, b: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = char> + '_ {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
    }
    letters(a).next().is_some() && letters(a).eq(letters(b))
}

/// The built-in missions, read once.
pub fn missions() -> &'static Missions {
    static MISSIONS: OnceLock<Missions> = OnceLock::new();
    MISSIONS.get_or_init(|| {
        let read = |(i, (key, text)): (usize, &(&str, &str))| {
            let file = format!("scenarios/missions/{key}.toml");
            // A test reads every built-in file, so a released program never stops here.
            let mut mission =
                read_mission(&file, text).unwrap_or_else(|error| panic!("built-in mission: {error}"));
            mission.id = MissionId(u8::try_from(i).expect("fewer than 256 missions"));
            mission
        };
        Missions { list: BUILT_IN.iter().enumerate().map(read).collect() }
    })
}

/// Missions that the user brought, after the built-in ones.
static OWN: RwLock<Vec<&'static Mission>> = RwLock::new(Vec::new());

/// Makes a designer's own mission known to [`find`] for the rest of the process.
///
/// Meant for the few files that a command line names: the mission is kept until the process ends.
pub fn adopt(mut mission: Mission) -> &'static Mission {
    let mut own = OWN.write().unwrap_or_else(|poisoned| poisoned.into_inner());
    let id = missions().len() + own.len();
    mission.id = MissionId(u8::try_from(id).unwrap_or(u8::MAX));
    let kept: &'static Mission = Box::leak(Box::new(mission));
    own.push(kept);
    kept
}

/// A mission by key, title or alias. An unknown name is an error with the nearest.
pub fn find(name: &str) -> Result<&'static Mission> {
    let own = OWN.read().unwrap_or_else(|poisoned| poisoned.into_inner());
    // Of one key the mission adopted last wins, so that a file can be tried again after a change.
    let adopted = || own.iter().rev().copied();
    let built_in = || missions().iter();
    if let Some(mission) = adopted().chain(built_in()).find(|mission| mission.key == name) {
        return Ok(mission);
    }
    // Of one title the built-in: a mission that began as a copy of it must not replace it because nobody thought of the title.
    if let Some(mission) = built_in().chain(adopted()).find(|mission| mission.is_called(name)) {
        return Ok(mission);
    }
    let known = missions().list.iter().map(|mission| mission.key.as_str());
    let nearest = nearest_name(name, known).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Err(Error::usage(format!("unknown mission `{name}`{nearest} (`canto missions list` shows all)")))
}

/// A mission as a command line names it: by key, title or alias, or the path of a `.toml` file, which is adopted.
pub fn resolve(argument: &str) -> Result<&'static Mission> {
    let path = Path::new(argument);
    match path.extension().is_some_and(|ending| ending == "toml") {
        true => load_mission(path).map(adopt),
        false => find(argument),
    }
}

/// Reads a mission file of the user's own.
pub fn load_mission(path: &Path) -> Result<Mission> {
    let text = toml_error::read_text(path)?;
    read_mission(&path.display().to_string(), &text)
}

/// Reads a mission file of the user's own and names all that is wrong with it.
pub fn check_mission(path: &Path) -> Result<Mission, Vec<Error>> {
    let text = toml_error::read_text(path).map_err(|error| vec![error])?;
    read_and_check(&path.display().to_string(), &text)
}

/// Reads and checks the text of a mission file; its key is the file's name.
pub fn read_mission(file: &str, text: &str) -> Result<Mission> {
    // There is at least one error where there is any.
    read_and_check(file, text).map_err(|mut errors| errors.swap_remove(0))
}

fn read_and_check(file: &str, text: &str) -> Result<Mission, Vec<Error>> {
    let mut mission: Mission = toml_error::read(file, text).map_err(|error| vec![error])?;
    let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    mission.key = stem.unwrap_or_default();
    let problems = validate::problems(&mission);
    if problems.is_empty() {
        return Ok(mission);
    }
    let document = toml_error::Document::parse(file, text).map_err(|error| vec![error])?;
    Err(problems.into_iter().map(|(path, problem)| document.complaint(&path, problem).into()).collect())
}
