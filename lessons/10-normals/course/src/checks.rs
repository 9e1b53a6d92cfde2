//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::dancer::{self, Dancer};
use crate::figures::{self, Spot};
use crate::probes;
use armature::mesh::StaticVertex;
use check::{AnyCheck, Case, Check, Picture, Probe, ShaderCheck, Shape, finite};
use common::graphics::patch::{Patch, SIDE};
use common::graphics::{Uniforms, linear};
use common::scenes::lighting_probe::LitPatch;
use common::scenes::skinning_probe::{self, Skinned, SkinningProbe};
use common::shader;
use drawing::coordinates;
use glam::{Mat3, Mat4, Vec2, Vec3};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_PI_2};

check::lesson! {
    normals: Normals,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette of each dancer",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&FRAGMENT, &NORMAL_MATRIX, &VERTEX, &SHORTCUT_WILL_DO];

/// 10.1: a patch of pixels. Of a single spot, which has no kind, the light is compared as a linear number.
const FRAGMENT: ShaderCheck<LitPatch, Patch> = ShaderCheck {
    check: Check {
        // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
        tolerance: 0.003,
        words: |patch| format!("a patch {}", patch.kind),
        by_hand: || {
            let mut cases = Vec::new();
            for (words, state) in LIT_SPOTS {
                let [l, v, _] = state;
                let words = format!("{words} (in the figure l is {l}° and v {v}°)");
                cases.push(Case::at(state, |state| lit(figures::spot(state), AT_ORIGIN)).called(words));
            }
            // Black paint without ambient light.
            let mirror = Spot { ambient: 0.0, color: 0.0, ..figures::spot([130.0, 60.0, 20.0]) };
            for (words, spot, geometry) in [
                (
                    "black paint that mirrors 0.5, a lamp of 1 40° to the left, the eye 30° to the right",
                    mirror,
                    AT_ORIGIN,
                ),
                (
                    "black paint that mirrors 0.5, a lamp of 0.5 40° to the left, the eye 30° to the right",
                    Spot { lamp: 0.5, ..mirror },
                    AT_ORIGIN,
                ),
                ("the same, but v_normal is half as long", Spot { lamp: 0.5, ..mirror }, [0.0, 0.5, 1.0]),
                (
                    "black paint that mirrors 0.5, a lamp of 1 40° to the left, the eye 30° to the right and 3 away",
                    mirror,
                    [0.0, 1.0, 3.0],
                ),
                ("the same, all of it moved by (1, 0, 0)", mirror, [1.0, 1.0, 3.0]),
                (
                    "black paint that mirrors 0.5, the lamp 100° to the left, behind the surface, the eye 80° to the right",
                    Spot { lamp_degrees: -100.0, eye_degrees: 80.0, ..mirror },
                    AT_ORIGIN,
                ),
            ] {
                cases.push(Case::new(lit(spot, geometry)).called(words));
            }
            cases
        },
        drawn: |probe| LitPatch::random(probe).into(),
        call: |course, patch| patch.draw(course.normals.fragment()),
        compare: |patch, drawn, answer| {
            answer.notes.extend(drawn.notes);
            if patch.kind.is_empty() {
                let color = drawn.colors[0].truncate();
                let light = if color.is_finite() { linear(color).x } else { f32::NAN };
                answer.compare("the light from there", finite(light));
                return;
            }
            for (index, color) in drawn.colors.into_iter().enumerate() {
                let x = index % SIDE as usize;
                let y = index / SIDE as usize;
                answer.compare(format!("pixel ({x}, {y})"), color).group(patch.kind);
            }
        },
    },
    // The light on the cactus of 10.3, whose mesh and shader a page takes.
    picture: || {
        let mut patch = lit(figures::spot([130.0, 60.0, 20.0]), AT_ORIGIN);
        patch.uniforms = patch.uniforms.vec3("u_to_light", Vec3::new(-0.6, 0.5, 0.62).normalize());
        patch.uniforms = patch.uniforms.vec3("u_diffuse", Vec3::new(0.2, 0.5, 0.25));
        let shape = Shape { indices: Vec::new(), is_lines: false, seconds: 1.0, camera: [0.0; 4] };
        Picture { frames: vec![patch], shape }
    },
};

/// Inputs of 10.1 that the figure shows, and its parameters.
const LIT_SPOTS: [(&str, [f32; 3]); 3] = [
    (
        "the colour 0.6 that mirrors 0.5, ambient light of 0.15, a lamp of 1 that is 110° to the left, behind the \
                 surface",
        [200.0, 60.0, 20.0],
    ),
    (
        "the colour 0.6 that mirrors 0.5, ambient light of 0.15, a lamp of 1 that is 40° and the eye 60° to the left",
        [130.0, 150.0, 20.0],
    ),
    (
        "the colour 0.6 that mirrors 0.5, ambient light of 0.15, a lamp of 1 that is 40° to the left, the eye 30° \
             to the right, an exponent of 20",
        [130.0, 60.0, 20.0],
    ),
];

/// Position on the x axis, length of the normal, and distance of the eye.
const AT_ORIGIN: [f32; 3] = [0.0, 1.0, 1.0];

/// Returns the patch on which every pixel is this spot.
fn lit(spot: Spot, [x, normal, eye_distance]: [f32; 3]) -> LitPatch {
    let position = x * Vec3::X;
    let corner = StaticVertex { position, normal: normal * Vec3::Z, texcoord: Vec2::splat(0.5) };
    let uniforms = Uniforms::new()
        .vec3("u_eye", position + eye_distance * from_normal(spot.eye_degrees))
        .vec3("u_to_light", from_normal(spot.lamp_degrees))
        .vec3("u_lamp", Vec3::splat(spot.lamp))
        .vec3("u_ambient", Vec3::splat(spot.ambient))
        .vec3("u_diffuse", Vec3::splat(spot.color))
        .vec3("u_specular", Vec3::splat(spot.mirrors))
        .float("u_shininess", spot.exponent);
    LitPatch { kind: "", corners: [corner; 4], uniforms, texel: [255; 4] }
}

/// Returns the direction at this angle from the normal, in the plane of x and z.
fn from_normal(degrees: f32) -> Vec3 {
    let (x, z) = degrees.to_radians().sin_cos();
    Vec3::new(x, 0.0, z)
}

/// A matrix and the family that it belongs to, by which mistakes are told apart.
pub(crate) struct Moved {
    family: &'static str,
    words: String,
    model_from_bind: Mat4,
    /// Normals that it turns.
    normals: Vec<Vec3>,
}

impl Moved {
    fn new(model_from_bind: Mat4) -> Self {
        Moved { family: "", words: String::new(), model_from_bind, normals: vec![DIAGONAL] }
    }

    /// Returns the matrices of a probe, each with three normals.
    fn drawn(probe: &Probe) -> Vec<Moved> {
        let normals = probes::normals(&mut probe.random());
        let mut all = Vec::new();
        for (index, (family, kind, model_from_bind)) in probes::matrices(probe).into_iter().enumerate() {
            let words = format!("matrix {index}, {kind}");
            all.push(Moved { family, words, model_from_bind, normals: normals.into() });
        }
        all
    }
}

const DIAGONAL: Vec3 = Vec3::new(FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0);

/// 10.2: a matrix, and normals that are turned by what is returned for it.
const NORMAL_MATRIX: Check<Moved, Mat3> = Check {
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    tolerance: 0.002,
    words: |moved| moved.words.clone(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("x stretched by 2, normal (0.707, 0.707, 0)", [2.0, 1.0, 0.0]),
            ("x stretched by 2, then a turn by 90° about z, normal (0.707, 0.707, 0)", [2.0, 1.0, 90.0]),
            ("a turn by 90° about z, normal (0.707, 0.707, 0)", [1.0, 1.0, 90.0]),
        ] {
            cases.push(Case::at(state, |state| Moved::new(figures::square(state))).called(words));
        }
        for (words, model_from_bind) in [
            ("a shear that moves (x, y, z) to (x + y, y, z), normal (1, 0, 0)", shear()),
            ("a mirror that takes x to -x, normal (1, 0, 0)", scale(-1.0, 1.0, 1.0)),
        ] {
            cases.push(Case::new(Moved { normals: vec![Vec3::X], ..Moved::new(model_from_bind) }).called(words));
        }
        cases
    },
    drawn: Moved::drawn,
    call: |course, moved| Ok(course.normals.normal_matrix(moved.model_from_bind)?),
    compare: |moved, turns, answer| {
        for normal in &moved.normals {
            let label = format!("the new direction of {}", coordinates(*normal));
            // How long a normal comes out does not matter.
            answer.compare(label, finite((turns * *normal).normalize())).group(moved.family);
        }
    },
};

fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
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

/// 10.3: a palette, vertices that follow it, and the camera's matrix.
const VERTEX: ShaderCheck<(SkinningProbe, Mat4), Skinned> = ShaderCheck {
    check: Check {
        // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
        tolerance: 0.002,
        words: |_| String::new(),
        by_hand: || {
            let mut cases = Vec::new();
            for (words, state) in [
                ("two joints that do not move, half the weight on each, a_normal (0.707, 0, 0.707)", [0.0, 45.0]),
                (
                    "two joints, of which one turns by 90° about z, half the weight on each, a_normal (0.707, 0, 0.707)",
                    [90.0, 45.0],
                ),
            ] {
                let case = Case::at(state, |state| {
                    let (joints, normal) = figures::ball(state);
                    vertex(joints, normal, Mat4::IDENTITY)
                });
                cases.push(case.called(words));
            }
            for (words, joints, camera) in [
                ("a joint that turns by 90° about z, a_normal (1, 0, 0)", [quarter(); 2], Mat4::IDENTITY),
                ("a joint that scales everything by 2, a_normal (1, 0, 0)", [scale(2.0, 2.0, 2.0); 2], Mat4::IDENTITY),
                (
                    "a joint whose shear moves (x, y, z) to (x + y, y, z), a_normal (1, 0, 0)",
                    [shear(); 2],
                    Mat4::IDENTITY,
                ),
                ("the same and then a turn by 90° about z", [quarter() * shear(); 2], Mat4::IDENTITY),
                (
                    "half the weight on a joint with this shear, half on one that stretches x by 3, a_normal (1, 0, 0)",
                    [shear(), scale(3.0, 1.0, 1.0)],
                    Mat4::IDENTITY,
                ),
                (
                    "a camera that turns by 90° about z, a joint that does not move, a_normal (1, 0, 0)",
                    [Mat4::IDENTITY; 2],
                    quarter(),
                ),
                ("a joint that mirrors x, a_normal (1, 0, 0)", [scale(-1.0, 1.0, 1.0); 2], Mat4::IDENTITY),
            ] {
                cases.push(Case::new(vertex(joints, Vec3::X, camera)).called(words));
            }
            cases
        },
        drawn: |probe| vec![(probes::skinning(probe), shader::clip_from_model(probe))],
        call: |course, (probe, camera)| probe.run(*camera, course.normals.vertex()),
        compare: |(probe, _), outputs, answer| probe.compare_outputs(outputs, answer),
    },
    // The cactus dances.
    picture: || {
        const SECONDS: f32 = 7.85; // two beats
        let joint_from_bind = dancer::joint_from_bind();
        skinning_probe::picture(&Dancer::cactus().mesh, SECONDS, [0.0, 0.95, 0.0, 4.8], |time| {
            let model_from_joint = dancer::posed(time, 1.0, 1.0);
            model_from_joint.iter().zip(&joint_from_bind).map(|(now, bind)| *now * *bind).collect()
        })
    },
};

