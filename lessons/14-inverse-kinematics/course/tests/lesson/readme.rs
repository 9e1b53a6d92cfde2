//! The README's statements about the code hold.

use crate::scene::frame;
use crate::{reading, readme_says};
use common::exercise::Exercise;
use glam::{Quat, Vec3};
use lesson_14::{
    Chain, Ground, Hinge, Leg, Limb,
    figures::{LOWER, UPPER, WEIGHT},
    finished::{ANSWERS, TOOLS},
    frame::ReachCast,
    scene::ReachScene,
    tentacles::{JOINTS, PERIOD, errors},
};

/// The iteration after which a tip is within a millimetre.
fn within_a_millimetre(errors: &[f32]) -> usize {
    errors.iter().position(|error| *error < 1e-3).expect("it arrives")
}

#[test]
fn the_numbers_are_those_of_the_code() {
    let almost_straight = (ANSWERS.elbow_angle)(0.45, 0.40, 0.85 - 0.001);
    let bent = 180.0 - almost_straight.to_degrees();
    readme_says(&format!("is already bent by {bent:.1} degrees"));
    readme_says(&format!("A tentacle with {JOINTS} joints"));
    readme_says(&format!("is the *weight* of the second wish, {WEIGHT} in the picture"));
    readme_says(&format!("every {PERIOD} seconds the pearls jump"));

    let mut cast = ReachCast::load().expect("the knight");
    let frame = frame(&mut cast, ReachScene::TIME);
    let [ccd, fabrik, _] = frame.histories.each_ref().map(|history| errors(history, frame.pearl));
    let ccd = within_a_millimetre(&ccd);
    let fabrik = within_a_millimetre(&fabrik);
    readme_says(&format!("FABRIK is within a millimetre after {fabrik} iterations and CCD after {ccd}"));
    // "other pearls take more or fewer"
    let others: Vec<[Option<usize>; 2]> = (0..6)
        .map(|number| {
            let frame = crate::scene::frame(&mut cast, (number as f32 + 0.5) * PERIOD);
            let [ccd, fabrik, _] = frame.histories.each_ref().map(|history| errors(history, frame.pearl));
            [ccd, fabrik].map(|errors| errors.iter().position(|error| *error < 1e-3))
        })
        .collect();
    for (method, here) in [ccd, fabrik].into_iter().enumerate() {
        assert!(others.iter().any(|other| other[method] != Some(here)), "{others:?}");
    }
}

#[test]
fn on_the_line_of_a_straight_chain_some_targets_are_reached_and_some_are_not() {
    use armature::ik::{ccd_step, fabrik_step};
    for (step, target, arrives) in
        [(ccd_step as fn(&mut [Vec3], Vec3), 2.0, false), (fabrik_step, 2.0, false), (fabrik_step, 1.0, true)]
    {
        let mut points = [0.0, 1.0, 2.0, 3.0].map(|x| Vec3::X * x);
        for _ in 0..100 {
            step(&mut points, Vec3::X * target);
        }
        let off = points[3].distance(Vec3::X * target);
        assert!(if arrives { off < 1e-3 } else { off > 0.1 }, "{target}: {off}");
    }
    readme_says("If the chain is straight and the target lies on its line, the chain may never bend");
}

#[test]
fn the_figures_numbers_are_those_of_the_text() {
    let [c, cosine, gamma] = ["c", "cosine", "gamma"].map(|name| reading("14.1", &[0.6, 0.2], name));
    readme_says(&format!("With bones of {UPPER} and {LOWER} and a target {c:.3} away"));
    let squares = [UPPER, LOWER, c].map(|side| (1000.0 * side * side).round() / 1000.0);
    let formula = format!("({} + {} - {}) / {}", squares[0], squares[1], squares[2], 2.0 * UPPER * LOWER);
    readme_says(&format!(r"$\cos \gamma = {formula} = {cosine:.1}$, so $\gamma$ is {gamma:.1} degrees"));
    let [c, cosine] = ["c", "cosine"].map(|name| reading("14.1", &[0.95, 0.3], name));
    readme_says(&format!("past the outer circle, to {c:.3} from the shoulder. The cosine comes out as {cosine:.2}"));

    assert!(reading("14.2", &[70.0, 0.95, 0.4], "elbow along s").abs() < 1e-2, "the circle closes");

    // "Step 4 has moved the root off its place"
    let root_off = [3.0, 4.0, 5.0].map(|step| reading("14-ccd-fabrik", &[step], "FABRIK's root off, in bones"));
    assert!(root_off[0] < 1e-3 && root_off[1] > 0.2 && root_off[2] < 1e-3, "{root_off:?}");
    for (method, steps) in [("CCD", 3.0), ("FABRIK", 8.0)] {
        let name = format!("{method} off, in bones");
        let [first, third] = [steps, 3.0 * steps].map(|step| reading("14-ccd-fabrik", &[step], &name));
        readme_says(&format!("| {method} | {steps} | {first:.2} bones | {third:.2} bones |"));
    }

    let off = [1.0, 2.0].map(|turned| reading("14.2-turns", &[turned], "hand off"));
    assert!(off[0] > 0.1 && off[1] < 1e-3, "at 2 the elbow's turn is done, too: {off:?}");

    // "Drag r to 3: each step goes past the lowest E"
    let [small, large] = [0.4, 3.0].map(|rate| [0.0, 1.0, 2.0].map(|step| reading("14.3", &[step, rate], "E")));
    assert!(small[1] < small[0] && small[2] < small[1] && large[1] > large[0], "{small:?} {large:?}");

    let lowered = reading("14.4", &[-18.0, 0.0], "lowered");
    readme_says(&format!("a slope of 18 degrees lowers the hips by {lowered:.0} cm"));
    assert!(reading("14.4", &[0.0, 0.15], "lowered").abs() < 1e-3, "the ground is higher: the hips stay");
}

