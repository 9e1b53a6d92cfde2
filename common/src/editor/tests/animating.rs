//! What an animator does: keys that are smooth, linear or held, several joints, a limb by its end, a sampled clip.

use super::*;
use crate::ui::gui::ONE_AT_A_TIME;
use crate::window::{App, stage::Stage, testing::stage};
use std::sync::PoisonError;

/// A key that is moved, copied or pasted goes on as it did, a new one as the one before it, and each choice is one step.
#[test]
fn keys_are_smooth_linear_or_held() {
    let Some(gl) = headless_or_skip("keys_are_smooth_linear_or_held") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    let [smooth, linear, held] = [Interpolation::Smooth, Interpolation::Linear, Interpolation::Held];
    let of = |hand: &Hand| {
        let clip = hand.editor.clip().unwrap();
        clip.key_times(2).iter().map(|time| clip.interpolation(2, *time)).collect::<Vec<_>>()
    };
    hand.press(KeyCode::Enter);
    hand.seek(1.0);
    hand.drag(hand.find(Handle::Ring(2)), Vec2::new(40.0, 30.0));
    assert_eq!(of(&hand), [smooth, smooth], "an animator's keys are smooth");
    let turn = |hand: &mut Hand, time: f32| {
        hand.seek(time);
        hand.editor.actor.instance.pose.locals[2].rotation
    };
    let [first, quarter, last] = [0.0, 0.25, 1.0].map(|time| turn(&mut hand, time));
    let fraction = quarter.angle_between(first) / last.angle_between(first);
    assert!((fraction - 5.0 / 32.0).abs() < 2e-3, "a quarter of the time: {fraction}");
    let select = |time| Request::Keys(KeyRequest::Select { row: Row::Joint(2), time, add: false });
    hand.ask(select(0.0));
    hand.input.key_down(KeyCode::ControlLeft, false);
    hand.press(KeyCode::KeyI);
    hand.press(KeyCode::KeyI);
    hand.input.key_up(KeyCode::ControlLeft);
    assert_eq!(of(&hand), [held, smooth]);
    let held_at = turn(&mut hand, 0.9);
    assert!(near(held_at, first) && !near(held_at, last));
    hand.ask(select(1.0));
    hand.ask(Request::Keys(KeyRequest::Drag { seconds: -0.4, copy: true }));
    hand.ask(Request::Keys(KeyRequest::Drop));
    assert_eq!(of(&hand), [held, smooth, smooth], "not as the one before it");
    hand.press(KeyCode::Digit4);
    hand.ask(select(0.0));
    hand.ask(Request::Keys(KeyRequest::Drag { seconds: 0.5, copy: true }));
    hand.ask(Request::Keys(KeyRequest::Drop));
    assert_eq!((hand.times(2), of(&hand)), (vec![0.0, 0.5, 1.0], vec![held, held, smooth]), "copied");
    hand.press(KeyCode::Semicolon);
    hand.seek(1.5);
    hand.press(KeyCode::Quote);
    assert_eq!(of(&hand), [held, held, smooth, held], "pasted");
    hand.ask(Request::Interpolate(linear));
    assert_eq!(of(&hand), [held, held, smooth, linear]);
    hand.press(KeyCode::Digit4);
    hand.press(KeyCode::Digit4);
    assert_eq!(of(&hand), [held, held, smooth], "each is one step");

    // The file has it, and goes on with the joint and the clip that were worked on.
    hand.ask(Request::Rename("wave".into()));
    hand.press(KeyCode::Digit6);
    hand.editor.actor.selected = Some(1);
    let mut again = Hand::with_empty_clip(&gl, folder.path());
    again.ask(Request::Open);
    assert_eq!(again.editor.actor.clip().unwrap().name, "wave");
    assert_eq!((again.editor.actor.selected, again.times(2)), (Some(2), vec![0.0, 0.5, 1.0]));
    assert_eq!(of(&again), [held, held, smooth]);
    assert!(near(turn(&mut again, 0.9), held_at));
}

