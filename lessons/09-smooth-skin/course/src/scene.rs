//! The lesson's scene, panel and program: the worm as it was modelled, with its weights in colours and
//! curves, and beside it the same worm as it swings, skinned by the answers.

use crate::checks::{LESSON, REFERENCE};
use crate::figures::LEANS;
use crate::graph;
use crate::tube_worm::{HEIGHT, LENGTH, NAMES, RINGS, SLICES, STAGE, TubeWorm, heights};
use common::graphics::{backdrop::Backdrop, weight_ramp};
use common::prelude::*;
use common::scenes::{
    difference, overlay_lines,
    skinned_mesh::{SkinPrograms, SkinnedInstance, SkinnedMesh},
    student_shader::StudentPrograms,
};
use common::ui::DisplayOptions;
use drawing::{coordinates, rings};
use glam::{Mat4, Vec3};
use std::{fmt::Write, rc::Rc};

const FRAGMENT: ShaderFile = ShaderFile("09-smooth-skin/worm.frag");
/// Tail, middle and head in the hues of the figures' first three series; white, black; sRGB.
const PAINTS: [Vec3; 5] = [
    Vec3::new(0.18, 0.47, 0.88),
    Vec3::new(0.18, 0.66, 0.38),
    Vec3::new(0.78, 0.36, 0.84),
    Vec3::new(0.98, 0.98, 0.96),
    Vec3::new(0.06, 0.06, 0.08),
];
/// Opacity of the mesh's lines on the worm that swings; 1 on the one that stands.
const FAINT_LINES: f32 = 0.6;
/// Length of a joint's axes, in metres.
const AXES: f32 = 0.24;
/// Lower end of the slider: below it a ramp lies between two rings.
const SMALLEST_MARGIN: f32 = 0.01;
const LARGEST_MARGIN: f32 = 1.0 / 6.0;
const MARGIN: f32 = 0.14;
const LARGEST_ANGLE: f32 = 120.0;

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Debug, Default, PartialEq, clap::Args)]
pub struct TubeWormOptions {
    /// Half a ramp's width, as a fraction of the worm's height: 0.01 to 1/6
    #[arg(long, value_parser = margin)]
    pub margin: Option<f32>,
    /// Angles of the middle and of the head, in degrees, instead of the swing: 60,-40
    #[arg(long, value_name = "MIDDLE,HEAD", value_parser = angles, allow_hyphen_values = true)]
    pub angles: Option<[f32; 2]>,
    /// The joint whose weights are shown: tail, middle or head
    #[arg(long, value_parser = joint)]
    pub joint: Option<usize>,
    /// Show them on the worm that swings, too
    #[arg(long)]
    pub heat: bool,
}

fn margin(text: &str) -> Result<f32, String> {
    match text.parse() {
        // A sixth, typed in by hand, may be a little more.
        Ok(margin) if (SMALLEST_MARGIN..=LARGEST_MARGIN + 0.001).contains(&margin) => Ok(LARGEST_MARGIN.min(margin)),
        _ => Err("a number from 0.01 to 0.167".into()),
    }
}

fn angles(text: &str) -> Result<[f32; 2], String> {
    let numbers: Vec<f32> = text.split(',').map(|word| word.trim().parse().unwrap_or(f32::NAN)).collect();
    match numbers[..] {
        [middle, head] if middle.abs() <= LARGEST_ANGLE && head.abs() <= LARGEST_ANGLE => Ok([middle, head]),
        _ => Err(format!("two angles from -{LARGEST_ANGLE} to {LARGEST_ANGLE} degrees, as in 60,-40")),
    }
}

fn joint(text: &str) -> Result<usize, String> {
    let index = NAMES.iter().position(|name| *name == text);
    index.ok_or_else(|| format!("one of {}", NAMES.join(", ")))
}

