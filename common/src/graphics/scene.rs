//! What a scene has beside its figure: background, ground, light, bones; and where the figure is.

use super::{
    Gl, OrbitCamera, ShaderError, ShaderFile, Target, Uniforms,
    debug_draw::{DebugRenderer, Overlay, Shapes, grid_step},
    reload::LiveProgram,
    renderer::{DrawMode, Skinning, check},
};
use crate::{
    math::Similarity,
    mesh::Bounds,
    model::{Model, ModelInstance, Part},
    skin::{skin_vertices, skin_vertices_dual},
};
use glam::{Vec2, Vec3, Vec4};
use glium::{
    Depth, DepthTest, DrawParameters, Surface,
    index::{NoIndices, PrimitiveType},
    vertex::EmptyVertexAttributes,
};

/// sRGB-encoded colours of the picture's upper and lower edge.
const BACKGROUND: [Vec3; 2] = [Vec3::new(0.70, 0.76, 0.82), Vec3::new(0.40, 0.45, 0.51)];

const GRID: Vec4 = Vec4::new(0.93, 0.96, 1.0, 0.55);
const BONE: Vec4 = Vec4::new(0.98, 0.80, 0.42, 0.92);
const JOINT: Vec4 = Vec4::new(0.25, 0.66, 0.92, 1.0);
const CHOSEN: Vec4 = Vec4::new(0.95, 0.33, 0.24, 1.0);

/// Background and ground of a scene.
pub struct Backdrop {
    pub(crate) debug: DebugRenderer,
    background: LiveProgram,
}

impl Backdrop {
    /// # Errors
    /// If a shader of `shaders/common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self, ShaderError> {
        let [vertex, fragment] = [ShaderFile("common/background.vert"), ShaderFile("common/background.frag")];
        Ok(Self { debug: DebugRenderer::new(gl)?, background: LiveProgram::load(gl, vertex, fragment, &[])? })
    }

    /// Nothing of what was there before is left. `ground` is the height of its grid; `None` draws none.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, camera: &OrbitCamera, ground: Option<f32>) -> Result<(), ShaderError> {
        let [top, bottom] = BACKGROUND;
        target.clear_color_srgb_and_depth((bottom.x, bottom.y, bottom.z, 1.0), 1.0);
        let uniforms = Uniforms::new().vec3("u_top", top).vec3("u_bottom", bottom);
        let parameters = DrawParameters {
            depth: Depth { test: DepthTest::Overwrite, write: false, ..Depth::default() },
            ..DrawParameters::default()
        };
        // It compiled once, or there would be no backdrop.
        let Some(program) = self.background.get() else { return Ok(()) };
        let corners = EmptyVertexAttributes { len: 3 };
        let list = NoIndices(PrimitiveType::TrianglesList);
        target
            .draw(corners, list, &program, &uniforms, &parameters)
            .map_err(|error| ShaderError::drawing(ShaderFile("common/background.vert"), error.to_string()))?;
        let Some(ground) = ground else { return Ok(()) };
        let (width, height) = target.get_dimensions();
        let clip_from_world = camera.clip_from_world(width as f32 / height as f32);
        self.debug.draw(target, &ground_shapes(camera, ground), clip_from_world, Overlay::InScene)
    }
}

/// The direction of the light: above the left shoulder of the viewer, so that shapes are clear from every side.
pub(crate) fn to_light(camera: &OrbitCamera) -> Vec3 {
    (0.75 * camera.backward() - 0.55 * camera.right() + 0.85 * camera.up()).normalize()
}

/// Every vertex of a figure in a pose, or its joints where it has no mesh, in world space.
/// Skins all vertices on the processor: for framing a picture, not for every frame.
pub fn world_points(model: &Model, figure: &ModelInstance) -> Vec<Vec3> {
    skinned_points(model, figure, Skinning::Linear)
}

fn skinned_points(model: &Model, figure: &ModelInstance, skinning: Skinning) -> Vec<Vec3> {
    let mut points = Vec::new();
    for part in model.parts.iter().filter(|part| check(model, part).is_ok()) {
        points.extend(skinned_part(model, figure, part, skinning).0);
    }
    if points.is_empty() {
        points.extend(figure.model_from_joint().iter().map(|matrix| Vec3::from(matrix.translation)));
    }
    for point in &mut points {
        *point = model.world_from_model.transform_point3(*point);
    }
    points
}

/// By how far dual quaternions move it from linear blending: the ramp's last colour at so many metres.
pub(crate) fn difference_mode(model: &Model, metres: f32) -> DrawMode {
    DrawMode::Difference(metres / model.metres_per_unit())
}

