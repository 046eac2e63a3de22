//! "Beginning of round", steps 1 to 8, written a second time straight from the guide and by brute force. It shares no
//! code with the program, whose exact engine it is there to contradict.

pub mod game;
pub mod procedure;

use std::collections::HashMap;

/// Most players at a table here.
pub const MOST: usize = 4;
pub const SIDES: usize = 20;

/// A number for each player.
pub type Dice = [u8; MOST];

/// Whom an ability is aimed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aim {
    Strongest,
    At(usize),
}

/// What a player brings.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Seat {
    pub recon: bool,
    pub tactician: i32,
    pub circle: i32,
    pub sense: bool,
    pub master: bool,
    pub anticipation: bool,
    pub save: Option<i32>,
    pub wager: bool,
    pub broker: Option<Aim>,
    pub foresee: Option<Aim>,
    /// Force points; no limit where none is given.
    pub force: Option<i32>,
    /// Characters to stake or to give up; no limit where none is given.
    pub characters: Option<i32>,
}

/// Readings of unclear texts, called as the program calls them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Readings {
    pub check_20: bool,
    pub cancel_only: bool,
    pub clash_all_players: bool,
    pub cancel_opponents: bool,
    pub sticky: bool,
    pub foresee_stack: bool,
    pub recon_lowest: bool,
    pub one_gets_bonus: bool,
    pub tie_cancels_tactician_only: bool,
    pub master_before_tie: bool,
    pub sense_per_player: bool,
    pub equal_by_seat: bool,
    pub master_works_on_one: bool,
    pub masters_compare_dice: bool,
    pub anticipation_per_player: bool,
}

impl Readings {
    /// The reading that a switch of the program asks for.
    pub fn with(mut self, switch: &str) -> Readings {
        match switch {
            "luck-effect=check-20" => self.check_20 = true,
            "luck-effect=cancel-only" => self.cancel_only = true,
            "luck-clash=all-players" => self.clash_all_players = true,
            "luck-cancel-scope=opponents" => self.cancel_opponents = true,
            "broker-mode=sticky" => self.sticky = true,
            "foresee-stack=true" => self.foresee_stack = true,
            "recon-choice=lowest" => self.recon_lowest = true,
            "nat1-blocks-bonus=false" => self.one_gets_bonus = true,
            "tie-cancels=tactician-only" => self.tie_cancels_tactician_only = true,
            "tie-before-master=false" => self.master_before_tie = true,
            "sense-window=per-player" => self.sense_per_player = true,
            "sense-equal-order=seat" => self.equal_by_seat = true,
            "master-fails-on-one=false" => self.master_works_on_one = true,
            "master-compare=die" => self.masters_compare_dice = true,
            "antic-window=per-player" => self.anticipation_per_player = true,
            other => panic!("{other} is no reading of this oracle"),
        }
        self
    }
}

/// Reads `recon,tactician:4`.
pub fn seat(words: &str) -> Seat {
    let mut seat = Seat::default();
    for word in words.split(',') {
        let (key, number) = word.split_once(':').unwrap_or((word, ""));
        let number = |usual: i32| if number.is_empty() { usual } else { number.parse().expect("a number") };
        let aim = |said: i32| if said == 0 { Aim::Strongest } else { Aim::At(said as usize - 1) };
        match key {
            "plain" => {}
            "recon" => seat.recon = true,
            "tactician" => seat.tactician = number(4),
            "watch-circle" => seat.circle = number(2),
            "sense" => seat.sense = true,
            "master-tactician" => seat.master = true,
            "anticipation" => seat.anticipation = true,
            "doellins-luck" => seat.save = Some(number(11)),
            "wager" => seat.wager = true,
            "tactics-broker" => seat.broker = Some(aim(number(0))),
            "foresee" => seat.foresee = Some(aim(number(0))),
            "force" => seat.force = Some(number(0)),
            "characters" => seat.characters = Some(number(0)),
            other => panic!("{other} is no word of this oracle"),
        }
    }
    seat
}

