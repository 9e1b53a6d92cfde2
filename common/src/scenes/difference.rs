//! F3's sentence where the student's points are compared with ours.

use crate::exercise::{Difference, Farthest};
use ui::View;

/// The difference at the pair of points that is farthest apart: `describe` puts it in words, and `agree`
/// is said where there is none.
pub fn at_farthest(
    view: &View,
    farthest: Option<Farthest>,
    agree: &str,
    describe: impl FnOnce(&Farthest) -> String,
) -> Difference {
    Difference {
        text: farthest.as_ref().map_or_else(|| agree.into(), describe),
        at: farthest.map(|farthest| farthest.at),
        clip_from_world: view.clip_from_world(),
    }
}
