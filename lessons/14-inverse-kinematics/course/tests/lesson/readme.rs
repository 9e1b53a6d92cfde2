//! What README.md says of code is what the code does.

use crate::scene::frame;
use crate::{reading, readme_says};
use common::exercise::Exercise;
use lesson_14::{
    figures::{LOWER, UPPER, WEIGHT},
    finished::ANSWERS,
    frame::Cast,
    scene::Scene,
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
    readme_says(&format!("is the *weight* of the latter, {WEIGHT} in the picture"));
    readme_says(&format!("Every {PERIOD} seconds the pearls jump"));

    let mut cast = Cast::load().expect("the knight");
    let frame = frame(&mut cast, Scene::TIME);
    let [ccd, fabrik, _] = frame.histories.each_ref().map(|history| errors(history, frame.pearl));
    let (ccd, fabrik) = (within_a_millimetre(&ccd), within_a_millimetre(&fabrik));
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
    use common::ik::{ccd_step, fabrik_step};
    use glam::Vec3;
    let off = |step: fn(&mut [Vec3], Vec3), target: f32| {
        let mut points = [0.0, 1.0, 2.0, 3.0].map(|x| Vec3::X * x);
        (0..100).for_each(|_| step(&mut points, Vec3::X * target));
        points[3].distance(Vec3::X * target)
    };
    for step in [ccd_step as fn(&mut [Vec3], Vec3), fabrik_step] {
        assert!(off(step, 2.0) > 0.1);
    }
    assert!(off(fabrik_step, 1.0) < 1e-3);
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
    readme_says(&format!("Inside the inner circle, nearer than {:.1}", UPPER - LOWER));
    assert!(reading("14.1", &[0.15, 0.0], "cosine") > 1.0, "it is above 1");

    readme_says(&format!("the elbow is {:.2} m along $s$", reading("14.2", &[], "elbow along s")));
    assert!(reading("14.2", &[70.0, 0.95, 0.4], "elbow along s").abs() < 1e-2, "the circle closes");

    // "Step 4 has moved the root off its place"
    let root_off = |step: f32| reading("14-ccd-fabrik", &[step], "FABRIK's root off, in bones");
    assert!(root_off(3.0) < 1e-3 && root_off(4.0) > 0.2 && root_off(5.0) < 1e-3, "{}", root_off(4.0));
    let off = |steps: [f32; 2], name| steps.map(|step| reading("14-ccd-fabrik", &[step], name));
    let ([ccd, then], [fabrik, later]) =
        (off([3.0, 9.0], "CCD off, in bones"), off([8.0, 24.0], "FABRIK off, in bones"));
    readme_says(&format!("the first iteration leaves the tip {fabrik:.2} bones off, the third {later:.2}"));
    readme_says(&format!("the first iteration leaves {ccd:.2} bones, the third {then:.2}"));

    let off = [1.0, 2.0].map(|turned| reading("14.2-turns", &[turned], "hand off"));
    assert!(off[0] > 0.1 && off[1] < 1e-3, "at 2 the elbow's turn is done, too: {off:?}");

    // "Drag it to 3: ... and E leaps"
    let energies = |rate: f32| [0.0, 1.0, 2.0].map(|step| reading("14.3", &[step, rate], "E"));
    let (small, large) = (energies(0.4), energies(3.0));
    assert!(small[1] < small[0] && small[2] < small[1] && large[1] > large[0], "{small:?} {large:?}");

    let lowered = reading("14.4", &[-18.0, 0.0], "lowered");
    readme_says(&format!("a slope of 18 degrees lowers them by {lowered:.0} cm"));
    assert!(reading("14.4", &[0.0, 0.15], "lowered").abs() < 1e-3, "the ground is higher: the hips stay");
}
