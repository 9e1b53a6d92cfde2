//! A student's fragment shader run on small patches of pixels, for a check and for what a window says of it: the twin
//! of [`skinning_probe`](super::skinning_probe) for light.
//!
//! The shader is one like lesson 10 writes: it reads `u_eye`, `u_to_light`, `u_lamp`, `u_ambient`, `u_diffuse`,
//! `u_specular`, `u_shininess` and `u_texture`, and `v_position`, `v_normal` and `v_texcoord` in model space.

use crate::shader;
use armature::mesh::StaticVertex;
use check::{AnswerError, Probe, Random};
use glam::{Vec2, Vec3};
use glium::{texture::SrgbTexture2d, uniforms::SamplerBehavior};
use graphics::{Attributes, Gl, Picture, ShaderFile, Uniforms, patch::Patch, renderer::upload_texture};
use std::ops::Range;

const TEXEL: [u8; 4] = [235, 215, 195, 255];
/// Distance of a patch's corners from its middle, along the normal's sphere.
const SPREAD: f32 = 0.3;

/// A patch of pixels, and the light there.
pub struct LitPatch {
    /// `"towards the lamp"`.
    pub kind: &'static str,
    /// Their normals are of no unit length.
    pub corners: [StaticVertex; 4],
    /// The shader's uniforms besides the texture.
    pub uniforms: Uniforms<'static>,
    /// Colour of the texture, a single one; sRGB.
    pub texel: [u8; 4],
}

impl LitPatch {
    /// Returns patches about a highlight, on either side of the border of the shade, far from any highlight, and in
    /// little and much light.
    pub fn random(probe: &Probe) -> [LitPatch; 5] {
        let r = &mut probe.random();
        [
            random_patch("towards the lamp", mirrored, 5.0..8.0, [1.0; 2], r),
            random_patch("at the border of the shade", grazing, 4.0..6.0, [1.0; 2], r),
            random_patch("far from the highlight", low, 4.0..6.0, [1.0; 2], r),
            // Lamp and highlight are dim: a wrong highlight seldom reaches 1, where it would be cut off.
            random_patch("towards a dim lamp, hardly glossy", mirrored, 5.0..8.0, [0.3, 0.1], r),
            // The lamp is brighter than 1, and so is its mirror image on a polished surface.
            random_patch("beside a bright lamp", beside, 30.0..40.0, [3.0, 1.4], r),
        ]
    }

    /// Draws the pixels.
    ///
    /// # Errors
    /// If the shader does not compile or does not fit.
    pub fn draw(&self, fragment: ShaderFile) -> Result<Patch, AnswerError> {
        let gl = shader::context()?;
        let texture = upload_texture(&gl, &Picture::filled(1, 1, self.texel)).map_err(AnswerError::NoGraphics)?;
        self.draw_with(&gl, &texture, fragment)
    }

    fn draw_with(&self, gl: &Gl, texture: &SrgbTexture2d, fragment: ShaderFile) -> Result<Patch, AnswerError> {
        let uniforms = self.uniforms.clone().texture("u_texture", texture, SamplerBehavior::default());
        shader::colors(gl, fragment, &uniforms, &self.corners.map(Attributes))
    }
}

/// Random patches, on which a window tries a shader.
pub struct LightingProbe {
    gl: Gl,
    texture: SrgbTexture2d,
    patches: [LitPatch; 5],
}

impl LightingProbe {
    /// # Errors
    /// If the graphics card has no room.
    pub fn new(gl: &Gl, probe: &Probe) -> Result<Self, String> {
        let texture = upload_texture(gl, &Picture::filled(1, 1, TEXEL))?;
        Ok(LightingProbe { gl: gl.clone(), texture, patches: LitPatch::random(probe) })
    }

    /// Returns the colours of all pixels, patch by patch.
    ///
    /// # Errors
    /// If the shader does not compile or does not fit.
    pub fn colors(&self, fragment: ShaderFile) -> Result<Vec<Patch>, AnswerError> {
        self.patches.iter().map(|patch| patch.draw_with(&self.gl, &self.texture, fragment)).collect()
    }

