//! Joints dragged in the picture, by the mouse as the window reports it.

use super::*;
use crate::resume::WindowState;
use armature::animation::LoopMode;
use armature::mesh::Displacement;
use armature::model::{Model, MorphSet, PartMorphs};
use armature_formats::collada;
use glam::Vec3;
use graphics::{Target, testing::headless_or_skip};
use player::{Actor, ActorRenderer, Subject};
use std::sync::{MutexGuard, PoisonError};
use ui::{Button, KeyCode, gui::ONE_AT_A_TIME};

/// An app with a figure whose joints can be dragged, as in the viewer.
struct Shown {
    actor: Actor,
    renderer: ActorRenderer,
    idle: &'static [Action],
}

impl Subject for Shown {
    fn actor(&mut self) -> Option<&mut Actor> {
        Some(&mut self.actor)
    }

    fn keys(&self) -> SubjectKeys<'_> {
        let extra = &[Action::Fade, Action::SkinningMethod, Action::Release];
        SubjectKeys { extra, idle: self.idle, ..SubjectKeys::default() }
    }
}

impl App for Shown {
    fn subject(&mut self) -> &mut dyn Subject {
        self
    }

    fn title(&self) -> String {
        "knight".into()
    }

    fn draw(&mut self, target: &mut Target<'_>, view: &View) -> Result<()> {
        Ok(self.renderer.draw(target, &self.actor, view)?)
    }
}

fn knight() -> Model {
    collada::load(verdict::workspace::assets().join("knight.dae")).unwrap().model
}

/// The knight, paused, and no panels; the lock is for imgui, which has one context at a time.
fn stage(gl: &Gl) -> (MutexGuard<'static, ()>, Stage) {
    stage_of(gl, knight())
}

fn stage_of(gl: &Gl, model: Model) -> (MutexGuard<'static, ()>, Stage) {
    stage_without(gl, model, &[])
}

/// Some of whose keys do nothing.
fn stage_without(gl: &Gl, model: Model, idle: &'static [Action]) -> (MutexGuard<'static, ()>, Stage) {
    let lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut actor = Actor::new(model);
    actor.player.pause();
    let renderer = ActorRenderer::new(gl, &actor, graphics::renderer::png).unwrap();
    let make: MakeApp = Box::new(move |_| Ok(Box::new(Shown { actor, renderer, idle })));
    // Dropped in the other order.
    (lock, Stage::new(gl, make, Vec2::new(640.0, 480.0), 1.0, false, false).unwrap())
}

/// The state as the next program reads it.
fn handed_over(stage: &mut Stage) -> WindowState {
    serde_json::from_str(&serde_json::to_string(&stage.state()).unwrap()).unwrap()
}

fn key(stage: &mut Stage, key: KeyCode) {
    stage.input.key_down(key, false);
    stage.input.key_up(key);
    stage.advance(STEP).unwrap();
}

/// Down at `from`, to `from + by` in a few steps, and up.
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

fn joint(stage: &mut Stage, name: &str) -> usize {
    stage.app.subject().actor().unwrap().model.skeleton.find(name).unwrap()
}

fn position(stage: &mut Stage, joint: usize) -> Vec3 {
    stage.app.subject().actor().unwrap().joint_position(joint)
}

fn pins(stage: &mut Stage) -> usize {
    stage.app.subject().actor().unwrap().held.pins.len()
}

#[test]
fn a_hand_follows_the_pointer_and_is_let_go() {
    let Some(gl) = headless_or_skip("a_hand_follows_the_pointer_and_is_let_go") else { return };
    let (_lock, mut stage) = stage(&gl);
    let hand = joint(&mut stage, "hand_l");
    let foot = joint(&mut stage, "foot_r");
    key(&mut stage, KeyCode::KeyB);
    let camera = stage.camera.orbit;
    let before = stage.picture().unwrap();
    let at = stage.on_screen(hand).unwrap();
    let foot_at = stage.on_screen(foot).unwrap();
    let deep = position(&mut stage, hand);

    // Beside the joint by two pixels: it keeps that distance from the pointer.
    let press = at + Vec2::new(2.0, -1.0);
    let by = Vec2::new(14.0, -25.0);
    drag(&mut stage, press, by);
    assert!(stage.on_screen(hand).unwrap().distance(at + by) < 0.5, "{at} {:?}", stage.on_screen(hand));
    let moved = position(&mut stage, hand) - deep;
    assert!(camera.backward().dot(moved).abs() < 1e-3, "in the plane of the view");
    assert!(stage.on_screen(foot).unwrap().distance(foot_at) < 0.01, "the other limbs stay");
    assert_eq!(stage.camera.orbit, camera, "the camera does not turn");
    assert_eq!(stage.app.subject().actor().unwrap().selection.first(), Some(hand));
    let held = stage.picture().unwrap();
    assert!(!held.difference(&before).within(0.05, 4.0), "it is drawn");

    // It stays where it is while time goes on, a second limb with it.
    drag(&mut stage, foot_at, Vec2::new(-10.0, -12.0));
    key(&mut stage, KeyCode::Space);
    for _ in 0..30 {
        stage.advance(STEP).unwrap();
        assert!(stage.on_screen(hand).unwrap().distance(at + by) < 0.5);
    }
    assert_eq!(pins(&mut stage), 2);
    key(&mut stage, KeyCode::Space);
    key(&mut stage, KeyCode::Home);
    let held = stage.picture().unwrap();
    key(&mut stage, KeyCode::Backspace);
    assert_eq!(pins(&mut stage), 0);
    let free = stage.picture().unwrap();
    assert!(!free.difference(&held).within(0.05, 4.0), "a paused figure is drawn again");
    assert!(stage.on_screen(hand).unwrap().distance(at) < 0.5, "the clip's again");
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
    let (_lock, mut stage) = stage_of(&gl, model);
    stage.advance(STEP).unwrap();
    let free = stage.picture().unwrap();
    for weight in [1.0, 0.5] {
        let before = stage.picture().unwrap();
        stage.app.subject().actor().unwrap().hold_weight(0, 0, weight);
        stage.advance(STEP).unwrap();
        assert!(!stage.picture().unwrap().difference(&before).within(0.05, 4.0), "{weight}");
    }
    key(&mut stage, KeyCode::Backspace);
    assert!(stage.picture().unwrap().difference(&free).within(0.0, 0.0), "released");
}

