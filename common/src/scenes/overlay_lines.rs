//! Bones, ribbons and thorns, which face the viewer, and shaded meshes: drawn over or into a picture.

use armature::mesh::{Mesh, StaticVertex};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use graphics::debug_draw::Shapes;

/// Colour of bones and joints over a skin; sRGB.
const BONE: Vec4 = Vec4::new(0.98, 0.95, 0.80, 1.0);
/// Width and radius, in metres.
const BONE_WIDTH: f32 = 0.018;
const JOINT_RADIUS: f32 = 0.045;

/// A band of some width that faces the viewer: a line is a pixel wide, whatever is asked for.
pub fn ribbon(shapes: &mut Shapes, [from, to]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = side(from, to, width, eye);
    shapes.triangle([from - side, to - side, to + side], color);
    shapes.triangle([from - side, to + side, from + side], color);
}

/// A thin triangle that faces the viewer, wide at `foot` and pointed at `tip`.
pub fn thorn(shapes: &mut Shapes, [foot, tip]: [Vec3; 2], width: f32, color: Vec4, eye: Vec3) {
    let side = side(foot, tip, width, eye);
    shapes.triangle([foot - side, foot + side, tip], color);
}

/// Half the width, across the line and the direction to the viewer.
fn side(from: Vec3, to: Vec3, width: f32, eye: Vec3) -> Vec3 {
    (to - from).cross(eye - from).normalize_or_zero() * width / 2.0
}

/// Adds the triangles of a mesh in one colour, with flat shading by a light from above and in front. Adds nothing if the
/// matrix is not finite.
pub fn shaded(shapes: &mut Shapes, mesh: &Mesh<StaticVertex>, world_from_mesh: Affine3A, color: Vec4) {
    if !world_from_mesh.is_finite() {
        return;
    }
    // A mirror turns the normals inside.
    let outwards = world_from_mesh.matrix3.determinant().signum();
    for indices in mesh.indices.as_chunks::<3>().0 {
        let corners = indices.map(|index| world_from_mesh.transform_point3(mesh.vertices[index as usize].position));
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalize_or_zero();
        let light = 0.74 + 0.26 * outwards * normal.dot(Vec3::new(-0.3, 0.8, 0.52));
        shapes.triangle(corners, (color.truncate() * light).extend(color.w));
    }
}

/// Adds, for each joint, a dot, its axes, and a bone of `bone_length` along its x axis.
pub fn bones(shapes: &mut Shapes, model_from_joint: &[Mat4], bone_length: f32, axis_length: f32, eye: Vec3) {
    for matrix in model_from_joint {
        let ends = [Vec3::ZERO, Vec3::X * bone_length].map(|end| matrix.transform_point3(end));
        ribbon(shapes, ends, BONE_WIDTH, BONE, eye);
        shapes.axes(&Affine3A::from_mat4(*matrix), axis_length);
        shapes.joint(ends[0], JOINT_RADIUS, BONE);
    }
}