pub struct TubeWormScene {
    /// Half a ramp's width, as a fraction of the worm's height.
    margin: f32,
    /// Whether 09.3 gives the angles; else the sliders do.
    swings: bool,
    /// Angles of the sliders, the middle's and the head's, in degrees.
    angles: [f32; 2],
    joint: usize,
    heat: bool,
    gl: Gl,
    worm: TubeWorm,
    /// The meshes with the weights that were used last: the student's, and the finished ones.
    meshes: Vec<(RingWeights, Rc<SkinnedMesh>)>,
    programs: StudentPrograms<SkinPrograms>,
    /// The worm as it was modelled, by the finished shader. It follows its first joint alone.
    model: SkinnedInstance,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

type RingWeights = Vec<[f32; 3]>;

/// The worm as the answers weight, bend and skin it, checked just enough to be drawn.
pub struct TubeWormPose {
    seconds: f32,
    skinned: SkinnedInstance,
    rings: RingWeights,
    angles: [f32; 2],
    model_from_joint: Vec<Mat4>,
}

pub fn run() -> ExitCode {
    lesson_main::<TubeWormScene>()
}

impl Subject for TubeWormScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let left = STAGE.x - 1.1;
        let right = graph::RIGHT;
        let corners = [(left, 0.1), (left, 2.85), (right, 0.1), (right, 2.85)];
        Some(Framing::from_angles(-0.10, 0.14, corners.map(|(x, y)| Vec3::new(x, y, 0.2))))
    }

    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { extra: &[Action::HeatMap], ..SubjectKeys::default() }
    }

    fn display(&self) -> DisplayOptions {
        DisplayOptions { heat_map: self.heat, ..DisplayOptions::default() }
    }
}

impl Exercise for TubeWormScene {
    type Options = TubeWormOptions;
    type Output = TubeWormPose;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.2;

