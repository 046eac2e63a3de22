//! Which battles are watched.

use rayon::prelude::*;

use super::observer::Observer;
use super::side_by_side::Summary;
use super::tallies::Tallies;
use super::{REFERENCE, Terms};
use crate::battle::engagement::{BattleSwitches, Engagement, RetreatRule, Squad};
use crate::battle::squad_text::parse_inline;
use crate::battle::tabletop::missions::unplayable;
use crate::battle::{Outcome, skirmish, tabletop};
use crate::campaign::{BattleModel, Campaign, model_for};
use crate::catalog::{BaseSize, PilotCard, ShipClass, catalog};
use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::config::mission::{Mission, find, missions};
use crate::config::{DEFAULT_SET_UP, load_set_up};
use crate::error::{Error, Result};
use crate::experiments::battles::{BattleQuestion, PreparedBattle, check_battle};
use crate::experiments::entrant::Entrant;
use crate::ids::{Faction, Model, Side, Terrain};

/// A battle that was watched, to be fought again by the other model.
#[derive(Debug, Clone)]
pub struct Watched {
    pub group: String,
    pub is_class: bool,
    pub engagement: Engagement,
    pub mission: &'static Mission,
    pub luck: u64,
    pub key: u64,
    /// The side whose wins are counted.
    pub side: Side,
    pub tabletop: Summary,
}

/// Squads of a class are filled up to so many points.
const POINTS: u16 = 100;
/// The key of the battles of classes: apart from those of campaigns.
const CLASS_KEY: u64 = 1 << 41;

/// Missions that the board plays and that a first turn can bring.
pub fn missions_on_board() -> impl Iterator<Item = &'static Mission> {
    missions().iter().filter(|mission| {
        unplayable(mission).is_none()
            && check_battle(&question(mission), &[Faction::Rebel, Faction::Imperial]).is_ok()
    })
}

/// Ship classes that fly in squads.
pub fn classes() -> impl Iterator<Item = &'static ShipClass> {
    catalog().ships.iter().filter(|ship| ship.size != BaseSize::Huge)
}

fn question(mission: &Mission) -> BattleQuestion {
    BattleQuestion {
        mission: mission.key.clone(),
        attacker: Faction::Rebel,
        defender: Faction::Imperial,
        swap_seats: true,
        attacker_size: None,
        defender_size: None,
        attacker_bonus: 0,
        defender_bonus: 0,
        terrain: Terrain::NoAsteroids,
        model: Model::Tabletop,
    }
}

/// Fights on the board and counts.
fn watch(
    engagement: &Engagement,
    mission: &Mission,
    luck: Luck,
    key: u64,
    tallies: &mut Tallies,
) -> std::result::Result<Outcome, tabletop::CannotPlay> {
    let pilot = |side| tabletop::policy::thinking(tabletop::policy_stream(luck, key, side));
    let (mut attacker, mut defender) = (pilot(Side::Attacker), pilot(Side::Defender));
    let fortune = tabletop::Fortune::new(luck, key);
    let policies: [&mut dyn tabletop::Policy; 2] = [&mut attacker, &mut defender];
    let mut counted = Tallies { battles: 1, ..Tallies::default() };
    let mut observer = Observer::new(engagement, mission, &mut counted);
    let outcome = tabletop::fight_mission(engagement, mission, fortune, policies, &mut observer)?;
    tallies.join(counted);
    Ok(outcome)
}

/// A model for campaigns that watches what it fights.
struct Watching<'t> {
    mission: &'static Mission,
    tallies: &'t mut Tallies,
    seen: Option<(Engagement, u64, Summary)>,
}

impl BattleModel for Watching<'_> {
    fn fight(&mut self, engagement: &Engagement, luck: Luck, key: u64) -> Outcome {
        match watch(engagement, self.mission, luck, key, self.tallies) {
            Ok(outcome) => {
                self.seen = Some((engagement.clone(), key, Summary::of(&outcome, Side::Attacker)));
                outcome
            }
            // A board without room: the battle is not counted.
            Err(_) => skirmish::fight_mission(self.mission, engagement, luck, key),
        }
    }
}

