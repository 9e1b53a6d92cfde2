//! The lesson's scene, panel and program: a balloon and a cactus in one dance, skinned and lit by the
//! answers' shaders, and the cactus's spines.

use crate::checks::{LESSON, REFERENCE};
use crate::dancer::{self, Dancer, PAINTS};
use crate::spines::{self, Spine};
use anyhow::anyhow;
use check::Probe;
use common::graphics::{Picture, backdrop::Backdrop, renderer::upload_texture};
use common::prelude::*;
use common::scenes::{
    difference,
    lighting_probe::LightingProbe,
    options, overlay_lines,
    skinned_mesh::{SkinPrograms, SkinnedInstance, SkinnedMesh, try_skinning_shader},
    student_shader::StudentPrograms,
};
use drawing::coordinates;
use glam::{Vec3, Vec4};
use glium::{
    texture::SrgbTexture2d,
    uniforms::{MinifySamplerFilter, SamplerBehavior, SamplerWrapFunction},
};
use std::{f32::consts::PI, rc::Rc};

const LAMP: Vec3 = Vec3::new(0.86, 0.83, 0.78);
const AMBIENT: Vec3 = Vec3::new(0.20, 0.22, 0.25);
/// Height of the lamp, in radians above the ground.
const LAMP_HEIGHT: f32 = 0.42;
const MINE: Vec4 = Vec4::new(0.10, 0.10, 0.12, 1.0);
/// Width of the normals that are drawn, in metres; they are as long as spines.
const NORMAL_WIDTH: f32 = 0.014;
/// Every so many vertices have their normals drawn.
const NORMALS_APART: usize = 23;
/// The probe whose pixels the window gives to fragment shaders.
const SAMPLES: Probe = Probe { seed: 10, index: 0 };
/// Two colours that differ by less are equal, in steps of 255.
const EQUAL_COLORS: f32 = 1.5;

/// Arguments of this lesson besides those of every lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, clap::Args)]
pub struct CactusOptions {
    /// Fraction of the way from upright (0) to the whole dance (1)
    #[arg(long, value_name = "SHARE", value_parser = options::fraction)]
    pub bend: Option<f32>,
    /// Fraction of the way from round (0) to the middle joint's whole stretch (1)
    #[arg(long, value_name = "SHARE", value_parser = options::fraction)]
    pub squash: Option<f32>,
}

pub struct CactusScene {
    bend: f32,
    squash: f32,
    /// Direction of the lamp, in radians about the vertical: 0 is the front, to the right is positive.
    lamp: f32,
    gl: Gl,
    dancers: [Dancer; 2],
    meshes: [Rc<SkinnedMesh>; 2],
    paints: SrgbTexture2d,
    lighting: LightingProbe,
    programs: StudentPrograms<SkinPrograms>,
    backdrop: Backdrop,
    debug: DebugRenderer,
}

/// The dancers as the answers skin and light them, checked just enough to be drawn.
pub struct CactusPose {
    seconds: f32,
    dancers: [SkinnedInstance; 2],
    spines: Vec<Spine>,
}

pub fn run() -> ExitCode {
    lesson_main::<CactusScene>()
}

impl Subject for CactusScene {
    fn framing(&mut self, _: f32) -> Option<Framing> {
        let corners = [(-1.8, 0.0), (-1.8, 2.7), (1.9, 0.0), (1.9, 2.7)];
        Some(Framing::from_angles(0.0, 0.07, corners.map(|(x, y)| Vec3::new(x, y, 0.2))))
    }
}

impl Exercise for CactusScene {
    type Options = CactusOptions;
    type Output = CactusPose;

    const LESSON: &'static check::Lesson = &LESSON;
    const FIGURES: &'static [drawing::Figure] = crate::figures::FIGURES;
    const TIME: f32 = 2.6;

    fn open(gl: &Gl, _: &mut SceneTime, options: &CactusOptions) -> Result<Self> {
        let dancers = [Dancer::balloon(), Dancer::cactus()];
        Ok(CactusScene {
            bend: options.bend.unwrap_or(1.0),
            squash: options.squash.unwrap_or(1.0),
            lamp: -0.7,
            gl: gl.clone(),
            meshes: [
                Rc::new(SkinnedMesh::new(gl, &dancers[0].mesh)?),
                Rc::new(SkinnedMesh::new(gl, &dancers[1].mesh)?),
            ],
            dancers,
            paints: paints(gl)?,
            lighting: LightingProbe::new(gl, &SAMPLES).map_err(|error| anyhow!(error))?,
            programs: StudentPrograms::default(),
            backdrop: Backdrop::new(gl)?,
            debug: DebugRenderer::new(gl)?,
        })
    }

