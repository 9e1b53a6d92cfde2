//! The lesson's scene, panel and program: a balloon and a cactus in one dance, skinned and lit by the
//! answers' shaders, and the cactus's spines.

use crate::Answers;
use crate::checks::{LESSON, REFERENCE};
use crate::dancer::{self, Dancer, PAINTS};
use crate::earlier::Earlier;
use crate::spines::{self, Spine};
use anyhow::{Result, anyhow};
use common::app::exercise::{EarlierLesson, EarlierTable};
use common::app::{
    Difference, Exercise, Farthest, Framing, GuardedAnswers, SceneTime, Screen, Subject, View,
    lesson_main,
};
use common::check::{self, Probe};
use common::graphics::debug_draw::{DebugRenderer, Overlay, Shapes};
use common::graphics::renderer::upload_texture;
use common::graphics::scene::Backdrop;
use common::graphics::{Gl, Picture, Target, Uniforms};
use common::scenes::draw_state::{self, GHOST_COLOR};
use common::scenes::format::coordinates;
use common::scenes::lighting_probe::LightingProbe;
use common::scenes::skinned_mesh::{
    SkinPrograms, SkinnedInstance, SkinnedMesh, try_skinning_shader,
};
use common::scenes::student_shader::StudentPrograms;
use common::scenes::{difference, options, overlay_lines};
use glam::{Vec3, Vec4};
use glium::texture::SrgbTexture2d;
use glium::uniforms::{MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction};
use std::f32::consts::PI;
use std::process::ExitCode;
use std::rc::Rc;

/// Of the lamp and of what comes from all around, as light.
const LAMP: Vec3 = Vec3::new(0.86, 0.83, 0.78);
const AMBIENT: Vec3 = Vec3::new(0.20, 0.22, 0.25);
/// How high the lamp stands, in radians above the ground.
const LAMP_HEIGHT: f32 = 0.42;
/// Of the student's normals, where they differ from the finished ones; sRGB.
const MINE: Vec4 = Vec4::new(0.10, 0.10, 0.12, 1.0);
/// Length of the balloon's normals that are compared, and width of those that are drawn, in metres.
const NORMAL_LENGTH: f32 = 0.20;
const NORMAL_WIDTH: f32 = 0.014;
/// Every so many vertices have their normals drawn.
const NORMALS_APART: usize = 23;
/// Whose pixels fragment shaders are tried on in the window.
const SAMPLES: Probe = Probe { seed: 10, index: 0 };
/// Two colours that differ by less are equal, in steps of 255.
const EQUAL_COLORS: f32 = 1.5;

/// What this lesson's command line takes besides what every lesson's does.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct Options {
    /// From upright (0) to the whole dance (1)
    #[arg(long, value_name = "SHARE", value_parser = options::share)]
    pub bend: Option<f32>,
    /// From round (0) to the middle joint's whole stretch (1)
    #[arg(long, value_name = "SHARE", value_parser = options::share)]
    pub squash: Option<f32>,
}

/// Everything on the graphics card, and what of it is shown.
pub struct Scene {
    /// As in [`Options`].
    bend: f32,
    squash: f32,
    /// Where the lamp stands, in radians about the vertical: 0 is the front, to the right is positive.
    lamp: f32,
    gl: Gl,
    balloon: Dancer,
    cactus: Dancer,
    /// Of both.
    meshes: [Rc<SkinnedMesh>; 2],
    paints: SrgbTexture2d,
    /// What fragment shaders are tried on.
    lighting: LightingProbe,
    programs: StudentPrograms<SkinPrograms>,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// The dancers as the answers skin and light them, checked just enough to be drawn.
pub struct DancePose {
    seconds: f32,
    balloon: SkinnedInstance,
    cactus: SkinnedInstance,
    spines: Vec<Spine>,
}

/// The program. `main.rs` only calls it: what is compiled with the library is not compiled again for the
/// program at each save of `exercise.rs`.
pub fn run() -> ExitCode {
    lesson_main::<Scene>()
}

impl Subject for Scene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corners = [(-1.8, 0.0), (-1.8, 2.7), (1.9, 0.0), (1.9, 2.7)];
        Some(Framing::from_angles(0.0, 0.07, corners.map(|(x, y)| Vec3::new(x, y, 0.2))))
    }
}

