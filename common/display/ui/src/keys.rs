//! Key bindings: the action of each key, and its description on the screen.

use std::cell::RefCell;
pub use winit::keyboard::KeyCode;
use winit::keyboard::{Key, PhysicalKey};

/// The heading under which the help lists a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Panels and the window.
    Window,
    Time,
    /// The camera and the light.
    View,
    /// Contents of the scene.
    Show,
    /// A student's answers.
    Lesson,
    /// The animation editor.
    Edit,
}

impl Group {
    /// All of them, in the help's order.
    pub const ALL: [Group; 6] = [Self::Lesson, Self::Edit, Self::Time, Self::View, Self::Show, Self::Window];

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
    pub action: Action,
    /// Any of these keys.
    pub keys: &'static [KeyCode],
    /// Further keys, with the control key (on a Mac, command) held; `true`: with shift, too.
    pub chords: &'static [(KeyCode, bool)],
    /// The key caps, as shown.
    pub shown: &'static str,
    pub text: &'static str,
    /// The heading above it.
    pub group: Group,
}

/// Declares all actions and their keys, a line each: `[keys]`, `ctrl[keys]` with control held, `shift[keys]` with both;
/// the key caps, and what it does.
macro_rules! bindings {
    ($($group:ident { $(
        $action:ident [$($key:ident)*] $(ctrl[$($ctrl:ident)*])? $(shift[$($shift:ident)*])? $shown:literal $text:literal,
    )+ })+) => {
        /// An action of a key or of a button in a panel.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $($(#[doc = $text] $action,)+)+
        }

        /// Every binding. Each F-key has a letter beside it, for keyboards whose F-keys do something else.
        pub const BINDINGS: &[Binding] = &[$($(Binding {
            action: Action::$action,
            keys: &[$(KeyCode::$key),*],
            chords: &[$($((KeyCode::$ctrl, false),)*)? $($((KeyCode::$shift, true),)*)?],
            shown: $shown,
            text: $text,
            group: Group::$group,
        },)+)+];
    };
}

