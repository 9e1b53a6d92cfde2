//! Mistakes of the knight.

use crate::{BUFFER, COYOTE, RUN_STRIDE, RUNS, STANDS, TURN, TURNS, WALK_STRIDE};
use crate::{Gait, Hand, Keys, Moved, Now, State, Tools, share_of_run};
use common::check::{mistake, nan_band};
use common::math::lerp;
use glam::{Mat4, Vec3};
use lesson_13::motion::CYCLES;
use std::f32::consts::{FRAC_PI_2, PI, TAU};

pub(super) fn state_for(state: State, moved: &Moved, keys: Keys, tools: Tools) -> State {
    use State::{Fall, Idle, Jump, Land, Punch, Run, Swing, Walk};
    let is_busy = match state {
        _ if mistake("COYOTE-IN-A-JUMP") => false,
        Jump => !mistake("COYOTE-IN-A-JUMP:FALL-ONLY"),
        Fall => !mistake("COYOTE-IN-A-JUMP:JUMP-ONLY"),
        _ => false,
    };
    let (coyote, buffer) = match (COYOTE, BUFFER) {
        (coyote, buffer) if mistake("LIMITS-EXCHANGED") => (buffer, coyote),
        (_, buffer) if mistake("LIMITS-EXCHANGED:GROUND") => (buffer, buffer),
        (coyote, _) if mistake("LIMITS-EXCHANGED:KEY") => (coyote, coyote),
        limits => limits,
    };
    let is_coyote = match moved.in_the_air_for {
        _ if mistake("NO-COYOTE") => false,
        seconds if mistake("COYOTE-TURNED-ROUND") => !is_busy && seconds >= coyote,
        seconds => !is_busy && seconds <= coyote,
    };
    let is_asked = match moved.jump_asked {
        _ if mistake("NO-BUFFER") => keys.jump,
        _ if mistake("WHILE-IT-IS-HELD") => keys.jump_held,
        seconds if mistake("JUMP-NEEDS-GROUND") => seconds <= buffer && moved.supported,
        seconds if mistake("ASKED-FOR-GOOD") => seconds.is_finite(),
        seconds if mistake("BUFFER-TURNED-ROUND") => seconds >= buffer,
        seconds => seconds <= buffer,
    };
    let gait = match moved.speed.abs() {
        _ if mistake("BY-THE-KEYS") => match keys.right {
            0.0 => Idle,
            _ if keys.runs => Run,
            _ => Walk,
        },
        _ if mistake("BY-THE-KEYS:IDLE") && keys.right == 0.0 => Idle,
        speed if mistake("BY-THE-KEYS:RUN") && speed >= STANDS && keys.runs => Run,
        speed if mistake("BY-THE-KEYS:RUN") && speed >= STANDS => Walk,
        speed if mistake("BY-THE-KEYS:IDLE") && speed < RUNS => Walk,
        _ if mistake("LEFT-IS-SLOW") && moved.speed < 0.0 => Idle,
        0.0 if mistake("STANDS-AT-0") => Idle,
        speed if speed < STANDS && !mistake("STANDS-AT-0") => Idle,
        speed if speed < RUNS => Walk,
        _ if mistake("LEFT-IS-SLOW:WALKS") && moved.speed < 0.0 => Walk,
        _ => Run,
    };
    let wanted = match () {
        () if mistake("JUMP-LAST") && keys.punch => Punch,
        () if mistake("JUMP-LAST") && keys.swing => Swing,
        () if mistake("JUMP-LAST:PUNCH-FIRST") && keys.punch => Punch,
        () if is_asked => Jump,
        () if mistake("SWING-FIRST") && keys.swing => Swing,
        () if keys.punch => Punch,
        () if keys.swing => Swing,
        () => gait,
    };
    let is_cut = match wanted {
        _ if mistake("LANDING-WAITS") => false,
        wanted if mistake("LANDING-WAITS:BUT-FOR-A-JUMP") => wanted == Jump,
        wanted if mistake("EVERYTHING-GIVES-WAY:BUT-FOR-ITSELF") => wanted != Idle && wanted != state,
        _ if mistake("LANDING-LOST") => true,
        wanted => wanted != Idle,
    };
    let gives_way = state == Land || mistake("EVERYTHING-GIVES-WAY") || mistake("EVERYTHING-GIVES-WAY:BUT-FOR-ITSELF");
    let ended = match gives_way && is_cut {
        is_cut if mistake("END-FORGOTTEN") => is_cut,
        is_cut if mistake("END-FORGOTTEN:BOTH") => is_cut && moved.ended,
        is_cut => is_cut || moved.ended,
    };
    let supported = match moved.supported {
        supported if mistake("BOTH-AT-ONCE") => supported && is_coyote,
        _ if mistake("NEVER-LANDS") => is_coyote,
        _ if mistake("NEVER-LANDS:OR-FALLS") => !is_busy,
        supported => supported || is_coyote,
    };
    if mistake("TABLE-NOT-ASKED") {
        return wanted;
    }
    match tools.next_state(state, Now { supported, ended, wanted }) {
        Some(next) => next,
        None if mistake("NONE-IS-WANTED") => wanted,
        None if mistake("NONE-IS-WANTED:IDLE") => Idle,
        None => state,
    }
}

