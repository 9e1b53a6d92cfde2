//! The scene: lesson 01's robot and the knight on the stairs reach for a ball, another knight stands on a slope,
//! three tentacles reach for a pearl each.

use crate::checks::LESSON;
use crate::frame::{self, PLACES, RISES, ROOTS, ReachCast, ReachFrame, Setting};
use crate::graph;
use crate::knight::{BELOW, STEP, STEPS, TREAD};
use crate::tentacles::{self, ITERATIONS, METHODS};
use armature::ik;
use armature::mesh::shapes;
use common::graphics::backdrop::Backdrop;
use common::player::Actor;
use common::prelude::*;
use common::scenes::{
    difference::at_farthest,
    options,
    overlay_lines::ribbon,
    solids::{Solid, SolidMode, SolidRenderer, SolidView},
};
use drawing::{Ink, sheet::word_width};
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use models::posed_model::PosedModel;

/// Vertex shader of everything solid: lesson 01's.
const VERTEX: ShaderFile = ShaderFile("01-robot-arm/part.vert");
const FRAGMENT: ShaderFile = ShaderFile("01-robot-arm/part.frag");
/// Direction to the lamp, in world space.
const TO_LAMP: Vec3 = Vec3::new(-0.35, 1.0, 0.55);
const STONE: Vec3 = Vec3::new(0.62, 0.63, 0.66);
const DARK_STONE: Vec3 = Vec3::new(0.42, 0.43, 0.47);
const BALL: Vec3 = Vec3::new(0.90, 0.16, 0.24);
const PEARL: Vec3 = Vec3::new(0.98, 0.97, 0.90);
const SHADOW: Vec3 = Vec3::new(0.36, 0.38, 0.43);
/// Colour of the finished scene, drawn over the student's; sRGB with opacity.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const TRIANGLE: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.85);
/// Radii, in metres.
const BALL_RADIUS: f32 = 0.075;
const PEARL_RADIUS: f32 = 0.05;
/// Largest slope by hand, in degrees.
const MAX_SLOPE: f32 = 28.0;
const MAX_WEIGHT: f32 = 0.1;
/// Largest distance of the ball from the robot's shoulder, in metres.
const FARTHEST: f32 = 2.2;

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Default, clap::Args)]
pub struct ReachOptions {
    /// The part that the camera looks at
    #[arg(long, value_name = "PART", value_enum)]
    pub part: Option<ReachPart>,
    /// Angle of the slope, in degrees, instead of swaying
    #[arg(long, value_name = "DEGREES", value_parser = options::number(-MAX_SLOPE, MAX_SLOPE), allow_hyphen_values = true)]
    pub slope: Option<f32>,
    /// The weight of the squared angles in 14.3
    #[arg(long, value_name = "WEIGHT", value_parser = options::number(0.0, MAX_WEIGHT), allow_hyphen_values = true)]
    pub weight: Option<f32>,
    /// Time from which the scene goes on when another part is looked at.
    #[arg(skip)]
    pub time: Option<f32>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum ReachPart {
    #[default]
    All,
    Arm,
    Feet,
    Tentacles,
}

impl ReachPart {
    const ALL: [(ReachPart, KeyCode, &'static str, &'static str); 4] = [
        (ReachPart::All, KeyCode::Digit4, "4", "all"),
        (ReachPart::Arm, KeyCode::Digit5, "5", "arm"),
        (ReachPart::Feet, KeyCode::Digit6, "6", "feet"),
        (ReachPart::Tentacles, KeyCode::Digit8, "8", "tentacles"),
    ];
}

/// Everything on the graphics card, and how the stage is set.
pub struct ReachScene {
    options: ReachOptions,
    request: Option<ReachOptions>,
    cast: ReachCast,
    knight: PosedModel,
    by_mouse: Option<Vec2>,
    seconds: f32,
    robot_parts: Vec<Solid>,
    cube: Solid,
    sphere: Solid,
    solids: SolidRenderer,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

pub fn run() -> ExitCode {
    lesson_main::<ReachScene>()
}

impl Subject for ReachScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let [low, high] = match self.part() {
            ReachPart::All => [Vec3::new(-2.40, 0.0, 0.0), Vec3::new(3.45, 2.4, 0.0)],
            ReachPart::Arm => [Vec3::new(-3.3, 0.0, 0.0), Vec3::new(-0.9, 1.9, 0.0)],
            ReachPart::Feet => [Vec3::new(-1.75, 0.0, 0.4), Vec3::new(1.95, 2.1, 0.4)],
            ReachPart::Tentacles => [Vec3::new(1.5, -0.3, 0.0), Vec3::new(3.7, 2.6, 0.0)],
        };
        let corners = [low, high, low.with_x(high.x), high.with_x(low.x)];
        Some(Framing::from_angles(0.0, 0.16, corners))
    }

