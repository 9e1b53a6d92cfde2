//! A model's meshes on the graphics card, and drawing them in a pose.

use super::{
    batch::{Batch, cut_into_batches},
    colors::{LIGHT_SHADER, Programs, has_colors, upload_colors},
    morphs::MorphedBatch,
    palette::{DualUpload, PaletteEntry, Upload},
    texture::{self, Decode, Textures},
};
use crate::{Attributes, Gl, ShaderError, ShaderFile, attributes, vertex::VertexColor};
use armature::{
    mesh::SkinnedVertex,
    model::{Material, Model, Opacity, Part},
};
use glium::{IndexBuffer, VertexBuffer, index::PrimitiveType, texture::SrgbTexture2d};

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

/// Draws one model in any pose.
pub struct ModelRenderer {
    pub(super) programs: Programs,
    has_colors: bool,
    pub(super) upload: Upload,
    skinning: Skinning,
    /// Made when dual quaternions are first used.
    dual: Option<DualUpload>,
    /// Matrices that are uploaded together; each batch is drawn with one of these palettes.
    pub(super) palettes: Vec<Vec<PaletteEntry>>,
    pub(super) parts: Vec<DrawnPart>,
    pub(super) textures: Vec<SrgbTexture2d>,
    pub(super) white: SrgbTexture2d,
    warnings: Vec<String>,
}

pub(super) struct DrawnPart {
    pub(super) skin: usize,
    pub(super) batches: Vec<DrawnBatch>,
    pub(super) material: Material,
    /// Indices into the renderer's textures.
    pub(super) texture: Option<usize>,
    pub(super) emission_texture: Option<usize>,
    /// Its set of morph targets: index into the model's.
    pub(super) morph_set: Option<usize>,
}

pub(super) struct DrawnBatch {
    pub(super) vertices: VertexBuffer<Attributes<SkinnedVertex>>,
    /// What changes them from time to time.
    pub(super) morphs: Option<MorphedBatch>,
    pub(super) colors: Option<VertexBuffer<VertexColor>>,
    pub(super) indices: IndexBuffer<u32>,
    /// Index into the renderer's palettes.
    pub(super) palette: usize,
}

impl ModelRenderer {
    /// Uploads meshes and textures; palettes will be passed as matrices. A texture that `decode` cannot read becomes a
    /// checkerboard, and a part with invalid indices is left out: [`warnings`](Self::warnings) has both.
    ///
    /// # Errors
    /// If `shaders/common/skinned.vert` and `lit.frag` do not compile, or the card has no room.
    pub fn new(gl: &Gl, model: &Model, decode: Decode) -> Result<Self, ShaderError> {
        Self::with_upload(gl, model, decode, Upload::matrices(gl))
    }

    /// Like [`new`](Self::new), with palettes that will be passed in rows, those of all skins in one piece.
    ///
    /// # Errors
    /// As [`new`](Self::new), of `shaders/common/skinned_rows.vert`.
    pub fn with_rows(gl: &Gl, model: &Model, decode: Decode) -> Result<Self, ShaderError> {
        Self::with_upload(gl, model, decode, Upload::rows(gl)?)
    }

    /// Uploads meshes and textures for palettes that are passed by `upload`.
    fn with_upload(gl: &Gl, model: &Model, decode: Decode, upload: Upload) -> Result<Self, ShaderError> {
        let (vertex, defines) = upload.shader();
        let defines: Vec<&str> = defines.iter().map(String::as_str).collect();
        let has_colors = has_colors(model);
        let programs = Programs::load(gl, [vertex, LIGHT_SHADER], &defines, has_colors)?;
        let white = texture::white_texture(gl).map_err(unsupported)?;
        let mut renderer = Self {
            programs,
            has_colors,
            upload,
            skinning: Skinning::Linear,
            dual: None,
            palettes: Vec::new(),
            parts: Vec::new(),
            textures: Vec::new(),
            white,
            warnings: Vec::new(),
        };
        let starts = renderer.join_skins(model);
        let mut textures = Textures::new(gl, decode);
        for part in &model.parts {
            if let Err(reason) = check(model, part) {
                renderer.warnings.push(format!("part \"{}\" is not drawn: {reason}", part.name));
            } else if !part.mesh.indices.is_empty() {
                let start = starts.as_ref().map(|starts| starts[part.skin]);
                renderer.add_part(gl, model, part, start, &mut textures)?;
            }
        }
        renderer.textures = textures.uploaded;
        renderer.warnings.extend(textures.warnings);
        Ok(renderer)
    }

