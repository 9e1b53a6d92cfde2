//! The scene: three knights dance the same dance, one in a loop, one to its end, one there and back. The first is in front,
//! with the poses of the two keys between which he is.

use crate::chain::Chain;
use crate::checks::{LESSON, REFERENCE};
use crate::figures::MODES;
use crate::playing::{DanceFrame, HANDS, PlayingDance, REPEATS};
use crate::probes::word;
use crate::{AnimationIndex, Joint, Keys, Segment, graph};
use armature::model::ModelInstance;
use armature_offline::Side;
use common::graphics::{
    backdrop::Backdrop,
    renderer::{DrawMode, ModelRenderer, png},
    skinned_points::world_points,
};
use common::prelude::*;
use common::scenes::difference::at_farthest;
use common::ui::theme;
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::Surface;
use models::side;

/// Colour of the poses of the keys before and after.
const FROM: Vec4 = Vec4::new(0.95, 0.42, 0.10, 0.35);
const TO: Vec4 = Vec4::new(0.16, 0.30, 0.85, 0.35);
/// Positions of the knights, in metres.
const POSITIONS: [Vec3; 3] = [Vec3::new(-1.05, 0.0, 1.3), Vec3::new(0.75, 0.0, -0.5), Vec3::new(2.35, 0.0, -0.5)];
/// Radius of the mark at a hand, in metres.
const HAND: f32 = 0.035;
/// Colour of the finished chains, drawn over the student's.
const GHOST: Vec4 = Vec4::new(0.9, 0.0, 0.5, 1.0);

pub struct DanceScene {
    playing: PlayingDance,
    figure: ModelInstance,
    backdrop: Backdrop,
    renderer: ModelRenderer,
    debug: DebugRenderer,
    /// The lowest and the highest place of the hands in the dance, in metres.
    heights: [f32; 2],
}

pub fn run() -> ExitCode {
    lesson_main::<DanceScene>()
}

impl Subject for DanceScene {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { idle: &[Action::Flashlight], ..SubjectKeys::default() }
    }

    /// Frames all three knights, with room below for the graphs.
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let model = &self.playing.chain.model;
        self.figure.rest(model);
        let rest = world_points(model, &self.figure);
        let mut points: Vec<Vec3> =
            POSITIONS.into_iter().flat_map(|position| rest.iter().map(move |&point| point + position)).collect();
        points.push(Vec3::new(0.0, -0.85, 1.3));
        Some(Framing::from_angles(0.0, 0.10, points))
    }
}

