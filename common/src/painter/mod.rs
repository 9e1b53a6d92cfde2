//! The painter of the window: draws any lesson's [scene](drawing::Scene), with light, shadows, ground and ghosts, and measures
//! how it differs from the finished one. The page's is `scene.js`.

mod difference;
mod meshes;

use crate::exercise::{Difference, Exercise, NoOptions, lesson_main};
use crate::scenes::reach::Reach;
use anyhow::{Context, Result};
use drawing::{Figure, Frame, Line, Moment, Scene, SceneInfo, Sheet};
use given::Course;
use glam::{Mat4, Vec3};
use graphics::{
    Gl, OrbitCamera, Target,
    backdrop::Backdrop,
    debug_draw::{DebugRenderer, Overlay, Shapes},
};
use meshes::Meshes;
use player::{Framing, SceneTime, Subject, SubjectKeys};
use std::{marker::PhantomData, process::ExitCode};
use ui::{Action, DisplayOptions, View};

/// Scale of the page's perspective, half the picture's height at the distance 1: see `ZOOM` in `scene.js`.
const ZOOM: f32 = 2.6;
/// Width / height of the part of the scene that is framed.
const ASPECT: f32 = 1.5;
/// Wider lines are solid, a hundredth of a metre for each of the page's pixels.
const THIN: f32 = 2.5;

/// A lesson whose scene is painted.
pub trait Shown: 'static {
    const LESSON: &'static check::Lesson;
    const FIGURES: &'static [Figure];
    const SCENE: &'static SceneInfo;
}

/// Declares a lesson's window: `Window`, its [`Painter`], and `run`, for `main`. Its parts have fixed names: `checks::LESSON`,
/// `figures::FIGURES` and `scene::SCENE`.
#[macro_export]
#[allow(clippy::crate_in_macro_def)] // the names are in the lesson
macro_rules! lesson_window {
    () => {
        /// The lesson, for its painter.
        pub struct Shows;

        impl $crate::painter::Shown for Shows {
            const LESSON: &'static ::check::Lesson = &crate::checks::LESSON;
            const FIGURES: &'static [::drawing::Figure] = crate::figures::FIGURES;
            const SCENE: &'static ::drawing::SceneInfo = &crate::scene::SCENE;
        }

        pub type Window = $crate::painter::Painter<Shows>;

        pub fn run() -> ::std::process::ExitCode {
            $crate::painter::run::<Shows>()
        }
    };
}

pub fn run<L: Shown>() -> ExitCode {
    lesson_main::<Painter<L>>()
}

/// The scene of a lesson in its window.
pub struct Painter<L> {
    scene: Box<dyn Scene>,
    meshes: Meshes,
    backdrop: Backdrop,
    debug: DebugRenderer,
    /// Age of the scene at the last frame.
    seconds: f32,
    /// The last place of the camera's focus that was a place.
    focus: Vec3,
    reach: Reach,
    lesson: PhantomData<L>,
}

/// A frame, and the answers that made it.
pub struct PaintedFrame {
    frame: Frame,
    course: Course,
}

impl<L: Shown> Painter<L> {
    /// Returns the framing of the finished scene: what the page's camera sees, as a rectangle that faces the viewer.
    fn usual_framing(&self) -> Framing {
        let SceneInfo { camera: [yaw, pitch, distance, height], room_below, .. } = *L::SCENE;
        let camera = OrbitCamera { yaw, pitch, ..OrbitCamera::default() };
        let up = camera.up() * distance / ZOOM;
        let right = camera.right() * distance / ZOOM * ASPECT;
        let middle = self.focus + height * Vec3::Y;
        // A framed rectangle has a margin.
        let points = [-1.0, 1.0].map(|side| [middle - up + side * right, middle + up + side * right]).concat();
        let framed: Vec<Vec3> = points.iter().map(|point| middle + 0.84 * (point - middle)).collect();
        Framing { room_below, ..Framing::of_points(camera, framed) }
    }
}

