//! The scene: the robot in its hall, the points that the claw can reach, and what the camera on the forearm sees.

use crate::frame::{ArmFrame, Sliders};
use crate::grip::Grip;
use crate::robot::{self, ArmPart, Link};
use drawing::{Control, ControlKind, Draw, Frame, Line, Moment, Painted, Point, Scene, SceneInfo, Value, coordinates};
use given::{CallError, Course};
use glam::{Mat4, Vec3, camera::rh::proj::opengl::perspective};
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "A robot of 32 solids, each placed by your matrices. The small picture is what the camera above its wrist sees.",
    buttons: &["grip"],
    mistakes: &[
        ("01.1", "ROTATION-TRANSPOSED"),
        ("01.2", "TRANSLATIONS-ADDED"),
        ("01.2", "CHILD-TIMES-PARENT"),
        ("01.3", "NOT-TURNED-BACK"),
        ("01.4", "ONE-LEVEL"),
    ],
    camera: [0.18, 0.32, 3.15, 0.66],
    time: 0.0,
    controls: &[
        Control { name: "A", option: "a", kind: ControlKind::Slider([-Sliders::MAX_A, Sliders::MAX_A], f32::NAN) },
        Control { name: "B", option: "b", kind: ControlKind::Slider(Sliders::RANGE_B, f32::NAN) },
    ],
    open: |_| Some(Box::new(ArmScene::new())),
    ..SceneInfo::PLAIN
};

/// Colours of the path when A moves, of the path when B does, and of the claw's point; sRGB.
const PATHS: [Vec3; 2] = [Vec3::new(0.90, 0.16, 0.42), Vec3::new(0.10, 0.50, 0.86)];
const CLAW: Vec3 = Vec3::new(1.0, 0.98, 0.85);
/// Colours of the lines from each space's origin to the claw: base, upper arm, forearm.
const SPACES: [Vec3; 3] = [Vec3::new(0.72, 0.30, 0.95), Vec3::new(0.20, 0.85, 0.35), Vec3::new(0.15, 0.85, 0.95)];
/// Vertical field of view of the camera above the wrist, in radians.
const WRIST_FOV: f32 = 0.95;
/// Direction to the lamp under the hall's roof, in world space.
const TO_LAMP: Vec3 = Vec3::new(-0.35, 1.0, 0.55);
/// Indices of the TODOs for which the wrist camera's picture, and the lines to the claw, are drawn.
const INVERSE: usize = 2;
const PLACE: usize = 3;
/// Meshes: the floor, the crate, and the robot's links.
const FLOOR: usize = 0;
const CRATE: usize = 1;
const LINKS: [(Link, &str); 3] =
    [(Link::Base, "the base"), (Link::Upper, "the upper arm"), (Link::Forearm, "the forearm")];

struct ArmScene {
    robot: Vec<ArmPart>,
    /// The name of each part.
    names: Vec<Rc<str>>,
    /// Angles that were set by hand, in degrees; NaN where the robot moves by itself.
    set: [f32; 2],
    /// Index of the TODO whose card is open; `None` in a page and in pictures without panels, and once all TODOs pass.
    todo: Option<usize>,
    /// Since the lesson is finished, or the button was pressed.
    grip: Option<Grip>,
}

