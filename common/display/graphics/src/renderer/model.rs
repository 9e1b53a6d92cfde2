//! A model's meshes on the graphics card, and the figures that they are drawn for.

use super::{
    FigureInstance, Mirroring,
    texels::TexelTexture,
    texture::{Decode, Textures},
};
use crate::{
    Attributes, Gl, LiveProgram, ShaderError, ShaderFile, attributes, color::linear_with_opacity, vertex::VertexColor,
};
use armature::{
    math::{Affine3x4, Similarity},
    mesh::{Displacement, SkinnedVertex, morph_vertices},
    model::{Material, Model, ModelInstance, Opacity, Part},
    skin::Skin,
};
use glam::{Affine3A, Vec4};
use glium::{IndexBuffer, VertexBuffer, index::PrimitiveType, texture::SrgbTexture2d};
use std::fmt::Display;

/// Skins figures by their palettes.
pub const FIGURE_SHADER: ShaderFile = ShaderFile("common/figure.vert");
/// Lights a figure's surface.
pub const LIGHT_SHADER: ShaderFile = ShaderFile("common/lit.frag");

/// A way to blend the joints that a vertex follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skinning {
    /// Weighted sum of their matrices. It shrinks what is twisted.
    #[default]
    Linear,
    /// [Blend](armature::math::DualQuaternion::blend) of their rigid motions, which shrinks nothing, and of
    /// their even scales. Uneven scale and shear of a joint are lost: see
    /// [`skin_vertices_dual`](armature::skin::skin_vertices_dual).
    DualQuaternion,
}

/// Draws figures of one model.
///
/// ```no_run
/// # fn draw(gl: &graphics::Gl, model: &armature::model::Model, target: &mut graphics::Target<'_>,
/// #     view: &graphics::renderer::Viewpoint, palettes: &[armature::math::Affine3x4])
/// #     -> Result<(), Box<dyn std::error::Error>> {
/// use armature::model::ModelInstance;
/// use graphics::renderer::{self, DrawMode, FigureInstance, ModelRenderer, Skinning};
///
/// let mut renderer = ModelRenderer::new(gl, model, renderer::png)?;
/// renderer.pose(model, &ModelInstance::new(model), Skinning::Linear)?; // one figure
/// renderer.draw(target, view, DrawMode::Material)?;
/// let instances: Vec<_> = (0..1000).map(|index| FigureInstance::new(model.world_from_model, index)).collect();
/// renderer.place(&instances)?; // or a thousand
/// renderer.write_palettes(palettes, Skinning::Linear)?;
/// renderer.draw(target, view, DrawMode::Material)?;
/// # Ok(())
/// # }
/// ```
pub struct ModelRenderer {
    gl: Gl,
    linear: LiveProgram,
    /// Made when dual quaternions are first used.
    dual: Option<LiveProgram>,
    pub(super) parts: Vec<DrawnPart>,
    /// The first is white.
    pub(super) textures: Vec<SrgbTexture2d>,
    /// Index of each skin's first entry in a palette.
    pub(super) starts: Vec<usize>,
    /// Joint of each entry in a palette.
    pub(super) joints: Vec<Option<usize>>,
    pub(super) skinning: Skinning,
    /// As long as there are figures; none where there is no figure, since OpenGL has no buffers of no size.
    pub(super) instances: Option<VertexBuffer<FigureInstance>>,
    pub(super) palettes: Option<TexelTexture>,
    /// Mirroring of the figures' `world_from_model`, and of each skin's palettes.
    worlds: Mirroring,
    skins: Vec<Mirroring>,
    /// Buffers of a frame.
    matrices: Vec<Affine3x4>,
    texels: Vec<Vec4>,
    warnings: Vec<String>,
}

pub(super) struct DrawnPart {
    pub(super) skin: usize,
    pub(super) material: Material,
    /// Indices into the renderer's textures.
    pub(super) texture: usize,
    pub(super) emission_texture: usize,
    pub(super) vertices: VertexBuffer<Attributes<SkinnedVertex>>,
    pub(super) colors: VertexBuffer<VertexColor>,
    pub(super) indices: IndexBuffer<u32>,
    morphs: Option<Morphs>,
}

