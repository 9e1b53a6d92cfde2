//! The figure in the skin and the light of lessons 08 to 11: what `--mine` draws.
//!
//! ```text
//! file -> 11.1 .. 11.4: slots, weights, joint_from_mesh -> 08.2, with 02.2's poses: the palette
//!      -> 10.3 lit.vert and 10.1 phong.frag; ghosts by 09.2 smooth.vert; meshes on one joint by 08.3 rigid.vert
//! ```

use crate::earlier::Earlier;
use crate::file::File;
use crate::playing::Moment;
use anyhow::Result;
use common::app::exercise::EarlierTable;
use common::app::{View, Watchdog};
use common::check::Probe;
use common::collada::counted;
use common::graphics::{Gl, ShaderFile, Target, Uniforms, shader};
use common::model::{Model, Part};
use common::scenes::answer_cache::AnswerCache;
use common::scenes::draw_state;
use common::scenes::lighting_probe::LightingProbe;
use common::scenes::phong_materials::PhongMaterials;
use common::scenes::skinned_mesh::{
    MAX_JOINTS, SkinnedMesh, skinning_uniforms, try_skinning_shader,
};
use common::scenes::student_shader::StudentPrograms;
use common::skin::{Binding, Skin};
use glam::{Affine3A, Mat4, Vec4};
use glium::{Blend, Depth, DepthTest, DrawParameters, Program};
use std::path::Path;
use std::rc::Rc;

/// The file's meshes, and what the answers have returned about them.
pub struct StudentSkin {
    gl: Gl,
    /// `None` where nothing is skinned.
    file: Option<lesson_11::File>,
    /// Meshes that follow a single joint, as `common` has read them.
    rigid: Vec<DrawnPart>,
    materials: PhongMaterials,
    bound: AnswerCache<lesson_11::Answers, Rc<BoundSkins>>,
    programs: StudentPrograms<Programs>,
}

/// A mesh on the graphics card.
struct DrawnPart {
    mesh: SkinnedMesh,
    material: Option<usize>,
    /// Index of its palette.
    skin: usize,
}

/// The joint of each slot of a palette, and the matrices with which it was bound.
struct Slots {
    /// `None` follows nothing.
    joints: Vec<Option<usize>>,
    /// By 11.3.
    binds: Vec<Mat4>,
}

/// The meshes as 11's answers bind them to joints.
struct BoundSkins {
    skins: Vec<Slots>,
    parts: Vec<DrawnPart>,
}

/// The programs of the student's shaders.
struct Programs {
    lit: Program,
    ghost: Program,
    /// The same for meshes that follow a single joint.
    rigid: Program,
    rigid_ghost: Program,
}

/// A frame's palettes, with what draws them.
pub struct SkinnedFrame {
    programs: Rc<Programs>,
    bound: Rc<BoundSkins>,
    /// For each moment and each skin, `world_from_mesh` of every slot; after the skins the rigid meshes.
    palettes: Vec<Vec<Vec<Mat4>>>,
}

/// Whether the shaders' palettes have as many elements as the model's skins have joints.
pub(crate) fn fits_palette(model: &Model) -> bool {
    let joints = |skin: &Skin| skin.bindings.iter().filter(|b| b.joint.is_some()).count();
    model.skins.iter().all(|skin| joints(skin) < MAX_JOINTS)
}

impl StudentSkin {
    /// # Errors
    /// If the file cannot be read, or the graphics card has no room.
    pub fn new(gl: &Gl, path: &Path, model: &Model) -> Result<Self> {
        let has_skin = !model.skins.iter().all(is_rigid);
        let rigid = model.parts.iter().filter(|part| is_rigid(&model.skins[part.skin]));
        Ok(StudentSkin {
            file: if has_skin { Some(lesson_11::File::read(path)?) } else { None },
            materials: PhongMaterials::new(gl, &model.materials)?,
            rigid: rigid.map(|part| DrawnPart::new(gl, part)).collect::<Result<_>>()?,
            bound: AnswerCache::default(),
            programs: StudentPrograms::default(),
            gl: gl.clone(),
        })
    }

