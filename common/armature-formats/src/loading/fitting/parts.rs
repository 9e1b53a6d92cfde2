//! The parts of a local transform: translation, rotation, scale and shear, each of which gets a track of its own.

use crate::double::{Arc, Parts, same_hemisphere};
use glam::DVec4;

pub(super) const AT_REST: Parts = [DVec4::ZERO, DVec4::W, DVec4::ONE, DVec4::ZERO];

/// The index of a part in [`Parts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Translation,
    Rotation,
    Scale,
    Shear,
}

impl Part {
    pub(super) const ALL: [Part; 4] = [Part::Translation, Part::Rotation, Part::Scale, Part::Shear];

    /// Returns the size to which rounding errors are proportional.
    pub(super) fn noise(self, value: DVec4) -> f64 {
        match self {
            Part::Rotation => 0.5, // of an angle of 1
            Part::Translation | Part::Scale => value.length(),
            Part::Shear => 1.0 + value.length(),
        }
    }
}

/// Linear interpolation between two values of a part, of rotations by slerp if the angle between them is larger than
/// `nlerp_limit`, else by nlerp. `None` where rounding decides which way is shorter.
pub(super) fn interpolation(part: Part, a: DVec4, b: DVec4, nlerp_limit: f64) -> Option<impl Fn(f64) -> DVec4> {
    let is_rotation = part == Part::Rotation;
    let b = if is_rotation { same_hemisphere(a, b) } else { b };
    if is_rotation && a.dot(b) < 0.2 {
        return None;
    }
    let is_far = is_rotation && (a - b).length() > 0.49 * nlerp_limit;
    let arc = is_far.then(|| Arc::new(a, b)).filter(|arc| arc.angle() > nlerp_limit);
    Some(move |u: f64| {
        if let Some(arc) = &arc {
            return arc.at(u);
        }
        let value = a + (b - a) * u;
        if is_rotation { value.normalize() } else { value }
    })
}