/// What moves a part's vertices before they are skinned: added up on the processor, and uploaded when a weight has
/// changed.
///
/// A face has fifty targets. At any time most of their weights are 0, and each moves a small part of the mesh. The
/// processor passes over both, and works once for all passes of a frame; a vertex shader would read fifty texels for
/// each vertex in each pass.
struct Morphs {
    /// Index of the set in the model.
    set: usize,
    vertices: Vec<SkinnedVertex>,
    targets: Vec<Vec<Displacement>>,
    /// Changes of the weights in the last upload, and what was uploaded.
    changes: Vec<f32>,
    morphed: Vec<SkinnedVertex>,
}

impl ModelRenderer {
    /// Uploads meshes and textures. A texture that `decode` cannot read becomes a checkerboard, and a part with invalid
    /// indices is left out: [`warnings`](Self::warnings) has both. There is no figure at first.
    ///
    /// # Errors
    /// If a shader of `shaders/common` does not compile, the skins have more joints together than a vertex can name, or the
    /// card has no room.
    pub fn new(gl: &Gl, model: &Model, decode: Decode) -> Result<Self, ShaderError> {
        let mut renderer = Self::of_parts(gl, &model.parts, &model.skins, &model.materials, decode)?;
        let rest: Vec<Affine3x4> = all_palettes(model, &ModelInstance::new(model)).collect();
        renderer.note_mirroring(&rest);
        Ok(renderer)
    }

