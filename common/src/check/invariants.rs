//! What still holds of a wrong answer that is made of transforms, and what does not: clues for an answer
//! that no known mistake explains.

use super::Answer;
use super::answer::Place;
use glam::{Mat3, Mat4};

/// An answer is judged to be turned or moved as a whole if this many tolerances allow it: two
/// transforms are multiplied before they are compared.
const PRODUCT: f32 = 4.0;

/// One question's expected and given answer.
pub(super) type Pair<'a> = (&'a Answer, &'a Answer);

/// Sentences, the most telling first; none if the answers are not made of transforms.
pub(super) fn sentences(pairs: &[Pair], tolerance: f32) -> Vec<String> {
    let probes: Vec<Vec<Item>> = pairs.iter().filter_map(|pair| items(*pair)).collect();
    if probes.len() != pairs.len() || probes.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let all: Vec<&Item> = probes.iter().flatten().collect();
    let mut sentences = Vec::new();
    sentences.extend(mirrored(&all).or_else(|| stretched(&all, tolerance)));
    sentences.extend(bones(&probes, tolerance));
    sentences.extend(halves(&all, tolerance));
    sentences.extend(whole(&all, tolerance).or_else(|| moved_as_one(&probes, tolerance)));
    sentences
}

/// One transform of an answer: where it stands in it, what it should be and what it is.
struct Item<'a> {
    place: Place<'a>,
    expected: Mat4,
    got: Mat4,
}

