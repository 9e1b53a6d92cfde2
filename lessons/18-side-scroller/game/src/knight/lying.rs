//! The place of a dead knight: he falls on his back, on the ground, clear of walls, and his sword lies beside him.

use super::{GameCast, Knight, eased};
use crate::ground::{depth, surfaces};
use armature::math::Transform;
use glam::{DVec2, Mat3, Mat4, Quat, Vec3};
use std::f32::consts::FRAC_PI_2;

/// Time in which he falls on his back, duration of the bounce after that, in seconds, and its height, in metres.
const FALL_TIME: f32 = 0.5;
const BOUNCE_TIME: f32 = 0.2;
const BOUNCE: f32 = 0.04;
/// Power of the completed fraction of the fall by which he turns.
const FALL_POWER: f32 = 1.5;
/// Time in which he comes down to the ground's line, in seconds.
const SINK_TIME: f32 = 0.15;
/// Room that he needs behind his hips and ahead of them, in metres.
const ROOM: [f32; 2] = [1.1, 1.05];
/// Number of places at which the ground is looked for on either side, their distance, the largest rise from one to the
/// next, the height above it in which nothing may be in his way, and the depth in which it is looked for, in metres.
const PLACES: usize = 20;
const SPACING: f32 = 0.1;
const RISE: f64 = 0.13;
const CLEAR: f64 = 0.16;
const DEPTH: f64 = 2.0;
/// Rate at which he follows the ground's line, in 1 a second.
const FOLLOW_RATE: f32 = 3.0;
/// Length of his back with his head, in metres.
const BACK: f32 = 0.9;
/// Parts of him that touch the ground: joint, distance from it along its bone, and radius, in metres.
const PARTS: [(&str, f32, f32); 11] = [
    ("hips", 0.0, 0.115),
    ("chest", 0.1, 0.12),
    ("head", 0.155, 0.19),
    ("shin_l", 0.0, 0.06),
    ("shin_r", 0.0, 0.06),
    ("foot_l", 0.0, 0.09),
    ("foot_r", 0.0, 0.09),
    ("toes_l", 0.0, 0.026),
    ("toes_r", 0.0, 0.026),
    ("hand_l", 0.0, 0.05),
    ("hand_r", 0.0, 0.05),
];
/// Place of the sword's grip: ahead of his hips, to his right and above the ground, in metres; angle of the blade from his
/// own direction, to his right, in radians.
const SWORD: [f32; 3] = [0.36, 0.5, 0.03];
const SWORD_TURN: f32 = 0.25;

/// The line on which he lies.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bed {
    /// Distance of his hips ahead of his place, in metres.
    shift: f32,
    /// Height of the line over the ground at his place, in metres, and its rise ahead, in metres a metre.
    height: f32,
    rise: f32,
    /// Fraction of a right angle by which he leans back: less than 1 against a wall.
    recline: f32,
}

impl Default for Bed {
    fn default() -> Self {
        Bed { shift: 0.0, height: 0.0, rise: 0.0, recline: 1.0 }
    }
}

/// The ground on one side: its heights, until a wall or a ledge ends it.
struct Side {
    heights: [f64; PLACES],
    count: usize,
    is_walled: bool,
}

impl Side {
    fn new(obstacles: &[Vec<DVec2>], ground: DVec2, side: f32) -> Self {
        let mut found = Side { heights: [ground.y; PLACES], count: 1, is_walled: false };
        while found.count < PLACES {
            let below = found.heights[found.count - 1];
            let x = ground.x + f64::from(side * SPACING * found.count as f32);
            let middle = DVec2::new(x, below + CLEAR);
            found.is_walled = obstacles.iter().any(|obstacle| depth(obstacle, middle) > 0.0);
            let near = surfaces(obstacles, x).map(|(y, _)| y).filter(|y| (y - below).abs() <= RISE);
            let Some(height) = near.reduce(f64::max).filter(|_| !found.is_walled) else { break };
            found.heights[found.count] = height;
            found.count += 1;
        }
        found
    }

    fn length(&self) -> f32 {
        SPACING * (self.count - 1) as f32
    }
}

