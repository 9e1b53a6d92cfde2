//! The work of an animator: keys that are smooth, linear or held, several joints, a limb by its end, a sampled clip.

use super::*;
use std::sync::PoisonError;
use ui::gui::ONE_AT_A_TIME;
use window::{App, stage::Stage};

/// A moved, copied or pasted key keeps its interpolation, a new key takes that of the key before, and each change is
/// one step.
#[test]
fn keys_are_smooth_linear_or_held() {
    let Some(gl) = headless_or_skip("keys_are_smooth_linear_or_held") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    let [smooth, linear, held] = [Interpolation::Smooth, Interpolation::Linear, Interpolation::Held];
    hand.press(KeyCode::Enter);
    hand.seek(1.0);
    hand.drag(hand.find_handle(Handle::Ring(2)), Vec2::new(40.0, 30.0));
    assert_eq!(hand.interpolations(), [smooth, smooth], "an animator's keys are smooth");
    let [first, quarter, last] = [0.0, 0.25, 1.0].map(|time| hand.rotation_at(time));
    let fraction = quarter.angle_between(first) / last.angle_between(first);
    assert!((fraction - 5.0 / 32.0).abs() < 2e-3, "a quarter of the time: {fraction}");
    hand.request(select_key(Row::Joint(2), 0.0));
    hand.input.key_down(KeyCode::ControlLeft, false);
    hand.press(KeyCode::KeyI);
    hand.press(KeyCode::KeyI);
    hand.input.key_up(KeyCode::ControlLeft);
    assert_eq!(hand.interpolations(), [held, smooth]);
    let held_at = hand.rotation_at(0.9);
    assert!(near(held_at, first) && !near(held_at, last));
    hand.request(select_key(Row::Joint(2), 1.0));
    hand.request(drag_keys(-0.4, true));
    hand.request(Request::Keys(KeyRequest::Drop));
    assert_eq!(hand.interpolations(), [held, smooth, smooth], "not as the one before it");
    hand.press(KeyCode::Digit4);
    hand.request(select_key(Row::Joint(2), 0.0));
    hand.request(drag_keys(0.5, true));
    hand.request(Request::Keys(KeyRequest::Drop));
    assert_eq!((hand.times(2), hand.interpolations()), (vec![0.0, 0.5, 1.0], vec![held, held, smooth]), "copied");
    hand.press(KeyCode::Semicolon);
    hand.seek(1.5);
    hand.press(KeyCode::Quote);
    assert_eq!(hand.interpolations(), [held, held, smooth, held], "pasted");
    hand.request(Request::Interpolate(linear));
    assert_eq!(hand.interpolations(), [held, held, smooth, linear]);
    hand.press(KeyCode::Digit4);
    hand.press(KeyCode::Digit4);
    assert_eq!(hand.interpolations(), [held, held, smooth], "each is one step");

    // The file has it, and opens with the joint and the clip that were edited last.
    hand.request(Request::Rename("wave".into()));
    hand.press(KeyCode::Digit6);
    hand.editor.actor.selection.set(1);
    let mut again = Hand::with_empty_clip(&gl, folder.path());
    again.request(Request::Open);
    assert_eq!(again.editor.actor.clip().unwrap().name, "wave");
    assert_eq!((again.editor.actor.selection.first(), again.times(2)), (Some(2), vec![0.0, 0.5, 1.0]));
    assert_eq!(again.interpolations(), [held, held, smooth]);
    assert!(near(again.rotation_at(0.9), held_at));
}

