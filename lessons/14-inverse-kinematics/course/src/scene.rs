//! The scene: lesson 01's robot and the knight on the stairs reach for a ball, another knight stands on a slope,
//! three tentacles reach for a pearl each.

use crate::frame::{self, PLACES, RISES, ROOTS, ReachCast, ReachFrame, Setting};
use crate::graph;
use crate::knight::{BELOW, STEP, STEPS, TREAD};
use crate::tentacles::{self, BONE, ITERATIONS, JOINTS, METHODS};
use armature::ik;
use armature::mesh::{Mesh, StaticVertex};
use drawing::parts::{append_to_joint, moved};
use drawing::shapes;
use drawing::sheet::{on_sheet, word_width};
use drawing::{
    Cast, Control, ControlKind, Draw, Frame, Graph, Ink, Line, Moment, Painted, Point, Scene, SceneInfo, Sheet,
    Steering, Value, textured,
};
use given::{CallError, Course};
use glam::{Affine3A, Mat4, Quat, Vec2, Vec3};
use lesson_01::robot::Link;
use lesson_12::character::file::CharacterFile;
use std::rc::Rc;

pub static SCENE: SceneInfo = SceneInfo {
    words: "Drag the ball, or move it with the arrow keys: the robot's arm follows by 14.1, and the knight's by 14.2. The feet stand by 14.4, and the tentacle on the right reaches for its pearl by 14.3.",
    figure: Some("knight"),
    steering: Some(Steering::Point),
    mistakes: &[
        ("14.1", "OUTER-ANGLE"),
        ("14.2", "OTHER-SIDE"),
        ("14.2", "POLE-AS-DIRECTION"),
        ("14.3", "UPHILL"),
        ("14.4", "HIPS-RAISED"),
    ],
    camera: PARTS[0].camera,
    time: 5.6,
    controls: &[
        Control { name: "part", option: "part", kind: ControlKind::Choice(&["all", "arm", "feet", "tentacles"], 0) },
        Control { name: "slope", option: "slope", kind: ControlKind::Slider([-28.0, 28.0], f32::NAN) },
        Control { name: "weight", option: "weight", kind: ControlKind::Slider([0.0, 0.1], frame::WEIGHT) },
    ],
    open: ReachScene::open,
    ..SceneInfo::PLAIN
};

/// A part of the stage, and how the camera looks at it.
struct Part {
    focus: Vec3,
    camera: [f32; 4],
}

/// The whole stage, the robot's arm, the knights' feet, the tentacles.
static PARTS: [Part; 4] = [
    Part { focus: Vec3::new(0.5, 0.0, 0.0), camera: [0.0, 0.16, 5.5, 1.15] },
    Part { focus: Vec3::new(-2.1, 0.0, 0.0), camera: [0.0, 0.16, 3.1, 0.95] },
    Part { focus: Vec3::new(0.1, 0.0, 0.4), camera: [0.0, 0.16, 3.8, 1.05] },
    Part { focus: Vec3::new(2.6, 0.0, 0.0), camera: [0.0, 0.16, 4.4, 1.15] },
];
const ARM: usize = 1;
const FEET: usize = 2;
const TENTACLES: usize = 3;

const STONE: Vec3 = Vec3::new(0.62, 0.63, 0.66);
const DARK_STONE: Vec3 = Vec3::new(0.42, 0.43, 0.47);
const BALL: Vec3 = Vec3::new(0.90, 0.16, 0.24);
const PEARL: Vec3 = Vec3::new(0.98, 0.97, 0.90);
const TRIANGLE: Vec3 = Vec3::new(0.2, 0.5, 0.9);
/// Radii, in metres.
const BALL_RADIUS: f32 = 0.075;
const PEARL_RADIUS: f32 = 0.05;
/// Largest distance of the ball from the robot's shoulder, in metres.
const FARTHEST: f32 = 2.2;
/// Meshes: the knight's parts, the robot's three links, and then these.
const AFTER_ROBOT: usize = 3;
const BALL_MESH: usize = 0;
const PEARL_MESH: usize = 1;
const STAIRS_MESH: usize = 2;
const SLOPE_MESH: usize = 3;
const TENTACLE_MESHES: usize = 4;

struct ReachScene {
    cast: ReachCast,
    part: usize,
    /// Degrees; NaN where the slope sways.
    slope: f32,
    weight: f32,
    ball: Option<Vec2>,
    /// For both knights, the names of the joints that the answers move.
    names: [Vec<Rc<str>>; 2],
}

