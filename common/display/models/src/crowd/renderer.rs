//! A model's meshes for a crowd, and drawing it in three ways.

use super::{CrowdInstance, Moment, TexelTexture};
use crate::pictures;
use anyhow::{Result, anyhow, ensure};
use armature::math::Affine3x4;
use armature::{
    mesh::SkinnedVertex,
    model::{Model, ModelInstance},
};
use glam::Vec4;
use glium::{
    DrawParameters, IndexBuffer, Program, Surface, VertexBuffer,
    draw_parameters::TimeElapsedQuery,
    index::PrimitiveType,
    vertex::{MultiVerticesSource, PerInstance, VerticesSource},
};
use graphics::{
    Attributes, Gl, ShaderError, ShaderFile, ShaderSource, Target, attributes, draw_state,
    renderer::{
        LIGHT_SHADER, Mirroring, ModelRenderer, Programs, Viewpoint, colors_beside, culling, drawn_parts, has_colors,
        upload_colors,
    },
    shader,
    vertex::VertexColor,
};

/// Reads a palette for each instance.
pub const PALETTES_SHADER: ShaderFile = ShaderFile("common/crowd_palettes.vert");
/// Mixes two baked frames for each instance.
pub const FRAMES_SHADER: ShaderFile = ShaderFile("common/crowd_frames.vert");

/// The `#define` of both: the tint comes from the vertex shader.
const INSTANCED: &str = "INSTANCED";

/// Another vertex shader in place of [`PALETTES_SHADER`] or [`FRAMES_SHADER`], with the same inputs and outputs. Colours of
/// vertices pass by it.
pub struct CrowdProgram {
    plain: Program,
    colored: Program,
}

impl CrowdProgram {
    /// # Errors
    /// If it does not compile. An output of another name is an error with some drivers, and nothing but black with
    /// others.
    pub fn new(gl: &Gl, vertex: &ShaderSource) -> Result<Self, ShaderError> {
        let fragment = ShaderSource::read(LIGHT_SHADER)?;
        Ok(Self {
            plain: shader::program(gl, vertex, &fragment.with_defines(&[INSTANCED]))?,
            colored: shader::program(
                gl,
                &vertex.with_vertex_colors(),
                &fragment.with_defines(&[INSTANCED, "COLORED"]),
            )?,
        })
    }
}

/// How all instances of a part are drawn in one call.
struct Pass<'a> {
    /// In place of our own programs.
    program: Option<&'a CrowdProgram>,
    own: &'a Programs,
    /// Name of the texture with palettes or frames, in the shader.
    name: &'static str,
    texels: &'a TexelTexture,
    /// Measures the time on the card.
    query: Option<&'a TimeElapsedQuery>,
}

/// Draws a crowd of one model.
pub struct CrowdRenderer {
    gl: Gl,
    /// Has the materials and their textures too.
    one_by_one: ModelRenderer,
    /// One for each of the renderer's parts.
    meshes: Vec<Mesh>,
    by_palettes: Programs,
    by_frames: Programs,
    /// Index of each skin's first matrix in a palette.
    starts: Vec<usize>,
    joints: usize,
    instances: Vec<CrowdInstance>,
    /// Mirroring of their `world_from_model`.
    mirroring: Mirroring,
    /// Buffers as long as `instances`; none where that is empty.
    buffers: Option<Buffers>,
    frames: Option<TexelTexture>,
}

struct Mesh {
    vertices: VertexBuffer<Attributes<SkinnedVertex>>,
    colors: Option<VertexBuffer<VertexColor>>,
    indices: IndexBuffer<u32>,
    /// Mirroring at rest: clips are assumed to mirror no joint.
    mirroring: Mirroring,
}

impl Mesh {
    fn colors(&self) -> VerticesSource<'_> {
        colors_beside(&self.vertices, self.colors.as_ref())
    }
}

struct Buffers {
    instances: VertexBuffer<CrowdInstance>,
    moments: VertexBuffer<Attributes<Moment>>,
    palettes: TexelTexture,
}

fn unsupported(error: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("the graphics driver refuses: {error}")
}

