//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes;
use armature::mesh::StaticVertex;
use check::case;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, finite};
use common::graphics::{Attributes, Uniforms, linear, renderer};
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;
use common::scenes::skinning_probe::SkinningProbe;
use common::shader;
use glam::{Mat3, Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;

check::lesson! {
    normals: Normals,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette of each dancer",
        }
    }
}

pub(crate) const CHECKS: &[AnyCheck] = &[
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    AnyCheck::asked(0.003, fragment, FRAGMENT),
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    AnyCheck::asked(0.002, normal_matrix, NORMAL_MATRIX),
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    AnyCheck::asked(0.002, vertex, VERTEX),
    // Of words: they are equal or not.
    AnyCheck::asked(0.5, shortcut_will_do, SHORTCUT_WILL_DO),
];

const FRAGMENT: &[AskedCase] = &[
    case!(
        "no lamp, ambient light of 0.5 on the colour 0.6, nothing mirrored",
        light_case(Spot { lamp: 0.0, ambient: 0.5, ..PAINT })
    ),
    case!("no ambient light, a lamp of 1 straight above the colour 0.6", light_case(PAINT)),
    case!("the same, the lamp 60° to the left of the normal", light_case(Spot { lamp_degrees: -60.0, ..PAINT })),
    case!(
        "the colour 0.6 with ambient light of 0.5, the lamp 120° to the left, behind the surface",
        light_case(Spot { lamp_degrees: -120.0, ambient: 0.5, ..PAINT })
    ),
    case!(
        "black paint that mirrors 0.5, the lamp 40° to the left and the eye 40° to the right",
        light_case(Spot { eye_degrees: 40.0, ..MIRROR })
    ),
    case!("the same, the eye 30° to the right, an exponent of 20", light_case(MIRROR)),
    case!("the same, a lamp of 0.5", light_case(Spot { lamp: 0.5, ..MIRROR })),
    case!("the same, v_normal half as long", light_case(Spot { lamp: 0.5, normal: 0.5, ..MIRROR })),
    case!(
        "black paint that mirrors 0.5, the lamp 40° to the left, the eye 30° to the right and 3 away",
        light_case(Spot { eye_distance: 3.0, ..MIRROR })
    ),
    case!(
        "the same, all of it moved by (1, 0, 0)",
        light_case(Spot { eye_distance: 3.0, position: Vec3::X, ..MIRROR })
    ),
    case!(
        "the colour 0.6 that mirrors 0.5, the lamp and the eye both 60° to the left",
        light_case(Spot { color: 0.6, lamp_degrees: -60.0, eye_degrees: -60.0, ..MIRROR })
    ),
    case!(
        "black paint that mirrors 0.5, the lamp 100° to the left, behind the surface, the eye 80° to the right",
        light_case(Spot { lamp_degrees: -100.0, eye_degrees: 80.0, ..MIRROR })
    ),
];

/// A grey spot whose normal is the z axis, with its lamp and its eye in the plane of x and z.
#[derive(Clone, Copy)]
struct Spot {
    position: Vec3,
    normal: f32,
    ambient: f32,
    lamp: f32,
    /// Angle of the lamp from the normal, positive to the right, where x points.
    lamp_degrees: f32,
    /// Angle of the eye from the normal, positive to the right.
    eye_degrees: f32,
    eye_distance: f32,
    color: f32,
    mirrors: f32,
    exponent: f32,
}

/// Paint that mirrors nothing, with lamp and eye straight above it.
const PAINT: Spot = Spot {
    position: Vec3::ZERO,
    normal: 1.0,
    ambient: 0.0,
    lamp: 1.0,
    lamp_degrees: 0.0,
    eye_degrees: 0.0,
    eye_distance: 1.0,
    color: 0.6,
    mirrors: 0.0,
    exponent: 20.0,
};
/// The directions of the text, over black paint that mirrors half of the light.
const MIRROR: Spot = Spot { color: 0.0, mirrors: 0.5, lamp_degrees: -40.0, eye_degrees: 30.0, ..PAINT };

