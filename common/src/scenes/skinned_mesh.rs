//! A mesh that a student's vertex shader skins on the GPU: drawn lit, as a shadow and as a ghost, and read
//! back by transform feedback.
//!
//! The shader is one like lessons 08 to 10 write: it reads `u_clip_from_model` and `u_palette[96]`, the
//! attributes of [`SkinnedVertex`], and writes `v_position`, `v_normal` and `v_texcoord` in model space. One
//! like lesson 15's reads `u_real[96]` and `u_dual[96]` instead of `u_palette`.

use super::student_shader::ShaderTrial;
use crate::exercise::Farthest;
use crate::shader::positions_on;
use anyhow::Result;
use armature::math::DualQuaternion;
use armature::mesh::{Mesh, SkinnedVertex};
use glam::{Mat4, Vec3, Vec4};
use glium::{
    DrawParameters, Program, Surface, VertexBuffer,
    index::{IndexBuffer, PrimitiveType},
};
use graphics::{
    Attributes, Gl, ShaderError, ShaderFile, ShaderSource, Target, Uniforms, attributes,
    draw_state::{self, GHOST_COLOR, SHADOW_COLOR},
    feedback, shader, shadow,
};
use std::rc::Rc;
use ui::View;

/// Elements of `uniform mat4 u_palette[96]`, and of `uniform vec4 u_real[96]`.
pub const MAX_JOINTS: usize = 96;

/// A palette of [`MAX_JOINTS`] entries, by which a skinning shader moves its vertices.
#[derive(Clone, Debug, PartialEq)]
pub enum SkinPalette {
    /// `u_palette`: skinning matrices.
    Matrices(Vec<Mat4>),
    /// `u_real` and `u_dual`: the same motions as dual quaternions.
    Duals(Vec<DualQuaternion>),
}

impl SkinPalette {
    /// Returns the uniforms of a skinning shader: this palette and `u_clip_from_model`.
    pub fn uniforms(&self, clip_from_model: Mat4) -> Uniforms<'static> {
        match self {
            SkinPalette::Matrices(matrices) => skinning_uniforms(clip_from_model, matrices),
            SkinPalette::Duals(duals) => {
                let real: Vec<Vec4> = duals.iter().map(|entry| entry.real.into()).collect();
                let dual: Vec<Vec4> = duals.iter().map(|entry| entry.dual.into()).collect();
                let uniforms = Uniforms::new().mat4("u_clip_from_model", clip_from_model);
                uniforms.vec4s("u_real", &real).vec4s("u_dual", &dual)
            }
        }
    }

    /// Returns a point moved by the palette's entry of this index, from the bind pose to the model.
    pub fn transform_point(&self, entry: usize, point: Vec3) -> Vec3 {
        match self {
            SkinPalette::Matrices(matrices) => matrices[entry].transform_point3(point),
            SkinPalette::Duals(duals) => duals[entry].transform_point(point),
        }
    }
}

/// Filled up with zero.
impl From<Vec<Mat4>> for SkinPalette {
    fn from(mut matrices: Vec<Mat4>) -> Self {
        matrices.resize(MAX_JOINTS, Mat4::ZERO);
        SkinPalette::Matrices(matrices)
    }
}

/// Filled up with the identity.
impl From<Vec<DualQuaternion>> for SkinPalette {
    fn from(mut duals: Vec<DualQuaternion>) -> Self {
        duals.resize(MAX_JOINTS, DualQuaternion::IDENTITY);
        SkinPalette::Duals(duals)
    }
}

/// Returns the uniforms of a shader that skins by matrices.
pub fn skinning_uniforms(clip_from_model: Mat4, palette: &[Mat4]) -> Uniforms<'static> {
    Uniforms::new().mat4("u_clip_from_model", clip_from_model).mat4s("u_palette", palette)
}

/// Runs a skinning shader on one vertex, which finds errors such as a misspelt attribute before the shader draws.
///
/// # Errors
/// Returns why the shader cannot be used, with file and line.
pub fn try_skinning_shader(gl: &Gl, vertex: ShaderFile) -> Result<(), String> {
    // Either kind of palette: it reads one.
    let uniforms = SkinPalette::from(vec![DualQuaternion::IDENTITY])
        .uniforms(Mat4::IDENTITY)
        .mat4s("u_palette", &[Mat4::IDENTITY; MAX_JOINTS]);
    let vertices = [SkinnedVertex { weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() }];
    let positions = positions_on(gl, vertex, &uniforms, attributes(&vertices));
    positions.map(drop).map_err(|trouble| trouble.to_string())
}

/// A vertex shader linked with what lights the mesh and with a single colour.
pub struct SkinPrograms {
    /// The vertex shader that draws: the finished one where the student's cannot be used.
    pub vertex: ShaderFile,
    pub fragment: ShaderFile,
    /// Draws the mesh itself.
    pub lit: Program,
    /// Draws it in one colour, `u_color`.
    pub plain: Program,
}

impl SkinPrograms {
    /// # Errors
    /// If a file cannot be read or compiled, or the two do not fit together.
    pub fn new(gl: &Gl, vertex: ShaderFile, fragment: ShaderFile) -> Result<Self, ShaderError> {
        let lit = shader::load(gl, vertex, fragment)?;
        let plain = shader::load(gl, vertex, ShaderFile("common/one_color.frag"))?;
        Ok(SkinPrograms { vertex, fragment, lit, plain })
    }

    /// Links the programs with a vertex shader that has been tried already. If it does not fit the fragment shader, reports
    /// that for `todo` and links the `finished` one.
    ///
    /// # Errors
    /// If not even the finished one can be used.
    pub fn link(
        gl: &Gl,
        trial: &mut ShaderTrial,
        todo: &str,
        [vertex, finished]: [ShaderFile; 2],
        fragment: ShaderFile,
    ) -> Result<Self> {
        let linked = Self::new(gl, vertex, fragment).or_else(|error| {
            trial.report(todo, error);
            Self::new(gl, finished, fragment)
        });
        Ok(linked?)
    }
}

/// A mesh on the graphics card, with a copy of its vertices for transform feedback.
pub struct SkinnedMesh {
    gl: Gl,
    vertices: Vec<SkinnedVertex>,
    vertex_buffer: VertexBuffer<Attributes<SkinnedVertex>>,
    indices: IndexBuffer<u32>,
}

impl SkinnedMesh {
    /// # Errors
    /// If the graphics card has no room.
    pub fn new(gl: &Gl, mesh: &Mesh<SkinnedVertex>) -> Result<Self> {
        Ok(SkinnedMesh {
            gl: gl.clone(),
            vertices: mesh.vertices.clone(),
            vertex_buffer: VertexBuffer::new(gl, attributes(&mesh.vertices))?,
            indices: IndexBuffer::new(gl, PrimitiveType::TrianglesList, &mesh.indices)?,
        })
    }

    /// Draws the mesh with any program that has the attributes of [`SkinnedVertex`].
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        program: &Program,
        uniforms: &Uniforms<'_>,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        target.draw(&self.vertex_buffer, &self.indices, program, uniforms, parameters)?;
        Ok(())
    }
}

/// A skinned mesh in one pose, and whose shader skins it.
#[derive(Clone)]
pub struct SkinnedInstance {
    pub mesh: Rc<SkinnedMesh>,
    pub programs: Rc<SkinPrograms>,
    /// Palette that it is skinned by.
    pub palette: SkinPalette,
}

impl SkinnedInstance {
    /// A mesh at the world's origin, with a palette of the kind that the shader reads.
    pub fn new(mesh: Rc<SkinnedMesh>, programs: Rc<SkinPrograms>, palette: impl Into<SkinPalette>) -> Self {
        SkinnedInstance { mesh, programs, palette: palette.into() }
    }