impl CrowdRenderer {
    /// Uploads meshes and textures. The crowd is empty at first.
    ///
    /// # Errors
    /// If a shader of `shaders/common` does not compile, the model has too many joints, or the card has no room.
    pub fn new(gl: &Gl, model: &Model) -> Result<Self> {
        let mut starts = Vec::new();
        let mut joints = 0;
        for skin in &model.skins {
            starts.push(joints);
            joints += skin.bindings.len();
        }
        let most = usize::from(u16::MAX) + 1;
        ensure!(joints <= most, "the model's skins have {joints} joints together; a vertex can name {most}");
        let rest = ModelInstance::new(model);
        let mut meshes = Vec::new();
        for part in drawn_parts(model) {
            let start = starts[part.skin] as u16;
            let mut vertices = part.mesh.vertices.clone();
            for vertex in &mut vertices {
                vertex.joints = vertex.joints.map(|joint| start + joint);
            }
            let indices = &part.mesh.indices;
            let matrices = rest.palette(part.skin).iter();
            meshes.push(Mesh {
                vertices: VertexBuffer::immutable(gl, attributes(&vertices)).map_err(unsupported)?,
                colors: upload_colors(gl, part, 0..vertices.len()).map_err(unsupported)?,
                mirroring: Mirroring::from_determinants(matrices.map(|matrix| matrix.matrix3.determinant())),
                indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, indices).map_err(unsupported)?,
            });
        }
        let has_colors = has_colors(model);
        Ok(Self {
            gl: gl.clone(),
            one_by_one: ModelRenderer::new(gl, model, pictures::decode)?,
            meshes,
            by_palettes: Programs::load(gl, [PALETTES_SHADER, LIGHT_SHADER], &[INSTANCED], has_colors)?,
            by_frames: Programs::load(gl, [FRAMES_SHADER, LIGHT_SHADER], &[INSTANCED], has_colors)?,
            starts,
            joints,
            instances: Vec::new(),
            mirroring: Mirroring::from_determinants([].into_iter()),
            buffers: None,
            frames: None,
        })
    }

    /// Number of matrices in a palette, and of transforms in a frame: the bindings of all skins.
    pub fn joints(&self) -> usize {
        self.joints
    }

    /// Number of parts that are drawn of each figure.
    pub fn parts(&self) -> usize {
        self.meshes.len()
    }

    /// Warnings about what was left out or replaced.
    pub fn warnings(&self) -> &[String] {
        self.one_by_one.warnings()
    }

    /// Replaces the instances: when a crowd grows, shrinks or moves, not in every frame. Palettes must be written before
    /// the next draw.
    ///
    /// # Errors
    /// If their palettes do not fit a texture, or the card has no room: then nothing changes.
    pub fn set_instances(&mut self, instances: &[CrowdInstance]) -> Result<()> {
        self.buffers = if instances.is_empty() {
            None // OpenGL has no buffers of no size
        } else {
            let gl = &self.gl;
            let texels = self.joints * 3;
            Some(Buffers {
                palettes: TexelTexture::new(gl, "palettes", instances.len(), texels)?,
                instances: VertexBuffer::new(gl, instances).map_err(unsupported)?,
                moments: VertexBuffer::empty(gl, instances.len()).map_err(unsupported)?,
            })
        };
        let worlds = instances.iter().map(CrowdInstance::world_from_model);
        self.mirroring = Mirroring::from_determinants(worlds.map(|world| world.matrix3.determinant()));
        self.instances.clear();
        self.instances.extend_from_slice(instances);
        Ok(())
    }

    /// Uploads baked frames, which stay on the card: [`SkinFrames::texels`](armature_simd::SkinFrames::texels).
    ///
    /// # Errors
    /// If they do not fit a texture.
    pub fn set_frames(&mut self, texels: &[Vec4]) -> Result<()> {
        let frames = TexelTexture::new(&self.gl, "texels of baked frames", texels.len(), 1)?;
        frames.write_texels(texels);
        self.frames = Some(frames);
        Ok(())
    }

    /// Writes the palettes of all instances, one after the other, for [`draw_palettes`](Self::draw_palettes). Allocates
    /// nothing.
    ///
    /// # Panics
    /// If there are more than the instances have.
    pub fn write_palettes(&self, palettes: &[Affine3x4]) {
        if let Some(buffers) = &self.buffers {
            buffers.palettes.write_matrices(palettes);
        }
    }

    /// Writes the palettes as texels, three rows a matrix.
    ///
    /// # Panics
    /// If there are more than the instances have.
    pub fn write_texels(&self, texels: &[Vec4]) {
        if let Some(buffers) = &self.buffers {
            buffers.palettes.write_texels(texels);
        }
    }

    /// Writes the frames that each instance shows, for [`draw_frames`](Self::draw_frames). Allocates nothing.
    ///
    /// # Panics
    /// If there are not as many as there are instances.
    pub fn write_moments(&self, moments: &[Moment]) {
        if let Some(buffers) = &self.buffers {
            buffers.moments.write(attributes(moments));
        }
    }

    /// Draws the instances with the palettes that were written last, by [`PALETTES_SHADER`] or by `program`. `query` measures the time on the card.
    ///
    /// # Errors
    /// The driver's error.
    pub fn draw_palettes(
        &self,
        target: &mut Target<'_>,
        view: &Viewpoint,
        program: Option<&CrowdProgram>,
        query: Option<&TimeElapsedQuery>,
    ) -> Result<()> {
        let Some(buffers) = &self.buffers else { return Ok(()) };
        let pass = Pass { program, own: &self.by_palettes, name: "u_palettes", texels: &buffers.palettes, query };
        self.draw(target, view, &pass, |mesh| Ok((&mesh.vertices, mesh.colors(), per_instance(&buffers.instances)?)))
    }

    /// Draws the instances in the baked frames of the moments that were written last, by [`FRAMES_SHADER`] or by `program`.
    /// `query` measures the time on the card. Draws nothing before [`set_frames`](Self::set_frames).
    ///
    /// # Errors
    /// The driver's error.
    pub fn draw_frames(
        &self,
        target: &mut Target<'_>,
        view: &Viewpoint,
        program: Option<&CrowdProgram>,
        query: Option<&TimeElapsedQuery>,
    ) -> Result<()> {
        let (Some(buffers), Some(frames)) = (&self.buffers, &self.frames) else { return Ok(()) };
        let pass = Pass { program, own: &self.by_frames, name: "u_frames", texels: frames, query };
        self.draw(target, view, &pass, |mesh| {
            let instances = &buffers.instances;
            let moments = &buffers.moments;
            let instances = (per_instance(instances)?, per_instance(moments)?);
            Ok((&mesh.vertices, mesh.colors(), instances.0, instances.1))
        })
    }

    /// Draws all instances of a part in one call, opaque parts first. Instances of a see-through part are drawn in their
    /// order in the list, not by their distance from the eye.
    fn draw<'b, S: MultiVerticesSource<'b>>(
        &'b self,
        target: &mut Target<'_>,
        view: &Viewpoint,
        pass: &Pass<'_>,
        sources: impl Fn(&'b Mesh) -> Result<S>,
    ) -> Result<()> {
        for see_through in [false, true] {
            for (part, mesh) in self.meshes.iter().enumerate() {
                let (surface, material, over) = self.one_by_one.surface_of(part, view);
                if over != see_through {
                    continue;
                }
                let winding = mesh.mirroring.times(self.mirroring).winding();
                let parameters = DrawParameters {
                    time_elapsed_query: pass.query,
                    backface_culling: culling(material, winding),
                    ..draw_state::surface(see_through)
                };
                let is_colored = mesh.colors.is_some();
                let own = pass.own.get(is_colored);
                let given = pass.program.map(|given| if is_colored { &given.colored } else { &given.plain });
                let Some(program) = given.or(own.as_deref()) else { continue };
                let surface = surface.int("u_winding", winding).int("u_joints", self.joints as i32);
                let uniforms = surface.value(pass.name, pass.texels.value());
                target.draw(sources(mesh)?, &mesh.indices, program, &uniforms, &parameters).map_err(unsupported)?;
            }
        }
        Ok(())
    }

    /// Draws each instance in its own calls, with its palette in uniforms. `palettes` holds the palettes of all instances,
    /// one after the other. `query` measures the time on the card.
    ///
    /// # Errors
    /// The driver's error.
    ///
    /// # Panics
    /// If `model` is not the renderer's, or `palettes` are fewer than the instances need.
    pub fn draw_one_by_one(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        view: &Viewpoint,
        palettes: &[Affine3x4],
        query: Option<&TimeElapsedQuery>,
    ) -> Result<()> {
        let places = self.instances.iter().map(|instance| (instance.world_from_model(), instance.tint));
        Ok(self.one_by_one.draw_each(
            target,
            model,
            view,
            &places,
            |instance, skin, place| {
                let palette = self.instances[instance].instance as usize * self.joints;
                palettes[palette + self.starts[skin] + place]
            },
            query,
        )?)
    }
}

fn per_instance<T: Copy>(buffer: &VertexBuffer<T>) -> Result<PerInstance<'_>> {
    buffer.per_instance().map_err(|_| unsupported("it has no instanced drawing"))
}
