//! The blade in the knight's hand: it points up where it would go through the plume or into stone, and ahead below a low
//! ceiling. A dead knight loses it.

use super::{ClipPart, GameCast, Knight, eased, part, spring::Spring};
use crate::State;
use crate::fight::BlowKind;
use crate::ground::depth;
use armature::skeleton::Pose;
use glam::{DVec2, Mat4, Quat, Vec3};

/// Distances from the hand at which the blade must be out of stone, in metres.
const POINTS: [f32; 2] = [0.45, 0.7];
/// Height of the hand over the feet from which on the blade could be in the plume, in metres.
const AT_HEAD: f32 = 1.2;
/// Room above an upright blade, into which a jump may take it meanwhile, in metres.
const CLEARANCE: f32 = 0.6;
/// Rate of the springs that turn the blade.
const RATE: f32 = 40.0;
/// Directions of the blade after a swing and after a second one, in his own space: beside him, where it is seen.
const ENDS: [Vec3; 2] = [Vec3::new(0.26, -0.42, 0.87), Vec3::new(0.15, 0.95, 0.25)];
/// Times of the swing's clip in which it is turned there, after the cut, in seconds: while it cuts it is as the clip has it.
const TURNS: [f32; 2] = [0.585, 0.68];
/// Rate of the spring that turns it back after a swing.
const RETURN_RATE: f32 = 10.0;
/// Time of a deadly fall at which it leaves his hand, duration of its flight to the ground, in seconds, and height of the
/// flight, in metres.
const RELEASED: f32 = 0.24;
const FLIGHT: f32 = 0.34;
const FLIGHT_HEIGHT: f32 = 0.15;

/// Fractions by which the blade is turned upright, and from there ahead.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Blade {
    upright: Spring<f32>,
    ahead: Spring<f32>,
    /// Fraction by which it is turned to the direction after a swing, and that direction.
    swung: Spring<f32>,
    end: Vec3,
    /// Rotation and place of the joint in his fist when he loses it.
    released: (Quat, Vec3),
}

impl Blade {
    /// Turns the joint in his fist for a step of `dt` seconds; `is_hurt` if he is thrown back, or dead.
    pub(super) fn step(
        &mut self,
        cast: &GameCast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        (world_from_socket, is_hurt): (Mat4, bool),
        pose: &mut Pose,
        dt: f32,
    ) {
        let hand = world_from_socket.w_axis.truncate();
        let (_, turn, _) = world_from_socket.to_scale_rotation_translation();
        let posed = turn * Vec3::Y;
        let heading = knight.gait.heading;
        let ahead = Vec3::new(heading.sin(), 0.0, heading.cos());
        let is_idle = knight.blow().is_none() && !is_hurt;
        let is_in_the_way = hand.y > knight.body.position.y as f32 + AT_HEAD || is_in_stone(obstacles, hand, posed);
        let is_in_the_air = knight.body.support.is_none();
        let mut upright = 0.0;
        // With the arm of one who is thrown back it would come up to his face.
        let mut level = f32::from(u8::from(is_hurt));
        if is_idle && (is_in_the_way || is_in_the_air) {
            if !is_in_stone(obstacles, hand + CLEARANCE * Vec3::Y, Vec3::Y) {
                upright = f32::from(u8::from(is_in_the_way));
            } else if !is_in_stone(obstacles, hand, ahead) {
                level = 1.0;
            }
        }
        self.upright.advance(upright, RATE, dt);
        self.ahead.advance(level, RATE, dt);
        let raise = Quat::IDENTITY.slerp(Quat::from_rotation_arc(posed, Vec3::Y), self.upright.value);
        let lower = Quat::IDENTITY.slerp(Quat::from_rotation_arc(raise * posed, ahead), self.ahead.value);
        self.swing(knight, dt);
        let end = Quat::from_rotation_y(heading) * self.end.normalize_or(Vec3::Z);
        let swing = Quat::IDENTITY.slerp(Quat::from_rotation_arc(lower * raise * posed, end), self.swung.value);
        pose.locals[cast.socket].rotation *= turn.inverse() * swing * lower * raise * turn;
    }

    /// Follows a swing, and forgets it after its end.
    fn swing(&mut self, knight: &Knight, dt: f32) {
        let Some((BlowKind::Swing, seconds)) = knight.blow() else {
            self.swung.advance(0.0, RETURN_RATE, dt);
            return;
        };
        let [low, high] = after_cuts(knight.is_backhand, seconds);
        self.end = ENDS[usize::from(high > 0.0)];
        self.swung = Spring::at(low + high);
    }

    /// Lets it fly out of his hand to where it lies: `seconds` of a deadly fall have passed.
    pub(super) fn fly(
        &mut self,
        cast: &GameCast,
        seconds: f32,
        (world_from_sword, grip): (Quat, Vec3),
        world_from_hand: Mat4,
        pose: &mut Pose,
    ) {
        let local = &mut pose.locals[cast.socket];
        let (_, turn, _) = world_from_hand.to_scale_rotation_translation();
        if seconds < RELEASED {
            self.released = (turn * local.rotation, world_from_hand.transform_point3(local.translation));
            return;
        }
        let flown = ((seconds - RELEASED) / FLIGHT).min(1.0);
        let (from, start) = self.released;
        let rest = world_from_sword * Quat::from_mat4(&cast.socket_from_sword).inverse();
        let place = start.lerp(grip, flown) + 4.0 * flown * (1.0 - flown) * FLIGHT_HEIGHT * Vec3::Y;
        local.rotation = turn.inverse() * from.slerp(rest, eased(flown));
        local.translation = world_from_hand.inverse().transform_point3(place);
    }
}

/// Returns the weights of the poses after a swing's cut, where a second one begins, and after that one's.
pub(super) fn after_cuts(is_backhand: bool, seconds: f32) -> [f32; 2] {
    let ClipPart { begin, end, .. } = part(State::Swing);
    let [from, to] = TURNS;
    let [own, back] = [seconds, begin + end - seconds].map(|seconds| eased((seconds - from) / (to - from)));
    if is_backhand { [back, own] } else { [own, 0.0] }
}

fn is_in_stone(obstacles: &[Vec<DVec2>], hand: Vec3, direction: Vec3) -> bool {
    POINTS.iter().any(|away| {
        let point = (hand + *away * direction).truncate().as_dvec2();
        obstacles.iter().any(|obstacle| depth(obstacle, point) > 0.0)
    })
}
