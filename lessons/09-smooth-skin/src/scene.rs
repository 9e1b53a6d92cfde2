//! The scene: the worm as it was modelled, with its weights in colours and curves, and beside it as it swings.

use crate::checks::REFERENCE;
use crate::graph::{self, ribbon};
use crate::skin::{Look, PAINTS, Programs, Skin, Weighted};
use crate::worm::{HEIGHT, LEANS, LENGTH, NAMES, RINGS, STAGE, Worm, heights};
use crate::{Answers, MAX_JOINTS};
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, OrbitCamera, Target};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use std::fmt::Write;
use std::rc::Rc;

/// Of bones and joints; sRGB.
const BONE: Vec4 = Vec4::new(0.98, 0.95, 0.80, 1.0);
const BONE_WIDTH: f32 = 0.018;
/// Of a joint's axes, in metres.
const AXES: f32 = 0.24;

/// Which moment is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Show {
    /// Into the swing.
    pub seconds: f32,
    /// Half a ramp's width, as a share of the worm's height.
    pub margin: f32,
    /// The middle's and the head's angles in radians; `None`: those of 09.3.
    pub angles: Option<[f32; 2]>,
    /// Whose weights are shown.
    pub joint: usize,
    /// On the worm that swings, too.
    pub heat: bool,
}

/// Everything on the graphics card.
pub struct Scene {
    worm: Worm,
    skin: Skin,
    /// The model: the finished shader, and a mesh that follows the first joint alone.
    model: (Rc<Programs>, Rc<Weighted>),
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// What the answers give, checked just enough to be drawn.
pub struct Posed {
    show: Show,
    programs: Rc<Programs>,
    weighted: Rc<Weighted>,
    /// The middle's and the head's, in radians.
    pub angles: [f32; 2],
    model_from_joint: Vec<Mat4>,
    /// As many as the shader has elements: zero beyond the third.
    palette: Vec<Mat4>,
}

/// What 09.1 gives, in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    /// The smallest and the largest sum of the three weights.
    pub sums: [f32; 2],
    /// The largest change of a weight from one ring to the next.
    pub step: f32,
}

