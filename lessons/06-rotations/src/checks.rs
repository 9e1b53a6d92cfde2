//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Pair, Whole};
use crate::{Answers, Transform};
use common::check::{Answer, Check, Lesson, announce, catch_panic};
use common::math;
use common::{lesson, words};
use glam::{Affine3A, Quat};

/// Lesson 06, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(SHORTEST, NLERP, SLERP, DECOMPOSE);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    shortest: math::shortest,
    nlerp: math::nlerp,
    slerp: as_given,
    decompose: |matrix| math::decompose(&Affine3A::from_mat4(matrix)).transform,
};

/// `common`'s slerp takes the short way by itself. Here that is 06.1's part, and without it the long way
/// has to show: from a to half way, and on to b.
fn as_given(a: Quat, b: Quat, u: f32) -> Quat {
    let half_way = math::nlerp(a, b, 0.5);
    match u {
        _ if a.dot(b) >= 0.0 => math::slerp(a, b, u),
        ..0.5 => math::slerp(a, half_way, 2.0 * u),
        _ => math::slerp(half_way, b, 2.0 * u - 1.0),
    }
}

const SHORTEST: Check<Answers> = Check {
    // One of two sets of numbers: nothing is computed.
    tolerance: 1e-5,
    ask: |answers, probe| {
        let pairs = probes::signs(&mut probe.random(), probe.is_last());
        let nearer = pairs.iter().map(|pair| {
            announce(words!("two", note = pair.note()));
            (answers.shortest)(pair.from, pair.to).into()
        });
        let answer = Answer::vec4s(|index| format!("two {}", pairs[index].note()), nearer);
        Ok(answer.grouped(|index| pairs[index].name.clone()).noting(vec![words!("order")]))
    },
};

const NLERP: Check<Answers> = Check {
    // A few roundings of 6e-8.
    tolerance: 2e-5,
    ask: |answers, probe| {
        let ways = probes::ways(&mut probe.random(), probe.is_last());
        Ok(between(&ways, answers.nlerp))
    },
};

const SLERP: Check<Answers> = Check {
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    tolerance: 2e-5,
    ask: |answers, probe| {
        let mut random = probe.random();
        let mut ways = probes::ways(&mut random, probe.is_last());
        ways.extend(probes::small_but_not_nothing(&mut random));
        let no_arc = probes::next_to_nothing(&mut random).map(|pair| (pair, random.between(0.3, 0.8)));
        ways.extend(no_arc.clone());
        let mut answer = between(&ways, answers.slerp);
        // There slerp may call the student's own nlerp.
        let nlerp_is_right = catch_panic::call(|| no_arc.iter().all(|way| is_nlerp(way, answers.nlerp)));
        if !nlerp_is_right.unwrap_or(false) {
            answer = answer.noting(vec![words!("nlerp-first")]);
        }
        Ok(answer)
    },
};

const DECOMPOSE: Check<Answers> = Check {
    // Numbers up to 20, a square root and a division each.
    tolerance: 1e-4,
    ask: |answers, probe| {
        let wholes = probes::wholes(&mut probe.random(), probe.is_last());
        let answer = wholes
            .iter()
            .fold(Answer::default(), |answer, whole| answer.and(parts(whole, &(answers.decompose)(whole.matrix))));
        Ok(answer)
    },
};

/// Whether 06.2 is right here.
fn is_nlerp((pair, u): &(Pair, f32), nlerp: fn(Quat, Quat, f32) -> Quat) -> bool {
    let [got, right] = [nlerp, REFERENCE.nlerp].map(|nlerp| nlerp(pair.from, pair.to, *u));
    got.abs_diff_eq(right, 2e-5) || got.abs_diff_eq(-right, 2e-5)
}

/// A blend's answers. q and -q are one rotation, so that either is right.
fn between(ways: &[(Pair, f32)], blend: fn(Quat, Quat, f32) -> Quat) -> Answer {
    let answers = ways.iter().map(|(pair, u)| {
        announce(words!("way", note = pair.note(), u));
        let got = blend(pair.from, pair.to, *u);
        if got.dot(pair.from) < 0.0 { (-got).into() } else { got.into() }
    });
    let label = |index: usize| {
        let (pair, u) = &ways[index];
        format!("two that are {}, u = {u:.2}", pair.note())
    };
    Answer::vec4s(label, answers).noting(vec![words!("order")])
}

/// Three parts. Of the two quaternions of one rotation either is right.
fn parts(whole: &Whole, got: &Transform) -> Answer {
    let Transform { translation, rotation, scale } = *got;
    let rotation = if rotation.dot(whole.rotation) < 0.0 { -rotation } else { rotation };
    let name = whole.name;
    let label = |part: &str| format!("a {name} matrix, {part}");
    Answer::points(|_| label("translation"), [translation])
        .and(Answer::points(|_| label("scale"), [scale]))
        .and(Answer::vec4s(|_| label("rotation as (x, y, z, w)"), [rotation.into()]))
        .grouped(|_| name.into())
}
