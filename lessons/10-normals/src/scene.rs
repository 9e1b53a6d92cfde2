//! The scene: a balloon and a cactus in one dance, in the light, and the cactus's spines.

use crate::Answers;
use crate::MAX_JOINTS;
use crate::dancer::{self, Dancer};
use crate::skin::{Programs, Skin};
use crate::spines::{self, Spine};
use anyhow::Result;
use common::app::{Difference, Farthest, View, Watchdog};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, OrbitCamera, Target};
use glam::{Mat4, Vec3, Vec4};
use std::fmt::Write;
use std::rc::Rc;

/// Places in the list of dancers.
const BALLOON: usize = 0;
const CACTUS: usize = 1;
/// How high the lamp stands, in radians above the ground.
const LAMP_HEIGHT: f32 = 0.42;
/// Of what is right, over somebody's picture; sRGB.
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 1.0);
const MINE: Vec4 = Vec4::new(0.10, 0.10, 0.12, 1.0);
/// Of the balloon's normals that are compared, in metres.
const HAIR: f32 = 0.20;
/// Every so many vertices have their normals drawn where they differ.
const HAIRS_APART: usize = 23;

/// Which moment is shown, and how.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Show {
    /// Into the dance.
    pub seconds: f32,
    /// From upright (0) to the whole dance (1).
    pub bend: f32,
    /// From round (0) to the middle joint's whole stretch (1).
    pub squash: f32,
    /// Where the lamp stands, in radians about the vertical: 0 is the front, to the right is positive.
    pub lamp: f32,
}

/// Everything on the graphics card.
pub struct Scene {
    dancers: Vec<Dancer>,
    skin: Skin,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// What the answers give, checked just enough to be drawn.
pub struct Lit {
    show: Show,
    programs: Rc<Programs>,
    /// As many as the shader has elements.
    palette: Vec<Mat4>,
    spines: Vec<Spine>,
}

impl Scene {
    /// # Errors
    /// If a shader of `common` does not compile.
    pub fn new(gl: &Gl) -> Result<Self> {
        let dancers = vec![Dancer::balloon(), Dancer::cactus()];
        let skin = Skin::new(gl, &dancers)?;
        let (backdrop, debug) = (Backdrop::new(gl)?, DebugRenderer::new(gl)?);
        Ok(Scene { dancers, skin, backdrop, debug })
    }

    /// Where both are seen.
    pub fn camera(aspect: f32) -> OrbitCamera {
        let mut camera = OrbitCamera { yaw: 0.0, pitch: 0.07, ..OrbitCamera::default() };
        let corners = [(-1.8, 0.0), (-1.8, 2.7), (1.9, 0.0), (1.9, 2.7)];
        camera.frame_points(&corners.map(|(x, y)| Vec3::new(x, y, 0.2)), aspect);
        camera
    }