impl Scene for ArmScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = vec![Painted::rigid(&robot::floor()), Painted::rigid(&robot::wooden_crate())];
        for (link, _) in LINKS {
            let mut mesh = Painted::default();
            for (joint, part) in self.robot.iter().filter(|part| part.link == link).enumerate() {
                mesh.add(joint, &part.mesh, part.color);
            }
            meshes.push(mesh);
        }
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, moment: &Moment) -> Result<Frame, CallError> {
        let by_itself = Sliders::at(moment.seconds);
        let [a, b] = self.set;
        let set = Sliders { a: if a.is_nan() { by_itself.a } else { a }, b: if b.is_nan() { by_itself.b } else { b } };
        let sliders = self.grip.as_ref().map_or(set, |grip| grip.sliders(set));
        let closed = self.grip.as_ref().map_or(0.0, Grip::closed);
        let arm = ArmFrame::evaluate(&course.robot_arm, &self.robot, sliders, closed)?;
        let claw = arm.placed.claw_in_world;
        if let Some(grip) = &mut self.grip {
            grip.advance(moment.dt.clamp(0.0, 0.1), claw);
        }

        let focus = Vec3::new(0.06, 0.0, 0.0);
        let mut frame = Frame { focus, lamp: Some(TO_LAMP.normalize()), ..Frame::default() };
        frame.chosen = vec![(0, sliders.a), (1, sliders.b)];
        frame.draws.push(Draw { is_floor: true, ..Draw::new(FLOOR, vec![Mat4::IDENTITY]) });
        let crate_at = self.grip.as_ref().map_or(Mat4::IDENTITY, |grip| grip.world_from_start(claw, sliders.a));
        frame.draws.push(Draw::new(CRATE, vec![crate_at]));
        let parts = || self.robot.iter().zip(&arm.world_from_part);
        for (mesh, (link, _)) in (CRATE + 1..).zip(LINKS) {
            let palette = parts().filter(|(part, _)| part.link == link).map(|(_, world_from_part)| *world_from_part);
            frame.draws.push(Draw::new(mesh, palette.collect()));
        }
        for (name, world_from_part) in self.names.iter().zip(&arm.world_from_part) {
            let at = world_from_part.w_axis.truncate();
            frame.points.push(Point { name: name.clone(), at, color: CLAW, radius: 0.0 });
        }
        let radius = if self.shows(PLACE) { 0.04 } else { 0.0 };
        frame.points.push(Point { name: "the claw".into(), at: claw, color: CLAW, radius });
        if self.todo.is_none() {
            for (path, color) in arm.paths.iter().zip(PATHS) {
                frame.marks.extend(path.iter().map(|point| Line { ends: [*point; 2], color, width: 4.5 }));
            }
        }
        if self.shows(PLACE) {
            add_claw(&mut frame.lines, &arm);
            frame.words = arm.describe();
        }
        let world_from_camera = arm.camera_from_world.inverse();
        let text = format!(
            "at {}, looking along {}",
            coordinates(world_from_camera.w_axis.truncate()),
            coordinates(-world_from_camera.z_axis.truncate())
        );
        frame.values.push(Value { name: "the small picture's camera".into(), text: text.into() });
        if self.shows(INVERSE) {
            frame.inset = Some(perspective(WRIST_FOV, 4.0 / 3.0, 0.03, 20.0) * arm.camera_from_world);
        }
        Ok(frame)
    }

    fn set(&mut self, control: usize, value: f32) {
        self.set[control] = value;
    }

    fn press(&mut self, _: usize) {
        self.grip = Some(Grip::default());
    }

    fn turn_to(&mut self, todo: Option<usize>) {
        if todo.is_none() && self.grip.is_none() {
            self.grip = Some(Grip::default());
        }
        self.todo = todo;
    }
}

impl ArmScene {
    fn new() -> Self {
        let robot = robot::parts();
        let mut names = Vec::new();
        for (link, name) in LINKS {
            let count = robot.iter().filter(|part| part.link == link).count();
            names.extend((1..=count).map(|number| format!("solid {number} of {name}").into()));
        }
        ArmScene { robot, names, set: [f32::NAN; 2], todo: None, grip: None }
    }

    /// Returns whether what belongs to this TODO is drawn: while its card is open, and in a finished scene.
    fn shows(&self, todo: usize) -> bool {
        self.todo.is_none_or(|open| open == todo)
    }
}

/// Adds the claw's point as three spaces have it: a line from the origin of each to where its coordinates are.
fn add_claw(lines: &mut Vec<Line>, frame: &ArmFrame) {
    let arm = robot::arm();
    let placed = &frame.placed;
    let spaces = [
        (arm.world_from_base, placed.claw_in_base),
        (placed.world_from_upper, placed.claw_in_upper),
        (placed.world_from_forearm, arm.claw),
    ];
    for ((world_from_space, claw), color) in spaces.into_iter().zip(SPACES) {
        let from = world_from_space.translation;
        lines.push(Line { ends: [from, world_from_space.apply(claw)], color, width: 3.0 });
        lines.push(Line { ends: [from; 2], color, width: 6.0 });
    }
}
