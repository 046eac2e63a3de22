//! One number for a whole event log, so that a faster wrong answer is seen: same log, same number.

use std::fmt::Write;

use crate::battle::tabletop::event::BattleEvent;
use crate::events::Sink;

/// FNV-1a over the events as text; numbers are written so that they read back exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signature(pub u64);

impl Default for Signature {
    fn default() -> Signature {
        Signature(0xcbf2_9ce4_8422_2325)
    }
}

impl Write for Signature {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        Ok(())
    }
}

impl Sink<BattleEvent> for Signature {
    fn event(&mut self, event: &BattleEvent) {
        let written = writeln!(self, "{event:?}");
        debug_assert!(written.is_ok(), "a hash takes every text");
    }
}
