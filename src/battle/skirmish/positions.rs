//! Who can shoot at whom in this round: drawn from the parameters, where the tabletop model would measure.
//!
//! 1. A ship has some enemy in its firing arc with its class's chance, times the shares of the round, of the number of enemies, of
//!    flight or of drifting, times the mean exposure of the enemies there. If it has none in its arc, there may still be one in
//!    range in some direction: that chance is one for all classes.
//! 2. Then each enemy is among those it can choose from with a chance in proportion to its exposure; one at least is.
//!    What the mission is about is tried for twice, because pilots fly for it.
//! 3. One range is drawn for all its shots of the round.

use super::parameters::{FOES, ROUNDS, Thousandths};
use super::state::{Battle, Place, Task, Unit, UnitRef, UnitSet, members};
use crate::chance::Chance;
use crate::ids::{Side, Terrain};

impl<C: Chance> Battle<'_, C> {
    /// Draws all positions of the round.
    pub fn draw_positions(&mut self) {
        for side in Side::BOTH {
            let foes = self.set_of(side.foe(), |unit| unit.is_on_board());
            let exposure = self.exposures(side.foe(), foes);
            let foes_skill = self.mean_skill(side.foe(), foes);
            for at in self.refs(side) {
                let unit = *self.unit(at);
                if unit.is_on_board() && unit.is_ship() && foes != 0 {
                    self.draw_position(at, &unit, foes, exposure, foes_skill);
                } else {
                    let unit = self.unit_mut(at);
                    (unit.in_arc, unit.in_range) = (0, 0);
                }
            }
        }
    }

    fn draw_position(
        &mut self,
        at: UnitRef,
        unit: &Unit,
        foes: UnitSet,
        exposure: Thousandths,
        foes_skill: i32,
    ) {
        let since = usize::from(self.round.saturating_sub(unit.entered)).min(ROUNDS - 1);
        let number = (foes.count_ones() as usize).clamp(1, FOES) - 1;
        let shares = self.melee.approach[since].of(self.melee.foes[number]);
        let mut shots = unit.odds.shots.of(shares).of(exposure);
        let mut any = self.melee.any_direction[since].of(self.melee.any_foes[number]);
        let edge = i32::from(self.melee.skill_edge.0) * (i32::from(unit.skill_now) - foes_skill);
        shots =
            Thousandths((i32::from(shots.0) * (1000 + edge).clamp(500, 1500) / 1000).clamp(0, 1000) as u16);
        match unit.task {
            Task::Run => shots = shots.of(self.parameters.flight.shots),
            Task::Objective(_) => shots = shots.of(self.objective.shots),
            Task::Fight | Task::Docked => {}
        }
        if unit.is_drifting {
            shots = shots.of(self.parameters.ion.shots);
        }
        if unit.is_huge() {
            // A huge ship hardly turns, but has guns on all sides.
            any = shots;
        }
        let in_arc = if shots.happens(&mut self.luck.board) {
            self.choose_from(at.side.foe(), foes, self.melee.choice)
        } else {
            0
        };
        let in_range = if in_arc != 0 {
            in_arc | self.each_of(at.side.foe(), foes & !in_arc, self.melee.any_choice)
        } else if any.happens(&mut self.luck.board) {
            self.choose_from(at.side.foe(), foes, self.melee.any_choice)
        } else {
            0
        };
        let range = if in_range != 0 { self.draw_range(unit, since) } else { 3 };
        let unit = self.unit_mut(at);
        (unit.in_arc, unit.in_range, unit.range) = (in_arc, in_range, range);
    }

    /// Enemies to choose from: each by its exposure, one at least.
    fn choose_from(&mut self, side: Side, foes: UnitSet, choice: Thousandths) -> UnitSet {
        let chosen = self.each_of(side, foes, choice);
        let total: u32 = members(foes)
            .map(|index| {
                let at = UnitRef { side, index };
                self.tries(at) * u32::from(self.exposure(at).0)
            })
            .sum();
        if chosen != 0 || total == 0 {
            return chosen;
        }
        let mut lot = self.luck.board.number(total);
        for index in members(foes) {
            let at = UnitRef { side, index };
            let exposure = self.tries(at) * u32::from(self.exposure(at).0);
            if lot <= exposure {
                return 1 << index;
            }
            lot -= exposure;
        }
        0
    }

    /// Each enemy by its exposure.
    fn each_of(&mut self, side: Side, foes: UnitSet, choice: Thousandths) -> UnitSet {
        let mut chosen = 0;
        for index in members(foes) {
            let at = UnitRef { side, index };
            let exposure = self.exposure(at);
            if (0..self.tries(at)).any(|_| choice.of(exposure).happens(&mut self.luck.board)) {
                chosen |= 1 << index;
            }
        }
        chosen
    }

    /// Pilots fly for what the battle is about: they try for it twice.
    fn tries(&self, at: UnitRef) -> u32 {
        if self.is_wanted(at) { 2 } else { 1 }
    }

    /// How often enemies have this unit in arc, against an ordinary ship.
    fn exposure(&self, at: UnitRef) -> Thousandths {
        let unit = self.unit(at);
        let mut exposure = unit.odds.exposure;
        if unit.place == Place::AtEdge || unit.task == Task::Run {
            exposure = exposure.of(self.parameters.flight.exposure);
        }
        if unit.hidden_in == self.round {
            exposure = exposure.of(self.parameters.flight.exposure);
        }
        if unit.is_drifting || self.is_handicapped(at) {
            exposure = exposure.of(self.parameters.ion.exposure);
        }
        exposure
    }

    fn exposures(&self, side: Side, set: UnitSet) -> Thousandths {
        let sum: u32 = members(set).map(|index| u32::from(self.exposure(UnitRef { side, index }).0)).sum();
        Thousandths((sum / set.count_ones().max(1)) as u16)
    }

    fn mean_skill(&self, side: Side, set: UnitSet) -> i32 {
        let sum: i32 =
            members(set).map(|index| i32::from(self.unit(UnitRef { side, index }).skill_now)).sum();
        sum / set.count_ones().max(1) as i32
    }

    fn draw_range(&mut self, unit: &Unit, since: usize) -> u8 {
        if unit.is_huge() {
            return self.draw_band(&self.parameters.huge.ranges);
        }
        let shares = self.melee.ranges[since];
        self.draw_band(&shares)
    }

    fn draw_band(&mut self, shares: &[Thousandths]) -> u8 {
        let mut lot = self.luck.board.number(1000);
        for (band, share) in (1..).zip(shares) {
            if lot <= u32::from(share.0) {
                return band;
            }
            lot -= u32::from(share.0);
        }
        shares.len() as u8
    }

    /// In a nebula everything but ordnance shoots as from farther away.
    pub fn range_of(&self, range: u8, is_ordnance: bool) -> u8 {
        let bands = self.engagement.switches.terrain.nebula_bands;
        if self.terrain == Terrain::Nebula && !is_ordnance { range + bands } else { range }
    }

    /// A role keeps the ship slow until a certain round.
    pub fn is_handicapped(&self, at: UnitRef) -> bool {
        let unit = self.unit(at);
        unit.roles != 0
            && self.mission.roles(at.side).any(|rule| {
                unit.has_role(rule.role)
                    && rule.handicap.is_some_and(|handicap| self.round < u16::from(handicap.until_round))
            })
    }
}
