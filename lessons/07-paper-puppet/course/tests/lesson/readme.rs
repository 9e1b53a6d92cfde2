//! The README's statements about code and pictures hold.

use crate::{reading, readme_says};
use check::Random;
use glam::{Mat3, Vec2};
use lesson_07::figures::BOW;
use lesson_07::finished::ANSWERS;
use lesson_07::{Corner, Fox, LAYERS, cutouts};
use std::f32::consts::{FRAC_PI_2, TAU};

#[test]
fn the_counts_are_those_of_the_code() {
    let all = cutouts();
    let bows = &all[..3];
    let vine = &all[3];
    let fox = Fox::read().expect("the fox");
    let counts = [fox.puppet.parts.len(), vine.pivots.len(), bows[0].corners.len()];
    assert_eq!(counts, [15, 9, 5]);
    for says in ["a fox of fifteen pictures", "a vine of nine bones", "it has five *corners*"] {
        readme_says(says);
    }
    readme_says(&format!("`layer`, from 0 to `LAYERS` - 1, which is {}.", LAYERS - 1));
    // "of the red one only the child waves, of the yellow one the root, of the violet one both"
    let waves: Vec<Vec<bool>> =
        bows.iter().map(|bow| bow.swings().iter().map(|swing| swing.reach > 0.0).collect()).collect();
    assert_eq!(waves, [[false, true], [true, false], [true, true]]);
    for bow in bows {
        assert_eq!(bow.pivots, [Vec2::ZERO, Vec2::new(2.0, 1.0)]);
        for (number, corner) in bow.corners.iter().enumerate() {
            let bone = ["root", "child"][corner.bone];
            readme_says(&format!("| {number} | {} | {bone} |", shown(corner.at)));
            let figure = BOW[number];
            assert_eq!((figure.at, figure.bone), (corner.at, corner.bone), "the figures' bow");
        }
    }
    // The vine stays joined at every pivot.
    for pivot in &vine.pivots {
        let there = vine.corners.iter().filter(|corner| corner.at.distance(*pivot) < 1e-6);
        assert!(there.count() >= 1, "{pivot}");
    }
    // "the part without a parent, the torso"
    let roots: Vec<&str> = (0..fox.puppet.parts.len())
        .filter(|&part| fox.puppet.parts[part].parent.is_none())
        .map(|part| fox.puppet.names[part].as_str())
        .collect();
    assert_eq!(roots, ["torso"]);
}

/// `(2, 1)`, to four digits.
fn shown(Vec2 { x, y }: Vec2) -> String {
    format!("({}, {})", (x * 1e4).round() / 1e4, (y * 1e4).round() / 1e4)
}

#[test]
fn the_worked_example() {
    let pivot = Vec2::new(2.0, 1.0);
    let place = Vec2::new(3.25, 2.25);
    let steps = [
        place,
        place - pivot,
        Mat3::from_angle(FRAC_PI_2).transform_point2(place - pivot),
        (ANSWERS.rotate_about)(pivot, FRAC_PI_2).transform_point2(place),
    ]
    .map(shown);
    let [from, shifted, turned, back] = steps;
    readme_says(&format!("Take the pivot {} and a quarter turn, and follow the corner {from}", shown(pivot)));
    readme_says(&format!("the corner is shifted to {shifted}"));
    readme_says(&format!("the corner is turned to {turned}"));
    readme_says(&format!("it ends at {back}"));
}

/// The pendulum of figure 07.2, as the figure begins.
#[test]
fn the_worked_swing() {
    let periods = 0.7 / 1.6;
    let angle = TAU * periods;
    readme_says(&format!("which is 0.7 / 1.6 = {periods} periods"));
    let result = reading("07.2", &[], "a");
    readme_says(&format!("= {angle:.3}. Its sine is {sine:.3}, and your angle", sine = angle.sin()));
    readme_says(&format!("is 20° + 40° · {:.3} = {result:.1}°", angle.sin()));
}