/// Asks for the light that the shader draws from a spot, and compares it as a linear number.
fn light_case(q: &mut Ask, answer: &mut Answer, spot: Spot) -> Result<(), AnswerError> {
    let corner = StaticVertex { position: spot.position, normal: spot.normal * Vec3::Z, texcoord: Vec2::splat(0.5) };
    let patch = q.ask("", |course| {
        let gl = shader::context()?;
        let white = renderer::white_texture(&gl).map_err(AnswerError::NoGraphics)?;
        let uniforms = Uniforms::new()
            .vec3("u_eye", spot.position + spot.eye_distance * from_normal(spot.eye_degrees))
            .vec3("u_to_light", from_normal(spot.lamp_degrees))
            .vec3("u_lamp", Vec3::splat(spot.lamp))
            .vec3("u_ambient", Vec3::splat(spot.ambient))
            .vec3("u_diffuse", Vec3::splat(spot.color))
            .vec3("u_specular", Vec3::splat(spot.mirrors))
            .float("u_shininess", spot.exponent)
            .texture("u_texture", &white, renderer::SAMPLER);
        shader::colors(&gl, course.normals.fragment(), &uniforms, &[corner; 4].map(Attributes))
    })?;
    let color = patch.colors[0].truncate();
    let light = if color.is_finite() { linear(color).x } else { f32::NAN };
    answer.compare("the light from there", finite(light));
    answer.notes.extend(patch.notes);
    Ok(())
}

/// Returns the direction at this angle from the normal, in the plane of x and z.
fn from_normal(degrees: f32) -> Vec3 {
    let (x, z) = degrees.to_radians().sin_cos();
    Vec3::new(x, 0.0, z)
}

pub(crate) fn fragment(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    LightingProbe::compare(q, answer, |course| course.normals.fragment())
}

const NORMAL_MATRIX: &[AskedCase] = &[
    case!("the identity, normal (0.707, 0.707, 0)", normal_case(Mat4::IDENTITY, DIAGONAL)),
    case!("a turn by 90° about z, normal (0.707, 0.707, 0)", normal_case(quarter(), DIAGONAL)),
    case!("x stretched by 2, normal (1, 0, 0)", normal_case(stretch(), Vec3::X)),
    case!("x stretched by 2, normal (0.707, 0.707, 0)", normal_case(stretch(), DIAGONAL)),
    case!(
        "x stretched by 2, then a turn by 90° about z, normal (0.707, 0.707, 0)",
        normal_case(quarter() * stretch(), DIAGONAL)
    ),
    case!("a shear that moves (x, y, z) to (x + y, y, z), normal (1, 0, 0)", normal_case(shear(), Vec3::X)),
    case!("a mirror that takes x to -x, normal (1, 0, 0)", normal_case(scale(-1.0, 1.0, 1.0), Vec3::X)),
];

const DIAGONAL: Vec3 = Vec3::new(std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2, 0.0);

fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

fn stretch() -> Mat4 {
    scale(2.0, 1.0, 1.0)
}

fn scale(x: f32, y: f32, z: f32) -> Mat4 {
    Mat4::from_scale(Vec3::new(x, y, z))
}

fn shear() -> Mat4 {
    columns([1.0, 1.0, 0.0], [0.0, 0.0, 1.0])
}

/// Returns a matrix with these second and third columns; its first column is x.
fn columns(y: [f32; 3], z: [f32; 3]) -> Mat4 {
    Mat4::from_mat3(Mat3::from_cols(Vec3::X, y.into(), z.into()))
}

fn normal_case(q: &mut Ask, answer: &mut Answer, matrix: Mat4, normal: Vec3) -> Result<(), AnswerError> {
    let turns = q.ask("", |course| course.normals.normal_matrix(matrix))?;
    answer.compare("the new normal, made 1 long,", finite((turns * normal).normalize()));
    Ok(())
}

pub(crate) fn normal_matrix(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let normals = probes::normals(&mut q.random);
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let turns = q.ask("", |course| course.normals.normal_matrix(model_from_bind))?;
        for normal in normals {
            let label = format!("matrix {index}, {kind}: where {} goes", coordinates(normal));
            // How long a normal comes out does not matter.
            answer.compare(label, (turns * normal).normalize()).group(family);
        }
    }
    Ok(())
}