impl Scene for ReachScene {
    fn meshes(&mut self, _: &Course) -> Result<Vec<Painted>, CallError> {
        let mut meshes = textured(&self.cast.knight.file.model);
        for link in [Link::Base, Link::Upper, Link::Forearm] {
            let parts = self.cast.robot.parts.iter().filter(|(of, ..)| *of == link);
            let parts: Vec<_> = parts.map(|(_, mesh, color)| (mesh.clone(), *color)).collect();
            meshes.push(Painted::rigid(&parts));
        }
        meshes.push(Painted::rigid(&[(ball(Vec3::splat(BALL_RADIUS)), BALL)]));
        meshes.push(Painted::rigid(&[(ball(Vec3::splat(PEARL_RADIUS)), PEARL)]));
        meshes.extend([Painted::rigid(&stairs()), Painted::rigid(&[(plate(), STONE)])]);
        meshes.extend(METHODS.map(|(_, color)| tentacle(color)));
        Ok(meshes)
    }

    fn frame(&mut self, course: &Course, &Moment { seconds, .. }: &Moment) -> Result<Frame, CallError> {
        let setting = self.setting(seconds);
        let reach = ReachFrame::evaluate(course, &mut self.cast, setting)?;
        let Part { focus, camera } = PARTS[self.part];
        let mut frame = Frame { focus, camera: Some(camera), words: self.words(&reach), ..Frame::default() };
        let mut lines = Vec::new();
        if self.shows(FEET) {
            lines.extend(describe_knights(&reach));
        }
        if self.shows(TENTACLES) {
            lines.extend(describe_tentacles(&reach));
        }
        for line in lines {
            let (name, text) = line.split_once(": ").unwrap_or_default();
            frame.values.push(Value { name: name.into(), text: text.into() });
        }
        frame.chosen = vec![(1, reach.setting.slope.to_degrees())];
        let target = reach.setting.target.extend(0.0);
        if self.shows(ARM) {
            self.add_arm(&mut frame, &reach);
        }
        if self.shows(FEET) {
            self.add_knights(&mut frame, &reach);
        }
        if self.shows(TENTACLES) {
            self.add_tentacles(&mut frame, &reach);
        }
        if self.shows(ARM) || self.shows(FEET) {
            frame.draws.push(Draw::new(self.mesh(BALL_MESH), vec![Mat4::from_translation(target)]));
        }
        if self.shows(TENTACLES) {
            frame.graph = Some(Graph(Rc::new(move |sheet, clip_from_world| {
                graph::draw(sheet, &reach);
                sheet.given();
                write_names(sheet, clip_from_world);
            })));
        }
        // A page's handle is where the last line ends.
        frame.lines.push(Line { ends: [target; 2], color: BALL, width: 0.0 });
        Ok(frame)
    }

    fn set(&mut self, control: usize, value: f32) {
        match control {
            0 => self.part = value as usize,
            1 => self.slope = value,
            _ => self.weight = value,
        }
    }

    fn steer(&mut self, ball: Vec3) {
        let shoulder = self.cast.robot.shoulder;
        self.ball = Some(shoulder + (ball.truncate() - shoulder).clamp_length_max(FARTHEST));
    }
}

impl ReachScene {
    fn open(cast: Cast) -> Option<Box<dyn Scene>> {
        let cast = ReachCast::new(CharacterFile::of_cast(cast)?)?;
        let names = ["the knight on the stairs", "the knight on the slope"].map(|knight| {
            let joints = cast.knight.moved_joints();
            joints.map(|joint| format!("{knight}, {}", cast.knight.file.joints[joint].name).into()).collect()
        });
        Some(Box::new(ReachScene { cast, part: 0, slope: f32::NAN, weight: frame::WEIGHT, ball: None, names }))
    }

    fn shows(&self, part: usize) -> bool {
        [0, part].contains(&self.part)
    }

    /// Returns the setting by hand, or by time where nothing was changed.
    fn setting(&self, seconds: f32) -> Setting {
        let by_itself = Setting::at(&self.cast.robot, seconds);
        Setting {
            target: self.ball.unwrap_or(by_itself.target),
            slope: if self.slope.is_nan() { by_itself.slope } else { self.slope.to_radians() },
            weight: self.weight,
            ..by_itself
        }
    }

    /// Returns the number of a mesh after the robot's.
    fn mesh(&self, number: usize) -> usize {
        self.cast.knight.file.model.parts.len() + AFTER_ROBOT + number
    }

