//! Key bindings: the action of each key, and its description on the screen.

pub use glium::winit::keyboard::KeyCode;
use glium::winit::keyboard::{Key, PhysicalKey};
use std::cell::Cell;

/// An action of a key or of a button in a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Show or hide the text of the lesson.
    Help,
    /// Show or hide the joint tree.
    Joints,
    /// Show or hide the display options.
    Display,
    /// Show or hide the timeline.
    Timeline,
    /// Close what was opened last: the check, an error, the help.
    Close,
    /// Show or hide numbers about the figure and the frame.
    Statistics,
    /// Hide all panels, or bring them back.
    Panels,
    /// Fill the screen, or go back to a window.
    FullScreen,
    /// Write a screenshot.
    Picture,
    /// Larger text.
    LargerText,
    /// Smaller text.
    SmallerText,

    /// Play or pause.
    Play,
    /// One frame back.
    StepBack,
    /// One frame on.
    StepOn,
    /// The next kind of curves below the ruler, or none.
    Curves,
    /// To the clip's start.
    ToStart,
    /// To the clip's end.
    ToEnd,
    /// Half the speed.
    Slower,
    /// Twice the speed.
    Faster,
    /// Reverse the direction of time.
    Reverse,
    /// The next loop mode.
    LoopMode,
    /// The clip before this one.
    ClipBefore,
    /// The clip after this one.
    ClipAfter,
    /// The next length of the fade between clips, or none.
    Fade,

    /// Move the camera so that the joint just selected fills the picture, or the whole figure.
    Frame,
    /// Perspective or orthographic.
    Orthographic,
    /// From the front, along -z.
    ViewFront,
    /// From the figure's left, along -x.
    ViewSide,
    /// From above.
    ViewTop,
    /// A light that shines where you look.
    Flashlight,
    /// The ground grid.
    Grid,

    /// Each joint's axes.
    Axes,
    /// The bones.
    Bones,
    /// The joints' names.
    Names,
    /// The selected joint's weights, in colours.
    HeatMap,
    /// A line along each vertex' normal.
    Normals,
    /// Triangles as lines.
    Wireframe,
    /// The mesh as it was modelled.
    Skinning,
    /// The pose in which the mesh was bound.
    BindPose,
    /// Linear blending, dual quaternions, or how far these are apart.
    SkinningMethod,
    /// Let go of the joints that are held where they were dragged to.
    Release,
    /// Where the figure was and will be.
    OnionSkins,
    /// The figure goes where its clips' root motion leads; the path is shown.
    RootMotion,
    /// Select the joint before this one.
    JointBefore,
    /// Select the joint after this one.
    JointAfter,

    /// Set a key of the selected joint at the time that is shown.
    SetKey,
    /// Delete the keys, the attachment or the sphere that is selected.
    Delete,
    /// Copy the selected keys, or the pose that is shown.
    Copy,
    /// Set what was copied at the time that is shown.
    Paste,
    /// The same with left and right exchanged.
    PasteMirrored,
    /// Exchange left and right of the pose that is shown.
    Mirror,
    /// Arrows that move instead of rings that turn, or both away.
    Handles,
    /// Take back the last change.
    Undo,
    /// Make the change again that was taken back last.
    Redo,
    /// Save all clips, attachments and spheres to a new file.
    Save,

    /// Mine, mine completed by the reference, or the reference alone.
    Mine,
    /// Show where mine differs from the reference.
    Difference,
    /// Run the checks.
    Check,
}

/// The heading under which the help lists a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Panels and the window.
    Window,
    /// Time.
    Time,
    /// The camera and the light.
    View,
    /// What is drawn.
    Show,
    /// A student's answers.
    Lesson,
    /// The animation editor.
    Edit,
}

impl Group {
    /// All of them, in the help's order.
    pub const ALL: [Group; 6] =
        [Self::Lesson, Self::Edit, Self::Time, Self::View, Self::Show, Self::Window];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Window => "Window",
            Self::Time => "Time",
            Self::View => "Camera and light",
            Self::Show => "What is drawn",
            Self::Lesson => "Your answers",
            Self::Edit => "Editor",
        }
    }
}

/// One line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// What it does.
    pub action: Action,
    /// Any of these keys.
    pub keys: &'static [KeyCode],
    /// Whether the control key (on a Mac, command) is held with it.
    pub control: bool,
    /// Further keys, with control held; `true`: with shift, too.
    pub chords: &'static [(KeyCode, bool)],
    /// The key caps, as shown.
    pub shown: &'static str,
    /// Description.
    pub text: &'static str,
    /// The heading above it.
    pub group: Group,
}

