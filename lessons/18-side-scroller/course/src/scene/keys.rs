//! The keys that steer, as the player has chosen them.

use super::best::keep;
use crate::Keys;
use common::ui::keys::{BINDINGS, LETTERS};
use common::ui::{
    Input,
    KeyCode::{
        self, ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Enter, KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyJ, KeyK,
        KeyL, KeyO, KeyP, KeyR, KeyS, KeyT, KeyW, KeyX, KeyY, KeyZ, Numpad0, Numpad1, Numpad2, Numpad3, Numpad4,
        Numpad5, Numpad6, Numpad7, Numpad8, Numpad9, ShiftLeft, ShiftRight, Space,
    },
};
use common::workspace;
use std::fs;
use std::path::{Path, PathBuf};

pub(super) const PAUSE: KeyCode = KeyP;
pub(super) const AGAIN: KeyCode = KeyR;
pub(super) const REPLAY: KeyCode = KeyY;
pub(super) const EDITOR: KeyCode = KeyE;
pub(super) const MESH: KeyCode = KeyG;
pub(super) const SPHERES: KeyCode = KeyB;

/// Keys that stay what they are, as the panel lists them.
pub(super) const FIXED: [(KeyCode, &str); 6] = [
    (PAUSE, "pause"),
    (AGAIN, "a new run"),
    (REPLAY, "this run again"),
    (EDITOR, "build the level"),
    (MESH, "ground mesh"),
    (SPHERES, "spheres"),
];

/// Letters that belong to the window alone; most others have an F key for it too, as F3 beside D.
const OF_WINDOW: [KeyCode; 2] = [KeyF, KeyO];

const NO_LETTERS: [KeyCode; 17] = [
    ArrowLeft, ArrowRight, ArrowUp, ArrowDown, Space, ShiftLeft, ShiftRight, Numpad0, Numpad1, Numpad2, Numpad3,
    Numpad4, Numpad5, Numpad6, Numpad7, Numpad8, Numpad9,
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    Left,
    Right,
    Walk,
    Jump,
    Punch,
    Swing,
    Flashlight,
}

impl Control {
    pub const ALL: [Self; 7] =
        [Self::Left, Self::Right, Self::Walk, Self::Jump, Self::Punch, Self::Swing, Self::Flashlight];

    /// Returns the name in the panel and in the file.
    pub fn does(self) -> &'static str {
        ["run left", "run right", "walk", "jump", "punch", "swing", "flashlight"][self as usize]
    }
}

/// The keys of each control, in the order of [`Control::ALL`].
#[derive(Clone, Debug, PartialEq)]
pub struct Bindings([Vec<KeyCode>; 7]);

impl Default for Bindings {
    fn default() -> Self {
        Bindings([
            vec![ArrowLeft, KeyA],
            vec![ArrowRight, KeyD],
            vec![ShiftLeft, ShiftRight],
            vec![Space, KeyZ, KeyW, KeyJ, ArrowUp],
            vec![KeyK, KeyC],
            vec![KeyL, KeyX],
            vec![KeyT],
        ])
    }
}

impl Bindings {
    pub fn of(&self, control: Control) -> &[KeyCode] {
        &self.0[control as usize]
    }

    /// Returns the keys as the panel shows them: "Left, A".
    pub fn caps(&self, control: Control) -> String {
        let mut names: Vec<_> = self.of(control).iter().map(|key| name(*key)).collect();
        names.dedup();
        names.join(", ")
    }

    /// Returns all keys of the game, by their names, and what they do.
    pub(super) fn listed(&self) -> Vec<(String, &'static str)> {
        let mut listed: Vec<_> = Control::ALL.map(|control| (self.caps(control), control.does())).into();
        listed.extend(FIXED.map(|(key, does)| (name(key), does)));
        listed
    }

    /// Returns how to play in one line, with the first key of each control.
    pub(super) fn in_a_line(&self) -> String {
        let [left, right, _, jump, punch, swing, _] = Control::ALL.map(|control| name(self.of(control)[0]));
        format!("{left}, {right} run   {jump} jumps   {swing} swings   {punch} punches   {} pauses", name(PAUSE))
    }

    /// Binds a control to one key alone, which other controls lose. A control that loses its last key gets the keys
    /// that became free.
    pub fn choose(&mut self, control: Control, key: KeyCode) -> Result<(), String> {
        let chosen = keys_named(&name(key))?;
        let before = std::mem::replace(&mut self.0[control as usize], chosen.clone());
        for other in Control::ALL.into_iter().filter(|other| *other != control) {
            let keys = &mut self.0[other as usize];
            keys.retain(|held| !chosen.contains(held));
            if keys.is_empty() {
                keys.clone_from(&before);
            }
        }
        Ok(())
    }

    /// Returns a sign's words with the player's keys, in capitals, in place of standard ones: "k fist" becomes "K
    /// fist".
    pub fn sign(&self, text: &str) -> String {
        let standard = Self::default();
        let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        for word in &mut words {
            for control in Control::ALL {
                if standard.sign_of(control).eq_ignore_ascii_case(word) {
                    *word = self.sign_of(control);
                    break;
                }
            }
        }
        words.join(" ")
    }

