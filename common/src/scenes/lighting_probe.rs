//! A student's fragment shader run on small patches of pixels, for a check and for what a window says of it: the twin
//! of [`skinning_probe`](super::skinning_probe) for light.
//!
//! The shader is one like lesson 10 writes: it reads `u_eye`, `u_to_light`, `u_lamp`, `u_ambient`, `u_diffuse`,
//! `u_specular`, `u_shininess` and `u_texture`, and `v_position`, `v_normal` and `v_texcoord` in model space.

use crate::shader;
use armature::mesh::StaticVertex;
use check::{Answer, AnswerError, Ask, Probe, Random};
use given::Course;
use glam::{Vec2, Vec3};
use glium::{texture::SrgbTexture2d, uniforms::SamplerBehavior};
use graphics::{
    Attributes, Gl, Picture, ShaderFile, Uniforms,
    patch::{Patch, SIDE},
    renderer::upload_texture,
};
use std::ops::Range;

/// The texture of all pixels, a single one; sRGB.
const TEXEL: [u8; 4] = [235, 215, 195, 255];
/// Distance of a patch's corners from its middle, along the normal's sphere.
const SPREAD: f32 = 0.3;

/// Patches about a highlight, on either side of the border of the shade, far from any highlight, and in
/// little and much light.
pub struct LightingProbe {
    gl: Gl,
    texture: SrgbTexture2d,
    patches: [Pixels; 5],
}

/// One patch, and the light there.
struct Pixels {
    /// `"towards the lamp"`.
    kind: &'static str,
    /// Their normals are of no unit length.
    corners: [StaticVertex; 4],
    /// The shader's uniforms besides the texture.
    uniforms: Uniforms<'static>,
}

impl LightingProbe {
    /// # Errors
    /// If the graphics card has no room.
    pub fn new(gl: &Gl, probe: &Probe) -> Result<Self, String> {
        let texture = upload_texture(gl, &Picture::filled(1, 1, TEXEL))?;
        let r = &mut probe.random();
        let patches = [
            random_patch("towards the lamp", mirrored, 5.0..8.0, [1.0; 2], r),
            random_patch("at the border of the shade", grazing, 4.0..6.0, [1.0; 2], r),
            random_patch("far from the highlight", low, 4.0..6.0, [1.0; 2], r),
            // Lamp and highlight are dim: a wrong highlight seldom reaches 1, where it would be cut off.
            random_patch("towards a dim lamp, hardly glossy", mirrored, 5.0..8.0, [0.3, 0.1], r),
            // The lamp is brighter than 1, and so is its mirror image on a polished surface.
            random_patch("beside a bright lamp", beside, 30.0..40.0, [3.0, 1.4], r),
        ];
        Ok(LightingProbe { gl: gl.clone(), texture, patches })
    }

    /// The colours of all pixels, patch by patch, each with its name, and the shader's notes: they are the same for all.
    ///
    /// # Errors
    /// If the shader does not compile or does not fit.
    pub fn colors(&self, fragment: ShaderFile) -> Result<Vec<(&'static str, Patch)>, AnswerError> {
        self.patches.iter().map(|pixels| Ok((pixels.kind, self.draw(fragment, pixels)?))).collect()
    }

    /// Compares the colours of all pixels.
    ///
    /// # Errors
    /// If the shader does not compile or does not fit.
    pub fn compare(q: &mut Ask, answer: &mut Answer, fragment: fn(&Course) -> ShaderFile) -> Result<(), AnswerError> {
        let probe = q.probe;
        let drawn = q.ask("", |course| {
            let all = LightingProbe::new(&shader::context()?, &probe).map_err(AnswerError::NoGraphics)?;
            all.colors(fragment(course))
        })?;
        for (patch, (kind, drawn)) in drawn.into_iter().enumerate() {
            if patch == 0 {
                answer.notes.extend(drawn.notes);
            }
            for (index, color) in drawn.colors.into_iter().enumerate() {
                let x = index % SIDE as usize;
                let y = index / SIDE as usize;
                answer.compare(format!("a patch {kind}, pixel ({x}, {y})"), color).group(kind);
            }
        }
        Ok(())
    }

    /// Returns the largest difference between the colours of two shaders at a pixel, in 255ths, or 0 if a shader cannot be
    /// used.
    pub fn steps_apart(&self, one: ShaderFile, other: ShaderFile) -> f32 {
        let mut worst = 0.0f32;
        for pixels in &self.patches {
            let [Ok(one), Ok(other)] = [one, other].map(|file| self.draw(file, pixels)) else {
                continue;
            };
            for (a, b) in one.colors.into_iter().zip(other.colors) {
                worst = worst.max(255.0 * (a - b).abs().max_element());
            }
        }
        worst
    }

    fn draw(&self, fragment: ShaderFile, pixels: &Pixels) -> Result<Patch, AnswerError> {
        let sampler = SamplerBehavior::default();
        let uniforms = pixels.uniforms.clone().texture("u_texture", &self.texture, sampler);
        shader::colors(&self.gl, fragment, &uniforms, &pixels.corners.map(Attributes))
    }
}

/// Returns directions to lamp and eye, by the normal and a direction at a right angle to it: the mirrored lamp is near
/// the eye.
fn mirrored(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let angle = r.between(0.28, 0.40); // between normal and lamp, and normal and eye
    [tilted(normal, side, angle), tilted(normal, -side, angle)]
}

/// Returns the normal, turned towards `side` by an angle.
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
) -> Pixels {
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
    Pixels { kind, corners, uniforms }
}