pub(super) fn face(gait: Gait, speed: f32, dt: f32) -> Gait {
    let speed = speed * nan_band("speed", speed.abs(), 0.0..3.0);
    let dt = dt * nan_band("dt", dt, 0.014..0.06);
    let goes_right = match speed {
        speed if speed.abs() >= TURNS => (speed > 0.0) != mistake("SIDES-EXCHANGED:WALKING"),
        _ if mistake("STANDS-TURNED-RIGHT") => true,
        speed if mistake("DRIFTS") => speed > 0.0,
        speed if mistake("DRIFTS:ZERO-IS-RIGHT") => speed >= 0.0,
        _ => gait.heading > 0.0,
    };
    let side = match goes_right {
        goes_right if mistake("SIDES-EXCHANGED") => {
            if goes_right {
                -FRAC_PI_2
            } else {
                FRAC_PI_2
            }
        }
        true if mistake("HALF-A-TURN") => PI,
        false if mistake("HALF-A-TURN") => -PI,
        true => FRAC_PI_2,
        false => -FRAC_PI_2,
    };
    let most = TURN * dt;
    let mut heading = match side - gait.heading {
        _ if mistake("AT-ONCE") => side,
        turn if mistake("AT-ONCE:TO-THE-LEFT") => gait.heading + turn.min(most),
        turn if mistake("AT-ONCE:TO-THE-RIGHT") => gait.heading + turn.max(-most),
        _ if mistake("TO-THE-VIEWER") && speed.abs() < TURNS => gait.heading - gait.heading.clamp(-most, most),
        turn if mistake("TURNS-AWAY") => gait.heading - turn.clamp(-most, most),
        _ if mistake("STOPS-HALF-WAY") && speed.abs() < TURNS => gait.heading,
        turn if mistake("BEHIND-HIM") && turn.abs() > 1e-6 => {
            let round = turn - TAU.copysign(turn);
            gait.heading + round.clamp(-most, most)
        }
        turn if mistake("PAST-HIS-BACK") => gait.heading + ((turn + PI).rem_euclid(TAU) - PI).clamp(-most, most),
        turn if mistake("PAST-HIS-BACK:LEFT") => gait.heading + (PI - (PI - turn).rem_euclid(TAU)).clamp(-most, most),
        turn if mistake("PAST-HIS-BACK:BOTH") => gait.heading + turn.sin().atan2(turn.cos()).clamp(-most, most),
        turn if mistake("EASES") => gait.heading + turn * most,
        turn if mistake("PAST-IT") && turn.abs() > 1e-6 => gait.heading + most.copysign(turn),
        turn if mistake("PAST-IT:UP") => gait.heading + if turn < 0.0 { -most } else { most },
        turn if mistake("PAST-IT:DOWN") => gait.heading + if turn > 0.0 { most } else { -most },
        _ if mistake("TURNS-ON") => gait.heading + most.copysign(side),
        _ if mistake("HEADING-KEPT-SMALL") => side.clamp(-most, most),
        turn if mistake("HEADING-KEPT-SMALL:TURN") => turn.clamp(-most, most),
        turn => gait.heading + turn.clamp(-most, most),
    };
    heading *= nan_band("heading", gait.heading, -FRAC_PI_2..FRAC_PI_2);
    let stride = match share_of_run(speed) {
        _ if mistake("ONE-STRIDE") => WALK_STRIDE,
        _ if mistake("ONE-STRIDE:RUN") => RUN_STRIDE,
        _ if mistake("ONE-STRIDE:MEAN") => 0.5 * (WALK_STRIDE + RUN_STRIDE),
        fraction if mistake("STRIDES-EXCHANGED") => lerp(RUN_STRIDE, WALK_STRIDE, fraction),
        _ if mistake("STRIDE-JUMPS") && speed.abs() < RUNS => WALK_STRIDE,
        _ if mistake("STRIDE-JUMPS") => RUN_STRIDE,
        fraction => lerp(WALK_STRIDE, RUN_STRIDE, fraction),
    };
    let looks = match heading {
        _ if mistake("LOOKED-BEFORE") => gait.heading.sin(),
        _ if mistake("ALONG-X") => 1.0,
        heading if mistake("COSINE") => heading.cos(),
        heading => heading.sin(),
    };
    let ahead = match speed * looks * dt {
        ahead if mistake("NEVER-BACK") => ahead.abs(),
        _ if mistake("NEVER-BACK:WITHOUT-THE-HEADING") => speed.abs() * dt,
        _ if mistake("BACKWARDS:TO-THE-LEFT") => speed.abs() * looks * dt,
        _ if mistake("DT-LEFT-OUT") => speed * looks,
        ahead => ahead,
    };
    let change = match ahead / stride {
        _ if mistake("BY-THE-CLOCK:OVER-THE-STRIDE") => dt / stride,
        _ if mistake("BY-THE-CLOCK:SECONDS") => dt,
        _ if mistake("BY-THE-CLOCK") => dt / lerp(CYCLES[0], CYCLES[1], share_of_run(speed)),
        _ if mistake("TIMES-STRIDE") => ahead * stride,
        change if mistake("BACKWARDS") => -change,
        change => change,
    };
    let phase = if mistake("PHASE-LOST") { change } else { gait.phase + change };
    let phase = match phase {
        phase if mistake("BELOW-0") => phase.fract(),
        phase if mistake("GOES-ON") => phase,
        phase if mistake("GOES-ON:STOPS") => phase.clamp(0.0, 1.0),
        phase if mistake("BELOW-0:STOPS") => phase.max(0.0).fract(),
        phase => phase.rem_euclid(1.0),
    };
    Gait { heading, phase }
}

