//! The meshes of a scene on the graphics card: each as a part of a figure whose palette a frame gives, and for students' shaders.

use super::PaintedFrame;
use crate::scenes::skinned_mesh::{SkinPalette, SkinPrograms, SkinnedInstance, SkinnedMesh};
use anyhow::{Context, Error, Result};
use armature::model::{Material, Part, Sampling, Wrap};
use armature::skin::{Binding, Skin};
use drawing::{Draw, Frame, Painted, Shaded, Uniform, weight_ramp};
use glam::{Affine3A, Mat4, Vec3, Vec4};
use glium::texture::SrgbTexture2d;
use glium::uniforms::{MinifySamplerFilter, SamplerBehavior};
use glium::{Rect, Surface};
use graphics::{
    Gl, Picture, Target, Uniforms,
    draw_state::{self, SHADOW_COLOR},
    phong_materials::PhongMaterials,
    renderer::{self, Decode, DrawMode, FigureInstance, ModelRenderer, Skinning, Viewpoint},
    shadow,
};
use std::rc::Rc;
use ui::View;

/// Colours of the right scene over the student's, and of the edges of triangles.
pub(super) const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.45);
const EDGES: Vec4 = Vec4::new(0.05, 0.05, 0.08, 1.0);
/// Colours of a second view: its border and its background; sRGB.
const INSET_BORDER: Vec3 = Vec3::new(0.97, 0.98, 1.0);
const INSET_BACKGROUND: Vec3 = Vec3::new(0.30, 0.34, 0.40);

/// The programs of a [student's shader](drawing::StudentShader): with the student's, and with the finished one.
pub(super) struct Programs {
    pub(super) student: Rc<SkinPrograms>,
    pub(super) finished: Rc<SkinPrograms>,
}

pub(super) struct Meshes {
    pub(super) painted: Vec<Painted>,
    gl: Gl,
    materials: Rc<[Material]>,
    decode: Decode,
    /// The materials for shaders, if one needs them.
    phong: Option<Rc<PhongMaterials>>,
    /// One for each mesh.
    drawn: Vec<DrawnMesh>,
}

/// What draws a mesh in each way, made when it is first drawn so.
#[derive(Default)]
struct DrawnMesh {
    renderer: Option<ModelRenderer>,
    skinned: Option<Rc<SkinnedMesh>>,
    texture: Option<SrgbTexture2d>,
}

impl Meshes {
    /// Takes the meshes of a scene, and the materials of its figure.
    pub(super) fn new(gl: &Gl, painted: Vec<Painted>, materials: &Rc<[Material]>, decode: Decode) -> Self {
        let drawn = painted.iter().map(|_| DrawnMesh::default()).collect();
        Meshes { painted, gl: gl.clone(), materials: materials.clone(), decode, phong: None, drawn }
    }

    /// Draws the ghosts, the shadows, and the meshes over them.
    pub(super) fn draw(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        viewpoint: &Viewpoint,
        draws: &[Draw],
        programs: &[Programs],
    ) -> Result<()> {
        let to_light = viewpoint.to_light;
        let flattened = shadow::flattened(to_light);
        let floors = draws.iter().filter(|draw| draw.is_floor);
        let ghosts = draws.iter().filter_map(|draw| Some((draw, draw.ghost?)));
        for (draw, color) in ghosts.clone() {
            match self.shaded(draw, programs)? {
                Some((mesh, _)) => {
                    let color = Uniforms::new().vec4("u_color", color);
                    for parameters in draw_state::ghost() {
                        mesh.draw_lit(target, view, to_light, &color, &parameters)?;
                    }
                }
                None => self.draw_model(target, viewpoint, draw, DrawMode::Ghost(color), Mat4::IDENTITY)?,
            }
        }
        if ghosts.count() + floors.clone().count() > 0 {
            target.clear_depth(1.0);
        }
        for draw in floors {
            self.draw_model(target, viewpoint, draw, DrawMode::Material, Mat4::IDENTITY)?;
        }
        for draw in draws.iter().filter(|draw| is_solid(draw)) {
            match self.shaded(draw, programs)? {
                Some((mesh, _)) => mesh.draw_shadow(target, view, to_light)?,
                None => {
                    self.draw_model(target, viewpoint, draw, DrawMode::Fallen(SHADOW_COLOR.extend(1.0)), flattened)?;
                }
            }
        }
        for draw in draws.iter().filter(|draw| is_solid(draw)) {
            let Some((mesh, shaded)) = self.shaded(draw, programs)? else {
                self.draw_model(target, viewpoint, draw, DrawMode::Material, Mat4::IDENTITY)?;
                if view.options.wireframe {
                    self.draw_model(target, viewpoint, draw, DrawMode::Wireframe(EDGES), Mat4::IDENTITY)?;
                }
                continue;
            };
            // Where both are in one place, the student's is in front.
            let state = if shaded.is_finished { draw_state::solid_behind() } else { draw_state::solid() };
            let uniforms = self.uniforms(shaded.mesh.unwrap_or(draw.mesh), shaded)?;
            mesh.draw_lit(target, view, to_light, &uniforms, &state)?;
            if view.options.wireframe {
                mesh.draw_ghost(target, view)?;
            }
        }
        Ok(())
    }