/// What the round remembers between two rolls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct State {
    pub first_roll: bool,
    /// A tie for high has been.
    pub tied: bool,
    /// Who may still decide on Sense the Future and on Anticipation; masks.
    pub sense: u8,
    pub anticipation: u8,
    pub muted: u8,
    /// First roll counts as 20.
    pub twenty: u8,
    pub forced: u8,
    /// Foresees on each player.
    pub foreseen: [u8; MOST],
    /// Force points left; -1 without limit.
    pub force: [i32; MOST],
    pub characters: [i32; MOST],
}

#[derive(Debug, Clone)]
pub struct Table {
    pub seats: Vec<Seat>,
    pub readings: Readings,
}

pub const FORESEE_COST: i32 = 1;
pub const SENSE_COST: i32 = 2;
pub const ANTICIPATION_COST: i32 = 1;

pub fn bits(mask: u8) -> Vec<usize> {
    (0..MOST).filter(|i| mask >> i & 1 == 1).collect()
}

pub fn mask(seats: impl IntoIterator<Item = usize>) -> u8 {
    seats.into_iter().fold(0, |mask, i| mask | 1 << i)
}

/// All the ways in which `count` dice fall, by the number that is kept.
pub fn kept(count: usize, lowest: bool) -> Vec<f64> {
    let mut ways = vec![0_u64; SIDES + 1];
    let all = SIDES.pow(count as u32);
    for fall in 0..all {
        let dice = (0..count).map(|die| fall / SIDES.pow(die as u32) % SIDES + 1);
        let number = if lowest { dice.min() } else { dice.max() };
        ways[number.unwrap()] += 1;
    }
    ways.into_iter().map(|n| n as f64 / all as f64).collect()
}

impl Table {
    pub fn new(players: &[&str], switches: &[&str]) -> Table {
        let readings = switches.iter().fold(Readings::default(), |readings, switch| readings.with(switch));
        Table { seats: players.iter().map(|words| seat(words)).collect(), readings }
    }

    pub fn n(&self) -> usize {
        self.seats.len()
    }

    pub fn everyone(&self) -> u8 {
        mask(0..self.n())
    }

    /// Before anything has happened.
    pub fn start(&self) -> State {
        let of = |wanted: fn(&Seat) -> bool| mask((0..self.n()).filter(|i| wanted(&self.seats[*i])));
        let mut state = State {
            first_roll: true,
            tied: false,
            sense: of(|seat| seat.sense),
            anticipation: of(|seat| seat.anticipation),
            muted: 0,
            twenty: 0,
            forced: 0,
            foreseen: [0; MOST],
            force: [-1; MOST],
            characters: [-1; MOST],
        };
        for (i, seat) in self.seats.iter().enumerate() {
            state.force[i] = seat.force.unwrap_or(-1);
            state.characters[i] = seat.characters.unwrap_or(-1);
        }
        state
    }

    pub fn works(&self, state: &State, i: usize) -> bool {
        state.muted >> i & 1 == 0
    }

    pub fn can_pay(&self, state: &State, i: usize, cost: i32) -> bool {
        state.force[i] < 0 || cost <= state.force[i]
    }

    pub fn pay(&self, state: &mut State, i: usize, cost: i32) {
        if 0 <= state.force[i] {
            state.force[i] -= cost;
        }
    }

    /// The player whom others take for the strongest: who most often beats a plain player by dice, bonuses and Master
    /// Tactician alone; of equals the first.
    pub fn strongest_but(&self, i: usize) -> usize {
        let strength = |seat: &Seat| {
            let passive = Seat {
                recon: seat.recon,
                tactician: seat.tactician,
                circle: seat.circle,
                master: seat.master,
                ..Seat::default()
            };
            let duel = Table { seats: vec![passive, Seat::default()], readings: self.readings };
            procedure::chances(&duel)[0]
        };
        let mut best: Option<(usize, f64)> = None;
        for other in (0..self.n()).filter(|other| *other != i) {
            let chance = strength(&self.seats[other]);
            if best.is_none_or(|(_, most)| most + 1e-12 < chance) {
                best = Some((other, chance));
            }
        }
        best.unwrap().0
    }

