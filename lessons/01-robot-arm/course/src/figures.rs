//! The live figures of the text.

use crate::finished::ANSWERS;
use crate::frame::Sliders;
use crate::{Arm, Rigid, robot};
use drawing::{Align, Figure, Ink, Parameter, Sheet, Shown};
use given::{CallError, Course};
use glam::{Mat3, Vec2, Vec3};
use std::f32::consts::FRAC_PI_4;

const TURN: Parameter = Parameter::new("turn", [-180.0, 180.0]).unit("°");

pub(crate) const FIGURES: &[Figure] = &[
    Figure {
        name: "01.1",
        size: [360.0, 205.0],
        parameters: &[Parameter::new("x", [2.0, 5.0]), Parameter::new("y", [0.0, 3.0]), TURN.of("the body")],
        shown: Shown::Cases(2),
        draw: matrix,
    },
    Figure {
        name: "01.2",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("R", [-60.0, 90.0]).unit("°"),
            Parameter::new("S", [-90.0, 90.0]).unit("°"),
            Parameter::new("t", [0.0, 1.0]),
        ],
        shown: Shown::Cases(2),
        draw: compose,
    },
    Figure {
        name: "01.3",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("x", [0.0, 3.0]), Parameter::new("y", [0.0, 2.0]), TURN.of("the child")],
        shown: Shown::Cases(2),
        draw: inverse,
    },
    Figure {
        name: "01.4",
        size: [360.0, 205.0],
        parameters: &[
            Parameter::new("A", [-Sliders::MAX_A, Sliders::MAX_A]).unit("°").plays(6.0),
            Parameter::new("B", Sliders::RANGE_B).unit("°"),
            Parameter::new("base", [-90.0, 90.0]).unit("°"),
        ],
        shown: Shown::Cases(3),
        draw: place,
    },
    Figure {
        name: "01-order",
        size: [360.0, 190.0],
        parameters: &[TURN.of("the house").plays(6.0)],
        shown: Shown::At(&[&[55.0]]),
        draw: order,
    },
];

/// A point of 01.1's body, in its own space.
pub(crate) const POINT: Vec3 = Vec3::new(2.0, 1.0, 0.0);
/// Position of 01.2's parent in the world, with t at 1.
const PARENT_AT: Vec3 = Vec3::new(3.0, 1.0, 0.0);
/// A point of 01.3, in the parent's space.
pub(crate) const SEEN: Vec3 = Vec3::new(3.0, 2.0, 0.0);

/// Returns the placement of 01.1's body, and of 01.3's child.
pub(crate) fn body([x, y, turn]: [f32; 3]) -> Rigid {
    Rigid { rotation: Mat3::from_rotation_z(turn.to_radians()), translation: Vec3::new(x, y, 0.0) }
}

/// Returns 01.2's parent in the world and its child.
pub(crate) fn parent_and_child([r, s, t]: [f32; 3]) -> [Rigid; 2] {
    let world_from_parent = Rigid { rotation: Mat3::from_rotation_y(r.to_radians()), translation: t * PARENT_AT };
    let parent_from_child = Rigid { rotation: Mat3::from_rotation_z(s.to_radians()), translation: Vec3::X };
    [world_from_parent, parent_from_child]
}

/// Returns 01.4's arm, and its sliders A and B in degrees.
pub(crate) fn arm([a, b, base]: [f32; 3]) -> (Arm, f32, f32) {
    (robot::arm_with_base(base.to_radians()), a, b)
}

/// A plane on the sheet: the place of its origin, and the length of a metre.
#[derive(Clone, Copy)]
struct Plane {
    origin: Vec2,
    unit: f32,
}

impl Plane {
    /// Returns the place on the sheet of a point, whose z does not count.
    fn at(self, point: Vec3) -> Vec2 {
        self.origin + self.unit * point.truncate()
    }
}

/// Draws a house around `at`, its corners moved by `transform` about that point.
fn house(sheet: &mut Sheet, at: Vec2, transform: impl Fn(Vec2) -> Vec2, ink: Ink) {
    let corners = [(-12.0, -10.0), (12.0, -10.0), (12.0, 8.0), (0.0, 20.0), (-12.0, 8.0)];
    let corners = corners.map(|corner| at + transform(Vec2::from(corner)));
    sheet.area(&corners, ink);
    sheet.line(&[corners[0], corners[1], corners[2], corners[3], corners[4], corners[0]], ink);
}

