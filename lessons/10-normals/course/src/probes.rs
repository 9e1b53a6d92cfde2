//! Inputs of the checks: matrices of all kinds, and vertices that follow several joints.

use crate::dancer::{self, MARGIN};
use crate::{blend, weights};
use check::{Probe, Random};
use common::scenes::skinned_mesh::MAX_JOINTS;
use common::scenes::skinning_probe::{self, SkinningProbe};
use glam::{Mat3, Mat4, Quat, Vec3, Vec4};
use std::f32::consts::PI;

/// Family of a matrix, by which mistakes are told apart, its kind (`"a stretch"`), and the matrix.
pub type Named = (&'static str, &'static str, Mat4);

const VERTICES: usize = 12;

pub fn normals(random: &mut Random) -> [Vec3; 3] {
    [(); 3].map(|()| random.direction())
}

/// Returns matrices that shear, stretch and mirror, and some for which the shortcut is right; in the last probe the
/// picture's matrices, and matrices of all sizes.
pub fn matrices(probe: &Probe) -> Vec<Named> {
    let r = &mut probe.random();
    let families = if probe.is_last() { corners(r) } else { all_kinds(probe.index, r) };
    let mut named = Vec::new();
    for (family, kinds) in families {
        named.extend(kinds.into_iter().map(|(kind, model_from_bind)| (family, kind, model_from_bind)));
    }
    named
}

type Families = Vec<(&'static str, Vec<(&'static str, Mat4)>)>;

/// Returns random matrices of every family. Where any axis or pair of axes will do, `index` chooses it.
fn all_kinds(index: usize, r: &mut Random) -> Families {
    let sizes = [r.between(0.4, 0.7), r.between(1.4, 2.2)];
    let [size, other] = [sizes[index % 2], sizes[1 - index % 2]].map(even_scale);
    let small = even_scale(r.between(0.008, 0.012));
    // To the last digit: no factor is rounded.
    let quarter = Mat4::from_cols(2.0 * Vec4::Y, -2.0 * Vec4::X, 2.0 * Vec4::Z, Vec4::W);
    // Two lengths, whose squares are as much above the third's as below it.
    let more = r.between(0.3, 0.5);
    let mean = diagonal([1.0, (1.0 + more).sqrt(), (1.0 - more).sqrt()], index);
    // The volume stays, or is that of a cube on the first column.
    let [kept, factor] = [r.between(1.4, 1.8), r.between(1.6, 2.0)];
    let kept_volume = diagonal([kept, 1.0 / kept, 1.0], 0);
    let first_volume = diagonal([1.0, factor, 1.0 / factor], 0);
    // 0.0001, 0.0004, 0.0009: the squares are nearly equal, if a thousandth is taken for little.
    let tiny = diagonal([0.01, 0.02, 0.03], index);
    // Their dot product is less than a thousandth of their length, though not of its square.
    let slight = oblique(index, r.between(0.06, 0.09)) * even_scale(r.between(0.009, 0.010));
    let shear = of_columns([Vec3::X, Vec3::new(factor - 1.0, 1.0, 0.0), Vec3::Z]);
    let [angle, other_angle] = [(); 2].map(|()| r.between(0.4, 0.7));
    let one = rigid(r);
    let fraction = r.between(0.35, 0.65);
    let another = one * Mat4::from_axis_angle(r.direction(), r.between(0.7, 1.4));
    let mut oblique_axes = vec![
        ("a stretch along rotated axes", rigid(r) * rotated_stretch(r)),
        ("a stretch that moves nothing", rotated_stretch(r)),
        ("a stretch, very small", rigid(r) * rotated_stretch(r) * small),
        ("oblique axes of one length", rigid(r) * oblique(index, angle)),
        ("oblique axes, very small", rigid(r) * oblique(index + 1, other_angle) * small),
        ("slightly oblique axes, very small", rigid(r) * slight),
        ("axes whose dot products sum to 0", rigid(r) * canceling(index, r)),
        ("a shear", rigid(r) * shear),
    ];
    for pair in 0..3 {
        // Two axes at more than a right angle, whichever two: the dot product is negative. Or two rows.
        let apart = oblique(pair, -r.between(0.4, 0.7));
        oblique_axes.push(("oblique axes, apart", rigid(r) * apart));
        oblique_axes.push(("oblique rows, apart", apart.transpose() * rotation(r)));
    }
    vec![
        ("rotations", vec![("a rotation", rigid(r)), ("a rotation about the origin", rotation(r))]),
        ("translations", vec![("a translation", Mat4::from_translation(r.vector()))]),
        (
            "even scales",
            vec![
                ("a rotation and an even scale", rigid(r) * size),
                ("an even scale that moves nothing", other),
                ("a quarter turn twice as large", Mat4::from_translation(r.vector()) * quarter),
                ("a rotation, very small", rigid(r) * small),
            ],
        ),
        ("mirrors", vec![("a mirror", rigid(r) * mirror() * rotation(r))]),
        (
            "nearly even", // within the thousandth that counts as equal, and far above rounding
            vec![
                ("a stretch by 3 in 10,000", diagonal([1.0003, 1.0, 1.0], index)),
                ("axes oblique by 5 in 10,000", oblique(index, 0.0005)),
            ],
        ),
        (
            "slight ones", // far above the thousandth, and small
            vec![
                ("a stretch by a fiftieth", rigid(r) * diagonal([1.02, 1.0, 1.0], index)),
                ("axes oblique by a fiftieth", rigid(r) * oblique(index, 0.02)),
                ("a stretch by a 500th", rigid(r) * diagonal([1.002, 1.0, 1.0], index + 1)),
                ("axes oblique by a 500th", rigid(r) * oblique(index + 1, 0.002)),
            ],
        ),
        (
            "stretches",
            vec![
                ("a stretch", rigid(r) * stretch(r)),
                ("a stretch along one axis", rigid(r) * along_one(index, r)),
                ("a stretch that keeps the volume", rigid(r) * kept_volume),
                ("a stretch whose squares' mean is one of them", rigid(r) * mean),
                ("a stretch of the first axis' volume", rigid(r) * first_volume),
                // Where nothing turns the rows are at right angles as well.
                ("a stretch along one axis, not turned", along_one(index, r)),
                ("a stretch along the axes, very small", rigid(r) * tiny),
            ],
        ),
        ("oblique axes", oblique_axes),
        ("stretched mirrors", vec![("a stretched mirror", rigid(r) * mirror() * rotated_stretch(r))]),
        ("blends", vec![("a blend of two rotations", fraction * one + (1.0 - fraction) * another)]),
    ]
}