/// Shift adds a joint; a ring turns each about its own axis, and all of them have a key.
#[test]
fn several_joints_turn_together() {
    let Some(gl) = headless_or_skip("several_joints_turn_together") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    hand.ask(Request::Keys(KeyRequest::SelectJoint { joint: 1, add: false }));
    // All within one frame: shift goes down, a click on the elbow, shift comes up.
    let elbow = hand.editor.screen.unwrap().seen(hand.editor.actor.joint_position(2)).unwrap();
    hand.input.pointer_moved(elbow);
    hand.input.key_down(KeyCode::ShiftLeft, false);
    hand.input.button(Button::Left, true);
    hand.input.button(Button::Left, false);
    hand.input.key_up(KeyCode::ShiftLeft);
    hand.frame();
    assert_eq!(hand.editor.actor.selection(), [2, 1]);
    let before = hand.editor.pose();
    hand.drag(hand.find(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert_eq!([hand.times(1), hand.times(2)], [[0.0], [0.0]]);
    let turns = [1, 2].map(|joint: usize| before.locals[joint].rotation.inverse() * hand.keys(joint)[0].1.rotation);
    assert!(near(turns[0], turns[1]) && !near(turns[0], Quat::IDENTITY), "{turns:?}");
    hand.press(KeyCode::Digit4);
    assert!(hand.times(1).is_empty() && hand.times(2).is_empty(), "one step");
}

/// The hand is dragged, its arm follows; what is beyond an arm's length it points at. A click still goes to a joint.
#[test]
fn a_hand_is_dragged_and_its_arm_follows() {
    let Some(gl) = headless_or_skip("a_hand_is_dragged_and_its_arm_follows") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::new(Editor::open(&gl, &asset("knight"), Some(folder.path())).unwrap());
    hand.ask(Request::NewClip);
    let find = |name: &str| hand.editor.actor.model.skeleton.find(name).unwrap();
    let [wrist, upper, fore] = ["hand_l", "upper_arm_l", "forearm_l"].map(find);
    hand.editor.actor.select(wrist, false);
    hand.frame();
    let from = hand.find(Handle::Origin);
    let screen = hand.editor.screen.unwrap();
    let seen = screen.seen(hand.editor.actor.joint_position(wrist)).unwrap();
    let by = Vec2::new(-6.0, -40.0);
    hand.drag(from, by);
    let now = screen.seen(hand.editor.actor.joint_position(wrist)).unwrap();
    assert!(now.distance(seen + by) < 1.0, "{seen} {now}");
    assert!(hand.editor.actor.held.pins.is_empty() && hand.editor.actor.held.locals.is_empty());
    assert_eq!([upper, fore, wrist].map(|joint| hand.times(joint).len()), [1; 3], "the limb has keys");
    assert_eq!(hand.editor.document().joints_keyed(hand.editor.actor.clip.unwrap()), 3, "and nothing else");
    hand.press(KeyCode::Digit4);
    assert_eq!(hand.times(upper).len(), 0, "one step");
    let hips = hand.editor.actor.model.skeleton.find("hips").unwrap();
    hand.editor.actor.select(hips, false);
    hand.frame();
    assert!(!hand.editor.kinds().origin, "nothing follows the hips");
}

/// Turned at one frame of many it pops: it is said, and all can follow.
#[test]
fn one_turn_of_a_sampled_clip() {
    let Some(gl) = headless_or_skip("one_turn_of_a_sampled_clip") else { return };
    let folder = tempfile::tempdir().unwrap();
    let sampled: Vec<f32> = (0..=30u8).map(|frame| f32::from(frame) / 30.0).collect();
    let mut hand = with_keys(&gl, folder.path(), &sampled);
    let before = hand.keys(2);
    hand.seek(0.5);
    hand.press(KeyCode::Enter);
    assert!(hand.editor.turned.is_none(), "nothing has turned");
    hand.drag(hand.find(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert!(hand.editor.session.line.contains("elbow has a key in each frame"), "{}", hand.editor.session.line);
    let changed = |hand: &Hand| {
        hand.keys(2).iter().zip(&before).filter(|(now, was)| !near(now.1.rotation, was.1.rotation)).count()
    };
    assert_eq!(changed(&hand), 1);
    let turn = |hand: &Hand, key: usize| before[key].1.rotation.inverse() * hand.keys(2)[key].1.rotation;
    let wanted = turn(&hand, 15);
    hand.ask(Request::TurnAll);
    assert_eq!(changed(&hand), before.len());
    assert!((0..before.len()).all(|key| near(turn(&hand, key), wanted)));
    hand.press(KeyCode::Digit4);
    assert_eq!(changed(&hand), 1, "one step");
    hand.ask(Request::TurnAll);
    assert_eq!(changed(&hand), 1, "not any more");
    // Keys that are further apart are no samples.
    let other = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, other.path(), &[0.0, 0.5, 1.0, 1.5, 2.0]);
    hand.seek(0.5);
    hand.drag(hand.find(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert!(hand.editor.turned.is_none(), "{}", hand.editor.session.line);
}

/// After *New* what is typed is the clip's name, and Enter its end: no keys of the window.
#[test]
fn a_new_clips_name_is_typed() {
    let Some(gl) = headless_or_skip("a_new_clips_name_is_typed") else { return };
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let open =
        move |gl: &Gl| -> Result<Box<dyn App>> { Ok(Box::new(EditorApp::open(gl, &asset("arm"), Some(&place), "")?)) };
    let mut stage = stage(&gl, Box::new(open), Vec2::new(1280.0, 720.0));
    let frame = |stage: &mut Stage| {
        stage.advance(0.02).unwrap();
        stage.picture().unwrap();
    };
    let click = |stage: &mut Stage, at: [f32; 2]| {
        for down in [false, true, false] {
            stage.io().add_mouse_pos_event(at);
            stage.io().add_mouse_button_event(imgui::MouseButton::Left, down);
            frame(stage);
        }
    };
    frame(&mut stage);
    click(&mut stage, [84.0, 99.0]); // Clips
    assert!(!stage.io().want_text_input);
    click(&mut stage, [30.0, 125.0]); // New
    frame(&mut stage);
    assert!(stage.io().want_text_input, "keys go to the field");
    stage.io().add_input_character('w');
    stage.io().add_input_character('x');
    frame(&mut stage);
    for down in [true, false] {
        stage.io().add_key_event(imgui::Key::Enter, down);
        frame(&mut stage);
    }
    assert!(stage.app.title().contains(": wx (not saved)"), "{}", stage.app.title());
}
