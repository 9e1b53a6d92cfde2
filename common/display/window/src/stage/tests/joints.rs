//! Joints dragged in the picture, by the mouse as the window reports it.

use super::*;
use crate::resume::WindowState;
use armature::animation::LoopMode;
use armature::mesh::Displacement;
use armature::model::{MorphSet, PartMorphs};
use glam::Vec3;

/// The knight, paused, and no panels.
fn hand_with(gl: &Gl, model: Model) -> Hand {
    Hand::with(gl, model, (Vec2::new(640.0, 480.0), 1.0), false, "", &[])
}

/// The state as the next program reads it.
fn handed_over(stage: &mut Stage) -> WindowState {
    serde_json::from_str(&serde_json::to_string(&stage.state()).unwrap()).unwrap()
}

fn drag(stage: &mut Stage, from: Vec2, by: Vec2) {
    stage.input.pointer_moved(from);
    stage.advance(STEP).unwrap();
    stage.input.button(Button::Left, true);
    for step in 1..=5 {
        stage.input.pointer_moved(from + by * step as f32 / 5.0);
        stage.advance(STEP).unwrap();
    }
    stage.input.button(Button::Left, false);
    stage.advance(STEP).unwrap();
}

#[test]
fn a_hand_follows_the_pointer_and_is_let_go() {
    let Some(gl) = headless_or_skip("a_hand_follows_the_pointer_and_is_let_go") else { return };
    let mut hand = hand_with(&gl, knight());
    let palm = hand.joint("hand_l");
    let foot = hand.joint("foot_r");
    hand.key(KeyCode::KeyB);
    let camera = hand.stage.camera.orbit;
    let before = hand.stage.picture().unwrap();
    let at = hand.stage.on_screen(palm).unwrap();
    let foot_at = hand.stage.on_screen(foot).unwrap();
    let deep = hand.actor().joint_position(palm);

    // Beside the joint by two pixels: it keeps that distance from the pointer.
    let press = at + Vec2::new(2.0, -1.0);
    let by = Vec2::new(14.0, -25.0);
    drag(&mut hand.stage, press, by);
    assert!(hand.stage.on_screen(palm).unwrap().distance(at + by) < 0.5, "{at} {by}");
    let moved = hand.actor().joint_position(palm) - deep;
    assert!(camera.backward().dot(moved).abs() < 1e-3, "in the plane of the view");
    assert!(hand.stage.on_screen(foot).unwrap().distance(foot_at) < 0.01, "the other limbs stay");
    assert_eq!(hand.stage.camera.orbit, camera, "the camera does not turn");
    assert_eq!(hand.actor().selection.first(), Some(palm));
    let held = hand.stage.picture().unwrap();
    assert!(!held.difference(&before).within(0.05, 4.0), "it is drawn");

    // It stays where it is while time goes on, a second limb with it.
    drag(&mut hand.stage, foot_at, Vec2::new(-10.0, -12.0));
    hand.key(KeyCode::Space);
    for _ in 0..30 {
        hand.stage.advance(STEP).unwrap();
        assert!(hand.stage.on_screen(palm).unwrap().distance(at + by) < 0.5);
    }
    assert_eq!(hand.actor().held.pins.len(), 2);
    hand.key(KeyCode::Space);
    hand.key(KeyCode::Home);
    let held = hand.stage.picture().unwrap();
    hand.key(KeyCode::Backspace);
    assert_eq!(hand.actor().held.pins.len(), 0);
    let free = hand.stage.picture().unwrap();
    assert!(!free.difference(&held).within(0.05, 4.0), "a paused figure is drawn again");
    assert!(hand.stage.on_screen(palm).unwrap().distance(at) < 0.5, "the clip's again");
}

