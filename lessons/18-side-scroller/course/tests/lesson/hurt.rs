//! Poses of a knight who is bitten, and of one who dies.

use super::game::{FIGURES, Play, WAIT, meadow_level};
use super::knight::{RIGHT, STEP, World, box_of, play};
use super::replay::Hand;
use common::graphics::testing::headless_or_skip;
use common::ui::KeyCode;
use glam::{DVec2, Vec3, Vec3Swizzles};
use lesson_18::{
    Keys, finished::ANSWERS, game::GameOutcome, ground::depth, knight::Poser, level::CreatureKind, scene::GameOptions,
};
use std::fs;

/// Returns a joint's place in the world.
fn place(poser: &Poser, name: &str) -> Vec3 {
    let joint = FIGURES.cast.joint(name).expect("a joint of the knight");
    (poser.world_from_model() * poser.model_from_joint()[joint]).w_axis.truncate()
}

/// Returns the angle of a part of his back from upright, to the side where he does not look, in degrees.
fn back_angle(poser: &Poser, below: &str, above: &str) -> f32 {
    let part = place(poser, above) - place(poser, below);
    f32::atan2(-part.x, part.y).to_degrees()
}

/// A creature on his right bites him, whose health is then `health`; `look` sees each step from the bite on.
fn bitten(health: u32, mut look: impl FnMut(&Play)) {
    let mut play = Play::with(CreatureKind::Leaper, 1.5);
    play.game.health = health + 1;
    while play.game.health > health {
        play.step(WAIT);
        assert!(play.game.steps < 600, "nobody bites");
    }
    for _ in 0..90 {
        look(&play);
        play.step(WAIT);
    }
}

/// Head and chest are thrown back while the hit still holds everything; in the air his hands and feet trail to the front,
/// and no blade is at his head.
#[test]
fn a_bite_is_seen_at_once() {
    let mut first = None;
    let mut flown = 0;
    bitten(3, |play| {
        let Play { game, .. } = play;
        let [head, chest] = [("neck", "head"), ("chest", "neck")].map(|(a, b)| back_angle(&game.poser, a, b));
        first.get_or_insert((head, chest));
        let knight = &game.knight;
        if knight.body.support.is_some() || knight.time == 0.0 || knight.stunned_for > 0.12 {
            return;
        }
        flown += 1;
        let [hips, chest] = ["hips", "chest"].map(|name| place(&game.poser, name));
        for name in ["hand_l", "hand_r"] {
            assert!(place(&game.poser, name).x > chest.x + 0.15, "{name}, step {flown}");
        }
        let feet = ["foot_l", "foot_r"].map(|name| place(&game.poser, name).x - hips.x);
        assert!(feet[0].max(feet[1]) > 0.2 && feet[0].min(feet[1]) > 0.0, "feet {feet:?} m ahead, step {flown}");
        let tip = game.world_from_sword.transform_point3(0.64 * Vec3::Y);
        assert!(tip.y < place(&game.poser, "head").y, "the blade is at his head");
    });
    let (head, chest) = first.expect("a bite");
    assert!((10.0..30.0).contains(&head) && (7.0..25.0).contains(&chest), "head {head}, chest {chest} degrees back");
    assert!(flown > 5, "{flown} steps in the air");
}

/// From behind, too, he is seen from the side from the first moment on, and bends away from the bite.
#[test]
fn a_bite_from_behind_turns_him_at_once() {
    let mut play = Play::with(CreatureKind::Leaper, 1.5);
    play.step(Keys { right: -1.0, ..WAIT });
    let health = play.game.health;
    while play.game.health == health {
        play.step(WAIT);
        assert!(play.game.steps < 600, "nobody bites");
    }
    for step in 0..20 {
        let [left, right] = ["thigh_l", "thigh_r"].map(|name| place(&play.game.poser, name));
        let aside = (left.x - right.x).abs() / (left.z - right.z).abs();
        let bent = back_angle(&play.game.poser, "hips", "neck");
        assert!(aside < 0.6 && bent > 0.0, "step {step}: {aside}, bent by {bent} degrees");
        play.step(WAIT);
    }
}

