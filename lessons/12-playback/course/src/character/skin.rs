//! The figure in the skin and the light of lessons 08 to 11: what `--mine` draws.
//!
//! ```text
//! file -> 11.1 .. 11.4: slots, weights, joint_from_mesh -> 08.2, with 02.2's poses: the palette
//!      -> 10.3 lit.vert and 10.1 phong.frag; ghosts by 09.2 smooth.vert; meshes on one joint by 08.3 rigid.vert
//! ```

use super::file::CharacterFile;
use crate::checks::REFERENCE;
use armature::model::{Model, Part};
use armature::skin::{Binding, Skin};
use check::Probe;
use common::graphics::phong_materials::PhongMaterials;
use common::graphics::shader;
use common::prelude::*;
use common::scenes::{
    answer_cache::AnswerCache,
    lighting_probe::LightingProbe,
    skinned_mesh::{MAX_JOINTS, SkinnedMesh, skinning_uniforms, try_skinning_shader},
    student_shader::StudentPrograms,
};
use glam::{Affine3A, Mat4, Vec4};
use glium::Program;
use lesson_08::BindPose;
use lesson_11::{ColladaSkin, bind_skins};
use models::{pictures, posed_model::WorldPose};
use std::rc::Rc;

/// The file's meshes, and what the answers have returned about them.
pub struct StudentSkin {
    gl: Gl,
    /// `None` where nothing is skinned.
    file: Option<lesson_11::FigureFile>,
    /// Meshes that follow a single joint, as `common` has read them.
    rigid: Vec<(Part, Skin)>,
    materials: PhongMaterials,
    bound: AnswerCache<ColladaSkin, Rc<BoundSkins>>,
    programs: StudentPrograms<Programs>,
}

/// The meshes as 11's answers bind them to joints, then those that follow a single joint.
struct BoundSkins {
    /// A palette each.
    skins: Vec<Skin>,
    parts: Vec<DrawnPart>,
}

/// A mesh on the graphics card.
struct DrawnPart {
    mesh: SkinnedMesh,
    material: Option<usize>,
    /// Index of its palette.
    skin: usize,
}

/// The programs of the student's shaders.
struct Programs {
    lit: Program,
    ghost: Program,
    /// The program for meshes that follow a single joint.
    rigid: Program,
    rigid_ghost: Program,
}

/// A frame's palettes, with what draws them.
pub struct SkinnedFrame {
    programs: Rc<Programs>,
    bound: Rc<BoundSkins>,
    /// `world_from_mesh` of every slot, for each pose and each skin.
    palettes: Vec<Vec<Vec<Mat4>>>,
}

/// Returns whether the joints of each skin fit into a shader's palette.
pub(crate) fn fits_palette(model: &Model) -> bool {
    model.skins.iter().all(|skin| skin.bindings.iter().filter(|binding| binding.joint.is_some()).count() < MAX_JOINTS)
}

impl StudentSkin {
    /// # Errors
    /// If the file cannot be read, or the graphics card has no room.
    pub fn new(gl: &Gl, file: &CharacterFile) -> Result<Self> {
        let model = &file.model;
        let has_skin = !model.skins.iter().all(is_rigid);
        let rigid = model.parts.iter().filter(|part| is_rigid(&model.skins[part.skin]));
        Ok(StudentSkin {
            file: if has_skin { Some(file.skins()?) } else { None },
            rigid: rigid.map(|part| (part.clone(), model.skins[part.skin].clone())).collect(),
            materials: PhongMaterials::new(gl, &model.materials, pictures::decode).map_err(anyhow::Error::msg)?,
            bound: AnswerCache::default(),
            programs: StudentPrograms::default(),
            gl: gl.clone(),
        })
    }

    /// Returns the palettes of all poses of a frame, by the answers of lessons 08 to 11.
    ///
    /// # Errors
    /// If an answer cannot be used, the graphics driver refuses, or not even the finished shaders can be used.
    pub fn frame(&mut self, course: &Course, poses: &[&WorldPose]) -> Result<SkinnedFrame> {
        let bound = self.bound(&course.collada_skin)?;
        let programs = self.programs(course)?;
        let mut palettes = Vec::new();
        for pose in poses {
            let mut of_pose = Vec::new();
            for skin in &bound.skins {
                of_pose.push(world_palette(&course.bind_pose, skin, pose)?);
            }
            palettes.push(of_pose);
        }
        Ok(SkinnedFrame { programs, bound, palettes })
    }

    /// Returns the meshes as the answers of lesson 11 bind them, called once for a set of answers.
    fn bound(&mut self, answers: &ColladaSkin) -> Result<Rc<BoundSkins>> {
        let StudentSkin { gl, file, rigid, bound, .. } = self;
        bound.get_or_compute(*answers, || {
            let mut skins = Vec::new();
            let mut parts = Vec::new();
            if let Some(file) = file {
                let model = bind_skins(file, answers)?.0;
                skins = model.skins;
                parts = model.parts;
            }
            for (part, skin) in rigid {
                parts.push(Part { skin: skins.len(), ..part.clone() });
                skins.push(skin.clone());
            }
            let mut drawn = Vec::new();
            for Part { mesh, material, skin, .. } in parts {
                drawn.push(DrawnPart { mesh: SkinnedMesh::new(gl, &mesh)?, material, skin });
            }
            Ok(Rc::new(BoundSkins { skins, parts: drawn }))
        })
    }