/// Drags, and returns whether the camera has moved.
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
    let (_lock, mut stage) = stage(&gl);
    let hand = joint(&mut stage, "hand_l");
    let hips = joint(&mut stage, "hips");
    let by = Vec2::new(20.0, 0.0);
    let at = stage.on_screen(hand).unwrap();
    assert!(turned(&mut stage, at, by), "bones are off");
    key(&mut stage, KeyCode::KeyB);
    let at = stage.on_screen(hips).unwrap();
    assert!(turned(&mut stage, at, by), "hips are at the end of no limb");
    stage.input.key_down(KeyCode::ShiftLeft, false);
    let at = stage.on_screen(hand).unwrap();
    assert!(turned(&mut stage, at, by), "Shift moves the camera");
    stage.input.key_up(KeyCode::ShiftLeft);
    let at = stage.on_screen(hand).unwrap();
    assert!(!turned(&mut stage, at, Vec2::new(1.0, 1.0)), "a click selects");
    assert_eq!((pins(&mut stage), stage.app.subject().actor().unwrap().selection.first()), (0, Some(hand)));
}

#[test]
fn an_open_help_is_turned_where_there_is_no_other_clip_too() {
    let Some(gl) = headless_or_skip("an_open_help_is_turned_where_there_is_no_other_clip_too") else { return };
    let (_lock, mut stage) = stage_without(&gl, knight(), &[Action::ClipBefore, Action::ClipAfter]);
    key(&mut stage, KeyCode::PageDown);
    assert_eq!(stage.panels.help.pages, 0.0, "it is not open");
    key(&mut stage, KeyCode::F1);
    for code in [KeyCode::PageDown, KeyCode::PageDown, KeyCode::PageUp] {
        key(&mut stage, code);
    }
    assert_eq!(stage.panels.help.pages, 1.0);
}

#[test]
fn hidden_panels_say_how_they_come_back() {
    let Some(gl) = headless_or_skip("hidden_panels_say_how_they_come_back") else { return };
    let (_lock, mut stage) = stage(&gl);
    key(&mut stage, KeyCode::F10); // they were hidden at first
    assert_eq!(stage.toast.0, "");
    key(&mut stage, KeyCode::F10);
    assert_eq!(stage.toast.0, "F10 brings the panels back");
    key(&mut stage, KeyCode::F10);
    assert_eq!(stage.toast.0, "", "they are back");
}

/// The next stage shows the same part of the scene, also in a window of twice the size.
#[test]
fn another_stage_goes_on_with_the_same_picture() {
    let Some(gl) = headless_or_skip("another_stage_goes_on_with_the_same_picture") else { return };
    let hand = {
        let (_lock, mut stage) = stage(&gl);
        joint(&mut stage, "hand_l")
    };
    let (before, state) = {
        let (_lock, mut stage) = stage(&gl);
        for code in [KeyCode::PageDown, KeyCode::KeyB, KeyCode::KeyN, KeyCode::KeyG] {
            key(&mut stage, code);
        }
        let actor = stage.app.subject().actor().unwrap();
        actor.player.set_loop_mode(LoopMode::PingPong);
        actor.player.set_speed(-0.5);
        actor.seek(0.4);
        actor.selection.set(hand);
        stage.camera.orbit.orbit(0.7, 0.2);
        stage.camera.orbit.pan(0.1, 0.05);
        stage.text_wish = 1.2;
        stage.resize(stage.size, 1.0).unwrap();
        let at = stage.on_screen(hand).unwrap();
        drag(&mut stage, at, Vec2::new(20.0, -30.0));
        (stage.picture().unwrap(), handed_over(&mut stage))
    };
    let (_lock, mut stage) = stage(&gl);
    stage.restore(&state).unwrap();
    assert_eq!(handed_over(&mut stage), state);
    stage.advance(0.0).unwrap();
    let after = stage.picture().unwrap();
    assert!(after.difference(&before).within(0.001, 1.0), "{:?}", after.difference(&before));
    assert!(stage.app.subject().actor().is_some_and(|actor| actor.held.pins.len() == 1));
}