/// Battles of one mission between squads that the default players' doctrines build, seats in turns.
fn watch_squads(
    mission: &'static Mission,
    terrain: Terrain,
    trials: u64,
    seed: u64,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<(Tallies, Option<Watched>)>> {
    let campaign = Campaign::new(load_set_up::<&str>(DEFAULT_SET_UP, &[])?)?;
    let battle = BattleQuestion { terrain, ..question(mission) };
    let prepared = PreparedBattle { campaign, battle, mission };
    let make_model = model_for(Model::Skirmish);
    Ok((0..trials)
        .into_par_iter()
        .map_init(
            || prepared.campaign.workspace(make_model()),
            |workspace, trial| {
                let luck = Luck::new(seed, trial / 2);
                let order = prepared.order(luck, trial % 2 == 1);
                let mut tallies = Tallies::default();
                let mut model = Watching { mission, tallies: &mut tallies, seen: None };
                prepared.campaign.play_battle(workspace, luck, &order, &mut model);
                let watched = model.seen.take().map(|(engagement, key, tabletop)| Watched {
                    group: mission.title.clone(),
                    is_class: false,
                    engagement,
                    mission,
                    luck: trial / 2,
                    key,
                    side: Side::Attacker,
                    tabletop,
                });
                progress(1);
                (tallies, watched)
            },
        )
        .collect())
}

/// Every mission.
pub fn watch_missions(
    terms: &Terms,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<(Tallies, Option<Watched>)>> {
    let mut all = Vec::new();
    for mission in missions_on_board() {
        all.extend(watch_squads(mission, Terrain::NoAsteroids, terms.trials, terms.seed, progress)?);
    }
    Ok(all)
}

/// Every unusual feature, in the mission of reference.
pub fn watch_terrains(terms: &Terms, progress: &(dyn Fn(u64) + Sync)) -> Result<Vec<Tallies>> {
    let mission = find(REFERENCE)?;
    let mut all = Vec::new();
    for terrain in Terrain::ALL {
        let fought = watch_squads(mission, terrain, terms.class_trials, terms.seed ^ 1 << 62, progress)?;
        all.extend(fought.into_iter().map(|(tallies, _)| tallies));
    }
    Ok(all)
}

/// Every class against classes drawn by lot, seats in turns.
pub fn watch_classes(
    terms: &Terms,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<(Tallies, Option<Watched>)>> {
    let mission = find(REFERENCE)?;
    let all: Vec<&ShipClass> = classes().collect();
    let jobs: Vec<(usize, u64)> =
        (0..all.len()).flat_map(|class| (0..terms.class_trials).map(move |trial| (class, trial))).collect();
    jobs.into_par_iter()
        .map(|(class, trial)| {
            let key = CLASS_KEY + class as u64;
            let luck = Luck::new(terms.seed, trial);
            let mut lot = luck.stream(Purpose::Soak, key);
            let own = squad_of(all[class], &mut lot)?;
            let other = squad_of(all[lot.pick(all.len())], &mut lot)?;
            let side = if trial % 2 == 0 { Side::Attacker } else { Side::Defender };
            let squads = if side == Side::Attacker { [own, other] } else { [other, own] };
            let sizes = squads.each_ref().map(|squad| squad.ships.iter().map(|ship| ship.points).sum());
            let engagement = Engagement {
                mission: mission.key.clone(),
                terrain: Terrain::NoAsteroids,
                squads,
                sizes,
                initiative_rerolls: [0; 2],
                switches: BattleSwitches::default(),
            };
            let mut tallies = Tallies::default();
            let outcome = watch(&engagement, mission, luck, key, &mut tallies)
                .map_err(|reason| Error::usage(format!("{}: {reason}", all[class].name)))?;
            progress(1);
            let watched = Watched {
                group: all[class].name.into(),
                is_class: true,
                tabletop: Summary::of(&outcome, side),
                engagement,
                mission,
                luck: trial,
                key,
                side,
            };
            Ok((tallies, Some(watched)))
        })
        .collect()
}

/// A squad of the class: as many as the points buy with its cheapest generic pilot; a class that has none brings one of its pilots,
/// and generics of another class fill the squad.
fn squad_of(class: &ShipClass, lot: &mut Seeded) -> Result<Squad> {
    if let Ok(entrant) = Entrant::find(class.key) {
        return entrant.squad((POINTS / entrant.cost).max(1), RetreatRule::default());
    }
    let cards = catalog();
    let can_buy = |pilot: &&PilotCard| class.base_cost[pilot.faction.index()].is_some();
    let pilots: Vec<&PilotCard> = cards.pilots_for(class.id).filter(can_buy).collect();
    if pilots.is_empty() {
        return Err(Error::usage(format!("{}: nobody flies this class", class.name)));
    }
    let pilot = pilots[lot.pick(pilots.len())];
    let faction = pilot.faction;
    let cost = u16::from(class.base_cost[faction.index()].unwrap_or_default()) + u16::from(pilot.cost);
    let fill = cards
        .generics(faction)
        .filter_map(|generic| Entrant::find(generic.name).ok())
        .find(|entrant| entrant.faction() == faction)
        .ok_or_else(|| Error::usage(format!("{} have no generics", faction.name())))?;
    let number = POINTS.saturating_sub(cost) / fill.cost;
    let mut text = format!("{}: {} in {}", faction.key(), pilot.key, class.key);
    if 0 < number {
        text.push_str(&format!(", {number} {}", fill.pilot().key));
    }
    Ok(parse_inline(&text)?.into_squad(RetreatRule::default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_that_flies_in_squads_can_bring_one() {
        let mut lot = Luck::new(1, 0).stream(Purpose::Soak, 0);
        for class in classes() {
            let squad = squad_of(class, &mut lot).expect("a squad");
            assert!(squad.ships.iter().any(|ship| ship.class == class.id), "{}", class.key);
        }
    }

    #[test]
    fn missions_on_the_board_are_those_that_a_first_turn_brings() {
        let keys: Vec<&str> = missions_on_board().map(|mission| mission.key.as_str()).collect();
        assert!(keys.contains(&"space-superiority") && keys.contains(&"vip-escort"), "{keys:?}");
        assert!(!keys.contains(&"prisoner-exchange"));
    }
}