/// A key alone.
const fn key(
    group: Group,
    action: Action,
    keys: &'static [KeyCode],
    shown: &'static str,
    text: &'static str,
) -> Binding {
    Binding { action, keys, control: false, chords: &[], shown, text, group }
}

/// A key of the editor, and others that do the same with control held.
const fn edit(
    action: Action,
    keys: &'static [KeyCode],
    chords: &'static [(KeyCode, bool)],
    shown: &'static str,
    text: &'static str,
) -> Binding {
    Binding { action, keys, control: false, chords, shown, text, group: Group::Edit }
}

/// Every binding. Each F-key has a letter beside it, for keyboards whose F-keys do something else.
pub const BINDINGS: &[Binding] = {
    use Action as A;
    use Group::{Lesson, Show, Time, View, Window};
    use KeyCode as K;
    &[
        key(Lesson, A::Mine, &[K::F2, K::KeyM], "F2 M", "mine, completed / mine only / reference"),
        key(Lesson, A::Difference, &[K::F3, K::KeyD], "F3 D", "where mine differs"),
        key(Lesson, A::Check, &[K::F5, K::KeyC], "F5 C", "check my answers"),
        edit(A::SetKey, &[K::Enter, K::NumpadEnter], &[], "Enter", "set a key"),
        edit(A::Delete, &[K::Delete], &[], "Del", "delete what is selected"),
        edit(A::Copy, &[K::Semicolon], &[(K::KeyC, false)], "; Ctrl+C", "copy keys, or the pose"),
        edit(A::Paste, &[K::Quote], &[(K::KeyV, false)], "' Ctrl+V", "paste at this time"),
        edit(
            A::PasteMirrored,
            &[],
            &[(K::KeyV, true)],
            "Ctrl+Shift+V",
            "paste, left and right exchanged",
        ),
        edit(
            A::Mirror,
            &[K::Backslash],
            &[(K::KeyM, false)],
            "\\ Ctrl+M",
            "exchange left and right of the pose",
        ),
        edit(A::Handles, &[K::Digit8], &[], "8", "rings that turn / arrows that move / neither"),
        edit(A::Undo, &[K::Digit4], &[(K::KeyZ, false)], "4 Ctrl+Z", "undo"),
        edit(A::Redo, &[K::Digit5], &[(K::KeyY, false), (K::KeyZ, true)], "5 Ctrl+Y", "redo"),
        edit(A::Save, &[K::Digit6], &[(K::KeyS, false)], "6 Ctrl+S", "save to a new file"),
        key(Time, A::Play, &[K::Space], "Space", "play / pause"),
        key(Time, A::StepBack, &[K::Comma], ",", "one frame back"),
        key(Time, A::StepOn, &[K::Period], ".", "one frame on"),
        key(Time, A::ToStart, &[K::Home], "Home", "to the start"),
        key(Time, A::ToEnd, &[K::End], "End", "to the end"),
        key(Time, A::Slower, &[K::BracketLeft], "[", "half the speed"),
        key(Time, A::Faster, &[K::BracketRight], "]", "twice the speed"),
        key(Time, A::Reverse, &[K::KeyR], "R", "reverse"),
        key(Time, A::LoopMode, &[K::KeyL], "L", "loop / there and back / once"),
        key(Time, A::ClipBefore, &[K::PageUp], "PgUp", "the clip before"),
        key(Time, A::ClipAfter, &[K::PageDown], "PgDn", "the next clip"),
        key(Time, A::Fade, &[K::Slash], "/", "fade between clips: ¼ s / ½ s / 1 s / off (viewer)"),
        key(Time, A::Curves, &[K::Digit9], "9", "curves of the selected joint"),
        key(View, A::Frame, &[K::KeyF], "F", "look at the joint just selected, or the figure"),
        key(View, A::Orthographic, &[K::KeyO], "O", "orthographic view"),
        key(View, A::ViewFront, &[K::Digit1, K::Numpad1], "1", "from the front"),
        key(View, A::ViewSide, &[K::Digit3, K::Numpad3], "3", "from the side"),
        key(View, A::ViewTop, &[K::Digit7, K::Numpad7], "7", "from above"),
        key(View, A::Flashlight, &[K::KeyT], "T", "flashlight"),
        key(View, A::Grid, &[K::KeyG], "G", "ground grid"),
        key(Show, A::Axes, &[K::KeyA], "A", "joint axes"),
        key(Show, A::Bones, &[K::KeyB], "B", "bones"),
        key(Show, A::Names, &[K::KeyN], "N", "joint names"),
        key(Show, A::HeatMap, &[K::KeyW], "W", "weights of the selected joint"),
        key(Show, A::Normals, &[K::KeyV], "V", "normals"),
        key(Show, A::Wireframe, &[K::KeyI], "I", "wireframe"),
        key(Show, A::Skinning, &[K::KeyS], "S", "skinning"),
        key(
            Show,
            A::SkinningMethod,
            &[K::Digit2],
            "2",
            "linear / dual quaternions / their difference (viewer)",
        ),
        key(
            Show,
            A::Release,
            &[K::Backspace],
            "Back",
            "let go of joints that were dragged (viewer)",
        ),
        key(Show, A::RootMotion, &[K::Insert], "Ins", "walk by root motion, and its path (viewer)"),
        key(Show, A::BindPose, &[K::KeyP], "P", "bind pose"),
        key(Show, A::OnionSkins, &[K::KeyU], "U", "onion skins"),
        key(Show, A::JointBefore, &[K::KeyK], "K", "the joint before"),
        key(Show, A::JointAfter, &[K::KeyJ], "J", "the next joint"),
        key(Window, A::Help, &[K::F1, K::KeyH], "F1 H", "this text"),
        key(Window, A::Joints, &[K::F4, K::KeyE], "F4 E", "joint tree"),
        key(Window, A::Timeline, &[K::F6, K::KeyY], "F6 Y", "timeline"),
        key(Window, A::Display, &[K::F7, K::KeyZ], "F7 Z", "display options"),
        key(Window, A::Statistics, &[K::F8, K::KeyQ], "F8 Q", "numbers"),
        key(Window, A::Panels, &[K::Tab], "Tab", "all panels away / back"),
        key(Window, A::Close, &[K::Escape], "Esc", "close the check, an error, the help"),
        key(Window, A::FullScreen, &[K::F11, K::KeyX], "F11 X", "full screen"),
        key(Window, A::Picture, &[K::F12, K::Digit0], "F12 0", "write a picture"),
        Binding {
            control: true,
            ..key(Window, A::LargerText, &[K::Equal, K::NumpadAdd], "Ctrl +", "larger text")
        },
        Binding {
            control: true,
            ..key(Window, A::SmallerText, &[K::Minus, K::NumpadSubtract], "Ctrl -", "smaller text")
        },
    ]
};

