//! A made-up run with planted effects, for tests: the analysis must find what was planted.

use std::path::Path;
use std::sync::Arc;

use crate::chance::{Chance, Luck, Purpose, Seeded};
use crate::events::SCHEMA_VERSION;
use crate::events::words::Programme;
use crate::frames::columns::{
    BATTLES, CAMPAIGNS, FACTIONS, FrameTable, PILOTS, PURCHASES, SHIPS, TARGETS, TURNS,
};
use crate::frames::{Cell, Frame, stamp, write_frame};

/// Missions with the log odds planted for an attacker of equal points.
pub const MISSIONS: [(&str, f64); 4] =
    [("ambush", -0.9), ("space-superiority", 0.0), ("vip-escort", 0.4), ("cargo-scan", -0.2)];
/// Log odds that one squad point is worth.
pub const POINT_WORTH: f64 = 0.05;
/// Classes with their points in a squad and the points they are planted to be worth beyond them.
pub const CLASSES: [(&str, u32, f64); 4] =
    [("x-wing", 21, 4.0), ("y-wing", 18, 0.0), ("tie-fighter", 12, 0.0), ("tie-interceptor", 18, -3.0)];

/// Writes a run of `campaigns` into `folder`.
pub fn write_run(folder: &Path, campaigns: u32, seed: u64) {
    let mut frames = Frames::new();
    for replication in 0..campaigns {
        frames.campaign(replication, Luck::new(seed, u64::from(replication)).stream(Purpose::Soak, 99));
    }
    let tables: [(&FrameTable, &Frame); 8] = [
        (&CAMPAIGNS, &frames.campaigns),
        (&FACTIONS, &frames.factions),
        (&TURNS, &frames.turns),
        (&BATTLES, &frames.battles),
        (&PILOTS, &frames.pilots),
        (&SHIPS, &frames.ships),
        (&PURCHASES, &frames.purchases),
        (&TARGETS, &frames.targets),
    ];
    for (table, frame) in tables {
        write_frame(&folder.join("frames").join(format!("{}.parquet", table.name)), frame).unwrap();
    }
    let stamps: serde_json::Map<String, serde_json::Value> = tables
        .iter()
        .map(|(table, _)| {
            let path = folder.join("frames").join(format!("{}.parquet", table.name));
            (table.name.to_string(), serde_json::to_value(stamp(&path).unwrap()).unwrap())
        })
        .collect();
    let manifest = serde_json::json!({
        "setup": "synthetic",
        "schema": SCHEMA_VERSION,
        "seed": seed,
        "campaigns": campaigns,
        "factions": NAMES.map(|name| serde_json::json!({ "faction": name, "players": [] })),
        "frames": stamps,
    });
    std::fs::write(folder.join("manifest.json"), manifest.to_string()).unwrap();
}

struct Frames {
    campaigns: Frame,
    factions: Frame,
    turns: Frame,
    battles: Frame,
    pilots: Frame,
    ships: Frame,
    purchases: Frame,
    targets: Frame,
}

const NAMES: [&str; 2] = ["Rebel", "Imperial"];

impl Frames {
    fn new() -> Frames {
        Frames {
            campaigns: Frame::new(&CAMPAIGNS),
            factions: Frame::new(&FACTIONS),
            turns: Frame::new(&TURNS),
            battles: Frame::new(&BATTLES),
            pilots: Frame::new(&PILOTS),
            ships: Frame::new(&SHIPS),
            purchases: Frame::new(&PURCHASES),
            targets: Frame::new(&TARGETS),
        }
    }

    fn campaign(&mut self, replication: u32, mut luck: Seeded) {
        let turns = 6 + luck.number(8);
        let drift = 30.0 * (luck.unit() - 0.40);
        let (mut lead, mut changes, mut battles) = (0.0_f64, 0_u32, 0_u32);
        for turn in 1..=turns {
            let before = lead;
            lead += drift + 120.0 * (luck.unit() - 0.5);
            changes += u32::from(1 < turn && before * lead < 0.0);
            for (seat, sign) in [(0_u32, 1.0), (1, -1.0)] {
                self.turn(replication, turn, seat, (600.0 + sign * lead / 2.0) as i32, &mut luck);
            }
            for battle in 0..3 {
                self.battle(replication, turn, battle, &mut luck);
                battles += 1;
            }
        }
        let winner = if lead.abs() < 3.0 { None } else { Some(usize::from(lead < 0.0)) };
        let reason = match winner {
            None => "draw",
            Some(_) if turns < 13 => "huge-ships",
            Some(_) => "turn-cap",
        };
        self.campaigns.push([
            replication.into(),
            winner.map(|w| NAMES[w]).into(),
            reason.into(),
            turns.into(),
            battles.into(),
            9_u32.into(),
            180_u32.into(),
            changes.into(),
            0_u32.into(),
            "skirmish".into(),
        ]);
        self.places(replication, winner);
        for (seat, name) in NAMES.into_iter().enumerate() {
            self.faction(replication, seat as u32, name, winner == Some(seat), turns, &mut luck);
            self.people(replication, seat as u32, name, turns, &mut luck);
        }
    }

