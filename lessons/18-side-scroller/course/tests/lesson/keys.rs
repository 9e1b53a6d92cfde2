//! Keys that a player has chosen, and a pad: what they say in a step.

use common::ui::KeyCode;
use lesson_18::Keys;
use lesson_18::pad::{Button, Change, Pad};
use lesson_18::scene::{Bindings, Control, Pause};
use std::fs;
use std::sync::mpsc;

/// The standard keys, less these.
fn chosen(keys: &[(Control, KeyCode)]) -> Bindings {
    let mut bindings = Bindings::default();
    for (control, key) in keys {
        bindings.choose(*control, *key).expect("it may be chosen");
    }
    bindings
}

#[test]
fn a_key_is_chosen_for_one_thing() {
    let bindings = chosen(&[(Control::Punch, KeyCode::KeyJ), (Control::Walk, KeyCode::ShiftRight)]);
    assert_eq!(bindings.caps(Control::Punch), "J");
    assert_eq!(bindings.caps(Control::Jump), "Space, Z, W, Up");
    assert_eq!(bindings.of(Control::Walk), Bindings::default().of(Control::Walk), "shift is left and right");
    // Who had no other has what is free.
    let swapped = chosen(&[(Control::Punch, KeyCode::KeyT)]);
    assert_eq!((swapped.caps(Control::Punch), swapped.caps(Control::Flashlight)), ("T".into(), "K, C".into()));
}

#[test]
fn a_key_that_is_taken_is_refused() {
    for (key, why) in [
        (KeyCode::F5, "F5 is taken: check my answers"),
        (KeyCode::Tab, "Tab is taken: the card's next button, which Enter then presses"),
        (KeyCode::KeyF, "F is taken: look at the joint just selected, or the figure"),
        (KeyCode::KeyP, "P is taken: pause"),
        (KeyCode::ControlLeft, "\"ControlLeft\" is none of these: letters, arrows, Space, Shift, number pad"),
    ] {
        let mut bindings = Bindings::default();
        assert_eq!(bindings.choose(Control::Jump, key), Err(why.into()));
        assert_eq!(bindings, Bindings::default());
    }
}

#[test]
fn signs_name_the_chosen_keys() {
    let all = "< > run   space jump   l sword   k fist";
    assert_eq!(Bindings::default().sign(all), "< > run   Space jump   L sword   K fist");
    let bindings =
        chosen(&[(Control::Left, KeyCode::KeyQ), (Control::Jump, KeyCode::KeyM), (Control::Punch, KeyCode::KeyL)]);
    assert_eq!(bindings.sign(all), "Q > run   M jump   X sword   L fist");
    assert_eq!(bindings.sign("jump left on its back"), "jump left on its back");
}

#[test]
fn keys_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deeper/keys.txt");
    assert_eq!(Bindings::read(&file), Bindings::default(), "there is none yet");
    let bindings = chosen(&[(Control::Swing, KeyCode::Numpad5), (Control::Left, KeyCode::KeyQ)]);
    bindings.write(&file).expect("written");
    assert_eq!(Bindings::read(&file), bindings);
    fs::write(&file, "jump: F5\ndance: X\npunch\n\nflashlight: Q, u").expect("written");
    let read = Bindings::read(&file);
    assert_eq!(read.of(Control::Flashlight), [KeyCode::KeyQ, KeyCode::KeyU]);
    assert_eq!(read.of(Control::Jump), Bindings::default().of(Control::Jump), "F5 cannot be chosen");
}

/// Returns the keys and the pad after these changes, with these keys on the keyboard.
fn steered(changes: &[Change], keys: Keys) -> (Keys, Pad) {
    let (send, heard) = mpsc::channel();
    for change in changes {
        send.send(*change).expect("heard");
    }
    let mut pad = Pad::new(heard);
    pad.update();
    (pad.steer(keys), pad)
}

#[test]
fn a_pad_steers_as_keys_do() {
    use Change::{Down, Gone, Stick, Up};
    let still = Keys { runs: true, ..Keys::default() };
    let run = Keys { right: 1.0, ..still };
    let walk = Keys { runs: false, ..run };
    for (x, wanted) in [(0.2, still), (-0.2, still), (0.5, walk), (-1.0, Keys { right: -1.0, ..run })] {
        assert_eq!(steered(&[Stick(x)], still).0, wanted, "{x}");
    }
    assert_eq!(steered(&[Stick(-1.0), Down(Button::Right)], still).0, run, "the d-pad goes first");
    assert_eq!(steered(&[Stick(-0.5)], run).0, run, "and the keyboard before it");
    assert_eq!(steered(&[Stick(1.0), Down(Button::Left), Gone], still).0, still);
    // Pressed and let go within a frame, it still counts; one of two buttons holds.
    let (keys, pad) = steered(&[Down(Button::Jump), Up(Button::Jump)], still);
    assert!(keys.jump && !keys.jump_held && pad.is_pressed(Button::Jump));
    let (keys, mut pad) = steered(&[Down(Button::Jump), Down(Button::Jump), Up(Button::Jump)], still);
    assert!(keys.jump && keys.jump_held && pad.is_busy());
    pad.update();
    assert_eq!(pad.steer(still), Keys { jump_held: true, ..still }, "a press is for one frame");
    assert!(!pad.is_busy());
    let (keys, pad) = steered(&[Down(Button::Punch), Down(Button::Pause)], still);
    assert!(keys.punch && !keys.swing && pad.is_pressed(Button::Pause) && !pad.is_pressed(Button::Again));
}

/// Whether time passes after these frames, each with the pause's key, the help's key and a loss of the focus.
fn passes(pause: &mut Pause, frames: &[(bool, bool, bool)]) -> bool {
    let mut is_playing = !pause.is_paused();
    for (is_pressed, is_help, has_lost_focus) in frames {
        pause.update(*is_pressed, *is_help, *has_lost_focus);
        pause.apply(&mut is_playing);
    }
    is_playing
}

#[test]
fn time_waits_for_who_is_away() {
    const NOTHING: (bool, bool, bool) = (false, false, false);
    const KEY: (bool, bool, bool) = (true, false, false);
    const HELP: (bool, bool, bool) = (false, true, false);
    const FOCUS: (bool, bool, bool) = (false, false, true);
    for (frames, is_passing, what) in [
        (&[FOCUS, NOTHING][..], false, "the focus is lost"),
        (&[FOCUS, NOTHING, FOCUS], false, "it is lost again"),
        (&[FOCUS, KEY], true, "the key ends it"),
        (&[HELP, NOTHING], false, "the help is shown"),
        (&[HELP, NOTHING, HELP], true, "the help is closed"),
        (&[HELP, FOCUS, HELP], true, "the focus is lost meanwhile"),
        (&[KEY, HELP, HELP], false, "the help does not end what the key has begun"),
        (&[HELP, KEY, HELP, HELP], true, "the key has ended what the help had begun"),
    ] {
        assert_eq!(passes(&mut Pause::default(), frames), is_passing, "{what}");
    }
    let mut pause = Pause::default();
    passes(&mut pause, &[FOCUS]);
    pause.end();
    let mut is_playing = false;
    pause.apply(&mut is_playing);
    assert!(is_playing && !pause.is_paused(), "a new run begins");
}
