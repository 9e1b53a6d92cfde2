//! The solution passes, the starter is what its regions make of it, and what must hold of every limb, chain and
//! foot holds. Removed with `src/solution.rs` on the student branch.

use common::check::{Probe, Random};
use glam::{Quat, Vec3};
use lesson_14::checks::REFERENCE;
use std::f32::consts::PI;

common::solution_tests!(lesson_14);

/// Seeds of the properties.
const SEEDS: u64 = 200;

fn tools() -> Tools {
    Tools::of(&solution::ANSWERS)
}

fn limb(random: &mut Random) -> Limb {
    Limb {
        model_from_parent: random.rigid().rotation,
        root: random.vector(),
        shoulder: random.rigid().rotation,
        elbow: random.rigid().rotation,
        upper: random.between(0.2, 0.8) * random.direction(),
        lower: random.between(0.2, 0.8) * random.direction(),
    }
}

/// Lengths to 1e-5, the target to 1e-4 where it is in reach, else as near as can be; the elbow on the pole's side.
#[test]
fn a_limb_reaches_what_it_can() {
    for seed in 0..SEEDS {
        let random = &mut Probe { seed, index: 0 }.random();
        let limb = limb(random);
        let (upper, lower) = (limb.upper.length(), limb.lower.length());
        let target = limb.root + random.between(0.0, 2.0) * random.direction();
        let pole = limb.root + 2.0 * random.direction();
        let bend = (solution::ANSWERS.reach)(&limb, target, pole, &tools());
        let [root, elbow, hand] = limb.bent(&bend).points();
        assert_eq!(root, limb.root);
        assert!((elbow.distance(root) - upper).abs() < 1e-5, "seed {seed}");
        assert!((hand.distance(elbow) - lower).abs() < 1e-5, "seed {seed}");
        let distance = target.distance(root);
        let off = (distance - upper - lower).max((upper - lower).abs() - distance).max(0.0);
        assert!((hand.distance(target) - off).abs() < 1e-4, "seed {seed}: {off}");
        let across = |point: Vec3| (point - root).reject_from(target - root);
        let (side, to_pole) = (across(elbow), across(pole));
        let turned = side.angle_between(to_pole);
        assert!(side.length() < 0.01 || turned < 0.01, "seed {seed}: {turned}");
    }
}

/// The fewer the iterations the smaller the rate: whatever it is, a small enough step leads down, and the slopes are
/// those of the energy.
#[test]
fn a_small_step_leads_down_by_as_much_as_the_slopes_say() {
    for seed in 0..SEEDS {
        let random = &mut Probe { seed, index: 0 }.random();
        let hinges = (0..7).map(|_| Hinge { axis: random.direction(), offset: random.vector() });
        let chain = Chain { hinges: hinges.collect() };
        let angles: Vec<f32> = (0..7).map(|_| random.to_either_side(0.1, 1.5)).collect();
        let (target, share, rate) = (3.0 * random.vector(), random.between(0.0, 0.3), 1e-4);
        let energy = |angles: &[f32]| common::ik::energy(&chain.hinges, angles, target, share);
        let next = (solution::ANSWERS.gradient_step)(&chain, &angles, target, share, rate);
        let squares: f32 = angles.iter().zip(&next).map(|(a, b)| ((a - b) / rate).powi(2)).sum();
        let (fell, expected) = (energy(&angles) - energy(&next), rate * squares);
        assert!((fell / expected - 1.0).abs() < 0.05, "seed {seed}: {fell} {expected}");
        let right = (REFERENCE.gradient_step)(&chain, &angles, target, share, rate);
        assert!(next.iter().zip(&right).all(|(a, b)| (a - b).abs() < 1e-5), "seed {seed}");
    }
}

/// Every angle is one, and the triangle closes.
#[test]
fn the_angle_closes_the_triangle() {
    let random = &mut Probe { seed: 7, index: 0 }.random();
    for _ in 0..1000 {
        let [upper, lower] = [0, 1].map(|_| random.between(0.01, 2.0));
        let distance = random.between(0.0, 5.0);
        let angle = (solution::ANSWERS.elbow_angle)(upper, lower, distance);
        assert!((0.0..=PI).contains(&angle), "{angle}");
        let closed = Vec3::new(upper, 0.0, 0.0) - Quat::from_rotation_z(angle) * Vec3::X * lower;
        let reachable = distance.clamp((upper - lower).abs(), upper + lower);
        assert!((closed.length() - reachable).abs() < 1e-3, "{upper} {lower} {distance}");
    }
}
