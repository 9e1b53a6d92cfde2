//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, Pair, Whole};
use crate::{Answers, Transform};
use common::check::{Answer, Ask, Check, Lesson};
use common::math;
use common::{lesson, words};
use glam::{Affine3A, Quat};

/// Lesson 06, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!();

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check<Answers>] = &[
    // One of two sets of numbers: nothing is computed.
    Check { tolerance: 1e-5, ask: shortest },
    // A few roundings of 6e-8.
    Check { tolerance: 2e-5, ask: nlerp },
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    Check { tolerance: 2e-5, ask: slerp },
    // Numbers up to 20, a square root and a division each.
    Check { tolerance: 1e-4, ask: decompose },
];

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

pub(crate) fn shortest(q: &mut Ask<Answers>, answer: &mut Answer) {
    for pair in probes::signs(&mut q.random, q.probe.is_last()) {
        let nearer = q.ask(words!("two", note = pair.note()), |a| (a.shortest)(pair.from, pair.to));
        answer.compare(format!("two {}", pair.note()), nearer).group(pair.name);
    }
    answer.notes.push(words!("order"));
}

pub(crate) fn nlerp(q: &mut Ask<Answers>, answer: &mut Answer) {
    let ways = probes::ways(&mut q.random, q.probe.is_last());
    between(q, answer, &ways, |a, pair, u| (a.nlerp)(pair.from, pair.to, u));
}

pub(crate) fn slerp(q: &mut Ask<Answers>, answer: &mut Answer) {
    let random = &mut q.random;
    let mut ways = probes::ways(random, q.probe.is_last());
    ways.extend(probes::small_but_not_nothing(random));
    let no_arc = probes::next_to_nothing(random).map(|pair| (pair, random.between(0.3, 0.8)));
    ways.extend(no_arc);
    between(q, answer, &ways, |a, pair, u| (a.slerp)(pair.from, pair.to, u));
}

/// A blend's answers. q and -q are one rotation, so that either is right.
fn between(q: &mut Ask<Answers>, answer: &mut Answer, ways: &[(Pair, f32)], blend: fn(&Answers, &Pair, f32) -> Quat) {
    for (pair, u) in ways {
        let blended = q.ask(words!("way", note = pair.note(), u), |a| blend(a, pair, *u));
        let blended = if blended.dot(pair.from) < 0.0 { -blended } else { blended };
        answer.compare(format!("two that are {}, u = {u:.2}", pair.note()), blended);
    }
    answer.notes.push(words!("order"));
}

/// Three parts. Of the two quaternions of one rotation either is right.
pub(crate) fn decompose(q: &mut Ask<Answers>, answer: &mut Answer) {
    for Whole { name, matrix, rotation: right } in probes::wholes(&mut q.random, q.probe.is_last()) {
        let Transform { translation, rotation, scale } = q.ask("", |a| (a.decompose)(matrix));
        let rotation = if rotation.dot(right) < 0.0 { -rotation } else { rotation };
        answer.compare(format!("a {name} matrix, translation"), translation).group(name);
        answer.compare(format!("a {name} matrix, scale"), scale).group(name);
        answer.compare(format!("a {name} matrix, rotation as (x, y, z, w)"), rotation).group(name);
    }
}