/// How the camera is moved; these are held or dragged, and have no action.
pub const CAMERA_TEXT: &[(&str, &str)] = &[
    ("left drag, arrows", "turn around the figure"),
    ("right drag, Shift + arrows", "move sideways"),
    ("wheel, pinch, + -", "nearer, further"),
];

/// The action of a key, if it has one, with control and shift held or not.
pub fn action_of(key: KeyCode, control: bool, shift: bool) -> Option<Action> {
    let is_it = |binding: &&Binding| {
        binding.control == control && binding.keys.contains(&key)
            || control && binding.chords.contains(&(key, shift))
    };
    BINDINGS.iter().find(is_it).map(|binding| binding.action)
}

thread_local! {
    /// Of the window that this thread draws: keys that the scene takes for itself.
    static STEERING: Cell<&'static [KeyCode]> = const { Cell::new(&[]) };
}

/// From now on these keys are not shown with the actions that they would have: they steer.
pub(super) fn hide_steering(keys: &'static [KeyCode]) {
    STEERING.set(keys);
}

/// The key caps of an action: "F1 H"; less those that steer.
pub fn shown(action: Action) -> &'static str {
    let Some(binding) = BINDINGS.iter().find(|binding| binding.action == action) else { return "" };
    let steers = |key: &KeyCode| !binding.control && STEERING.get().contains(key);
    if !binding.keys.iter().any(steers) {
        return binding.shown;
    }
    let mut caps = binding.shown.split(' ').zip(binding.keys);
    caps.find(|(_, key)| !steers(key)).map_or("", |(cap, _)| cap)
}

/// Keys by their letters, as `--press` takes them.
pub(super) fn key_named(name: &str) -> Option<KeyCode> {
    BINDINGS.iter().find_map(|binding| {
        let is_it = |shown: &&str| shown.eq_ignore_ascii_case(name);
        let place = binding.shown.split(' ').position(|shown| is_it(&shown))?;
        binding.keys.get(place).or(binding.keys.first()).copied()
    })
}

