//! What the checks ask about: pairs of rotations near and far, and matrices to be taken apart.

use common::check::Random;
use glam::{Mat4, Quat, Vec3, Vec4};

/// Two rotations as quaternions, both of length 1.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What is asked about it: "far apart".
    pub name: &'static str,
    /// Where one begins.
    pub from: Quat,
    /// Where one goes.
    pub to: Quat,
}

impl Pair {
    /// From any rotation on by `degrees` about any axis; both on one side.
    fn apart(name: &'static str, random: &mut Random, degrees: f32) -> Self {
        let from = anywhere(random);
        Pair { name, from, to: turn(random, degrees) * from }
    }

    /// The second one negated: the same rotation, on the other side.
    fn negated(self, name: &'static str) -> Self {
        Pair { name, to: -self.to, ..self }
    }

    /// Its name and both quaternions, for a student who cannot see the probe.
    pub fn note(&self) -> String {
        let numbers = |q: Quat| format!("({:.3}, {:.3}, {:.3}, {:.3})", q.x, q.y, q.z, q.w);
        format!("{}, {} to {}", self.name, numbers(self.from), numbers(self.to))
    }
}

/// A rotation about a slanted axis, as a unit quaternion.
fn turn(random: &mut Random, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis(random), degrees.to_radians())
}

/// No component of it is next to nothing.
fn axis(random: &mut Random) -> Vec3 {
    let mut part = || {
        let sign = if random.below(2) == 0 { -1.0 } else { 1.0 };
        sign * random.between(0.4, 1.0)
    };
    Vec3::new(part(), part(), part()).normalize()
}

/// Any rotation, as either of its quaternions. No component is next to nothing.
fn anywhere(random: &mut Random) -> Quat {
    let degrees = random.between(110.0, 250.0);
    let from = turn(random, degrees);
    if random.below(2) == 0 { from } else { -from }
}

/// For 06.1: on one side or not, near and far, with the last numbers of either sign.
pub fn signs(random: &mut Random) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for above in [true, false] {
        let mut any = |low, high| {
            let degrees = random.between(low, high);
            let pair = Pair::apart("", random, degrees);
            // Both signs of w are asked about.
            if (pair.from.w > 0.0) == above {
                pair
            } else {
                Pair { from: -pair.from, to: -pair.to, ..pair }
            }
        };
        let (near, far) = (any(20.0, 60.0), any(110.0, 165.0));
        let (near_too, far_too) = (any(20.0, 60.0), any(110.0, 165.0));
        pairs.extend([
            Pair { name: "near", ..near },
            near_too.negated("near and negated"),
            Pair { name: "far apart", ..far },
            far_too.negated("far apart and negated"),
        ]);
    }
    // A little to either side of no turn at all: x, y, z point against each other, and w decides.
    let axis = axis(random);
    let mut either = |name| {
        let (one, other) = (random.between(30.0, 60.0), random.between(30.0, 60.0));
        let to = Quat::from_axis_angle(axis, -other.to_radians());
        Pair { name, from: Quat::from_axis_angle(axis, one.to_radians()), to }
    };
    let (one, other) = (either("to either side of no turn"), either(""));
    pairs.extend([one, other.negated("to either side of no turn and negated")]);
    pairs
}

/// For 06.2 and 06.3: on one side, with the share of the way that is asked for.
pub fn ways(random: &mut Random) -> Vec<(Pair, f32)> {
    let mut ways = Vec::new();
    for (name, low, high) in
        [("far apart", 120.0, 165.0), ("a right angle apart", 80.0, 100.0), ("near", 40.0, 50.0)]
    {
        for (first, last) in [(0.15, 0.30), (0.68, 0.85)] {
            let degrees = random.between(low, high);
            let pair = Pair::apart(name, random, degrees);
            ways.push((pair, random.between(first, last)));
        }
    }
    let far = Pair::apart("far apart and at the ends", random, 140.0);
    ways.extend([(far.clone(), 0.0), (far, 1.0)]);
    ways
}

/// For 06.3: a dot product of a little more than 0.99, where nlerp is still off by 4e-5, on either side of
/// half way.
pub fn small_but_not_nothing(random: &mut Random) -> Vec<(Pair, f32)> {
    let mut way = |first, last| {
        let degrees = random.between(15.7, 16.0);
        (Pair::apart("16 degrees apart", random, degrees), random.between(first, last))
    };
    vec![way(0.18, 0.25), way(0.75, 0.82)]
}

/// For 06.3: hardly any arc, and none at all.
pub fn next_to_nothing(random: &mut Random) -> Vec<(Pair, f32)> {
    let shares: Vec<f32> = (0..4).map(|_| random.between(0.3, 0.8)).collect();
    // So little that it hardly matters where somebody goes over to nlerp.
    let little = Pair::apart("0.2 degrees apart", random, 0.2);
    // Length 1 to within rounding, as after many products; however the four products are added up, the
    // sum is more than 1, and no angle has such a cosine.
    let unit = anywhere(random);
    let (from, to) = (unit * (1.0 + 4e-7), unit * (1.0 + 8e-7));
    let above = Pair { name: "almost equal and a little longer than 1", from, to };
    // Exactly 1 in any order, and not the same numbers.
    let tilted = Quat::from_xyzw(1e-5, 0.0, 0.0, 1.0);
    let hair = Pair { name: "almost equal", from: Quat::IDENTITY, to: tilted };
    // 180 degrees about x, y or z: a single 1 among zeros.
    let half_turn = Quat::from_vec4([Vec4::X, Vec4::Y, Vec4::Z][random.below(3)]);
    let whole = [Quat::IDENTITY, half_turn][random.below(2)];
    let equal = Pair { name: "equal", from: whole, to: whole };
    [little, above, hair, equal].into_iter().zip(shares).collect()
}

/// For 06.4: a matrix and what it was made of.
pub struct Whole {
    /// What is asked about it: "mirrored".
    pub name: &'static str,
    /// T R S.
    pub matrix: Mat4,
    /// R, as one of its two quaternions.
    pub rotation: Quat,
}

/// Rigid, stretched along each axis by another factor, and mirrored.
pub fn wholes(random: &mut Random) -> Vec<Whole> {
    let mut wholes = Vec::new();
    for name in ["rigid", "stretched", "mirrored"] {
        let rotation = anywhere(random);
        let mut scale = Vec3::ONE;
        if name != "rigid" {
            // Unequal, so that taking one for another shows.
            let mut factors =
                [random.between(0.4, 0.6), random.between(1.2, 1.5), random.between(2.0, 2.6)];
            factors.rotate_left(random.below(3));
            scale = factors.into();
        }
        if name == "mirrored" {
            scale.x = -scale.x;
        }
        let translation = random.vector();
        let matrix = Mat4::from_scale_rotation_translation(scale, rotation, translation);
        wholes.push(Whole { name, matrix, rotation });
    }
    wholes
}
