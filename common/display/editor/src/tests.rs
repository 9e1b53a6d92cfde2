//! The editor, driven by the mouse as the window reports it, and by requests.

use super::*;
use armature::animation::{Clip, Interpolation};
use armature::attachment::SphereKind;
use armature::math::Transform;
use armature_offline::edit::SAME_TIME;
use glam::{Quat, Vec2, Vec3};
use graphics::{OrbitCamera, testing::headless_or_skip};
use handles::Drag;
use player::testing::arm;
use player::{
    Framing,
    key_rows::{KeyRequest, Row},
};
use std::fs;
use std::process::{Command, Stdio};
use ui::{Button, DisplayOptions, KeyCode};

mod animating;
mod keys;
mod saving;

const SIZE: Vec2 = Vec2::new(900.0, 700.0);
const EM: f32 = 14.0;

/// The editor, and a mouse.
struct Hand {
    editor: Editor,
    input: Input,
    view: View,
}

fn asset(name: &str) -> PathBuf {
    verdict::workspace::assets().join(format!("{name}.dae"))
}

impl Hand {
    fn new(mut editor: Editor) -> Self {
        editor.perform(&mut Finished);
        let bounds = editor.actor().bounds().unwrap();
        let aspect = SIZE.x / SIZE.y;
        let camera = Framing::of_points(OrbitCamera::default(), bounds.corners()).camera(aspect);
        let options = DisplayOptions::default();
        let seconds = 0.0;
        let view = View { camera, aspect, size: (900, 700), options, seconds };
        let mut hand = Self { editor, input: Input::default(), view };
        hand.frame();
        hand
    }

    /// An arm with an empty clip, whose elbow is selected.
    fn with_empty_clip(gl: &Gl, folder: &Path) -> Self {
        let file = folder.join("arm.dae");
        let editor = Editor::with(gl, Actor::new(arm()), file, folder.to_owned(), "arm".to_owned(), Vec::new());
        let mut hand = Self::new(editor.unwrap());
        hand.editor.actor.selection.set(2);
        hand.request(Request::NewClip);
        hand
    }

    fn frame(&mut self) {
        self.wait(0.0);
    }

    fn wait(&mut self, seconds: f32) {
        self.editor.handles(&self.input, &self.view, SIZE, EM);
        self.editor.update(&self.input, seconds);
        self.editor.perform(&mut Finished);
        self.input.end_frame();
    }

    fn request(&mut self, request: Request) {
        self.editor.request(request);
        self.editor.perform(&mut Finished);
        self.frame();
    }

    fn press(&mut self, key: KeyCode) {
        self.input.key_down(key, false);
        self.input.key_up(key);
        self.frame();
    }

    fn seek(&mut self, time: f32) {
        self.editor.actor.player.pause();
        self.editor.actor.seek(time);
        self.frame();
    }

    /// Returns a pixel at which the pointer is on a handle, and the drag direction there.
    fn find_handle(&self, handle: Handle) -> Vec2 {
        let frame = self.editor.frame().unwrap();
        let screen = self.editor.pointer.screen.unwrap();
        let middle = screen.seen(frame.origin()).unwrap();
        // Every third pixel, up to 100 away.
        let around = (0..67 * 67).map(|spot| (Vec2::new((spot % 67) as f32, (spot / 67) as f32) - 33.0) * 3.0);
        around
            .map(|at| at + middle)
            .find(|at| handles::at(&frame, self.editor.kinds(), &screen, *at) == Some(handle))
            .expect("the handle is seen")
    }

    /// Presses on a handle, moves the pointer and releases it.
    fn drag(&mut self, from: Vec2, by: Vec2) {
        self.input.pointer_moved(from);
        self.frame();
        self.input.button(Button::Left, true);
        self.frame();
        for step in 1..=4 {
            self.input.pointer_moved(from + by * step as f32 / 4.0);
            self.frame();
        }
        self.input.button(Button::Left, false);
        self.frame();
        self.frame();
    }

    fn keys(&self, joint: usize) -> Vec<(f32, Transform)> {
        let clip = self.editor.clip().unwrap();
        clip.keys(joint).iter().map(|key| (key.time, key.local)).collect()
    }

    fn times(&self, joint: usize) -> Vec<f32> {
        self.keys(joint).iter().map(|(time, _)| *time).collect()
    }

