//! Lesson 13: blending two poses, fades, states, and a punch on walking legs.

use crate::{Answers, Fade, Now, State, Tools, Transform};

/// Functions that the lesson calls. Leave names and signatures as they are; add helpers as you like.
pub const ANSWERS: Answers = Answers { blend, fade, next_state, masked };

/// The pose between `a` and `b`, joint by joint: `a` at `u = 0`, `b` at `u = 1`.
///
/// A `Transform` is `parent_from_joint` in three parts, `translation` and `scale`, each a `Vec3`, and `rotation`, a
/// `Quat`. glam's `a.lerp(b, u)` blends two `Vec3`s.
fn blend(a: &[Transform], b: &[Transform], u: f32, tools: &Tools) -> Vec<Transform> {
    // BEGIN 13.1
    let mut pose = Vec::new();
    for (from, to) in a.iter().zip(b) {
        let near = tools.shortest(from.rotation, to.rotation);
        pose.push(Transform {
            translation: from.translation.lerp(to.translation, u),
            rotation: tools.nlerp(from.rotation, near, u),
            scale: from.scale.lerp(to.scale, u),
        });
    }
    pose
    // STUB // TODO 13.1: for each joint a Transform whose three parts lie between those of a and b.
    // STUB let _ = (b, u, tools); // you will need them
    // STUB a.to_vec()
    // END 13.1
}

/// Writes the pose to show into `fade.shown`. It is called once in every frame.
///
/// When it is called, `fade.shown` is the pose shown last. The rest of `fade` is your memory: `from`, a pose like
/// `shown` (a `Vec<Transform>`, which `.clone()` copies), and `elapsed` and `duration`, in seconds.
/// `tools.blend(&a, &b, u)` is 13.1.
fn fade(fade: &mut Fade, pose: &[Transform], begins: Option<f32>, dt: f32, tools: &Tools) {
    // BEGIN 13.2
    if let Some(duration) = begins {
        fade.from = fade.shown.clone();
        fade.elapsed = 0.0;
        fade.duration = duration;
    }
    fade.elapsed += dt;
    let u = if fade.elapsed < fade.duration { fade.elapsed / fade.duration } else { 1.0 };
    fade.shown = tools.blend(&fade.from, pose, u);
    // STUB // TODO 13.2: blend from the pose that was shown when the fade began to `pose`, over `duration` seconds.
    // STUB let _ = (begins, dt, tools); // you will need them
    // STUB fade.shown = pose.to_vec();
    // END 13.2
}

/// The state that begins in this frame, by the rules in README.md, or `None` if the current one stays.
///
/// `State` is one of `Idle`, `Walk`, `Run`, `Jump`, `Fall`, `Land`, `Punch` and `Swing`, and two of them can be
/// compared: `state == State::Jump`. `state.is_played_once()` is true for the four of the second rule. `now` has
/// `supported` and `ended`, each a `bool`, and `wanted`, a `State`.
fn next_state(state: State, now: Now) -> Option<State> {
    // BEGIN 13.3
    let in_the_air = state == State::Jump || state == State::Fall;
    let next = if in_the_air && now.supported {
        State::Land
    } else if !in_the_air && !now.supported || state == State::Jump && now.ended {
        State::Fall
    } else if in_the_air || state.is_played_once() && !now.ended {
        state
    } else {
        now.wanted
    };
    if next == state { None } else { Some(next) }
    // STUB // TODO 13.3: which state may follow? Which of the rules wins?
    // STUB let _ = (state, now); // you will need them
    // STUB None
    // END 13.3
}

/// `over` for the joint `first` and all its descendants, `base` for every other joint.
///
/// `parents` has each joint's parent, always one with a smaller index; `None` for a root. `pose[i] = over[i]` copies a
/// `Transform`.
fn masked(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform> {
    // BEGIN 13.4
    let mut pose = base.to_vec();
    let mut is_over = vec![false; base.len()];
    for joint in 0..base.len() {
        let parent = parents[joint].unwrap_or(joint);
        if joint == first || is_over[parent] {
            is_over[joint] = true;
            pose[joint] = over[joint];
        }
    }
    pose
    // STUB // TODO 13.4: which joints are `first`'s descendants? Those take the pose of `over`.
    // STUB let _ = (over, parents, first); // you will need them
    // STUB base.to_vec()
    // END 13.4
}
