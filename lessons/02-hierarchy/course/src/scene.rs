//! The scene: the creature where the answers put her, the tips of her limbs, and the depth-first order as a strip.

use crate::checks::{LESSON, REFERENCE};
use crate::creature::{Creature, CreatureFrame};
use crate::strip;
use armature::model::ModelInstance;
use common::graphics::{
    backdrop::Backdrop,
    renderer::{DrawMode, ModelRenderer, png},
    skinned_points::world_points,
};
use common::prelude::*;
use common::scenes::difference::at_farthest;
use glam::{Vec3, Vec4};

/// Index of "legs" in `Family::PARTS`.
const LEGS: usize = 1;
/// Colour of the marks at the tips.
const TIP: Vec4 = Vec4::new(1.0, 0.95, 0.25, 1.0);
/// Colour of the right creature, drawn over the student's.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const RING: Vec4 = Vec4::new(1.0, 1.0, 1.0, 0.9);

/// The creature, and what she is drawn with.
pub struct CreatureScene {
    creature: Creature,
    figure: ModelInstance,
    backdrop: Backdrop,
    renderer: ModelRenderer,
    debug: DebugRenderer,
    /// Whether she was drawn where she walks. If not, the camera stays where it is at the start.
    walks: bool,
}

pub fn run() -> ExitCode {
    lesson_main::<CreatureScene>()
}

impl Subject for CreatureScene {
    fn keys(&self) -> SubjectKeys<'_> {
        SubjectKeys { idle: &[Action::Flashlight], ..SubjectKeys::default() }
    }

    /// Frames the right creature and the model's origin, so that the view does not depend on the answers.
    fn framing(&mut self, seconds: f32) -> Option<Framing> {
        self.pose_figure(&self.creature.evaluate(&REFERENCE.hierarchy, seconds).ok()?);
        let mut points = world_points(&self.creature.family.model, &self.figure);
        points.extend([Vec3::new(-0.45, -0.35, -0.45), Vec3::new(0.45, 0.35, 0.45)]);
        // The strip is below.
        Some(Framing { room_below: 0.1, ..Framing::from_angles(2.0, 0.5, points) })
    }

    fn followed(&mut self, seconds: f32) -> Option<Vec3> {
        let seconds = if self.walks { seconds } else { Self::TIME };
        Some(self.creature.family.model_from_root(seconds).transform_point3(Vec3::ZERO))
    }
}

impl Exercise for CreatureScene {
    type Options = NoOptions;
    type Output = CreatureFrame;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 0.5;

    fn open(gl: &Gl, _: &mut SceneTime, _: &NoOptions) -> Result<Self> {
        let creature = Creature::new();
        Ok(CreatureScene {
            figure: ModelInstance::new(&creature.family.model),
            backdrop: Backdrop::new(gl)?,
            renderer: ModelRenderer::with_rows(gl, &creature.family.model, png)?,
            debug: DebugRenderer::new(gl)?,
            walks: true,
            creature,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<CreatureFrame> {
        Ok(self.creature.evaluate(&course.hierarchy, view.seconds)?)
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, frame: &CreatureFrame) -> Result<()> {
        self.pose_figure(frame);
        self.walks = self.creature.is_in_place(frame, view.seconds);
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let model = &self.creature.family.model;
        self.renderer.draw(target, model, &self.figure, &view.viewpoint(), DrawMode::Material)?;
        let clip_from_world = view.clip_from_world();
        let marks = self.on_the_ground(frame);
        self.debug.draw(target, &marks, clip_from_world, Overlay::InScene)?;
        let mut tips = Shapes::new();
        let mut lines = Shapes::new();
        for (limb, &tip) in self.creature.limbs().into_iter().zip(&frame.tips) {
            tips.joint(tip, 0.055, TIP);
            let children = self.creature.joints.iter().filter(|joint| joint.parent == Some(limb)).count();
            if children > 1 {
                // Its tip is that of another limb, too: a line shows which.
                lines.bone(frame.model_from_joint[limb].w_axis.truncate(), tip, 0.04, TIP);
            }
        }
        self.debug.draw(target, &lines, clip_from_world, Overlay::XRay)?;
        self.debug.draw(target, &tips, clip_from_world, Overlay::Solid)?;
        Ok(())
    }

    fn annotate(&self, sheet: &mut Sheet, _: &View, frame: &CreatureFrame) {
        strip::draw(sheet, &self.creature, &frame.order);
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &CreatureFrame,
        right: &CreatureFrame,
    ) -> Result<Difference> {
        self.pose_figure(right);
        let model = &self.creature.family.model;
        let figure = &self.figure;
        self.renderer.draw(target, model, figure, &view.viewpoint(), DrawMode::Ghost(GHOST))?;
        let [mine_points, right_points] = [mine, right].map(|frame| {
            let joints = frame.model_from_joint.iter().map(|joint| joint.w_axis.truncate());
            joints.chain(frame.tips.iter().copied())
        });
        let farthest = Farthest::between(mine_points, right_points);
        let steps = right.order.len().max(mine.order.len());
        let wrong = (0..steps).filter(|&step| mine.order.get(step) != right.order.get(step)).count();
        let difference = at_farthest(view, farthest, "all joints in their places", |farthest| {
            format!("{} is {}", self.point_name(farthest.index), farthest.words())
        });
        let walk = match wrong {
            0 => "the walk is right".into(),
            _ => format!("{wrong} of {steps} steps of the walk differ"),
        };
        let text = format!("{}; {walk}", difference.text);
        Ok(Difference { text, ..difference })
    }
}

impl CreatureScene {
    /// Returns the name of a point of a difference: joints come first, then tips.
    fn point_name(&self, index: usize) -> String {
        let joints = &self.creature.joints;
        match joints.get(index) {
            Some(joint) => joint.name.clone(),
            None => format!("tip of {}", joints[self.creature.limbs()[index - joints.len()]].name),
        }
    }

    fn pose_figure(&mut self, frame: &CreatureFrame) {
        let model_from_joint = self.creature.for_skeleton(&frame.model_from_joint);
        self.figure.set_model_from_joint(&self.creature.family.model, &model_from_joint);
    }

    /// Returns the marks on the ground: the model's axes at its origin, and a ring below the tip of each leg.
    fn on_the_ground(&self, frame: &CreatureFrame) -> Shapes {
        let mut shapes = Shapes::new();
        for axis in [Vec3::X, Vec3::Y, Vec3::Z] {
            let color = Vec4::new(0.28, 0.28, 0.28, 1.0) + 0.65 * axis.extend(0.0);
            shapes.bone(Vec3::ZERO, 0.35 * axis, 0.04, color);
        }
        for (limb, &tip) in self.creature.limbs().into_iter().zip(&frame.tips) {
            if self.creature.part(limb) == LEGS {
                let below = tip.with_y(0.0);
                shapes.circle(below, 0.05, RING);
                shapes.line(below, tip, RING);
            }
        }
        shapes
    }
}
