//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Fade, Now, State, Tools, Transform};
use common::check::{mistake, nan_band};
use common::math::decompose;
use glam::{Affine3A, Quat, Vec3, Vec4};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { blend, fade, next_state, masked };

fn blend(a: &[Transform], b: &[Transform], u: f32, tools: &Tools) -> Vec<Transform> {
    let u = u * nan_band("u", u, 0.0..1.0);
    let u = match u {
        _ if mistake("HALF-WAY") => 0.5,
        u if mistake("SWAPPED") => 1.0 - u,
        u if mistake("EASED") => u * u * (3.0 - 2.0 * u),
        u if mistake("NEARER-POSE") => u.round(),
        u => u,
    };
    let is_left_out = |joint: usize| {
        mistake("JOINT-LEFT-OUT:FIRST") && joint == 0 || mistake("JOINT-LEFT-OUT") && joint + 1 == a.len()
    };
    let blended = |(joint, (a, b)): (usize, (&Transform, &Transform))| {
        if is_left_out(joint) { *a } else { between(a, b, u, tools) }
    };
    a.iter().zip(b).enumerate().map(blended).collect()
}

fn between(a: &Transform, b: &Transform, u: f32, tools: &Tools) -> Transform {
    if mistake("MATRICES") || mistake("MATRICES:SQUARE") {
        let matrix = a.to_mat4() * (1.0 - u) + b.to_mat4() * u;
        if mistake("MATRICES:SQUARE") {
            return decompose(&Affine3A::from_mat4(matrix)).transform;
        }
        let (scale, rotation, translation) = matrix.to_scale_rotation_translation();
        return Transform { translation, rotation, scale };
    }
    let near = match tools.shortest(a.rotation, b.rotation) {
        _ if mistake("LONG-WAY") => b.rotation,
        _ if mistake("OTHER-WAY") => -tools.shortest(a.rotation, b.rotation),
        near => near,
    };
    let turn = 2.0 * a.rotation.dot(near).clamp(-1.0, 1.0).acos().to_degrees();
    let line = Vec4::from(a.rotation) * (1.0 - u) + Vec4::from(near) * u;
    let rotation = match tools.nlerp(a.rotation, near, u) {
        _ if mistake("NOT-NORMALISED") => Quat::from_vec4(line),
        _ if mistake("LONG-WAY:SLERP") => tools.slerp(a.rotation, b.rotation, u),
        _ if mistake("ROTATION-LEFT") => a.rotation,
        _ if mistake("PART-BACKWARDS") => tools.nlerp(near, a.rotation, u),
        _ if mistake("ROTATION-JUMPS") => b.rotation,
        rotation => rotation,
    };
    let is_straight = mistake("PART-BACKWARDS:STRAIGHT");
    let scale = match a.scale.lerp(b.scale, u) {
        _ if is_straight || mistake("PART-BACKWARDS:SCALE") => b.scale.lerp(a.scale, u),
        _ if mistake("SCALE-LOST") => Vec3::ONE,
        _ if mistake("SCALE-LOST:OF-A") => a.scale,
        _ if mistake("SCALE-LOST:OF-B") => b.scale,
        scale => scale,
    };
    let translation = match a.translation.lerp(b.translation, u) {
        _ if is_straight || mistake("PART-BACKWARDS:TRANSLATION") => b.translation.lerp(a.translation, u),
        _ if mistake("TRANSLATION-LEFT") => a.translation,
        _ if mistake("TRANSLATION-LEFT:OF-B") => b.translation,
        translation => translation,
    };
    Transform { translation, rotation: rotation * nan_band("turn", turn, 0.0..180.0), scale }
}