/// Returns the dancers' matrices, upright and bent, round and squashed, each joint's own and halfway between two; and
/// matrices of all sizes.
fn corners(r: &mut Random) -> Families {
    let mut dancers = Vec::new();
    for (bend, squash) in [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0), (1.0, 1.0)] {
        let posed = dancer::posed(2.6, bend, squash).into_iter().zip(dancer::joint_from_bind());
        let palette: Vec<Mat4> = posed.map(|(now, back)| now * back).collect();
        for height in [0.0, 1.0 / 3.0, 0.5, 2.0 / 3.0, 1.0] {
            let [tail, middle, head] = weights(height, MARGIN);
            dancers.push(("of a dancer", blend(&palette, [0, 1, 2, 0], [tail, middle, head, 0.0])));
        }
    }
    let mut others = vec![
        ("the identity", Mat4::IDENTITY),
        ("half a turn", Mat4::from_rotation_y(PI)),
        ("a mirror in a point", rigid(r) * even_scale(-1.0)),
    ];
    for magnitude in r.spread(8, -2.0, 2.0) {
        let size = even_scale(10f32.powf(magnitude));
        others.push(("a rotation of some size", rigid(r) * size));
        others.push(("a stretch of some size", rigid(r) * rotated_stretch(r) * size));
    }
    vec![("dancers", dancers), ("others", others)]
}

fn even_scale(size: f32) -> Mat4 {
    Mat4::from_scale(Vec3::splat(size))
}

fn mirror() -> Mat4 {
    Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0))
}

/// Returns a full palette, and vertices that follow four random joints each. The upper half of the palette mirrors, and
/// no vertex follows joints of both halves. In the last probe each joint is followed, with weights of all sizes, and all
/// matrices are very small.
pub fn skinning(probe: &Probe) -> SkinningProbe {
    const HALF: usize = MAX_JOINTS / 2;
    let random = &mut probe.random();
    let size = if probe.is_last() { random.between(0.012, 0.02) } else { 1.0 };
    let mut slots = Vec::new();
    if probe.is_last() {
        slots = skinning_probe::every_joint(HALF);
    } else {
        for vertex in 0..VERTICES {
            let half = vertex % 3 / 2 * HALF;
            slots.push(([(); 4].map(|()| half + random.below(HALF)), fractions(random)));
        }
    }
    SkinningProbe::new(
        random,
        |random: &mut Random, joint| {
            // Angles that differ by less than 60 degrees, so that no blend collapses.
            let axis = random.direction();
            let turn = Quat::from_axis_angle(axis, random.between(0.1, 0.5));
            let moved = Mat4::from_rotation_translation(turn, random.vector());
            let side = if joint < HALF { 1.0 } else { -1.0 };
            moved * rotated_stretch(random) * Mat4::from_scale(size * Vec3::new(1.0, 1.0, side))
        },
        &slots,
    )
}

fn rotation(random: &mut Random) -> Mat4 {
    Mat4::from_quat(random.rigid().rotation)
}

fn rigid(random: &mut Random) -> Mat4 {
    random.rigid().to_mat4()
}

fn stretch(random: &mut Random) -> Mat4 {
    let factors = [random.between(0.45, 0.65), random.between(0.9, 1.1), random.between(1.5, 2.0)];
    diagonal(factors, 3 - random.below(3))
}

/// Returns a stretch along rotated axes.
fn rotated_stretch(random: &mut Random) -> Mat4 {
    let turn = rotation(random);
    turn.transpose() * stretch(random) * turn
}

fn along_one(axis: usize, random: &mut Random) -> Mat4 {
    diagonal([random.between(1.4, 2.0), 1.0, 1.0], axis)
}

/// Returns a matrix whose columns have length 1, two of them at a right angle less `angle`, in radians. `pair` chooses
/// the two.
fn oblique(pair: usize, angle: f32) -> Mat4 {
    let mut columns = [Vec3::X, Vec3::Y, Vec3::Z];
    let first = pair % 3;
    let second = (pair + 1) % 3;
    columns[second] = columns[second] * angle.cos() + columns[first] * angle.sin();
    of_columns(columns)
}

/// Returns a scale by these factors, the first of them along axis `first`.
fn diagonal(mut factors: [f32; 3], first: usize) -> Mat4 {
    factors.rotate_right(first % 3);
    Mat4::from_scale(factors.into())
}

/// Returns a matrix whose columns have length 1 and the dot products c, -c and 0.
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

/// Returns four different weights that sum to 1.
fn fractions(random: &mut Random) -> [f32; 4] {
    let parts = [4.0, 3.0, 2.0, 1.2].map(|most| most * random.between(0.8, 1.2));
    let mut fractions = parts.map(|part| part / parts.iter().sum::<f32>());
    fractions.rotate_left(random.below(4));
    fractions
}