impl Bed {
    /// Finds the line below his place; `ahead` is 1 if he looks to the right, and -1 to the left. `None` over an abyss.
    fn find(obstacles: &[Vec<DVec2>], place: DVec2, ahead: f32) -> Option<Self> {
        let below = surfaces(obstacles, place.x).map(|(y, _)| y);
        let near = below.filter(|y| (place.y - DEPTH..place.y + RISE).contains(y));
        let ground = place.with_y(near.reduce(f64::max)?);
        let sides = [-ahead, ahead].map(|side| Side::new(obstacles, ground, side));
        let [behind, before] = [0, 1].map(|side| sides[side].length() - ROOM[side]);
        let shift = if behind < 0.0 { (-behind).min(before.max(0.0)) } else { before.min(0.0).max(-behind) };
        let room = sides[0].length() + shift;
        let recline = if sides[0].is_walled && room < BACK { (room / BACK).asin() / FRAC_PI_2 } else { 1.0 };

        let mut bed = Bed { shift, recline, ..Bed::default() };
        let counts = [ROOM[0] - shift, ROOM[1] + shift].map(|length| (length / SPACING).max(0.0) as usize + 1);
        let [back, front] = [0, 1].map(|side| {
            let last = counts[side].min(sides[side].count) - 1;
            (SPACING * last as f32, (sides[side].heights[last] - ground.y) as f32)
        });
        bed.rise = (front.1 - back.1) / (front.0 + back.0).max(SPACING);
        for (side, direction) in sides.iter().zip([-1.0, 1.0]) {
            let counted = counts[usize::from(direction > 0.0)].min(side.count);
            for (place, height) in side.heights[..counted].iter().enumerate() {
                let line = bed.rise * direction * SPACING * place as f32;
                bed.height = bed.height.max((height - ground.y) as f32 - line);
            }
        }
        Some(bed)
    }

    /// Moves each measure towards another bed's by at most `change`.
    fn follow(&mut self, other: &Bed, change: f32) {
        for (own, other) in [
            (&mut self.shift, other.shift),
            (&mut self.height, other.height),
            (&mut self.rise, other.rise),
            (&mut self.recline, other.recline),
        ] {
            *own += (other - *own).clamp(-change, change);
        }
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Lying {
    bed: Bed,
}

impl Lying {
    /// Lays him down from his upright `place`: `seconds` of the fall have passed.
    pub(super) fn lay(
        &mut self,
        cast: &GameCast,
        knight: &Knight,
        obstacles: &[Vec<DVec2>],
        model_from_joint: &[Mat4],
        (seconds, dt): (f32, f32),
        place: &mut Transform,
    ) {
        let ahead = ahead(knight);
        let wanted = Bed::find(obstacles, knight.body.position, ahead).unwrap_or_default();
        self.bed.follow(&wanted, FOLLOW_RATE * dt);
        let falls = (seconds / FALL_TIME).min(1.0);
        let angle = falls.powf(FALL_POWER) * (FRAC_PI_2 * self.bed.recline + self.bed.rise.atan());
        let own_from_model = Mat4::from(cast.own_from_file());
        let hips = (own_from_model * model_from_joint[cast.hinges.hips.joint]).w_axis.truncate();
        place.translation += place.rotation * (hips - Quat::from_rotation_x(-angle) * hips);
        place.translation.x += ahead * self.bed.shift * falls;
        place.rotation *= Quat::from_rotation_x(-angle);

        let world_from_model = place.to_mat4() * own_from_model;
        let mut above = f32::INFINITY;
        for (name, along, radius) in PARTS {
            if let Some(joint) = cast.joint(name) {
                let part = (world_from_model * model_from_joint[joint]).transform_point3(along * Vec3::Y);
                above = above.min(part.y - self.line(knight, part.x) - radius);
            }
        }
        let bounce = ((seconds - FALL_TIME) / BOUNCE_TIME).clamp(0.0, 1.0);
        place.translation.y += 4.0 * bounce * (1.0 - bounce) * BOUNCE;
        if above.is_finite() {
            place.translation.y -= eased(seconds / SINK_TIME) * above;
        }
    }

    /// Returns the height of the line on which he lies, at a place along x.
    fn line(&self, knight: &Knight, x: f32) -> f32 {
        let position = knight.body.position.as_vec2();
        position.y + self.bed.height + self.bed.rise * ahead(knight) * (x - position.x)
    }

    /// Returns the place of the sword on the ground.
    pub(super) fn world_from_sword(&self, knight: &Knight) -> (Quat, Vec3) {
        let ahead = ahead(knight);
        let [along, aside, above] = SWORD;
        let right = ahead * Vec3::Z;
        let direction = Vec3::new(ahead, self.bed.rise, 0.0).normalize();
        let normal = right.cross(direction);
        let blade = Quat::from_axis_angle(normal, -SWORD_TURN) * direction;
        let x = knight.body.position.x as f32 + ahead * (self.bed.shift + along);
        let grip = Vec3::new(x, self.line(knight, x), 0.0) + aside * right + above * normal;
        (Quat::from_mat3(&Mat3::from_cols(normal, blade, normal.cross(blade))), grip)
    }
}

/// Returns 1 if he looks to the right, and -1 to the left.
fn ahead(knight: &Knight) -> f32 {
    knight.gait.heading.sin().signum()
}
