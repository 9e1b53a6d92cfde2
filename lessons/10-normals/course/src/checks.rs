//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes;
use common::check::{Answer, AnswerError, Ask, Case, Check, finite};
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;
use glam::{Mat4, Vec3};
use std::f32::consts::FRAC_PI_2;

common::lesson! {
    normals: Normals,
    earlier: {
        bind_pose: lesson_08 {
            "08.2": "the palette of each dancer",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Of colours from 0 to 1, as the screen gets them: a step of 255 is 0.004.
    Check { tolerance: 0.003, ask: fragment, cases: &[] },
    // Of directions of length 1, after an inverse in single precision; 0.1 degrees.
    Check { tolerance: 0.002, ask: normal_matrix, cases: NORMAL_MATRIX },
    // Normals of length 1, and clip coordinates up to about 10: single precision is right to 1e-5 of that.
    Check { tolerance: 0.002, ask: vertex, cases: &[] },
    // Of words: they are equal or not.
    Check { tolerance: 0.5, ask: shortcut_will_do, cases: SHORTCUT_WILL_DO },
];

pub(crate) fn fragment(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    LightingProbe::compare(q, answer, |course| course.normals.fragment())
}
const NORMAL_MATRIX: &[Case] = &[
    Case { input: "the identity, normal (1, 0, 0)", ask: |q, answer| normal_case(q, answer, Mat4::IDENTITY, Vec3::X) },
    Case {
        input: "a turn by 90° about z, normal (1, 0, 0)",
        ask: |q, answer| normal_case(q, answer, quarter(), Vec3::X),
    },
    Case { input: "x stretched by 2, normal (1, 0, 0)", ask: |q, answer| normal_case(q, answer, stretch(), Vec3::X) },
    Case {
        input: "x stretched by 2, normal (0.707, 0.707, 0)",
        ask: |q, answer| normal_case(q, answer, stretch(), DIAGONAL),
    },
    Case {
        input: "x stretched by 2, then a turn by 90° about z, normal (0.707, 0.707, 0)",
        ask: |q, answer| normal_case(q, answer, quarter() * stretch(), DIAGONAL),
    },
    Case {
        input: "a shear that moves (x, y, z) to (x + y, y, z), normal (1, 0, 0)",
        ask: |q, answer| normal_case(q, answer, shear(), Vec3::X),
    },
    Case {
        input: "a mirror that takes x to -x, normal (1, 0, 0)",
        ask: |q, answer| normal_case(q, answer, Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)), Vec3::X),
    },
];

/// Halfway between x and y.
const DIAGONAL: Vec3 = Vec3::new(std::f32::consts::FRAC_1_SQRT_2, std::f32::consts::FRAC_1_SQRT_2, 0.0);

fn quarter() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

fn stretch() -> Mat4 {
    Mat4::from_scale(Vec3::new(2.0, 1.0, 1.0))
}

fn shear() -> Mat4 {
    Mat4 { y_axis: glam::Vec4::new(1.0, 1.0, 0.0, 0.0), ..Mat4::IDENTITY }
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

pub(crate) fn vertex(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    probes::skinning(&q.probe).compare(q, answer, |course| course.normals.vertex())
}
const SHORTCUT_WILL_DO: &[Case] = &[
    Case { input: "the identity", ask: |q, answer| shortcut_case(q, answer, Mat4::IDENTITY) },
    Case { input: "x stretched by 2", ask: |q, answer| shortcut_case(q, answer, stretch()) },
    Case { input: "a turn by 90° about z", ask: |q, answer| shortcut_case(q, answer, quarter()) },
    Case {
        input: "everything scaled by 2",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::splat(2.0))),
    },
    Case {
        input: "everything scaled by 0.01",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::splat(0.01))),
    },
    Case {
        input: "a turn by 90° about z and a move by (1, 0, 0)",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_translation(Vec3::X) * quarter()),
    },
    Case {
        input: "a shear with the columns (1, 0, 0), (-0.6, 0.8, 0) and (0, 0, 1), all 1 long",
        ask: |q, answer| {
            let columns = Mat4 { y_axis: glam::Vec4::new(-0.6, 0.8, 0.0, 0.0), ..Mat4::IDENTITY };
            shortcut_case(q, answer, columns)
        },
    },
    Case {
        input: "x stretched by 2 and y halved",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::new(2.0, 0.5, 1.0))),
    },
    Case {
        input: "the columns (0.01, 0, 0), (0.005, 0.01, 0) and (0, 0, 0.01)",
        ask: |q, answer| {
            let columns = Mat4 { y_axis: glam::Vec4::new(0.5, 1.0, 0.0, 0.0), ..Mat4::IDENTITY };
            shortcut_case(q, answer, Mat4::from_scale(Vec3::splat(0.01)) * columns)
        },
    },
    Case {
        input: "z stretched by 1.01",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::new(1.0, 1.0, 1.01))),
    },
    Case {
        input: "z stretched by 1.0002, which is within a thousandth",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::new(1.0, 1.0, 1.0002))),
    },
    Case {
        input: "a mirror that takes x to -x",
        ask: |q, answer| shortcut_case(q, answer, Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))),
    },
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