    /// Uploads meshes and textures of parts without a model.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn of_parts(
        gl: &Gl,
        parts: &[Part],
        skins: &[Skin],
        materials: &[Material],
        decode: Decode,
    ) -> Result<Self, ShaderError> {
        let mut starts = Vec::new();
        let mut joints = Vec::new();
        for skin in skins {
            starts.push(joints.len());
            joints.extend(skin.bindings.iter().map(|binding| binding.joint));
        }
        if joints.len() > usize::from(u16::MAX) + 1 {
            return Err(drawing_error(format!("the skins have {} joints together, more than 65536", joints.len())));
        }
        let mut warnings = Vec::new();
        let mut textures = Textures::new(gl, decode).map_err(drawing_error)?;
        let mut drawn = Vec::new();
        for part in parts {
            match check(skins, part) {
                Err(reason) => warnings.push(format!("part \"{}\" is not drawn: {reason}", part.name)),
                Ok(()) if part.mesh.indices.is_empty() => {}
                Ok(()) => {
                    let material = part.material.and_then(|index| materials.get(index));
                    drawn.push(DrawnPart::new(gl, part, starts[part.skin], material, &mut textures)?);
                }
            }
        }
        warnings.extend(textures.warnings);
        Ok(Self {
            gl: gl.clone(),
            linear: LiveProgram::load(gl, FIGURE_SHADER, LIGHT_SHADER, &[])?,
            dual: None,
            parts: drawn,
            textures: textures.uploaded,
            starts,
            joints,
            skinning: Skinning::Linear,
            instances: None,
            palettes: None,
            worlds: Mirroring::NONE,
            skins: vec![Mirroring::NONE; skins.len()],
            matrices: Vec::new(),
            texels: Vec::new(),
            warnings,
        })
    }

    /// Warnings about what was left out or replaced.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns whether a part is see-through.
    pub fn has_see_through(&self) -> bool {
        self.parts.iter().any(DrawnPart::is_see_through)
    }

    /// Number of entries in a palette: the bindings of all skins.
    pub fn joints(&self) -> usize {
        self.joints.len()
    }

    /// Takes a single figure in a pose, with its morph weights.
    ///
    /// # Errors
    /// If the card has no room.
    ///
    /// # Panics
    /// If `model` and `figure` are not of the renderer's model.
    pub fn pose(&mut self, model: &Model, figure: &ModelInstance, skinning: Skinning) -> Result<(), ShaderError> {
        for part in &mut self.parts {
            if let Some(morphs) = &mut part.morphs {
                morphs.write(figure.weight_changes(model, morphs.set), &part.vertices);
            }
        }
        self.place(&[FigureInstance::new(model.world_from_model, 0)])?;
        let mut matrices = std::mem::take(&mut self.matrices);
        matrices.clear();
        matrices.extend(all_palettes(model, figure));
        let written = self.write_palettes(&matrices, skinning);
        self.matrices = matrices;
        written
    }

    /// Takes other figures, whose palettes are to be written before the next draw. Their morph targets stay as they are.
    ///
    /// # Errors
    /// If the card has no room: then nothing changes.
    pub fn place(&mut self, instances: &[FigureInstance]) -> Result<(), ShaderError> {
        if self.instances.as_ref().map_or(0, |known| known.len()) != instances.len() {
            let buffer = VertexBuffer::empty_dynamic(&self.gl, instances.len().max(1)).map_err(drawing_error)?;
            self.instances = (!instances.is_empty()).then_some(buffer);
            self.palettes = None;
        }
        if let Some(buffer) = &self.instances {
            buffer.invalidate(); // what was drawn from it may still be under way
            buffer.write(instances);
        }
        let worlds = instances.iter().map(|instance| instance.world_from_model().matrix3.determinant());
        self.worlds = Mirroring::from_determinants(worlds);
        Ok(())
    }

    /// Writes the palettes of all figures, one after the other. Allocates nothing, after the first frame.
    ///
    /// # Errors
    /// If they do not fit a texture, or the card has no room.
    ///
    /// # Panics
    /// If there are more than the figures have.
    pub fn write_palettes(&mut self, palettes: &[Affine3x4], skinning: Skinning) -> Result<(), ShaderError> {
        self.note_mirroring(palettes);
        let mut texels = std::mem::take(&mut self.texels);
        texels.clear();
        for matrix in palettes {
            texels.extend(match skinning {
                Skinning::Linear => matrix.rows.map(Vec4::from),
                Skinning::DualQuaternion => {
                    let Similarity { scale, motion } = Similarity::nearest(&Affine3A::from(*matrix));
                    [motion.real.into(), motion.dual.into(), Vec4::X * scale]
                }
            });
        }
        let written = self.write_texels(&texels);
        self.texels = texels;
        self.skinning = skinning;
        if skinning == Skinning::DualQuaternion && self.dual.is_none() {
            self.dual = Some(LiveProgram::load(&self.gl, FIGURE_SHADER, LIGHT_SHADER, &["DUAL"])?);
        }
        written
    }

    /// Writes the palettes as texels, three rows a matrix. Their joints are assumed to mirror nothing that is not mirrored
    /// at rest.
    ///
    /// # Errors
    /// As [`write_palettes`](Self::write_palettes).
    pub fn write_texels(&mut self, texels: &[Vec4]) -> Result<(), ShaderError> {
        self.skinning = Skinning::Linear;
        let Some(instances) = &self.instances else { return Ok(()) };
        if self.palettes.is_none() {
            let each = 3 * self.joints.len().max(1);
            let texture = TexelTexture::new(&self.gl, "palettes", instances.len(), each);
            self.palettes = Some(texture.map_err(|error| drawing_error(format!("{error:#}")))?);
        }
        self.palettes.iter().for_each(|palettes| palettes.write(texels));
        Ok(())
    }

    /// Notes the mirroring of each skin by the palettes of all figures.
    fn note_mirroring(&mut self, palettes: &[Affine3x4]) {
        for (skin, mirroring) in self.skins.iter_mut().enumerate() {
            let end = self.starts.get(skin + 1).copied().unwrap_or(self.joints.len());
            let palettes = palettes.chunks(self.joints.len().max(1));
            let matrices = palettes.flat_map(|palette| &palette[self.starts[skin]..end]);
            let determinants = matrices.map(|matrix| Affine3A::from(*matrix).matrix3.determinant());
            *mirroring = Mirroring::from_determinants(determinants);
        }
    }

    /// Returns the [winding](Mirroring::winding) of a part's front faces, in all figures.
    pub(super) fn winding(&self, part: &DrawnPart) -> i32 {
        self.skins[part.skin].times(self.worlds).winding()
    }

    pub(super) fn program(&self) -> &LiveProgram {
        match (self.skinning, &self.dual) {
            (Skinning::DualQuaternion, Some(dual)) => dual,
            _ => &self.linear,
        }
    }
}

/// Returns the palettes of all skins, one after the other.
fn all_palettes<'a>(model: &'a Model, figure: &'a ModelInstance) -> impl Iterator<Item = Affine3x4> + 'a {
    let skins = 0..model.skins.len();
    skins.flat_map(|skin| figure.palette(skin)).map(|matrix| Affine3x4::from(*matrix))
}