/// Draws a house that is turned and then moved, and one that is moved and then turned.
fn order(sheet: &mut Sheet, _: &Course) -> Result<(), CallError> {
    let [turn] = sheet.values();
    let turn = Vec2::from_angle(turn.to_radians());
    let moved = 60.0 * Vec2::X;
    for (left, words, ink) in [(50.0, "turn, then move", Ink::Series(0)), (232.0, "move, then turn", Ink::Series(3))] {
        let at = Vec2::new(left, 106.0);
        sheet.frame(at, 0.0, 28.0, "", Ink::PARENT);
        house(sheet, at, |p| p, Ink::Faint);
        if left < 180.0 {
            house(sheet, at, |p| turn.rotate(p), Ink::Faint);
            sheet.dashed(&[at, at + moved], ink);
            house(sheet, at, |p| turn.rotate(p) + moved, ink);
            sheet.turn("turn", at + moved, 36.0);
        } else {
            house(sheet, at, |p| p + moved, Ink::Faint);
            sheet.dashed(&[at, at + turn.rotate(moved)], ink);
            house(sheet, at, |p| turn.rotate(p + moved), ink);
            sheet.turn("turn", at, moved.x);
        }
        sheet.word(at.with_x(left + 30.0).with_y(10.0), Align::Middle, words, ink);
    }
    Ok(())
}

/// Draws a body, two of its axes and a point q, as the matrix transforms them: points with a 1 below them, axes with a 0.
fn matrix(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, turn] = sheet.values();
    let plane = Plane { origin: Vec2::new(28.0, 28.0), unit: 41.0 };
    let zero = plane.origin;
    sheet.arrow(zero, plane.at(7.6 * Vec3::X), Ink::PARENT);
    sheet.arrow(zero, plane.at(4.2 * Vec3::Y), Ink::PARENT);
    for number in 1..=7_u8 {
        let along = f32::from(number);
        sheet.word(plane.at(along * Vec3::X) - 13.0 * Vec2::Y, Align::Middle, number.to_string(), Ink::PARENT);
        if number < 5 {
            sheet.word(plane.at(along * Vec3::Y) - 13.0 * Vec2::X, Align::Middle, number.to_string(), Ink::PARENT);
        }
    }
    sheet.word(plane.at(Vec3::new(6.2, 0.25, 0.0)), Align::Left, "parent", Ink::PARENT);
    let parent_from_child = body([x, y, turn]);
    let matrix = answers.robot_arm.matrix(&parent_from_child)?;
    sheet.answered();
    let corners = [Vec3::ZERO, POINT.with_y(0.0), POINT, POINT.with_x(0.0)].map(|corner| {
        // As the graphics card does: the first three numbers, divided by the fourth.
        let by_matrix = matrix * corner.extend(1.0);
        plane.at(by_matrix.truncate() / by_matrix.w)
    });
    let origin = corners[0];
    sheet.area(&corners, Ink::Answer);
    sheet.dashed(&[corners[1], corners[2]], Ink::Answer);
    for (name, side, axis) in [("r1", -11.0, Vec3::X), ("r2", 11.0, Vec3::Y)] {
        let direction = plane.unit * (matrix * axis.extend(0.0)).truncate().truncate();
        sheet.arrow(origin, origin + direction, Ink::Answer);
        let beside = side * direction.perp().normalize_or_zero();
        sheet.word(origin + 0.6 * direction + beside, Align::Middle, name, Ink::Answer);
    }
    sheet.dashed(&[origin, corners[1]], Ink::Answer);
    sheet.point(corners[2], Ink::Answer);
    sheet.word(corners[2] + Vec2::new(12.0, 4.0), Align::Middle, "q", Ink::Answer);
    let q = matrix * POINT.extend(1.0);
    sheet.reading("q.x", q.x, "");
    sheet.reading("q.y", q.y, "");
    sheet.reading("fourth number", q.w, "");
    sheet.given();
    let t = sheet.drag(["x", "y"], plane.at(Vec3::new(2.0, 0.0, 0.0)), plane.at(Vec3::new(5.0, 3.0, 0.0)));
    sheet.turn("turn", t, 2.6 * plane.unit);
    sheet.dashed(&[zero, t], Ink::Given);
    sheet.word(zero.lerp(t, 0.5) + Vec2::new(-4.0, 11.0), Align::Middle, "t", Ink::Given);
    Ok(())
}