/// A hit tints him half red, and all of that fades while he is stunned.
#[test]
fn a_bite_tints_him_by_half() {
    let Some(gl) = headless_or_skip("a_bite_tints_him_by_half") else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("meadow.armature");
    fs::write(&file, meadow_level(CreatureKind::Leaper, 1.5).to_bytes().expect("bytes")).expect("written");
    let options = GameOptions { level: Some(file), ..GameOptions::default() };
    let mut hand = Hand::with(&gl, &options);
    hand.frame(&[], &[KeyCode::Space]); // the title goes
    let mut reds = Vec::new();
    for _ in 0..600 {
        hand.frame(&[], &[]);
        let frame = hand.evaluate();
        let red = frame.figures[0].hurt;
        assert!((red > 0.0) == (frame.game.knight.stunned_for > 0.0), "{red}, {} s", frame.game.knight.stunned_for);
        reds.push(red);
        if red == 0.0 && reds.iter().any(|red| *red > 0.0) {
            break;
        }
    }
    let most = reds.iter().copied().fold(0.0, f32::max);
    let count = reds.iter().filter(|red| **red > 0.0).count();
    assert!((0.45..0.55).contains(&most) && (10..40).contains(&count), "{most} at most, for {count} frames");
}

/// He falls out of the hit: never upright again, first on his hips, then on his back.
#[test]
fn a_deadly_fall_grows_out_of_the_hit() {
    let mut sits = None;
    let mut lies = None;
    bitten(0, |play| {
        let game = &play.game;
        let Some(seconds) = game.knight.fallen_for.filter(|_| matches!(game.outcome, GameOutcome::Fallen(_))) else {
            return;
        };
        let back = back_angle(&game.poser, "hips", "head");
        assert!(seconds < 0.1 || back > 20.0, "{back} degrees after {seconds} s");
        let heights = ["hips", "chest", "head"].map(|name| place(&game.poser, name).y);
        if heights[0] < 0.25 {
            sits.get_or_insert(seconds);
        }
        if heights.iter().all(|height| *height < 0.25) {
            lies.get_or_insert(seconds);
        }
    });
    let (sits, lies) = (sits.expect("hips on the ground"), lies.expect("back on the ground"));
    assert!(sits < 0.42 && sits < lies && lies < 0.6, "{sits} s, {lies} s");
}

/// He and his sword lie along a slope, and in a niche he sits. (Floors, walls and ledges are in tests/runs.)
#[test]
fn a_dead_knight_lies_on_the_ground() {
    let slope = [(2.0, -1.0), (8.0, -1.0), (8.0, 2.0), (2.0, 0.0)].map(DVec2::from).to_vec();
    let ground = box_of((-50.0, -1.0), (50.0, 0.0));
    let behind = box_of((-3.0, 0.0), (-0.5, 0.6));
    let worlds = [
        ("a slope", World::new(vec![ground.clone(), slope]), 5.0, 18.4),
        ("a niche", World::new(vec![ground, behind, box_of((0.6, 0.0), (3.0, 2.0))]), 0.0, 0.0),
    ];
    let cast = &FIGURES.cast;
    for (name, world, x, rises) in worlds {
        let mut knight = world.knight(x, 3.0);
        play(&world, &mut knight, WAIT, 1.0);
        play(&world, &mut knight, RIGHT, STEP);
        play(&world, &mut knight, WAIT, 0.3);
        knight.fallen_for = Some(0.0);
        let mut poser = Poser::new(cast);
        for _ in 0..80 {
            world.step(&mut knight, WAIT);
            poser.step(cast, &knight, &world.obstacles, STEP as f32, None).unwrap();
        }
        let feet = knight.body.position.as_vec2();
        for joint in ["hips", "chest", "head", "plume", "foot_l", "foot_r"] {
            let at = place(&poser, joint);
            let line = feet.y + (at.x - feet.x) * f32::tan(f32::to_radians(rises));
            assert!(at.y > line - 0.02, "{name}: {joint} in the ground, {}", at.y - line);
            let is_low = at.y - line < 0.25 || joint == "plume";
            assert!(is_low || name == "a niche", "{name}: {joint} at {}", at.y - line);
            let inside = world.obstacles.iter().any(|it| depth(it, at.truncate().as_dvec2()) > 0.02);
            assert!(!inside, "{name}: {joint} inside, at {at}");
        }
        let sword = (ANSWERS.sword)(&poser.hand(cast));
        let [grip, tip] = [0.0, 0.64].map(|along| sword.transform_point3(along * Vec3::Y));
        let blade = tip - grip;
        let angle = (blade.y / blade.xz().length()).atan().to_degrees();
        assert!((angle - rises).abs() < 8.0, "{name}: the blade at {angle} degrees");
        let away = grip.distance(place(&poser, "hand_r"));
        assert!((0.4..0.9).contains(&away), "{name}: the sword {away} m away");
    }
}