    fn evaluate(&mut self, course: &Course, view: &View) -> Result<CactusPose> {
        let seconds = view.seconds;
        let now = dancer::posed(seconds, self.bend, self.squash);
        let back = dancer::joint_from_bind();
        let palette = course.bind_pose.skinning_matrices(&now, &back)?;
        let spines = spines::turned_spines(&self.dancers[1], &palette, course)?;
        let vertex = course.normals.vertex();
        let fragment = course.normals.fragment();
        let programs = self.programs.get(&[vertex, fragment], |trial| {
            let tried = try_skinning_shader(&self.gl, vertex);
            let vertex = trial.choose("10.3", vertex, REFERENCE.normals.vertex(), tried);
            let tried = self.lighting.colors(fragment);
            let fragment = trial.choose("10.1", fragment, REFERENCE.normals.fragment(), tried);
            SkinPrograms::link(&self.gl, trial, "10.3", [vertex, REFERENCE.normals.vertex()], fragment)
        })?;
        let dancers = [0, 1].map(|index| SkinnedInstance {
            origin: self.dancers[index].origin,
            ..SkinnedInstance::new(self.meshes[index].clone(), programs.clone(), palette.clone())
        });
        Ok(CactusPose { seconds, dancers, spines })
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View, pose: &CactusPose) -> Result<()> {
        self.backdrop.draw(target, &view.camera, view.options.grid.then_some(0.0))?;
        let to_light = self.to_lamp(view);
        for instance in &pose.dancers {
            instance.draw_shadow(target, view, to_light)?;
        }
        let sampler = clamped_sampler();
        for (instance, dancer) in pose.dancers.iter().zip(&self.dancers) {
            let material = Uniforms::new()
                .vec3("u_lamp", LAMP)
                .vec3("u_ambient", AMBIENT)
                .vec3("u_diffuse", Vec3::ONE)
                .vec3("u_specular", Vec3::splat(dancer.specular))
                .float("u_shininess", dancer.shininess)
                .texture("u_texture", &self.paints, sampler);
            instance.draw_lit(target, view, to_light, &material, &draw_state::solid())?;
        }
        let mut shapes = Shapes::new();
        let eye = view.camera.eye();
        for spine in &pose.spines {
            let ends = [spine.foot, spine.tip];
            overlay_lines::thorn(&mut shapes, ends, spines::WIDTH, spine.color(), eye);
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;
        Ok(())
    }

    fn draw_difference(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        mine: &CactusPose,
        right: &CactusPose,
    ) -> Result<Difference> {
        let [mine_normals, right_normals] = [mine, right].map(CactusPose::directions);
        let mut shapes = Shapes::new();
        let eye = view.camera.eye();
        let spines = mine.spines.len();
        let pairs = mine_normals.iter().zip(&right_normals).enumerate();
        for (index, (&[foot, tip], &[_, right])) in pairs {
            let is_spine = index < spines; // it is drawn already
            let is_drawn = is_spine || (index - spines).is_multiple_of(NORMALS_APART);
            if is_drawn && tip.distance(right) > 1e-3 {
                if !is_spine {
                    overlay_lines::thorn(&mut shapes, [foot, tip], NORMAL_WIDTH, MINE, eye);
                }
                let ghost = draw_state::GHOST_COLOR.extend(1.0);
                overlay_lines::thorn(&mut shapes, [foot, right], NORMAL_WIDTH, ghost, eye);
            }
        }
        self.debug.draw(target, &shapes, view.clip_from_world(), Overlay::InScene)?;

        let [mine_tips, right_tips] =
            [mine_normals, right_normals].map(|normals| normals.into_iter().map(|[_, tip]| tip));
        let farthest = Farthest::between(mine_tips, right_tips);
        let [fragment, finished] = [mine, right].map(|pose| pose.dancers[0].programs.fragment);
        let steps = self.lighting.steps_apart(fragment, finished);
        let other_way =
            mine.spines.iter().zip(&right.spines).filter(|(mine, right)| mine.color() != right.color()).count();
        let agree = if steps >= EQUAL_COLORS {
            format!("a pixel's light is {steps:.0} steps of 255 off")
        } else if other_way > 0 {
            format!("{other_way} of {spines} spines have the other colour")
        } else {
            "every normal agrees, and the light".into()
        };
        Ok(difference::at_farthest(view, farthest, &agree, |farthest| {
            if farthest.index < spines {
                format!("the tip of a spine is {}", farthest.words())
            } else {
                format!("a normal as long as a spine ends {}", farthest.words())
            }
        }))
    }

    fn ui(&mut self, screen: &Screen<'_>, time: &mut SceneTime, pose: &CactusPose) {
        let ui = screen.ui;
        let em = screen.fonts.em;
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

    fn describe(&self, pose: &CactusPose) -> String {
        let seconds = pose.seconds;
        let bend = self.bend;
        let squash = self.squash;
        let mut words = format!(
            "{seconds:.2} s, bent by {bend:.2}, squashed by {squash:.2}\n{}\n",
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

impl CactusScene {
    /// Returns the direction to the lamp in world space; with the flashlight, to the viewer.
    fn to_lamp(&self, view: &View) -> Vec3 {
        if view.options.flashlight {
            return view.to_light();
        }
        let (sin, cos) = self.lamp.sin_cos();
        let (up, out) = LAMP_HEIGHT.sin_cos();
        Vec3::new(out * sin, up, out * cos)
    }
}

impl CactusPose {
    /// Returns both ends of every spine, and of the normal of every vertex of the balloon, in world space.
    fn directions(&self) -> Vec<[Vec3; 2]> {
        let balloon = &self.dancers[0];
        let [positions, normals] = ["v_position", "v_normal"].map(|name| balloon.outputs(name));
        let spines = self.spines.iter().map(|spine| [spine.foot, spine.tip]);
        let normals = positions.into_iter().zip(normals).map(|(position, normal)| {
            let foot = balloon.origin + position;
            [foot, foot + spines::LENGTH * normal.normalize_or_zero()]
        });
        spines.chain(normals).collect()
    }
}

/// Makes the texture of the paints, side by side: vertices between the first two get a blend.
fn paints(gl: &Gl) -> Result<SrgbTexture2d> {
    let picture = Picture { width: PAINTS.len() as u32, height: 1, rgba: PAINTS.concat() };
    upload_texture(gl, &picture).map_err(|error| anyhow!(error))
}

fn clamped_sampler() -> SamplerBehavior {
    let clamp = SamplerWrapFunction::Clamp;
    SamplerBehavior {
        wrap_function: (clamp, clamp, clamp),
        minify_filter: MinifySamplerFilter::Linear,
        ..SamplerBehavior::default()
    }
}
