//! What the checks ask about: matrices of all kinds, vertices that follow several joints, pixels in all light.

use crate::dancer::{self, MARGIN};
use crate::{blend, weights};
use common::check::{AnswerError, Probe, Random, shader};
use common::graphics::renderer::upload_texture;
use common::graphics::{Gl, Picture, ShaderFile, Uniforms, patch::Patch};
use common::mesh::StaticVertex;
use common::scenes::skinned_mesh::MAX_JOINTS;
use common::scenes::skinning_probe::{self, SkinningProbe};
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use glium::{texture::SrgbTexture2d, uniforms::SamplerBehavior};
use std::ops::Range;

/// A matrix to ask about.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// `"stretches"`: what is right for some and wrong for others is a clue.
    pub family: &'static str,
    /// `"a stretch"`.
    pub kind: &'static str,
    /// Moves, too.
    pub model_from_bind: Mat4,
}

/// Families of matrices that turn normals as well as their inverse transposes do.
pub const EVEN: [&str; 5] = ["rotations", "translations", "even scales", "mirrors", "nearly even"];

/// Vertices of a probe of the vertex shader.
const VERTICES: usize = 12;
/// How far the corners of a patch are from its middle, along the normal's sphere.
const SPREAD: f32 = 0.3;

/// One pixel's surroundings, and the light there.
pub struct Pixels {
    /// `"towards the lamp"`.
    pub kind: &'static str,
    /// Their normals are of no unit length.
    pub corners: [StaticVertex; 4],
    /// What the shader is given besides the texture.
    uniforms: Uniforms<'static>,
}

/// The texture of all pixels, a single one; sRGB.
const TEXEL: [u8; 4] = [235, 215, 195, 255];

/// The texture that [`Pixels::colors`] wants.
pub(crate) fn texture(gl: &Gl) -> Result<SrgbTexture2d, String> {
    upload_texture(gl, &Picture::filled(1, 1, TEXEL))
}

impl Pixels {
    /// What a fragment shader is given for these pixels.
    pub fn uniforms<'t>(&self, texture: &'t SrgbTexture2d) -> Uniforms<'t> {
        self.uniforms.clone().texture("u_texture", texture, SamplerBehavior::default())
    }

    /// What it makes of them, in a check and in the window.
    pub(crate) fn colors(
        &self,
        gl: &Gl,
        fragment: ShaderFile,
        texture: &SrgbTexture2d,
    ) -> Result<Patch, AnswerError> {
        shader::colors(gl, fragment, &self.uniforms(texture), &self.corners)
    }
}

/// Three directions to ask a matrix about.
pub fn normals(random: &mut Random) -> [Vec3; 3] {
    [(); 3].map(|()| direction(random))
}

/// Matrices that shear, stretch and mirror, and some for which the shortcut is right. In the last probe those of the
/// picture, and very large ones.
pub fn matrices(probe: &Probe) -> Vec<Matrix> {
    let r = &mut probe.random();
    let named = if probe.is_last() { corners(r) } else { all_kinds(probe, r) };
    let matrix = |(family, kind, model_from_bind)| Matrix { family, kind, model_from_bind };
    named.into_iter().map(matrix).collect()
}

/// Family, kind and matrix.
type Named = (&'static str, &'static str, Mat4);

