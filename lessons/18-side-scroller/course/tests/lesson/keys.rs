//! The pause, and single steps.

use common::player::clock::scene_clock;
use lesson_18::game::STEP;
use lesson_18::scene::Pause;

/// Whether time passes after these frames, each with the pause's key, the help's key and a loss of the focus.
fn passes(pause: &mut Pause, frames: &[(bool, bool, bool)]) -> bool {
    let mut time = scene_clock(0.0);
    if pause.is_paused() {
        time.pause();
    }
    for (is_pressed, is_help, is_unfocused) in frames {
        pause.update(*is_pressed, *is_help, *is_unfocused);
        pause.apply(&mut time);
    }
    time.is_playing()
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
    let mut time = scene_clock(0.0);
    time.pause();
    pause.apply(&mut time);
    assert!(time.is_playing() && !pause.is_paused(), "a new run begins");
    for steps in 1..4 {
        pause.step();
        pause.apply(&mut time);
        pause.apply(&mut time);
        assert!(pause.is_paused() && (f64::from(time.time()) - f64::from(steps) * STEP).abs() < 1e-6);
    }
    pause.update(true, false, false);
    pause.apply(&mut time);
    assert!(time.is_playing(), "the pause's key goes on");
}
