//! Inputs of the checks: pairs of rotations from equal to half a turn apart, and matrices to decompose.

use check::Random;
use glam::{Mat4, Quat, Vec3, Vec4};

/// Two rotations as quaternions, both of length 1.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// How far they are apart, in words; may be empty.
    pub(crate) name: String,
    pub(crate) from: Quat,
    pub(crate) to: Quat,
}

impl Pair {
    /// Returns a random rotation, and one that is turned from it by `degrees` about a random axis. Their signs agree.
    fn apart(random: &mut Random, degrees: f32) -> Self {
        let name = match degrees {
            ..20.0 => "close together",
            ..70.0 => "near",
            ..110.0 => "a right angle apart",
            _ => "far apart",
        };
        let from = any_rotation(random);
        Pair::new(name, from, turn(random, degrees) * from)
    }

    pub(crate) fn new(name: &str, from: Quat, to: Quat) -> Self {
        Pair { name: name.into(), from, to }
    }

    fn negated(&self) -> Self {
        Pair::new(&format!("{} and negated", self.name), self.from, -self.to)
    }

    pub(crate) fn note(&self) -> String {
        let [from, to] = [self.from, self.to].map(|q| format!("({:.3}, {:.3}, {:.3}, {:.3})", q.x, q.y, q.z, q.w));
        format!("{}, {from} to {to}", self.name)
    }
}

/// Returns a rotation about a slanted axis.
fn turn(random: &mut Random, degrees: f32) -> Quat {
    Quat::from_axis_angle(random.direction(), degrees.to_radians())
}

/// Returns a random rotation as either of its quaternions. No component is near 0.
fn any_rotation(random: &mut Random) -> Quat {
    let degrees = random.between(110.0, 250.0);
    let from = turn(random, degrees);
    if random.below(2) == 0 { from } else { -from }
}

/// Returns a pair for every 20 degrees from 20 to 180.
fn pairs_by_angle(random: &mut Random) -> Vec<Pair> {
    (1..9)
        .map(|number| {
            let low = 20.0 * number as f32;
            let degrees = random.between(low, low + 20.0).min(179.8);
            Pair::apart(random, degrees)
        })
        .collect()
}

/// Returns pairs at special angles and at small ones, where an answer that switches to nlerp is noticed.
fn corners(random: &mut Random) -> Vec<Pair> {
    let any = [(0.3, 2.0), (2.0, 8.0), (8.0, 20.0)].map(|(low, high)| random.between(low, high));
    let fixed = [1.0, 3.0, 5.0, 90.0, 179.8].into_iter().chain(any);
    fixed.map(|degrees| Pair::apart(random, degrees)).collect()
}

/// Returns the pairs of 07.1, each with agreeing signs and without.
pub(crate) fn signs(random: &mut Random, with_corners: bool) -> Vec<Pair> {
    let mut pairs = pairs_by_angle(random);
    // A little to either side of no turn at all: x, y, z point against each other, and w decides.
    let axis = random.direction();
    let [one, other] = [1.0, -1.0].map(|side| {
        let degrees: f32 = side * random.between(30.0, 60.0);
        Quat::from_axis_angle(axis, degrees.to_radians())
    });
    pairs.push(Pair::new("small turns in opposite directions", one, other));
    if with_corners {
        pairs.extend(corners(random));
        pairs.extend(next_to_nothing(random));
    }
    pairs.into_iter().flat_map(|pair| [pair.negated(), pair]).collect()
}

/// The golden ratio, whose multiples are spread evenly between the integers, however many there are.
const GOLDEN: f32 = 0.618_034;

/// Returns the pairs of 07.2 and 07.3, whose signs agree, each with a fraction u.
pub(crate) fn blends(random: &mut Random, with_corners: bool) -> Vec<(Pair, f32)> {
    let mut pairs = pairs_by_angle(random);
    let mut ends = vec![pairs[5].clone()];
    let mut half_way = Vec::new();
    if with_corners {
        half_way.extend(corners(random)); // a blend that is not normalised is shortest there
        pairs.extend(half_way.iter().cloned());
        ends.extend(next_to_nothing(random));
        ends.push(Pair::apart(random, 1.0));
    }
    let start = random.unit();
    let fractions = (0..).map(|index| (start + GOLDEN * index as f32).fract());
    let mut blends: Vec<(Pair, f32)> = pairs.into_iter().zip(fractions).collect();
    blends.extend(half_way.into_iter().map(|pair| (pair, 0.5)));
    blends.extend(ends.into_iter().flat_map(|pair| [(pair.clone(), 0.0), (pair, 1.0)]));
    blends
}

