//! Checks of the fight.

use crate::Answers;
use common::check::{Answer, Check};

pub(super) const SPHERES_AT: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };

pub(super) const SWEPT_HIT: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };

pub(super) const DAMAGE: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };
