//! The keys of the game.

use crate::Keys;
use common::ui::{
    Input,
    KeyCode::{
        self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, KeyA, KeyB, KeyC, KeyD, KeyE, KeyG, KeyJ, KeyK, KeyL,
        KeyN, KeyP, KeyR, KeyS, KeyT, KeyW, KeyX, KeyY, KeyZ, ShiftLeft, ShiftRight, Space,
    },
};

/// Keys of which each does the same, and what that is.
pub(super) struct Control {
    keys: &'static [KeyCode],
    does: &'static str,
}

const LEFT: Control = Control { keys: &[ArrowLeft, KeyA], does: "run left" };
const RIGHT: Control = Control { keys: &[ArrowRight, KeyD], does: "run right" };
const WALK: Control = Control { keys: &[ShiftLeft, ShiftRight], does: "walk" };
const JUMP: Control = Control { keys: &[Space, KeyZ, KeyW, KeyJ, ArrowUp], does: "jump" };
const PUNCH: Control = Control { keys: &[KeyK, KeyC], does: "punch" };
const SWING: Control = Control { keys: &[KeyL, KeyX], does: "swing" };
pub(super) const FLASHLIGHT: Control = Control { keys: &[KeyT], does: "flashlight" };
pub(super) const PAUSE: Control = Control { keys: &[KeyP], does: "pause" };
pub(super) const AGAIN: Control = Control { keys: &[KeyR], does: "a new run" };
pub(super) const REPLAY: Control = Control { keys: &[KeyY], does: "this run again" };
pub(super) const EDITOR: Control = Control { keys: &[KeyE], does: "build the level" };
pub(super) const STEP: Control = Control { keys: &[KeyN], does: "one step, with his feet" };
pub(super) const MESH: Control = Control { keys: &[KeyG], does: "ground mesh" };
pub(super) const SPHERES: Control = Control { keys: &[KeyB], does: "spheres" };

/// Controls as the help lists them.
const CONTROLS: [Control; 14] =
    [LEFT, RIGHT, WALK, JUMP, PUNCH, SWING, FLASHLIGHT, PAUSE, STEP, AGAIN, REPLAY, EDITOR, MESH, SPHERES];

/// The first key of each thing that he does, in one line.
pub(super) const IN_A_LINE: &str = "Left, Right run   Space jumps   L swings   K punches   P pauses";

impl Control {
    /// Returns the keys' names: "Left, A".
    fn caps(&self) -> String {
        let mut names: Vec<_> = self.keys.iter().map(|key| name(*key)).collect();
        names.dedup();
        names.join(", ")
    }

    fn is_down(&self, input: &Input) -> bool {
        self.keys.iter().any(|key| input.is_down(*key))
    }

    pub(super) fn is_pressed(&self, input: &Input) -> bool {
        self.keys.iter().any(|key| input.is_pressed(*key))
    }
}

/// Returns all keys of the game, by their names, and what they do.
pub(super) fn listed() -> Vec<(String, &'static str)> {
    CONTROLS.iter().map(|control| (control.caps(), control.does)).collect()
}

/// Returns the keys that the scene handles in place of the window: its own, and two that fingers meet beside them.
pub(super) fn steering() -> Vec<KeyCode> {
    let mut keys = vec![KeyS, ArrowDown];
    keys.extend(CONTROLS.iter().flat_map(|control| control.keys));
    keys
}

/// Returns the keys that are held, and those pressed since the last step, which `before` keeps until a step has seen them.
/// If left and right are held together, the last one counts.
pub(super) fn keys(input: &Input, before: Keys) -> Keys {
    let right = match (LEFT.is_down(input), RIGHT.is_down(input)) {
        (true, true) if LEFT.is_pressed(input) => -1.0,
        (true, true) if RIGHT.is_pressed(input) => 1.0,
        (true, true) => before.right,
        (is_left, is_right) => f32::from(u8::from(is_right)) - f32::from(u8::from(is_left)),
    };
    Keys {
        right,
        runs: !WALK.is_down(input),
        jump: before.jump || JUMP.is_pressed(input),
        jump_held: JUMP.is_down(input),
        punch: before.punch || PUNCH.is_pressed(input),
        swing: before.swing || SWING.is_pressed(input),
    }
}

/// Returns whether a key went down that begins a run under the title.
pub(super) fn begins(input: &Input) -> bool {
    input.is_pressed(Enter) || [LEFT, RIGHT, JUMP, PUNCH, SWING].iter().any(|control| control.is_pressed(input))
}

fn name(key: KeyCode) -> String {
    match key {
        ShiftLeft | ShiftRight => "Shift".into(),
        _ => format!("{key:?}").replace("Key", "").replace("Arrow", ""),
    }
}
