//! Properties that a wrong answer made of transforms still has, and those that it has lost: clues for an answer that no
//! known mistake explains.

use super::Answer;
use super::answer::{ItemPosition, vector};
use glam::{Mat3, Mat4, Vec3, Vec4};
use verdict::card::decimals;

/// An answer is judged to be turned or moved as a whole if this many tolerances allow it: two
/// transforms are multiplied before they are compared.
const PRODUCT: f32 = 4.0;

pub(super) type Pair<'a> = (&'a Answer, &'a Answer);

/// Returns sentences about what is right and wrong in transforms, the most telling first; none for other answers. A
/// sentence holds on every probe.
pub(super) fn sentences(pairs: &[Pair], tolerance: f32) -> Vec<String> {
    let probes: Vec<Vec<Item>> = pairs.iter().filter_map(|pair| items(*pair)).collect();
    if probes.len() != pairs.len() || probes.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let all: Vec<&Item> = probes.iter().flatten().collect();
    let is_grouped = all.iter().any(|item| !item.place.group.is_empty());
    let mut own: Vec<Vec<&Item>> = Vec::new();
    for items in &probes {
        own.push(items.iter().filter(|item| !is_grouped || !item.place.group.is_empty()).collect());
    }
    let all_own = own.concat();
    if all_own.iter().all(|item| item.is_right(tolerance)) {
        return vec!["whatever belongs to a joint is right.".into()];
    }
    // With one of these three faults, the columns are not axes and an origin, so nothing more can be said of them.
    let fault = inverted_or_transposed(&all, tolerance)
        .or_else(|| misplaced_translation(&all_own, tolerance))
        .or_else(|| wrong_bottom_row(&all_own, tolerance));
    if let Some(sentence) = fault {
        return vec![sentence];
    }
    let mut sentences = Vec::new();
    sentences.extend(mirrored(&all_own).or_else(|| stretched(&all_own, tolerance)));
    sentences.extend(bone_lengths(&probes, tolerance));
    sentences.extend(origins_or_axes_right(&all, tolerance));
    sentences.extend(moved_as_one(&own, tolerance));
    sentences
}

/// One transform of an answer: its position in the answer, the right matrix and the answer's.
struct Item<'a> {
    place: ItemPosition<'a>,
    expected: Mat4,
    got: Mat4,
}

impl Item<'_> {
    fn is_right(&self, tolerance: f32) -> bool {
        self.expected.abs_diff_eq(self.got, tolerance)
    }

    fn has_origin_in(&self, column: usize, tolerance: f32) -> bool {
        self.expected.w_axis.truncate().abs_diff_eq(self.got.col(column).truncate(), tolerance)
    }
}

