//! The finished form of the four answers, by what they have become in `armature::animation`.

use crate::{Answers, Blending, Fade, Now, State, Tools, Transform};
use armature::animation::{Mask, blend_masked};
use armature::math::{nlerp, shortest};
use armature::skeleton::{Joint, Pose, Skeleton};
use given::Course;
use lesson_06::Rotations;
use std::sync::LazyLock;

pub const ANSWERS: Answers = Answers { blend, fade, next_state, masked };

pub const TOOLS: Tools = Tools {
    shortest: ROTATIONS.shortest,
    nlerp: ROTATIONS.nlerp,
    slerp: ROTATIONS.slerp,
    blend: BLENDING.blend,
    finished: BLENDING.blend,
};

const ROTATIONS: Rotations = given::table!(lesson_06::Rotations, lesson_06::finished::ANSWERS);
const BLENDING: Blending = given::table!(Blending, ANSWERS);

pub fn tools_of(course: &Course) -> Tools {
    let Rotations { shortest, nlerp, slerp, .. } = course.rotations;
    Tools { shortest, nlerp, slerp, blend: course.blending.blend, ..TOOLS }
}

/// Beyond 0 and 1 it goes on, so that a fade that does not end is seen; [`Transform::blend`] would clamp `u`.
fn blend(a: &[Transform], b: &[Transform], u: f32, _: &Tools) -> Vec<Transform> {
    let mut pose = Vec::new();
    for (a, b) in a.iter().zip(b) {
        let rotation = nlerp(a.rotation, shortest(a.rotation, b.rotation), u);
        let [translation, scale] = [(a.translation, b.translation), (a.scale, b.scale)].map(|(a, b)| a.lerp(b, u));
        pose.push(Transform { translation, rotation, scale });
    }
    pose
}

/// The right answer by `armature::animation::Fade`, on the lesson's types; tests/lesson/agree.rs holds the two together.
fn fade(fade: &mut Fade, pose: &[Transform], begins: Option<f32>, dt: f32, tools: &Tools) {
    let u = advance_fade(fade, begins, dt);
    fade.shown = tools.blend(&fade.from, pose, u);
}

/// Begins a fade from the pose that is shown, if `begins` has its duration, and advances it by `dt`, both in seconds.
/// Returns the new pose's weight.
pub fn advance_fade(fade: &mut Fade, begins: Option<f32>, dt: f32) -> f32 {
    if let Some(duration) = begins {
        fade.from.clone_from(&fade.shown);
        fade.elapsed = 0.0;
        fade.duration = duration;
    }
    fade.elapsed += dt;
    if fade.elapsed < fade.duration { fade.elapsed / fade.duration } else { 1.0 }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Event {
    /// [`Now::supported`], and its contrary.
    Supported,
    Unsupported,
    Ended,
    Wanted(State),
}

/// A rule of the table: the state to which events lead from another state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    /// The current state.
    from: State,
    /// Events that must all have happened.
    when: &'static [Event],
    /// The next state.
    to: State,
}

/// Returns the rules of 13.3, of which the first that fits applies.
fn rules() -> Vec<Rule> {
    use State::{Fall, Idle, Jump, Land, Punch, Run, Swing, Walk};
    let mut rules = vec![
        Rule { from: Jump, when: &[Event::Supported], to: Land },
        Rule { from: Jump, when: &[Event::Ended], to: Fall },
        Rule { from: Fall, when: &[Event::Supported], to: Land },
    ];
    let wanted: [&'static [Event]; 6] = [
        &[Event::Ended, Event::Wanted(Jump)],
        &[Event::Ended, Event::Wanted(Punch)],
        &[Event::Ended, Event::Wanted(Swing)],
        &[Event::Ended, Event::Wanted(Idle)],
        &[Event::Ended, Event::Wanted(Walk)],
        &[Event::Ended, Event::Wanted(Run)],
    ];
    for from in [Idle, Walk, Run, Land, Punch, Swing] {
        rules.push(Rule { from, when: &[Event::Unsupported], to: Fall });
        for (when, to) in wanted.into_iter().zip([Jump, Punch, Swing, Idle, Walk, Run]) {
            // A loop can be left at any time.
            let when = if from.is_played_once() { when } else { &when[1..] };
            rules.push(Rule { from, when, to });
        }
    }
    rules
}

/// Returns the events in the words of the rules; if the clip has not ended, the ground is named twice.
fn events(now: Now) -> [Event; 3] {
    let ground = if now.supported { Event::Supported } else { Event::Unsupported };
    [ground, Event::Wanted(now.wanted), if now.ended { Event::Ended } else { ground }]
}

fn next_state(state: State, now: Now) -> Option<State> {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(rules);
    let happened = events(now);
    let rule =
        RULES.iter().find(|rule| rule.from == state && rule.when.iter().all(|event| happened.contains(event)))?;
    // The current state does not begin again.
    (rule.to != state).then_some(rule.to)
}

fn masked(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform> {
    let mut joints = Vec::new();
    for &parent in parents {
        joints.push(Joint { name: String::new(), parent, bind_local: Transform::IDENTITY });
    }
    let Ok(skeleton) = Skeleton::new(joints) else {
        return base.to_vec();
    };
    let [base, over] = [base, over].map(|locals| Pose { locals: locals.to_vec(), shears: Vec::new() });
    let mut out = Pose::default();
    let mask = Mask::descendants(&skeleton, first);
    blend_masked(&base, &over, &mask, 1.0, &mut out);
    out.locals
}