    fn add_arm(&self, frame: &mut Frame, reach: &ReachFrame) {
        let robot = &self.cast.robot;
        let first = self.cast.knight.file.model.parts.len();
        for (link, matrix) in robot.world_from_links(reach.arm).into_iter().enumerate() {
            frame.draws.push(Draw::new(first + link, vec![matrix]));
        }
        let [shoulder, elbow, claw] = robot.points(reach.arm).map(|at| at.extend(0.0));
        let target = reach.setting.target.extend(0.0);
        for ends in [[shoulder, elbow], [elbow, claw], [shoulder, target]] {
            frame.lines.push(Line { ends, color: TRIANGLE, width: 2.0 });
        }
        for (name, at) in [("the robot's elbow", elbow), ("the robot's claw", claw)] {
            frame.points.push(Point { name: name.into(), at, color: TRIANGLE, radius: 0.03 });
        }
    }

    fn add_knights(&self, frame: &mut Frame, reach: &ReachFrame) {
        let knight = &self.cast.knight;
        for (number, standing) in reach.knights.iter().enumerate() {
            frame.draws.extend(standing.pose.draws(&knight.file.model));
            let place = frame::place(number).to_affine();
            let points = knight.points(&standing.pose.model_from_joint);
            for (name, point) in self.names[number].iter().zip(points) {
                let at = place.transform_point3(point);
                frame.points.push(Point { name: name.clone(), at, color: Vec3::ONE, radius: 0.0 });
            }
        }
        frame.draws.push(Draw::new(self.mesh(STAIRS_MESH), vec![Mat4::IDENTITY]));
        let turn = Quat::from_axis_angle(RISES[1].normalize().cross(Vec3::Y), reach.setting.slope);
        let world_from_plate = Mat4::from_rotation_translation(turn, PLACES[1].0);
        frame.draws.push(Draw::new(self.mesh(SLOPE_MESH), vec![world_from_plate]));
        // The second knight's target stands at the first tentacle, too.
        frame.draws.push(Draw::new(self.mesh(PEARL_MESH), vec![Mat4::from_translation(ROOTS[0] + reach.pearl)]));
    }

    fn add_tentacles(&self, frame: &mut Frame, reach: &ReachFrame) {
        for (method, points) in tentacle_points(reach).iter().enumerate() {
            let (name, color) = METHODS[method];
            let mut palette = vec![Mat4::from_translation(ROOTS[method])];
            for (joint, ends) in points.array_windows().enumerate() {
                let [from, to] = *ends;
                let turn = ik::turn_between(Vec3::Y, (to - from).normalize_or_zero());
                palette.push(Mat4::from_rotation_translation(turn, from.midpoint(to)));
                let name = format!("the {name} tentacle's joint {}", joint + 1);
                frame.points.push(Point { name: name.into(), at: to, color, radius: 0.0 });
            }
            frame.draws.push(Draw::new(self.mesh(TENTACLE_MESHES + method), palette));
            let pearl = Mat4::from_translation(ROOTS[method] + reach.pearl);
            frame.draws.push(Draw::new(self.mesh(PEARL_MESH), vec![pearl]));
        }
    }

    /// Describes the part that is shown: the arm, the knights' feet or the tentacles. Of the whole stage it describes the arm.
    fn words(&self, reach: &ReachFrame) -> Vec<String> {
        match self.part {
            FEET => describe_knights(reach),
            TENTACLES => describe_tentacles(reach),
            _ => self.describe_arm(reach),
        }
    }

    fn describe_arm(&self, reach: &ReachFrame) -> Vec<String> {
        let robot = &self.cast.robot;
        let [upper, lower] = robot.bones();
        let target = reach.setting.target;
        let distance = robot.shoulder.distance(target);
        let off = robot.points(reach.arm)[2].distance(target);
        vec![
            format!("the ball is {distance:.2} m away"),
            format!("bones {upper:.2} and {lower:.2} m, elbow {:.0}°", reach.arm.elbow.to_degrees()),
            if !off.is_finite() {
                "without an angle there is no forearm".into()
            } else if (upper - lower).abs() <= distance && distance <= upper + lower {
                format!("the claw is {off:.2} m off")
            } else {
                format!("out of reach: the claw is {off:.2} m off")
            },
        ]
    }
}

fn describe_knights(reach: &ReachFrame) -> Vec<String> {
    let mut knights = Vec::new();
    let grounds = frame::grounds(reach.setting.slope);
    for ((name, standing), ground) in ["stairs", "slope"].iter().zip(&reach.knights).zip(&grounds) {
        let [feet, soles, knees] = frame::leg_errors(&reach.legs, ground, &standing.planted);
        knights.push(format!(
            "hips on the {name}: {:.2} m lower; feet {:.1} cm, soles {soles:.1}°, knees {knees:.1}° off",
            standing.planted.lowered,
            100.0 * feet
        ));
    }
    knights
}

