//! Keys that a player has chosen.

use common::ui::KeyCode;
use lesson_18::scene::{Bindings, Control};
use std::fs;

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
    assert_eq!(bindings.caps(Control::Jump), "Space, W, Up");
    assert_eq!(bindings.of(Control::Walk), Bindings::default().of(Control::Walk), "shift is left and right");
    // Who had no other has what is free.
    let swapped = chosen(&[(Control::Punch, KeyCode::KeyL)]);
    assert_eq!((swapped.caps(Control::Punch), swapped.caps(Control::Swing)), ("L".into(), "K".into()));
}

#[test]
fn a_key_that_is_taken_is_refused() {
    for (key, why) in [
        (KeyCode::F5, "F5 is taken: check my answers"),
        (KeyCode::Tab, "Tab is taken: all panels away / back"),
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
    assert_eq!(Bindings::default().sign(all), all);
    let bindings =
        chosen(&[(Control::Left, KeyCode::KeyQ), (Control::Jump, KeyCode::KeyM), (Control::Punch, KeyCode::KeyL)]);
    assert_eq!(bindings.sign(all), "q > run   m jump   k sword   l fist");
    assert_eq!(bindings.sign("jump left on its back"), "jump left on its back");
}

#[test]
fn keys_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("deeper/keys.txt");
    assert_eq!(Bindings::read(&file), Ok(Bindings::default()), "there is none yet");
    let bindings = chosen(&[(Control::Swing, KeyCode::Numpad5), (Control::Left, KeyCode::KeyQ)]);
    bindings.write(&file).expect("written");
    assert_eq!(Bindings::read(&file), Ok(bindings));
    for (text, wrong) in [
        ("jump: space\ndance: X", "line 2: nothing here is called \"dance\""),
        ("jump: F5", "line 1: F5 is taken: check my answers"),
        ("jump", "line 1: \"\" is none of these: letters, arrows, Space, Shift, number pad"),
    ] {
        fs::write(&file, text).expect("written");
        assert_eq!(Bindings::read(&file), Err(format!("{}, {wrong}", file.display())));
    }
}