    /// Draws the mesh, lit from the direction `to_light`. `uniforms` are those of the fragment shader besides `u_eye` and
    /// `u_to_light`.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_lit(
        &self,
        target: &mut Target<'_>,
        view: &View,
        to_light: Vec3,
        uniforms: &Uniforms<'_>,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let uniforms = uniforms
            .clone()
            .with(self.palette.uniforms(view.clip_from_world()))
            .vec3("u_eye", view.camera.eye())
            .vec3("u_to_light", to_light);
        let SkinnedMesh { vertex_buffer, indices, .. } = &*self.mesh;
        target.draw(vertex_buffer, indices, &self.programs.lit, &uniforms, parameters)?;
        Ok(())
    }

    /// Draws the mesh's shadow on the ground, y = 0. Draw all shadows before the meshes.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_shadow(&self, target: &mut Target<'_>, view: &View, to_light: Vec3) -> Result<()> {
        let clip_from_world = view.clip_from_world() * shadow::flattened(to_light);
        let uniforms = self.palette.uniforms(clip_from_world).vec3("u_color", SHADOW_COLOR);
        let SkinnedMesh { vertex_buffer, indices, .. } = &*self.mesh;
        let parameters = draw_state::shadow();
        target.draw(vertex_buffer, indices, &self.programs.plain, &uniforms, &parameters)?;
        Ok(())
    }

    /// Draws the mesh's edges over everything else, for a comparison with another instance.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn draw_ghost(&self, target: &mut Target<'_>, view: &View) -> Result<()> {
        let uniforms = self.palette.uniforms(view.clip_from_world()).vec3("u_color", GHOST_COLOR);
        let SkinnedMesh { vertex_buffer, indices, .. } = &*self.mesh;
        let parameters = draw_state::lines_on_top();
        target.draw(vertex_buffer, indices, &self.programs.plain, &uniforms, &parameters)?;
        Ok(())
    }

    /// Returns the world position of every vertex as the shader computes it, or an empty list if it cannot be read back.
    pub fn positions(&self) -> Vec<Vec3> {
        let uniforms = self.palette.uniforms(Mat4::IDENTITY);
        let vertices = attributes(&self.mesh.vertices);
        let read = positions_on(&self.mesh.gl, self.programs.vertex, &uniforms, vertices);
        let positions = read.map_or(Vec::new(), |read| read.positions);
        positions.into_iter().map(|position| position.truncate() / position.w).collect()
    }

    /// Returns an output of the shader, such as `"v_normal"`, for every vertex, or an empty list if it cannot be read back.
    pub fn outputs(&self, name: &str) -> Vec<Vec3> {
        let SkinnedMesh { gl, vertices, .. } = &*self.mesh;
        let uniforms = self.palette.uniforms(Mat4::IDENTITY);
        let read = ShaderSource::read(self.programs.vertex)
            .and_then(|source| feedback::output::<_, [f32; 3]>(gl, &source, &uniforms, attributes(vertices), name));
        read.unwrap_or_default().into_iter().map(Vec3::from).collect()
    }

    /// Returns both ends of each vertex's normal, this long, in world space.
    pub fn normals(&self, length: f32) -> Vec<[Vec3; 2]> {
        let normals = self.outputs("v_normal").into_iter().map(|normal| length * normal.normalize_or_zero());
        self.positions().into_iter().zip(normals).map(|(foot, normal)| [foot, foot + normal]).collect()
    }

    /// The vertex that is farthest from where `finished` has it; `None` if all agree.
    pub fn farthest_vertex(&self, finished: &SkinnedInstance) -> Option<Farthest> {
        Farthest::between(self.positions(), finished.positions())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use drawing::shapes;
    use graphics::testing::headless_or_skip;

    #[test]
    fn what_the_shader_computes_is_read_back() {
        let Some(gl) = headless_or_skip("what_the_shader_computes_is_read_back") else { return };
        let mut mesh = Mesh::default();
        drawing::parts::append_to_joint(&mut mesh, 1, &shapes::cube(1.0), |uv| uv);
        let [vertex, fragment] = ["common/rigid_skin.vert", "common/one_color.frag"].map(ShaderFile);
        let programs = Rc::new(SkinPrograms::new(&gl, vertex, fragment).unwrap());
        let mesh = Rc::new(SkinnedMesh::new(&gl, &mesh).unwrap());
        let rotation = Mat4::from_translation(Vec3::Y) * Mat4::from_rotation_z(1.0);
        let [bind_pose, turned] = [Mat4::IDENTITY, rotation]
            .map(|matrix| SkinnedInstance::new(mesh.clone(), programs.clone(), vec![Mat4::IDENTITY, matrix]));
        for (vertex, position) in mesh.vertices.iter().zip(turned.positions()) {
            assert!(position.abs_diff_eq(rotation.transform_point3(vertex.position), 1e-5), "{position}");
        }
        let normals = turned.outputs("v_normal");
        assert!(normals[0].abs_diff_eq(rotation.transform_vector3(mesh.vertices[0].normal), 1e-5));
        assert_eq!((turned.outputs("v_light"), turned.farthest_vertex(&turned)), (vec![], None));
        assert!(turned.farthest_vertex(&bind_pose).unwrap().distance > 1.0);
    }
}