/// Which key was pressed: letters by the keyboard layout, everything else by position.
///
/// With a layout without the letters a to z, letters go by position too.
pub fn key_code(physical: PhysicalKey, logical: &Key) -> Option<KeyCode> {
    if let Key::Character(text) = logical
        && let [byte] = text.as_bytes()
        && byte.is_ascii_alphabetic()
    {
        return LETTERS.get(usize::from(byte.to_ascii_lowercase() - b'a')).copied();
    }
    match physical {
        PhysicalKey::Code(code) => Some(code),
        PhysicalKey::Unidentified(_) => None,
    }
}

const LETTERS: [KeyCode; 26] = {
    use KeyCode::{
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO,
        KeyP, KeyQ, KeyR, KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    };
    [
        KeyA, KeyB, KeyC, KeyD, KeyE, KeyF, KeyG, KeyH, KeyI, KeyJ, KeyK, KeyL, KeyM, KeyN, KeyO,
        KeyP, KeyQ, KeyR, KeyS, KeyT, KeyU, KeyV, KeyW, KeyX, KeyY, KeyZ,
    ]
};

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_does_two_things() {
        let mut taken = HashSet::new();
        for binding in BINDINGS {
            for key in binding.keys {
                assert!(taken.insert((*key, binding.control, None)), "{key:?} is taken twice");
            }
            for (key, shift) in binding.chords {
                assert!(taken.insert((*key, true, Some(*shift))), "{key:?} is taken twice");
            }
        }
        let actions: HashSet<Action> = BINDINGS.iter().map(|binding| binding.action).collect();
        assert_eq!(actions.len(), BINDINGS.len(), "an action has one line");
    }

    #[test]
    fn a_key_that_steers_is_not_shown() {
        assert_eq!((shown(Action::Difference), shown(Action::Grid)), ("F3 D", "G"));
        hide_steering(&[KeyCode::KeyD, KeyCode::KeyG, KeyCode::Equal]);
        assert_eq!((shown(Action::Difference), shown(Action::Grid)), ("F3", ""));
        assert_eq!((shown(Action::LargerText), shown(Action::Help)), ("Ctrl +", "F1 H"));
        hide_steering(&[]);
    }

    #[test]
    fn every_f_key_has_another_beside_it() {
        for binding in BINDINGS.iter().filter(|binding| binding.shown.starts_with('F')) {
            let letter = binding.shown.split(' ').next_back().unwrap();
            assert_eq!(letter.chars().count(), 1, "{}", binding.shown);
        }
    }

    /// The page that students keep open says the same as the window.
    #[test]
    fn the_reference_names_every_key() {
        let page = include_str!("../../../lessons/REFERENCE.md");
        for Binding { shown, text, .. } in BINDINGS {
            assert!(page.contains(&format!("| `{shown}` | {text} |")), "{shown}: {text}");
        }
        for (keys, text) in CAMERA_TEXT {
            assert!(page.contains(&format!("| {keys} | {text} |")), "{keys}: {text}");
        }
    }

    #[test]
    fn letters_by_what_is_printed_on_them() {
        let azerty = key_code(PhysicalKey::Code(KeyCode::KeyQ), &Key::Character("a".into()));
        assert_eq!(azerty, Some(KeyCode::KeyA));
        let shifted = key_code(PhysicalKey::Code(KeyCode::KeyA), &Key::Character("A".into()));
        assert_eq!(shifted, Some(KeyCode::KeyA));
        let greek = key_code(PhysicalKey::Code(KeyCode::KeyA), &Key::Character("α".into()));
        assert_eq!(greek, Some(KeyCode::KeyA));
        let digit = key_code(PhysicalKey::Code(KeyCode::Digit1), &Key::Character("&".into()));
        assert_eq!(digit, Some(KeyCode::Digit1));
    }

    #[test]
    fn control_is_another_key() {
        assert_eq!(action_of(KeyCode::KeyA, false, false), Some(Action::Axes));
        assert_eq!(action_of(KeyCode::KeyA, true, false), None);
        assert_eq!(action_of(KeyCode::Equal, true, false), Some(Action::LargerText));
        assert_eq!(action_of(KeyCode::Equal, true, true), Some(Action::LargerText), "+ is shifted");
        assert_eq!(action_of(KeyCode::KeyZ, false, false), Some(Action::Display));
        assert_eq!(action_of(KeyCode::KeyZ, true, false), Some(Action::Undo));
        assert_eq!(action_of(KeyCode::KeyZ, true, true), Some(Action::Redo));
    }
}