fn describe_tentacles(reach: &ReachFrame) -> Vec<String> {
    let mut tentacles = Vec::new();
    let now = (reach.iterations as usize).min(ITERATIONS);
    for ((name, _), history) in METHODS.iter().zip(reach.histories.iter()) {
        let error = tentacles::errors(history, reach.pearl)[now];
        tentacles.push(format!("{name}: {:.1} mm off after {now} iterations", 1000.0 * error));
    }
    tentacles
}

/// Returns a ball of these radii.
fn ball(radii: Vec3) -> Mesh<StaticVertex> {
    shapes::sphere(1.0, 12, 20).transformed(&Affine3A::from_scale(radii))
}

/// Returns the stairs, and the post below the slope.
fn stairs() -> Vec<(Mesh<StaticVertex>, Vec3)> {
    let mut solids = Vec::new();
    let at = PLACES[0].0;
    for number in 1..=STEPS {
        let top = at.y + STEP * (number as f32 - BELOW as f32);
        let left = at.x + TREAD * (number as f32 - BELOW as f32);
        let middle = Vec3::new(left + 0.5 * TREAD, 0.5 * top, at.z);
        let shade = if number.is_multiple_of(2) { STONE } else { 0.88 * STONE };
        solids.push((moved(&shapes::cuboid(Vec3::new(TREAD, top, 0.9)), middle), shade));
    }
    let at = PLACES[1].0;
    let height = at.y - 0.12;
    let post = shapes::cuboid(Vec3::new(0.16, height, 0.16));
    solids.push((moved(&post, at.with_y(0.5 * height)), DARK_STONE));
    solids
}

/// Returns the slope before it is turned, its upper side through the origin.
fn plate() -> Mesh<StaticVertex> {
    moved(&shapes::cuboid(Vec3::new(1.2, 0.06, 0.95)), Vec3::NEG_Y * 0.03)
}

/// Returns a tentacle: its foot on joint 0, and on each other joint a bone, upright about the joint's origin.
fn tentacle(color: Vec3) -> Painted {
    let mut mesh = Mesh::default();
    let foot = moved(&ball(Vec3::new(0.22, 0.13, 0.22)), Vec3::NEG_Y * 0.1);
    append_to_joint(&mut mesh, 0, &foot, |_| Vec2::new(0.5, 0.5));
    for joint in 0..JOINTS {
        let radius = 0.065 - 0.042 * joint as f32 / JOINTS as f32;
        let bone = ball(Vec3::new(radius, 0.68 * BONE, radius));
        let paint = if joint.is_multiple_of(2) { 1.5 } else { 2.5 };
        append_to_joint(&mut mesh, joint + 1, &bone, |_| Vec2::new(0.5, paint));
    }
    Painted { mesh, paints: vec![DARK_STONE, color, 0.78 * color], ..Painted::default() }
}

/// Returns the points of each tentacle in world space, interpolated between two iterations.
fn tentacle_points(reach: &ReachFrame) -> [Vec<Vec3>; 3] {
    let whole = (reach.iterations as usize).min(ITERATIONS);
    let next = (whole + 1).min(ITERATIONS);
    let fraction = reach.iterations - whole as f32;
    std::array::from_fn(|number| {
        let history = &reach.histories[number];
        let pairs = history[whole].iter().zip(&history[next]);
        pairs.map(|(from, to)| ROOTS[number] + from.lerp(*to, fraction)).collect()
    })
}

/// Writes the name of its method below each tentacle.
fn write_names(sheet: &mut Sheet, clip_from_world: Mat4) {
    let feet = ROOTS.map(|root| root.with_y(0.0) + Vec3::Z * 0.3);
    let places = feet.map(|feet| on_sheet(clip_from_world, sheet.size, feet).unwrap_or(Vec2::NAN));
    let widths = METHODS.map(|(name, _)| word_width(name) + 9.0);
    // Where they would lie over each other, the graph alone names them.
    if widths.windows(2).any(|pair| f32::midpoint(pair[0], pair[1]) > places[1].x - places[0].x) {
        return;
    }
    for ((name, color), at) in METHODS.into_iter().zip(places) {
        sheet.plate(at - 8.0 * Vec2::Y, name, Ink::own(color, 0.0));
    }
}