    pub fn aim(&self, aim: Aim, i: usize) -> usize {
        match aim {
            Aim::Strongest => self.strongest_but(i),
            Aim::At(target) => target,
        }
    }

    /// Step 3: the distribution of the number that a player holds after the roll.
    pub fn rolled(&self, state: &State, i: usize, cache: &mut HashMap<(usize, bool), Vec<f64>>) -> Vec<f64> {
        let fixed = |number: usize| (0..=SIDES).map(|n| if n == number { 1.0 } else { 0.0 }).collect();
        if state.twenty >> i & 1 == 1 {
            return fixed(SIDES);
        }
        if state.forced >> i & 1 == 1 && !state.tied && !self.readings.sticky {
            return fixed(1);
        }
        let dice = self.dice(state, i) + usize::from(state.foreseen[i]);
        let lowest = 0 < state.foreseen[i] || self.readings.recon_lowest;
        cache.entry((dice, lowest)).or_insert_with(|| kept(dice, lowest)).clone()
    }

    /// Dice without Foresee the Future.
    pub fn dice(&self, state: &State, i: usize) -> usize {
        1 + usize::from(self.seats[i].recon && self.works(state, i))
    }

    /// The number that a die counts as: a sticky 1 until a tie.
    pub fn held(&self, state: &State, dice: &Dice, i: usize) -> i32 {
        let stuck = self.readings.sticky && state.forced >> i & 1 == 1 && !state.tied;
        if stuck { 1 } else { i32::from(dice[i]) }
    }

    /// Step 4.
    pub fn check(&self, state: &State, dice: &Dice, i: usize) -> i32 {
        let die = self.held(state, dice, i);
        let stuck = self.readings.sticky && state.forced >> i & 1 == 1 && !state.tied;
        if !self.works(state, i) || stuck || die == 1 && !self.readings.one_gets_bonus {
            return die;
        }
        let seat = &self.seats[i];
        match (state.tied, self.readings.tie_cancels_tactician_only) {
            (false, _) => die + seat.tactician + seat.circle,
            (true, true) => die + seat.circle,
            (true, false) => die,
        }
    }

    pub fn masters(&self, state: &State, dice: &Dice) -> Vec<usize> {
        let able = |i: &usize| {
            self.seats[*i].master
                && self.works(state, *i)
                && (self.readings.master_works_on_one || self.held(state, dice, *i) != 1)
        };
        (0..self.n()).filter(able).collect()
    }

    /// Step 5.
    pub fn is_tied(&self, state: &State, dice: &Dice) -> bool {
        let checks: Vec<i32> = (0..self.n()).map(|i| self.check(state, dice, i)).collect();
        let high = *checks.iter().max().unwrap();
        let tied = 1 < checks.iter().filter(|check| **check == high).count();
        tied && (!self.readings.master_before_tie || self.masters(state, dice).is_empty())
    }

    /// Step 7: whoever wins, or those who roll it off.
    pub fn leaders(&self, state: &State, dice: &Dice) -> Vec<usize> {
        let masters = self.masters(state, dice);
        let (field, by_die) = if masters.is_empty() {
            ((0..self.n()).collect(), false)
        } else {
            (masters, self.readings.masters_compare_dice)
        };
        let value = |i: usize| {
            if by_die { self.held(state, dice, i) } else { self.check(state, dice, i) }
        };
        let best = field.iter().map(|i| value(*i)).max().unwrap();
        field.into_iter().filter(|i| value(*i) == best).collect()
    }