    /// Moves the ball to the pointer, in the plane of the robot's arm, while the pointer is over the scene.
    fn handles(&mut self, input: &Input, view: &View, size: Vec2, _: f32) -> bool {
        let place = input.pointer.map(|pointer| pointer / size);
        if let Some(at) = place.and_then(|place| in_the_arms_plane(view, place)) {
            let shoulder = self.cast.robot.shoulder;
            self.by_mouse = Some(shoulder + (at - shoulder).clamp_length_max(FARTHEST));
        }
        false
    }
}

impl Exercise for ReachScene {
    type Options = ReachOptions;
    type Output = ReachFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 5.6;

    fn open(gl: &Gl, time: &mut SceneTime, options: &ReachOptions) -> Result<Self> {
        let cast = ReachCast::load()?;
        let mut actor = Actor::new(cast.knight.file.model.clone());
        actor.selected = None;
        time.seconds = options.time.unwrap_or(time.seconds);
        Ok(ReachScene {
            options: ReachOptions { time: None, ..options.clone() },
            request: None,
            by_mouse: None,
            seconds: time.seconds,
            robot_parts: cast
                .robot
                .parts
                .iter()
                .map(|(_, mesh, color)| Solid::new(gl, mesh, *color))
                .collect::<Result<_>>()?,
            cube: Solid::new(gl, &shapes::cuboid(Vec3::ONE), STONE)?,
            sphere: Solid::new(gl, &shapes::sphere(1.0, 14, 24), BALL)?,
            solids: SolidRenderer::new(gl, VERTEX, FRAGMENT)?,
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            knight: PosedModel::new(gl, actor)?,
            cast,
        })
    }

