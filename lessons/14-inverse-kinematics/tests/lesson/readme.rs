//! What README.md says of code is what the code does.

use crate::readme_says;
use crate::scene::frame;
use common::exercise::Exercise;
use lesson_14::{
    checks::REFERENCE,
    frame::Cast,
    scene::Scene,
    tentacles::{JOINTS, PERIOD, SHARE, errors},
};

/// The iteration after which a tip is within a millimetre.
fn within_a_millimetre(errors: &[f32]) -> usize {
    errors.iter().position(|error| *error < 1e-3).expect("it arrives")
}

#[test]
fn the_numbers_are_those_of_the_code() {
    let almost_straight = (REFERENCE.elbow_angle)(0.45, 0.40, 0.85 - 0.001);
    let bent = 180.0 - almost_straight.to_degrees();
    readme_says(&format!("are already bent by {bent:.1} degrees"));
    readme_says(&format!("A tentacle with {JOINTS} joints"));
    readme_says(&format!("is the *share* of the latter, {SHARE} in the picture"));
    readme_says(&format!("Every {PERIOD} seconds the pearls jump"));

    let mut cast = Cast::load().expect("the knight");
    let frame = frame(&mut cast, Scene::TIME);
    let [ccd, fabrik, _] = frame.histories.each_ref().map(|history| errors(history, frame.pearl));
    let (ccd, fabrik) = (within_a_millimetre(&ccd), within_a_millimetre(&fabrik));
    readme_says(&format!("FABRIK is within a millimetre after {fabrik} iterations, CCD after {ccd}"));
}
