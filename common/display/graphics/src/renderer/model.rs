//! A model's meshes on the graphics card, and drawing them in a pose.

use super::{
    batch::{Batch, cut_into_batches},
    colors::{Programs, colors_beside, has_colors, upload_colors},
    culling::{Mirroring, culling},
    morphs::MorphedBatch,
    palette::{DualUpload, Matrices, PaletteEntry, Upload},
    texture::{self, Decode},
};
use crate::{
    Attributes, Gl, ShaderError, ShaderFile, Target, Uniforms, attributes,
    canvas::blend_over,
    color::{linear, linear_with_opacity},
    draw_state,
    vertex::VertexColor,
};
use armature::math::Affine3x4;
use armature::{
    mesh::SkinnedVertex,
    model::{Material, Model, ModelInstance, Opacity, Part, Texture},
};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::{
    BackfaceCullingMode, DrawParameters, IndexBuffer, Rect, Surface, VertexBuffer, draw_parameters::TimeElapsedQuery,
    index::PrimitiveType, texture::SrgbTexture2d,
};
use std::collections::{HashMap, hash_map::Entry};

/// The camera and the light of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewpoint {
    pub clip_from_world: Mat4,
    /// World space.
    pub eye: Vec3,
    /// Unit length, in world space.
    pub to_light: Vec3,
    /// The part of the picture that it fills; `None` is all of it.
    pub area: Option<Rect>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DrawMode {
    /// The surface as the file has it.
    Material,
    /// The surface, coloured by how strongly it follows this joint of the skeleton.
    Weights(usize),
    /// The surface, coloured by how far dual quaternions move it from where linear blending does: the ramp's
    /// last colour at this distance, in the model's space. Nothing differs under [`Skinning::Linear`].
    Difference(f32),
    /// The edges of its triangles in one colour, sRGB-encoded, over a surface that is there already.
    Wireframe(Vec4),
    /// A see-through shape in one colour, sRGB-encoded: a pose of another time.
    Ghost(Vec4),
    /// A see-through shape of a figure that lies flat, all at one depth.
    Shadow(Vec4),
    /// The shape of a figure that is flattened onto the ground, in one colour, sRGB-encoded: overlapping shadows are no darker.
    Fallen(Vec4),
}

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

/// Alpha below this is a hole in a surface that is opaque otherwise: leaves, hair.
const CUTOUT: f32 = 0.5;

/// The broadest highlight. Some exporters write an exponent of 0 or 1 and mean "no highlight": as
/// the formula has it that would be a veil over the whole figure.
const MIN_SHININESS: f32 = 4.0;

/// Draws one model in any pose.
pub struct ModelRenderer {
    programs: Programs,
    has_colors: bool,
    upload: Upload,
    skinning: Skinning,
    /// Made when dual quaternions are first used.
    dual: Option<DualUpload>,
    /// Matrices that are uploaded together; each batch is drawn with one of these palettes.
    palettes: Vec<Vec<PaletteEntry>>,
    parts: Vec<DrawnPart>,
    textures: Vec<SrgbTexture2d>,
    white: SrgbTexture2d,
    warnings: Vec<String>,
}

struct DrawnPart {
    skin: usize,
    batches: Vec<DrawnBatch>,
    material: Material,
    /// Indices into the renderer's textures.
    texture: Option<usize>,
    emission_texture: Option<usize>,
    /// Its set of morph targets: index into the model's.
    morph_set: Option<usize>,
}