    /// Interpolations of the elbow's keys.
    fn interpolations(&self) -> Vec<Interpolation> {
        let clip = self.editor.clip().unwrap();
        clip.key_times(2).iter().map(|time| clip.interpolation(2, *time)).collect()
    }

    /// The elbow's rotation.
    fn rotation_at(&mut self, time: f32) -> Quat {
        self.seek(time);
        self.editor.actor.instance.pose().locals[2].rotation
    }
}

fn select_key(row: Row, time: f32) -> Request {
    Request::Keys(KeyRequest::Select { row, time, add: false })
}

fn drag_keys(seconds: f32, copy: bool) -> Request {
    Request::Keys(KeyRequest::Drag { seconds, copy })
}

fn close(times: &[f32], want: &[f32]) -> bool {
    times.len() == want.len() && times.iter().zip(want).all(|(a, b)| (a - b).abs() < SAME_TIME)
}

/// Sets keys of the elbow at `times`; key number n is turned by n tenths of a radian.
fn with_keys(gl: &Gl, folder: &Path, times: &[f32]) -> Hand {
    let mut hand = Hand::with_empty_clip(gl, folder);
    for (number, time) in times.iter().enumerate() {
        let turned = Transform::from_rotation(Quat::from_rotation_z(0.1 * number as f32));
        hand.request(Request::SetKey(KeyAt { joint: 2, time: *time }, turned));
    }
    hand
}

fn near(a: Quat, b: Quat) -> bool {
    a.dot(b).abs() > 1.0 - 1e-6
}

/// The whole way: hover, drag, key, another time, and back by undo.
#[test]
fn a_ring_turns_and_sets_a_key() {
    let Some(gl) = headless_or_skip("a_ring_turns_and_sets_a_key") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    let before = hand.editor.actor.instance.pose().locals[2].rotation;
    for axis in 0..3 {
        hand.seek(0.25 * axis as f32);
        let from = hand.find_handle(Handle::Ring(axis));
        let by = Vec2::new(23.0, -31.0);
        let start = hand.editor.frame().unwrap();
        let screen = hand.editor.pointer.screen.unwrap();
        let drag = Drag::new(start, Handle::Ring(axis), &screen, from).unwrap();
        let angle = drag.amount(from + by, false);
        assert!(angle.abs() > 0.01, "{angle}");
        hand.drag(from, by);
        let keys = hand.keys(2);
        assert_eq!(keys.len(), axis + 1);
        let turn = Quat::from_axis_angle(Vec3::AXES[axis], angle);
        let want = start.local.rotation * turn;
        assert!(near(keys[axis].1.rotation, want), "axis {axis}: {:?} {want:?}", keys[axis]);
        assert!(near(hand.editor.actor.instance.pose().locals[2].rotation, want), "and it is shown");
        assert!(hand.editor.actor.held.locals.is_empty());
    }
    for left in (0..3).rev() {
        hand.input.key_down(KeyCode::ControlLeft, false);
        hand.press(KeyCode::KeyZ);
        hand.input.key_up(KeyCode::ControlLeft);
        assert_eq!(hand.times(2).len(), left);
    }
    hand.seek(0.0);
    assert!(near(hand.editor.actor.instance.pose().locals[2].rotation, before));
    hand.press(KeyCode::Digit5);
    assert_eq!(hand.times(2), [0.0], "done again");
}

#[test]
fn control_turns_in_steps_and_a_drag_is_one_step() {
    let Some(gl) = headless_or_skip("control_turns_in_steps_and_a_drag_is_one_step") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    let before = hand.editor.actor.instance.pose().locals[2].rotation;
    hand.input.key_down(KeyCode::ControlLeft, false);
    hand.drag(hand.find_handle(Handle::Ring(1)), Vec2::new(60.0, 8.0));
    hand.input.key_up(KeyCode::ControlLeft);
    let angle = (before.inverse() * hand.keys(2)[0].1.rotation).to_axis_angle().1;
    let steps = angle / handles::ANGLE_STEP;
    assert!(steps > 0.5 && (steps - steps.round()).abs() < 1e-3, "{steps}");
    hand.press(KeyCode::Digit4);
    assert!(hand.times(2).is_empty(), "one step back is before all of the drag");
}

