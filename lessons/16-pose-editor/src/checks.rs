//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::Answers;
use common::check::{Answer, Check, Lesson, Probe};
use common::lesson;
use glam::{Mat4, Vec3};

/// Lesson 16, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(POINT_1, POINT_2, POINT_3, POINT_4);

/// What this lesson becomes.
pub const REFERENCE: Answers = Answers { point_1, point_2, point_3, point_4 };

fn point_1(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    model_from_joint.transform_point3(point)
}

const POINT_1: Check<Answers> = Check {
    // Metres. One product with coordinates below 10 is right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| Ok(points(answers.point_1, probe)),
};

fn point_2(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    model_from_joint.transform_point3(point)
}

const POINT_2: Check<Answers> = Check {
    // Metres. One product with coordinates below 10 is right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| Ok(points(answers.point_2, probe)),
};

fn point_3(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    model_from_joint.transform_point3(point)
}

const POINT_3: Check<Answers> = Check {
    // Metres. One product with coordinates below 10 is right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| Ok(points(answers.point_3, probe)),
};

fn point_4(model_from_joint: Mat4, point: Vec3) -> Vec3 {
    model_from_joint.transform_point3(point)
}

const POINT_4: Check<Answers> = Check {
    // Metres. One product with coordinates below 10 is right to 1e-5.
    tolerance: 0.002,
    ask: |answers, probe| Ok(points(answers.point_4, probe)),
};

/// A point for each joint of a posed skeleton.
fn points(point: fn(Mat4, Vec3) -> Vec3, probe: &Probe) -> Answer {
    let rig = probe.rig();
    let mut random = probe.random();
    let joints = rig.model_from_joint().into_iter();
    let points = joints.map(|joint| point(Mat4::from(joint), random.vector()));
    Answer::points(|joint| format!("a point on {}", rig.label(joint)), points)
}