bindings! {
    Lesson {
        Todo [] ctrl[Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9]
            shift[Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9] "Ctrl+1 .. 9"
            "turn to the card of that TODO",
        NextTodo [] ctrl[Enter NumpadEnter] "Enter Ctrl+Enter"
            "turn to the next card, once a TODO passes; from the last one to the next lesson",
        Mine [F2 KeyM] "F2 M" "our whole scene / yours",
        Difference [F3 KeyD] "F3 D" "our scene over yours, and where they differ most",
        Check [F5 KeyC] "F5 C" "check my answers",
        Hint [F9] ctrl[KeyH] "F9 Ctrl+H" "a hint; again: one that tells more",
        Task [] ctrl[KeyT] "Ctrl+T" "open or close the task, beside a verdict",
        FigureBack [] ctrl[ArrowLeft] "Ctrl+←" "move the card's figure back",
        FigureOn [] ctrl[ArrowRight] "Ctrl+→" "move the card's figure on",
        FigureParameter [] ctrl[ArrowDown] "Ctrl+↓" "move another of its numbers",
        FigureCase [] ctrl[ArrowUp] "Ctrl+↑" "show what is wrong / put it back",
        FigurePlay [] ctrl[KeyP] "Ctrl+P" "play it / pause",
        Details [] ctrl[KeyD] "Ctrl+D" "the numbers of a verdict",
        Earlier [] ctrl[KeyE] "Ctrl+E" "your answers of earlier lessons / ours",
        CardUp [] ctrl[PageUp] "Ctrl+PgUp" "scroll the card up",
        CardDown [] ctrl[PageDown] "Ctrl+PgDn" "scroll the card down",
        FocusOn [Tab] "Tab" "the card's next button, which Enter then presses",
        FocusBack [] "Shift+Tab" "the button before",
        NextLesson [] ctrl[KeyN] "Ctrl+N" "the next lesson, once all TODOs pass",
    }
    Edit {
        SetKey [Enter NumpadEnter] "Enter" "set a key",
        Delete [Delete] "Del" "delete what is selected",
        Copy [Semicolon] ctrl[KeyC] "; Ctrl+C" "copy keys, or the pose",
        Paste [Quote] ctrl[KeyV] "' Ctrl+V" "paste at this time",
        PasteMirrored [] shift[KeyV] "Ctrl+Shift+V" "paste, left and right exchanged",
        Mirror [Backslash] ctrl[KeyM] "\\ Ctrl+M" "exchange left and right of the pose",
        Handles [Digit8] "8" "rings that turn / arrows that move",
        Interpolation [] ctrl[KeyI] "Ctrl+I" "keys smooth / linear / held",
        Undo [Digit4] ctrl[KeyZ] "4 Ctrl+Z" "undo",
        Redo [Digit5] ctrl[KeyY] shift[KeyZ] "5 Ctrl+Y" "redo",
        Save [Digit6] ctrl[KeyS] "6 Ctrl+S" "save to a new file",
    }
    Time {
        Play [Space] "Space" "play / pause",
        StepBack [Comma] "," "one frame back",
        StepOn [Period] "." "one frame on",
        ToStart [Home] "Home" "to the start",
        ToEnd [End] "End" "to the end",
        Slower [BracketLeft] "[" "half the speed",
        Faster [BracketRight] "]" "twice the speed",
        Reverse [KeyR] "R" "reverse",
        LoopMode [KeyL] "L" "loop / there and back / once",
        ClipBefore [PageUp] "PgUp" "the clip before",
        ClipAfter [PageDown] "PgDn" "the next clip",
        Fade [Slash] "/" "fade between clips: ¼ s / ½ s / 1 s / off (viewer)",
    }
    View {
        Frame [KeyF] "F" "look at the joint just selected, or the figure",
        Orthographic [KeyO] "O" "orthographic view",
        ViewFront [Digit1 Numpad1] "1" "from the front",
        ViewSide [Digit3 Numpad3] "3" "from the side",
        ViewTop [Digit7 Numpad7] "7" "from above",
        Flashlight [KeyT] "T" "flashlight",
        Grid [KeyG] "G" "ground grid",
    }
    Show {
        Axes [KeyA] "A" "joint axes",
        Bones [KeyB] "B" "bones",
        Names [KeyN] "N" "joint names",
        HeatMap [KeyW] "W" "weights of the selected joint",
        Normals [KeyV] "V" "normals",
        Wireframe [KeyI] "I" "wireframe",
        Skinning [KeyS] "S" "skinning",
        SkinningMethod [Digit2] "2" "linear / dual quaternions (viewer)",
        Release [Backspace] "Back" "let go of joints that were dragged (viewer)",
        BindPose [KeyP] "P" "bind pose",
        OnionSkins [KeyU] "U" "onion skins",
        JointBefore [KeyK] "K" "the joint before",
        JointAfter [KeyJ] "J" "the next joint",
    }
    Window {
        Help [F1 KeyH] "F1 H" "this text",
        Keys [] ctrl[KeyK] "Ctrl+K" "the keys",
        Joints [F4 KeyE] "F4 E" "joint tree",
        Timeline [F6 KeyY] "F6 Y" "timeline",
        Display [F7 KeyZ] "F7 Z" "display options",
        Panels [F10] ctrl[KeyB] "F10 Ctrl+B" "all panels away / back",
        Close [Escape] "Esc" "close an error, the help",
        FullScreen [F11 KeyX] "F11 X" "full screen",
        Picture [F12 Digit0] "F12 0" "write a picture",
        LargerText [] ctrl[Equal] shift[Equal] "Ctrl +" "larger text",
        SmallerText [] ctrl[Minus] shift[Minus] "Ctrl -" "smaller text",
    }
}

/// Ways to move the camera; they are held or dragged, and have no action.
pub const CAMERA_TEXT: &[(&str, &str)] = &[
    ("left drag, arrows", "turn around the figure"),
    ("right drag, Shift + arrows", "move sideways"),
    ("wheel, pinch, + -", "nearer, further"),
];

/// Returns the action of a key, or of a chord with control and perhaps shift. Without control, shift does not matter.
pub fn action_of(key: KeyCode, control: bool, shift: bool) -> Option<Action> {
    let binding = BINDINGS
        .iter()
        .find(|binding| if control { binding.chords.contains(&(key, shift)) } else { binding.keys.contains(&key) })?;
    Some(binding.action)
}

thread_local! {
    /// Keys that the scene in this thread's window takes for itself.
    static STEERING: RefCell<Vec<KeyCode>> = const { RefCell::new(Vec::new()) };
}

pub(crate) fn hide_steering(keys: &[KeyCode]) {
    STEERING.replace(keys.to_vec());
}

/// The key cap of an action: "F1", the first that does not steer.
pub fn shown(action: Action) -> &'static str {
    let Some(binding) = BINDINGS.iter().find(|binding| binding.action == action) else { return "" };
    let is_one = binding.shown.starts_with("Ctrl ") || binding.shown.contains("..");
    let mut caps = binding.shown.split(' ');
    // Enter, which it shares with the editor, has an action of its own.
    if action == Action::NextTodo && STEERING.with_borrow(|keys| keys.contains(&KeyCode::Enter)) {
        caps.next();
    }
    for key in binding.keys {
        if !STEERING.with_borrow(|keys| keys.contains(key)) {
            break;
        }
        caps.next();
    }
    if is_one { binding.shown } else { caps.next().unwrap_or_default() }
}

/// Returns the key whose cap has this name, as `--press` takes them: `w`, `f5`.
pub fn key_named(name: &str) -> Option<KeyCode> {
    BINDINGS.iter().find_map(|binding| {
        let place = binding.shown.split(' ').position(|shown| shown.eq_ignore_ascii_case(name))?;
        binding.keys.get(place).or(binding.keys.first()).copied()
    })
}

/// Returns the key for a press: the key that prints the same character on a US keyboard, or else the key at the same position
/// of a US keyboard.
///
/// For example, `[` is any key that prints `[`, with `AltGr` if a layout needs it, and also the key beside P unless that prints
/// another character with a binding. In layouts without the letters a to z, letters go by position. `+` and `-` go by the
/// printed character alone, since many keyboards have another key at their position.
pub fn key_code(physical: PhysicalKey, logical: &Key) -> Option<KeyCode> {
    let printed = match logical {
        Key::Character(text) => text.chars().next().filter(|first| text.len() == first.len_utf8()),
        Key::Dead(printed) => *printed,
        _ => None,
    };
    match (printed.and_then(key_that_prints), physical) {
        (Some(key), _) => Some(key),
        (None, PhysicalKey::Code(KeyCode::Equal | KeyCode::Minus)) if !matches!(printed, None | Some('_')) => None,
        (None, PhysicalKey::Code(code)) => Some(code),
        (None, PhysicalKey::Unidentified(_)) => None,
    }
}

/// Returns the key that prints a letter, or a character with a binding, on a US keyboard.
fn key_that_prints(printed: char) -> Option<KeyCode> {
    match printed.to_ascii_uppercase() {
        '+' | '=' => Some(KeyCode::Equal),
        '-' => Some(KeyCode::Minus),
        'Q' => Some(KeyCode::KeyQ), // the only letter without a binding
        printed => key_named(printed.encode_utf8(&mut [0; 4])),
    }
}