/// The text follows corner 3 of a bow, its root turned by 90 degrees and its child by -90, in both orders.
#[test]
fn the_worked_bow() {
    let [root, child] = [(Vec2::ZERO, FRAC_PI_2), (Vec2::new(2.0, 1.0), -FRAC_PI_2)]
        .map(|(pivot, angle)| (ANSWERS.rotate_about)(pivot, angle));
    let corner = BOW[3].at;
    let own = child.transform_point2(corner);
    readme_says(&format!("takes the corner from {} to {}", shown(corner), shown(own)));
    readme_says(&format!("the root's turn takes it to {}", shown(root.transform_point2(own))));
    let pin = root.transform_point2(BOW[2].at);
    readme_says(&format!("has also taken the pin to {}", shown(pin)));
    let right = (ANSWERS.segmented_arm)(&BOW, &[root, child])[3];
    assert!(right.distance(root.transform_point2(own)) < 1e-5);
    assert!((right.distance(pin) - corner.distance(BOW[2].at)).abs() < 1e-5, "as far as at rest");
    let carried = root.transform_point2(corner);
    readme_says(&format!("its turn takes the corner to {}", shown(carried)));
    readme_says(&format!("takes it to {}, far from the pin", shown(child.transform_point2(carried))));
}

#[test]
fn the_figures_show_it() {
    let [x, y] = ["corner x", "y"].map(|name| reading("07.1", &[90.0, 2.0, 1.0], name));
    assert_eq!(shown(Vec2::new(x, y)), "(0.75, 2.25)");
    let [root, tip] = ["root", "tip"].map(|name| reading("07.2-vine", &[0.1, 0.2], name));
    readme_says(&format!(
        "With 0.1 s, the tip is half a period late: when the root is at {root:.1} degrees, the tip is at {tip:.1}."
    ));
    // "Set bone to 1": corner 2 may follow either bone.
    for name in ["corner 2: x", "y"] {
        let [root, child] = [0.0, 1.0].map(|bone| reading("07.3", &[35.0, -70.0, bone], name));
        assert!((root - child).abs() < 1e-5, "{name}: {root} {child}");
    }
    readme_says("the root is turned by 35 degrees, the child by -70");
    // "on the right it stays on q"
    for (torso, arm, p) in [(15.0, 60.0, 70.0), (-45.0, 150.0, 10.0), (30.0, -20.0, 42.0)] {
        assert!(reading("07.4", &[torso, arm, p], "from p to q") < 1e-3);
    }
}

/// An arm's matrices are skinning matrices: where a bone is now, by lesson 02, times the inverse of where it was.
#[test]
fn the_inverse_bind_in_disguise() {
    let mut random = Random::new(70);
    for _ in 0..50 {
        let count = 2 + random.below(6);
        let mut pivots = Vec::new();
        let mut corners = Vec::new();
        let mut angles = Vec::new();
        let mut turns = Vec::new();
        for bone in 0..count {
            let [pivot, at] = [(); 2].map(|()| Vec2::new(random.between(-3.0, 3.0), random.between(-3.0, 3.0)));
            let angle = random.between(-3.0, 3.0);
            pivots.push(pivot);
            corners.push(Corner { at, bone });
            angles.push(angle);
            turns.push((ANSWERS.rotate_about)(pivot, angle));
        }
        let places = (ANSWERS.segmented_arm)(&corners, &turns);

        let mut now = Mat3::IDENTITY;
        let mut parent = Vec2::ZERO;
        for bone in 0..count {
            now *= Mat3::from_translation(pivots[bone] - parent) * Mat3::from_angle(angles[bone]);
            parent = pivots[bone];
            let skinning = now * Mat3::from_translation(-parent);
            let moved = skinning.transform_point2(corners[bone].at);
            // Seven turns of places up to 40 away: a hundred roundings of 4e-6 at the very most.
            assert!(moved.distance(places[bone]) < 4e-4, "{moved} {}", places[bone]);
        }
    }
}

/// A turn about the pivot's current position, multiplied on the left, gives the same matrix.
#[test]
fn what_going_further_says() {
    let p0 = Vec2::new(0.3, -0.2);
    let p1 = Vec2::new(2.0, 1.0);
    let turn = ANSWERS.rotate_about;
    let first = turn(p0, 0.7);
    let a = -0.4;
    let at_rest = first * turn(p1, a);
    let now = turn(first.transform_point2(p1), a) * first;
    assert!(at_rest.abs_diff_eq(now, 1e-5), "{at_rest} {now}");
}
