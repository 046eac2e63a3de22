//! One row of the `battles` frame, from the arrangement of the battle to its last casualty.

use super::*;

#[derive(Debug)]
pub struct BattleRow {
    pub card: BattleCard,
    pub squads: [SquadRow; 2],
    pub result: Option<BattleResult>,
    /// Who won without a fight; `None`: it was fought.
    pub not_fought: Option<Option<Side>>,
    pub killed: [u8; 2],
    pub captured: [u8; 2],
    pub loot: u16,
}

/// What one side brought.
#[derive(Debug, Default)]
pub struct SquadRow {
    player: Option<PlayerId>,
    points: u16,
    ships: u8,
    skill: u32,
    classes: Vec<ShipClassId>,
    pilots: Vec<PilotCardId>,
    pub upgrades: Vec<UpgradeId>,
}

impl SquadRow {
    pub fn built(&mut self, player: PlayerId, points: u16, ships: u8) {
        self.player = Some(player);
        self.points = points;
        self.ships = ships;
    }

    pub fn sent(&mut self, class: ShipClassId, card: PilotCardId, skill: u8) {
        self.classes.push(class);
        self.pilots.push(card);
        self.skill += u32::from(skill);
    }

    fn skill_mean(&self) -> Cell {
        match self.ships {
            0 => Cell::Null,
            ships => (f64::from(self.skill) / f64::from(ships)).into(),
        }
    }
}

/// Keys with their counts in catalog order: `tie-fighter*3+tie-bomber*1`. Null where there is nothing.
fn list<T: Copy + Ord>(items: &mut [T], key: impl Fn(T) -> &'static str) -> Cell {
    if items.is_empty() {
        return Cell::Null;
    }
    items.sort_unstable();
    let mut text = String::with_capacity(24 * items.len());
    for same in items.chunk_by(|a, b| a == b) {
        if !text.is_empty() {
            text.push('+');
        }
        // Writing into a string cannot fail.
        let _ = write!(text, "{}*{}", key(same[0]), same.len());
    }
    Cell::Text(Arc::from(text))
}

impl BattleRow {
    pub fn new(card: BattleCard) -> BattleRow {
        BattleRow {
            card,
            squads: [SquadRow::default(), SquadRow::default()],
            result: None,
            not_fought: None,
            killed: [0; 2],
            captured: [0; 2],
            loot: 0,
        }
    }

    pub fn cells(mut self, replication: u32, turn: u16, number: u32, targets: &[TargetRow]) -> [Cell; 41] {
        let target = match (self.card.target, self.card.kind) {
            (Some(target), _) => targets[target.index()].type_.key(),
            (None, AttackKind::HugeShip) => "huge-ship",
            (None, _) => "none",
        };
        let winner = match (self.result, self.not_fought) {
            (Some(BattleResult { both: Some(true), .. }), _) => "both",
            (Some(BattleResult { both: Some(false), .. }), _) => "neither",
            (Some(BattleResult { winner: Some(side), .. }), _) | (None, Some(Some(side))) => side.name(),
            (Some(_), _) => "draw",
            (None, _) => "neither",
        };
        let result = self.result;
        let fought = result.is_some();
        let control = result.and_then(|result| result.map_control).map_or("none", Side::name);
        let terrain = result.map_or(self.card.terrain, |result| result.terrain);
        let [lost_a, lost_d] = result.map_or([0, 0], |result| result.points_lost);
        let [ships_a, ships_d] = result.map_or([0, 0], |result| result.ships_lost);
        let [fled_a, fled_d] = result.map_or([0, 0], |result| result.fled);
        let catalog = catalog();
        let [attacker, defender] = &mut self.squads;
        [
            replication.into(),
            turn.into(),
            number.into(),
            self.card.mission.into(),
            target.into(),
            terrain.key().into(),
            self.card.factions[0].name().into(),
            self.card.factions[1].name().into(),
            attacker.player.map(|player| player.0).into(),
            defender.player.map(|player| player.0).into(),
            self.card.sizes[0].into(),
            self.card.sizes[1].into(),
            attacker.points.into(),
            defender.points.into(),
            attacker.ships.into(),
            defender.ships.into(),
            attacker.skill_mean(),
            defender.skill_mean(),
            list(&mut attacker.classes, |id| catalog.ship(id).key),
            list(&mut defender.classes, |id| catalog.ship(id).key),
            list(&mut attacker.upgrades, |id| catalog.upgrade(id).key),
            list(&mut defender.upgrades, |id| catalog.upgrade(id).key),
            list(&mut attacker.pilots, |id| catalog.pilot(id).key),
            list(&mut defender.pilots, |id| catalog.pilot(id).key),
            winner.into(),
            control.into(),
            result.map_or(0, |result| result.rounds).into(),
            fought.into(),
            result.is_some_and(|result| result.capped).into(),
            lost_a.into(),
            lost_d.into(),
            ships_a.into(),
            ships_d.into(),
            fled_a.into(),
            fled_d.into(),
            self.killed[0].into(),
            self.killed[1].into(),
            self.captured[0].into(),
            self.captured[1].into(),
            self.loot.into(),
            result.map_or("none", |result| result.model.name()).into(),
        ]
    }
}