#[test]
fn arrows_move_a_root_and_with_shift_any_joint() {
    let Some(gl) = headless_or_skip("arrows_move_a_root_and_with_shift_any_joint") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    assert!(!hand.editor.kinds().arrows);
    hand.input.key_down(KeyCode::ShiftLeft, false);
    hand.frame();
    let before = hand.editor.actor.instance.pose().locals[2];
    hand.drag(hand.find_handle(Handle::Arrow(1)), Vec2::new(0.0, -30.0));
    hand.input.key_up(KeyCode::ShiftLeft);
    let after = hand.keys(2)[0].1;
    let moved = after.translation - before.translation;
    assert!(moved.y > 0.01 && moved.x == 0.0 && moved.z == 0.0, "{moved}");
    assert_eq!(after.rotation, before.rotation);
    hand.editor.actor.selection.set(1); // the first that is called a joint
    hand.frame();
    assert!(hand.editor.kinds().arrows && hand.editor.kinds().rings);
}

/// Without automatic keys, a turned pose has a key only after Enter, and going to another time discards it.
#[test]
fn a_turn_without_a_key() {
    let Some(gl) = headless_or_skip("a_turn_without_a_key") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    hand.editor.auto_key = false;
    let before = hand.editor.actor.instance.pose().locals[2].rotation;
    hand.drag(hand.find_handle(Handle::Ring(0)), Vec2::new(30.0, 30.0));
    assert!(hand.times(2).is_empty());
    assert!(!near(hand.editor.actor.instance.pose().locals[2].rotation, before), "it is shown");
    hand.seek(1.0);
    assert!(near(hand.editor.actor.instance.pose().locals[2].rotation, before), "let go of");
    hand.drag(hand.find_handle(Handle::Ring(0)), Vec2::new(30.0, 30.0));
    hand.press(KeyCode::Enter);
    assert_eq!(hand.times(2), [1.0]);
}

/// The time shown at a loop's end is a little less: the key is set on the last frame all the same.
#[test]
fn a_key_at_the_end_is_on_the_last_frame() {
    let Some(gl) = headless_or_skip("a_key_at_the_end_is_on_the_last_frame") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    hand.editor.actor.act(Action::ToEnd);
    hand.frame();
    assert!(hand.editor.actor.player.time() < NEW_SECONDS);
    hand.press(KeyCode::Enter);
    assert_eq!(hand.times(2), [NEW_SECONDS]);
}

/// A lesson selects a joint and a clip between perform and draw: the rows are theirs all the same.
#[test]
fn rows_are_those_of_the_joint_that_is_named() {
    let Some(gl) = headless_or_skip("rows_are_those_of_the_joint_that_is_named") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5, 1.0]);
    assert_eq!(hand.rows(), [(Row::All, 2, false), (Row::Joint(2), 2, true)]);
    hand.editor.actor.selection.set(1);
    assert_eq!(hand.rows(), [(Row::All, 2, false), (Row::Joint(1), 0, true), (Row::Joint(2), 2, false)]);
    hand.editor.actor.select_clip(0);
    hand.editor.actor.selection.set(2);
    assert_eq!(hand.rows(), [(Row::All, 3, false), (Row::Joint(2), 3, true)], "of \"bend\"");
}

impl Hand {
    fn rows(&mut self) -> Vec<(Row, usize, bool)> {
        self.editor.renew_rows();
        let rows = &self.editor.actor.key_rows.as_ref().unwrap().rows;
        rows.iter().map(|row| (row.row, row.keys.len(), row.selected)).collect()
    }

    fn clip_names(&self) -> Vec<String> {
        self.editor.document().clips.iter().map(|clip| clip.name.clone()).collect()
    }

    fn clip_name(&self) -> &str {
        &self.editor.actor.clip().unwrap().name
    }
}

