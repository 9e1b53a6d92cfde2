//! The scene: the robot in its hall, the points that the claw can reach, and what the camera on the forearm sees.

use crate::checks::LESSON;
use crate::finished::core;
use crate::frame::{ArmFrame, Sliders};
use crate::grip::Grip;
use crate::robot::{self, ArmPart, along};
use armature::mesh::{Mesh, StaticVertex, shapes};
use common::graphics::{OrbitCamera, backdrop::Backdrop, camera::Projection};
use common::prelude::*;
use common::scenes::solids::{Solid, SolidMode, SolidRenderer, SolidView};
use common::ui::theme;
use glam::{Mat4, Vec3, camera::rh::proj::opengl::perspective};
use glium::{Rect, Surface};

/// Colours of the path when A moves, of the path when B does, and of the claw's point; sRGB.
const PATHS: [Vec3; 2] = [Vec3::new(0.90, 0.16, 0.42), Vec3::new(0.10, 0.50, 0.86)];
const CLAW: Vec3 = Vec3::new(1.0, 0.98, 0.85);
/// Colours of the lines from each space's origin to the claw: base, upper arm, forearm.
const SPACES: [Vec3; 3] = [Vec3::new(0.72, 0.30, 0.95), Vec3::new(0.20, 0.85, 0.35), Vec3::new(0.15, 0.85, 0.95)];
/// Vertical field of view of the camera above the wrist, in radians.
const WRIST_FOV: f32 = 0.95;
/// Background of the wrist camera's picture; sRGB.
const DUSK: (f32, f32, f32, f32) = (0.30, 0.34, 0.40, 1.0);
/// Colour of its picture's border.
const BORDER: (f32, f32, f32, f32) = (0.97, 0.98, 1.0, 1.0);
/// The ground's height, under the hall's floor.
const GROUND: f32 = -0.08;
const VERTEX: ShaderFile = ShaderFile("01-robot-arm/part.vert");
const FRAGMENT: ShaderFile = ShaderFile("01-robot-arm/part.frag");
/// Direction to the lamp under the hall's roof, in world space.
const TO_LAMP: Vec3 = Vec3::new(-0.35, 1.0, 0.55);
/// Indices of the TODOs for which the wrist camera's picture, and the lines to the claw, are drawn.
const INVERSE: usize = 2;
const PLACE: usize = 3;
/// Speed of a slider while a key is held, in degrees a second.
const SPEED: f32 = 45.0;

/// The sliders' angles, and what the graphics card keeps.
pub struct ArmScene {
    sliders: Sliders,
    /// Index of the TODO whose card is open; `None` in pictures without panels, and once all TODOs pass.
    todo: Option<usize>,
    /// Whether `todo` has changed since the scene was drawn.
    is_outdated: bool,
    /// Since the lesson is finished.
    grip: Option<Grip>,
    /// The claw's position in the last frame, in the world.
    claw: Vec3,
    robot: Vec<ArmPart>,
    backdrop: Backdrop,
    parts: Vec<Solid>,
    floor: Vec<Solid>,
    wooden_crate: Vec<Solid>,
    bead: Solid,
    rod: Solid,
    renderer: SolidRenderer,
}

/// The sliders' angles at the beginning. After `--time` seconds they have moved by themselves.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct ArmOptions {
    /// Slider A, in degrees: turns the upper arm on its base
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    a: Option<f32>,
    /// Slider B, in degrees: bends the forearm at the elbow
    #[arg(long, value_name = "DEGREES", allow_negative_numbers = true)]
    b: Option<f32>,
}

pub fn run() -> ExitCode {
    lesson_main::<ArmScene>()
}

impl Subject for ArmScene {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { idle: &[Action::Flashlight], ..SubjectKeys::default() }
    }

    fn framing(&mut self, _: f32) -> Option<Framing> {
        let camera = OrbitCamera {
            target: Vec3::new(0.06, 0.66, 0.0),
            yaw: 0.18,
            pitch: 0.32,
            distance: 4.3,
            projection: Projection::Perspective { vertical_fov: 0.55 },
            scene_radius: robot::FLOOR,
        };
        Some(Framing::fixed(camera, 1.4))
    }
}

impl Exercise for ArmScene {
    type Options = ArmOptions;
    type Output = ArmFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const MOVES: bool = false;

    fn open(gl: &Gl, time: &mut SceneTime, options: &ArmOptions) -> Result<Self> {
        let robot = robot::parts();
        let moving = Sliders::at(time.seconds);
        let parts = robot.iter().map(|part| Solid::new(gl, &part.mesh, part.color));
        Ok(ArmScene {
            todo: None,
            is_outdated: false,
            grip: None,
            claw: Vec3::NAN,
            sliders: Sliders { a: options.a.unwrap_or(moving.a), b: options.b.unwrap_or(moving.b) },
            backdrop: Backdrop::new(gl)?,
            parts: parts.collect::<Result<_>>()?,
            floor: solids(gl, &robot::floor())?,
            wooden_crate: solids(gl, &robot::wooden_crate())?,
            bead: Solid::new(gl, &shapes::sphere(1.0, 10, 16), CLAW)?,
            rod: Solid::new(gl, &shapes::cylinder(1.0, 1.0, 1, 12), CLAW)?,
            renderer: SolidRenderer::new(gl, VERTEX, FRAGMENT)?,
            robot,
        })
    }

