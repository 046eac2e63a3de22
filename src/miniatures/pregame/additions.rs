//! Rule: Deferred squadbuilding before the game. (Pre-game, steps 2, 3 and 10)

use super::{Announced, Choice, Pregame};
use crate::chance::Chance;
use crate::miniatures::abilities::Does;
use crate::miniatures::membership::Origin;
use crate::miniatures::squad::CHARACTERS_2023;

impl Pregame<'_> {
    /// Steps 2 and 3: Reinforcements, the first half of Bribery and their like.
    pub(super) fn additions<C: Chance>(&mut self, chance: &mut C, decide: &str, add: &str) {
        let mut uses = self.announced(decide, |ability, used| {
            let brings = used.choices.iter().any(|choice| matches!(choice, Choice::Bring(_)));
            ability.step == "pregame 2" && brings && matches!(ability.does, Does::AddCharacters | Does::Bribe)
        });
        // Players simultaneously reveal their decisions about bringing in additional characters.
        for used in &uses {
            let (name, brings) = (self.ability_name(used), self.first_wish(used));
            let why = "decided without seeing the others' decisions";
            self.note(decide, Some(used.player), format!("{name}: will bring {brings}"), why);
        }
        self.shuffle_players(chance, add, &mut uses);
        for used in uses {
            self.bring(add, &used);
        }
    }

    /// Step 10: Queen Allana Solo, Local Reserves. No order is given; the setup order is used.
    pub(super) fn before_first_initiative(&mut self) {
        let uses = self.announced("10", |ability, _| {
            ability.step == "pregame 10" && ability.does == Does::AddCharacters
        });
        for player in self.order.clone() {
            for used in uses.iter().filter(|used| used.player == player) {
                self.bring("10", used);
            }
        }
    }

    fn first_wish(&self, used: &Announced) -> String {
        let choices = &self.setup.players[used.player].uses[used.use_index].choices;
        let wish = choices.iter().find_map(|choice| match choice {
            Choice::Bring(rows) => Some(self.names(rows)),
            _ => None,
        });
        wish.unwrap_or_default()
    }

    /// Adds the first choice that is legal; the others are told with the reason that speaks against them.
    fn bring(&mut self, step: &str, used: &Announced) {
        let choices = self.setup.players[used.player].uses[used.use_index].choices.clone();
        let name = self.ability_name(used);
        for choice in choices {
            let Choice::Bring(rows) = choice else { continue };
            let what = self.names(&rows);
            match self.try_to_bring(used, &rows) {
                Ok(cost) => {
                    let limit = self.limit(used);
                    let why = format!(
                        "{name}: {cost} of {limit} points, Rapport-adjusted; worth nothing to an enemy"
                    );
                    return self.note(step, Some(used.player), format!("adds {what}"), why);
                }
                Err(problem) => {
                    self.note(step, Some(used.player), format!("cannot add {what}"), problem);
                }
            }
        }
        self.note(step, Some(used.player), "adds nobody", format!("{name}: no choice is left"));
    }

    fn limit(&self, used: &Announced) -> u32 {
        let key = &self.setup.players[used.player].uses[used.use_index].ability;
        let own = self.squads.character(used.bearer).ability_number(key);
        u32::from(own.or(self.ability(key).number).unwrap_or(0).unsigned_abs())
    }

    /// All of them or none.
    fn try_to_bring(&mut self, used: &Announced, rows: &[usize]) -> Result<u32, String> {
        let origin =
            match self.ability(&self.setup.players[used.player].uses[used.use_index].ability).step.as_str() {
                "pregame 10" => Origin::Reserves,
                _ => Origin::Reinforcements,
            };
        let before = self.squads.clone();
        let undo = |game: &mut Self, problem: String| {
            game.squads = before.clone();
            Err(problem)
        };
        let mut cost = 0;
        for row in rows {
            let full = self.setup.briefs[used.player].tournament_2023
                && CHARACTERS_2023 <= self.squads.members(used.player).count();
            if full {
                let problem = format!(
                    "Character limit (2023): at most {CHARACTERS_2023} before the first initiative roll"
                );
                return undo(self, problem);
            }
            match self.squads.add(used.player, *row, origin) {
                Ok(id) => cost += u32::from(self.squads.piece(id).cost_when_added),
                Err(violations) => return undo(self, violations[0].to_string()),
            }
        }
        let limit = self.limit(used);
        if limit < cost {
            return undo(self, format!("Build total: {cost} points, and the ability allows {limit}"));
        }
        Ok(cost)
    }
}