    /// Calls the answers of lessons 08 to 11 for one frame.
    ///
    /// # Errors
    /// If the graphics driver refuses, or not even the finished shaders can be used.
    pub fn frame(
        &mut self,
        file: &File,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
        moments: &[Moment],
    ) -> Result<SkinnedFrame> {
        let bound = self.bound(earlier, watchdog)?;
        let programs = self.programs(earlier, watchdog)?;
        let mut inputs: Vec<(Vec<Mat4>, Vec<Mat4>)> = Vec::new();
        for moment in moments {
            for slots in &bound.skins {
                let posed = slots.joints.iter().map(|joint| moment.posed(*joint)).collect();
                inputs.push((posed, slots.binds.clone()));
            }
        }
        let slots: Vec<usize> = inputs.iter().map(|(posed, _)| posed.len()).collect();
        let mut bind_pose = watchdog.guard(&lesson_08::checks::LESSON, earlier.bind_pose);
        let matrices = bind_pose.call("08.2", inputs, |answers, inputs| {
            let matrices =
                |(posed, binds): &(Vec<Mat4>, Vec<Mat4>)| (answers.skinning_matrices)(posed, binds);
            inputs.iter().map(matrices).collect::<Vec<_>>()
        });
        let wrong = matrices.iter().zip(slots).find(|(got, slots)| got.len() != *slots);
        if let Some((got, slots)) = wrong {
            bind_pose.report(
                "08.2",
                format!("{} for {slots} slots", counted(got.len(), "matrix", "matrices")),
            );
        }
        let mut matrices = matrices.into_iter();
        let mut palettes = Vec::new();
        for moment in moments {
            let world = moment.pose.world_from_model;
            let mut skins: Vec<Vec<Mat4>> = Vec::new();
            for model_from_mesh in matrices.by_ref().take(bound.skins.len()) {
                let mut palette: Vec<Mat4> = model_from_mesh.iter().map(|m| world * *m).collect();
                palette.resize(MAX_JOINTS, Mat4::ZERO);
                skins.push(palette);
            }
            skins.extend(file.model.skins.iter().map(|skin| {
                let joint = skin.bindings.first().and_then(|binding| binding.joint);
                vec![world * moment.posed(joint); MAX_JOINTS]
            }));
            palettes.push(skins);
        }
        Ok(SkinnedFrame { programs, bound, palettes })
    }

    /// 11's four, once for each list of functions.
    fn bound(&mut self, earlier: &Earlier, watchdog: &mut Watchdog) -> Result<Rc<BoundSkins>> {
        let (gl, skins) = (&self.gl, &self.file);
        self.bound.get_or_try_compute(earlier.skin, watchdog, |watchdog| {
            let Some(skins) = skins else {
                return Ok(Rc::new(BoundSkins { skins: Vec::new(), parts: Vec::new() }));
            };
            Ok(Rc::new(BoundSkins::new(gl, skins, earlier, watchdog)?))
        })
    }

    /// The programs of the student's shaders; the finished ones where these cannot be used.
    fn programs(&mut self, earlier: &Earlier, watchdog: &mut Watchdog) -> Result<Rc<Programs>> {
        let files = shader_files(earlier);
        let gl = &self.gl;
        self.programs.get(&files, watchdog, |trial| {
            let finished = shader_files(&Earlier::REFERENCE);
            let mut chosen = files;
            for (index, todo) in ["10.3", "10.1", "09.2", "08.3"].into_iter().enumerate() {
                let file = files[index];
                let result = match todo {
                    "10.1" => try_light(gl, file),
                    _ => try_skinning_shader(gl, file),
                };
                chosen[index] = trial.choose(todo, file, finished[index], result);
            }
            let link = |vertex, fragment| shader::load(gl, vertex, fragment);
            let ghost = ShaderFile("12-playback/ghost.frag");
            // The outputs of one have to be the inputs of the other.
            let lit = link(chosen[0], chosen[1]).or_else(|error| {
                trial.report("10.3", error);
                link(finished[0], finished[1])
            })?;
            let rigid = link(chosen[3], chosen[1]).or_else(|_| link(finished[3], finished[1]))?;
            let [ghost, rigid_ghost] = [2, 3]
                .map(|index| link(chosen[index], ghost).or_else(|_| link(finished[index], ghost)));
            Ok(Programs { lit, ghost: ghost?, rigid, rigid_ghost: rigid_ghost? })
        })
    }