fn fade(fade: &mut Fade, pose: &[Transform], begins: Option<f32>, dt: f32, tools: &Tools) {
    let is_fading = fade.elapsed < fade.duration;
    if mistake("SHOWN-STAYS")
        || mistake("NO-TIME-SKIPPED") && dt <= 0.0
        || mistake("ONLY-WHEN-IT-BEGINS") && begins.is_none()
    {
        return;
    }
    if mistake("CUT-FOR-A-FRAME") && begins == Some(0.0) {
        fade.shown = pose.to_vec();
        return;
    }
    let begins = match begins {
        Some(duration) if mistake("CUT-BEGINS-NOTHING") && duration <= 0.0 => None,
        Some(_) if mistake("NOT-INTERRUPTED") && is_fading => None,
        begins => begins,
    };
    if let Some(duration) = begins {
        if mistake("NEW-POSE-KEPT") {
            fade.from = pose.to_vec();
        } else if !(mistake("FROM-STAYS") || mistake("FROM-SET-AFTERWARDS") || mistake("OLD-START") && is_fading) {
            fade.from = fade.shown.clone();
        }
        if !mistake("TIME-RUNS-ON") {
            fade.elapsed = 0.0;
        }
        if !mistake("DURATION-STAYS") {
            fade.duration = match duration {
                _ if mistake("CUT-TAKES-TIME") => duration.max(0.001),
                _ => duration,
            };
        }
        if mistake("FIRST-FRAME-NOT-SHOWN") || mistake("FIRST-FRAME-NOT-SHOWN:NOR-COUNTED") {
            fade.elapsed = if mistake("FIRST-FRAME-NOT-SHOWN") { dt } else { 0.0 };
            return;
        }
    }
    let is_late = mistake("A-FRAME-LATE:AFTERWARDS");
    let is_counted = begins.is_none() || !mistake("A-FRAME-LATE");
    let dt = match dt {
        _ if mistake("COUNTS-FRAMES") => 1.0 / 60.0,
        _ if mistake("COUNTS-FRAMES:THIRTY") => 1.0 / 30.0,
        dt => dt,
    };
    if is_counted && !is_late && !mistake("CLOCK-STANDS") {
        fade.elapsed += dt;
    }
    let u = fraction(fade, begins.is_some(), dt);
    // Without a clock a cut stays at its beginning, whether it is left out or not.
    if mistake("CUT-LEFT-OUT") && fade.duration <= 0.0 && !mistake("CLOCK-STANDS") {
        return;
    }
    if mistake("STANDS-AT-THE-END:TOO-SOON") && fade.elapsed >= fade.duration {
        return;
    }
    if mistake("STANDS-AT-THE-END:PAST-IT") && fade.elapsed > fade.duration {
        return;
    }
    if mistake("STANDS-AT-THE-END") && fade.elapsed - dt >= fade.duration && fade.duration > 0.0 {
        return;
    }
    let is_from_shown = mistake("MIXED-IN-AGAIN")
        || mistake("SHARE-OF-THE-REST")
        || mistake("SHARE-OF-THE-REST:TO-THE-END")
        || mistake("SHARE-OF-THE-REST:EXPONENTIAL")
        || mistake("SHARE-OF-THE-TIME-LEFT");
    let from = if is_from_shown { fade.shown.clone() } else { fade.from.clone() };
    let is_over = fade.elapsed >= fade.duration;
    if is_late {
        fade.elapsed += dt;
    }
    fade.shown = if mistake("BACKWARDS") && !is_over || mistake("BACKWARDS:FOR-GOOD") {
        tools.blend(pose, &from, u)
    } else {
        tools.blend(&from, pose, u)
    };
    if mistake("FROM-SET-AFTERWARDS") && begins.is_some() {
        fade.from = fade.shown.clone();
    }
}