const VERTEX: &[AskedCase] = &[
    case!("a joint that turns by 90° about z, a_normal (1, 0, 0)", vertex_case(Mat4::IDENTITY, [quarter(); 2])),
    case!(
        "a joint that scales everything by 2, a_normal (1, 0, 0)",
        vertex_case(Mat4::IDENTITY, [scale(2.0, 2.0, 2.0); 2])
    ),
    case!(
        "a joint whose shear moves (x, y, z) to (x + y, y, z), a_normal (1, 0, 0)",
        vertex_case(Mat4::IDENTITY, [shear(); 2])
    ),
    case!("the same and then a turn by 90° about z", vertex_case(Mat4::IDENTITY, [quarter() * shear(); 2])),
    case!(
        "half the weight on a joint with this shear, half on one that stretches x by 3, a_normal (1, 0, 0)",
        vertex_case(Mat4::IDENTITY, [shear(), scale(3.0, 1.0, 1.0)])
    ),
    case!(
        "a camera that turns by 90° about z, a joint that does not move, a_normal (1, 0, 0)",
        vertex_case(quarter(), [Mat4::IDENTITY; 2])
    ),
    case!("a joint that mirrors x, a_normal (1, 0, 0)", vertex_case(Mat4::IDENTITY, [scale(-1.0, 1.0, 1.0); 2])),
];

/// A vertex at (3, 0, 0) that follows joints 0 and 1 by halves; all others do not move.
fn vertex_case(q: &mut Ask, answer: &mut Answer, camera: Mat4, matrices: [Mat4; 2]) -> Result<(), AnswerError> {
    let probe = SkinningProbe::of_vertex(
        |joint| matrices.get(joint).copied().unwrap_or(Mat4::IDENTITY),
        [0, 1, 2, 3],
        [0.5, 0.5, 0.0, 0.0],
        3.0 * Vec3::X,
    );
    probe.compare_vertex(q, answer, camera, |course| course.normals.vertex())
}

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.normals.vertex())
}

const SHORTCUT_WILL_DO: &[AskedCase] = &[
    case!("the identity", shortcut_case(Mat4::IDENTITY)),
    case!("y halved", shortcut_case(scale(1.0, 0.5, 1.0))),
    case!("a turn by 90° about z", shortcut_case(quarter())),
    case!("everything scaled by 1.5", shortcut_case(scale(1.5, 1.5, 1.5))),
    case!("everything scaled by 0.01", shortcut_case(scale(0.01, 0.01, 0.01))),
    case!("a turn by 90° about z and a move by (1, 0, 0)", shortcut_case(Mat4::from_translation(Vec3::X) * quarter())),
    case!(
        "a shear with the columns (1, 0, 0), (-0.5, 0.866, 0) and (0, 0, 1), all 1 long",
        shortcut_case(columns([-0.5, 0.75_f32.sqrt(), 0.0], [0.0, 0.0, 1.0]))
    ),
    case!(
        "a shear with the columns (1, 0, 0), (0, 1, 0) and (0, 0.6, 0.8)",
        shortcut_case(columns([0.0, 1.0, 0.0], [0.0, 0.6, 0.8]))
    ),
    case!(
        "a shear with the columns (1, 0, 0), (0, 1, 0) and (0.6, 0, 0.8)",
        shortcut_case(columns([0.0, 1.0, 0.0], [0.6, 0.0, 0.8]))
    ),
    case!("x stretched by 2 and y halved", shortcut_case(scale(2.0, 0.5, 1.0))),
    case!(
        "the columns (0.01, 0, 0), (0.005, 0.01, 0) and (0, 0, 0.01)",
        shortcut_case(scale(0.01, 0.01, 0.01) * columns([0.5, 1.0, 0.0], [0.0, 0.0, 1.0]))
    ),
    case!(
        "the columns (0.01, 0, 0), (0.0003, 0.01, 0) and (0, 0, 0.01)",
        shortcut_case(scale(0.01, 0.01, 0.01) * columns([0.03, 1.0, 0.0], [0.0, 0.0, 1.0]))
    ),
    case!("z stretched by 1.002", shortcut_case(scale(1.0, 1.0, 1.002))),
    case!("z stretched by 1.0002, which is within a thousandth", shortcut_case(scale(1.0, 1.0, 1.0002))),
    case!("a mirror that takes x to -x", shortcut_case(scale(-1.0, 1.0, 1.0))),
];

fn shortcut_case(q: &mut Ask, answer: &mut Answer, matrix: Mat4) -> Result<(), AnswerError> {
    let will_do = q.ask("", |course| course.normals.shortcut_will_do(matrix))?;
    answer.compare("the answer", format!("{will_do}"));
    Ok(())
}

pub(crate) fn shortcut_will_do(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (index, (family, kind, model_from_bind)) in probes::matrices(&q.probe).into_iter().enumerate() {
        let will_do = q.ask("", |course| course.normals.shortcut_will_do(model_from_bind))?;
        let word = if will_do { "right" } else { "not right" };
        answer.compare(format!("matrix {index}, {kind}: the shortcut"), word).group(family);
    }
    Ok(())
}