    /// An outpost that the winner holds three turns of four, and in every second campaign a world that nobody keeps, where the Rebels find a
    /// cache.
    fn places(&mut self, replication: u32, winner: Option<usize>) {
        let held = winner.map_or([2_u32, 2], |winner| if winner == 0 { [3, 1] } else { [1, 3] });
        let mut place = |number: u32,
                         [category, type_]: [&'static str; 2],
                         value: i32,
                         held: [u32; 2],
                         find: [Cell; 4]| {
            let mut cells: Vec<Cell> = vec![replication.into(), number.into(), category.into(), type_.into()];
            cells.extend([Cell::Flag(false), value.into(), 2_u32.into(), held[0].into(), held[1].into()]);
            cells.push(0_u32.into());
            cells.extend(find);
            self.targets.push::<14>(cells.try_into().unwrap());
        };
        place(0, ["outpost", "mining-outpost"], 15, held, [Cell::Null, Cell::Null, Cell::Null, Cell::Null]);
        if replication.is_multiple_of(2) {
            let find = ["resource-cache".into(), "Rebel".into(), 3_u32.into(), 20_i32.into()];
            place(1, ["dead-world", "barren-world"], 5, [0, 0], find);
        }
    }

    fn faction(
        &mut self,
        replication: u32,
        seat: u32,
        name: &'static str,
        won: bool,
        turns: u32,
        luck: &mut Seeded,
    ) {
        let total = (140 * turns + luck.number(200)) as i32;
        let mut cells: Vec<Cell> =
            vec![replication.into(), seat.into(), name.into(), 2_u32.into(), won.into()];
        cells.extend([total, total, total - 20, 20, 600].map(Cell::Int));
        cells.extend([4, 3, 2, 5, 5, 1, 6, 0, 3, 2, 1, 1, 40, 30, 1, 1, 1].map(Cell::Count));
        self.factions.push::<27>(cells.try_into().unwrap());
        let [kind, item, source] = ["ship", CLASSES[seat as usize * 2].0, "bought"].map(Cell::Name);
        let one = Cell::Count(1);
        let player = Cell::Count(seat);
        let cost = Cell::Int(19);
        self.purchases.push([
            replication.into(),
            one.clone(),
            name.into(),
            player,
            kind,
            item,
            one,
            cost,
            source,
        ]);
    }

    fn turn(&mut self, replication: u32, turn: u32, seat: u32, fleet_value: i32, luck: &mut Seeded) {
        let captured = 10 * (luck.number(3) as i32 - 1);
        let lost = -25 * i32::from(luck.number(4) == 1);
        let sources = [100, captured, lost, 15, -5, 30, 0, 0, luck.number(9) as i32];
        let score = sources.iter().sum::<i32>().max(0);
        let mut cells: Vec<Cell> =
            vec![replication.into(), turn.into(), seat.into(), NAMES[seat as usize].into()];
        cells.extend(sources.map(Cell::Int));
        cells.extend([score, score, 60, 20, 30, 5, 5, 40, fleet_value].map(Cell::Int));
        cells.extend([Cell::Count(4), Cell::Int(90)]);
        cells.extend([1, 1, 1, 8, 1, 9, 1, 1].map(Cell::Count));
        cells.extend([Cell::Real(3.0 + 0.1 * f64::from(turn)), Cell::Count(1)]);
        self.turns.push::<34>(cells.try_into().unwrap());
    }

    fn battle(&mut self, replication: u32, turn: u32, battle: u32, luck: &mut Seeded) {
        let (mission, odds) = MISSIONS[luck.pick(MISSIONS.len())];
        let attacker = luck.pick(2);
        let squads = [squad(attacker, luck), squad(1 - attacker, luck)];
        let worth = |squad: &[(usize, u32)]| -> f64 {
            squad.iter().map(|&(k, n)| f64::from(n) * (f64::from(CLASSES[k].1) + CLASSES[k].2)).sum()
        };
        let points = |squad: &[(usize, u32)]| squad.iter().map(|&(k, n)| n * CLASSES[k].1).sum::<u32>();
        let edge = odds + POINT_WORTH * (worth(&squads[0]) - worth(&squads[1]));
        let won = luck.unit() < 1.0 / (1.0 + (-edge).exp());
        let ships = |squad: &[(usize, u32)]| squad.iter().map(|&(_, n)| n).sum::<u32>();
        let text = |squad: &[(usize, u32)]| -> Cell {
            let words: Vec<String> = squad.iter().map(|&(k, n)| format!("{}*{n}", CLASSES[k].0)).collect();
            Cell::Text(Arc::from(words.join("+")))
        };
        let none = || Cell::Text(Arc::from(""));
        let lost =
            |mine: bool| if mine { 20 + luck_free(turn, battle) } else { 50 + luck_free(battle, turn) };
        let mut cells: Vec<Cell> = vec![replication.into(), turn.into(), battle.into(), mission.into()];
        cells.extend(["Mining Colony", "No Asteroids", NAMES[attacker], NAMES[1 - attacker]].map(Cell::Name));
        cells.extend([0, 1, 100, 100, points(&squads[0]), points(&squads[1])].map(Cell::Count));
        cells.extend([ships(&squads[0]), ships(&squads[1])].map(Cell::Count));
        cells.extend([4.0, 4.0].map(Cell::Real));
        cells.extend([text(&squads[0]), text(&squads[1]), none(), none(), none(), none()]);
        let control = if luck.number(5) == 1 { !won } else { won };
        let side = |attacker: bool| Cell::Name(if attacker { "attacker" } else { "defender" });
        cells.extend([side(won), side(control), Cell::Count(7), Cell::Flag(true), Cell::Flag(false)]);
        cells.extend([lost(won), lost(!won), 1, 1, 1, 0, 1, 0, 0, 1, 5].map(Cell::Count));
        cells.push("skirmish".into());
        self.battles.push::<41>(cells.try_into().unwrap());
    }

    fn people(&mut self, replication: u32, seat: u32, name: &'static str, turns: u32, luck: &mut Seeded) {
        for i in 0..6_u32 {
            let skill = 1 + i;
            // One turn in ten kills a novice, one in twenty-five a veteran.
            let risk = if skill <= 3 { 0.10 } else { 0.04 };
            let death = (1..=turns).find(|_| luck.unit() < risk);
            let (fate, fate_turn) = death.map_or(("active", turns), |turn| ("killed", turn));
            let (class, _, _) = CLASSES[seat as usize * 2];
            let person = 10 * seat + i;
            let mut cells: Vec<Cell> = vec![replication.into(), person.into(), name.into(), seat.into()];
            cells.extend(["Test Pilot", "pilot"].map(Cell::Name));
            cells.extend([Cell::Flag(false), class.into(), 0_u32.into(), skill.into(), (skill + 1).into()]);
            cells.extend([8, 3, 1, 0, 1, 1, 0, 2].map(Cell::Count));
            cells.push(Programme::ALL[i as usize].key().into());
            cells.extend([fate_turn, fate_turn / 2, 2, 1, 1, 0, 0].map(Cell::Count));
            cells.extend([fate.into(), fate_turn.into()]);
            self.pilots.push::<29>(cells.try_into().unwrap());
            let mut hull: Vec<Cell> = vec![replication.into(), person.into(), name.into(), seat.into()];
            hull.extend([class, "bought"].map(Cell::Name));
            hull.extend([0, fate_turn, 1, fate_turn, 1 + i % 3, 1, 5].map(Cell::Count));
            let hull_fate = if death.is_some() { "destroyed" } else { "active" };
            hull.extend([hull_fate.into(), fate_turn.into()]);
            self.ships.push::<15>(hull.try_into().unwrap());
        }
    }
}

/// Two classes of the faction, one to three of each.
fn squad(faction: usize, luck: &mut Seeded) -> Vec<(usize, u32)> {
    [0, 1].map(|k| (2 * faction + k, luck.number(3))).to_vec()
}

/// A little variation that draws no luck.
fn luck_free(a: u32, b: u32) -> u32 {
    (7 * a + 13 * b) % 11
}