/// How far the fade has come, at the end of a frame of `dt` seconds.
fn fraction(fade: &Fade, begins: bool, dt: f32) -> f32 {
    let Fade { elapsed, duration, .. } = *fade;
    let is_over = elapsed >= duration;
    let is_of_a_frame = mistake("CLOCK-NOT-KEPT") || mistake("SHARE-OF-THE-REST");
    let u = match elapsed / duration {
        _ if mistake("SHARE-OF-THE-REST:TO-THE-END") && !is_over => dt / duration,
        _ if mistake("SHARE-OF-THE-REST:EXPONENTIAL") && duration > 0.0 => 1.0 - (-dt / duration).exp(),
        _ if mistake("SHARE-OF-THE-TIME-LEFT") && !is_over => dt / (duration - elapsed + dt),
        _ if is_of_a_frame && dt < duration => dt / duration,
        u if mistake("SHARE-UPSIDE-DOWN") => u.recip().min(1.0),
        u if mistake("NO-TIME") => u.clamp(0.0, 1.0),
        _ if mistake("FADES-ONE-FRAME") && !begins => 1.0,
        u if mistake("GOES-BEYOND") && duration > 0.0 => u,
        _ if is_over => 1.0,
        u => u,
    };
    let u = u * nan_band("fraction", u, 0.0..1.0) * nan_band("duration", duration, 0.0..0.5);
    if mistake("SMOOTH-STEP") { u * u * (3.0 - 2.0 * u) } else { u }
}

fn next_state(state: State, now: Now) -> Option<State> {
    use State::{Idle, Punch, Run, Swing, Walk};
    let next = next(state, now);
    let is_gait = matches!(state, Idle | Walk | Run);
    if mistake("WANTED-ALREADY") && now.wanted == state {
        return None;
    }
    if mistake("BEGINS-ANEW") || next != state {
        return Some(next);
    }
    let is_free = is_gait || state.is_played_once() && now.ended && now.supported;
    (mistake("BEGINS-ANEW:GAITS") && is_gait
        || mistake("BEGINS-ANEW:WANTED") && is_free && now.wanted == state
        || mistake("BEGINS-ANEW:DEEDS") && matches!(state, Punch | Swing))
    .then_some(next)
}

fn next(state: State, now: Now) -> State {
    use State::{Fall, Idle, Jump, Land, Punch, Run, Swing, Walk};
    let wanted = now.wanted;
    let in_the_air = matches!(state, Jump | Fall);
    let is_ground_turned = mistake("GROUND-TURNED-ROUND")
        || mistake("GROUND-TURNED-ROUND:IN-THE-AIR") && in_the_air
        || mistake("GROUND-TURNED-ROUND:ON-THE-GROUND") && !in_the_air;
    let is_end_turned = mistake("END-TURNED-ROUND")
        || mistake("END-TURNED-ROUND:JUMP") && in_the_air
        || mistake("END-TURNED-ROUND:ON-THE-GROUND") && !in_the_air;
    let supported = now.supported != is_ground_turned;
    let ended = now.ended != is_end_turned;
    let is_deed = matches!(wanted, Punch | Swing);
    let on_the_ground = |ended: bool| match wanted {
        _ if state.is_played_once() && !ended => state,
        _ if mistake("WAITS-FOR-LOOPS") && !ended => state,
        _ if mistake("ALWAYS-IDLE") && state.is_played_once() => Idle,
        _ if mistake("ALWAYS-IDLE:LAND") && state == Land => Idle,
        _ if mistake("ALWAYS-IDLE:DEEDS") && matches!(state, Punch | Swing) => Idle,
        wanted => wanted,
    };
    let never_lands = |state: State| match state {
        Jump => mistake("NEVER-LANDS:JUMP") || mistake("NEVER-LANDS:BOTH"),
        _ => mistake("NEVER-LANDS") || mistake("NEVER-LANDS:BOTH"),
    };
    match state {
        _ if mistake("JUMPS-IN-THE-AIR:FIRST") && wanted == Jump => Jump,
        _ if mistake("JUMPS-AT-ANY-TIME") && wanted == Jump && supported => Jump,
        _ if mistake("STATE-IGNORED") && supported => wanted,
        _ if mistake("STATE-IGNORED:PLAYED-OUT") && supported => on_the_ground(ended),
        _ if mistake("STATE-IGNORED") || mistake("STATE-IGNORED:PLAYED-OUT") => Fall,
        _ if mistake("PLAYED-OUT-FIRST") && state.is_played_once() && !ended => state,
        Jump | Fall if mistake("JUMPS-IN-THE-AIR") && wanted == Jump && !supported => Jump,
        Jump | Fall if mistake("STRIKES-IN-THE-AIR") && is_deed && !supported => wanted,
        Jump if mistake("FALLS-BEFORE-LANDING") && ended => Fall,
        Jump if never_lands(Jump) && supported && ended => Fall,
        Jump | Fall if never_lands(state) && supported => state,
        Jump | Fall if supported && mistake("NO-LANDING") => wanted,
        Jump if supported && mistake("NO-LANDING:AFTER-A-JUMP") => wanted,
        Fall if supported && mistake("NO-LANDING:AFTER-A-FALL") => wanted,
        Jump | Fall if supported => Land,
        Jump if mistake("FALLS-AT-ONCE") => Fall,
        Jump if ended && !mistake("JUMP-GOES-ON") => Fall,
        Jump | Fall if mistake("AS-WANTED-IN-THE-AIR") => wanted,
        Fall if mistake("AS-WANTED-IN-THE-AIR:FALLING") => wanted,
        Jump | Fall => state,
        _ if !supported && mistake("NO-FALL") => on_the_ground(ended),
        Punch | Swing | Land if !supported && mistake("NO-FALL:WHILE-BUSY") && !ended => state,
        Punch | Swing | Land if !supported && mistake("NO-FALL:OF-GAITS-ALONE") => on_the_ground(ended),
        _ if !supported && mistake("FALLS-BY-JUMPING") => Jump,
        _ if !supported => Fall,
        Land if mistake("CUT-SHORT:LAND") => on_the_ground(true),
        Punch | Swing if mistake("CUT-SHORT:DEEDS") => on_the_ground(true),
        Punch if mistake("CUT-SHORT:PUNCH") => on_the_ground(true),
        Swing if mistake("CUT-SHORT:SWING") => on_the_ground(true),
        _ if mistake("CUT-SHORT") => on_the_ground(true),
        Punch | Swing | Land if mistake("NEVER-ENDS") => state,
        Walk | Run | Idle | Punch | Swing | Land => on_the_ground(ended),
    }
}