impl Exercise for Scene {
    type Answers = Answers;
    type Options = Options;
    type Output = DancePose;

    const LESSON: &'static check::Lesson<Answers> = &LESSON;
    const EARLIER: &'static [EarlierLesson] = Earlier::LESSONS;
    const TITLE: &'static str = "Lesson 10: normals";
    const TIME: f32 = 2.6;

    fn open(gl: &Gl, _: &mut SceneTime, options: &Options) -> Result<Self> {
        let (balloon, cactus) = (Dancer::balloon(), Dancer::cactus());
        let mesh = |dancer: &Dancer| SkinnedMesh::new(gl, &dancer.mesh).map(Rc::new);
        Ok(Scene {
            bend: options.bend.unwrap_or(1.0),
            squash: options.squash.unwrap_or(1.0),
            lamp: -0.7,
            gl: gl.clone(),
            meshes: [mesh(&balloon)?, mesh(&cactus)?],
            balloon,
            cactus,
            paints: paints(gl)?,
            lighting: LightingProbe::new(gl, &SAMPLES).map_err(|error| anyhow!(error))?,
            programs: StudentPrograms::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    fn evaluate(
        &mut self,
        answers: &mut GuardedAnswers<'_, Answers>,
        view: &View,
    ) -> Result<DancePose> {
        let seconds = view.seconds;
        let Earlier { bind_pose } = answers.watchdog.earlier();
        let joints = (dancer::posed(seconds, self.bend, self.squash), dancer::joint_from_bind());
        let palette = answers.watchdog.guard(&lesson_08::checks::LESSON, bind_pose).call(
            "08.2",
            joints,
            |answers, (now, back)| (answers.skinning_matrices)(now, back),
        );
        let spines = spines::evaluate(&self.cactus, &palette, answers);
        let Answers { vertex, fragment, .. } = answers.table;
        let programs = self.programs.get(&[vertex, fragment], answers.watchdog, |trial| {
            let tried = try_skinning_shader(&self.gl, vertex);
            let vertex = trial.choose("10.3", vertex, REFERENCE.vertex, tried);
            let tried = self.lighting.colors(fragment);
            let fragment = trial.choose("10.1", fragment, REFERENCE.fragment, tried);
            SkinPrograms::link(&self.gl, trial, "10.3", [vertex, REFERENCE.vertex], fragment)
        })?;
        let dancers = [&self.balloon, &self.cactus];
        let [balloon, cactus] = [0, 1].map(|index| SkinnedInstance {
            origin: dancers[index].origin,
            ..SkinnedInstance::new(self.meshes[index].clone(), programs.clone(), palette.clone())
        });
        Ok(DancePose { seconds, balloon, cactus, spines })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: &DancePose) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = self.to_lamp(view);
        let DancePose { balloon, cactus, spines, .. } = pose;
        for instance in [balloon, cactus] {
            instance.draw_shadow(target, view, to_light)?;
        }
        let sampler = sampler();
        for (instance, dancer) in [(balloon, &self.balloon), (cactus, &self.cactus)] {
            let (mirrored, shininess) = dancer.shine;
            let material = Uniforms::new()
                .vec3("u_lamp", LAMP)
                .vec3("u_ambient", AMBIENT)
                .vec3("u_diffuse", Vec3::ONE)
                .vec3("u_specular", Vec3::splat(mirrored))
                .float("u_shininess", shininess)
                .texture("u_texture", &self.paints, sampler);
            instance.draw_lit(target, view, to_light, &material, &draw_state::solid())?;
        }
        let mut shapes = Shapes::new();
        spines::draw(&mut shapes, spines, view.camera.eye());
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &DancePose,
        right: &DancePose,
    ) -> Result<Difference> {
        let (my_normals, right_normals) = (mine.balloon_normals(), right.balloon_normals());
        let mut shapes = Shapes::new();
        let (eye, ghost) = (view.camera.eye(), GHOST_COLOR.extend(1.0));
        let mut thorn =
            |ends, color| overlay_lines::thorn(&mut shapes, ends, NORMAL_WIDTH, color, eye);
        for (spine, other) in right.spines.iter().zip(&mine.spines) {
            if spine.tip.distance(other.tip) > 1e-3 {
                thorn([spine.foot, spine.tip], ghost);
            }
        }
        let pairs = my_normals.iter().zip(&right_normals);
        for ([foot, tip], [_, right]) in pairs.step_by(NORMALS_APART) {
            if tip.distance(*right) > 1e-3 {
                thorn([*foot, *tip], MINE);
                thorn([*foot, *right], ghost);
            }
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;

        let tips = |pose: &DancePose, normals: &[[Vec3; 2]]| -> Vec<Vec3> {
            let spines = pose.spines.iter().map(|spine| spine.tip);
            spines.chain(normals.iter().map(|[_, tip]| *tip)).collect()
        };
        let farthest = Farthest::of(tips(mine, &my_normals), tips(right, &right_normals));
        let [fragment, finished] = [mine, right].map(|pose| pose.balloon.programs.fragment);
        let steps = self.lighting.steps_apart(fragment, finished);
        let agree = if steps >= EQUAL_COLORS {
            format!("a pixel's light is {steps:.0} steps of 255 off")
        } else {
            "every normal agrees, and the light".into()
        };
        Ok(difference::at_farthest(view, farthest, &agree, |farthest| {
            if farthest.place < mine.spines.len() {
                format!("the tip of a spine is {}", farthest.words())
            } else {
                format!("a normal as long as a spine ends {}", farthest.words())
            }
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, pose: &DancePose) {
        let (ui, em) = (screen.ui, screen.fonts.em);
        screen.panel("Normals", || {
            let width = ui.push_item_width(em * 10.0);
            for (name, range, value) in [
                ("bend", [0.0, 1.0], &mut self.bend),
                ("squash", [0.0, 1.0], &mut self.squash),
                ("lamp", [-PI, PI], &mut self.lamp),
            ] {
                screen.slider(name, range, &format!("{value:.2}"), value);
            }
            width.end();
            time.controls(screen);
            for line in spines::shortcut_errors(&pose.spines) {
                ui.text_wrapped(line);
            }
        });
    }

    fn describe(&self, pose: &DancePose) -> String {
        let (seconds, bend, squash) = (pose.seconds, self.bend, self.squash);
        let mut words = format!(
            "{}\n{seconds:.2} s, bent by {bend:.2}, squashed by {squash:.2}\n{}\n",
            Self::TITLE,
            spines::shortcut_errors(&pose.spines).join("\n")
        );
        if let Some(spine) = spines::largest_error(&pose.spines) {
            words += &format!(
                "the spine at {} points along {}, where the shortcut is {} off\n",
                coordinates(spine.foot),
                coordinates((spine.tip - spine.foot).normalize_or_zero()),
                spines::degrees(spine.shortcut_error)
            );
        }
        words
    }
}

impl Scene {
    /// To the lamp, which stands still when the viewer walks about.
    fn to_lamp(&self, view: &View) -> Vec3 {
        if view.options.flashlight {
            return view.to_light();
        }
        let (sin, cos) = self.lamp.sin_cos();
        let (up, out) = LAMP_HEIGHT.sin_cos();
        Vec3::new(out * sin, up, out * cos)
    }
}

impl DancePose {
    /// Both ends of the normal of every vertex of the balloon, in world space.
    fn balloon_normals(&self) -> Vec<[Vec3; 2]> {
        let [positions, normals] =
            ["v_position", "v_normal"].map(|name| self.balloon.outputs(name));
        let pairs = positions.into_iter().zip(normals);
        pairs
            .map(|(position, normal)| {
                let foot = self.balloon.origin + position;
                [foot, foot + NORMAL_LENGTH * normal.normalize_or_zero()]
            })
            .collect()
    }
}

/// The paints side by side: between the first two there is a ramp, the others are hit in the middle.
fn paints(gl: &Gl) -> Result<SrgbTexture2d> {
    let row = PAINTS.iter().flat_map(|[red, green, blue]| [*red, *green, *blue, 255]).collect();
    let picture = Picture { width: PAINTS.len() as u32, height: 1, rgba: row };
    upload_texture(gl, &picture).map_err(|error| anyhow!(error))
}

fn sampler() -> SamplerBehavior {
    let clamp = SamplerWrapFunction::Clamp;
    SamplerBehavior {
        wrap_function: (clamp, clamp, clamp),
        minify_filter: MinifySamplerFilter::Linear,
        ..SamplerBehavior::default()
    }
}
