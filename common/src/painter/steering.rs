//! Keys that lead a body through a scene, and do what the scene's buttons do.

use drawing::{SceneInfo, Steering};
use glam::Vec3;
use ui::{Input, KeyCode};

/// The keys, as the panel and the text list them.
pub const KEYS: [(&str, &str); 5] = [
    ("arrows, W A S D", "walk; with Shift: run"),
    ("Space, J", "jump"),
    ("K, L", "punch, swing"),
    ("P", "pause"),
    ("U", "ghosts"),
];
pub(super) const PAUSE: KeyCode = KeyCode::KeyP;
const WAYS: [(KeyCode, Vec3); 8] = [
    (KeyCode::ArrowRight, Vec3::X),
    (KeyCode::KeyD, Vec3::X),
    (KeyCode::ArrowLeft, Vec3::NEG_X),
    (KeyCode::KeyA, Vec3::NEG_X),
    (KeyCode::ArrowUp, Vec3::NEG_Z),
    (KeyCode::KeyW, Vec3::NEG_Z),
    (KeyCode::ArrowDown, Vec3::Z),
    (KeyCode::KeyS, Vec3::Z),
];
/// Keys that press the buttons of these names.
const DEEDS: [(KeyCode, &str); 4] =
    [(KeyCode::Space, "jump"), (KeyCode::KeyJ, "jump"), (KeyCode::KeyK, "punch"), (KeyCode::KeyL, "swing")];

/// Returns all keys that a scene takes for itself.
pub(super) fn keys(scene: &SceneInfo) -> Vec<KeyCode> {
    let Some(Steering::Walk) = scene.steering else { return Vec::new() };
    WAYS.map(|(key, _)| key).into_iter().chain(DEEDS.map(|(key, _)| key)).chain([PAUSE]).collect()
}

/// Returns the way of the keys that are held, as a scene is steered; `None` if none of them is, nor was before.
pub(super) fn way(input: &Input, before: Vec3) -> Option<Vec3> {
    let mut way = Vec3::ZERO;
    for (key, step) in WAYS {
        if input.is_down(key) {
            way = (way + step).clamp(Vec3::NEG_ONE, Vec3::ONE);
        }
    }
    if input.shift() {
        way *= 2.0;
    }
    (way != before).then_some(way)
}

/// Returns the button whose key was pressed.
pub(super) fn button(input: &Input, scene: &SceneInfo) -> Option<usize> {
    let (_, name) = DEEDS.iter().find(|(key, _)| input.is_pressed(*key))?;
    scene.buttons.iter().position(|button| button == name)
}