/// Returns the place on 01.2's sheet of a point of the world, seen from the side: z comes towards you.
fn oblique(point: Vec3) -> Vec2 {
    Vec2::new(62.0, 60.0) + 60.0 * (point.truncate() - point.z * Vec2::new(0.45, 0.30))
}

/// Draws the axes of a space that `space` places in the world.
fn axes(sheet: &mut Sheet, space: &Rigid, length: f32, ink: Ink) {
    for (name, axis) in ["x", "y", "z"].into_iter().zip([Vec3::X, Vec3::Y, Vec3::Z]) {
        let [from, to] = [Vec3::ZERO, length * axis].map(|point| oblique(space.apply(point)));
        sheet.arrow(from, to, ink);
        sheet.word(to + 10.0 * (to - from).normalize_or_zero(), Align::Middle, name, ink);
    }
}

/// Draws the world's axes, the parent's and the child's.
fn compose(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [world_from_parent, parent_from_child] = parent_and_child(sheet.values());
    axes(sheet, &Rigid::IDENTITY, 0.6, Ink::WORLD);
    axes(sheet, &world_from_parent, 0.6, Ink::PARENT);
    let [world, child] = [Vec3::ZERO, world_from_parent.apply(Vec3::X)].map(oblique);
    let parent = sheet.slide("t", world, oblique(PARENT_AT));
    sheet.dashed(&[world, parent], Ink::Given);
    sheet.dashed(&[parent, child], Ink::Given);
    sheet.word(world - 30.0 * Vec2::Y, Align::Middle, "world", Ink::WORLD);
    sheet.word(parent + Vec2::new(-8.0, 10.0), Align::Right, "parent", Ink::PARENT);
    for (name, left) in [("R", 30.0), ("S", 215.0)] {
        let [from, to] = [left, left + 120.0].map(|x| Vec2::new(x, 14.0));
        sheet.line(&[from, to], Ink::Faint);
        sheet.slide(name, from, to);
        sheet.word(from - 14.0 * Vec2::X, Align::Middle, name, Ink::Given);
    }
    let world_from_child = answers.robot_arm.compose(&world_from_parent, &parent_from_child)?;
    sheet.answered();
    axes(sheet, &world_from_child, 0.7, Ink::Answer);
    let origin = oblique(world_from_child.translation);
    sheet.point(origin, Ink::Answer);
    sheet.word(origin + Vec2::new(10.0, -28.0), Align::Left, "child", Ink::Answer);
    for (number, name) in ["origin x", "origin y", "origin z"].into_iter().enumerate() {
        sheet.reading(name, world_from_child.translation[number], "");
    }
    for (number, name) in ["r1 x", "r1 y", "r1 z"].into_iter().enumerate() {
        sheet.reading(name, world_from_child.rotation.x_axis[number], "");
    }
    Ok(())
}

/// Draws the axes of parent and child and the point q, on the left in the parent's space, on the right in the child's.
fn inverse(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [x, y, turn] = sheet.values();
    let unit = 27.0;
    let parent_from_child = body([x, y, turn]);
    let for_parent = Plane { origin: Vec2::new(38.0, 60.0), unit };
    let for_child = Plane { origin: Vec2::new(272.0, 90.0), unit };
    sheet.frame(for_parent.origin, 0.0, 1.2 * unit, "parent", Ink::PARENT);
    sheet.frame(for_child.origin, 0.0, 1.2 * unit, "", Ink::MODEL);
    // Where the parent's axes lie over the child's, its name is to the left of the origin.
    sheet.word(for_child.origin + Vec2::new(1.2 * unit, -11.0), Align::Middle, "child", Ink::MODEL);
    let child = sheet.drag(["x", "y"], for_parent.origin, for_parent.at(Vec3::new(3.0, 2.0, 0.0)));
    sheet.turn("turn", child, 1.5 * unit);
    sheet.frame(child, turn.to_radians(), 1.2 * unit, "", Ink::MODEL);
    let behind = Vec2::from_angle(turn.to_radians() + FRAC_PI_4);
    sheet.word(child - 22.0 * behind, Align::Middle, "child", Ink::MODEL);
    sheet.point(for_parent.at(SEEN), Ink::Given);
    sheet.word(for_parent.at(SEEN) + 12.0 * Vec2::X, Align::Middle, "q", Ink::Given);
    sheet.word(Vec2::new(90.0, 178.0), Align::Middle, "parent's space", Ink::PARENT);
    sheet.word(Vec2::new(272.0, 178.0), Align::Middle, "child's space", Ink::MODEL);
    sheet.line(&[Vec2::new(176.0, 10.0), Vec2::new(176.0, 185.0)], Ink::Faint);
    let child_from_parent = answers.robot_arm.inverse(&parent_from_child)?;
    sheet.answered();
    let p = child_from_parent.apply(SEEN);
    let [origin, along_x, along_y] =
        [Vec3::ZERO, 1.2 * Vec3::X, 1.2 * Vec3::Y].map(|point| for_child.at(child_from_parent.apply(point)));
    sheet.arrow(origin, along_x, Ink::Answer);
    sheet.arrow(origin, along_y, Ink::Answer);
    let behind = (along_x + along_y - 2.0 * origin).normalize_or_zero();
    sheet.word(origin - 12.0 * behind, Align::Middle, "parent", Ink::Answer);
    sheet.point(for_child.at(p), Ink::Answer);
    sheet.word(for_child.at(p) + 12.0 * Vec2::X, Align::Middle, "p", Ink::Answer);
    sheet.reading("p.x", p.x, "");
    sheet.reading("p.y", p.y, "");
    Ok(())
}