/// Returns all transforms of a probe's two answers; `None` if there are other items, or not as many, or infinite numbers.
fn items((expected, got): Pair<'_>) -> Option<Vec<Item<'_>>> {
    let expected = expected.transforms()?;
    let got = got.transforms()?;
    if expected.len() != got.len() {
        return None;
    }
    let mut items = Vec::new();
    for ((place, expected), (_, got)) in expected.into_iter().zip(got) {
        items.push(Item { place, expected, got });
    }
    items.iter().all(|item| item.got.is_finite()).then_some(items)
}

/// Returns a sentence if all origins are in the same column, and not in the last.
fn misplaced_translation(items: &[&Item], tolerance: f32) -> Option<String> {
    let mut far = items.to_vec();
    // The origin itself shows nothing, and a zero may stand anywhere.
    far.retain(|item| item.expected.w_axis.truncate().length() > PRODUCT * tolerance);
    if far.len() < 2 || far.iter().any(|item| item.has_origin_in(3, tolerance)) {
        return None;
    }
    let column = (0..3).find(|&column| far.iter().all(|item| item.has_origin_in(column, tolerance)))?;
    let column = ["first", "second", "third"][column];
    Some(format!("the translation is in the matrix's {column} column; it belongs in the fourth, `w_axis`."))
}

fn wrong_bottom_row(items: &[&Item], tolerance: f32) -> Option<String> {
    let item = items.iter().find(|item| !item.expected.row(3).abs_diff_eq(item.got.row(3), tolerance))?;
    let want = item.expected.row(3);
    let got = item.got.row(3);
    Some(if want == Vec4::W && got.truncate().abs_diff_eq(Vec3::ZERO, tolerance) {
        let w = got.w;
        let shown = decimals(got.w - 1.0);
        let number = part_of("the last number", item.place.label);
        format!("{number} is {w:.shown$}, and should be 1: multiplying a matrix by a number changes that one, too.")
    } else {
        let shown = decimals(want.distance(got));
        let [got, want] = [got, want].map(|row| vector(&row.to_array(), shown));
        format!("{} is {got}, and should be {want}.", part_of("the bottom row", item.place.label))
    })
}

fn mirrored(items: &[&Item]) -> Option<String> {
    let item = items.iter().find(|item| {
        let [expected, got] = [item.expected, item.got].map(|m| Mat3::from_mat4(m).determinant());
        expected > 0.0 && got < -1e-3
    })?;
    Some(format!("{} is mirrored: its axes are left-handed.", item.place.label))
}

fn stretched(items: &[&Item], tolerance: f32) -> Option<String> {
    for item in items {
        for (column, axis) in ["x", "y", "z"].into_iter().enumerate() {
            let [want, got] = [item.expected, item.got].map(|m| m.col(column).truncate().length());
            if (want - got).abs() > PRODUCT * tolerance {
                let axis = part_of(&format!("the {axis} axis"), item.place.label);
                let shown = decimals(want - got);
                return Some(format!("{axis} is {got:.shown$} long, and should be {want:.shown$}."));
            }
        }
    }
    None
}

/// Returns the name of a part of what has this label, after the words of a case that the label begins with: `tick 7: the x axis
/// of the matrix`.
fn part_of(part: &str, label: &str) -> String {
    match label.rsplit_once(": ") {
        Some((input, label)) => format!("{input}: {part} of {label}"),
        None => format!("{part} of {label}"),
    }
}

/// Returns a sentence on whether the bones, from a joint to its parent, have their right lengths.
fn bone_lengths(probes: &[Vec<Item>], tolerance: f32) -> Option<String> {
    let mut bones = 0;
    for items in probes {
        for item in items {
            let parent = item.place.parent.and_then(|parent| items.iter().find(|other| other.place.index == parent));
            let Some(parent) = parent else { continue };
            let want = (item.expected.w_axis - parent.expected.w_axis).truncate().length();
            let got = (item.got.w_axis - parent.got.w_axis).truncate().length();
            if (want - got).abs() > PRODUCT * tolerance {
                let label = item.place.label;
                let parent = parent.place.label.rsplit(": ").next().unwrap_or_default();
                let shown = decimals(want - got);
                return Some(format!(
                    "lengths are not kept: {label} is {got:.shown$} from {parent}, and should be {want:.shown$}."
                ));
            }
            bones += 1;
        }
    }
    (bones > 0).then(|| "every bone has its right length.".into())
}

fn origins_or_axes_right(items: &[&Item], tolerance: f32) -> Option<String> {
    let mut has_origins = true;
    let mut has_axes = true;
    for Item { expected, got, .. } in items {
        has_origins &= expected.w_axis.abs_diff_eq(got.w_axis, tolerance);
        has_axes &= Mat3::from_mat4(*expected).abs_diff_eq(Mat3::from_mat4(*got), tolerance);
    }
    match (has_origins, has_axes) {
        (true, false) => Some("every origin is right: only the axes are off.".into()),
        (false, true) => Some("all axes are right: only the origins are off.".into()),
        _ => None,
    }
}

fn inverted_or_transposed(items: &[&Item], tolerance: f32) -> Option<String> {
    if items.iter().all(|item| item.expected.inverse().abs_diff_eq(item.got, PRODUCT * tolerance)) {
        Some("each of them is the inverse of what it should be.".into())
    } else if items.iter().all(|item| item.expected.transpose().abs_diff_eq(item.got, PRODUCT * tolerance)) {
        Some("each of them is the transpose of what it should be.".into())
    } else {
        None
    }
}

/// Returns a sentence if one matrix, on the left or on the right of all right ones, gives the answer.
fn moved_as_one(probes: &[Vec<&Item>], tolerance: f32) -> Option<String> {
    let mut is_by_left = true;
    let mut is_by_right = true;
    for items in probes {
        let first = items.first()?;
        // One transform alone is always off by one, and so are several that should be equal.
        if items.iter().all(|item| item.expected.abs_diff_eq(first.expected, PRODUCT * tolerance)) {
            return None;
        }
        let left = first.got * first.expected.inverse();
        let right = first.expected.inverse() * first.got;
        for Item { expected, got, .. } in items {
            is_by_left &= (left * *expected).abs_diff_eq(*got, PRODUCT * tolerance);
            is_by_right &= (*expected * right).abs_diff_eq(*got, PRODUCT * tolerance);
        }
    }
    let is_figure = probes.iter().flatten().any(|item| item.place.parent.is_some());
    if is_by_left {
        Some(if is_figure {
            "all are right to one another: the whole figure is moved or turned as one, from the root on.".into()
        } else {
            "each is the right matrix with one and the same matrix on its left.".into()
        })
    } else if is_by_right {
        Some(if is_figure {
            "each is off by the same step, taken in its own space.".into()
        } else {
            "each is the right matrix with one and the same matrix on its right.".into()
        })
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Probe, Rig, answer::numbered};

    fn answer(rig: &Rig, matrices: &[Mat4]) -> Answer {
        let mut answer = Answer::default();
        for (index, matrix) in matrices.iter().enumerate() {
            let item = answer.compare(rig.label(index), *matrix);
            if let Some(joint) = rig.skeleton.joints().get(index) {
                item.group("joints").parent(joint.parent);
            }
        }
        answer
    }

    /// Returns the sentences about the right answers of four random rigs, changed by `change`.
    fn messages_of(change: impl Fn(&Rig, Vec<Mat4>) -> Vec<Mat4>) -> Vec<String> {
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
        messages_of(|_, right| right.into_iter().map(&change).collect())
    }

    const KEPT: &str = "every bone has its right length.";

    #[test]
    fn the_whole_figure_elsewhere() {
        let step = Mat4::from_rotation_z(0.4) * Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0));
        let sentences = each(|m| step * m);
        assert_eq!(sentences.len(), 2, "{sentences:?}");
        assert_eq!(sentences[0], KEPT);
        assert!(sentences[1].contains("from the root on"), "{sentences:?}");
        let own = each(|m| m * step);
        assert!(own.last().is_some_and(|s| s.contains("in its own space")), "{own:?}");
        assert!(own[0].starts_with("lengths are not kept: joint "), "{own:?}");
    }

    #[test]
    fn matrices_that_are_no_figure() {
        let step = Mat4::from_translation(Vec3::new(1.0, 2.0, 3.0)) * Mat4::from_rotation_z(0.4);
        let projection = Mat4::from_cols(Vec4::X, Vec4::Y, -Vec4::ONE, -2.0 * Vec4::Z);
        let turn = Mat4::from_rotation_x(0.5);
        let left = sentences_of([turn, step], [step * turn, step * step]);
        assert_eq!(left.last().unwrap(), "each is the right matrix with one and the same matrix on its left.");
        let right = sentences_of([turn, step], [turn * step, step * step]);
        assert_eq!(right.last().unwrap(), "each is the right matrix with one and the same matrix on its right.");
        assert_eq!(sentences_of([turn, turn], [step * turn, step * turn]), [""; 0], "two that should be equal");
        let sentences = sentences_of([projection, turn], [step * projection, step * turn]);
        assert!(sentences.iter().all(|s| !s.contains("figure") && !s.contains("bone")), "{sentences:?}");
    }

    fn sentences_of(expected: [Mat4; 2], got: [Mat4; 2]) -> Vec<String> {
        sentences(&[(&numbered("matrix", expected), &numbered("matrix", got))], 0.002)
    }

    /// The elements that no joint claims, in lesson 04.
    #[test]
    fn only_what_belongs_to_no_joint_is_off() {
        let pairs: Vec<(Answer, Answer)> = (0..Probe::COUNT)
            .map(|index| {
                let rig = Probe { seed: 41, index }.rig();
                let right: Vec<Mat4> = rig.model_from_joint().into_iter().map(Mat4::from).collect();
                let [expected, got] = [Mat4::IDENTITY, rig.model_from_root.into()]
                    .map(|filler| answer(&rig, &[right.clone(), vec![filler; 3]].concat()));
                (expected, got)
            })
            .collect();
        let pairs: Vec<Pair> = pairs.iter().map(|(a, b)| (a, b)).collect();
        assert_eq!(sentences(&pairs, 0.002), ["whatever belongs to a joint is right."]);
    }

    #[test]
    fn numbers_in_the_wrong_place() {
        assert_eq!(
            each(|m| m * 2.2),
            [
                "the last number of joint 0 \"hips\" is 2.20, and should be 1: multiplying a matrix by a number changes that one, too."
            ]
        );
        let sentences = each(|m| Mat4::from_cols(m.w_axis, m.x_axis, m.y_axis, m.z_axis));
        assert_eq!(sentences, ["the translation is in the matrix's first column; it belongs in the fourth, `w_axis`."]);
        let sentences = each(|m| Mat4::from_cols(m.x_axis + Vec4::W, m.y_axis, m.z_axis, m.w_axis));
        assert_eq!(sentences, ["the bottom row of joint 0 \"hips\" is (1, 0, 0, 1), and should be (0, 0, 0, 1)."]);
    }

    #[test]
    fn axes_that_are_none() {
        let sentences = each(|m| m * Mat4::from_scale(Vec3::new(1.0, -1.0, 1.0)));
        assert_eq!(sentences[0], "joint 0 \"hips\" is mirrored: its axes are left-handed.");
        assert!(sentences.contains(&"every origin is right: only the axes are off.".to_owned()));
        let sentences = each(|m| m * Mat4::from_scale(Vec3::new(1.0, 1.0, 0.5)));
        assert_eq!(sentences[0], "the z axis of joint 0 \"hips\" is 0.50 long, and should be 1.00.");
    }

    #[test]
    fn origins_without_their_offsets() {
        let sentences = each(|m| Mat4::from_translation(Vec3::Y) * m);
        assert!(sentences.contains(&"all axes are right: only the origins are off.".to_owned()));
        // Pulled together to half the size: the axes as they were.
        let sentences = each(|m| Mat4::from_translation(m.w_axis.truncate() * -0.5) * m);
        assert!(sentences[0].starts_with("lengths are not kept: "), "{sentences:?}");
    }

    #[test]
    fn other_forms() {
        assert!(each(|m| m.inverse()).last().is_some_and(|s| s.contains("the inverse")));
        assert!(each(|m| m.transpose()).last().is_some_and(|s| s.contains("the transpose")));
    }

    #[test]
    fn nothing_is_said_of_what_is_no_transform() {
        assert!(each(|_| Mat4::NAN).is_empty());
        let words = numbered("word", ["1", "2"]);
        assert!(sentences(&[(&words, &words)], 0.5).is_empty());
        assert!(sentences(&[], 0.5).is_empty());
        assert!(
            messages_of(|_, mut right| {
                right.pop();
                right
            })
            .is_empty()
        );
    }
}