#[test]
fn what_is_attached_is_moved_by_the_same_handles() {
    let Some(gl) = headless_or_skip("what_is_attached_is_moved_by_the_same_handles") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = Hand::with_empty_clip(&gl, folder.path());
    hand.request(Request::Attach("sword".into()));
    assert_eq!(hand.editor.target, EditTarget::Attachment(0));
    hand.drag(hand.find_handle(Handle::Ring(2)), Vec2::new(20.0, 35.0));
    let sword = hand.editor.document().attachments[0].clone();
    assert_eq!((sword.joint, sword.name.as_str()), (2, "sword"));
    assert!(!near(sword.joint_from_attachment.rotation, Quat::IDENTITY));
    assert!(hand.times(2).is_empty(), "no key of the joint");

    hand.request(Request::AddSphere(SphereKind::Hurt));
    hand.drag(hand.find_handle(Handle::Arrow(0)), Vec2::new(25.0, 0.0));
    let sphere = &hand.editor.document().spheres[0];
    assert!(sphere.center.x.abs() > 0.01 && sphere.center.y == 0.0, "{}", sphere.center);
    let text = hand.editor.describe();
    assert!(text.contains("sword (given) on elbow") && text.contains("hurt elbow (Hurt)"), "{text}");
    hand.press(KeyCode::Delete);
    assert!(hand.editor.document().spheres.is_empty());
    assert_eq!(hand.editor.target, EditTarget::Joint);
    for _ in 0..5 {
        hand.press(KeyCode::Digit4);
    }
    assert!(hand.editor.document().attachments.is_empty(), "each was one step");
}

#[test]
fn angles_that_are_typed_are_of_one_joint() {
    let Some(gl) = headless_or_skip("angles_that_are_typed_are_of_one_joint") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5]);
    let editor = &mut hand.editor;
    assert_eq!(type_angle(editor, 1, Some(1e30)), 36_000.0);
    let other = type_angle(editor, 2, None);
    assert!((other - 0.5f32.to_degrees()).abs() < 1e-3, "another joint's angles begin again");
    assert!(type_angle(editor, 2, Some(f32::INFINITY)).is_finite());
    assert!(type_angle(editor, 2, Some(f32::NAN)).is_finite());
}

/// Types an angle in degrees into the first field, and returns the angle that the field then shows.
fn type_angle(editor: &mut Editor, joint: usize, degrees: Option<f32>) -> f32 {
    let rest = Quat::from_rotation_x(0.5);
    editor.actor.selection.set(joint);
    editor.angles_of(EditTarget::Joint, rest);
    let rotation = degrees.map_or(rest, |degrees| editor.type_angle(rest, 0, degrees));
    editor.angles_of(EditTarget::Joint, rotation)[0]
}

#[test]
fn leaving_is_asked_about() {
    let Some(gl) = headless_or_skip("leaving_is_asked_about") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut hand = with_keys(&gl, folder.path(), &[0.5]);
    assert!(!hand.editor.leave(false) && !hand.editor.leave(true), "the first press asks");
    assert!(hand.editor.session.line.contains("not saved"), "{}", hand.editor.session.line);
    assert!(hand.editor.leave(false), "the second leaves");
    hand.press(KeyCode::Space);
    assert!(!hand.editor.leave(false), "another key between them");
    assert!(!hand.editor.leave(true));
    hand.request(Request::Copy);
    assert!(!hand.editor.leave(false), "a button between them");
    assert!(!hand.editor.may_close() && hand.editor.may_close());
    hand.request(Request::Copy);
    assert!(!hand.editor.may_close() && !hand.editor.leave(false) && !hand.editor.leave(true), "Escape answers: stay");
    assert!(hand.editor.session.line.contains("not closed"), "{}", hand.editor.session.line);
    assert!(!hand.editor.may_close(), "and the question is asked again");
    hand.press(KeyCode::Digit6);
    assert!(hand.editor.may_close(), "saved");
}

/// Each handle is finite and lies at its joint.
#[test]
fn every_joint_of_the_cast_has_handles() {
    let Some(gl) = headless_or_skip("every_joint_of_the_cast_has_handles") else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in ["knight", "creature"] {
        let editor = Editor::open(&gl, &asset(name), Some(folder.path())).unwrap();
        let mut hand = Hand::new(editor);
        for joint in 0..hand.editor.actor.model.skeleton.len() {
            hand.editor.actor.selection.set(joint);
            hand.frame();
            let frame = hand.editor.frame().unwrap();
            assert!(frame.origin().distance(hand.editor.actor.joint_position(joint)) < 1e-4);
            let mut shapes = Shapes::new();
            let screen = hand.editor.pointer.screen.unwrap();
            handles::add_handles(&frame, hand.editor.kinds(), &screen, None, &mut shapes);
            assert!(shapes.lines.len() > 3 * 64 && shapes.lines.iter().all(|v| v.position.is_finite()));
        }
    }
}
