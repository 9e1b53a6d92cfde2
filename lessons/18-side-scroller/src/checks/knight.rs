//! Checks of the knight.

use crate::Answers;
use common::check::{Answer, Check};

pub(super) const STATE_FOR: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };

pub(super) const FACE: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };

pub(super) const SWORD: Check<Answers> =
    Check { tolerance: 1e-3, ask: |_, _| Ok(Answer::numbers(|_| String::new(), [0.0])) };