    /// Joins the palettes of all skins into one, if palettes are passed in rows and all fit. Returns the index of each skin's
    /// first matrix in the joined palette.
    fn join_skins(&mut self, model: &Model) -> Option<Vec<u16>> {
        let counts: Vec<usize> = model.skins.iter().map(|skin| skin.bindings.len()).collect();
        if matches!(self.upload, Upload::Matrices { .. }) || counts.iter().sum::<usize>() > self.upload.capacity() {
            return None;
        }
        let mut starts = Vec::new();
        let mut all = Vec::new();
        for (skin, count) in counts.into_iter().enumerate() {
            starts.push(all.len() as u16);
            all.extend((0..count).map(|place| PaletteEntry { skin: skin as u16, place: place as u16 }));
        }
        self.palettes.push(all);
        Some(starts)
    }

    /// Changes the skinning, which is [linear](Skinning::Linear) at first. Both kinds of palette work.
    ///
    /// # Errors
    /// If `shaders/common/skinned_dual.vert` does not compile, or the card has no room: then nothing changes.
    pub fn set_skinning(&mut self, gl: &Gl, skinning: Skinning) -> Result<(), ShaderError> {
        if skinning == Skinning::DualQuaternion && self.dual.is_none() {
            self.dual = Some(DualUpload::new(gl, self.has_colors)?);
        }
        self.skinning = skinning;
        Ok(())
    }

    pub(super) fn dual(&self) -> Option<&DualUpload> {
        self.dual.as_ref().filter(|_| self.skinning == Skinning::DualQuaternion)
    }

    /// Warnings about what was left out or replaced.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Uploads a part. `start` is the index of its skin's first matrix if all skins share a palette.
    fn add_part<'m>(
        &mut self,
        gl: &Gl,
        model: &'m Model,
        part: &Part,
        start: Option<u16>,
        textures: &mut Textures<'m>,
    ) -> Result<(), ShaderError> {
        let material = part.material.and_then(|index| model.materials.get(index));
        let opacity = material.map_or(Opacity::default(), |it| it.opacity);
        let texture = material.and_then(|it| it.texture.as_ref());
        let texture = texture.map(|texture| textures.index_of(texture, opacity)).transpose().map_err(unsupported)?;
        let emission = material.and_then(|it| it.emission_texture.as_ref());
        let emission = emission.map(|texture| textures.index_of(texture, Opacity::Opaque));
        let emission_texture = emission.transpose().map_err(unsupported)?;
        let places = model.skins[part.skin].bindings.len();
        let mut uploaded = Vec::new();
        for mut batch in cut_into_batches(&part.mesh, places, self.upload.capacity()) {
            let palette = if let Some(start) = start {
                for vertex in &mut batch.vertices {
                    vertex.joints = vertex.joints.map(|joint| start + joint);
                }
                0
            } else {
                let skin = part.skin as u16;
                self.palettes.push(batch.places.iter().map(|place| PaletteEntry { skin, place: *place }).collect());
                self.palettes.len() - 1
            };
            uploaded.push(upload_batch(gl, &batch, part, palette)?);
        }
        self.parts.push(DrawnPart {
            skin: part.skin,
            batches: uploaded,
            material: material.cloned().unwrap_or_default(),
            texture,
            emission_texture,
            morph_set: part.morphs.as_ref().map(|morphs| morphs.set),
        });
        Ok(())
    }
}

/// The parts of a model that a renderer draws, in its order.
pub fn drawn_parts(model: &Model) -> impl Iterator<Item = &Part> {
    model.parts.iter().filter(|part| check(model, part).is_ok() && !part.mesh.indices.is_empty())
}

/// Rejects a part that cannot be drawn: indices out of range, which the graphics card would not check.
///
/// # Errors
/// The reason why it cannot be drawn.
pub fn check(model: &Model, part: &Part) -> Result<(), String> {
    let Some(skin) = model.skins.get(part.skin) else {
        return Err(format!("it is on skin {} of {}", part.skin, model.skins.len()));
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

/// Uploads a batch, which will be drawn with palette number `palette` of the renderer.
fn upload_batch(gl: &Gl, batch: &Batch, part: &Part, palette: usize) -> Result<DrawnBatch, ShaderError> {
    let sources = batch.sources.iter().map(|source| *source as usize);
    let morphs = part.morphs.as_ref().map(|morphs| MorphedBatch::new(batch, &morphs.targets));
    let buffer = if morphs.is_some() { VertexBuffer::new } else { VertexBuffer::immutable };
    Ok(DrawnBatch {
        vertices: buffer(gl, attributes(&batch.vertices)).map_err(|e| unsupported(e.to_string()))?,
        morphs,
        colors: upload_colors(gl, part, sources).map_err(unsupported)?,
        indices: IndexBuffer::immutable(gl, PrimitiveType::TrianglesList, &batch.indices)
            .map_err(|e| unsupported(e.to_string()))?,
        palette,
    })
}

pub(super) fn unsupported(reason: String) -> ShaderError {
    ShaderError::drawing(ShaderFile("common/skinned.vert"), reason)
}