struct DrawnBatch {
    vertices: VertexBuffer<Attributes<SkinnedVertex>>,
    /// What changes them from time to time.
    morphs: Option<MorphedBatch>,
    colors: Option<VertexBuffer<VertexColor>>,
    indices: IndexBuffer<u32>,
    /// Index into the renderer's palettes.
    palette: usize,
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
        let programs = Programs::load(gl, vertex, &defines, has_colors)?;
        let white = texture::white_texture(gl).map_err(unsupported)?;
        let (palettes, parts, textures, warnings) = Default::default();
        let skinning = Skinning::Linear;
        let dual = None;
        let mut renderer =
            Self { programs, has_colors, upload, skinning, dual, palettes, parts, textures, white, warnings };
        let starts = renderer.join_skins(model);
        let mut known = HashMap::new();
        for part in &model.parts {
            if let Err(reason) = check(model, part) {
                renderer.warnings.push(format!("part \"{}\" is not drawn: {reason}", part.name));
            } else if !part.mesh.indices.is_empty() {
                let start = starts.as_ref().map(|starts| starts[part.skin]);
                renderer.add_part(gl, model, part, start, decode, &mut known)?;
            }
        }
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

    fn dual(&self) -> Option<&DualUpload> {
        self.dual.as_ref().filter(|_| self.skinning == Skinning::DualQuaternion)
    }

