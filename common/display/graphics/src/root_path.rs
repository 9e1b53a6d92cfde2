//! The path along which a clip carries its figure, as a line on the ground.

use super::debug_draw::Shapes;
use armature::{
    animation::{Clip, RootAxes, RootDelta, RootMotion, root_joint},
    model::Model,
};
use glam::{Affine3A, Vec3, Vec4};
use std::ops::RangeInclusive;

const PATH: Vec4 = Vec4::new(0.06, 0.20, 0.50, 0.95);
/// Pieces of the line in a second, and at most in a cycle.
const PIECES: f32 = 30.0;
const MAX_PIECES: f32 = 2000.0;
/// A cycle that turns by less than this, in radians, has ticks and no arrows.
const TURNS: f32 = 0.09;

/// The root motion of a clip since the bind pose, about the world's up axis; `None` where no joint is moved.
pub fn clip_motion(model: &Model, clip: &Clip) -> Option<RootMotion> {
    let axes = RootAxes { from_bind: true, ..RootAxes::default() };
    let joint = root_joint(&model.skeleton, clip)?;
    Some(RootMotion::new(&model.skeleton, clip, joint, model.up(), axes))
}

/// A model's `world_from_model` in a cycle of a clip that began at `begun`: the clip's own poses, which carry the
/// figure away from its start, carry it on from where the cycle begins.
pub fn world_in_cycle(world_from_model: Affine3A, begun: &RootDelta, motion: &RootMotion, cycle: i32) -> Affine3A {
    let begins = begun.compose(&motion.cycle().repeat(cycle));
    world_from_model * begins.compose(&motion.origin().inverse()).to_affine()
}

/// The path in some cycles of a clip that began at `begun`: a ribbon on the ground, and a tick each second of playing;
/// if the figure turns, an arrow to where it looks. Sizes go by the scene's radius.
pub fn path_shapes(
    motion: &RootMotion,
    clip: &Clip,
    world_from_model: Affine3A,
    begun: &RootDelta,
    cycles: RangeInclusive<i32>,
    ground: f32,
    radius: f32,
) -> Shapes {
    let mut shapes = Shapes::new();
    let duration = clip.duration();
    if duration <= 0.0 || !duration.is_finite() {
        return shapes;
    }
    // Ours and glTF's figures look along z.
    let front = world_from_model.inverse().transform_vector3(Vec3::Z);
    let turns = motion.turn().abs() > TURNS;
    let size = 0.035 * radius;
    for cycle in cycles {
        let world = world_in_cycle(world_from_model, begun, motion, cycle);
        let height = ground + 0.003 * radius; // above the grid
        let count = (duration * PIECES).ceil().clamp(2.0, MAX_PIECES);
        let points: Vec<Vec3> = (0..=count as usize)
            .map(|n| path_point(world, motion, clip.start + duration * (n as f32 / count), height))
            .collect();
        for pair in points.windows(2).filter(|pair| pair.iter().all(|point| point.is_finite())) {
            let [from, to] = [pair[0], pair[1]];
            let side = (to - from).cross(Vec3::Y).normalize_or_zero() * 0.006 * radius;
            shapes.quad([from - side, to - side, to + side, from + side], PATH);
        }
        let played = cycle as f32 * duration;
        let seconds = (0..count as i32).map(|n| played.ceil() - played + n as f32);
        for time in seconds.take_while(|time| *time < duration) {
            let position = path_point(world, motion, clip.start + time, height);
            let ahead = if turns {
                let world_from_root = world * (motion.origin().compose(&motion.at(clip.start + time))).to_affine();
                world_from_root.transform_vector3(front)
            } else {
                path_point(world, motion, clip.start + (time + 0.02), height)
                    - path_point(world, motion, clip.start + (time - 0.02), height)
            };
            let ahead = ahead.with_y(0.0).normalize_or_zero() * size;
            let side = ahead.cross(Vec3::Y);
            let back = position - ahead * 0.6;
            if turns {
                shapes.triangle([position + ahead * 1.6, back - side, back + side], PATH);
            } else {
                let thin = ahead * 0.15;
                let corners = [-side - thin, -side + thin, side + thin, side - thin];
                shapes.quad(corners.map(|corner| position + corner), PATH);
            }
        }
    }
    shapes
}

fn path_point(world_from_model: Affine3A, motion: &RootMotion, time: f32, height: f32) -> Vec3 {
    world_from_model.transform_point3(motion.position(time)).with_y(height)
}