    fn evaluate(&mut self, course: &Course, _: &View) -> Result<ArmFrame> {
        let closed = self.grip.as_ref().map_or(0.0, Grip::closed);
        let frame = ArmFrame::evaluate(&course.robot_arm, &self.robot, self.sliders, closed)?;
        self.claw = frame.placed.claw_in_world;
        Ok(frame)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &ArmFrame) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(GROUND))?;
        let view = SolidView::new(view, TO_LAMP.normalize());
        self.draw_solids(target, &view, frame)?;
        if self.todo.is_none() {
            self.draw_paths(target, &view, frame)?;
        }
        if self.shows(PLACE) {
            self.draw_claw(target, &view, frame)?;
        }
        if self.shows(INVERSE) {
            self.draw_wrist_camera(target, frame)?;
        }
        Ok(())
    }

    /// Draws the robot by the finished answers, see-through over the student's.
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &ArmFrame,
        right: &ArmFrame,
    ) -> Result<Difference> {
        let view = SolidView::new(view, TO_LAMP.normalize());
        let [mine_at, right_at] = [mine, right].map(|frame| &frame.world_from_part);
        self.renderer.draw_ghost(target, &view, &self.parts, mine_at, right_at)?;
        if self.shows(INVERSE) {
            self.draw_wrist_camera(target, mine)?; // over a ghost that reaches into its corner
        }
        let [mine_points, right_points] = [mine, right].map(|frame| {
            let parts = frame.world_from_part.iter().map(|part| part.w_axis.truncate());
            [frame.placed.claw_in_world].into_iter().chain(parts)
        });
        let farthest = Farthest::between(mine_points, right_points);
        let mut text = farthest.map_or("every part in its place".into(), |farthest| {
            let what = if farthest.index == 0 { "the claw" } else { "a part" };
            format!("{what} is {}", farthest.words())
        });
        if self.shows(INVERSE) && !mine.camera_from_world.abs_diff_eq(right.camera_from_world, 1e-3) {
            text += ", and the small picture is seen from elsewhere";
        }
        let at = farthest.map(|farthest| farthest.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world })
    }

    fn update(&mut self, input: &Input, seconds: f32) {
        let [low, high] = Sliders::RANGE_B;
        let a = self.sliders.a + SPEED * seconds * held(input, KeyCode::Digit4, KeyCode::Digit5);
        let b = self.sliders.b + SPEED * seconds * held(input, KeyCode::Digit6, KeyCode::Digit8);
        self.sliders = Sliders { a: a.clamp(-Sliders::MAX_A, Sliders::MAX_A), b: b.clamp(low, high) };
        if let Some(grip) = &mut self.grip {
            grip.advance(seconds, self.claw);
            self.sliders = grip.sliders().unwrap_or(self.sliders);
        }
    }

    fn is_moving(&self) -> bool {
        self.is_outdated || self.grip.as_ref().is_some_and(Grip::is_moving)
    }

    fn ui(&mut self, screen: &Screen<'_>, _: &mut SceneTime, frame: &ArmFrame) {
        if screen.is_finished && self.grip.is_none() {
            self.grip = Some(Grip::new(self.sliders));
        }
        let todo = screen.todo.filter(|_| !screen.is_finished);
        self.is_outdated = todo != self.todo;
        self.todo = todo;
        let shows_claw = self.shows(PLACE);
        screen.panel("The robot's sliders", || {
            let ui = screen.ui;
            let most = Sliders::MAX_A;
            let width = ui.push_item_width(screen.fonts.em * 12.0);
            let Sliders { a, b } = &mut self.sliders;
            for (name, range, value, keys) in
                [("A", [-most, most], a, "keys 4 5"), ("B", Sliders::RANGE_B, b, "keys 6 8")]
            {
                screen.slider(name, range, &format!("{value:.1}°"), value);
                ui.same_line();
                ui.text_colored(theme::DIM, keys);
            }
            width.end();
            if !shows_claw {
                return;
            }
            ui.text_colored(theme::DIM, "The claw's coordinates");
            for line in frame.describe().lines().skip(1) {
                let (space, numbers) = line.split_once(": ").unwrap_or((line, ""));
                ui.text_colored(theme::DIM, space.trim_start_matches("The claw "));
                ui.same_line_with_pos(screen.fonts.em * 12.5);
                ui.text(numbers);
            }
        });
    }

    fn describe(&self, frame: &ArmFrame) -> String {
        frame.describe()
    }
}

impl ArmScene {
    /// Returns whether what belongs to this TODO is drawn: while its card is open, and in a finished scene.
    fn shows(&self, todo: usize) -> bool {
        self.todo.is_none_or(|open| open == todo)
    }