    /// Warnings about what was left out or replaced.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Uploads a part. `start` is the index of its skin's first matrix if all skins share a palette; `known` are the indices
    /// of textures that are uploaded already.
    fn add_part<'m>(
        &mut self,
        gl: &Gl,
        model: &'m Model,
        part: &Part,
        start: Option<u16>,
        decode: Decode,
        known: &mut HashMap<(&'m Texture, bool), usize>,
    ) -> Result<(), ShaderError> {
        let material = part.material.and_then(|index| model.materials.get(index));
        let opacity = material.map_or(Opacity::default(), |it| it.opacity);
        let texture = material.and_then(|it| it.texture.as_ref());
        let texture = texture.map(|texture| self.texture_index(gl, texture, opacity, decode, known)).transpose()?;
        let emission_texture = material.and_then(|it| it.emission_texture.as_ref());
        let emission_texture = emission_texture
            .map(|texture| self.texture_index(gl, texture, Opacity::Opaque, decode, known))
            .transpose()?;
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

    /// Returns the index of a texture, which is loaded unless it is in `known`.
    fn texture_index<'m>(
        &mut self,
        gl: &Gl,
        texture: &'m Texture,
        opacity: Opacity,
        decode: Decode,
        known: &mut HashMap<(&'m Texture, bool), usize>,
    ) -> Result<usize, ShaderError> {
        match known.entry((texture, opacity == Opacity::OfColor)) {
            Entry::Occupied(index) => Ok(*index.get()),
            Entry::Vacant(new) => {
                let (texture, note) = texture::load_texture(gl, texture, opacity, decode).map_err(unsupported)?;
                self.warnings.extend(note);
                self.textures.push(texture);
                Ok(*new.insert(self.textures.len() - 1))
            }
        }
    }

    /// Draws a pose of the renderer's model: opaque parts first, see-through parts over them.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    ///
    /// # Panics
    /// If `model` and `figure` are not of the renderer's model.
    pub fn draw(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        figure: &ModelInstance,
        view: &Viewpoint,
        mode: DrawMode,
    ) -> Result<(), ShaderError> {
        let figure = DrawnInstance {
            matrices: &|skin, place| Affine3x4::from(figure.palette(skin)[place]),
            morphed: Some(figure),
            world_from_model: model.world_from_model,
            tint: Vec3::ONE,
        };
        match mode {
            DrawMode::Material | DrawMode::Weights(_) | DrawMode::Difference(_) => {
                for see_through in [false, true] {
                    let parameters = draw_state::surface(see_through);
                    self.draw_parts(target, model, &figure, view, mode, &parameters, |part| {
                        (part.is_see_through() && mode == DrawMode::Material) == see_through
                    })?;
                }
                Ok(())
            }
            DrawMode::Wireframe(_) => {
                self.draw_parts(target, model, &figure, view, mode, &draw_state::outline(), |_| true)
            }
            DrawMode::Shadow(_) => {
                let once = DrawParameters { blend: blend_over(), ..draw_state::solid() };
                self.draw_parts(target, model, &figure, view, mode, &once, |_| true)
            }
            DrawMode::Fallen(_) => self.draw_parts(target, model, &figure, view, mode, &draw_state::shadow(), |_| true),
            DrawMode::Ghost(_) => draw_state::ghost()
                .iter()
                .try_for_each(|parameters| self.draw_parts(target, model, &figure, view, mode, parameters, |_| true)),
        }
    }

    /// Draws many instances of the model, each with its own draw calls: the opaque parts of all instances first. `places`
    /// has each instance's `world_from_model` and the factor of its colours, in linear light. `matrix` returns the skinning
    /// matrix of an instance, a skin and one of its bindings.
    ///
    /// # Errors
    /// The driver's error, as one of the shader file.
    pub fn draw_each(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        view: &Viewpoint,
        places: &(impl Iterator<Item = (Affine3A, Vec3)> + Clone),
        matrix: impl Fn(usize, usize, usize) -> Affine3x4,
        query: Option<&TimeElapsedQuery>,
    ) -> Result<(), ShaderError> {
        for see_through in [false, true] {
            let parameters = DrawParameters { time_elapsed_query: query, ..draw_state::surface(see_through) };
            for (instance, (world_from_model, tint)) in places.clone().enumerate() {
                let figure = DrawnInstance {
                    matrices: &|skin, place| matrix(instance, skin, place),
                    morphed: None,
                    world_from_model,
                    tint,
                };
                self.draw_parts(target, model, &figure, view, DrawMode::Material, &parameters, |part| {
                    part.is_see_through() == see_through
                })?;
            }
        }
        Ok(())
    }

    /// Draws the parts of a figure for which `is_drawn` returns true, with the same draw parameters.
    #[allow(clippy::too_many_arguments)] // what is drawn, and how: each is one of these
    fn draw_parts(
        &self,
        target: &mut Target<'_>,
        model: &Model,
        figure: &DrawnInstance<'_>,
        view: &Viewpoint,
        mode: DrawMode,
        parameters: &DrawParameters<'_>,
        is_drawn: impl Fn(&DrawnPart) -> bool,
    ) -> Result<(), ShaderError> {
        let dual = self.dual();
        let programs = dual.map_or(&self.programs, |dual| &dual.programs);
        let mut written = None;
        for part in self.parts.iter().filter(|part| is_drawn(part)) {
            let winding = part.winding(model, figure);
            let backface_culling = match mode {
                DrawMode::Shadow(_) | DrawMode::Fallen(_) => BackfaceCullingMode::CullingDisabled, // it lies flat, either way round
                _ => culling(&part.material, winding),
            };
            let parameters =
                DrawParameters { backface_culling, viewport: view.area, scissor: view.area, ..parameters.clone() };
            for batch in &part.batches {
                let Some(program) = programs.get(batch.colors.is_some()) else { continue };
                if written != Some(batch.palette) {
                    let palette = &self.palettes[batch.palette];
                    match dual {
                        Some(dual) => {
                            dual.write(palette.iter().map(|entry| entry.matrix(figure.matrices)));
                        }
                        None => self.upload.write(figure.matrices, palette),
                    }
                    written = Some(batch.palette);
                }
                if let (Some(morphs), Some(set)) = (&batch.morphs, part.morph_set) {
                    let changes = figure.morphed.map(|figure| figure.weight_changes(model, set));
                    morphs.write(changes.into_iter().flatten(), &batch.vertices);
                }
                let uniforms = self.uniforms(model, figure, part, batch, view, mode).int("u_winding", winding);
                let vertices = (&batch.vertices, colors_beside(&batch.vertices, batch.colors.as_ref()));
                target
                    .draw(vertices, &batch.indices, &program, &uniforms, &parameters)
                    .map_err(|error| unsupported(error.to_string()))?;
            }
        }
        Ok(())
    }

    /// Returns the uniforms of both shaders, for a batch of a part.
    fn uniforms(
        &self,
        model: &Model,
        figure: &DrawnInstance<'_>,
        part: &DrawnPart,
        batch: &DrawnBatch,
        view: &Viewpoint,
        mode: DrawMode,
    ) -> Uniforms<'_> {
        let places = &self.palettes[batch.palette];
        let heat = if let DrawMode::Weights(joint) = mode { Some(joint) } else { None };
        let greatest_distance = if let DrawMode::Difference(distance) = mode { Some(distance) } else { None };
        let plain = match mode {
            DrawMode::Ghost(color) | DrawMode::Shadow(color) | DrawMode::Fallen(color) | DrawMode::Wireframe(color) => {
                Some(color)
            }
            DrawMode::Material | DrawMode::Weights(_) | DrawMode::Difference(_) => None,
        };
        let bindings = &model.skins[part.skin].bindings;
        let heat_place = heat.and_then(|_| {
            places.iter().position(|PaletteEntry { skin, place }| {
                usize::from(*skin) == part.skin && bindings[usize::from(*place)].joint == heat
            })
        });
        let uniforms = self
            .surface(part, plain, figure.tint, view)
            .mat4("u_world_from_model", Mat4::from(figure.world_from_model))
            .int("u_heat_place", heat_place.map_or(-1, |place| place as i32))
            .flag("u_show_heat", heat.is_some() || greatest_distance.is_some());
        match self.dual() {
            Some(dual) => dual.add_to(uniforms, greatest_distance.unwrap_or(0.0)),
            None => self.upload.add_to(uniforms, figure.matrices, places),
        }
    }