impl DrawnPart {
    /// Uploads a part, whose joints begin at `start` in a palette.
    fn new<'m>(
        gl: &Gl,
        part: &Part,
        start: usize,
        material: Option<&'m Material>,
        textures: &mut Textures<'m>,
    ) -> Result<Self, ShaderError> {
        let mut vertices = part.mesh.vertices.clone();
        for vertex in &mut vertices {
            vertex.joints = vertex.joints.map(|joint| start as u16 + joint);
        }
        let mut colors = vec![VertexColor(Vec4::ONE); vertices.len()];
        for (color, encoded) in colors.iter_mut().zip(&part.colors) {
            *color = VertexColor(linear_with_opacity(Vec4::from(encoded.map(f32::from)) / 255.0));
        }
        let opacity = material.map_or(Opacity::default(), |it| it.opacity);
        let texture = material.and_then(|it| it.texture.as_ref());
        let emission = material.and_then(|it| it.emission_texture.as_ref());
        Ok(Self {
            skin: part.skin,
            material: material.cloned().unwrap_or_default(),
            texture: textures.index_of(texture, opacity).map_err(drawing_error)?,
            emission_texture: textures.index_of(emission, Opacity::Opaque).map_err(drawing_error)?,
            vertices: VertexBuffer::new(gl, attributes(&vertices)).map_err(drawing_error)?,
            colors: VertexBuffer::immutable(gl, &colors).map_err(drawing_error)?,
            indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, &part.mesh.indices)
                .map_err(drawing_error)?,
            morphs: part.morphs.as_ref().map(|morphs| Morphs {
                set: morphs.set,
                morphed: vertices.clone(),
                vertices,
                targets: morphs.targets.clone(),
                changes: Vec::new(),
            }),
        })
    }

    pub(super) fn is_see_through(&self) -> bool {
        self.material.diffuse.w < 1.0 || self.material.opacity == Opacity::Blend
    }
}

impl Morphs {
    /// Uploads the morphed vertices to `buffer`, unless the last upload had the same `changes`: the differences of the
    /// weights from those at rest, one for each target.
    fn write(&mut self, changes: impl Iterator<Item = f32> + Clone, buffer: &VertexBuffer<Attributes<SkinnedVertex>>) {
        if self.changes.iter().copied().eq(changes.clone()) {
            return;
        }
        self.changes.clear();
        self.changes.extend(changes);
        morph_vertices(&self.vertices, &self.targets, self.changes.iter().copied(), &mut self.morphed);
        buffer.invalidate(); // what was drawn from it may still be under way
        buffer.write(attributes(&self.morphed));
    }
}

/// Rejects a part that cannot be drawn: indices out of range, which the graphics card would not check.
///
/// # Errors
/// The reason why it cannot be drawn.
pub fn check(skins: &[Skin], part: &Part) -> Result<(), String> {
    let Some(skin) = skins.get(part.skin) else {
        return Err(format!("it is on skin {} of {}", part.skin, skins.len()));
    };
    let count = part.mesh.vertices.len();
    if let Some(index) = part.mesh.indices.iter().find(|index| **index as usize >= count) {
        return Err(format!("a triangle names vertex {index} of {count}"));
    }
    if !part.colors.is_empty() && part.colors.len() != count {
        return Err(format!("it has {} colours for {count} vertices", part.colors.len()));
    }
    let places = skin.bindings.len();
    let named = part.mesh.vertices.iter().flat_map(|vertex| vertex.joints);
    if let Some(place) = named.into_iter().find(|place| usize::from(*place) >= places) {
        return Err(format!("a vertex follows place {place} of a skin with {places}"));
    }
    let moved = part.morphs.iter().flat_map(|morphs| morphs.targets.iter().flatten());
    match moved.map(|displacement| displacement.vertex).find(|vertex| *vertex as usize >= count) {
        Some(vertex) => Err(format!("a morph target moves vertex {vertex} of {count}")),
        None => Ok(()),
    }
}

pub(super) fn drawing_error(reason: impl Display) -> ShaderError {
    ShaderError::drawing(FIGURE_SHADER, format!("{reason}"))
}