impl<L: Shown> Subject for Painter<L> {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { extra: &[Action::Wireframe, Action::Bones], ..SubjectKeys::default() }
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { bones: true, ..DisplayOptions::default() }
    }

    fn framing(&mut self, _: f32) -> Option<Framing> {
        Some(self.reach.framing(self.usual_framing()))
    }

    fn followed(&mut self, _: f32) -> Option<Vec3> {
        Some(self.focus)
    }

    fn take_actions(&mut self) -> Vec<Action> {
        self.reach.take_actions()
    }
}

impl<L: Shown> Exercise for Painter<L> {
    type Options = NoOptions;
    type Output = PaintedFrame;

    const LESSON: &'static check::Lesson = L::LESSON;
    const FIGURES: &'static [Figure] = L::FIGURES;
    const TIME: f32 = L::SCENE.time;

    fn open(gl: &Gl, time: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let mut scene = (L::SCENE.open)("").context("the scene's figure")?;
        let meshes = Meshes::new(gl, scene.meshes(&L::LESSON.reference)?)?;
        let focus = scene.frame(&L::LESSON.reference, &Moment { seconds: time.seconds, dt: 0.0 })?.focus;
        Ok(Painter {
            scene,
            meshes,
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
            seconds: time.seconds,
            focus,
            reach: Reach::default(),
            lesson: PhantomData,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<PaintedFrame> {
        let moment = Moment { seconds: view.seconds, dt: view.seconds - self.seconds };
        self.seconds = view.seconds;
        Ok(PaintedFrame { frame: self.scene.frame(course, &moment)?, course: *course })
    }

    fn draw(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        PaintedFrame { frame, course }: &PaintedFrame,
    ) -> Result<()> {
        if frame.focus.is_finite() {
            self.focus = frame.focus;
        }
        // Ours are framed as the student's, so that the two pictures can be compared.
        if *course != L::LESSON.reference {
            let points = frame.points.iter().map(|point| point.at);
            self.reach.note(course, self.usual_framing(), view, points);
        }
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        self.meshes.draw(target, view, &frame.draws)?;
        let clip_from_world = view.clip_from_world();
        self.debug.draw(target, &shapes(&frame.marks), clip_from_world, Overlay::InScene)?;
        if view.options.bones {
            self.debug.draw(target, &shapes(&frame.lines), clip_from_world, Overlay::XRay)?;
            let mut points = Shapes::new();
            for point in frame.points.iter().filter(|point| point.radius > 0.0 && point.at.is_finite()) {
                points.joint(point.at, point.radius, point.color.extend(1.0));
            }
            self.debug.draw(target, &points, clip_from_world, Overlay::Solid)?;
        }
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, PaintedFrame { frame, .. }: &PaintedFrame) {
        if let Some(graph) = &frame.graph {
            (graph.0)(sheet, view.clip_from_world());
        }
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &PaintedFrame,
        right: &PaintedFrame,
    ) -> Result<Difference> {
        self.meshes.draw_ghosts(target, view, &right.frame.draws)?;
        Ok(Difference { clip_from_world: view.clip_from_world(), ..difference::between(&mine.frame, &right.frame) })
    }

    fn describe(&self, PaintedFrame { frame, .. }: &PaintedFrame) -> String {
        difference::describe(frame)
    }
}

fn shapes(lines: &[Line]) -> Shapes {
    let mut shapes = Shapes::new();
    for Line { ends: [from, to], color, width } in lines {
        if !(from.is_finite() && to.is_finite()) {
            continue;
        }
        let color = color.extend(1.0);
        if from == to {
            shapes.joint(*to, 0.005 * width, color);
        } else if *width > THIN {
            shapes.bone(*from, *to, 0.01 * width, color);
        } else {
            shapes.line(*from, *to, color);
        }
    }
    shapes
}

/// Returns the matrix that a shadow's mesh is drawn with, on the ground, from that of the mesh.
fn shadow(view: &View, world_from_bind: Mat4) -> Mat4 {
    graphics::shadow::flattened(view.to_light()) * world_from_bind
}