impl Scene {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let worm = Worm::new();
        let mut skin = Skin::new(gl, &worm)?;
        let stiff = skin.weighted(&worm, vec![[1.0, 0.0, 0.0]; RINGS + 1])?;
        let programs =
            skin.programs(REFERENCE.vertex, &resting(), &stiff, &mut Watchdog::direct())?;
        let (backdrop, debug) = (Backdrop::new(gl)?, DebugRenderer::new(gl)?);
        Ok(Scene { worm, skin, model: (programs, stiff), backdrop, debug })
    }

    /// Where both worms are seen, and the curves.
    pub fn camera(aspect: f32) -> OrbitCamera {
        let mut camera = OrbitCamera { yaw: -0.10, pitch: 0.14, ..OrbitCamera::default() };
        let (left, right) = (STAGE.x - 1.1, graph::RIGHT);
        let corners = [(left, 0.1), (left, 2.85), (right, 0.1), (right, 2.85)];
        camera.frame_points(&corners.map(|(x, y)| Vec3::new(x, y, 0.2)), aspect);
        camera
    }

    /// Puts the lesson's questions for the moment.
    ///
    /// # Errors
    /// If not even the finished shader can be used.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog, show: Show) -> Result<Posed> {
        let all = |weights: fn(f32, f32) -> [f32; 3]| {
            move || heights().into_iter().map(|height| weights(height, show.margin)).collect()
        };
        let mut rings: Vec<[f32; 3]> =
            watchdog.call("09.1 weights", all(answers.weights), all(REFERENCE.weights));
        numbers("09.1 weights", rings.as_flattened_mut(), watchdog);
        let (mine, seconds) = (answers.joint_angles, show.seconds);
        let mut angles = watchdog.call(
            "09.3 joint_angles",
            move || mine(seconds, &LEANS),
            || (REFERENCE.joint_angles)(seconds, &LEANS),
        );
        numbers("09.3 joint_angles", &mut angles, watchdog);
        let angles = show.angles.unwrap_or(angles);

        let model_from_joint = self.worm.posed(angles);
        let mut palette = self.worm.palette(&model_from_joint);
        palette.resize(MAX_JOINTS, Mat4::ZERO);
        let weighted = self.skin.weighted(&self.worm, rings)?;
        let programs = self.skin.programs(answers.vertex, &palette, &weighted, watchdog)?;
        Ok(Posed { show, programs, weighted, angles, model_from_joint, palette })
    }

    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        let ground = view.options.grid.then_some(0.0);
        self.backdrop.draw(target, &view.camera, ground)?;
        let Posed { show, programs, weighted, palette, .. } = posed;
        let (rings, joint) = (weighted.rings.as_slice(), show.joint.min(2));
        let heat = show.heat || view.options.heat_map;
        let look = if heat { Look::Heat(joint) } else { Look::Painted };
        let still = resting();
        let (model, modelled) = (&self.model.0, (self.model.1.as_ref(), still.as_slice()));
        let swinging = (weighted.as_ref(), palette.as_slice());
        self.skin.draw(target, view, model, modelled, rings, Look::Shadow)?;
        self.skin.draw(target, view, programs, swinging, rings, Look::Shadow)?;
        self.skin.draw(target, view, programs, swinging, rings, look)?;
        self.skin.draw(target, view, model, modelled, rings, Look::Model(joint))?;

        let mut marks = Shapes::new();
        let eye = view.camera.eye();
        let [tail, middle, head, ..] = PAINTS;
        graph::draw(&mut marks, rings, show.margin, &[tail, middle, head], joint, eye);
        bones(&mut marks, &self.worm.resting(), eye);
        bones(&mut marks, &posed.model_from_joint, eye);
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::OnTop)?;
        Ok(())
    }

    /// Lays a cage of the finished worm over somebody's, and says how far the vertices are apart.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Posed,
        right: &Posed,
    ) -> Result<Difference> {
        let swinging = (right.weighted.as_ref(), right.palette.as_slice());
        self.skin.draw(
            target,
            view,
            &right.programs,
            swinging,
            &right.weighted.rings,
            Look::Ghost,
        )?;
        let places =
            |posed: &Posed| self.skin.places(&posed.programs, &posed.weighted, &posed.palette);
        let worst = Farthest::of(places(mine), places(right));
        let text = worst.map_or("every vertex agrees".into(), |worst| {
            format!("a vertex {} is {}", self.worm.part(worst.place), worst.words())
        });
        let at = worst.map(|worst| worst.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    /// The weights in a few numbers.
    pub fn told(posed: &Posed) -> Told {
        let rings = &posed.weighted.rings;
        let sums = rings.iter().map(|weights| weights.iter().sum::<f32>());
        let (low, high) =
            sums.fold((f32::MAX, f32::MIN), |(low, high), sum| (low.min(sum), high.max(sum)));
        let steps = rings.windows(2).flat_map(|pair| {
            let [below, above] = [pair[0], pair[1]];
            (0..3).map(move |joint| (above[joint] - below[joint]).abs())
        });
        Told { sums: [low, high], step: steps.fold(0.0, f32::max) }
    }

    /// The picture in words.
    pub fn describe(&self, posed: &Posed) -> String {
        let Show { seconds, margin, joint, .. } = posed.show;
        let [middle, head] = posed.angles.map(f32::to_degrees);
        let Told { sums: [low, high], step } = Self::told(posed);
        let mut words = format!(
            "{seconds:.2} s, margin {margin:.3}; the middle is turned by {middle:.0} degrees, the head by {head:.0}\n\
             sums of the weights from {low:.2} to {high:.2}, largest step from ring to ring {step:.2}\n\
             shown in colours: the weight of the {}\n",
            NAMES[joint.min(2)]
        );
        let tip = Vec3::Y * HEIGHT;
        let places = self.skin.places(&posed.programs, &posed.weighted, &posed.palette);
        for (ring, weights) in posed.weighted.rings.iter().enumerate().step_by(RINGS.div_ceil(12)) {
            let [tail, middle, head] = weights;
            let front = places.get(self.worm.in_front(ring)).copied().unwrap_or(tip);
            let height = ring as f32 / RINGS as f32;
            let _ = writeln!(
                words,
                "height {height:.2}: tail {tail:.2}, middle {middle:.2}, head {head:.2}; its front is at {}",
                short(front)
            ); // writing to a String cannot fail
        }
        words
    }
}

/// The palette that leaves every vertex where it was modelled.
fn resting() -> Vec<Mat4> {
    vec![Mat4::IDENTITY; MAX_JOINTS]
}

/// Puts 0 where there is no number, with a word about it.
fn numbers(name: &str, numbers: &mut [f32], watchdog: &mut Watchdog) {
    if numbers.iter().any(|number| !number.is_finite()) {
        watchdog.report(format!("{name}: not a number"));
        numbers.iter_mut().filter(|number| !number.is_finite()).for_each(|number| *number = 0.0);
    }
}

/// Without a negative zero.
fn short(at: Vec3) -> String {
    let [x, y, z] = at.to_array().map(|x| if x.abs() < 0.005 { 0.0 } else { x });
    format!("({x:.2}, {y:.2}, {z:.2})")
}

/// A line along each bone, to where the next joint is or would be, and each joint's axes.
fn bones(marks: &mut Shapes, model_from_joint: &[Mat4], eye: Vec3) {
    for matrix in model_from_joint {
        let (from, to) = (matrix.w_axis.truncate(), matrix.transform_point3(Vec3::X * LENGTH));
        ribbon(marks, from, to, BONE_WIDTH, BONE, eye);
        marks.axes(&Affine3A::from_mat4(*matrix), AXES);
        marks.joint(from, 0.045, BONE);
    }
}
