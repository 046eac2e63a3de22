//! What stands in each frame: name, kind and meaning of every column, once.

use Kind::{Count, Flag, Int, Name, Real};

/// How a column is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `u32`
    Count,
    /// `i32`
    Int,
    /// `f64`
    Real,
    /// `bool`
    Flag,
    /// A name out of a small set; dictionary-encoded text.
    Name,
}

#[derive(Debug, Clone, Copy)]
pub struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub about: &'static str,
}

/// One frame: its file name without ending, what a row is, and its columns.
#[derive(Debug)]
pub struct FrameTable {
    pub name: &'static str,
    pub row: &'static str,
    pub columns: &'static [Column],
}

impl FrameTable {
    pub fn position(&self, column: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.name == column)
    }
}

const fn column(name: &'static str, kind: Kind, about: &'static str) -> Column {
    Column { name, kind, about }
}

/// The frames that `canto run` writes.
pub const CAMPAIGN_FRAMES: [&FrameTable; 8] =
    [&CAMPAIGNS, &FACTIONS, &TURNS, &BATTLES, &PILOTS, &SHIPS, &PURCHASES, &TARGETS];

/// Every frame of the program.
pub const ALL_FRAMES: [&FrameTable; 13] = [
    &CAMPAIGNS,
    &FACTIONS,
    &TURNS,
    &BATTLES,
    &PILOTS,
    &SHIPS,
    &PURCHASES,
    &TARGETS,
    &INITIATIVES,
    &OUTCOMES,
    &ROLLS,
    &FIGHTS,
    &DUELS,
];

#[rustfmt::skip]
pub static CAMPAIGNS: FrameTable = FrameTable { name: "campaigns", row: "one campaign", columns: &[
    column("replication",        Count, "Number of the campaign, from 0; with the seed it names the luck."),
    column("winner",             Name,  "Faction that won; null for a draw."),
    column("end_reason",         Name,  "huge-ships, elimination, turn-cap or draw."),
    column("turns",              Count, "Campaign turns played."),
    column("battles",            Count, "Battles fought."),
    column("targets",            Count, "Strategic targets on the map, the Trade Route included."),
    column("target_value",       Count, "Fleet Point value of all strategic targets at the start."),
    column("lead_changes",       Count, "How often the lead in fleet value and balance passed from one faction to another."),
    column("skirmish_fallbacks", Count, "Battles that the chosen model could not play and skirmish resolved."),
    column("model",              Name,  "Battle model asked for: tabletop or skirmish."),
]};

#[rustfmt::skip]
pub static FACTIONS: FrameTable = FrameTable { name: "factions", row: "one faction of one campaign", columns: &[
    column("replication",          Count, "Number of the campaign."),
    column("seat",                 Count, "Order of the faction in the set-up, from 0."),
    column("faction",              Name,  "Rebel, Imperial or Scum."),
    column("players",              Count, "Players of the faction."),
    column("won",                  Flag,  "The faction won the campaign."),
    column("score_total",          Int,   "Sum of the faction's score over all turns, before floors and multipliers."),
    column("income_total",         Int,   "Fleet Points paid out to its players after the start."),
    column("spent_total",          Int,   "Fleet Points spent by its players."),
    column("balance",              Int,   "Fleet Points left at the end."),
    column("fleet_value",          Int,   "Fleet Point value of all hulls, pilots and upgrades at the end."),
    column("targets_held",         Count, "Strategic targets held at the end."),
    column("targets_captured",     Count, "Strategic targets captured."),
    column("targets_lost",         Count, "Strategic targets lost."),
    column("battles_won",          Count, "Battles won."),
    column("battles_lost",         Count, "Battles lost."),
    column("battles_drawn",        Count, "Battles drawn."),
    column("ships_lost",           Count, "Small and large ships destroyed or captured."),
    column("ships_captured",       Count, "Ships taken from the enemy."),
    column("pilots_killed",        Count, "Pilots and crew killed."),
    column("pilots_captured",      Count, "Own pilots and crew taken prisoner."),
    column("pilots_escaped",       Count, "Own prisoners who escaped."),
    column("prisoners_home",       Count, "Own prisoners who came home by exchange, rescue or ransom."),
    column("xp_earned",            Count, "XP earned by its pilots."),
    column("xp_spent",             Count, "XP spent by its pilots."),
    column("huge_ships_lost",      Count, "Huge ships destroyed."),
    column("huge_ships_left",      Count, "Huge ships left."),
    column("huge_ships_located",   Count, "Enemy huge ships located."),
]};