    /// The figure now, lit.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(&self, target: &mut Target<'_>, view: &View, frame: &SkinnedFrame) -> Result<()> {
        let light = Uniforms::new().vec3("u_to_light", view.to_light());
        self.draw_lit(target, view, frame, 0, &light)
    }

    /// A moment's figure; `light` is `u_to_light`, and `u_lamp` and `u_ambient` where they are others than usual.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_lit(
        &self,
        target: &mut Target<'_>,
        view: &View,
        frame: &SkinnedFrame,
        moment: usize,
        light: &Uniforms<'_>,
    ) -> Result<()> {
        let SkinnedFrame { programs, bound, palettes } = frame;
        for (part, skin, is_rigid) in self.parts(bound) {
            let program = if is_rigid { &programs.rigid } else { &programs.lit };
            let materials = self.materials.uniforms(part.material);
            let uniforms = materials
                .with(skinning_uniforms(view.clip_from_world(), &palettes[moment][skin]))
                .with(light.clone())
                .vec3("u_eye", view.camera.eye());
            part.mesh.draw(target, program, &uniforms, &draw_state::solid())?;
        }
        Ok(())
    }

    /// Another moment's figure in one colour, transparent.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        frame: &SkinnedFrame,
        moment: usize,
        color: Vec4,
    ) -> Result<()> {
        // Depth alone first, so that only the nearest surface is seen.
        let depth =
            DrawParameters { color_mask: (false, false, false, false), ..draw_state::solid() };
        let over = DrawParameters {
            depth: Depth { test: DepthTest::IfLessOrEqual, write: false, ..Depth::default() },
            blend: Blend::alpha_blending(),
            ..DrawParameters::default()
        };
        let Programs { ghost, rigid_ghost, .. } = &*frame.programs;
        for parameters in [depth, over] {
            for (part, skin, is_rigid) in self.parts(&frame.bound) {
                let palette = &frame.palettes[moment][skin];
                let uniforms = skinning_uniforms(view.clip_from_world(), palette)
                    .vec4("u_color", color)
                    .vec3("u_to_light", view.to_light());
                let program = if is_rigid { rigid_ghost } else { ghost };
                part.mesh.draw(target, program, &uniforms, &parameters)?;
            }
        }
        Ok(())
    }

    /// Every mesh, its palette's index, and whether it follows a single joint.
    fn parts<'s>(
        &'s self,
        bound: &'s BoundSkins,
    ) -> impl Iterator<Item = (&'s DrawnPart, usize, bool)> {
        let skinned = bound.parts.iter().map(|part| (part, part.skin, false));
        let count = bound.skins.len();
        skinned.chain(self.rigid.iter().map(move |part| (part, count + part.skin, true)))
    }
}

impl Moment {
    /// `model_from_joint`; the identity for what follows nothing.
    fn posed(&self, joint: Option<usize>) -> Mat4 {
        let posed = joint.and_then(|joint| self.pose.model_from_joint.get(joint));
        posed.copied().unwrap_or(Mat4::IDENTITY)
    }
}

impl BoundSkins {
    fn new(
        gl: &Gl,
        file: &lesson_11::File,
        earlier: &Earlier,
        watchdog: &mut Watchdog,
    ) -> Result<Self> {
        let (model, _) = lesson_11::bind_skins(file, &earlier.skin, watchdog);
        let joint = |b: &Binding| b.joint.filter(|joint| *joint != file.static_joint());
        let slots = |skin: &Skin| Slots {
            joints: skin.bindings.iter().map(joint).collect(),
            binds: skin.bindings.iter().map(|b| Mat4::from(b.joint_from_bind)).collect(),
        };
        let parts = model.parts.iter().map(|part| DrawnPart::new(gl, part));
        Ok(BoundSkins {
            skins: model.skins.iter().map(slots).collect(),
            parts: parts.collect::<Result<_>>()?,
        })
    }
}

impl DrawnPart {
    fn new(gl: &Gl, part: &Part) -> Result<Self> {
        let mesh = SkinnedMesh::new(gl, &part.mesh)?;
        Ok(DrawnPart { mesh, material: part.material, skin: part.skin })
    }
}

/// Whether a mesh follows a single joint, in the joint's own space.
fn is_rigid(skin: &Skin) -> bool {
    let is_own = |binding: &Binding| binding.joint_from_bind == Affine3A::IDENTITY;
    skin.bindings.len() == 1
        && skin.bindings.iter().all(is_own)
        && skin.bind_from_mesh == Affine3A::IDENTITY
}

/// Of the figure, of its light, of ghosts, of meshes that follow a single joint.
fn shader_files(earlier: &Earlier) -> [ShaderFile; 4] {
    let normals = earlier.normals;
    [normals.vertex, normals.fragment, earlier.smooth_skin.vertex, earlier.bind_pose.vertex]
}

/// Draws the pixels that lesson 10 asks about with its fragment shader.
fn try_light(gl: &Gl, fragment: ShaderFile) -> Result<(), String> {
    let lighting = LightingProbe::new(gl, &Probe { seed: 10, index: 0 })?;
    lighting.colors(fragment).map(drop).map_err(|error| error.to_string())
}