/// The transforms that belong to something: an element that no joint claims says nothing about joints.
fn items((expected, got): Pair<'_>) -> Option<Vec<Item<'_>>> {
    let (places, got) = (expected.transforms_at()?, got.transforms_at()?);
    if places.len() != got.len() {
        return None;
    }
    let grouped = places.iter().any(|(place, _)| !place.group.is_empty());
    let pairs = places.into_iter().zip(got);
    let items = pairs.map(|((place, expected), (_, got))| Item { place, expected, got });
    let items: Vec<Item> = items.filter(|item| !grouped || !item.place.group.is_empty()).collect();
    items.iter().all(|item| item.got.is_finite()).then_some(items)
}

/// A reflection among the axes: they form a left hand.
fn mirrored(items: &[&Item]) -> Option<String> {
    let determinant = |m: Mat4| Mat3::from_mat4(m).determinant();
    let is = |item: &&&Item| determinant(item.expected) > 0.0 && determinant(item.got) < -1e-3;
    let item = items.iter().find(is)?;
    Some(format!("{} is mirrored: its axes make a left hand.", item.place.label))
}

/// An axis of another length than it should have.
fn stretched(items: &[&Item], tolerance: f32) -> Option<String> {
    items.iter().find_map(|item| {
        let axes = |m: Mat4| [m.x_axis, m.y_axis, m.z_axis].map(|axis| axis.truncate().length());
        let mut pairs = "xyz".chars().zip(axes(item.expected).into_iter().zip(axes(item.got)));
        let (axis, (want, got)) =
            pairs.find(|(_, (want, got))| (want - got).abs() > PRODUCT * tolerance)?;
        let label = item.place.label;
        Some(format!("the {axis} axis of {label} is {got:.2} long, and should be {want:.2}."))
    })
}

/// Lengths from each joint to the one it hangs on, where the answer says which that is.
fn bones(probes: &[Vec<Item>], tolerance: f32) -> Option<String> {
    let mut bones = 0;
    for items in probes {
        for item in items {
            let parent = item
                .place
                .hangs_on
                .and_then(|parent| items.iter().find(|other| other.place.index == parent));
            let Some(parent) = parent else { continue };
            let length = |a: Mat4, b: Mat4| (a.w_axis - b.w_axis).truncate().length();
            let want = length(item.expected, parent.expected);
            let got = length(item.got, parent.got);
            if (want - got).abs() > PRODUCT * tolerance {
                let (label, parent) = (item.place.label, parent.place.label);
                return Some(format!(
                    "lengths are not kept: {label} is {got:.2} from {parent}, and should be {want:.2}."
                ));
            }
            bones += 1;
        }
    }
    (bones > 0).then(|| "every bone has its right length.".into())
}

/// Right in its origins or in its axes alone.
fn halves(items: &[&Item], tolerance: f32) -> Option<String> {
    let origin = |item: &&Item| item.expected.w_axis.abs_diff_eq(item.got.w_axis, tolerance);
    let axes = |item: &&Item| {
        Mat3::from_mat4(item.expected).abs_diff_eq(Mat3::from_mat4(item.got), tolerance)
    };
    if items.iter().all(origin) {
        Some("every origin is right: only the axes are off.".into())
    } else if items.iter().all(axes) {
        Some("all axes are right: only the origins are off.".into())
    } else {
        None
    }
}

/// The right answer in another form.
fn whole(items: &[&Item], tolerance: f32) -> Option<String> {
    let all = |form: fn(Mat4) -> Mat4| {
        items.iter().all(|i| form(i.expected).abs_diff_eq(i.got, PRODUCT * tolerance))
    };
    if all(|m| m.inverse()) {
        Some("each of them is the inverse of what it should be.".into())
    } else if all(|m| m.transpose()) {
        Some("each of them is the transpose of what it should be.".into())
    } else {
        None
    }
}

/// On every probe all transforms are off by one and the same, before them or after them.
fn moved_as_one(probes: &[Vec<Item>], tolerance: f32) -> Option<String> {
    let by_one = |off: fn(&Item) -> Mat4, back: fn(&Item, Mat4) -> Mat4| {
        probes.iter().all(|items| {
            let Some(first) = items.first() else { return true };
            let off = off(first);
            items.iter().all(|i| back(i, off).abs_diff_eq(i.got, PRODUCT * tolerance))
        })
    };
    // One transform alone is always off by one.
    if probes.iter().any(|items| items.len() < 2) {
        None
    } else if by_one(|i| i.got * i.expected.inverse(), |i, off| off * i.expected) {
        Some("all are right to one another: the whole figure is moved or turned as one, from the root on.".into())
    } else if by_one(|i| i.expected.inverse() * i.got, |i, off| i.expected * off) {
        Some("each is off by the same step, taken in its own space.".into())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::{Probe, Rig};
    use glam::Vec3;

    fn answer(rig: &Rig, matrices: &[Mat4]) -> Answer {
        let joints = rig.skeleton.joints();
        Answer::transforms(|i| rig.label(i), matrices.iter().copied())
            .hanging_on(|i| joints[i].parent)
    }

    fn said(change: impl Fn(&Rig, Vec<Mat4>) -> Vec<Mat4>) -> Vec<String> {
        let answers: Vec<(Answer, Answer)> = (0..Probe::COUNT)
            .map(|index| {
                let rig = Probe { seed: 41, index }.rig();
                let right: Vec<Mat4> = rig.model_from_joint().into_iter().map(Mat4::from).collect();
                (answer(&rig, &right), answer(&rig, &change(&rig, right)))
            })
            .collect();
        let pairs: Vec<Pair> = answers.iter().map(|(a, b)| (a, b)).collect();
        sentences(&pairs, 0.002)
    }

    fn each(change: impl Fn(Mat4) -> Mat4) -> Vec<String> {
        said(|_, right| right.into_iter().map(&change).collect())
    }

    const KEPT: &str = "every bone has its right length.";

    #[test]
    fn the_whole_figure_elsewhere() {
        let step = Mat4::from_rotation_z(0.4) * Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0));
        let told = each(|m| step * m);
        assert_eq!(told.len(), 2, "{told:?}");
        assert_eq!(told[0], KEPT);
        assert!(told[1].contains("from the root on"), "{told:?}");
        let own = each(|m| m * step);
        assert!(own.last().is_some_and(|s| s.contains("in its own space")), "{own:?}");
        assert!(own[0].starts_with("lengths are not kept: joint "), "{own:?}");
    }

    #[test]
    fn axes_that_are_none() {
        let told = each(|m| m * Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0)));
        assert_eq!(told[0], "joint 0 \"hips\" is mirrored: its axes make a left hand.");
        assert!(told.contains(&"every origin is right: only the axes are off.".to_owned()));
        let told = each(|m| m * Mat4::from_scale(Vec3::new(1.0, 1.0, 0.5)));
        assert_eq!(told[0], "the z axis of joint 0 \"hips\" is 0.50 long, and should be 1.00.");
    }

    #[test]
    fn origins_without_their_offsets() {
        let told = each(|m| Mat4::from_translation(Vec3::Y) * m);
        assert!(told.contains(&"all axes are right: only the origins are off.".to_owned()));
        // Pulled together to half the size: the axes as they were.
        let told = each(|m| Mat4::from_translation(m.w_axis.truncate() * -0.5) * m);
        assert!(told[0].starts_with("lengths are not kept: "), "{told:?}");
    }

    #[test]
    fn other_forms() {
        assert!(each(|m| m.inverse()).last().is_some_and(|s| s.contains("the inverse")));
        assert!(each(|m| m.transpose()).last().is_some_and(|s| s.contains("the transpose")));
    }

    #[test]
    fn nothing_is_said_of_what_is_no_transform() {
        assert!(each(|_| Mat4::NAN).is_empty());
        let words = Answer::words(|i| format!("{i}"), [1, 2]);
        assert!(sentences(&[(&words, &words)], 0.5).is_empty());
        assert!(sentences(&[], 0.5).is_empty());
        assert!(
            said(|_, mut right| {
                right.pop();
                right
            })
            .is_empty()
        );
    }
}