    fn reopen(&mut self, _: Option<&std::path::Path>) -> Option<ReachOptions> {
        self.request.take()
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<ReachFrame> {
        self.seconds = view.seconds;
        let setting = self.setting();
        Ok(ReachFrame::evaluate(course, &mut self.cast, setting)?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &ReachFrame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let solids = self.solid_parts(frame);
        let lamp = SolidView::new(view, TO_LAMP.normalize());
        for (solid, _, place) in &solids {
            let shadow = SolidMode::Shadow(SHADOW);
            self.solids.draw(target, &lamp, solid, shadow, *place)?;
        }
        for (solid, color, place) in &solids {
            self.solids.draw(target, &lamp, solid, SolidMode::Lit(*color), *place)?;
        }
        if self.shows(ReachPart::Feet) {
            for standing in &frame.knights {
                self.knight.draw(target, view, &standing.pose)?;
            }
        }
        let mut lines = Shapes::new();
        self.collect_triangle(&mut lines, frame, view.camera.eye());
        self.debug.draw(target, &lines, view.clip_from_world(), Overlay::XRay)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, frame: &ReachFrame) {
        if self.shows(ReachPart::Tentacles) {
            graph::draw(sheet, frame);
            sheet.given();
            write_names(sheet, view);
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &ReachFrame,
        right: &ReachFrame,
    ) -> Result<Difference> {
        let lamp = SolidView::new(view, TO_LAMP.normalize());
        let [mine_at, right_at] = [mine, right].map(|frame| self.cast.robot.world_from_parts(frame.arm));
        if self.shows(ReachPart::Arm) {
            self.solids.draw_ghost(target, &lamp, &self.robot_parts, &mine_at, &right_at)?;
        }
        if self.shows(ReachPart::Feet) {
            for standing in &right.knights {
                self.knight.draw_ghost(target, view, &standing.pose, GHOST)?;
            }
        }
        let mut lines = Shapes::new();
        for points in tentacle_points(right).iter().filter(|_| self.shows(ReachPart::Tentacles)) {
            for pair in points.windows(2) {
                ribbon(&mut lines, [pair[0], pair[1]], 0.03, GHOST, view.camera.eye());
            }
        }
        self.debug.draw(target, &lines, view.clip_from_world(), Overlay::OnTop)?;
        let [mine, right] = [mine, right].map(|frame| self.points(frame));
        let [places, right_places] = [&mine, &right].map(|points| points.iter().map(|(_, at)| *at));
        let farthest = Farthest::between(places, right_places);
        Ok(at_farthest(view, farthest, "every joint in its place", |farthest| {
            format!("{} is {}", right[farthest.index].0, farthest.words())
        }))
    }

    fn update(&mut self, input: &Input, _: f32) {
        if let Some((part, ..)) = ReachPart::ALL.into_iter().find(|(_, key, ..)| input.is_pressed(*key)) {
            self.look_at(part);
        }
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &ReachFrame) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        screen.panel("Inverse kinematics", || {
            let now = self.part();
            for (number, (part, _, key, name)) in ReachPart::ALL.into_iter().enumerate() {
                if number % 2 == 1 {
                    ui.same_line_with_pos(em * 5.5);
                }
                let mut shown = now;
                if ui.radio_button(format!("{name} {key}"), &mut shown, part) {
                    self.look_at(part);
                }
            }
            let width = ui.push_item_width(em * 9.0);
            let mut slope = frame.setting.slope.to_degrees();
            let range = [-MAX_SLOPE, MAX_SLOPE];
            if screen.slider("slope", range, &format!("{slope:.0}°"), &mut slope) {
                self.options.slope = Some(slope);
            }
            let mut weight = frame.setting.weight;
            if screen.slider("weight", [0.0, MAX_WEIGHT], &format!("{weight:.3}"), &mut weight) {
                self.options.weight = Some(weight);
            }
            width.end();
            time.controls(screen);
            for line in self.lines(frame) {
                ui.text_wrapped(line);
            }
            screen.running_code();
        });
    }

    fn describe(&self, frame: &ReachFrame) -> String {
        format!("{}\n", self.lines(frame).join("\n"))
    }
}

impl ReachScene {
    fn part(&self) -> ReachPart {
        self.options.part.unwrap_or_default()
    }

    fn shows(&self, part: ReachPart) -> bool {
        [ReachPart::All, part].contains(&self.part())
    }

    /// Returns the setting by hand, or by time where nothing was changed.
    fn setting(&self) -> Setting {
        let by_itself = Setting::at(&self.cast.robot, self.seconds);
        Setting {
            target: self.by_mouse.unwrap_or(by_itself.target),
            slope: self.options.slope.map_or(by_itself.slope, f32::to_radians),
            weight: self.options.weight.unwrap_or(by_itself.weight),
            ..by_itself
        }
    }

    fn look_at(&mut self, part: ReachPart) {
        let part = Some(part);
        let time = Some(self.seconds);
        self.request = Some(ReachOptions { part, time, ..self.options.clone() });
    }

    /// Returns all shown solids with their colours and transforms.
    fn solid_parts(&self, frame: &ReachFrame) -> Vec<(&Solid, Vec3, Mat4)> {
        let mut all = Vec::new();
        if self.shows(ReachPart::Arm) {
            for (part, place) in self.robot_parts.iter().zip(self.cast.robot.world_from_parts(frame.arm)) {
                if place.is_finite() {
                    all.push((part, part.color, place));
                }
            }
        }
        if self.shows(ReachPart::Arm) || self.shows(ReachPart::Feet) {
            all.push((&self.sphere, BALL, stretched(frame.setting.target.extend(0.0), Vec3::splat(BALL_RADIUS))));
        }
        if self.shows(ReachPart::Feet) {
            self.collect_ground(&mut all, frame.setting.slope);
            if !self.shows(ReachPart::Tentacles) {
                all.push((&self.sphere, PEARL, stretched(ROOTS[0] + frame.pearl, Vec3::splat(PEARL_RADIUS))));
            }
        }
        if !self.shows(ReachPart::Tentacles) {
            return all;
        }
        for ((points, (_, color)), root) in tentacle_points(frame).iter().zip(METHODS).zip(ROOTS) {
            let foot = stretched(root - Vec3::Y * 0.1, Vec3::new(0.22, 0.13, 0.22));
            all.push((&self.sphere, DARK_STONE, foot));
            for (number, pair) in points.windows(2).enumerate() {
                let fraction = number as f32 / tentacles::JOINTS as f32;
                let radius = 0.065 - 0.042 * fraction;
                let along = pair[1] - pair[0];
                let shade = if number.is_multiple_of(2) { color } else { 0.78 * color };
                let middle = Mat4::from_translation(0.5 * (pair[0] + pair[1]));
                let turn = Mat4::from_quat(ik::turn_between(Vec3::Y, along.normalize_or_zero()));
                let size = Mat4::from_scale(Vec3::new(radius, 0.68 * along.length(), radius));
                all.push((&self.sphere, shade, middle * turn * size));
            }
            all.push((&self.sphere, PEARL, stretched(root + frame.pearl, Vec3::splat(PEARL_RADIUS))));
        }
        all
    }

    /// Adds the stairs and the slope to the solids.
    fn collect_ground<'a>(&'a self, all: &mut Vec<(&'a Solid, Vec3, Mat4)>, slope: f32) {
        let at = PLACES[0].0;
        for number in 1..=STEPS {
            let top = at.y + STEP * (number as f32 - BELOW as f32);
            let left = at.x + TREAD * (number as f32 - BELOW as f32);
            let middle = Vec3::new(left + 0.5 * TREAD, 0.5 * top, at.z);
            let shade = if number.is_multiple_of(2) { STONE } else { 0.88 * STONE };
            all.push((&self.cube, shade, stretched(middle, Vec3::new(TREAD, top, 0.9))));
        }
        let at = PLACES[1].0;
        let turn = Quat::from_axis_angle(RISES[1].normalize().cross(Vec3::Y), slope);
        let plate = stretched(Vec3::NEG_Y * 0.03, Vec3::new(1.2, 0.06, 0.95));
        all.push((&self.cube, STONE, Mat4::from_rotation_translation(turn, at) * plate));
        let height = at.y - 0.12;
        let post = stretched(at.with_y(0.5 * height), Vec3::new(0.16, height, 0.16));
        all.push((&self.cube, DARK_STONE, post));
    }

    fn collect_triangle(&self, lines: &mut Shapes, frame: &ReachFrame, eye: Vec3) {
        if !self.shows(ReachPart::Arm) {
            return;
        }
        let [shoulder, elbow, claw] = self.cast.robot.points(frame.arm).map(|at| at.extend(0.0));
        let target = frame.setting.target.extend(0.0);
        for ends in [[shoulder, elbow], [elbow, claw], [shoulder, target]] {
            ribbon(lines, ends, 0.012, TRIANGLE, eye);
        }
        for at in [shoulder, elbow, claw] {
            lines.joint(at, 0.03, TRIANGLE);
        }
    }

    /// Returns the points of the shown robot, knights and tentacles in world space, each with its owner's name.
    fn points(&self, frame: &ReachFrame) -> Vec<(&'static str, Vec3)> {
        let mut points = Vec::new();
        if self.shows(ReachPart::Arm) {
            let [_, elbow, claw] = self.cast.robot.points(frame.arm);
            points.extend([elbow, claw].map(|at| ("the robot's arm", at.extend(0.0))));
        }
        if self.shows(ReachPart::Feet) {
            let names = ["the knight on the stairs", "the knight on the slope"];
            for (number, (name, standing)) in names.into_iter().zip(&frame.knights).enumerate() {
                let place = frame::place(number).to_affine();
                let all = self.cast.knight.points(&standing.pose.model_from_joint);
                points.extend(all.into_iter().map(|point| (name, place.transform_point3(point))));
            }
        }
        if self.shows(ReachPart::Tentacles) {
            points.extend(tentacle_points(frame).concat().into_iter().map(|point| ("a tentacle", point)));
        }
        points
    }

    /// Describes the arm, the knights' feet and the tentacles, a line each.
    fn lines(&self, frame: &ReachFrame) -> Vec<String> {
        let [upper, lower] = self.cast.robot.bones();
        let distance = self.cast.robot.shoulder.distance(frame.setting.target);
        let claw = self.cast.robot.points(frame.arm)[2];
        let mut lines = vec![
            format!("the ball is {distance:.2} m away"),
            format!("bones {upper:.2} and {lower:.2} m, elbow {:.0}°", frame.arm.elbow.to_degrees()),
        ];
        let off = claw.distance(frame.setting.target);
        lines.push(match () {
            () if !off.is_finite() => "without an angle there is no forearm".into(),
            () if (upper - lower).abs() <= distance && distance <= upper + lower => {
                format!("the claw is {off:.2} m off")
            }
            () => format!("out of reach: the claw is {off:.2} m off"),
        });
        let grounds = frame::grounds(frame.setting.slope);
        for ((name, standing), ground) in ["stairs", "slope"].iter().zip(&frame.knights).zip(&grounds) {
            lines.push(format!("hips on the {name}: {:.2} m lower", standing.planted.lowered));
            let [feet, soles, knees] = frame::leg_errors(&frame.legs, ground, &standing.planted);
            lines.push(format!("  feet {:.1} cm, soles {soles:.1}°, knees {knees:.1}° off", 100.0 * feet));
        }
        let now = (frame.iterations as usize).min(ITERATIONS);
        lines.push(format!("after {now} iterations"));
        for ((name, _), history) in METHODS.iter().zip(frame.histories.iter()) {
            let error = tentacles::errors(history, frame.pearl)[now];
            lines.push(format!("  {name}: {:.1} mm off", 1000.0 * error));
        }
        lines
    }
}

/// Returns the point of the plane z = 0 at `place`, in fractions of the picture from its upper left corner.
fn in_the_arms_plane(view: &View, place: Vec2) -> Option<Vec2> {
    if place.min_element() < 0.0 || place.max_element() > 1.0 {
        return None;
    }
    let place = Vec2::new(2.0 * place.x - 1.0, 1.0 - 2.0 * place.y);
    let world_from_clip = view.clip_from_world().inverse();
    let [near, far] = [-1.0, 1.0].map(|depth| world_from_clip.project_point3(place.extend(depth)));
    let at = near.lerp(far, near.z / (near.z - far.z)).truncate();
    at.is_finite().then_some(at)
}

/// Returns the transform of a solid of unit size to this size and place.
fn stretched(at: Vec3, size: Vec3) -> Mat4 {
    Mat4::from_translation(at) * Mat4::from_scale(size)
}

/// Returns the points of each tentacle in world space, interpolated between two iterations.
fn tentacle_points(frame: &ReachFrame) -> [Vec<Vec3>; 3] {
    let whole = (frame.iterations as usize).min(ITERATIONS);
    let next = (whole + 1).min(ITERATIONS);
    let fraction = frame.iterations - whole as f32;
    std::array::from_fn(|number| {
        let history = &frame.histories[number];
        let pairs = history[whole].iter().zip(&history[next]);
        pairs.map(|(from, to)| ROOTS[number] + from.lerp(*to, fraction)).collect()
    })
}

/// Writes the name of its method below each tentacle.
fn write_names(sheet: &mut Sheet, view: &View) {
    let places = ROOTS.map(|root| view.on_sheet(sheet.size, root.with_y(0.0) + Vec3::Z * 0.3).unwrap_or(Vec2::NAN));
    let widths = METHODS.map(|(name, _)| word_width(name) + 9.0);
    // Where they would lie over each other, the graph alone names them.
    if widths.windows(2).any(|pair| f32::midpoint(pair[0], pair[1]) > places[1].x - places[0].x) {
        return;
    }
    for ((name, color), at) in METHODS.into_iter().zip(places) {
        sheet.plate(at - 8.0 * Vec2::Y, name, Ink::own(color, 0.0));
    }
}