/// Returns a vertex at (3, 0, 0) that follows joints 0 and 1 by halves. All others do not move.
fn vertex(matrices: [Mat4; 2], normal: Vec3, camera: Mat4) -> (SkinningProbe, Mat4) {
    let matrix = |joint| matrices.get(joint).copied().unwrap_or(Mat4::IDENTITY);
    let mut probe = SkinningProbe::of_vertex(matrix, [0, 1, 2, 3], [0.5, 0.5, 0.0, 0.0], 3.0 * Vec3::X);
    probe.vertices[0].normal = normal;
    (probe, camera)
}

/// 10.4: a matrix.
const SHORTCUT_WILL_DO: Check<Moved, bool> = Check {
    // Of words: they are equal or not.
    tolerance: 0.5,
    words: |moved| moved.words.clone(),
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("the identity", [90.0, 1.0, 1.0]),
            ("a shear with the columns (1, 0, 0), (0.5, 0.866, 0) and (0, 0, 1), all 1 long", [60.0, 1.0, 1.0]),
            ("z stretched by 1.25", [90.0, 1.0, 1.25]),
            ("a shear with the columns (1, 0, 0), (-0.5, 0.866, 0) and (0, 0, 1), all 1 long", [120.0, 1.0, 1.0]),
            ("everything scaled by 1.5", [90.0, 1.5, 1.5]),
        ] {
            cases.push(Case::at(state, |_| Moved::new(figures::axes(state))).called(words));
        }
        let small = scale(0.01, 0.01, 0.01);
        for (words, model_from_bind) in [
            ("a turn by 90° about z", quarter()),
            ("y halved", scale(1.0, 0.5, 1.0)),
            ("everything scaled by 0.01", small),
            ("a turn by 90° about z and a move by (1, 0, 0)", Mat4::from_translation(Vec3::X) * quarter()),
            (
                "a shear with the columns (1, 0, 0), (0, 1, 0) and (0, 0.6, 0.8)",
                columns([0.0, 1.0, 0.0], [0.0, 0.6, 0.8]),
            ),
            (
                "a shear with the columns (1, 0, 0), (0, 1, 0) and (0.6, 0, 0.8)",
                columns([0.0, 1.0, 0.0], [0.6, 0.0, 0.8]),
            ),
            ("x stretched by 2 and y halved", scale(2.0, 0.5, 1.0)),
            (
                "the columns (0.01, 0, 0), (0.005, 0.01, 0) and (0, 0, 0.01)",
                small * columns([0.5, 1.0, 0.0], [0.0, 0.0, 1.0]),
            ),
            (
                "the columns (0.01, 0, 0), (0.0003, 0.01, 0) and (0, 0, 0.01)",
                small * columns([0.03, 1.0, 0.0], [0.0, 0.0, 1.0]),
            ),
            ("z stretched by 1.002", scale(1.0, 1.0, 1.002)),
            ("z stretched by 1.0002, which is within a thousandth", scale(1.0, 1.0, 1.0002)),
            ("a mirror that takes x to -x", scale(-1.0, 1.0, 1.0)),
        ] {
            cases.push(Case::new(Moved::new(model_from_bind)).called(words));
        }
        cases
    },
    drawn: Moved::drawn,
    call: |course, moved| Ok(course.normals.shortcut_will_do(moved.model_from_bind)?),
    compare: |moved, will_do, answer| {
        answer.compare("the shortcut", if will_do { "right" } else { "not right" }).group(moved.family);
    },
};