    /// Returns the uniforms of `lit.frag`: camera, light and material. A `plain` colour replaces the material; only its
    /// cut-out holes stay.
    fn surface(&self, part: &DrawnPart, plain: Option<Vec4>, tint: Vec3, view: &Viewpoint) -> Uniforms<'_> {
        let cutout = match part.material.opacity {
            Opacity::Mask(cutoff) => Some(cutoff),
            Opacity::OfColor if plain.is_none() && part.material.diffuse.w >= 1.0 => Some(CUTOUT),
            _ => None,
        };
        let solid = matches!(part.material.opacity, Opacity::Opaque | Opacity::Mask(_));
        let texture = part.texture.filter(|_| plain.is_none() || cutout.is_some());
        let plain_material = plain.map(|diffuse| Material { diffuse, ..Material::default() });
        let sampler = texture::sampler(part.material.sampling);
        let material = plain_material.as_ref().unwrap_or(&part.material);
        Uniforms::new()
            .mat4("u_clip_from_world", view.clip_from_world)
            .vec3("u_eye", view.eye)
            .vec3("u_to_light", view.to_light)
            .vec3s("u_ramp", &drawing::weight_ramp().map(linear))
            .vec4("u_diffuse", linear_with_opacity(material.diffuse) * tint.extend(1.0))
            .vec3("u_specular", linear(material.specular))
            .float("u_shininess", material.shininess.max(MIN_SHININESS))
            .vec3("u_emission", linear(material.emission))
            .texture("u_emission_texture", self.texture_or_white(part.emission_texture), sampler)
            .texture("u_texture", self.texture_or_white(texture), sampler)
            .float("u_cutout", cutout.unwrap_or(0.0))
            .flag("u_solid", solid)
            .flag("u_plain", plain.is_some())
            .flag("u_unlit", material.unlit)
    }

    fn texture_or_white(&self, index: Option<usize>) -> &SrgbTexture2d {
        index.map_or(&self.white, |index| &self.textures[index])
    }

    /// Returns the uniforms of `lit.frag` for one of [`drawn_parts`], its material, and whether it is see-through.
    pub fn surface_of(&self, part: usize, view: &Viewpoint) -> (Uniforms<'_>, &Material, bool) {
        let part = &self.parts[part];
        let surface = self.surface(part, None, Vec3::ONE, view);
        (surface.flag("u_show_heat", false), &part.material, part.is_see_through())
    }
}

