//! The figure in the skin and the light of lessons 08 to 11: what lesson 18's `--mine` draws.
//!
//! ```text
//! file -> 11.1 .. 11.4: slots, weights, joint_from_mesh -> 08.2, with 02.2's poses: the palette
//!      -> 10.3 lit.vert and 10.1 phong.frag; meshes on one joint by 08.3 rigid.vert
//! ```

use super::bound::{BoundSkins, CharacterSkins};
use super::file::CharacterFile;
use crate::checks::REFERENCE;
use anyhow::ensure;
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
use drawing::WorldPose;
use given::lesson_11::ColladaSkin;
use glam::Mat4;
use glium::Program;
use lesson_11::is_rigid;
use models::pictures;
use std::rc::Rc;

/// The figure's skins, and what draws them.
pub struct StudentSkin {
    gl: Gl,
    skins: CharacterSkins,
    materials: PhongMaterials,
    drawn: AnswerCache<ColladaSkin, Rc<DrawnSkins>>,
    programs: StudentPrograms<Programs>,
}

/// The meshes on the graphics card.
struct DrawnSkins {
    bound: Rc<BoundSkins>,
    meshes: Vec<SkinnedMesh>,
}

/// The programs of the student's shaders.
struct Programs {
    lit: Program,
    /// The program for meshes that follow a single joint.
    rigid: Program,
}

/// A frame's palettes, with what draws them.
pub struct SkinnedFrame {
    programs: Rc<Programs>,
    drawn: Rc<DrawnSkins>,
    /// `world_from_mesh` of every slot, for each pose and each skin.
    palettes: Vec<Vec<Vec<Mat4>>>,
}

impl StudentSkin {
    /// # Errors
    /// If the file cannot be read, the graphics card has no room, or a skin has more joints than a shader of lesson 08 has
    /// matrices.
    pub fn new(gl: &Gl, file: &CharacterFile) -> Result<Self> {
        let joints = file.model.skins.iter().map(|skin| skin.bindings.len()).max().unwrap_or(0);
        ensure!(
            joints < MAX_JOINTS,
            "{} has a skin of {joints} joints, and your shader has room for {}: it plays without --mine",
            file.model.name,
            MAX_JOINTS - 1
        );
        Ok(StudentSkin {
            skins: CharacterSkins::new(file)?,
            materials: PhongMaterials::new(gl, &file.model.materials, pictures::decode).map_err(anyhow::Error::msg)?,
            drawn: AnswerCache::default(),
            programs: StudentPrograms::default(),
            gl: gl.clone(),
        })
    }

    /// Returns the palettes of all poses of a frame, by the answers of lessons 08 to 11.
    ///
    /// # Errors
    /// If an answer cannot be used, the graphics driver refuses, or not even the finished shaders can be used.
    pub fn frame(&mut self, course: &Course, poses: &[&WorldPose]) -> Result<SkinnedFrame> {
        let bound = self.skins.bound(&course.collada_skin)?;
        let drawn = self.drawn.get_or_compute(course.collada_skin, || {
            let meshes = bound.parts.iter().map(|part| SkinnedMesh::new(&self.gl, &part.mesh));
            Ok::<_, anyhow::Error>(Rc::new(DrawnSkins { meshes: meshes.collect::<Result<_>>()?, bound }))
        })?;
        let programs = self.programs(course)?;
        let mut palettes = Vec::new();
        for pose in poses {
            let mut filled = drawn.bound.palettes(&course.bind_pose, pose)?;
            for palette in &mut filled {
                palette.resize(MAX_JOINTS, Mat4::ZERO);
            }
            palettes.push(filled);
        }
        Ok(SkinnedFrame { programs, drawn, palettes })
    }

    /// Returns the programs of the student's shaders, with the finished shader for each that cannot be used.
    fn programs(&mut self, course: &Course) -> Result<Rc<Programs>> {
        let files = shader_files(course);
        let gl = &self.gl;
        self.programs.get(&files, |trial| {
            let finished = shader_files(&REFERENCE);
            let mut chosen = files;
            for (index, todo) in ["10.3", "10.1", "08.3"].into_iter().enumerate() {
                let file = files[index];
                let result = match todo {
                    "10.1" => try_light(gl, file),
                    _ => try_skinning_shader(gl, file),
                };
                chosen[index] = trial.choose(todo, file, finished[index], result);
            }
            // The outputs of one have to be the inputs of the other.
            let lit = shader::load(gl, chosen[0], chosen[1]).or_else(|error| {
                trial.report("10.3", error);
                shader::load(gl, finished[0], finished[1])
            })?;
            let rigid =
                shader::load(gl, chosen[2], chosen[1]).or_else(|_| shader::load(gl, finished[2], finished[1]))?;
            Ok(Programs { lit, rigid })
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
        let SkinnedFrame { programs, drawn, palettes } = frame;
        for (part, mesh) in drawn.bound.parts.iter().zip(&drawn.meshes) {
            let program = if is_rigid(&drawn.bound.skins[part.skin]) { &programs.rigid } else { &programs.lit };
            let materials = self.materials.uniforms(part.material);
            let uniforms = materials
                .with(skinning_uniforms(view.clip_from_world(), &palettes[pose][part.skin]))
                .with(light.clone())
                .vec3("u_eye", view.camera.eye());
            mesh.draw(target, program, &uniforms, &draw_state::solid())?;
        }
        Ok(())
    }
}

/// Returns the shaders of the figure, of its light, of meshes that follow a single joint.
fn shader_files(course: &Course) -> [ShaderFile; 3] {
    let Course { normals, bind_pose, .. } = course;
    [normals.vertex(), normals.fragment(), bind_pose.vertex()]
}

/// Draws the pixels that lesson 10 asks about with its fragment shader.
fn try_light(gl: &Gl, fragment: ShaderFile) -> Result<(), String> {
    let lighting = LightingProbe::new(gl, &Probe { seed: 10, index: 0 })?;
    lighting.colors(fragment).map(drop).map_err(|error| error.to_string())
}