/// Returns the pairs of 07.3, those of 07.2 and others, each with a fraction u.
pub(crate) fn arcs(random: &mut Random, with_corners: bool) -> Vec<(Pair, f32)> {
    let mut ways = blends(random, with_corners);
    ways.extend(small_but_not_nothing(random));
    ways.extend(next_to_nothing(random).map(|pair| (pair, random.between(0.3, 0.8))));
    ways
}

/// Returns pairs for 07.3 with a dot product of a little more than 0.99, where nlerp is still off by 4e-5, on either
/// side of the middle; and one for a limit of 0.95.
fn small_but_not_nothing(random: &mut Random) -> Vec<(Pair, f32)> {
    let mut ways = Vec::new();
    for (first, last) in [(0.18, 0.25), (0.75, 0.82)] {
        let degrees = random.between(15.7, 16.0);
        ways.push((Pair::apart(random, degrees), random.between(first, last)));
    }
    // A dot product of a little more than 0.95.
    let degrees = random.between(34.5, 36.0);
    ways.push((Pair::apart(random, degrees), random.between(0.18, 0.25)));
    ways
}

/// Returns pairs that are equal or almost equal, where slerp's formula divides by 0 or has no angle.
fn next_to_nothing(random: &mut Random) -> [Pair; 4] {
    // At so small an angle slerp and nlerp agree.
    let little = Pair::apart(random, 0.2);
    // Length 1 to within rounding, as after many products; however the four products are added up, the
    // sum is more than 1, and no angle has such a cosine.
    let unit = any_rotation(random);
    let from = unit * (1.0 + 4e-7);
    let to = unit * (1.0 + 8e-7);
    let above = Pair::new("almost equal and a little longer than 1", from, to);
    // Exactly 1 in any order, and not the same numbers.
    let tilted = Quat::from_xyzw(1e-5, 0.0, 0.0, 1.0);
    let hair = Pair::new("almost equal", Quat::IDENTITY, tilted);
    // 180 degrees about x, y or z: a single 1 among zeros.
    let half_turn = Quat::from_vec4([Vec4::X, Vec4::Y, Vec4::Z][random.below(3)]);
    let whole = [Quat::IDENTITY, half_turn][random.below(2)];
    [little, above, hair, Pair::new("equal", whole, whole)]
}

pub(crate) struct Whole {
    pub(crate) name: &'static str,
    /// T R S.
    pub(crate) matrix: Mat4,
}

const MIRROR: Vec3 = Vec3::new(-1.0, 1.0, 1.0);

/// Returns matrices that are rigid, stretched along each axis by another factor, and mirrored; with corners of every size and
/// every turn.
pub(crate) fn wholes(random: &mut Random, with_corners: bool) -> Vec<Whole> {
    let stretched = stretch(random, 2.0);
    let mut parts = vec![
        ("rigid", Vec3::ONE, any_rotation(random)),
        ("stretched", stretched, any_rotation(random)),
        // An answer that treats small differences as rounding would make this matrix rigid.
        ("slightly stretched", Vec3::new(1.02, 0.97, 1.04), any_rotation(random)),
        ("mirrored", MIRROR * stretch(random, 2.0), any_rotation(random)),
    ];
    if with_corners {
        let sizes = random.spread(8, -2.0, 2.0).into_iter().map(|digits| 10f32.powf(digits));
        let degrees = random.spread(8, 0.0, 180.0);
        for (size, degrees) in sizes.zip(degrees) {
            let scale = stretch(random, size);
            let rotation = turn(random, degrees);
            parts.push(("stretched", scale, rotation));
            parts.push(("mirrored", MIRROR * scale, rotation));
        }
        for rotation in [Vec4::W, Vec4::X, Vec4::Y, Vec4::Z].map(Quat::from_vec4) {
            parts.push(("rigid", Vec3::ONE, rotation));
            parts.push(("mirrored", MIRROR, rotation));
        }
    }
    let mut wholes = Vec::new();
    for (name, scale, rotation) in parts {
        wholes.push(Whole { name, matrix: Mat4::from_scale_rotation_translation(scale, rotation, random.vector()) });
    }
    wholes
}

/// Returns three unequal scales, the largest of which is `longest`.
fn stretch(random: &mut Random, longest: f32) -> Vec3 {
    let mut factors = [random.between(0.2, 0.3), random.between(0.5, 0.7), 1.0];
    factors.rotate_left(random.below(3));
    longest * Vec3::from(factors)
}