fn masked(base: &[Transform], over: &[Transform], parents: &[Option<usize>], first: usize) -> Vec<Transform> {
    let way_up = |joint: usize| std::iter::successors(Some(joint), |at| parents[*at]);
    let is_below = |joint: usize| way_up(joint).any(|at| at == first);
    let end = (first..base.len()).find(|joint| !is_below(*joint)).unwrap_or(base.len());
    let is_over = |joint: usize| match () {
        () if mistake("FIRST-ALONE") => joint == first,
        () if mistake("FIRST-LEFT-OUT") => joint != first && is_below(joint),
        () if mistake("CHILDREN-ONLY") => joint == first || parents[joint] == Some(first),
        () if mistake("CHILDREN-ONLY:WITHOUT-FIRST") => parents[joint] == Some(first),
        () if mistake("CHILDREN-ONLY:AND-THEIRS") => way_up(joint).take(3).any(|at| at == first),
        () if mistake("ROOTS-BELOW-0") => way_up(joint).chain([0]).any(|at| at == first),
        () if mistake("ZERO-FOR-NONE") => first != 0 && is_below(joint),
        () if mistake("ROOTS-ALONE") => parents[first].is_none() && is_below(joint),
        () if mistake("ALL-FROM-THERE") => joint >= first,
        () if mistake("PARENT-FROM-THERE") => joint == first || parents[joint] >= Some(first),
        () if mistake("PARENT-FROM-THERE:WITHOUT-FIRST") => parents[joint] >= Some(first),
        () if mistake("UNBROKEN") => (first..end).contains(&joint),
        () if mistake("ANCESTORS") => way_up(first).any(|at| at == joint),
        () if mistake("ALL-OVER") => true,
        () => is_below(joint),
    };
    let pose = |joint: usize| match over[joint] {
        _ if is_over(joint) == mistake("INVERTED") => base[joint],
        Transform { rotation, .. } if mistake("NEITHER-POSE") => Transform { rotation, ..base[joint] },
        over => over,
    };
    (0..base.len()).map(pose).collect()
}