    /// Returns the programs of the student's shaders, with the finished shader for each that cannot be used.
    fn programs(&mut self, course: &Course) -> Result<Rc<Programs>> {
        let files = shader_files(course);
        let gl = &self.gl;
        self.programs.get(&files, |trial| {
            let finished = shader_files(&REFERENCE);
            let mut chosen = files;
            for (index, todo) in ["10.3", "10.1", "09.2", "08.3"].into_iter().enumerate() {
                let file = files[index];
                let result = match todo {
                    "10.1" => try_light(gl, file),
                    _ => try_skinning_shader(gl, file),
                };
                chosen[index] = trial.choose(todo, file, finished[index], result);
            }
            let ghost = ShaderFile("12-playback/ghost.frag");
            // The outputs of one have to be the inputs of the other.
            let lit = shader::load(gl, chosen[0], chosen[1]).or_else(|error| {
                trial.report("10.3", error);
                shader::load(gl, finished[0], finished[1])
            })?;
            let rigid =
                shader::load(gl, chosen[3], chosen[1]).or_else(|_| shader::load(gl, finished[3], finished[1]))?;
            let [ghost, rigid_ghost] = [2, 3].map(|index| {
                shader::load(gl, chosen[index], ghost).or_else(|_| shader::load(gl, finished[index], ghost))
            });
            Ok(Programs { lit, ghost: ghost?, rigid, rigid_ghost: rigid_ghost? })
        })
    }

    /// Draws the figure in the pose with this index. `light` has `u_to_light`, and `u_lamp` and `u_ambient` where they
    /// differ from the materials' own.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        view: &View,
        frame: &SkinnedFrame,
        pose: usize,
        light: &Uniforms<'_>,
    ) -> Result<()> {
        let SkinnedFrame { programs, bound, palettes } = frame;
        for part in &bound.parts {
            let is_rigid = is_rigid(&bound.skins[part.skin]);
            let program = if is_rigid { &programs.rigid } else { &programs.lit };
            let materials = self.materials.uniforms(part.material);
            let uniforms = materials
                .with(skinning_uniforms(view.clip_from_world(), &palettes[pose][part.skin]))
                .with(light.clone())
                .vec3("u_eye", view.camera.eye());
            part.mesh.draw(target, program, &uniforms, &draw_state::solid())?;
        }
        Ok(())
    }

    /// Draws the figure in the pose with this index, in one transparent colour.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(
        &self,
        target: &mut Target<'_>,
        view: &View,
        frame: &SkinnedFrame,
        pose: usize,
        color: Vec4,
    ) -> Result<()> {
        let SkinnedFrame { programs, bound, palettes } = frame;
        for parameters in draw_state::ghost() {
            for part in &bound.parts {
                let palette = &palettes[pose][part.skin];
                let uniforms = skinning_uniforms(view.clip_from_world(), palette)
                    .vec4("u_color", color)
                    .vec3("u_to_light", view.to_light());
                let is_rigid = is_rigid(&bound.skins[part.skin]);
                let program = if is_rigid { &programs.rigid_ghost } else { &programs.ghost };
                part.mesh.draw(target, program, &uniforms, &parameters)?;
            }
        }
        Ok(())
    }
}

/// Returns `world_from_mesh` for each slot of a skin, by 08.2.
fn world_palette(answers: &BindPose, skin: &Skin, pose: &WorldPose) -> Result<Vec<Mat4>, CallError> {
    let mut posed = Vec::new();
    let mut binds = Vec::new();
    for Binding { joint, joint_from_bind } in &skin.bindings {
        // The identity for what follows nothing.
        let model_from_joint = joint.and_then(|joint| pose.model_from_joint.get(joint));
        posed.push(model_from_joint.copied().unwrap_or(Mat4::IDENTITY));
        binds.push(Mat4::from(*joint_from_bind));
    }
    let found = answers.skinning_matrices(&posed, &binds)?;
    let found = fit("08.2", found, posed.len(), Mat4::ZERO).into_iter();
    let mut palette: Vec<Mat4> = found.map(|model_from_mesh| pose.world_from_model * model_from_mesh).collect();
    palette.resize(MAX_JOINTS, Mat4::ZERO);
    Ok(palette)
}

/// Returns whether the meshes of a skin follow a single joint and are modelled in that joint's space.
fn is_rigid(skin: &Skin) -> bool {
    skin.bindings.len() == 1
        && skin.bindings.iter().all(|binding| binding.joint_from_bind == Affine3A::IDENTITY)
        && skin.bind_from_mesh == Affine3A::IDENTITY
}

/// Returns the shaders of the figure, of its light, of ghosts, of meshes that follow a single joint.
fn shader_files(course: &Course) -> [ShaderFile; 4] {
    let Course { normals, smooth_skin, bind_pose, .. } = course;
    [normals.vertex(), normals.fragment(), smooth_skin.vertex(), bind_pose.vertex()]
}

/// Draws the pixels that lesson 10 asks about with its fragment shader.
fn try_light(gl: &Gl, fragment: ShaderFile) -> Result<(), String> {
    let lighting = LightingProbe::new(gl, &Probe { seed: 10, index: 0 })?;
    lighting.colors(fragment).map(drop).map_err(|error| error.to_string())
}