    /// Step 1 once everybody has declared: what it comes to, with probabilities.
    pub fn luck(&self, declared: &[Declared]) -> Vec<(Opened, f64)> {
        let mut ways = vec![(0_u8, 1.0)];
        let mut state = self.start();
        for (i, choice) in declared.iter().enumerate() {
            let success = match choice {
                Declared::Nothing => 0.0,
                Declared::Wager => 1.0,
                // The price of Doellin's Luck is a defeated character, also where the save fails.
                Declared::Luck => {
                    if 0 <= state.characters[i] {
                        state.characters[i] -= 1;
                    }
                    f64::from(SIDES as i32 + 1 - self.seats[i].save.unwrap()) / SIDES as f64
                }
            };
            ways = ways
                .iter()
                .flat_map(|(made, p)| [(*made, p * (1.0 - success)), (made | 1 << i, p * success)])
                .filter(|(_, p)| 0.0 < *p)
                .collect();
        }
        ways.into_iter().map(|(made, p)| (self.opened(state, made), p)).collect()
    }

    fn opened(&self, mut state: State, made: u8) -> Opened {
        if made == 0 {
            return Opened::Going(state);
        }
        let lone = made.count_ones() == 1;
        state.muted =
            if lone && self.readings.cancel_opponents { self.everyone() & !made } else { self.everyone() };
        let blocked = if self.readings.clash_all_players { made == self.everyone() } else { !lone };
        if blocked || self.readings.cancel_only {
            return Opened::Going(state);
        }
        if self.readings.check_20 {
            state.twenty = made;
            return Opened::Going(state);
        }
        // Several contend with plain dice: nobody is better than another.
        Opened::Won(made)
    }

    pub fn can_broker(&self, state: &State, i: usize) -> bool {
        self.seats[i].broker.is_some() && self.works(state, i) && state.characters[i] != 0
    }

    pub fn can_foresee(&self, state: &State, i: usize) -> bool {
        self.seats[i].foresee.is_some() && self.works(state, i) && self.can_pay(state, i, FORESEE_COST)
    }

    /// Step 2 by those of `users`.
    pub fn brokered(&self, state: &State, users: u8) -> State {
        let mut after = *state;
        for i in bits(users) {
            after.forced |= 1 << self.aim(self.seats[i].broker.unwrap(), i);
        }
        after
    }

    /// Step 3 by those of `users`, before the dice.
    pub fn foresaw(&self, state: &State, users: u8) -> State {
        let mut after = *state;
        for i in bits(users) {
            self.pay(&mut after, i, FORESEE_COST);
            let target = self.aim(self.seats[i].foresee.unwrap(), i);
            let more = after.foreseen[target] + 1;
            after.foreseen[target] = if self.readings.foresee_stack { more } else { 1 };
        }
        after
    }

    pub fn can_sense(&self, state: &State, i: usize) -> bool {
        state.sense >> i & 1 == 1 && self.works(state, i) && self.can_pay(state, i, SENSE_COST)
    }

    pub fn can_anticipate(&self, state: &State, i: usize) -> bool {
        state.anticipation >> i & 1 == 1 && self.works(state, i) && self.can_pay(state, i, ANTICIPATION_COST)
    }

    /// Step 6, points and windows.
    pub fn sensed(&self, state: &State, users: u8) -> State {
        let mut after = *state;
        bits(users).into_iter().for_each(|i| self.pay(&mut after, i, SENSE_COST));
        after.sense = if self.readings.sense_per_player { state.sense & !users } else { 0 };
        after
    }

    /// Step 8, points and windows.
    pub fn anticipated(&self, state: &State, users: u8) -> State {
        let mut after = *state;
        bits(users).into_iter().for_each(|i| self.pay(&mut after, i, ANTICIPATION_COST));
        after.anticipation =
            if self.readings.anticipation_per_player { state.anticipation & !users } else { 0 };
        after
    }

    /// Step 3 is over: what held for the first roll only is gone.
    pub fn after_roll(&self, state: &State) -> State {
        State { first_roll: false, twenty: 0, foreseen: [0; MOST], ..*state }
    }

    /// Step 5 sends everybody back.
    pub fn after_tie(&self, state: &State) -> State {
        State { tied: true, ..*state }
    }
}

/// A declaration of step 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Declared {
    Nothing,
    Luck,
    Wager,
}

/// What step 1 comes to.
#[derive(Debug, Clone, Copy)]
pub enum Opened {
    /// One of these wins; a mask.
    Won(u8),
    Going(State),
}
