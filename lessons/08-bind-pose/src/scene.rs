//! The scene: the worm as it was modelled, of clay, and beside it in tin where its joints have carried it.

use crate::checks::REFERENCE;
use crate::skin::{Look, Programs, Skin};
use crate::worm::{LENGTH, Worm};
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
const AXES: f32 = 0.27;

/// Which moment is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Show {
    /// Into the dance.
    pub seconds: f32,
    /// From the bind pose (0) to the dance (1).
    pub amount: f32,
    /// Joint numbers as a shader gets them that reads their bits as floats.
    pub as_floats: bool,
}

/// Everything on the graphics card.
pub struct Scene {
    worm: Worm,
    skin: Skin,
    clay: Rc<Programs>,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// What the answers give, checked just enough to be drawn.
pub struct Posed {
    show: Show,
    programs: Rc<Programs>,
    model_from_joint: Vec<Mat4>,
    joint_from_bind: Vec<Mat4>,
    /// As many as the shader has elements: zero where nobody gave any.
    palette: Vec<Mat4>,
}

impl Scene {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let worm = Worm::new();
        let mut skin = Skin::new(gl, &worm)?;
        let clay = skin.programs(REFERENCE.vertex, &resting(), &mut Watchdog::direct())?;
        Ok(Scene { skin, clay, backdrop: Backdrop::new(gl)?, debug: DebugRenderer::new(gl)?, worm })
    }

    /// Where both worms are seen.
    pub fn camera(aspect: f32) -> OrbitCamera {
        let mut camera = OrbitCamera { yaw: -0.10, pitch: 0.16, ..OrbitCamera::default() };
        let corners = [(-3.2, -0.05), (-3.2, 3.8), (0.6, -0.05), (0.6, 3.8)];
        camera.frame_points(&corners.map(|(x, y)| Vec3::new(x, y, 0.2)), aspect);
        camera
    }

    /// Puts the lesson's questions for the pose of the moment.
    ///
    /// # Errors
    /// If not even the finished shader can be used.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog, show: Show) -> Result<Posed> {
        let (joints, binds) = (&self.worm.joints, &self.worm.bind_locals);
        let model_from_joint =
            self.worm.model_from_joint(&self.worm.locals(show.seconds, show.amount));
        let count = joints.len();