/// Returns the digit of a key above the letters.
pub(crate) fn digit_of(key: KeyCode) -> Option<usize> {
    use KeyCode::{Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9};
    let digits = [Digit0, Digit1, Digit2, Digit3, Digit4, Digit5, Digit6, Digit7, Digit8, Digit9];
    digits.iter().position(|digit| *digit == key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn no_key_does_two_things() {
        let mut taken = HashSet::new();
        for binding in BINDINGS {
            for key in binding.keys {
                assert!(taken.insert((*key, None)), "{key:?} is taken twice");
            }
            for (key, shift) in binding.chords {
                assert!(taken.insert((*key, Some(*shift))), "{key:?} is taken twice");
            }
        }
        let actions: HashSet<Action> = BINDINGS.iter().map(|binding| binding.action).collect();
        assert_eq!(actions.len(), BINDINGS.len(), "an action has one line");
    }

    #[test]
    fn a_key_that_steers_is_not_shown() {
        assert_eq!((shown(Action::Difference), shown(Action::Grid)), ("F3", "G"));
        hide_steering(&[KeyCode::F3, KeyCode::KeyG, KeyCode::Equal]);
        assert_eq!((shown(Action::Difference), shown(Action::Grid)), ("D", ""));
        assert_eq!((shown(Action::LargerText), shown(Action::Help)), ("Ctrl +", "F1"));
        assert_eq!(shown(Action::NextTodo), "Enter");
        hide_steering(&[KeyCode::Enter]);
        assert_eq!(shown(Action::NextTodo), "Ctrl+Enter");
        hide_steering(&[]);
    }

    #[test]
    fn every_f_key_has_another_beside_it() {
        for binding in BINDINGS.iter().filter(|binding| binding.shown.starts_with('F')) {
            let letter = binding.shown.split([' ', '+']).next_back().unwrap();
            assert_eq!(letter.chars().count(), 1, "{}", binding.shown);
        }
    }

    #[test]
    fn the_page_names_every_key() {
        let page = include_str!("../../../../lessons/KEYS.md");
        for Binding { shown, text, .. } in BINDINGS {
            assert!(page.contains(&format!("| `{shown}` | {text} |")), "{shown}: {text}");
        }
        for (keys, text) in CAMERA_TEXT {
            assert!(page.contains(&format!("| {keys} | {text} |")), "{keys}: {text}");
        }
    }

    #[test]
    fn keys_by_what_is_printed_on_them() {
        use KeyCode::*;
        // The layout, what the key prints, where it is on a US keyboard, and what it is here.
        for (layout, text, place, key) in [
            ("US", "A", KeyA, Some(KeyA)),
            ("US", "+", Equal, Some(Equal)),
            ("US", "_", Minus, Some(Minus)),
            ("US", "?", Slash, Some(Slash)),
            ("US", "5", Numpad5, Some(Digit5)),
            ("US", "+", NumpadAdd, Some(Equal)),
            ("German", "+", BracketRight, Some(Equal)),
            ("German", "-", Slash, Some(Minus)),
            ("German", "ü", BracketLeft, Some(BracketLeft)),
            ("German", "[", Digit8, Some(BracketLeft)),
            ("German", "'", Backslash, Some(Quote)),
            ("German", "z", KeyY, Some(KeyZ)),
            ("German", "ß", Minus, None),
            ("French", ",", KeyM, Some(Comma)),
            ("French", "m", Semicolon, Some(KeyM)),
            ("French", "a", KeyQ, Some(KeyA)),
            ("French", "q", KeyA, Some(KeyQ)),
            ("French", "&", Digit1, Some(Digit1)),
            ("Dvorak", ",", KeyW, Some(Comma)),
            ("Dvorak", ".", KeyE, Some(Period)),
            ("Greek", "α", KeyA, Some(KeyA)),
        ] {
            let printed = Key::Character(text.into());
            assert_eq!(key_code(PhysicalKey::Code(place), &printed), key, "{layout} {text}");
        }
        for (printed, place, key) in [('´', Equal, None), ('\'', Quote, Some(Quote))] {
            assert_eq!(key_code(PhysicalKey::Code(place), &Key::Dead(Some(printed))), key, "{printed}");
        }
    }

    #[test]
    fn control_is_another_key() {
        assert_eq!(action_of(KeyCode::KeyA, false, false), Some(Action::Axes));
        assert_eq!(action_of(KeyCode::KeyA, true, false), None);
        assert_eq!(action_of(KeyCode::Equal, true, false), Some(Action::LargerText));
        assert_eq!(action_of(KeyCode::Equal, true, true), Some(Action::LargerText), "+ is shifted");
        assert_eq!(action_of(KeyCode::Digit2, true, true), Some(Action::Todo), "French digits are shifted");
        assert_eq!(action_of(KeyCode::KeyZ, false, false), Some(Action::Display));
        assert_eq!(action_of(KeyCode::KeyZ, true, false), Some(Action::Undo));
        assert_eq!(action_of(KeyCode::KeyZ, true, true), Some(Action::Redo));
    }
}
