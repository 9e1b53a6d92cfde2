//! Paper puppets: 2D cut-out animation and rigid 2D skinning, where every corner follows one bone.
//!
//! A point is a [`Vec2`], y up; a transform is a 3x3 matrix whose last row is 0 0 1.
//! Angles are in radians, counter-clockwise.

use glam::{Mat3, Vec2};

pub use given::lesson_03::{Corner, LAYERS, Part, Sprite, Swing};
pub use given::lesson_09::wave;

/// Turns the plane by `angle` about `pivot`, which stays where it is: `T(p) R T(-p)`.
///
/// Read from the right: into a frame whose origin is the pivot, the turn, and back. For paper that was
/// drawn in a rest pose `T(-p)` is an inverse bind matrix, and `T(p) R` is where the frame is now.
///
/// ```
/// use drawing::cast::puppet::rotate_about;
/// use glam::Vec2;
///
/// let quarter = rotate_about(Vec2::new(2.0, 1.0), 90f32.to_radians());
/// let moved = quarter.transform_point2(Vec2::new(3.0, 1.0));
/// assert!(moved.distance(Vec2::new(2.0, 2.0)) < 1e-6);
/// ```
pub fn rotate_about(pivot: Vec2, angle: f32) -> Mat3 {
    Mat3::from_translation(pivot) * Mat3::from_angle(angle) * Mat3::from_translation(-pivot)
}

/// Returns the positions of an arm's corners after its bones have turned, in the order of `corners`.
///
/// `turns[k]` turns bone `k` about its pivot *at rest*; each bone is the child of the one before it. So bone `k`
/// moves by `turns[0] * turns[1] * .. * turns[k]`.
pub fn segmented_arm(corners: &[Corner], turns: &[Mat3]) -> Vec<Vec2> {
    let mut now_from_rest = Vec::with_capacity(turns.len());
    let mut so_far = Mat3::IDENTITY;
    for turn in turns {
        so_far *= *turn;
        now_from_rest.push(so_far);
    }
    corners.iter().map(|corner| now_from_rest[corner.bone].transform_point2(corner.at)).collect()
}

/// Transforms of all parts of a puppet after each has turned, in the order in which they are drawn: the lowest layer
/// first, within a layer in the order of `parts`.
///
/// `turns[k]` turns part `k` about its pivot, on its own picture.
///
/// # Panics
/// If there are fewer turns than parts, or a parent does not come before its child.
pub fn sprite_transforms(parts: &[Part], turns: &[Mat3]) -> Vec<Sprite> {
    let mut sprites: Vec<Sprite> = Vec::with_capacity(parts.len());
    for (part, &Part { parent, pivot, pin, .. }) in parts.iter().enumerate() {
        let parent_from_picture = Mat3::from_translation(pin - pivot) * turns[part];
        let stage_from_picture = match parent {
            Some(parent) => sprites[parent].stage_from_picture * parent_from_picture,
            None => parent_from_picture,
        };
        sprites.push(Sprite { part, stage_from_picture });
    }
    sprites.sort_by_key(|sprite| parts[sprite.part].layer);
    sprites
}
