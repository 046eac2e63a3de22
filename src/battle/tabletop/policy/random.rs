//! Flies by lot: every legal choice is as likely as any other. The floor that every other policy must beat, and the
//! one that visits odd corners of the rules.

use crate::chance::{Chance, Seeded};
use crate::geometry::Pose;
use crate::ids::Side;

use super::super::battle::View;
use super::super::few::bits;
use super::super::missions::Request;
use super::super::rules::actions::Options;
use super::super::rules::combat::Shots;
use super::super::rules::retreat;
use super::{Policy, Question};

#[derive(Debug, Clone)]
pub struct Random {
    luck: Seeded,
}

impl Random {
    pub fn new(luck: Seeded) -> Random {
        Random { luck }
    }

    fn of(&mut self, mask: u32) -> usize {
        let n = mask.count_ones();
        if n == 0 {
            return 0;
        }
        let place = self.luck.pick(n as usize);
        bits(mask).nth(place).unwrap_or(0)
    }
}

impl Policy for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn place(&mut self, view: View<'_>, request: &Request<'_>) -> Pose {
        let mut pose = request.sample(view, [0.5; 4]);
        for _ in 0..40 {
            let unit = [self.luck.unit(), self.luck.unit(), self.luck.unit(), self.luck.unit()];
            pose = request.sample(view, unit);
            if request.is_legal(view, pose) {
                break;
            }
        }
        pose
    }

    fn next_ship(&mut self, _view: View<'_>, choice: u32) -> usize {
        self.of(choice)
    }

    fn dial(&mut self, _view: View<'_>, _ship: usize, legal: u32) -> usize {
        self.of(legal)
    }

    fn drops_bomb(&mut self, _view: View<'_>, _ship: usize, _dial: usize, can: u32) -> Option<usize> {
        (self.luck.pick(4) == 0).then(|| self.of(can))
    }

    fn decloak(&mut self, _view: View<'_>, _ship: usize, ends: &[Pose]) -> Option<usize> {
        let choice = self.luck.pick(ends.len() + 1);
        (choice < ends.len()).then_some(choice)
    }

    fn action(&mut self, _view: View<'_>, _ship: usize, options: &Options) -> Option<usize> {
        let choice = self.luck.pick(options.len() + 1);
        (choice < options.len()).then_some(choice)
    }

    fn attack(&mut self, _view: View<'_>, _ship: usize, shots: &Shots) -> Option<usize> {
        Some(self.luck.pick(shots.len()))
    }

    fn tractor(&mut self, _view: View<'_>, _ship: usize, ends: &[Pose]) -> Option<usize> {
        Some(self.luck.pick(ends.len()))
    }

    fn flees(&mut self, view: View<'_>, ship: usize) -> bool {
        retreat::should_leave(view, ship)
    }

    fn choose(&mut self, _view: View<'_>, _side: Side, question: Question<'_>) -> usize {
        match question {
            Question::Corners
            | Question::Reinforce { .. }
            | Question::Return { .. }
            | Question::Tow { .. } => self.luck.pick(2),
            Question::FacingEdge | Question::FoeCorner | Question::RingEdge => self.luck.pick(4),
            Question::RingPlace => self.luck.pick(10),
            Question::Derelict => self.luck.pick(2),
            Question::TokenMove { ends, .. } => self.luck.pick(ends.len().max(1)),
            Question::Obstacle { free } => self.of(free),
            Question::EntryToken { tokens } => self.of(tokens),
            Question::FirstGroup { ships } => self.of(ships),
            Question::Jump { tokens, .. } => {
                if self.luck.pick(3) == 0 {
                    self.of(tokens)
                } else {
                    usize::MAX
                }
            }
            Question::Order { open, friends } => self.of(open) * 32 + self.of(friends),
            Question::PassRole { .. } => usize::MAX,
            Question::InsteadOfAttack { can, .. } => {
                if self.luck.pick(2) == 0 {
                    self.of(can)
                } else {
                    usize::MAX
                }
            }
        }
    }
}