#[rustfmt::skip]
pub static TURNS: FrameTable = FrameTable { name: "turns", row: "one faction in one turn", columns: &[
    column("replication",       Count, "Number of the campaign."),
    column("turn",              Count, "Campaign turn, from 1."),
    column("seat",              Count, "Order of the faction in the set-up, from 0."),
    column("faction",           Name,  "Rebel, Imperial or Scum."),
    column("income_base",       Int,   "Score: automatic points."),
    column("income_captured",   Int,   "Score: bonus for capturing a new target."),
    column("income_lost",       Int,   "Score: penalty for losing a target, zero or negative."),
    column("income_won",        Int,   "Score: battles won."),
    column("income_defeats",    Int,   "Score: battles lost, zero or negative."),
    column("income_targets",    Int,   "Score: value of targets held."),
    column("income_stations",   Int,   "Score: Trade Stations."),
    column("income_route",      Int,   "Score: the Trade Route, own gain less the enemy's harm."),
    column("income_other",      Int,   "Score: exploration, pirates, scrap, smuggling, bonuses, loot."),
    column("score",             Int,   "The faction's score after the floor."),
    column("paid",              Int,   "Fleet Points paid out to its players, all together."),
    column("spent_ships",       Int,   "Fleet Points spent on hulls."),
    column("spent_pilots",      Int,   "Fleet Points spent on pilots."),
    column("spent_upgrades",    Int,   "Fleet Points spent on upgrades, crew and titles."),
    column("spent_huge",        Int,   "Fleet Points spent on huge-ship upgrades."),
    column("spent_other",       Int,   "Fleet Points spent on outposts, ransoms, contracts."),
    column("balance",           Int,   "Fleet Points left at the end of the turn."),
    column("fleet_value",       Int,   "Fleet Point value of hulls, pilots and upgrades at the end of the turn."),
    column("targets_held",      Count, "Strategic targets held at the end of the turn."),
    column("targets_value",     Int,   "Fleet Point value of the targets held at the end of the turn."),
    column("attacks",           Count, "Attacks declared."),
    column("battles_won",       Count, "Battles won this turn."),
    column("battles_lost",      Count, "Battles lost this turn."),
    column("ships_ready",       Count, "Hulls ready for battle at the end of the turn."),
    column("ships_idle",        Count, "Hulls in repair or refit."),
    column("pilots_fit",        Count, "Pilots fit for battle."),
    column("pilots_wounded",    Count, "Pilots wounded or in training."),
    column("pilots_captive",    Count, "Pilots held by the enemy."),
    column("skill_mean",        Real,  "Mean pilot skill of living pilots."),
    column("huge_ships_left",   Count, "Huge ships left."),
]};

