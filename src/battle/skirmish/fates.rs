//! What became of everyone: the battle as an [`Outcome`].

use super::gear::{Gear, card_effect};
use super::missions::Verdict;
use super::state::{Battle, Origin, Place, TokenPlace, Unit};
use crate::battle::engagement::SquadShip;
use crate::battle::outcome::{HugeShipFate, Model, Outcome, ShipEnd, ShipFate};
use crate::chance::Chance;
use crate::config::mission::TokenKind;
use crate::ids::{Side, UpgradeId};

impl<C: Chance> Battle<'_, C> {
    pub fn outcome(&mut self, capped: bool) -> Outcome {
        let verdict = self.judge(capped);
        let Verdict { winner, both, map_control } = verdict;
        let fates = |side: Side| self.ship_fates(side);
        let [(ships_a, reserve_a), (ships_d, reserve_d)] = Side::BOTH.map(fates);
        let (containers_stolen, containers_fled) = self.containers();
        let prisoners = |holds: fn(&super::state::Prisoner) -> bool| -> Vec<u32> {
            self.prisoners.iter().filter(|prisoner| holds(prisoner)).map(|prisoner| prisoner.person).collect()
        };
        Outcome {
            winner,
            both,
            map_control,
            rounds: self.round,
            capped,
            ships: [ships_a, ships_d],
            reinforcements: [reserve_a, reserve_d],
            huge_ships: Side::BOTH.map(|side| self.huge_fates(side)),
            cargo_secured: [0, 1].map(|side: usize| self.sides[side].cargo_secured),
            containers_stolen,
            containers_fled,
            prisoners_returned: prisoners(|prisoner| prisoner.is_returned),
            prisoners_in_lost_ships: prisoners(|prisoner| prisoner.is_in_lost_ship),
            points_lost: [0, 1].map(|side: usize| self.sides[side].points_lost),
            model: Model::Skirmish,
            cards_without_effect: self.cards_without_effect(),
            good_faith: 0 < self.attacks_made || self.mission.experience.without_attacks,
        }
    }

    fn ship_fates(&self, side: Side) -> (Vec<ShipFate>, Vec<ShipFate>) {
        let squad = self.engagement.squad(side);
        let mut ships = Vec::with_capacity(squad.ships.len());
        let mut reinforcements = Vec::new();
        for unit in &self.units[side.index()] {
            match unit.origin {
                Origin::Squad(number) => {
                    ships.push(self.ship_fate(side, unit, &squad.ships[usize::from(number)]));
                }
                Origin::Reinforcement(number) if unit.place != Place::Reserve => {
                    reinforcements.push(self.ship_fate(
                        side,
                        unit,
                        &squad.reinforcements[usize::from(number)],
                    ));
                }
                Origin::Reinforcement(_) | Origin::Huge { .. } | Origin::Token(_) => {}
            }
        }
        // More ships than the board holds never came.
        while ships.len() < squad.ships.len() {
            ships.push(never_came());
        }
        (ships, reinforcements)
    }

    fn ship_fate(&self, side: Side, unit: &Unit, ship: &SquadShip) -> ShipFate {
        let end = match unit.place {
            Place::Reserve => ShipEnd::InReserve,
            Place::Fled => ShipEnd::Fled,
            Place::Board | Place::AtEdge | Place::Crippled => ShipEnd::Present,
            Place::Destroyed => {
                let by = unit.killed.and_then(|killed| killed.by);
                ShipEnd::Destroyed {
                    by: by.and_then(|by| self.number_of(by)),
                    round: unit.killed.map_or(self.round, |killed| killed.round),
                    ion_kill: unit.killed.is_some_and(|killed| killed.ion)
                        && self.may_capture(side.foe(), unit),
                }
            }
        };
        ShipFate {
            end,
            damaged: unit.was_damaged && unit.place != Place::Destroyed,
            pilot_wounded: unit.pilot_wounded,
            ordnance_spent: spent(unit, ship),
            xp_spent: unit.xp_spent,
            small_kills: unit.small_kills,
            large_kills: unit.large_kills,
            sections_crippled: unit.sections_crippled,
            huge_kills: unit.huge_kills,
        }
    }

    /// The number of a ship in its squad, reinforcements after it; `None` for huge ships, which earn nothing.
    fn number_of(&self, at: super::state::UnitRef) -> Option<u16> {
        match self.unit(at).origin {
            Origin::Squad(number) => Some(number),
            Origin::Reinforcement(number) => {
                // Those that came are told in order, so the number counts only them.
                let came = self.units[at.side.index()].iter().filter(|unit| {
                    matches!(unit.origin, Origin::Reinforcement(other) if other < number)
                        && unit.place != Place::Reserve
                });
                Some((self.engagement.squad(at.side).ships.len() + came.count()) as u16)
            }
            Origin::Huge { .. } | Origin::Token(_) => None,
        }
    }

    /// Ion kills are set aside by a side with that right.
    fn may_capture(&self, captor: Side, unit: &Unit) -> bool {
        let switches = &self.engagement.switches;
        switches.captures_ion_kills[captor.index()]
            && (!switches.captures_only_tie_fighters[captor.index()] || unit.is_tie_fighter)
    }

    fn huge_fates(&self, side: Side) -> Vec<HugeShipFate> {
        let squad = self.engagement.squad(side);
        (0..squad.huge_ships.len())
            .map(|number| {
                let mut fate = HugeShipFate {
                    destroyed: false,
                    fled: false,
                    face_down: [0; 2],
                    face_up: [0; 2],
                    crippled: [false; 2],
                };
                for unit in &self.units[side.index()] {
                    let Origin::Huge { ship, section } = unit.origin else { continue };
                    if usize::from(ship) != number {
                        continue;
                    }
                    let at = usize::from(section);
                    fate.face_down[at] = unit.cards.n_face_down();
                    fate.face_up[at] = unit.cards.n_face_up();
                    fate.destroyed |= unit.place == Place::Destroyed;
                    fate.fled |= unit.place == Place::Fled;
                    let has_two = self.huge[side.index()][number].sections[1].is_some();
                    fate.crippled[at] = has_two && unit.toughness.is_destroyed();
                }
                fate
            })
            .collect()
    }

    /// Containers stolen and brought home, and those that fled.
    fn containers(&self) -> (Vec<u8>, u8) {
        let mut stolen = Vec::new();
        let mut fled = 0;
        for token in self.tokens.iter().filter(|token| token.kind == TokenKind::Container) {
            match token.place {
                TokenPlace::Fled => fled += 1,
                TokenPlace::Aboard(ship) if self.unit(ship).place != Place::Destroyed => {
                    stolen.push(token.number)
                }
                _ => {}
            }
        }
        (stolen, fled)
    }

    fn cards_without_effect(&self) -> Vec<UpgradeId> {
        let mut idle: Vec<UpgradeId> = Vec::new();
        for squad in &self.engagement.squads {
            let ships = squad.ships.iter().chain(&squad.reinforcements);
            let on_ships = ships.flat_map(|ship| ship.upgrades.iter().chain(&ship.pilot.abilities));
            let on_huge_ships = squad.huge_ships.iter().flat_map(|huge| &huge.upgrades);
            idle.extend(on_ships.chain(on_huge_ships).filter(|id| !card_effect(**id).counts));
        }
        idle.sort_unstable();
        idle.dedup();
        idle
    }
}

/// Expendable copies used up or lost.
fn spent(unit: &Unit, ship: &SquadShip) -> Vec<UpgradeId> {
    let mut spent = Vec::new();
    for mount in unit.mounts().iter().filter(|mount| card_effect(mount.card).expendable) {
        spent.extend(std::iter::repeat_n(mount.card, usize::from(mount.spent)));
    }
    let has_glitterstim = |id: &&UpgradeId| card_effect(**id).gear.has(Gear::Glitterstim);
    if let Some(card) = ship.upgrades.iter().find(has_glitterstim)
        && !unit.gear.has(Gear::Glitterstim)
    {
        spent.push(*card);
    }
    spent
}

fn never_came() -> ShipFate {
    ShipFate {
        end: ShipEnd::InReserve,
        damaged: false,
        pilot_wounded: false,
        ordnance_spent: Vec::new(),
        xp_spent: 0,
        small_kills: 0,
        large_kills: 0,
        sections_crippled: 0,
        huge_kills: 0,
    }
}
