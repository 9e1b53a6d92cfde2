//! The live figures of the text: the worm from the front, without its depth.

mod spaces;

use crate::finished::ANSWERS;
use crate::tin_worm::{LENGTH, TinWorm};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat4, Vec2, Vec3};
use std::f32::consts::FRAC_PI_2;
use std::sync::LazyLock;

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "08-forgotten",
        size: [360.0, 195.0],
        parameters: &[Parameter::new("h", [1.6, 2.4]).unit("m"), Parameter::new("pose", [0.0, 1.0]).plays(3.0)],
        shown: Shown::At(&[&[2.1, 0.0]]),
        draw: forgotten,
    },
    Figure {
        name: "08.1",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("joint", [0.0, 2.0]).whole(),
            Parameter::new("h", [0.0, 2.4]).unit("m"),
            Parameter::new("x", [-0.3, 0.3]).unit("m"),
        ],
        shown: Shown::Cases(2),
        draw: seen_from_a_joint,
    },
    Figure {
        name: "08.2",
        size: [360.0, 200.0],
        parameters: &[
            Parameter::new("pose", [0.0, 1.0]).plays(3.0),
            Parameter::new("x", [0.0, LENGTH]).unit("m"),
            Parameter::new("y", [-HALF, HALF]).unit("m"),
        ],
        shown: Shown::Cases(1),
        draw: follows,
    },
    Figure {
        name: "08.2-boxes",
        size: [360.0, 155.0],
        parameters: &[Parameter::new("pose", [0.0, 1.0]).plays(3.0), Parameter::new("h", [1.6, 2.4]).unit("m")],
        shown: Shown::At(&[&[1.0, 2.1]]),
        draw: spaces::in_three_boxes,
    },
    Figure {
        name: "08.3",
        size: [360.0, 200.0],
        parameters: &[Parameter::new("float", [0.0, 1.0]).whole(), Parameter::new("pose", [0.0, 1.0]).plays(3.0)],
        shown: Shown::Cases(1),
        draw: by_index,
    },
];

/// Half of a tin's width, in metres.
const HALF: f32 = 0.3;
/// Offset of the dancing worm from the modelled one.
pub(crate) const STAGE: Vec3 = Vec3::new(3.0, 0.0, 0.0);

pub(crate) static WORM: LazyLock<TinWorm> = LazyLock::new(TinWorm::new);

/// Returns 08.1's joint, and its point in the model's space.
pub(crate) fn joint_and_point([joint, height, x]: [f32; 3]) -> (usize, Vec3) {
    (joint as usize, Vec3::new(x, height, 0.0))
}

/// Returns 08.2's point where it was modelled: at (x, y, 0) in the space of the head's joint.
pub(crate) fn point_of_head([_, x, y]: [f32; 3]) -> Vec3 {
    posed(0.0, STAGE)[2].transform_point3(Vec3::new(x, y, 0.0))
}

/// Returns 08.3's palette.
pub(crate) fn palette(pose: f32) -> Vec<Mat4> {
    let back = (ANSWERS.inverse_binds)(&WORM.joints, &WORM.bind_locals);
    (ANSWERS.skinning_matrices)(&posed(pose, STAGE), &back)
}

/// Returns `model_from_joint` of each joint: in the bind pose at 0, moved aside and its head bent to the right at 1.
pub(crate) fn posed(pose: f32, stage: Vec3) -> Vec<Mat4> {
    let mut locals = WORM.bind_locals.clone();
    locals[2] *= Mat4::from_rotation_z(-pose * FRAC_PI_2);
    locals[0] = Mat4::from_translation(pose * stage) * locals[0];
    WORM.model_from_joint(&locals)
}

/// Returns the outline of a joint's tin in the model's space, as it was modelled.
fn tin(joint: usize) -> [Vec3; 5] {
    let low = LENGTH * joint as f32 + 0.02;
    let high = LENGTH * (joint + 1) as f32 - 0.02;
    [(-HALF, low), (HALF, low), (HALF, high), (-HALF, high), (-HALF, low)].map(|(x, y)| Vec3::new(x, y, 0.0))
}