/// One of a model's figures.
struct DrawnInstance<'a> {
    matrices: &'a Matrices<'a>,
    /// Has the weights of the morph targets; without it they are at rest.
    morphed: Option<&'a ModelInstance>,
    world_from_model: Affine3A,
    /// Factor of its colours, in linear light.
    tint: Vec3,
}

/// The parts of a model that a renderer draws, in its order.
pub fn drawn_parts(model: &Model) -> impl Iterator<Item = &Part> {
    model.parts.iter().filter(|part| check(model, part).is_ok() && !part.mesh.indices.is_empty())
}

impl DrawnPart {
    fn is_see_through(&self) -> bool {
        self.material.diffuse.w < 1.0 || self.material.opacity == Opacity::Blend
    }

    /// Returns the [winding](Mirroring::winding) of the part's front faces in this pose.
    fn winding(&self, model: &Model, figure: &DrawnInstance<'_>) -> i32 {
        let world = figure.world_from_model.matrix3.determinant();
        let determinants = (0..model.skins[self.skin].bindings.len()).map(|place| {
            let matrix = Affine3A::from((figure.matrices)(self.skin, place));
            world * matrix.matrix3.determinant()
        });
        Mirroring::from_determinants(determinants).winding()
    }
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

fn unsupported(reason: String) -> ShaderError {
    ShaderError::drawing(ShaderFile("common/skinned.vert"), reason)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{testing::headless_or_skip, uniforms::check};
    use armature::{mesh::Mesh, skin::Skin};

    /// The uniforms that the renderer sets are those that the two shaders read.
    #[test]
    fn every_uniform_is_set_and_read() {
        let Some(gl) = headless_or_skip("every_uniform_is_set_and_read") else { return };
        let joint = armature::skeleton::Joint {
            name: "base".into(),
            parent: None,
            bind_local: armature::math::Transform::IDENTITY,
        };
        let mesh = Mesh { vertices: vec![SkinnedVertex::default(); 3], indices: vec![0, 1, 2] };
        let part = Part { name: "part".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
        let model = Model {
            skeleton: armature::skeleton::Skeleton::new(vec![joint]).unwrap(),
            skins: vec![Skin::rigid(0)],
            parts: vec![part],
            ..Model::default()
        };
        // One matrix of a palette of 96: this mesh does not use the rest.
        let palette = "uniform u_palette has 96 elements in the shader; 1 are set";
        assert_eq!(uniform_notes(&model, &ModelRenderer::new(&gl, &model, super::texture::png).unwrap()), [palette]);
        let mut with_rows = ModelRenderer::with_rows(&gl, &model, super::texture::png).unwrap();
        assert_eq!(uniform_notes(&model, &with_rows), [""; 0]);
        with_rows.set_skinning(&gl, Skinning::DualQuaternion).unwrap();
        assert_eq!(uniform_notes(&model, &with_rows), [""; 0]);
    }

    /// Returns the notes of comparing the uniforms that `renderer` sets with those that its shaders read.
    fn uniform_notes(model: &Model, renderer: &ModelRenderer) -> Vec<String> {
        let instance = ModelInstance::new(model);
        let figure = DrawnInstance {
            matrices: &|skin, place| Affine3x4::from(instance.palette(skin)[place]),
            morphed: None,
            world_from_model: model.world_from_model,
            tint: Vec3::ONE,
        };
        let view = Viewpoint { clip_from_world: Mat4::IDENTITY, eye: Vec3::Z, to_light: Vec3::Y, area: None };
        let part = &renderer.parts[0];
        let uniforms = renderer.uniforms(model, &figure, part, &part.batches[0], &view, DrawMode::Weights(0));
        let programs = renderer.dual().map_or(&renderer.programs, |dual| &dual.programs);
        check(&programs.get(false).unwrap(), &uniforms.int("u_winding", 1)).unwrap()
    }
}