fn all_kinds(probe: &Probe, r: &mut Random) -> Vec<Named> {
    let index = probe.index;
    let sizes = [r.between(0.4, 0.7), r.between(1.4, 2.2)];
    let [size, other] = [sizes[index % 2], sizes[1 - index % 2]].map(even_scale);
    // To the last digit: no factor is rounded.
    let quarter = Mat4::from_cols(2.0 * Vec4::Y, -2.0 * Vec4::X, 2.0 * Vec4::Z, Vec4::W);
    let small = even_scale(r.between(0.008, 0.012));
    let one = moved(r);
    let far_turned = one * Mat4::from_axis_angle(direction(r), r.between(0.7, 1.4));
    let share = r.between(0.35, 0.65);
    // Two lengths, whose squares are as much above the third's as below it.
    let more = r.between(0.3, 0.5);
    let mean = diagonal([1.0, (1.0 + more).sqrt(), (1.0 - more).sqrt()], index);
    // The volume is that of a cube on the first column.
    let factor = r.between(1.6, 2.0);
    let volume = diagonal([1.0, factor, 1.0 / factor], 0);
    let kept = r.between(1.4, 1.8);
    let shear = of_columns([Vec3::X, Vec3::new(factor - 1.0, 1.0, 0.0), Vec3::Z]);
    // Their dot product is less than a thousandth of their length, though not of its square.
    let slight = oblique(index, r.between(0.06, 0.09)) * even_scale(r.between(0.009, 0.010));
    let mut all = vec![
        ("rotations", "a rotation", moved(r)),
        ("rotations", "a rotation that moves nothing", turned(r)),
        ("translations", "a translation", Mat4::from_translation(r.vector())),
        ("even scales", "a rotation and an even scale", moved(r) * size),
        ("even scales", "an even scale that moves nothing", other),
        (
            "even scales",
            "a quarter turn twice as large",
            moved(r) * turned(r).transpose() * quarter,
        ),
        ("even scales", "a rotation, very small", moved(r) * small),
        ("mirrors", "a mirror", moved(r) * mirror() * turned(r)),
        // Within the thousandth that counts as equal, and far above rounding.
        ("nearly even", "a stretch by three ten-thousandths", diagonal([1.0003, 1.0, 1.0], index)),
        ("nearly even", "axes oblique by a twentieth of a percent", oblique(index, 0.0005)),
        ("stretches", "a stretch", moved(r) * stretch(r)),
        ("stretches", "a stretch along one axis", moved(r) * along_one(index, r)),
        (
            "stretches",
            "a stretch that keeps the volume",
            moved(r) * diagonal([kept, 1.0 / kept, 1.0], 0),
        ),
        ("stretches", "a stretch whose squares' mean is one of them", mean),
        ("stretches", "a stretch of the first axis' volume", moved(r) * volume),
        // Where nothing turns the rows are at right angles as well.
        ("stretches", "a stretch along one axis, not turned", along_one(index, r)),
        // 0.0001, 0.0004, 0.0009: the squares are nearly equal, if a thousandth is taken for little.
        (
            "stretches",
            "a stretch along the axes, very small",
            moved(r) * diagonal([0.01, 0.02, 0.03], index),
        ),
        ("oblique axes", "a stretch along rotated axes", moved(r) * rotated_stretch(r)),
        ("oblique axes", "a stretch that moves nothing", rotated_stretch(r)),
        ("oblique axes", "a stretch, very small", moved(r) * rotated_stretch(r) * small),
        (
            "oblique axes",
            "oblique axes of one length",
            moved(r) * oblique(index, r.between(0.4, 0.7)),
        ),
        (
            "oblique axes",
            "oblique axes of one length, very small",
            moved(r) * oblique(index + 1, r.between(0.4, 0.7)) * small,
        ),
        ("oblique axes", "slightly oblique axes, very small", moved(r) * slight),
        ("oblique axes", "axes whose dot products sum to 0", moved(r) * canceling(index, r)),
        ("oblique axes", "a shear", moved(r) * shear),
        ("stretched mirrors", "a stretched mirror", moved(r) * mirror() * rotated_stretch(r)),
        ("blends", "a blend of two rotations", share * one + (1.0 - share) * far_turned),
        // Far above the thousandth, and small.
        ("slight ones", "axes oblique by a fiftieth", moved(r) * oblique(index, 0.02)),
        ("slight ones", "a stretch by a fiftieth", moved(r) * diagonal([1.02, 1.0, 1.0], index)),
        ("slight ones", "a stretch by a 500th", moved(r) * diagonal([1.002, 1.0, 1.0], index + 1)),
        ("slight ones", "axes oblique by a 500th", moved(r) * oblique(index + 1, 0.002)),
    ];
    for pair in 0..3 {
        // Two axes at more than a right angle, whichever two: the dot product is negative. Or two rows.
        let apart = oblique(pair, -r.between(0.4, 0.7));
        all.push(("oblique axes", "oblique axes of one length, apart", moved(r) * apart));
        all.push(("oblique axes", "oblique rows of one length", apart.transpose() * turned(r)));
    }
    all
}

