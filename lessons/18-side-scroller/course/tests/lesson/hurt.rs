//! How a knight looks who is bitten. How he moves then, and dies, is in tests/runs.

use super::game::meadow_level;
use super::replay::Hand;
use common::graphics::testing::headless_or_skip;
use common::ui::KeyCode;
use lesson_18::{level::CreatureKind, scene::GameOptions};
use std::fs;

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