    /// Draws the meshes once more, as the second view of a frame sees them.
    pub(super) fn draw_inset(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        Frame { lamp, draws, .. }: &Frame,
        clip_from_world: Mat4,
    ) -> Result<()> {
        let (width, height) = target.get_dimensions();
        let high = (height * 36 / 100).min(width * 30 / 100).max(1);
        let wide = high * 4 / 3;
        let margin = height / 30;
        let left = width.saturating_sub(wide + margin);
        let bottom = height.saturating_sub(high + margin);
        let area = Rect { left, bottom, width: wide, height: high };
        let border = (height / 240).max(1);
        let around = Rect {
            left: left.saturating_sub(border),
            bottom: bottom.saturating_sub(border),
            width: wide + 2 * border,
            height: high + 2 * border,
        };
        let [[r, g, b], [x, y, z]] = [INSET_BORDER, INSET_BACKGROUND].map(|color| color.to_array());
        target.clear(Some(&around), Some((r, g, b, 1.0)), true, None, None);
        target.clear(Some(&area), Some((x, y, z, 1.0)), true, Some(1.0), None);
        let to_light = lamp.unwrap_or(view.to_light());
        let viewpoint = Viewpoint { clip_from_world, to_light, area: Some(area), ..view.viewpoint() };
        self.draw(target, view, &viewpoint, draws, &[])
    }

    /// Draws meshes of the right frame as ghosts over all else.
    pub(super) fn draw_ghosts(
        &mut self,
        target: &mut Target<'_>,
        view: &View,
        draws: &[&Draw],
        programs: &[Programs],
    ) -> Result<()> {
        for draw in draws {
            match self.shaded(draw, programs)? {
                Some((mesh, Shaded { is_finished: false, .. })) => mesh.draw_ghost(target, view)?,
                Some(_) => {}
                None => self.draw_model(target, &view.viewpoint(), draw, DrawMode::Ghost(GHOST), Mat4::IDENTITY)?,
            }
        }
        Ok(())
    }

    /// Returns a mesh that a student's shader draws, or `None` if it draws another way.
    pub(super) fn shaded<'a>(
        &mut self,
        draw: &'a Draw,
        programs: &[Programs],
    ) -> Result<Option<(SkinnedInstance, &'a Shaded)>> {
        let Draw { mesh, palette, shader: Some(shaded), .. } = draw else { return Ok(None) };
        let mesh = shaded.mesh.unwrap_or(*mesh);
        let (Some(Programs { student, finished }), Some(painted)) =
            (programs.get(shaded.shader), self.painted.get(mesh))
        else {
            return Ok(None);
        };
        if painted.material.is_some() && self.phong.is_none() {
            let phong = PhongMaterials::new(&self.gl, &self.materials, self.decode).map_err(Error::msg)?;
            self.phong = Some(Rc::new(phong));
        }
        let skinned = &mut self.drawn[mesh].skinned;
        if skinned.is_none() {
            *skinned = Some(Rc::new(SkinnedMesh::new(&self.gl, &painted.mesh)?));
        }
        let mesh = skinned.clone().context("it was made above")?;
        let programs = if shaded.is_finished { finished } else { student };
        let palette =
            if shaded.duals.is_empty() { SkinPalette::from(palette.clone()) } else { shaded.duals.clone().into() };
        Ok(Some((SkinnedInstance::new(mesh, programs.clone(), palette), shaded)))
    }

    /// Returns the uniforms of a fragment shader.
    fn uniforms(&mut self, mesh: usize, shaded: &Shaded) -> Result<Uniforms<'_>> {
        let Painted { paints, material, .. } = &self.painted[mesh];
        let texture = &mut self.drawn[mesh].texture;
        if texture.is_none() && material.is_none() {
            *texture = Some(texture_of(&self.gl, paints)?);
        }
        let phong = self.phong.as_ref().filter(|_| material.is_some());
        let uniforms = phong.map_or(Uniforms::new(), |phong| phong.uniforms(*material));
        let mut uniforms = uniforms.vec3s("u_paint", paints).vec3s("u_ramp", &weight_ramp());
        if let Some(texture) = texture {
            let sampler = Sampling { wrap: [Wrap::Clamp; 2], ..Sampling::default() };
            let sampler = SamplerBehavior { minify_filter: MinifySamplerFilter::Linear, ..renderer::sampler(sampler) };
            uniforms = uniforms.texture("u_texture", texture, sampler);
        }
        for (name, value) in &shaded.uniforms {
            uniforms = match value {
                Uniform::Float(number) => uniforms.float(name, *number),
                Uniform::Int(number) => uniforms.int(name, *number),
                Uniform::Vec3(vector) => uniforms.vec3(name, *vector),
                Uniform::Vec3s(vectors) => uniforms.vec3s(name, vectors),
            };
        }
        Ok(uniforms)
    }

    /// Draws a mesh by its palette, and then by `world_from_world`.
    fn draw_model(
        &mut self,
        target: &mut Target<'_>,
        view: &Viewpoint,
        draw: &Draw,
        mode: DrawMode,
        world_from_world: Mat4,
    ) -> Result<()> {
        if let Some(renderer) = self.posed(draw, world_from_world)? {
            renderer.draw(target, view, mode)?;
        }
        Ok(())
    }

    /// Returns what draws a mesh by its palette, and then by `world_from_world`; `None` if there is no such mesh. A matrix that
    /// is missing is the identity.
    pub(super) fn posed(
        &mut self,
        Draw { mesh, palette, .. }: &Draw,
        world_from_world: Mat4,
    ) -> Result<Option<&mut ModelRenderer>> {
        let Some(painted) = self.painted.get(*mesh) else { return Ok(None) };
        let place = &mut self.drawn[*mesh].renderer;
        if place.is_none() {
            *place = Some(part_renderer(&self.gl, painted, &self.materials, self.decode)?);
        }
        let Some(renderer) = place else { return Ok(None) };
        let mut matrices = Vec::with_capacity(renderer.joints());
        for joint in 0..renderer.joints() {
            let matrix = palette.get(joint).copied().unwrap_or(Mat4::IDENTITY);
            matrices.push(Affine3A::from_mat4(matrix).into());
        }
        renderer.place(&[FigureInstance::new(Affine3A::from_mat4(world_from_world), 0)])?;
        renderer.write_palettes(&matrices, Skinning::Linear)?;
        Ok(Some(renderer))
    }
}