    /// Returns the largest difference between the colours of two shaders at a pixel, in 255ths, or 0 if a shader cannot be
    /// used.
    pub fn steps_apart(&self, one: ShaderFile, other: ShaderFile) -> f32 {
        let mut worst = 0.0f32;
        for patch in &self.patches {
            let [Ok(one), Ok(other)] = [one, other].map(|file| patch.draw_with(&self.gl, &self.texture, file)) else {
                continue;
            };
            for (a, b) in one.colors.into_iter().zip(other.colors) {
                worst = worst.max(255.0 * (a - b).abs().max_element());
            }
        }
        worst
    }
}

/// Returns directions to lamp and eye, by the normal and a direction at a right angle to it: the mirrored lamp is near
/// the eye.
fn mirrored(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let angle = r.between(0.28, 0.40); // between normal and lamp, and normal and eye
    [tilted(normal, side, angle), tilted(normal, -side, angle)]
}

fn tilted(normal: Vec3, side: Vec3, angle: f32) -> Vec3 {
    normal * angle.cos() + side * angle.sin()
}

/// The mirrored lamp is a little off the eye.
fn beside(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let angle = r.between(1.0, 1.1);
    [tilted(normal, side, angle), tilted(normal, -side, angle - 0.35)]
}

/// The lamp is a little behind the surface, the eye almost opposite to it.
fn grazing(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let to_light = (side - r.between(0.12, 0.2) * normal).normalize();
    [to_light, (r.between(0.25, 0.35) * normal - side).normalize()]
}

/// Lamp and eye low above the surface, on one side of it: what is mirrored leaves on the other.
fn low(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let to_light = (side + r.between(0.40, 0.50) * normal).normalize();
    [to_light, (side + r.between(0.30, 0.40) * normal).normalize()]
}

fn color(r: &mut Random, low: f32, high: f32) -> Vec3 {
    Vec3::new(r.between(low, high), r.between(low, high), r.between(low, high))
}

/// Returns a patch at a random position and of random colours. `directions` gives the directions to lamp and eye from the
/// normal and a tangent, `shininess` is the range of the exponent, and `dimmed` has factors for the lamp's colour and for the
/// specular colour.
fn random_patch(
    kind: &'static str,
    directions: fn(Vec3, Vec3, &mut Random) -> [Vec3; 2],
    shininess: Range<f32>,
    dimmed: [f32; 2],
    r: &mut Random,
) -> LitPatch {
    let normal = r.direction();
    let side = normal.cross(r.direction()).normalize();
    let [to_light, to_eye] = directions(normal, side, r);
    // The direction to the origin is near that to the eye, but not equal: a shader may confuse the two.
    let aside = to_eye.any_orthonormal_vector() * r.between(0.3, 0.4);
    let position = -(to_eye + aside).normalize() * r.between(1.5, 2.5);
    let (across, up) = normal.any_orthonormal_pair();
    let corners = [0, 1, 2, 3].map(|index: usize| {
        let x = if index.is_multiple_of(2) { -SPREAD } else { SPREAD };
        let y = if index < 2 { -SPREAD } else { SPREAD };
        let direction = (normal + x * across + y * up).normalize();
        StaticVertex {
            position: position + 0.1 * (x * across + y * up),
            // Interpolation shortens normals, and a right shader normalizes them, whatever their length is.
            normal: direction * (0.5 + 0.1 * index as f32),
            texcoord: Vec2::new(0.5, 0.5),
        }
    });
    // The sum stays below 1: at 1 a colour is cut off, which would hide a difference.
    let lamp = color(r, 0.45, 0.60);
    let ambient = color(r, 0.20, 0.30);
    let diffuse = color(r, 0.3, 0.6);
    let specular = color(r, 0.5, 0.8);
    let eye = position + to_eye * r.between(1.8, 3.0);
    let shininess = r.between(shininess.start, shininess.end);
    let uniforms = Uniforms::new()
        .vec3("u_eye", eye)
        .vec3("u_to_light", to_light)
        .vec3("u_lamp", dimmed[0] * lamp)
        .vec3("u_ambient", ambient)
        .vec3("u_diffuse", diffuse)
        .vec3("u_specular", dimmed[1] * specular)
        .float("u_shininess", shininess);
    LitPatch { kind, corners, uniforms, texel: TEXEL }
}