#[rustfmt::skip]
pub static BATTLES: FrameTable = FrameTable { name: "battles", row: "one battle", columns: &[
    column("replication",          Count, "Number of the campaign."),
    column("turn",                 Count, "Campaign turn, from 1."),
    column("battle",               Count, "Number of the battle within the turn, from 0."),
    column("mission",              Name,  "Mission key."),
    column("target",               Name,  "Type of the strategic target; huge-ship or none for special missions."),
    column("terrain",              Name,  "Unusual feature."),
    column("attacker",             Name,  "Faction that attacked."),
    column("defender",             Name,  "Faction that defended."),
    column("attacker_player",      Count, "Player number of the attacker."),
    column("defender_player",      Count, "Player number of the defender."),
    column("attacker_size",        Count, "Squad points allowed to the attacker."),
    column("defender_size",        Count, "Squad points allowed to the defender."),
    column("attacker_points",      Count, "Squad points that the attacker brought."),
    column("defender_points",      Count, "Squad points that the defender brought."),
    column("attacker_ships",       Count, "Ships that the attacker brought."),
    column("defender_ships",       Count, "Ships that the defender brought."),
    column("attacker_skill",       Real,  "Mean pilot skill of the attacker's squad."),
    column("defender_skill",       Real,  "Mean pilot skill of the defender's squad."),
    column("attacker_classes",     Name,  "Ship classes of the attacker's squad, as key*count joined by +."),
    column("defender_classes",     Name,  "Ship classes of the defender's squad."),
    column("attacker_upgrades",    Name,  "Upgrades of the attacker's squad, as key*count joined by +."),
    column("defender_upgrades",    Name,  "Upgrades of the defender's squad."),
    column("attacker_pilots",      Name,  "Pilot cards of the attacker's squad, as key*count joined by +."),
    column("defender_pilots",      Name,  "Pilot cards of the defender's squad."),
    column("winner",               Name,  "attacker, defender, draw, both or neither."),
    column("map_control",          Name,  "attacker, defender or none."),
    column("rounds",               Count, "Rounds fought; 0 where no battle took place."),
    column("fought",               Flag,  "False where the target was ceded or a player did not show."),
    column("capped",               Flag,  "The round cap ended the battle."),
    column("attacker_points_lost", Count, "Points of the attacker's ships destroyed."),
    column("defender_points_lost", Count, "Points of the defender's ships destroyed."),
    column("attacker_ships_lost",  Count, "Attacker's ships destroyed."),
    column("defender_ships_lost",  Count, "Defender's ships destroyed."),
    column("attacker_fled",        Count, "Attacker's ships that left the board."),
    column("defender_fled",        Count, "Defender's ships that left the board."),
    column("attacker_killed",      Count, "Attacker's pilots and crew killed."),
    column("defender_killed",      Count, "Defender's pilots and crew killed."),
    column("attacker_captured",    Count, "Attacker's people taken prisoner."),
    column("defender_captured",    Count, "Defender's people taken prisoner."),
    column("loot_value",           Count, "Fleet Point value of cargo, containers and ships won by either side."),
    column("model",                Name,  "Battle model that played it: tabletop or skirmish; none where not fought."),
]};

#[rustfmt::skip]
pub static PILOTS: FrameTable = FrameTable { name: "pilots", row: "one person of one campaign", columns: &[
    column("replication",    Count, "Number of the campaign."),
    column("person",         Count, "Number of the person within the campaign."),
    column("faction",        Name,  "Faction that hired the person."),
    column("player",         Count, "Player number."),
    column("origin",         Name,  "Pilot card or crew card."),
    column("role",           Name,  "commander, pilot or crew."),
    column("unique",         Flag,  "A unique card."),
    column("class",          Name,  "Ship class of the card; for crew null."),
    column("hired_turn",     Count, "Turn of hiring; 0 for the initial squadron."),
    column("skill_start",    Count, "Pilot skill when hired."),
    column("skill_end",      Count, "Pilot skill at the end."),
    column("xp_earned",      Count, "XP earned."),
    column("xp_skill",       Count, "XP spent on pilot skill."),
    column("xp_slot",        Count, "XP spent on an elite slot."),
    column("xp_ability",     Count, "XP spent on a pilot ability."),
    column("xp_class",       Count, "XP spent on ship qualifications."),
    column("xp_rerolls",     Count, "XP spent on tactical judgment."),
    column("xp_escapes",     Count, "XP spent on escape attempts."),
    column("xp_held",        Count, "XP unspent at the end."),
    column("programme",      Name,  "What XP had to be spent on, drawn by lot: nothing, skill, elite-slots, abilities, rerolls or escapes; null where the player decided."),
    column("battles",        Count, "Battles flown."),
    column("battles_won",    Count, "Battles flown and won."),
    column("kills",          Count, "Ships destroyed."),
    column("wounds",         Count, "Times wounded."),
    column("ejections",      Count, "Times shot down."),
    column("captures",       Count, "Times captured."),
    column("escapes",        Count, "Successful escapes."),
    column("fate",           Name,  "active, killed, captive, detained or flipped."),
    column("fate_turn",      Count, "Turn of the fate; the last turn for the active."),
]};

#[rustfmt::skip]
pub static SHIPS: FrameTable = FrameTable { name: "ships", row: "one hull of one campaign", columns: &[
    column("replication",    Count, "Number of the campaign."),
    column("hull",           Count, "Number of the hull within the campaign."),
    column("faction",        Name,  "Faction that acquired it first."),
    column("player",         Count, "Player number of the first owner."),
    column("class",          Name,  "Ship class."),
    column("source",         Name,  "initial, bought, found or captured."),
    column("bought_turn",    Count, "Turn of acquisition; 0 for the initial squadron."),
    column("turns_served",   Count, "Turns in service."),
    column("turns_idle",     Count, "Turns in repair or refit."),
    column("battles",        Count, "Battles flown."),
    column("kills",          Count, "Ships destroyed by its pilots."),
    column("times_damaged",  Count, "Battles survived with damage."),
    column("upgrades_value", Count, "Fleet Point value of upgrades aboard at the end."),
    column("fate",           Name,  "active, destroyed or captured."),
    column("fate_turn",      Count, "Turn of the fate; the last turn for the active."),
]};