impl Exercise for DanceScene {
    type Options = NoOptions;
    type Output = DanceFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.28;

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let chain = Chain::read(&Chain::knight())?;
        let figure = ModelInstance::new(&chain.model);
        let renderer = ModelRenderer::with_rows(gl, &chain.model, png)?;
        let mut playing = PlayingDance::new(chain);
        let right = playing.evaluate(&REFERENCE, 0.0)?;
        let heights = right.curves.blended[0].iter().flatten();
        let heights = heights.fold([f32::MAX, f32::MIN], |[a, b], &y| [a.min(y), b.max(y)]);
        let debug = DebugRenderer::new(gl)?;
        Ok(DanceScene { playing, figure, backdrop: Backdrop::new(gl)?, renderer, debug, heights })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<DanceFrame> {
        Ok(self.playing.evaluate(course, view.seconds)?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &DanceFrame) -> Result<()> {
        let ground = view.options.grid.then_some(0.0);
        self.backdrop.draw(target, &view.camera, ground)?;
        for (pose, color) in frame.knights[0].keys.iter().zip([FROM, TO]) {
            self.draw_knight(target, view, 0, pose, DrawMode::Ghost(color))?;
        }
        // The knight hides the ghosts, wherever they are, so that they do not colour him.
        target.clear_depth(1.0);
        let mut hands = Shapes::new();
        for (copy, knight) in frame.knights.iter().enumerate() {
            self.draw_knight(target, view, copy, &knight.pose, DrawMode::Material)?;
            let joints = self.world(copy, &knight.pose);
            for (side, hand) in [Side::Left, Side::Right].into_iter().zip(HANDS) {
                if let Some(joint) = self.playing.chain.find(hand) {
                    hands.joint(joints[joint], HAND, side::color(side).extend(1.0));
                }
            }
        }
        self.debug.draw(target, &hands, view.clip_from_world(), Overlay::XRay)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, _: &View, frame: &DanceFrame) {
        graph::draw(sheet, frame, &self.playing.chain.keys, self.heights);
    }

    /// Draws the finished chains over the student's.
    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &DanceFrame,
        right: &DanceFrame,
    ) -> Result<Difference> {
        let mut shapes = Shapes::new();
        for (copy, knight) in right.knights.iter().enumerate() {
            self.for_each_bone(copy, &knight.pose, |from, to| shapes.bone(from, to, 0.02, GHOST));
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::XRay)?;
        let [mine_points, right_points] = [mine, right].map(|frame| {
            let knights = frame.knights.iter().enumerate();
            knights.flat_map(|(copy, knight)| self.world(copy, &knight.pose)).collect::<Vec<_>>()
        });
        let farthest = Farthest::between(mine_points, right_points);
        Ok(at_farthest(view, farthest, "all three are right", |farthest| {
            let joints = &self.playing.chain.joints;
            let copy = farthest.index / joints.len();
            let joint = farthest.index % joints.len();
            format!("{}, {} {}", word(MODES[copy]), joints[joint].name, farthest.words())
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, frame: &DanceFrame) {
        screen.panel("Time", || {
            let mut seconds = frame.seconds;
            if screen.slider("t", [0.0, REPEATS], &format!("{seconds:.2} s"), &mut seconds) {
                time.seconds = seconds;
                time.playing = false;
            }
            time.controls(screen);
            for knight in 0..MODES.len() {
                let [time, segment] = time_and_segment(frame, knight);
                screen.ui.text(time);
                screen.ui.same_line_with_pos(12.0 * screen.fonts.em);
                screen.ui.text_colored(theme::DIM, segment);
            }
            screen.ui.text("Heights of the hands over time:");
            for (side, hand) in [(Side::Left, "left hand"), (Side::Right, "right hand")] {
                screen.ui.same_line();
                screen.ui.text_colored(side::color(side).extend(1.0).to_array(), hand);
            }
            screen.ui.text_wrapped("steps: at the key before; diamonds: at the keys");
        });
    }

    fn describe(&self, frame: &DanceFrame) -> String {
        let Keys { times, closes_at } = &self.playing.chain.keys;
        let joints = frame.curves.keys.iter().filter(|keys| !keys.is_empty()).count();
        let seconds: Vec<String> = times.iter().map(|time| format!("{time:.2}")).collect();
        let lines = [0, 1, 2].map(|knight| time_and_segment(frame, knight).join(", "));
        format!(
            "{:.2} s\n{joints} joints have keys; {} keys at {} s, a loop closes at {closes_at:.2} s\n{}\n",
            frame.seconds,
            times.len(),
            seconds.join(", "),
            lines.join("\n")
        )
    }
}

impl DanceScene {
    fn draw_knight(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        copy: usize,
        pose: &[Mat4],
        mode: DrawMode,
    ) -> Result<()> {
        let model = &self.playing.chain.model;
        let shift = model.world_from_model.inverse().transform_vector3(POSITIONS[copy]);
        let shifted = pose.iter().map(|&joint| Affine3A::from_translation(shift) * Affine3A::from_mat4(joint));
        self.figure.set_model_from_joint(model, &shifted.collect::<Vec<_>>());
        self.renderer.draw(target, model, &self.figure, &view.viewpoint(), mode)?;
        Ok(())
    }

    /// Calls `draw(parent, joint)` for every bone of one knight, in world space.
    fn for_each_bone(&self, copy: usize, pose: &[Mat4], mut draw: impl FnMut(Vec3, Vec3)) {
        let places = self.world(copy, pose);
        let Chain { model, joints, .. } = &self.playing.chain;
        for (joint, Joint { parent, .. }) in joints.iter().enumerate().filter(|(joint, _)| model.is_joint[*joint]) {
            if let Some(parent) = parent.filter(|&parent| model.is_joint[parent]) {
                draw(places[parent], places[joint]);
            }
        }
    }

    /// Returns one knight's joints in world space.
    fn world(&self, copy: usize, pose: &[Mat4]) -> Vec<Vec3> {
        let world_from_file = self.playing.chain.model.world_from_model;
        pose.iter().map(|joint| world_from_file.transform_point3(joint.w_axis.truncate()) + POSITIONS[copy]).collect()
    }
}

/// Returns a knight's time and segment in words.
fn time_and_segment(frame: &DanceFrame, knight: usize) -> [String; 2] {
    let AnimationIndex { elapsed, segment } = frame.knights[knight].index;
    let Segment { from, to, alpha } = segment;
    let mode = word(MODES[knight]);
    [format!("{mode}: e = {elapsed:.2} s"), format!("key {from} to {to}, alpha {alpha:.2}")]
}