/// Of the dancers: upright and bent, round and squashed, each joint's own and halfway between two. And of no usual size.
fn corners(r: &mut Random) -> Vec<Named> {
    let mut all = vec![
        ("rotations", "the identity", Mat4::IDENTITY),
        ("rotations", "half a turn", Mat4::from_rotation_y(std::f32::consts::PI)),
        ("mirrors", "a mirror in a point", moved(r) * even_scale(-1.0)),
        ("even scales", "a rotation, very large", moved(r) * even_scale(300.0)),
        (
            "oblique axes",
            "a stretch, very large",
            moved(r) * rotated_stretch(r) * even_scale(300.0),
        ),
        ("oblique axes", "a stretch, tiny", moved(r) * rotated_stretch(r) * even_scale(0.001)),
    ];
    for (bend, squash) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
        let palette = dancer::palette(2.6, bend, squash);
        for height in [0.0, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0] {
            let [first, second, third] = weights(height, MARGIN);
            let matrix = blend(&palette, [0, 1, 2, 0], [first, second, third, 0.0]);
            all.push(("dancers", "of a dancer", matrix));
        }
    }
    all
}

fn even_scale(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(size))
}

fn mirror() -> Mat4 {
    Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))
}

/// A full palette, and vertices that follow all sorts of places in it, four at a time. The upper half of
/// the palette mirrors, and no vertex follows both halves. In the last probe every joint is followed, with weights
/// of all sizes, and all are very small.
pub fn skinning(probe: &Probe) -> SkinningProbe {
    const HALF: usize = MAX_JOINTS / 2;
    let random = &mut probe.random();
    let size = if probe.is_last() { random.between(0.012, 0.02) } else { 1.0 };
    let matrix = |random: &mut Random, joint: usize| {
        // Of angles that differ by less than 60 degrees, so that no blend collapses.
        let axis = direction(random);
        let turn = Quat::from_axis_angle(axis, random.between(0.1, 0.5));
        let moved = Mat4::from_rotation_translation(turn, random.vector());
        let side = if joint < HALF { 1.0 } else { -1.0 };
        moved * rotated_stretch(random) * Mat4::from_scale(size * Vec3::new(1.0, 1.0, side))
    };
    let slots = if probe.is_last() {
        skinning_probe::every_joint(HALF)
    } else {
        let mut slots = |vertex: usize| {
            let half = vertex % 3 / 2 * HALF;
            ([(); 4].map(|()| half + random.below(HALF)), shares(random))
        };
        (0..VERTICES).map(&mut slots).collect()
    };
    SkinningProbe::new(random, matrix, &slots)
}

/// Pixels about a highlight, on either side of the border of the shade, far from any highlight, and in
/// little and much light.
pub fn pixels(probe: &Probe) -> [Pixels; 5] {
    let mut random = probe.random();
    let r = &mut random;
    [
        surroundings("towards the lamp", mirrored, 5.0..8.0, [1.0; 2], r),
        surroundings("at the border of the shade", grazing, 4.0..6.0, [1.0; 2], r),
        surroundings("far from the highlight", low, 4.0..6.0, [1.0; 2], r),
        // As the first, with so little light, and so little of it mirrored, that a wrong highlight seldom
        // reaches 1 and is cut off there.
        surroundings("towards a dim lamp, hardly glossy", mirrored, 5.0..8.0, [0.3, 0.1], r),
        // The lamp is brighter than 1, and so is what would be mirrored of it on a polished surface.
        surroundings("beside a bright lamp", beside, 30.0..40.0, [3.0, 1.4], r),
    ]
}

/// To the lamp and to the eye, by the normal and a direction at a right angle to it: the mirrored lamp is
/// near the eye.
fn mirrored(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let angle = r.between(0.28, 0.40); // between normal and lamp, and normal and eye
    [1.0, -1.0].map(|sign| normal * angle.cos() + sign * side * angle.sin())
}