#[rustfmt::skip]
pub static PURCHASES: FrameTable = FrameTable { name: "purchases", row: "one purchase, grant or sale", columns: &[
    column("replication", Count, "Number of the campaign."),
    column("turn",        Count, "Campaign turn; 0 for the initial squadron."),
    column("faction",     Name,  "Faction."),
    column("player",      Count, "Player number."),
    column("kind",        Name,  "ship, pilot, commander, upgrade, title, crew, huge-upgrade, outpost, ransom, contract, flip or sale."),
    column("item",        Name,  "Card or ship class."),
    column("copies",      Count, "Copies received."),
    column("cost",        Int,   "Fleet Points paid; negative for a sale."),
    column("source",      Name,  "bought, depot, found, loot, black-market or initial."),
]};

#[rustfmt::skip]
pub static TARGETS: FrameTable = FrameTable { name: "targets", row: "one strategic target of one campaign", columns: &[
    column("replication",     Count, "Number of the campaign."),
    column("target",          Count, "Number of the target within the campaign."),
    column("category",        Name,  "Category when the map was laid."),
    column("type",            Name,  "Type when the map was laid."),
    column("hidden",          Flag,  "A hidden outpost, which must be paid for."),
    column("value",           Int,   "Fleet Points a turn when the map was laid."),
    column("taken",           Count, "How often it passed to a faction."),
    column("turns_rebel",     Count, "Turns at whose end the Rebels held it; of the Trade Route, turns in which they won it."),
    column("turns_imperial",  Count, "The same of the Empire."),
    column("turns_scum",      Count, "The same of Scum."),
    column("discovery",       Name,  "What was found on an unexplored world; null for others and for those never taken."),
    column("discovered_by",   Name,  "Faction that found it."),
    column("discovery_turn",  Count, "Turn of the discovery; null where there was none."),
    column("discovery_value", Int,   "What it was worth in Fleet Points; of pirates, what they took from all players."),
]};

#[rustfmt::skip]
pub static INITIATIVES: FrameTable = FrameTable { name: "initiatives", row: "one pairing of ability sets", columns: &[
    column("first",       Name,  "Abilities of the first player."),
    column("second",      Name,  "Abilities of the second player."),
    column("policy",      Name,  "How both decide on the use of abilities: never, when-losing or optimal."),
    column("exact",       Real,  "Exact probability that the first player wins initiative."),
    column("simulated",   Real,  "Simulated frequency."),
    column("low",         Real,  "Lower end of the 95 % interval."),
    column("high",        Real,  "Upper end of the 95 % interval."),
    column("count",       Count, "Rounds won by the first player."),
    column("trials",      Count, "Rounds played."),
    column("rerolls",     Real,  "Mean number of rolls for initiative beyond the first."),
]};

#[rustfmt::skip]
pub static OUTCOMES: FrameTable = FrameTable { name: "outcomes", row: "one outcome of a table of `canto minis`", columns: &[
    column("topic",       Name,  "wins, rerolls, mean rerolls, force points, characters activated, characters defeated, reserves, die, check, share, round played or round won."),
    column("player",      Name,  "Player, or set of abilities; null where it concerns all."),
    column("outcome",     Name,  "The outcome in words."),
    column("number",      Int,   "The outcome as a number: amount, check or round; null where it is none."),
    column("exact",       Real,  "Exact probability, share or mean; null where it cannot be computed."),
    column("simulated",   Real,  "Simulated frequency or share; null where nothing was simulated."),
    column("low",         Real,  "Lower end of the 95 % interval."),
    column("high",        Real,  "Upper end of the 95 % interval."),
    column("count",       Real,  "How often it came up; whole, but may exceed 32 bits."),
    column("trials",      Real,  "Rounds, or skirmishes, played; whole, but may exceed 32 bits."),
]};