/// The drawing of a figure: where its origin is on the sheet, and its unit there.
struct Drawing {
    origin: Vec2,
    unit: f32,
}

const SIDE_BY_SIDE: Drawing = Drawing { origin: Vec2::new(60.0, 22.0), unit: 66.0 };

impl Drawing {
    fn at(&self, point: Vec3) -> Vec2 {
        self.origin + self.unit * point.truncate()
    }

    fn moved_tin(&self, joint: usize, matrix: &Mat4) -> [Vec2; 5] {
        tin(joint).map(|corner| self.at(matrix.transform_point3(corner)))
    }

    fn tin(&self, joint: usize) -> [Vec2; 5] {
        tin(joint).map(|corner| self.at(corner))
    }
}

fn fill(sheet: &mut Sheet, outline: &[Vec2; 5]) {
    sheet.area(&outline[..4], Ink::Answer);
    sheet.line(outline, Ink::Answer);
}

/// Returns the angle to which a matrix turns the x axis, in radians.
fn turn(matrix: &Mat4) -> f32 {
    matrix.x_axis.truncate().truncate().to_angle()
}

/// Draws each tin moved by its joint's matrix alone, and a point of the head.
fn forgotten(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [height, pose] = sheet.values();
    let drawing = Drawing { origin: Vec2::new(235.0, 25.0), unit: 49.0 };
    let now = posed(pose, Vec3::ZERO);
    for (joint, matrix) in now.iter().enumerate() {
        sheet.line(&drawing.tin(joint), Ink::Faint);
        fill(sheet, &drawing.moved_tin(joint, matrix));
    }
    let modelled = Vec3::Y * height;
    let head = now[2];
    let wrong = head.transform_point3(modelled);
    let pin = drawing.at(head.w_axis.truncate());
    sheet.dashed(&[pin, drawing.at(wrong)], Ink::Given);
    sheet.frame(pin, turn(&head), 26.0, "", Ink::Given);
    let handle = sheet.slide("h", drawing.at(Vec3::Y * 1.6), drawing.at(Vec3::Y * 2.4));
    sheet.word(handle + 22.0 * Vec2::X, Align::Left, "p", Ink::Given);
    sheet.answered();
    sheet.point(drawing.at(wrong), Ink::Answer);
    sheet.word(drawing.at(wrong) + 24.0 * Vec2::Y, Align::Middle, "M p", Ink::Answer);
    sheet.reading("x", wrong.x, "m");
    sheet.reading("y", wrong.y, "m");
    Ok(())
}

/// Draws the worm and a point p as they were modelled, and in the space of one of the joints.
fn seen_from_a_joint(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (joint, point) = joint_and_point(sheet.values());
    let model = Drawing { origin: Vec2::new(55.0, 40.0), unit: 52.0 };
    let own = Drawing { origin: Vec2::new(212.0, 75.0), unit: 52.0 };
    let bind = WORM.model_from_joint(&WORM.bind_locals);
    for (number, matrix) in bind.iter().enumerate() {
        sheet.line(&model.tin(number), Ink::Faint);
        let pin = model.at(matrix.w_axis.truncate());
        sheet.word(pin - Vec2::new(30.0, -20.0), Align::Middle, number.to_string(), Ink::Given);
    }
    sheet.area(&model.tin(joint)[..4], Ink::Given);
    sheet.frame(model.at(bind[joint].w_axis.truncate()), FRAC_PI_2, 22.0, "", Ink::Given);
    sheet.slide("joint", model.at(Vec3::X * -0.4), model.at(Vec3::new(-0.4, 1.6, 0.0)));
    let handle = sheet.drag(["x", "h"], model.at(Vec3::X * -HALF), model.at(Vec3::new(HALF, 2.4, 0.0)));
    sheet.word(Vec2::new(82.0, handle.y), Align::Left, "p", Ink::Given);
    sheet.word(model.origin - 15.0 * Vec2::Y, Align::Middle, "model", Ink::Given);
    sheet.frame(own.origin, 0.0, 40.0, "", Ink::Given);
    sheet.word(own.origin - 32.0 * Vec2::Y, Align::Middle, "joint", Ink::Given);
    let inverses = answers.bind_pose.inverse_binds(&WORM.joints, &WORM.bind_locals)?;
    sheet.answered();
    let Some(back) = inverses.get(joint) else { return Ok(()) };
    for number in 0..3 {
        let seen = own.moved_tin(number, back);
        if number == joint {
            sheet.area(&seen[..4], Ink::Answer);
        }
        sheet.line(&seen, Ink::Answer);
    }
    let point = back.transform_point3(point);
    sheet.point(own.at(point), Ink::Answer);
    sheet.reading("x seen from the joint", point.x, "m");
    sheet.reading("y", point.y, "m");
    Ok(())
}

