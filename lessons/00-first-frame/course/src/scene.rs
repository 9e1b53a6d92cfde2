//! The scene: a crate on the ground that turns, in the paint that 00.1 gives. A page draws it as any scene. The window has its own
//! function, `crate_frame.rs`.

use armature::mesh::{Mesh, SkinnedVertex};
use drawing::shapes::cuboid;
use drawing::{Draw, Frame, Moment, Painted, Scene, SceneInfo};
use given::{CallError, Course};
use glam::{Mat4, Vec3};

pub static SCENE: SceneInfo = SceneInfo {
    words: "The crate, in the paint that 00.1 mixes.",
    mistakes: &[
        ("00.1", "BLUE-FIRST"),
        ("00.1", "WHOLE-NUMBERS"),
        ("00.1", "HUNDREDTHS"),
        ("00.1", "BYTES"),
        ("00.1", "STILL-GREY"),
    ],
    camera: [0.0, 0.35, 4.6, 0.45],
    time: 0.0,
    open: |_| Some(Box::new(CrateScene)),
    ..SceneInfo::PLAIN
};

/// Length of the crate's sides, and width of its beams in a page, in metres.
pub const SIDE: f32 = 1.0;
const BEAM: f32 = 0.13;
/// Depth of the paint below the beams, in metres.
const RECESS: f32 = 0.03;
const WOOD: Vec3 = Vec3::new(0.80, 0.55, 0.31);
/// Radians a second.
const SPIN: f32 = 0.3;

struct CrateScene;

impl Scene for CrateScene {
    fn meshes(&mut self, course: &Course) -> Result<Vec<Painted>, CallError> {
        let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new() };
        add_box(&mut mesh, Vec3::splat(SIDE - 2.0 * RECESS), Vec3::ZERO, 0);
        let off = (SIDE - BEAM) / 2.0;
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            let side = Vec3::new(axis.y, axis.z, axis.x);
            let other = Vec3::new(axis.z, axis.x, axis.y);
            for [a, b] in [[-off, -off], [-off, off], [off, -off], [off, off]] {
                add_box(&mut mesh, SIDE * axis + BEAM * (side + other), a * side + b * other, 1);
            }
        }
        Ok(vec![Painted { mesh, paints: vec![course.first_frame.paint()?, WOOD], ..Painted::default() }])
    }

    fn frame(&mut self, _: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        Ok(Frame { draws: vec![Draw::new(0, vec![world_from_crate(seconds)])], ..Frame::default() })
    }
}

/// Returns the transform of the crate, which stands on the ground and turns.
pub fn world_from_crate(seconds: f32) -> Mat4 {
    Mat4::from_translation(Vec3::Y * SIDE / 2.0) * Mat4::from_rotation_y(0.62 + SPIN * seconds)
}

/// Adds a box in one of the paints.
fn add_box(mesh: &mut Mesh<SkinnedVertex>, size: Vec3, middle: Vec3, paint: u8) {
    let shape = cuboid(size);
    let first = mesh.vertices.len() as u32;
    for vertex in shape.vertices {
        let mut placed =
            SkinnedVertex { normal: vertex.normal, weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() };
        placed.position = middle + vertex.position;
        placed.texcoord.y = f32::from(paint) + 0.5;
        mesh.vertices.push(placed);
    }
    mesh.indices.extend(shape.indices.iter().map(|index| first + index));
}