    /// Puts the lesson's questions for the pose of the moment.
    ///
    /// # Errors
    /// If not even the finished shaders can be used.
    pub fn ask(&mut self, answers: &Answers, watchdog: &mut Watchdog, show: Show) -> Result<Lit> {
        let mut palette = dancer::palette(show.seconds, show.bend, show.squash);
        let spines = spines::ask(&self.dancers[CACTUS], &palette, answers, watchdog);
        palette.resize(MAX_JOINTS, Mat4::ZERO);
        let programs = self.skin.programs(answers, &palette, watchdog)?;
        Ok(Lit { show, programs, palette, spines })
    }

    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, lit: &Lit) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = lamp(view, lit.show);
        self.skin.draw_shadows(target, view, to_light, &lit.programs, &lit.palette)?;
        self.skin.draw(target, view, to_light, &lit.programs, &lit.palette)?;
        let mut marks = Shapes::new();
        spines::draw(&mut marks, &lit.spines, view.camera.eye());
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }

    /// Lays the finished spines and normals over somebody's, and says what is farthest off.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_difference(
        &self,
        target: &mut Target<'_>,
        view: &View,
        mine: &Lit,
        right: &Lit,
    ) -> Result<Difference> {
        let hairs = |lit: &Lit| self.hairs(lit);
        let (my_hairs, right_hairs) = (hairs(mine), hairs(right));
        let mut marks = Shapes::new();
        let eye = view.camera.eye();
        for (spine, other) in right.spines.iter().zip(&mine.spines) {
            if spine.tip.distance(other.tip) > 1e-3 {
                spines::thorn(&mut marks, [spine.foot, spine.tip], eye, 0.014, GHOST);
            }
        }
        let pairs = my_hairs.iter().zip(&right_hairs);
        for ((foot, tip), (_, other)) in pairs.step_by(HAIRS_APART) {
            if tip.distance(*other) > 1e-3 {
                spines::thorn(&mut marks, [*foot, *tip], eye, 0.014, MINE);
                spines::thorn(&mut marks, [*foot, *other], eye, 0.014, GHOST);
            }
        }
        self.debug.draw(target, &marks, view.clip_from_world(), Overlay::InScene)?;

        let tips = |lit: &Lit, hairs: &[(Vec3, Vec3)]| -> Vec<Vec3> {
            lit.spines
                .iter()
                .map(|spine| spine.tip)
                .chain(hairs.iter().map(|hair| hair.1))
                .collect()
        };
        let worst = Farthest::of(tips(mine, &my_hairs), tips(right, &right_hairs));
        let steps = self.skin.colors_apart(&mine.programs, &right.programs);
        let text = match &worst {
            Some(worst) if worst.place < mine.spines.len() => {
                format!("the tip of a spine is {}", worst.words())
            }
            Some(worst) => format!("a normal as long as a spine ends {}", worst.words()),
            None if steps >= 1.5 => format!("a pixel's light is {steps:.0} steps of 255 off"),
            None => "every normal agrees, and the light".into(),
        };
        let at = worst.map(|worst| worst.at);
        Ok(Difference { text, at, clip_from_world: view.clip_from_world() })
    }

    /// Foot and tip of the normal of every vertex of the balloon, in the world's space.
    fn hairs(&self, lit: &Lit) -> Vec<(Vec3, Vec3)> {
        let normals = self.skin.normals(BALLOON, &lit.programs, &lit.palette);
        normals.into_iter().map(|(at, n)| (at, at + HAIR * n.normalize_or_zero())).collect()
    }

    /// The picture in words.
    pub fn describe(&self, lit: &Lit) -> String {
        let Show { seconds, bend, squash, .. } = lit.show;
        let mut words = format!("{seconds:.2} s, bent by {bend:.2}, squashed by {squash:.2}\n");
        let _ = writeln!(words, "{}", told(lit).join("\n")); // writing to a String cannot fail
        if let Some(spine) = farthest_off(&lit.spines) {
            let (foot, way) = (spine.foot, (spine.tip - spine.foot).normalize_or_zero());
            let _ = writeln!(
                words,
                "the spine at {} points along {}, where the shortcut is {} off",
                short(foot),
                short(way),
                degrees(spine.off)
            );
        }
        words
    }
}

/// How right the shortcut is in the pose of the moment, where 10.4 allows it and where not.
pub(crate) fn told(lit: &Lit) -> Vec<String> {
    let (allowed, others): (Vec<Spine>, Vec<Spine>) =
        lit.spines.iter().partition(|spine| spine.shortcut);
    let off = |spines| farthest_off(spines).map_or("0 degrees".into(), |spine| degrees(spine.off));
    let of = lit.spines.len();
    vec![
        format!("10.4 allows the shortcut at {} of {of} spines;", allowed.len()),
        format!("there the worst is {} off,", off(&allowed)),
        format!("at the others {}", off(&others)),
    ]
}

/// In words, for an angle in radians.
fn degrees(angle: f32) -> String {
    match angle.to_degrees() {
        off if off < 0.5 => "less than half a degree".into(),
        off if off < 1.5 => "1 degree".into(),
        off => format!("{off:.0} degrees"),
    }
}

fn farthest_off(spines: &[Spine]) -> Option<&Spine> {
    spines.iter().max_by(|a, b| a.off.total_cmp(&b.off))
}

/// To the lamp, which stands still when the viewer walks about.
fn lamp(view: &View, show: Show) -> Vec3 {
    if view.options.flashlight {
        return view.to_light();
    }
    let (sin, cos) = show.lamp.sin_cos();
    let (up, out) = LAMP_HEIGHT.sin_cos();
    Vec3::new(out * sin, up, out * cos)
}

/// Without a negative zero.
fn short(at: Vec3) -> String {
    let [x, y, z] = at.to_array().map(|x| if x.abs() < 0.005 { 0.0 } else { x });
    format!("({x:.2}, {y:.2}, {z:.2})")
}
