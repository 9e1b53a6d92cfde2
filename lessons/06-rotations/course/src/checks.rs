//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Transform;
use crate::probes::{self, Pair, Whole};
use common::check::{Answer, AnswerError, Ask, Check};
use common::words;
use given::{Course, Lost};
use glam::Quat;

common::lesson! {
    rotations: Rotations,
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // One of two sets of numbers: nothing is computed.
    Check { tolerance: 1e-5, ask: shortest, cases: &[] },
    // A few roundings of 6e-8.
    Check { tolerance: 2e-5, ask: nlerp, cases: &[] },
    // An arc cosine loses digits where its argument is near 1, and the weights hardly notice.
    Check { tolerance: 2e-5, ask: slerp, cases: &[] },
    // Numbers up to 20, a square root and a division each.
    Check { tolerance: 1e-4, ask: decompose, cases: &[] },
];

pub(crate) fn shortest(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for pair in probes::signs(&mut q.random, q.probe.is_last()) {
        let about = words!("two", note = pair.note());
        let nearer = q.ask(about, |course| course.rotations.shortest(pair.from, pair.to))?;
        answer.compare(format!("two {}", pair.note()), nearer).group(pair.name);
    }
    answer.notes.push(words!("order"));
    Ok(())
}

pub(crate) fn nlerp(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let ways = probes::ways(&mut q.random, q.probe.is_last());
    between(q, answer, &ways, |course, pair, u| course.rotations.nlerp(pair.from, pair.to, u))
}

pub(crate) fn slerp(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let random = &mut q.random;
    let mut ways = probes::ways(random, q.probe.is_last());
    ways.extend(probes::small_but_not_nothing(random));
    let no_arc = probes::next_to_nothing(random).map(|pair| (pair, random.between(0.3, 0.8)));
    ways.extend(no_arc);
    between(q, answer, &ways, |course, pair, u| course.rotations.slerp(pair.from, pair.to, u))
}

/// A blend's answers. q and -q are one rotation, so that either is right.
fn between(
    q: &mut Ask,
    answer: &mut Answer,
    ways: &[(Pair, f32)],
    blend: fn(&Course, &Pair, f32) -> Result<Quat, Lost>,
) -> Result<(), AnswerError> {
    for (pair, u) in ways {
        let blended = q.ask(words!("way", note = pair.note(), u), |course| blend(course, pair, *u))?;
        let blended = if blended.dot(pair.from) < 0.0 { -blended } else { blended };
        answer.compare(format!("two that are {}, u = {u:.2}", pair.note()), blended);
    }
    answer.notes.push(words!("order"));
    Ok(())
}

/// Three parts. Of the two quaternions of one rotation either is right.
pub(crate) fn decompose(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for Whole { name, matrix, rotation: right } in probes::wholes(&mut q.random, q.probe.is_last()) {
        let Transform { translation, rotation, scale } = q.ask("", |course| course.rotations.decompose(matrix))?;
        let rotation = if rotation.dot(right) < 0.0 { -rotation } else { rotation };
        answer.compare(format!("a {name} matrix, translation"), translation).group(name);
        answer.compare(format!("a {name} matrix, scale"), scale).group(name);
        answer.compare(format!("a {name} matrix, rotation as (x, y, z, w)"), rotation).group(name);
    }
    Ok(())
}
