//! The keys that steer, and what they say in a step.

use crate::Keys;
use common::ui::{Input, KeyCode};

const LEFT: [KeyCode; 2] = [KeyCode::ArrowLeft, KeyCode::KeyA];
const RIGHT: [KeyCode; 2] = [KeyCode::ArrowRight, KeyCode::KeyD];
const JUMP: [KeyCode; 4] = [KeyCode::Space, KeyCode::ArrowUp, KeyCode::KeyW, KeyCode::KeyJ];
const PUNCH: KeyCode = KeyCode::KeyK;
const SWING: KeyCode = KeyCode::KeyL;
pub(super) const PAUSE: KeyCode = KeyCode::KeyP;
pub(super) const AGAIN: KeyCode = KeyCode::KeyR;
pub(super) const REPLAY: KeyCode = KeyCode::KeyY;
pub(super) const EDITOR: KeyCode = KeyCode::KeyE;
pub(super) const MESH: KeyCode = KeyCode::KeyG;
pub(super) const VELOCITIES: KeyCode = KeyCode::KeyV;
pub(super) const SPHERES: KeyCode = KeyCode::KeyB;

/// All that the scene takes for itself.
pub(super) const STEERING: [KeyCode; 19] = [
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::KeyA,
    KeyCode::KeyD,
    KeyCode::KeyW,
    KeyCode::KeyS,
    KeyCode::KeyJ,
    KeyCode::Space,
    PUNCH,
    SWING,
    PAUSE,
    AGAIN,
    REPLAY,
    EDITOR,
    MESH,
    VELOCITIES,
    SPHERES,
];

/// As the panel lists them.
pub(super) const LIST: [(&str, &str); 10] = [
    ("arrows, A D", "run; with Shift: walk"),
    ("Space, W, J", "jump; held: higher"),
    ("K, L", "punch, swing the sword"),
    ("T", "flashlight"),
    ("P, R", "pause, a new run"),
    ("Y", "this run again"),
    ("E", "build the level"),
    ("G", "ground: mesh, triangle"),
    ("V", "velocities"),
    ("B", "spheres"),
];

/// What is held, and what went down since the last step, which `before` keeps until a step has seen it.
pub(super) fn read(input: &Input, before: Keys) -> Keys {
    let is_down = |keys: &[KeyCode]| keys.iter().any(|key| input.is_down(*key));
    let is_pressed = |keys: &[KeyCode]| keys.iter().any(|key| input.is_pressed(*key));
    Keys {
        right: f32::from(u8::from(is_down(&RIGHT))) - f32::from(u8::from(is_down(&LEFT))),
        runs: !input.shift(),
        jump: before.jump || is_pressed(&JUMP),
        jump_held: is_down(&JUMP),
        punch: before.punch || is_pressed(&[PUNCH]),
        swing: before.swing || is_pressed(&[SWING]),
    }
}

/// Whether he has been told something: then the title goes, and a game begins.
pub(super) fn begins(input: &Input) -> bool {
    let moves = [&LEFT[..], &RIGHT, &JUMP, &[PUNCH, SWING, KeyCode::Enter]];
    moves.iter().any(|keys| keys.iter().any(|key| input.is_pressed(*key)))
}
