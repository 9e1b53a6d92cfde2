//! Lesson 13: blending two poses, fades, states, and a punch on walking legs.

use crate::{Answers, Fade, Now, State, Tools, Transform};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { blend, fade, next_state, masked };

/// The pose between `a` and `b`, joint by joint: `a` at `u = 0`, `b` at `u = 1`.
///
/// A pose has a `Transform` for each joint, in the space of its parent: `parent_from_joint`. Translation and
/// scale are blended straight, the rotation the short way round.
fn blend(a: &[Transform], b: &[Transform], u: f32, tools: &Tools) -> Vec<Transform> {
    // TODO 13.1: for each joint a Transform whose three parts lie between those of a and b.
    let _ = (b, u, tools); // you will need them
    a.to_vec()
}

/// Writes the pose to show into `fade.shown`. It is called once in every frame.
///
/// `pose` is the current pose of the animation that plays. If another animation begins in this frame, `begins` is the
/// duration in seconds of the fade to it, or 0 for a cut. The fade starts from the pose that was shown last. `dt` is
/// the duration of the frame. Add it in every frame, also in the one in which an animation begins.
fn fade(fade: &mut Fade, pose: &[Transform], begins: Option<f32>, dt: f32, tools: &Tools) {
    // TODO 13.2: blend from the pose that was shown when the fade began to `pose`, over `duration` seconds.
    let _ = (begins, dt, tools); // you will need them
    fade.shown = pose.to_vec();
}

/// The state that begins in this frame, by the rules in README.md, or `None` if the current one stays.
fn next_state(state: State, now: Now) -> Option<State> {
    // TODO 13.3: which state may follow? README.md has the rules; which of them wins?
    let _ = (state, now); // you will need them
    None
}

/// `over` for the joint `first` and all its descendants, `base` for every other joint.
///
/// `parents` has each joint's parent, always one with a smaller index; `None` for a root.
fn masked(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform> {
    // TODO 13.4: which joints are `first`'s descendants? Those take the pose of `over`.
    let _ = (over, parents, first); // you will need them
    base.to_vec()
}