    /// Returns a control's first key in the letters that a sign has.
    fn sign_of(&self, control: Control) -> String {
        match self.of(control)[0] {
            ArrowLeft => "<".into(),
            ArrowRight => ">".into(),
            key => name(key),
        }
    }

    /// Writes a line for each control: "jump: Space, W".
    fn to_text(&self) -> String {
        Control::ALL.map(|control| format!("{}: {}\n", control.does(), self.caps(control))).concat()
    }

    /// Parses lines such as [`to_text`](Self::to_text) writes. A control keeps its standard keys if it is not named, or by
    /// something that cannot be chosen.
    fn from_text(text: &str) -> Self {
        let mut bindings = Self::default();
        for (does, keys) in text.lines().filter_map(|line| line.split_once(": ")) {
            let control = Control::ALL.into_iter().find(|control| control.does() == does);
            let keys: Result<Vec<_>, _> = keys.split(", ").map(keys_named).collect();
            if let (Some(control), Ok(keys)) = (control, keys) {
                bindings.0[control as usize] = keys.concat();
            }
        }
        bindings
    }

    pub fn file() -> PathBuf {
        workspace::kept().join("side-scroller-keys.txt")
    }

    /// Reads a file; without one, the standard keys are returned.
    pub fn read(file: &Path) -> Self {
        Self::from_text(&fs::read_to_string(file).unwrap_or_default())
    }

    pub fn write(&self, file: &Path) -> Result<(), String> {
        keep(file, &self.to_text())
    }

    /// Returns the keys that are held, and those pressed since the last step, which `before` keeps until a step has
    /// seen them. If left and right are held together, the last one counts.
    pub(super) fn keys(&self, input: &Input, before: Keys) -> Keys {
        let right = match (self.is_down(input, Control::Left), self.is_down(input, Control::Right)) {
            (true, true) if self.is_pressed(input, Control::Left) => -1.0,
            (true, true) if self.is_pressed(input, Control::Right) => 1.0,
            (true, true) => before.right,
            (is_left, is_right) => f32::from(u8::from(is_right)) - f32::from(u8::from(is_left)),
        };
        Keys {
            right,
            runs: !self.is_down(input, Control::Walk),
            jump: before.jump || self.is_pressed(input, Control::Jump),
            jump_held: self.is_down(input, Control::Jump),
            punch: before.punch || self.is_pressed(input, Control::Punch),
            swing: before.swing || self.is_pressed(input, Control::Swing),
        }
    }

    fn is_down(&self, input: &Input, control: Control) -> bool {
        self.of(control).iter().any(|key| input.is_down(*key))
    }

    pub(super) fn is_pressed(&self, input: &Input, control: Control) -> bool {
        self.of(control).iter().any(|key| input.is_pressed(*key))
    }

    pub(super) fn begins(&self, input: &Input) -> bool {
        let told = [Control::Left, Control::Right, Control::Jump, Control::Punch, Control::Swing];
        input.is_pressed(Enter) || told.into_iter().any(|control| self.is_pressed(input, control))
    }

    /// Returns the keys that the scene handles in place of the window: its own and those of the controls; while the player
    /// chooses a key, also all that the window would handle.
    pub(super) fn keys_of_scene(&self, is_choosing: bool) -> Vec<KeyCode> {
        let mut keys = NO_LETTERS.to_vec();
        keys.extend([KeyS, KeyT]);
        keys.extend(FIXED.map(|(key, _)| key));
        keys.extend(self.0.iter().flatten());
        if is_choosing {
            keys.extend(BINDINGS.iter().flat_map(|binding| binding.keys));
        }
        keys
    }
}

/// Returns the name in the panel: "A", "Left", "Space".
pub(super) fn name(key: KeyCode) -> String {
    match key {
        ShiftLeft | ShiftRight => "Shift".into(),
        _ => format!("{key:?}").replace("Key", "").replace("Arrow", ""),
    }
}

/// Returns the key with this name, or both shift keys; an error says why it cannot be chosen.
fn keys_named(named: &str) -> Result<Vec<KeyCode>, String> {
    for (key, does) in FIXED {
        if has_name(key, named) {
            return Err(format!("{named} is taken: {does}"));
        }
    }
    let keys: Vec<_> = LETTERS.into_iter().chain(NO_LETTERS).filter(|key| has_name(*key, named)).collect();
    if keys.is_empty() || OF_WINDOW.contains(&keys[0]) {
        for binding in BINDINGS {
            if binding.keys.iter().any(|key| has_name(*key, named)) {
                return Err(format!("{named} is taken: {}", binding.text));
            }
        }
    }
    if keys.is_empty() {
        return Err(format!("\"{named}\" is none of these: letters, arrows, Space, Shift, number pad"));
    }
    Ok(keys)
}

fn has_name(key: KeyCode, named: &str) -> bool {
    name(key).eq_ignore_ascii_case(named)
}