#[rustfmt::skip]
pub static ROLLS: FrameTable = FrameTable { name: "rolls", row: "one outcome of `canto roll`", columns: &[
    column("kind",       Name,  "Dice procedure."),
    column("parameters", Name,  "Its parameters as JSON."),
    column("outcome",    Name,  "Outcome."),
    column("exact",      Real,  "Exact probability."),
    column("simulated",  Real,  "Simulated frequency; null with --exact-only."),
    column("low",        Real,  "Lower end of the 95 % Wilson interval."),
    column("high",       Real,  "Upper end of the 95 % Wilson interval."),
    column("count",      Real,  "How often it came up; whole, but may exceed 32 bits."),
    column("trials",     Real,  "Trials; whole, but may exceed 32 bits."),
]};

#[rustfmt::skip]
pub static FIGHTS: FrameTable = FrameTable { name: "fights", row: "one battle of `canto battle`", columns: &[
    column("trial",                Count, "Number of the battle, from 0."),
    column("swapped",              Flag,  "Seats were swapped: the first squad defended."),
    column("winner",               Name,  "attacker, defender, draw, both or neither."),
    column("map_control",          Name,  "attacker, defender or none."),
    column("rounds",               Count, "Rounds fought."),
    column("capped",               Flag,  "The round cap ended the battle."),
    column("attacker_points_lost", Count, "Points of the attacker's ships destroyed."),
    column("defender_points_lost", Count, "Points of the defender's ships destroyed."),
    column("attacker_ships_lost",  Count, "Attacker's ships destroyed."),
    column("defender_ships_lost",  Count, "Defender's ships destroyed."),
    column("attacker_fled",        Count, "Attacker's ships that left the board."),
    column("defender_fled",        Count, "Defender's ships that left the board."),
    column("model",                Name,  "tabletop or skirmish."),
]};

#[rustfmt::skip]
pub static DUELS: FrameTable = FrameTable { name: "duels", row: "one battle of `canto duel`", columns: &[
    column("first",              Name,  "Ship class of the first squad."),
    column("second",             Name,  "Ship class of the second squad."),
    column("first_ships",        Count, "Ships of the first squad."),
    column("second_ships",       Count, "Ships of the second squad."),
    column("first_points",       Count, "Points of the first squad."),
    column("second_points",      Count, "Points of the second squad."),
    column("luck",               Count, "Number of the luck; with the seed it names the dice."),
    column("swapped",            Flag,  "The first squad defended."),
    column("winner",             Name,  "first, second or draw."),
    column("rounds",             Count, "Rounds fought."),
    column("capped",             Flag,  "The round cap ended the battle."),
    column("first_points_lost",  Count, "Points of the first squad's ships destroyed."),
    column("second_points_lost", Count, "Points of the second squad's ships destroyed."),
]};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn column_names_are_unique_within_a_frame() {
        for frame in ALL_FRAMES {
            let mut names: Vec<&str> = frame.columns.iter().map(|c| c.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), frame.columns.len(), "{}", frame.name);
        }
    }

    /// The README is written from the tables: `UPDATE_EXPECT=1 cargo test frames` rewrites it on purpose.
    #[test]
    fn readme_documents_every_column() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/frames/README.md");
        let text = readme();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(path, &text).expect("the README can be written");
        }
        let found = std::fs::read_to_string(path).expect("src/frames/README.md exists");
        assert!(found == text, "src/frames/README.md is out of date: run UPDATE_EXPECT=1 cargo test frames");
    }

    fn readme() -> String {
        let mut text = String::from(
            "# Frames, column by column\n\n\
             Written from `columns.rs`; a test keeps the two equal. Parquet, zstd, names dictionary-encoded.\n\
             count = u32, int = i32, real = f64, flag = bool, name = text. `replication` joins the frames of a run;\n\
             the same run with the same seed gives the same bytes on any number of threads.\n",
        );
        for frame in ALL_FRAMES {
            text.push_str(&format!(
                "\n## {}\n\nA row is {}.\n\n| column | kind | meaning |\n| --- | --- | --- |\n",
                frame.name, frame.row
            ));
            for column in frame.columns {
                let kind = match column.kind {
                    Kind::Count => "count",
                    Kind::Int => "int",
                    Kind::Real => "real",
                    Kind::Flag => "flag",
                    Kind::Name => "name",
                };
                text.push_str(&format!("| `{}` | {kind} | {} |\n", column.name, column.about));
            }
        }
        text
    }
}