pub(super) fn sword(hand: &Hand<'_>) -> Mat4 {
    let joint = match hand.model_from_joint[hand.socket] {
        _ if mistake("SKINNING-MATRIX") => hand.skinning[hand.socket],
        _ if mistake("ROOT") => hand.model_from_joint[0],
        joint if mistake("NOT-TURNED") => Mat4::from_translation(origin(joint)),
        _ if mistake("HAND-LEFT-OUT") => Mat4::IDENTITY,
        joint if mistake("HAND-INVERTED") => joint.inverse(),
        joint if mistake("HAND-INVERTED:TRANSPOSED") => joint.transpose(),
        _ if mistake("HAND-INVERTED:SKINNING") => hand.skinning[hand.socket].inverse(),
        joint if mistake("SKINNING-MATRIX:TOO") => joint * hand.skinning[hand.socket],
        joint if mistake("SKINNING-MATRIX:BEFORE") => hand.skinning[hand.socket] * joint,
        joint => joint,
    };
    let sword = match hand.socket_from_sword {
        _ if mistake("IN-THE-SOCKET") => Mat4::IDENTITY,
        sword if mistake("IN-THE-SOCKET:INVERSE") => sword.inverse(),
        sword => sword,
    };
    match hand.world_from_model {
        _ if mistake("IN-THE-MODEL") => joint * sword,
        world if mistake("BACKWARDS") => sword * joint * world,
        world if mistake("OUT-OF-ORDER") => joint * world * sword,
        world if mistake("OUT-OF-ORDER:JOINT-FIRST") => world * sword * joint,
        world if mistake("OUT-OF-ORDER:WORLD-FIRST") => joint * sword * world,
        world if mistake("OUT-OF-ORDER:SWORD-LAST") => sword * world * joint,
        world => world * joint * sword,
    }
}

fn origin(matrix: Mat4) -> Vec3 {
    matrix.w_axis.truncate()
}