/// Draws the worm as it was modelled and as it is now, with the same two steps from the head's joint to a point.
fn follows(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [pose, x, y] = sheet.values();
    let drawing = SIDE_BY_SIDE;
    let bind = posed(0.0, STAGE);
    let now = posed(pose, STAGE);
    let mut back = answers.bind_pose.inverse_binds(&WORM.joints, &WORM.bind_locals)?;
    back.resize(now.len(), Mat4::IDENTITY);
    let palette = answers.bind_pose.skinning_matrices(&now, &back)?;
    for joint in 0..3 {
        sheet.line(&drawing.tin(joint), Ink::Faint);
    }
    let modelled = point_of_head([pose, x, y]);
    sheet.answered();
    for (joint, matrix) in palette.iter().enumerate().take(3) {
        fill(sheet, &drawing.moved_tin(joint, matrix));
    }
    let carried = palette.get(2).map_or(Vec3::NAN, |head| head.transform_point3(modelled));
    sheet.dashed(&[drawing.at(modelled), drawing.at(carried)], Ink::Answer);
    sheet.point(drawing.at(carried), Ink::Answer);
    let outward = -(HALF + y + 0.2) * now[2].y_axis.truncate();
    sheet.word(drawing.at(carried + outward), Align::Middle, "p'", Ink::Answer);
    sheet.given();
    for (joint, name, side) in [(bind[2], "B", -0.17), (now[2], "M", 0.28)] {
        let [pin, corner, point, label] = [[0.0, 0.0], [x, 0.0], [x, y], [-0.18, side]]
            .map(|[x, y]| drawing.at(joint.transform_point3(Vec3::new(x, y, 0.0))));
        sheet.line(&[pin, corner, point], Ink::Given);
        sheet.frame(pin, turn(&joint), 24.0, "", Ink::Given);
        sheet.word(label, Align::Middle, name, Ink::Given);
    }
    let [low, high, label] = [[0.0, -HALF], [LENGTH, HALF], [x, HALF + 0.2]]
        .map(|[x, y]| drawing.at(bind[2].transform_point3(Vec3::new(x, y, 0.0))));
    sheet.drag(["y", "x"], low, high);
    sheet.word(label, Align::Middle, "p", Ink::Given);
    sheet.reading("p' x", carried.x, "m");
    sheet.reading("y", carried.y, "m");
    Ok(())
}

/// Draws each tin by the matrix that its vertices' numbers select, read as integers or by the same bits as floats.
fn by_index(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [float, pose] = sheet.values();
    let drawing = SIDE_BY_SIDE;
    let palette = palette(pose);
    sheet.word(Vec2::new(60.0, 190.0), Align::Middle, "a_joints", Ink::Given);
    sheet.word(Vec2::new(290.0, 190.0), Align::Right, "u_palette[ ]", Ink::Answer);
    for number in 0..3 {
        let outline = tin(number);
        sheet.line(&drawing.tin(number), Ink::Faint);
        let middle = (outline[0] + outline[2]) / 2.0;
        sheet.word(drawing.at(middle), Align::Middle, number.to_string(), Ink::Given);
        let read = if float > 0.5 { f32::from_bits(number as u32) as usize } else { number };
        let matrix = palette[read];
        fill(sheet, &drawing.moved_tin(number, &matrix));
        sheet.word(drawing.at(matrix.transform_point3(middle)), Align::Middle, read.to_string(), Ink::Answer);
    }
    Ok(())
}