/// The mirrored lamp is a little off the eye.
fn beside(normal: Vec3, side: Vec3, r: &mut Random) -> [Vec3; 2] {
    let angle = r.between(1.0, 1.1);
    let at = |angle: f32, sign: f32| normal * angle.cos() + sign * side * angle.sin();
    [at(angle, 1.0), at(angle - 0.35, -1.0)]
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

/// The lamp's light and what is mirrored of it are `dimmed` by these factors.
fn surroundings(
    kind: &'static str,
    directions: fn(Vec3, Vec3, &mut Random) -> [Vec3; 2],
    shininess: Range<f32>,
    dimmed: [f32; 2],
    r: &mut Random,
) -> Pixels {
    let normal = direction(r);
    let side = normal.cross(direction(r)).normalize();
    let [to_light, to_eye] = directions(normal, side, r);
    // So that the origin is seen in another direction than the eye, and in no quite different one.
    let aside = to_eye.any_orthonormal_vector() * r.between(0.3, 0.4);
    let position = -(to_eye + aside).normalize() * r.between(1.5, 2.5);
    let (across, up) = normal.any_orthonormal_pair();
    let corner = |index: usize| {
        let x = if index.is_multiple_of(2) { -SPREAD } else { SPREAD };
        let y = if index < 2 { -SPREAD } else { SPREAD };
        let direction = (normal + x * across + y * up).normalize();
        StaticVertex {
            position: position + 0.1 * (x * across + y * up),
            // Interpolation shortens; a shader that is right does not care how much.
            normal: direction * (0.5 + 0.1 * index as f32),
            texcoord: Vec2::new(0.5, 0.5),
        }
    };
    let corners = [0, 1, 2, 3].map(corner);
    // Nothing here may add up to more than 1: the screen has no more, and would hide a difference.
    let mut color = |low: f32, high: f32| Vec3::from([(); 3].map(|()| r.between(low, high)));
    let (lamp, ambient) = (color(0.45, 0.60), color(0.20, 0.30));
    let (diffuse, specular) = (color(0.3, 0.6), color(0.5, 0.8));
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

/// Unit length, along no axis.
fn direction(random: &mut Random) -> Vec3 {
    let mut part = || random.to_either_side(0.35, 1.0);
    Vec3::new(part(), part(), part()).normalize()
}

fn turned(random: &mut Random) -> Mat4 {
    Mat4::from_quat(random.rigid().rotation)
}

fn moved(random: &mut Random) -> Mat4 {
    random.rigid().to_mat4()
}

/// Three factors that differ.
fn stretch(random: &mut Random) -> Mat4 {
    let factors = [random.between(0.45, 0.65), random.between(0.9, 1.1), random.between(1.5, 2.0)];
    diagonal(factors, 3 - random.below(3))
}

/// A stretch along axes that are no axes of the space.
fn rotated_stretch(random: &mut Random) -> Mat4 {
    let turn = turned(random);
    turn.transpose() * stretch(random) * turn
}

/// The stretch of a single axis.
fn along_one(axis: usize, random: &mut Random) -> Mat4 {
    diagonal([random.between(1.4, 2.0), 1.0, 1.0], axis)
}

/// Columns of one length, of which two make another angle than a right one: smaller by `angle`, or, below 0,
/// larger. Which two, `pair` says.
fn oblique(pair: usize, angle: f32) -> Mat4 {
    let mut columns = [Vec3::X, Vec3::Y, Vec3::Z];
    let (one, other) = (pair % 3, (pair + 1) % 3);
    columns[other] = columns[other] * angle.cos() + columns[one] * angle.sin();
    of_columns(columns)
}

/// These factors, on the axes from number `first` on.
fn diagonal(mut factors: [f32; 3], first: usize) -> Mat4 {
    factors.rotate_right(first % 3);
    Mat4::from_scale(factors.into())
}

/// Columns of length 1 with the dot products c, -c and 0.
fn canceling(first: usize, random: &mut Random) -> Mat4 {
    let c = random.between(0.35, 0.5);
    let side = (1.0 - c * c).sqrt();
    let back = c * c / side;
    let out = (1.0 - c * c - back * back).sqrt();
    let mut columns = [Vec3::new(side, c, 0.0), Vec3::Y, Vec3::new(back, -c, out)];
    columns.rotate_left(first % 3);
    of_columns(columns)
}

fn of_columns([x, y, z]: [Vec3; 3]) -> Mat4 {
    Mat4::from_mat3(Mat3::from_cols(x, y, z))
}

/// Four weights that sum to 1, and differ.
fn shares(random: &mut Random) -> [f32; 4] {
    let parts = [4.0, 3.0, 2.0, 1.2].map(|most| most * random.between(0.8, 1.2));
    let mut shares = parts.map(|part| part / parts.iter().sum::<f32>());
    shares.rotate_left(random.below(4));
    shares
}