/// With shift, joints are selected together; a ring turns each about its own axis, and each gets a key.
#[test]
fn several_joints_turn_together() {
    let Some(gl) = headless_or_skip("several_joints_turn_together") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    hand.request(Request::Keys(KeyRequest::SelectJoint { joint: 1, add: false }));
    // All within one frame: shift goes down, a click on the elbow, shift comes up.
    let elbow = hand.editor.pointer.screen.unwrap().seen(hand.editor.actor.joint_position(2)).unwrap();
    hand.input.pointer_moved(elbow);
    hand.input.key_down(KeyCode::ShiftLeft, false);
    hand.input.button(Button::Left, true);
    hand.input.button(Button::Left, false);
    hand.input.key_up(KeyCode::ShiftLeft);
    hand.frame();
    assert_eq!(hand.editor.actor.selection.joints(), [2, 1]);
    let before = hand.editor.pose();
    hand.drag(hand.find_handle(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert_eq!([hand.times(1), hand.times(2)], [[0.0], [0.0]]);
    let turns = [1, 2].map(|joint: usize| before.locals[joint].rotation.inverse() * hand.keys(joint)[0].1.rotation);
    assert!(near(turns[0], turns[1]) && !near(turns[0], Quat::IDENTITY), "{turns:?}");
    hand.press(KeyCode::Digit4);
    assert!(hand.times(1).is_empty() && hand.times(2).is_empty(), "one step");
}

/// The arm follows a dragged hand, and points at the pointer when the pointer is out of reach. A click still goes to a
/// joint.
#[test]
fn a_hand_is_dragged_and_its_arm_follows() {
    let Some(gl) = headless_or_skip("a_hand_is_dragged_and_its_arm_follows") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::new(Editor::open(&gl, &asset("knight"), Some(folder.path())).unwrap());
    hand.request(Request::NewClip);
    let [wrist, upper, fore] =
        ["hand_l", "upper_arm_l", "forearm_l"].map(|name| hand.editor.actor.model.skeleton.find(name).unwrap());
    hand.editor.actor.select(wrist, false);
    hand.frame();
    let from = hand.find_handle(Handle::Origin);
    let screen = hand.editor.pointer.screen.unwrap();
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

/// Turning a joint at one frame of a sampled clip makes the joint pop there.
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
    hand.drag(hand.find_handle(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert!(hand.editor.session.line.contains("elbow has a key in each frame"), "{}", hand.editor.session.line);
    assert_eq!(changed_keys(&hand, &before).len(), 1);
    let turn = before[15].1.rotation.inverse() * hand.keys(2)[15].1.rotation;
    hand.request(Request::TurnAll);
    assert_eq!(changed_keys(&hand, &before).len(), before.len());
    for (now, before) in hand.keys(2).iter().zip(&before) {
        assert!(near(before.1.rotation.inverse() * now.1.rotation, turn));
    }
    hand.press(KeyCode::Digit4);
    assert_eq!(changed_keys(&hand, &before).len(), 1, "one step");
    hand.request(Request::TurnAll);
    assert_eq!(changed_keys(&hand, &before).len(), 1, "not any more");
    // Keys that are further apart were not sampled.
    let other = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, other.path(), &[0.0, 0.5, 1.0, 1.5, 2.0]);
    hand.seek(0.5);
    hand.drag(hand.find_handle(Handle::Ring(0)), Vec2::new(30.0, 25.0));
    assert!(hand.editor.turned.is_none(), "{}", hand.editor.session.line);
}

/// Indices of the elbow's keys whose rotations have changed.
fn changed_keys(hand: &Hand, before: &[(f32, Transform)]) -> Vec<usize> {
    let keys = hand.keys(2);
    (0..keys.len()).filter(|key| !near(keys[*key].1.rotation, before[*key].1.rotation)).collect()
}

/// After *New*, typed letters are the clip's name, until Enter.
#[test]
fn a_new_clips_name_is_typed() {
    let Some(gl) = headless_or_skip("a_new_clips_name_is_typed") else { return };
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let figures = folder.path().to_owned();
    let mut stage = Stage::without_window(
        &gl,
        Box::new(move |gl| Ok(Box::new(EditorApp::open(gl, &asset("arm"), Some(&figures), "")?) as Box<dyn App>)),
        Vec2::new(1280.0, 720.0),
    )
    .expect("shaders and room");
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

fn frame(stage: &mut Stage) {
    stage.advance(0.02).unwrap();
    stage.picture().unwrap();
}

fn click(stage: &mut Stage, pixel: [f32; 2]) {
    for down in [false, true, false] {
        stage.io().add_mouse_pos_event(pixel);
        stage.io().add_mouse_button_event(imgui::MouseButton::Left, down);
        frame(stage);
    }
}