    /// Draws floor, crate and robot, with shadows.
    fn draw_solids(&self, target: &mut Target<'_>, view: &SolidView, frame: &ArmFrame) -> Result<()> {
        for solid in &self.floor {
            self.renderer.draw(target, view, solid, SolidMode::Lit(solid.color), Mat4::IDENTITY)?;
        }
        let parts = self.parts.iter().zip(frame.world_from_part.iter().copied());
        let world_from_start = match &self.grip {
            Some(grip) => grip.world_from_start(frame.placed.claw_in_world, frame.sliders.a),
            None => Mat4::IDENTITY,
        };
        let still = self.wooden_crate.iter().map(|solid| (solid, world_from_start));
        let solids: Vec<(&Solid, Mat4)> = still.chain(parts).collect();
        for (solid, world_from_part) in &solids {
            self.renderer.draw(target, view, solid, SolidMode::Shadow(robot::SHADOW), *world_from_part)?;
        }
        for (solid, world_from_part) in &solids {
            self.renderer.draw(target, view, solid, SolidMode::Lit(solid.color), *world_from_part)?;
        }
        Ok(())
    }

    /// Draws a bead at each point that the claw passes through when one slider moves.
    fn draw_paths(&self, target: &mut Target<'_>, view: &SolidView, frame: &ArmFrame) -> Result<()> {
        for (path, color) in frame.paths.iter().zip(PATHS) {
            for &point in path {
                let mode = SolidMode::Lit(color);
                self.renderer.draw(target, view, &self.bead, mode, ball(point, 0.016))?;
            }
        }
        Ok(())
    }

    /// Draws the claw's point as three spaces have it: a line from the origin of each to where its coordinates are. The lines
    /// are in front of everything, since the origins lie inside the joints.
    fn draw_claw(&self, target: &mut Target<'_>, view: &SolidView, frame: &ArmFrame) -> Result<()> {
        target.clear_depth(1.0);
        let arm = robot::arm();
        let placed = &frame.placed;
        let spaces = [
            (arm.world_from_base, placed.claw_in_base),
            (placed.world_from_upper, placed.claw_in_upper),
            (placed.world_from_forearm, arm.claw),
        ];
        for ((world_from_space, claw), color) in spaces.into_iter().zip(SPACES) {
            let from = world_from_space.translation;
            let to = world_from_space.apply(claw);
            let size = Vec3::new(0.007, from.distance(to), 0.007);
            let rod = core(&along(from, to)).to_mat4() * Mat4::from_scale(size);
            let plain = SolidMode::Plain(color);
            self.renderer.draw(target, view, &self.rod, plain, rod)?;
            self.renderer.draw(target, view, &self.bead, plain, ball(from, 0.026))?;
        }
        let claw = ball(placed.claw_in_world, 0.026);
        self.renderer.draw(target, view, &self.bead, SolidMode::Plain(CLAW), claw)
    }

    /// Draws the view of the camera above the wrist in the upper right corner.
    fn draw_wrist_camera(&self, target: &mut Target<'_>, frame: &ArmFrame) -> Result<()> {
        let (width, height) = target.get_dimensions();
        let h = (height * 36 / 100).min(width * 30 / 100);
        let w = h * 4 / 3;
        let margin = height / 30;
        let left = width.saturating_sub(w + margin);
        let bottom = height.saturating_sub(h + margin);
        let window = Rect { left, bottom, width: w.max(1), height: h.max(1) };

        let border = (height / 240).max(1);
        let around = Rect {
            left: window.left.saturating_sub(border),
            bottom: window.bottom.saturating_sub(border),
            width: window.width + 2 * border,
            height: window.height + 2 * border,
        };
        target.clear(Some(&around), Some(BORDER), true, None, None);
        target.clear(Some(&window), Some(DUSK), true, Some(1.0), None);

        let aspect = window.width as f32 / window.height as f32;
        let clip_from_camera = perspective(WRIST_FOV, aspect, 0.03, 20.0);
        let view = SolidView {
            clip_from_world: clip_from_camera * frame.camera_from_world,
            // Only for highlights: the true one, whatever the answer says.
            eye: frame.placed.world_from_forearm.apply(robot::forearm_from_camera().translation),
            to_lamp: TO_LAMP.normalize(),
            window: Some(window),
        };
        self.draw_solids(target, &view, frame)
    }
}

/// Returns 1 while the second key is held, -1 while the first one is.
fn held(input: &Input, less: KeyCode, more: KeyCode) -> f32 {
    f32::from(u8::from(input.is_down(more))) - f32::from(u8::from(input.is_down(less)))
}

fn solids(gl: &Gl, shapes: &[(Mesh<StaticVertex>, Vec3)]) -> Result<Vec<Solid>> {
    shapes.iter().map(|(mesh, color)| Solid::new(gl, mesh, *color)).collect()
}

fn ball(at: Vec3, radius: f32) -> Mat4 {
    Mat4::from_translation(at) * Mat4::from_scale(Vec3::splat(radius))
}