        let (mine, j, b) = (answers.inverse_binds, joints.clone(), binds.clone());
        let mut joint_from_bind = watchdog.call(
            "08.1 inverse_binds",
            move || mine(&j, &b),
            || (REFERENCE.inverse_binds)(joints, binds),
        );
        fit("08.1 inverse_binds", &mut joint_from_bind, count, Mat4::IDENTITY, watchdog);
        let (mine, m, b) =
            (answers.skinning_matrices, model_from_joint.clone(), joint_from_bind.clone());
        let mut palette = watchdog.call(
            "08.2 skinning_matrices",
            move || mine(&m, &b),
            || (REFERENCE.skinning_matrices)(&model_from_joint, &joint_from_bind),
        );
        fit("08.2 skinning_matrices", &mut palette, count, Mat4::ZERO, watchdog);
        palette.resize(MAX_JOINTS, Mat4::ZERO);
        let programs = self.skin.programs(answers.vertex, &palette, watchdog)?;
        Ok(Posed { show, programs, model_from_joint, joint_from_bind, palette })
    }

    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, posed: &Posed) -> Result<()> {
        self.backdrop.draw(target, &view.camera, Some(0.0))?;
        let (tin, as_floats) = (&posed.programs, posed.show.as_floats);
        self.skin.draw(target, view, &self.clay, &resting(), Look::Shadow, false)?;
        self.skin.draw(target, view, tin, &posed.palette, Look::Shadow, as_floats)?;
        self.skin.draw(target, view, tin, &posed.palette, Look::Painted, as_floats)?;
        self.skin.draw(target, view, &self.clay, &resting(), Look::Clay, false)?;
        let mut marks = Shapes::new();
        let eye = view.camera.eye();
        bones(&mut marks, &self.worm.model_from_joint(&self.worm.bind_locals), eye);
        bones(&mut marks, &posed.model_from_joint, eye);
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::OnTop)?;
        Ok(())
    }

    /// Lays the finished worm's edges over somebody's, and says how far the vertices are apart.
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
        self.skin.draw(target, view, &right.programs, &right.palette, Look::Ghost, false)?;
        let places = |posed: &Posed| self.skin.places(&posed.programs, &posed.palette);
        let worst = Farthest::of(places(mine), places(right));
        let text = worst.map_or("every vertex agrees".into(), |worst| {
            let joint = self.worm.mesh.vertices[worst.place].joints[0];
            let name = &self.worm.joints[usize::from(joint)].name;
            format!("a vertex of the {name} is {}", worst.words())
        });
        let at = worst.map(|worst| worst.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    /// For each joint: its name, and where the lower end of its tin is, in three spaces: modelled, in
    /// the joint's own, and now. The second is the origin if 08.1 is right.
    pub fn told(&self, posed: &Posed) -> Vec<(String, [Vec3; 3])> {
        let lower = |joint: usize| Vec3::Y * LENGTH * joint as f32;
        let one = |(joint, known): (usize, &crate::Joint)| {
            let places = [
                lower(joint),
                posed.joint_from_bind[joint].transform_point3(lower(joint)),
                posed.palette[joint].transform_point3(lower(joint)),
            ];
            (known.name.clone(), places)
        };
        self.worm.joints.iter().enumerate().map(one).collect()
    }

    /// The picture in words.
    pub fn describe(&self, posed: &Posed) -> String {
        let mut words = format!(
            "{:.2} s, {:.2} of the way from the bind pose to the dance\n",
            posed.show.seconds, posed.show.amount
        );
        for (name, places) in self.told(posed) {
            let [modelled, own, now] = places.map(short);
            let joint = posed.model_from_joint[self.place(&name)].w_axis.truncate();
            let _ = writeln!(
                words,
                "{name}: the lower end of its tin was modelled at {modelled}, is {own} to the joint, and now at \
                 {now}; the joint is at {}",
                short(joint)
            ); // writing to a String cannot fail
        }
        words
    }

    fn place(&self, name: &str) -> usize {
        self.worm.joints.iter().position(|joint| joint.name == name).unwrap_or(0)
    }
}

/// The palette that leaves every vertex where it was modelled.
fn resting() -> Vec<Mat4> {
    vec![Mat4::IDENTITY; MAX_JOINTS]
}

/// Brings a list to the length that is needed, with a word about it.
fn fit(name: &str, matrices: &mut Vec<Mat4>, count: usize, filler: Mat4, watchdog: &mut Watchdog) {
    if matrices.len() != count {
        watchdog.report(format!("{name}: {} matrices for {count} joints", matrices.len()));
        matrices.resize(count, filler);
    }
}

/// Without a negative zero.
pub(crate) fn short(at: Vec3) -> String {
    let [x, y, z] = at.to_array().map(|x| if x.abs() < 0.005 { 0.0 } else { x });
    format!("({x:.2}, {y:.2}, {z:.2})")
}

/// A line along each bone, to where the next joint is or would be, and each joint's axes.
fn bones(marks: &mut Shapes, model_from_joint: &[Mat4], eye: Vec3) {
    for matrix in model_from_joint {
        let (from, to) = (matrix.w_axis.truncate(), matrix.transform_point3(Vec3::X * LENGTH));
        // A ribbon that faces the viewer: a line is a pixel wide, whatever is asked for.
        let side = (to - from).cross(eye - from).normalize_or_zero() * BONE_WIDTH / 2.0;
        marks.triangle([from - side, to - side, to + side], BONE);
        marks.triangle([from - side, to + side, from + side], BONE);
        marks.axes(&Affine3A::from_mat4(*matrix), AXES);
        marks.joint(from, 0.045, BONE);
    }
}
