//! Every number in README.md that depends on code comes from that code.

use crate::{reading, readme_says};
use common::graphics::{OnDisk as _, ShaderFile};
use glam::Mat3;
use lesson_09::checks::REFERENCE;
use lesson_09::figures::WIDEST;
use lesson_09::slots;
use lesson_09::tube_worm::{RINGS, SLICES, TubeWorm};

#[test]
fn the_numbers_are_those_of_the_worm() {
    readme_says(&format!("There are {RINGS} bands, so {} rings", RINGS + 1));
    readme_says(&format!("each with {} vertices", SLICES + 1));
    readme_says(&format!("they make {SLICES} squares around"));
    let frag = ShaderFile("09-smooth-skin/worm.frag").text().expect("it is there");
    assert!(frag.contains(&format!("const int RINGS = {RINGS};")), "worm.frag has the number, too");
    assert!(frag.contains(&format!("const int SLICES = {SLICES};")));
    // The tube comes first, and closes: each ring's last vertex lies on its first.
    let mesh = TubeWorm::new().skinned(&[[1.0, 0.0, 0.0]; RINGS + 1]).vertices;
    for ring in 0..=RINGS {
        let [first, last] = [0, SLICES].map(|slice| mesh[ring * (SLICES + 1) + slice].position);
        assert!(first.distance(last) < 1e-6, "{first} {last}");
    }
}

fn weights_at(height: f32, margin: f32) -> [f32; 3] {
    REFERENCE.smooth_skin.weights(height, margin).unwrap()
}

fn row(cells: &[String; 4]) -> String {
    format!("| {} |", cells.join(" | "))
}

#[test]
fn the_weights_of_the_text() {
    let [tail, middle, _] = weights_at(0.3, 0.1);
    readme_says(&format!("the middle pulls with {middle:.2}, and the tail keeps {tail:.2}"));
    readme_says(&format!("0.0667 / 0.2 = {:.2}", 0.0667 / 0.2));
    let [tail, middle, head] = weights_at(0.7, 0.1);
    readme_says(&format!("At 0.7 you get {tail}, {middle:.2} and {head:.2}, and"));
    let (joints, weights) = slots(weights_at(0.7, 0.1));
    readme_says(&format!("| `a_joints` {}", row(&joints.map(|joint| joint.to_string()))));
    readme_says(&format!("| `a_weights` {}", row(&weights.map(|weight| format!("{weight:.2}")))));
    // The slope of the ramp with the largest margin, from two heights on it.
    let third = 1.0 / 3.0;
    let step = 0.01;
    let slope = (weights_at(third + step, WIDEST)[1] - weights_at(third, WIDEST)[1]) / step;
    readme_says(&format!("with a slope of {slope:.0}: $r = 1/2 + {slope:.0} (h - c)$."));
    let margin = 0.08;
    let [low, high] = [-margin, margin].map(|from_joint| 0.5 + slope * from_joint);
    readme_says(&format!("Keep that slope at `--margin {margin}`, and the ramp goes from {low:.2} to {high:.2} only"));
    let begins = 1.0 - low;
    let ends = 1.0 - high;
    readme_says(&format!("the tail's weight drops at once from 1 to {begins:.2} where the ramp begins"));
    readme_says(&format!("from {ends:.2} to 0 where the ramp ends."));
}

/// The text says how thin the tube becomes halfway around a bend, and around a twist.
#[test]
fn a_blend_of_two_turns_is_no_turn() {
    let [sixty, ninety, half_turn] =
        [60.0_f32, 90.0, 180.0].map(|angle| (Mat3::IDENTITY + Mat3::from_rotation_z(angle.to_radians())) * 0.5);
    readme_says(&format!(
        "to {:.2} of its thickness if the joint bends by 60 degrees, to {:.2} if by 90.",
        sixty.x_axis.length(),
        ninety.x_axis.length()
    ));
    // The axis is the bend's. Seen along it, everything shrinks alike; a twist's axis is the tube's.
    assert!(half_turn.x_axis.length() < 1e-6 && half_turn.y_axis.length() < 1e-6);
    assert!(half_turn.z_axis.length() > 0.999);
}

/// Readings of figure 09.3: both leans, of which the middle's is its angle too, and the head's angle.
const LEANS: [&str; 3] = ["head leans", "middle", "head"];

#[test]
fn the_figures_show_it() {
    let sum = reading("09.2", &[0.25, 0.55, 90.0], "sum");
    readme_says(&format!("slide $w_1$ down to 0.55. The sum is {sum:.1}"));
    for margin in [0.01, 0.1, WIDEST] {
        assert!((reading("09.1", &[0.3, margin], "sum") - 1.0).abs() < 1e-6);
        let [sixty, ninety] =
            [60.0, 90.0].map(|angle| reading("09.1-bend", &[margin, angle, -30.0], "thickness at the middle's joint"));
        readme_says(&format!(
            "to {sixty:.2} of its thickness if the joint bends by 60 degrees, to {ninety:.2} if by 90."
        ));
    }
    let [head, middle, turned] = LEANS.map(|name| reading("09.3", &[1.4], name));
    readme_says(&format!("the middle leans by {middle:.0} degrees and the head by {head:.0}"));
    readme_says(&format!("the head has to be turned by {head:.0} - {middle:.0} = {turned:.0} degrees"));
    let [head, middle, turned] = LEANS.map(|name| reading("09.3", &[0.6], name));
    assert!(middle > 0.0 && head < 0.0 && turned.abs() > middle.abs().max(head.abs()), "{middle} {head} {turned}");
}