/// Returns the draws of the right frame that the student's has elsewhere, or with other weights; `moves`: a student's shader has.
pub(super) fn others<'a>(mine: &PaintedFrame, right: &'a PaintedFrame, moves: bool) -> Vec<&'a Draw> {
    let solid = right.frame.draws.iter().filter(|draw| draw.ghost.is_none());
    let is_same = |draw: &Draw| {
        let is_there = mine.frame.draws.iter().any(|mine| is_alike(mine, draw));
        let [mine, right] = [mine, right].map(|painted| &painted.meshes);
        is_there
            && (Rc::ptr_eq(mine, right)
                || mine.borrow().painted.get(draw.mesh) == right.borrow().painted.get(draw.mesh))
    };
    solid.filter(|draw| moves && draw.shader.is_some() || !is_same(draw)).collect()
}

/// Whether a draw has a shadow, and hides what is behind it.
fn is_solid(draw: &Draw) -> bool {
    draw.ghost.is_none() && !draw.is_floor
}

/// Whether two draws show the same mesh in the same way at the same place, to a millimetre.
fn is_alike(a: &Draw, b: &Draw) -> bool {
    let mut pairs = a.palette.iter().zip(&b.palette);
    a.mesh == b.mesh
        && a.ghost == b.ghost
        && a.palette.len() == b.palette.len()
        && pairs.all(|(a, b)| a.abs_diff_eq(*b, 1e-3))
}

/// Uploads a mesh as a part of a figure: in the colours of its vertices or of their paints, or in the figure's material.
fn part_renderer(
    gl: &Gl,
    Painted { mesh, paints, colors, material }: &Painted,
    materials: &[Material],
    decode: Decode,
) -> Result<ModelRenderer> {
    let count = mesh.vertices.iter().flat_map(|vertex| vertex.joints).max().map_or(1, |last| usize::from(last) + 1);
    let bindings = (0..count).map(|joint| Binding { joint: Some(joint), joint_from_bind: Affine3A::IDENTITY });
    let skin = Skin { bindings: bindings.collect(), bind_from_mesh: Affine3A::IDENTITY };
    let mut encoded = colors.clone();
    let mut own = material.and_then(|material| materials.get(material)).cloned();
    if colors.is_empty() && !paints.is_empty() {
        own = None;
        for vertex in &mesh.vertices {
            encoded.push(paints[(vertex.texcoord.y as usize).min(paints.len() - 1)]);
        }
    }
    let neutral = Material::default();
    let diffuse = if encoded.is_empty() { neutral.diffuse } else { Vec4::ONE };
    let own = own.unwrap_or(Material { diffuse, ..neutral });
    let colors =
        encoded.iter().map(|color| (255.0 * color.extend(1.0)).round().to_array().map(|channel| channel as u8));
    let part = Part {
        name: String::new(),
        mesh: mesh.clone(),
        colors: colors.collect(),
        skin: 0,
        material: Some(0),
        morphs: None,
    };
    Ok(ModelRenderer::of_parts(gl, &[part], &[skin], &[own], decode)?)
}

fn texture_of(gl: &Gl, paints: &[Vec3]) -> Result<SrgbTexture2d> {
    let mut rgba = Vec::new();
    for paint in paints {
        rgba.extend((255.0 * paint.extend(1.0)).round().to_array().map(|channel| channel as u8));
    }
    let width = paints.len() as u32;
    let picture = if width == 0 { Picture::filled(1, 1, [255; 4]) } else { Picture { width, height: 1, rgba } };
    renderer::upload_texture(gl, &picture).map_err(anyhow::Error::msg)
}
