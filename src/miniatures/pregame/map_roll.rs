//! Rule: The map roll and the setup order. (Pre-game, steps 5 and 6)

use super::{Pregame, SetupWish};
use crate::chance::Chance;
use crate::miniatures::contest::DIE_SIDES;
use crate::miniatures::switches::{MapTie, SetupChoice};

impl Pregame<'_> {
    /// Step 5: players roll to determine who chooses the map. No initiative ability applies.
    pub(super) fn map_roll<C: Chance>(&mut self, chance: &mut C) {
        let everyone: Vec<usize> = (0..self.setup.players.len()).collect();
        self.ranking = self.rank(chance, everyone);
    }

    /// Players from the highest roll down.
    ///
    /// Ruling A25: those who tied roll again among themselves for the ranks they tied for, or all roll again.
    fn rank<C: Chance>(&mut self, chance: &mut C, players: Vec<usize>) -> Vec<usize> {
        let mut rolls: Vec<(u8, usize)> = Vec::new();
        for player in players {
            let die = chance.number(u32::from(DIE_SIDES)) as u8;
            self.note("5", Some(player), format!("rolls {die}"), "for the map");
            rolls.push((die, player));
        }
        rolls.sort_by_key(|(die, player)| (std::cmp::Reverse(*die), *player));
        let tied = rolls.windows(2).any(|pair| pair[0].0 == pair[1].0);
        if tied && self.setup.cards.switches.map_tie == MapTie::All {
            self.note("5", None, "all roll again", "a tie (map-tie = all)");
            return self.rank(chance, rolls.into_iter().map(|(_, player)| player).collect());
        }
        let mut ranking = Vec::new();
        for block in rolls.chunk_by(|a, b| a.0 == b.0) {
            let players: Vec<usize> = block.iter().map(|(_, player)| *player).collect();
            if players.len() == 1 {
                ranking.extend(players);
            } else {
                self.note(
                    "5",
                    None,
                    format!("{} players roll again", players.len()),
                    "they tied (map-tie = tied)",
                );
                ranking.extend(self.rank(chance, players));
            }
        }
        ranking
    }

    /// Step 6: the highest roll chooses the map; the second-highest chooses a position in the setup order, then
    /// the next one; the player who chose the map takes the position that is left.
    pub(super) fn choose_order(&mut self) {
        let chooser = self.ranking[0];
        self.map = self.setup.players[chooser].map.clone();
        self.note("6", Some(chooser), format!("chooses {}", self.map), "highest roll");
        let mut order: Vec<Option<usize>> = vec![None; self.ranking.len()];
        for rank in 1..self.ranking.len() {
            let player = self.ranking[rank];
            let (position, why) = self.wish(player, &order);
            order[position] = Some(player);
            self.note("6", Some(player), format!("takes position {}", position + 1), why);
        }
        let left =
            order.iter().position(Option::is_none).expect("one position is left for the map's chooser");
        order[left] = Some(chooser);
        self.note("6", Some(chooser), format!("takes position {}", left + 1), "it is the one that is left");
        self.order = order.into_iter().flatten().collect();
    }

    /// Ruling A26: a player without a wish takes what the switch says.
    fn wish(&self, player: usize, order: &[Option<usize>]) -> (usize, &'static str) {
        let free = |mut positions: Box<dyn Iterator<Item = usize>>| {
            positions.find(|position| order[*position].is_none()).expect("a position is free")
        };
        let first = || free(Box::new(0..order.len()));
        let last = || free(Box::new((0..order.len()).rev()));
        match (self.setup.players[player].wish, self.setup.cards.switches.setup_choice) {
            (SetupWish::First, _) => (first(), "wants to set up as early as possible"),
            (SetupWish::Last, _) => (last(), "wants to set up as late as possible"),
            (SetupWish::Position(position), _) => {
                let wanted = usize::from(position) - 1;
                let found = free(Box::new((wanted..order.len()).chain(0..wanted)));
                (found, if found == wanted { "wants this position" } else { "the wanted position is taken" })
            }
            (SetupWish::AsUsual, SetupChoice::Earliest) => (first(), "no wish (setup-choice = earliest)"),
            (SetupWish::AsUsual, SetupChoice::Latest) => (last(), "no wish (setup-choice = latest)"),
        }
    }
}