#[test]
fn weights_that_are_held_are_drawn_while_time_stands_still() {
    let Some(gl) = headless_or_skip("weights_that_are_held_are_drawn_while_time_stands_still") else { return };
    let mut model = knight();
    let up = model.up() / model.metres_per_unit();
    let part = &mut model.parts[0];
    let mut target = Vec::new();
    for vertex in 0..part.mesh.vertices.len() as u32 {
        target.push(Displacement { vertex, position: up, normal: Vec3::ZERO });
    }
    part.morphs = Some(PartMorphs { set: 0, targets: vec![target] });
    model.morph_sets = vec![MorphSet { name: "all".into(), targets: vec!["up".into()], at_rest: vec![0.0] }];
    let mut hand = hand_with(&gl, model);
    hand.stage.advance(STEP).unwrap();
    let free = hand.stage.picture().unwrap();
    for weight in [1.0, 0.5] {
        let before = hand.stage.picture().unwrap();
        hand.actor().hold_weight(0, 0, weight);
        hand.stage.advance(STEP).unwrap();
        assert!(!hand.stage.picture().unwrap().difference(&before).within(0.05, 4.0), "{weight}");
    }
    hand.key(KeyCode::Backspace);
    assert!(hand.stage.picture().unwrap().difference(&free).within(0.0, 0.0), "released");
}

fn turned(stage: &mut Stage, from: Vec2, by: Vec2) -> bool {
    let before = stage.camera.orbit;
    drag(stage, from, by);
    before != stage.camera.orbit
}

/// The camera turns or moves, or nothing does, if the drag is without bones, beside a limb's end, with Shift, or a
/// click.
#[test]
fn other_drags_are_the_cameras() {
    let Some(gl) = headless_or_skip("other_drags_are_the_cameras") else { return };
    let mut hand = hand_with(&gl, knight());
    let palm = hand.joint("hand_l");
    let hips = hand.joint("hips");
    let by = Vec2::new(20.0, 0.0);
    let at = hand.stage.on_screen(palm).unwrap();
    assert!(turned(&mut hand.stage, at, by), "bones are off");
    hand.key(KeyCode::KeyB);
    let at = hand.stage.on_screen(hips).unwrap();
    assert!(turned(&mut hand.stage, at, by), "hips are at the end of no limb");
    hand.stage.input.key_down(KeyCode::ShiftLeft, false);
    let at = hand.stage.on_screen(palm).unwrap();
    assert!(turned(&mut hand.stage, at, by), "Shift moves the camera");
    hand.stage.input.key_up(KeyCode::ShiftLeft);
    let at = hand.stage.on_screen(palm).unwrap();
    assert!(!turned(&mut hand.stage, at, Vec2::new(1.0, 1.0)), "a click selects");
    assert_eq!((hand.actor().held.pins.len(), hand.actor().selection.first()), (0, Some(palm)));
}

/// The next stage shows the same part of the scene, also in a window of twice the size.
#[test]
fn another_stage_goes_on_with_the_same_picture() {
    let Some(gl) = headless_or_skip("another_stage_goes_on_with_the_same_picture") else { return };
    let (before, state) = {
        let mut hand = hand_with(&gl, knight());
        let palm = hand.joint("hand_l");
        for code in [KeyCode::PageDown, KeyCode::KeyB, KeyCode::KeyN, KeyCode::KeyG] {
            hand.key(code);
        }
        let actor = hand.actor();
        actor.player.set_loop_mode(LoopMode::PingPong);
        actor.player.set_speed(-0.5);
        actor.seek(0.4);
        actor.selection.set(palm);
        hand.stage.camera.orbit.orbit(0.7, 0.2);
        hand.stage.camera.orbit.pan(0.1, 0.05);
        hand.stage.text_wish = 1.2;
        {
            let size = hand.stage.size;
            hand.stage.resize(size, 1.0)
        }
        .unwrap();
        let at = hand.stage.on_screen(palm).unwrap();
        drag(&mut hand.stage, at, Vec2::new(20.0, -30.0));
        (hand.stage.picture().unwrap(), handed_over(&mut hand.stage))
    };
    let mut hand = hand_with(&gl, knight());
    hand.stage.restore(&state).unwrap();
    assert_eq!(handed_over(&mut hand.stage), state);
    hand.stage.advance(0.0).unwrap();
    let after = hand.stage.picture().unwrap();
    assert!(after.difference(&before).within(0.001, 1.0), "{:?}", after.difference(&before));
    assert!(hand.actor().held.pins.len() == 1);
}