#[test]
fn a_reach_by_hand() {
    let limb = Limb {
        model_from_parent: Quat::IDENTITY,
        root: Vec3::ZERO,
        shoulder: Quat::IDENTITY,
        elbow: Quat::IDENTITY,
        upper: 0.4 * Vec3::X,
        lower: 0.3 * Vec3::X,
    };
    let angle = (ANSWERS.elbow_angle)(0.4, 0.5, 0.3);
    readme_says(&format!(r"= {:.1}$ and $\sin \alpha = {:.1}$", angle.cos(), angle.sin()));
    let bend = (ANSWERS.reach)(&limb, 0.5 * Vec3::X, Vec3::new(0.2, 0.7, 0.0), &TOOLS);
    let [_, elbow, hand] = limb.bent(&bend).points();
    readme_says(&format!("= ({:.2}, {:.2}, 0). Both are relative to the shoulder", elbow.x, elbow.y));
    readme_says(&format!("along ({:.2}, {:.2}), which is 53.1 degrees down", hand.x - elbow.x, hand.y - elbow.y));
    let [shoulder, forearm] = [bend.shoulder, bend.elbow].map(|turn| turn.to_euler(glam::EulerRot::ZXY).0.to_degrees());
    readme_says(&format!("so the shoulder turns by {shoulder:.1} degrees"));
    readme_says(&format!("So the elbow turns by {forearm:.0}."));
}

#[test]
fn two_hinges_by_hand() {
    let hinge = Hinge { axis: Vec3::Z, offset: Vec3::X };
    let chain = Chain { hinges: vec![hinge, hinge] };
    let target = Vec3::new(1.0, 1.0, 0.0);
    let angles = (ANSWERS.gradient_step)(&chain, &[0.0, 0.0], target, 0.0, 0.1);
    assert!((angles[0] - 0.2).abs() < 1e-6 && (angles[1] - 0.1).abs() < 1e-6, "{angles:?}");
    let tip = chain.place(&angles).tip;
    let energy = 0.5 * tip.distance_squared(target);
    readme_says(&format!(
        "The tip moves to ({:.2}, {:.2}), and half the squared distance falls to {energy:.2}.",
        tip.x, tip.y
    ));
    let tip = chain.place(&(ANSWERS.gradient_step)(&chain, &[0.0, 0.0], target, 0.0, 1.0)).tip;
    let energy = 0.5 * tip.distance_squared(target);
    readme_says(&format!("lands at ({:.2}, {:.2}), and half the squared distance is {energy:.2}", tip.x, tip.y));
}

#[test]
fn two_feet_by_hand() {
    let normal = Vec3::new(0.28, 0.96, 0.0);
    let ground = Ground::plane(Vec3::ZERO, normal);
    let mut legs = Vec::new();
    for (foot, x) in [("left, uphill", -0.12), ("right, downhill", 0.12)] {
        let ankle = Vec3::new(x, 0.10, 0.0);
        let limb = Limb {
            model_from_parent: Quat::IDENTITY,
            root: ankle + 0.8 * Vec3::Y,
            shoulder: Quat::IDENTITY,
            elbow: Quat::IDENTITY,
            upper: -0.4 * Vec3::Y,
            lower: -0.4 * Vec3::Y,
        };
        let point = ground.under(ankle).point;
        let target = point + 0.1 * normal;
        readme_says(&format!(
            "| {foot} | ({x}, 0.10) | ({x}, {:.3}) | ({:.3}, {:.3}) | {:.3} m |",
            point.y,
            target.x,
            target.y,
            ankle.y - target.y
        ));
        legs.push(Leg { limb, pole: ankle + Vec3::Z, foot: Quat::IDENTITY, ankle_height: 0.1 });
    }
    let lowered = (ANSWERS.plant)(&legs, &ground, &TOOLS).lowered;
    readme_says(&format!("The right ankle must go down by {lowered:.3} m"));
    readme_says(&format!("Now the left ankle is {:.3} m too low", 0.131 - 0.1 + lowered));
    readme_says(&format!("falls to the right by {:.1} degrees", normal.angle_between(Vec3::Y).to_degrees()));
}
