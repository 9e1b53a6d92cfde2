//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{Pair, Whole, arcs, blends, signs, wholes};
use crate::{Transform, figures};
use check::{Answer, AnyCheck, Case, Check, finite, vector};
use glam::{Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    rotations: Rotations,
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&SHORTEST, &NLERP, &SLERP, &DECOMPOSE];

/// Dot products of unit quaternions below this are zero, up to a few roundings of 6e-8.
const TIE: f32 = 1e-6;

/// 07.1: a rotation, and another as either of its quaternions.
const SHORTEST: Check<Pair, Quat> = Check {
    tolerance: 1e-5, // one of two sets of numbers: nothing is computed
    words: Pair::note,
    by_hand: || {
        let mut cases = Vec::new();
        for turns in [
            [0.0, 210.0],
            [0.0, 570.0],
            [0.0, 0.0],
            [0.0, 360.0],
            [100.0, 440.0],
            [260.0, 280.0],
            [80.0, 620.0],
            [100.0, 620.0],
        ] {
            let [a, b] = figures::two_turns(turns).map(|q| vector(&q.to_array(), 2));
            let case = Case::at(turns, |turns| {
                let [from, to] = figures::two_turns(turns);
                Pair::new("", from, to)
            });
            cases.push(case.called(format!("from {a} to {b}, turns by {}° and {}° about z", turns[0], turns[1])));
        }
        cases
    },
    drawn: |probe| signs(&mut probe.random(), probe.is_last()),
    call: |course, pair| Ok(course.rotations.shortest(pair.from, pair.to)?),
    compare: |pair, nearer, answer| {
        // At a right angle neither of the two is nearer, and rounding decides which of them an answer returns.
        let is_tie = pair.from.dot(pair.to).abs() < TIE;
        let nearer = if is_tie && nearer.dot(pair.to) < 0.0 { -nearer } else { nearer };
        answer.compare("the result", nearer).group(pair.name.clone());
        note_order(answer);
    },
};

/// 07.2: two rotations, and the fraction of the way between them.
const NLERP: Check<(Pair, f32), Quat> = Check {
    tolerance: 2e-5, // a few roundings of 6e-8
    words: blend_in_words,
    by_hand: || {
        let mut cases = Vec::new();
        for u in [0.25, 0.0, 1.0, 0.5] {
            let case = Case::at([u, 75.0], |[u, theta]| blend([u, theta, 0.0]));
            cases.push(case.called(format!("from no rotation to 150° about z, u = {u}")));
        }
        cases
    },
    drawn: |probe| blends(&mut probe.random(), probe.is_last()),
    call: |course, (pair, u)| Ok(course.rotations.nlerp(pair.from, pair.to, *u)?),
    compare: compare_blend,
};

/// 07.3: as 07.2.
const SLERP: Check<(Pair, f32), Quat> = Check {
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    tolerance: 2e-5,
    words: blend_in_words,
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("from no rotation to 150° about z", [0.25, 75.0, 0.0]),
            ("from no rotation to 150° about z", [0.0, 75.0, 0.0]),
            ("from no rotation to 150° about z", [1.0, 75.0, 0.0]),
            ("from no rotation to 150° about z", [0.5, 75.0, 0.0]),
            ("from no rotation to no rotation", [0.5, 0.0, 0.0]),
            ("from a turn by 76° about z to itself, where a · a rounds to 1.0000001", [0.5, 0.0, 76.0]),
            ("from no rotation to 60° about z", [0.25, 30.0, 0.0]),
            ("from no rotation to 40° about z", [0.25, 20.0, 0.0]),
            ("from no rotation to 14° about z", [0.25, 7.0, 0.0]),
            ("from no rotation to 1° about z", [0.5, 0.5, 0.0]),
            ("from no rotation to 0.01° about z", [0.5, 0.005, 0.0]),
        ] {
            cases.push(Case::at(state, blend).called(format!("{words}, u = {}", state[0])));
        }
        cases
    },
    drawn: |probe| arcs(&mut probe.random(), probe.is_last()),
    call: |course, (pair, u)| Ok(course.rotations.slerp(pair.from, pair.to, *u)?),
    compare: compare_blend,
};

/// Returns the blend that figures 07.2 and 07.3 show in a state: u, half the turn, and the first key's turn, in degrees.
fn blend([u, theta, first]: [f32; 3]) -> (Pair, f32) {
    let [from, to] = figures::arc_ends(theta, first);
    (Pair::new("", from, to), u)
}

fn blend_in_words((pair, u): &(Pair, f32)) -> String {
    format!("{}, u = {u:.2}", pair.note())
}

/// Compares a blend. q and -q are one rotation, so either is right.
fn compare_blend((pair, _): &(Pair, f32), blend: Quat, answer: &mut Answer) {
    answer.compare("the length of the result", finite(blend.length()));
    answer.compare("the result", finite(if blend.dot(pair.from) < 0.0 { -blend } else { blend }));
    note_order(answer);
}

fn note_order(answer: &mut Answer) {
    let order = "a quaternion's numbers are shown as (x, y, z, w).";
    if !answer.notes.iter().any(|note| note == order) {
        answer.notes.push(order.into());
    }
}

/// 07.4: a matrix T R S.
const DECOMPOSE: Check<Whole, Transform> = Check {
    tolerance: 1e-4, // numbers up to 20, a square root and a division each
    words: |whole| format!("a {} matrix with the columns {}", whole.name, columns(&whole.matrix)),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("the scales 0.5, 1.2 and 1, then a turn by 90° about z, then a move by (3, 1, 0)", [90.0, 0.5, 1.2]),
            ("the scales -0.5, 1.2 and 1, then a turn by 90° about z, then a move by (3, 1, 0)", [90.0, -0.5, 1.2]),
            ("a move by (3, 1, 0)", [0.0, 1.0, 1.0]),
            ("the scales 0.5, 1.2 and 1, then a move by (3, 1, 0)", [0.0, 0.5, 1.2]),
            ("a turn by 90° about z, then a move by (3, 1, 0)", [90.0, 1.0, 1.0]),
        ] {
            let case = Case::at(state, |state| Whole { name: "", matrix: figures::placed(state) });
            cases.push(case.called(words));
        }
        let scale = Mat4::from_scale(Vec3::new(2.0, 3.0, 4.0));
        let stretched = Whole { name: "", matrix: Mat4::from_rotation_z(FRAC_PI_2) * scale };
        cases.push(Case::new(stretched).called("the scales 2, 3 and 4, then a turn by 90° about z"));
        let mirrored = Whole { name: "", matrix: Mat4::from_scale(Vec3::new(1.0, -2.0, 1.0)) };
        cases.push(Case::new(mirrored).called("a matrix with 1, -2 and 1 on its diagonal, which mirrors y"));
        cases
    },
    drawn: |probe| wholes(&mut probe.random(), probe.is_last()),
    call: |course, whole| Ok(course.rotations.decompose(whole.matrix)?),
    compare: |whole, Transform { translation, rotation, scale }, answer| {
        answer.compare("the translation", translation).group(whole.name);
        answer.compare("the scale", finite(scale)).group(whole.name);
        answer.compare("(1, 0, 0) turned by the rotation", finite(rotation * Vec3::X)).group(whole.name);
        answer.compare("(0, 1, 0) turned by the rotation", finite(rotation * Vec3::Y)).group(whole.name);
    },
};

fn columns(matrix: &Mat4) -> String {
    let columns = [matrix.x_axis, matrix.y_axis, matrix.z_axis, matrix.w_axis];
    columns.map(|column| vector(&column.truncate().to_array(), 3)).join("   ")
}
