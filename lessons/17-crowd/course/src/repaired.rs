//! Values that the answers give, repaired as far as drawing needs it.

use crate::{BakedClip, Moment};
use glam::Vec4;
use verdict::wording::counted;

/// Returns three texels for each matrix. If there were others, `wrong` gets a message.
pub(crate) fn three_each(mut texels: Vec<Vec4>, matrices: usize, wrong: &mut Option<String>) -> Vec<Vec4> {
    if !texels.iter().all(|texel| texel.is_finite()) {
        wrong.get_or_insert_with(|| "not a number".into());
    } else if texels.len() != 3 * matrices {
        let got = counted(texels.len(), "texel", "texels");
        wrong.get_or_insert_with(|| format!("{got} for {}", counted(matrices, "matrix", "matrices")));
    }
    texels.resize(3 * matrices, Vec4::ZERO);
    texels
}

/// Returns the moment, or the clip's first frame if that cannot be drawn; `wrong` then gets a message. Frames of other
/// clips can be drawn.
pub(crate) fn drawable_moment(moment: Moment, clip: &BakedClip, frames: usize, wrong: &mut Option<String>) -> Moment {
    let Moment { from, to, alpha } = moment;
    let outside = [from, to].into_iter().find(|frame| *frame >= frames);
    if let Some(outside) = outside {
        wrong.get_or_insert_with(|| format!("frame {outside}, and there are {frames}"));
    } else if !alpha.is_finite() {
        wrong.get_or_insert_with(|| "alpha is not a number".into());
    } else {
        return moment;
    }
    Moment { from: clip.first, to: clip.first, alpha: 0.0 }
}