    fn open(gl: &Gl, _: &mut SceneTime, options: &TubeWormOptions) -> Result<Self> {
        let worm = TubeWorm::new();
        let stiff = SkinnedMesh::new(gl, &worm.skinned(&[[1.0, 0.0, 0.0]; RINGS + 1]))?;
        let finished = SkinPrograms::new(gl, REFERENCE.smooth_skin.vertex(), FRAGMENT)?;
        Ok(TubeWormScene {
            margin: options.margin.unwrap_or(MARGIN),
            swings: options.angles.is_none(),
            angles: options.angles.unwrap_or_default(),
            joint: options.joint.unwrap_or(1),
            heat: options.heat,
            gl: gl.clone(),
            worm,
            meshes: Vec::new(),
            programs: StudentPrograms::default(),
            model: SkinnedInstance::in_bind_pose(Rc::new(stiff), Rc::new(finished)),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<TubeWormPose> {
        let margin = self.margin;
        let seconds = view.seconds;
        let mut rings = RingWeights::new();
        for height in heights() {
            rings.push(course.smooth_skin.weights(height, margin)?);
        }
        replace_nan("09.1", rings.as_flattened_mut());
        let mut angles = course.smooth_skin.joint_angles(seconds, &LEANS)?;
        replace_nan("09.3", &mut angles);
        if !self.swings {
            angles = self.angles.map(f32::to_radians);
        }

        let vertex = course.smooth_skin.vertex();
        let programs = self.programs.get(&[vertex], |trial| {
            let shaders = [vertex, REFERENCE.smooth_skin.vertex()];
            SkinPrograms::of_student(&self.gl, trial, "09.2", shaders, FRAGMENT)
        })?;
        let model_from_joint = self.worm.posed(angles);
        let joint_from_bind = &self.worm.joint_from_bind;
        let palette = course.bind_pose.skinning_matrices(&model_from_joint, joint_from_bind)?;
        let skinned = SkinnedInstance::new(self.mesh(&rings)?, programs, palette);
        Ok(TubeWormPose { seconds, skinned, rings, angles, model_from_joint })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: &TubeWormPose) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let rings: Vec<Vec3> = pose.rings.iter().map(|weights| Vec3::from(*weights)).collect();
        // Joint -1: in the joints' own colours.
        let shown = self.joint as i32;
        let heat = if view.options.heat_map { shown } else { -1 };
        let [faint, clear] = [(heat, FAINT_LINES), (shown, 1.0)].map(|(joint, lines)| {
            Uniforms::new()
                .vec3s("u_ring", &rings)
                .vec3s("u_paint", &PAINTS)
                .int("u_joint", joint)
                .vec3s("u_ramp", &weight_ramp())
                .float("u_lines", lines)
        });
        let to_light = view.to_light();
        self.model.draw_shadow(target, view, to_light)?;
        pose.skinned.draw_shadow(target, view, to_light)?;
        pose.skinned.draw_lit(target, view, to_light, &faint, &draw_state::solid())?;
        self.model.draw_lit(target, view, to_light, &clear, &draw_state::solid_behind())?;

        let mut shapes = Shapes::new();
        let eye = view.camera.eye();
        for model_from_joint in [&self.worm.resting(), &pose.model_from_joint] {
            overlay_lines::bones(&mut shapes, model_from_joint, LENGTH, AXES, eye);
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::OnTop)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, view: &View, pose: &TubeWormPose) {
        graph::draw(sheet, view, &pose.rings, self.margin, &PAINTS, self.joint);
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &TubeWormPose,
        right: &TubeWormPose,
    ) -> Result<Difference> {
        right.skinned.draw_ghost(target, view)?;
        let farthest = mine.skinned.farthest_vertex(&right.skinned);
        Ok(difference::at_farthest(view, farthest, "every vertex agrees", |farthest| {
            format!("a vertex {} is {}", self.worm.part(farthest.index), farthest.words())
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, pose: &TubeWormPose) {
        let ui = screen.ui;
        let em = screen.fonts.em;
        if self.swings {
            self.angles = pose.angles.map(f32::to_degrees); // where the sliders take over
        }
        screen.panel("Smooth skin", || {
            let width = ui.push_item_width(em * 10.0);
            let margin = &mut self.margin;
            let range = [SMALLEST_MARGIN, LARGEST_MARGIN];
            screen.slider("margin", range, &format!("{margin:.3}"), margin);
            ui.same_line_with_pos(em * 19.0);
            ui.checkbox("swing", &mut self.swings);
            for (index, (name, angle)) in NAMES[1..].iter().zip(&mut self.angles).enumerate() {
                if index > 0 {
                    ui.same_line_with_pos(em * 19.0);
                }
                let range = [-LARGEST_ANGLE, LARGEST_ANGLE];
                if screen.slider(name, range, &format!("{angle:.0}°"), angle) {
                    self.swings = false;
                }
            }
            width.end();
            time.controls(screen);
            ui.text("weights of");
            for (joint, name) in NAMES.iter().enumerate() {
                ui.same_line();
                ui.radio_button(format!("{name}##weights"), &mut self.joint, joint);
            }
            let [low, high] = sums(&pose.rings);
            let step = largest_step(&pose.rings);
            ui.text(format!("sums: {low:.2} to {high:.2}; largest step from ring to ring: {step:.2}"));
        });
    }

    fn describe(&self, pose: &TubeWormPose) -> String {
        let [middle, head] = pose.angles.map(f32::to_degrees);
        let [low, high] = sums(&pose.rings);
        let mut words = format!(
            "{:.2} s, margin {:.3}; the middle is turned by {middle:.0} degrees, the head by {head:.0}\n\
             sums of the weights from {low:.2} to {high:.2}, largest step from ring to ring {:.2}\n\
             shown in colours: the weight of the {}\n",
            pose.seconds,
            self.margin,
            largest_step(&pose.rings),
            NAMES[self.joint]
        );
        let positions = pose.skinned.positions();
        for (ring, weights) in pose.rings.iter().enumerate().step_by(RINGS.div_ceil(12)) {
            let [tail, middle, head] = weights;
            let front = positions.get(self.worm.in_front(ring)).copied();
            let front = coordinates(front.unwrap_or(Vec3::Y * HEIGHT));
            let height = ring as f32 / RINGS as f32;
            // Writing to a String cannot fail.
            let _ = writeln!(
                words,
                "height {height:.2}: tail {tail:.2}, middle {middle:.2}, head {head:.2}; its front is at {front}"
            );
        }
        words
    }
}

impl TubeWormScene {
    /// Returns the worm's mesh with these weights, and keeps it until two other lists of weights were drawn.
    fn mesh(&mut self, rings: &RingWeights) -> Result<Rc<SkinnedMesh>> {
        if let Some((_, mesh)) = self.meshes.iter().find(|(known, _)| known == rings) {
            return Ok(mesh.clone());
        }
        let mesh = SkinnedMesh::new(&self.gl, &self.worm.skinned(rings))?;
        let mesh = Rc::new(mesh.with_ghost_lines(&rings::cage(RINGS, SLICES))?);
        self.meshes.truncate(1);
        self.meshes.insert(0, (rings.clone(), mesh.clone()));
        Ok(mesh)
    }
}

fn sums(rings: &RingWeights) -> [f32; 2] {
    let sums = rings.iter().map(|weights| weights.iter().sum::<f32>());
    sums.fold([f32::MAX, f32::MIN], |[low, high], sum| [low.min(sum), high.max(sum)])
}

fn largest_step(rings: &RingWeights) -> f32 {
    let steps = rings.windows(2).flat_map(|pair| {
        let [below, above] = [pair[0], pair[1]];
        (0..3).map(move |joint| (above[joint] - below[joint]).abs())
    });
    steps.fold(0.0, f32::max)
}

/// Replaces numbers that are not finite by 0, and reports that there were any.
fn replace_nan(id: &'static str, numbers: &mut [f32]) {
    if numbers.iter().any(|number| !number.is_finite()) {
        report(id, "not a number");
        numbers.iter_mut().filter(|number| !number.is_finite()).for_each(|number| *number = 0.0);
    }
}