/// Returns the place on 01.4's sheet of a point in the base's space: seen from above, with z downwards, or from the side,
/// with the direction `along` to the right.
fn in_view(point: Vec3, along: Option<Vec3>) -> Vec2 {
    match along {
        None => Vec2::new(92.0, 110.0) + 56.0 * Vec2::new(point.x, -point.z),
        Some(along) => Vec2::new(205.0, 30.0) + 78.0 * Vec2::new(point.dot(along), point.y),
    }
}

/// Draws the robot's arm from above and from the side, and around the claw a ring for each space in which it is expressed.
fn place(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let (arm, a, b) = arm(sheet.values());
    let base_from_world = (ANSWERS.inverse)(&arm.world_from_base);
    // The upper arm's direction, as A turns it.
    let side = Some(Mat3::from_rotation_y(a.to_radians()).x_axis);
    let placed = answers.robot_arm.place(&arm, a, b)?;
    let upper = placed.world_from_upper;
    let forearm = placed.world_from_forearm;
    let chain = [arm.world_from_base.translation, upper.translation, forearm.translation, forearm.apply(arm.claw)];
    let chain = chain.map(|point| base_from_world.apply(point));
    let claws =
        [placed.claw_in_world, arm.world_from_base.apply(placed.claw_in_base), upper.apply(placed.claw_in_upper)];
    let claws = claws.map(|claw| base_from_world.apply(claw));
    sheet.word(Vec2::new(92.0, 12.0), Align::Middle, "top view", Ink::Given);
    sheet.word(Vec2::new(275.0, 12.0), Align::Middle, "side view", Ink::Given);
    let [zero, x, z] =
        [Vec3::ZERO, 0.4 * Vec3::X, 0.4 * Vec3::Z].map(|point| in_view(base_from_world.apply(point), None));
    sheet.arrow(zero, x, Ink::WORLD);
    sheet.arrow(zero, z, Ink::WORLD);
    sheet.word(x + 6.0 * Vec2::X, Align::Left, "world", Ink::WORLD);
    sheet.line(&[Vec2::new(195.0, 30.0), Vec2::new(345.0, 30.0)], Ink::Faint);
    sheet.turn("A", in_view(chain[0], None), 83.0);
    let elbow = Vec2::new(205.0, 30.0) + 78.0 * (arm.shoulder + arm.elbow).truncate();
    sheet.turn("B", elbow, 100.0);
    sheet.answered();
    for along in [None, side] {
        let at = chain.map(|point| in_view(point, along));
        sheet.line(&at, Ink::Answer);
        sheet.point(at[1], Ink::Answer);
        sheet.point(at[2], Ink::Answer);
        for (claw, radius) in claws.into_iter().zip([4.0, 7.0, 10.0]) {
            sheet.circle(in_view(claw, along), radius, Ink::Answer);
        }
    }
    for (word, point) in [("A", chain[1]), ("B", chain[2])] {
        sheet.word(in_view(point, side) + Vec2::new(-8.0, 8.0), Align::Right, word, Ink::Answer);
    }
    sheet.word(in_view(claws[0], side) + Vec2::new(8.0, 15.0), Align::Left, "claw", Ink::Answer);
    for (name, value) in [("claw x", 0), ("claw y", 1), ("claw z", 2)] {
        sheet.reading(name, placed.claw_in_world[value], "m");
    }
    Ok(())
}