/// The end of a scale for the distance between dual quaternions and linear blending: 1, 2 or 5 times a power of ten,
/// no less than the greatest that the model comes to in a clip (in its bind pose without one), in metres. Looks at
/// a few samples, and leaves the instance in the last.
///
/// A figure whose vertices follow one joint each differs by rounding alone: the scale ends at no less than about a
/// thousandth of its size.
pub fn skinning_difference(model: &Model, instance: &mut ModelInstance, clip: Option<usize>) -> f32 {
    let (mut greatest, mut size) = (0.0f32, 0.0f32);
    for_samples(model, instance, clip, |instance| {
        let linear = world_points(model, instance);
        let dual = skinned_points(model, instance, Skinning::DualQuaternion);
        let apart = linear.iter().zip(&dual).map(|(a, b)| a.distance(*b));
        // NaN is no difference.
        greatest = apart.fold(greatest, f32::max);
        size = Bounds::from_points(linear).map_or(size, |bounds| size.max(bounds.radius()));
    });
    let least = greatest.max(1e-3 * size).max(f32::MIN_POSITIVE);
    let power = 10f32.powi(least.log10().floor() as i32);
    let step = [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= least);
    step.unwrap_or(10.0) * power
}

/// A length in millimetres, without the digits that are rounding.
pub fn millimetres(metres: f32) -> String {
    format!("{}", (f64::from(metres) * 1e5).round() / 100.0)
}

/// The lowest height that the model reaches in a clip (in its bind pose without one), from a few samples: a
/// figure that jumps should leave the ground, and one that plays elsewhere than it rests should stand on
/// it. `None` for an empty model. The instance is left in the last pose that was sampled.
pub fn lowest_point(model: &Model, instance: &mut ModelInstance, clip: Option<usize>) -> Option<f32> {
    let mut lowest: Option<f32> = None;
    for_samples(model, instance, clip, |instance| {
        let here = Bounds::from_points(world_points(model, instance)).map(|bounds| bounds.min.y);
        lowest = lowest.into_iter().chain(here).reduce(f32::min);
    });
    lowest
}

/// Calls `each` with the instance at a few times of a clip, evenly apart, the first and the last included; in the bind
/// pose without one.
fn for_samples(model: &Model, instance: &mut ModelInstance, clip: Option<usize>, mut each: impl FnMut(&ModelInstance)) {
    const SAMPLES: usize = 9;
    let (start, duration) =
        clip.and_then(|clip| model.clips.get(clip)).map_or((0.0, 0.0), |clip| (clip.start, clip.duration()));
    let samples = if duration > 0.0 { SAMPLES } else { 1 };
    for index in 0..samples {
        let share = index as f32 / (SAMPLES - 1) as f32;
        instance.pose_at(model, clip, start + duration * share);
        each(instance);
    }
}

/// One part's positions and normals in model space, morphed and skinned on the processor.
pub(crate) fn skinned_part(
    model: &Model,
    figure: &ModelInstance,
    part: &Part,
    skinning: Skinning,
) -> (Vec<Vec3>, Vec<Vec3>) {
    let mut room = Vec::new();
    let vertices = figure.morphed(model, part, &mut room);
    let (mut positions, mut normals) = (vec![Vec3::ZERO; vertices.len()], vec![Vec3::ZERO; vertices.len()]);
    let palette = figure.palette(part.skin);
    match skinning {
        Skinning::Linear => skin_vertices(palette, vertices, &mut positions, &mut normals),
        Skinning::DualQuaternion => {
            let palette: Vec<Similarity> = palette.iter().map(Similarity::nearest).collect();
            skin_vertices_dual(&palette, vertices, &mut positions, &mut normals);
        }
    }
    (positions, normals)
}

fn ground_shapes(camera: &OrbitCamera, ground: f32) -> Shapes {
    let mut shapes = Shapes::new();
    let radius = camera.scene_radius;
    let center = Vec2::new(camera.target.x, camera.target.z);
    shapes.grid(center, ground, grid_step(radius), 4.0 * radius, GRID);
    shapes
}

/// Joints and the bones between them, in world space. Where a file marks no node as a joint, all count.
pub(crate) fn bone_shapes(
    model: &Model,
    figure: &ModelInstance,
    camera: &OrbitCamera,
    chosen: Option<usize>,
) -> Shapes {
    let joints = model.skeleton.joints();
    let any = model.is_joint.iter().any(|is_joint| *is_joint);
    let shown = |joint: usize| !any || model.is_joint.get(joint).copied().unwrap_or(false);
    let at =
        |joint: usize| model.world_from_model.transform_point3(figure.model_from_joint()[joint].translation.into());
    let radius = camera.scene_radius;
    let mut shapes = Shapes::new();
    for index in (0..joints.len()).filter(|index| shown(*index)) {
        // The nearest ancestor that is a joint: other nodes may be between.
        let mut above = joints[index].parent;
        while let Some(parent) = above.filter(|parent| !shown(*parent)) {
            above = joints[parent].parent;
        }
        let mut marker = 0.016 * radius;
        if let Some(parent) = above {
            let (from, to) = (at(parent), at(index));
            let length = from.distance(to);
            let color = if chosen == Some(parent) { CHOSEN } else { BONE };
            shapes.bone(from, to, (0.16 * length).clamp(0.006 * radius, 0.06 * radius), color);
            marker = (0.25 * length).clamp(0.4 * marker, marker); // fingers stand close together
        }
        shapes.joint(at(index), marker, if chosen == Some(index) { CHOSEN } else { JOINT });
    }
    shapes
}
