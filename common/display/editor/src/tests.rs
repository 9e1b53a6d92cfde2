//! The editor in sessions: each file of `sessions/` holds what somebody does, a line each, and its snapshot what the editor
//! shows after each line.

use super::*;
use armature::animation::Interpolation;
use armature::attachment::SphereKind;
use armature::math::Transform;
use armature_offline::edit::Key;
use glam::{EulerRot, Quat, Vec2, Vec3};
use graphics::{OrbitCamera, testing::headless_or_skip};
use handles::{Handle, HandleFrame};
use player::{
    Framing,
    key_rows::{KeyRequest, Row},
    testing::arm,
};
use std::fs;
use std::sync::PoisonError;
use tempfile::TempDir;
use ui::{Button, DisplayOptions, KeyCode, gui::ONE_AT_A_TIME, keys::key_named};
use window::{App, stage::Stage};

const SIZE: Vec2 = Vec2::new(900.0, 700.0);
const EM: f32 = 14.0;

struct Hand {
    gl: Gl,
    folder: TempDir,
    /// Name of the figure: "arm" is one made in code, others are assets.
    figure: String,
    editor: Editor,
    input: Input,
    view: View,
}

fn asset(name: &str) -> PathBuf {
    verdict::workspace::assets().join(format!("{name}.dae"))
}

fn open(gl: &Gl, figure: &str, folder: &Path) -> Editor {
    let mut editor = if figure == "arm" {
        let file = folder.join("arm.dae");
        let mut editor =
            Editor::with(gl, Actor::new(arm()), file, folder.to_owned(), "arm".into(), Vec::new()).unwrap();
        editor.request(Request::Open);
        editor
    } else {
        Editor::open(gl, &asset(figure), Some(folder)).unwrap()
    };
    editor.perform(&mut Finished);
    editor
}

impl Hand {
    fn new(gl: &Gl, figure: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut editor = open(gl, figure, folder.path());
        let aspect = SIZE.x / SIZE.y;
        let bounds = editor.actor().bounds().unwrap();
        let camera = Framing::of_points(OrbitCamera::default(), bounds.corners()).camera(aspect);
        let view = View { camera, aspect, size: (900, 700), options: DisplayOptions::default(), seconds: 0.0 };
        let gl = gl.clone();
        let mut hand = Self { gl, folder, figure: figure.into(), editor, input: Input::default(), view };
        hand.frame();
        hand
    }

    fn perform(&mut self, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["again"] => self.editor = open(&self.gl, &self.figure, self.folder.path()),
            ["key", chord] => {
                let (held, name) = chord.rsplit_once('+').unwrap_or(("", chord));
                let key = key_named(name).unwrap();
                self.hold(held, |hand| {
                    hand.input.key_down(key, false);
                    hand.input.key_up(key);
                    hand.frame();
                });
            }
            ["click", name, ref held @ ..] => {
                let joint = self.joint(name);
                let at = self.screen().seen(self.editor.actor.joint_position(joint)).unwrap();
                self.hold(&held.join("+"), |hand| hand.drag(at, Vec2::ZERO));
            }
            ["pull", name, x, y] => {
                // As the window does, which then releases the button.
                let joint = self.joint(name);
                let from = self.editor.actor.joint_position(joint);
                let seen = self.screen().seen(from).unwrap();
                let to = self.view.in_plane_of(from, (seen + Vec2::new(number(x), number(y))) / SIZE);
                self.editor.actor.pin(joint, to);
                self.editor.actor.selection.set(joint);
            }
            ["drag", handle, x, y, ref held @ ..] => {
                let from = self.find_handle(handle);
                let by = Vec2::new(number(x), number(y));
                self.hold(&held.join("+"), |hand| hand.drag(from, by));
            }
            ["time", time] => {
                self.editor.actor.player.pause();
                self.editor.actor.seek(number(time));
            }
            ["joint", name, ref add @ ..] => {
                let joint = self.joint(name);
                self.request(Request::Keys(KeyRequest::SelectJoint { joint, add: !add.is_empty() }));
            }
            ["turn", name, time, angle] => {
                let joint = self.joint(name);
                let before = self.editor.actor.instance.pose().locals[joint];
                let turned = before.rotation * Quat::from_rotation_z(number::<f32>(angle).to_radians());
                let time = number(time);
                self.request(Request::SetKey(KeyAt { joint, time }, Transform { rotation: turned, ..before }));
            }
            ["select", row, time, ref add @ ..] => {
                let row = if row == "all" { Row::All } else { Row::Joint(self.joint(row)) };
                self.request(Request::Keys(KeyRequest::Select { row, time: number(time), add: !add.is_empty() }));
            }
            ["move", ref seconds @ ..] => self.drag_keys(seconds, false),
            ["copy", ref seconds @ ..] => self.drag_keys(seconds, true),
            ["interpolate", "linear"] => self.request(Request::Interpolate(Interpolation::Linear)),
            ["automatic", "off"] => self.editor.auto_key = false,
            ["all", "keys"] => self.editor.turns_all = true,
            ["attach", name] => self.request(Request::Attach(name.into())),
            ["sphere", "hurt"] => self.request(Request::AddSphere(SphereKind::Hurt)),
            ["new"] => self.request(Request::NewClip),
            ["duplicate"] => self.request(Request::DuplicateClip),
            ["delete", "clip"] => self.request(Request::DeleteClip),
            ["rename", ref name @ ..] => self.request(Request::Rename(name.concat())),
            ["length", seconds] => self.request(Request::SetEnd(number(seconds))),
            ["damage"] => {
                let newest = self.saved_files().pop().unwrap();
                let mut bytes = fs::read(&newest).unwrap();
                let middle = bytes.len() / 2;
                bytes[middle] ^= 4;
                fs::write(newest, bytes).unwrap();
            }
            _ => panic!("{line}: no such line"),
        }
        self.frame();
        self.frame(); // a request of this frame, and the session's file after it
    }

    /// Describes the clip, the keys of the selected joints, where the first of them is, and what is not saved.
    fn state(&mut self) -> String {
        let mut text = String::new();
        let actor = &self.editor.actor;
        let clip = self.editor.clip();
        text += &format!("{} at {:.2} s", clip.map_or("no clip", |clip| &clip.name), actor.player.time());
        for &joint in actor.selection.joints() {
            text += &format!(", {}", actor.model.skeleton.joints()[joint].name);
            for time in clip.map_or(Vec::new(), |clip| clip.key_times(joint)) {
                let mark = match clip.map(|clip| clip.interpolation(joint, time)) {
                    Some(Interpolation::Smooth) => "~",
                    Some(Interpolation::Held) => "_",
                    _ => "",
                };
                let selected = self.editor.timeline.selected.iter().any(|key| key.joint == joint && key.time == time);
                text += &format!(" {time:.2}{mark}{}", if selected { "*" } else { "" });
            }
        }
        if let Some(HandleFrame { local, .. }) = self.editor.frame() {
            let (x, y, z) = local.rotation.to_euler(EulerRot::XYZ);
            let degrees = Vec3::new(x, y, z).map(|angle| without_negative_zero(angle.to_degrees(), 0));
            let place = local.translation.map(|number| without_negative_zero(number, 1));
            text += &format!(
                "; {:?} turned {:.0} {:.0} {:.0} at {:.1} {:.1} {:.1}",
                self.editor.target, degrees.x, degrees.y, degrees.z, place.x, place.y, place.z
            );
        }
        let kept = fs::exists(self.folder.path().join(format!("{}.unsaved", self.figure))).unwrap();
        let unsaved = if self.editor.is_unsaved() { ", not saved" } else { "" };
        let files = format!("{} saves{unsaved}{}", self.saved_files().len(), if kept { ", kept" } else { "" });
        let said = std::mem::take(&mut self.editor.session.line);
        let without_file = said.split(": arm-").next().unwrap_or_default();
        format!("{text}; {files}; {without_file}")
    }

    fn frame(&mut self) {
        self.editor.handles(&self.input, &self.view, SIZE, EM);
        self.editor.update(&self.input, 0.1);
        self.editor.perform(&mut Finished);
        self.input.end_frame();
    }

    fn request(&mut self, request: Request) {
        self.editor.request(request);
        self.editor.perform(&mut Finished);
    }

    fn hold(&mut self, held: &str, act: impl FnOnce(&mut Self)) {
        let keys = [("Ctrl", KeyCode::ControlLeft), ("Shift", KeyCode::ShiftLeft)];
        for (_, key) in keys.iter().filter(|(name, _)| held.contains(name)) {
            self.input.key_down(*key, false);
        }
        act(self);
        for (_, key) in keys {
            self.input.key_up(key);
        }
    }

    fn drag_keys(&mut self, seconds: &[&str], copy: bool) {
        for seconds in seconds {
            self.request(Request::Keys(KeyRequest::Drag { seconds: number(seconds), copy }));
        }
        self.request(Request::Keys(KeyRequest::Drop));
    }

    fn joint(&self, name: &str) -> usize {
        self.editor.actor.model.skeleton.find(name).unwrap()
    }

    fn screen(&self) -> ScreenProjection {
        self.editor.pointer.screen.unwrap()
    }

    /// Returns a pixel at which the pointer is on a handle: "x" to "z" are the rings or arrows that are shown.
    fn find_handle(&self, name: &str) -> Vec2 {
        let axis = ["x", "y", "z"].iter().position(|axis| *axis == name).unwrap();
        let handle = if self.editor.kinds().rings { Handle::Ring(axis) } else { Handle::Arrow(axis) };
        let frame = self.editor.frame().unwrap();
        let screen = self.screen();
        let middle = screen.seen(frame.origin()).unwrap();
        // Every third pixel, up to 100 away.
        let around = (0..67 * 67).map(|spot| (Vec2::new((spot % 67) as f32, (spot / 67) as f32) - 33.0) * 3.0);
        around
            .map(|at| at + middle)
            .find(|at| handles::at(&frame, self.editor.kinds(), &screen, *at) == Some(handle))
            .expect("the handle is seen")
    }

    /// Presses, moves the pointer and releases it, each in a frame.
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
    }

    fn saved_files(&self) -> Vec<PathBuf> {
        let mut files: Vec<PathBuf> =
            fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|file| file.extension().is_some_and(|ending| ending == "armature"));
        files.sort();
        files
    }
}

fn number<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("{word}: no number"))
}

/// After a change that is meant, `INSTA_UPDATE=always cargo test -p editor sessions` writes them. Review them.
#[test]
fn sessions() {
    let Some(gl) = headless_or_skip("sessions") else { return };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sessions");
    for entry in fs::read_dir(&folder).unwrap() {
        let file = entry.unwrap().path();
        if file.extension().is_none_or(|ending| ending != "txt") {
            continue;
        }
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&file).unwrap();
        let mut lines = text.lines();
        let mut hand = Hand::new(&gl, lines.next().unwrap());
        let mut shown = String::new();
        for line in lines {
            hand.perform(line);
            shown += &format!("{line}\n    {}\n", hand.state().trim_end_matches("; "));
        }
        for message in hand.editor.messages() {
            shown += &format!("{}\n", message.text);
        }
        shown += hand.editor.describe().split("Saved in").next().unwrap_or_default();
        insta::with_settings!({ snapshot_path => &folder, prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
    }
}

/// Each handle is finite and lies at its joint.
#[test]
fn every_joint_of_the_cast_has_handles() {
    let Some(gl) = headless_or_skip("every_joint_of_the_cast_has_handles") else { return };
    for name in ["knight", "creature"] {
        let mut hand = Hand::new(&gl, name);
        for joint in 0..hand.editor.actor.model.skeleton.len() {
            hand.editor.actor.selection.set(joint);
            hand.frame();
            let frame = hand.editor.frame().unwrap();
            assert!(frame.origin().distance(hand.editor.actor.joint_position(joint)) < 1e-4);
            let mut shapes = Shapes::new();
            handles::add_handles(&frame, hand.editor.kinds(), &hand.screen(), None, &mut shapes);
            assert!(shapes.lines.len() > 3 * 64 && shapes.lines.iter().all(|v| v.position.is_finite()));
        }
    }
}

#[test]
fn angles_that_are_typed_are_of_one_joint() {
    let Some(gl) = headless_or_skip("angles_that_are_typed_are_of_one_joint") else { return };
    let editor = &mut Hand::new(&gl, "arm").editor;
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

/// Figure and attachment are glTF files, and the container finds them after all three have moved.
#[test]
fn a_gltf_figure_is_saved_and_found_again() {
    let Some(gl) = headless_or_skip("a_gltf_figure_is_saved_and_found_again") else { return };
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = ["hier", "dort drüben"].map(|name| folder.path().join(name));
    fs::create_dir(&here).unwrap();
    let seed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../runtime/fuzz/corpus/gltf/seed-banner.");
    for ending in ["glb", "gltf"] {
        fs::copy(format!("{seed}{ending}"), here.join(format!("banner.{ending}"))).unwrap();
    }
    let mut editor = Editor::open(&gl, &here.join("banner.glb"), None).unwrap();
    editor.actor.selection.set(2);
    editor.request(Request::Attach("banner.gltf".into()));
    let local = Transform::from_rotation(Quat::from_rotation_x(0.7));
    editor.request(Request::SetKey(KeyAt { joint: 2, time: 1.5 }, local));
    editor.request(Request::Save);
    editor.perform(&mut Finished);
    let saved = editor.session.saved_as.clone().unwrap();
    fs::rename(&here, &there).unwrap();
    let upper = there.join("OTHER.Armature");
    fs::rename(there.join(saved), &upper).unwrap();
    let mut again = Editor::open(&gl, &upper, None).unwrap();
    again.perform(&mut Finished);
    assert_eq!(again.document().attachments, editor.document().attachments);
    assert_eq!(again.clip().unwrap().key_times(2), [0.5, 1.0, 1.5, 2.0]);
    let canvas = graphics::Canvas::new(&gl, (90, 70)).unwrap();
    let view = Hand::new(&gl, "arm").view;
    canvas.draw(|target| again.draw(target, &view)).unwrap();
    assert_eq!(again.messages(), [], "what is attached is there");
}

/// Functions of a student: keys out of order, and a file that is given.
struct Broken(Result<Vec<u8>, String>);

impl Functions for Broken {
    fn set_key(&mut self, _: Vec<Key>, _: f32, local: Transform) -> Vec<Key> {
        [2.0, 1.0].map(|time| Key { time, local }).to_vec()
    }

    fn move_key(&mut self, mut keys: Vec<Key>, key: usize, _: f32) -> (Vec<Key>, usize) {
        keys[key].time = f32::NAN;
        (keys, key)
    }

    fn write(&mut self, _: Vec<Blob>) -> Result<Vec<u8>, String> {
        self.0.clone()
    }
}

/// If the write function returns no valid container, nothing is written, and a message says why. The session goes on.
#[test]
fn what_cannot_be_read_back_is_not_saved() {
    let Some(gl) = headless_or_skip("what_cannot_be_read_back_is_not_saved") else { return };
    let mut hand = Hand::new(&gl, "arm");
    hand.perform("turn elbow 0.5 20");
    let empty = container::write(&[]).unwrap_or_default();
    for bytes in [Err("too long".to_owned()), Ok(vec![1, 2, 3]), Ok(empty)] {
        hand.editor.request(Request::Save);
        hand.editor.perform(&mut Broken(bytes));
        let messages = hand.editor.messages();
        assert!(messages.iter().any(|m| m.text.contains("not saved")), "{messages:?}");
        assert!(hand.saved_files().is_empty() && hand.editor.is_unsaved());
    }
    let before = hand.editor.document().clone();
    hand.editor.request(Request::SetKey(KeyAt { joint: 2, time: 1.0 }, Transform::IDENTITY));
    hand.editor.perform(&mut Broken(Ok(Vec::new())));
    assert!(hand.editor.messages().iter().any(|m| m.text.contains("set_key")));
    hand.editor.request(Request::Keys(KeyRequest::Drag { seconds: 0.5, copy: false }));
    hand.editor.perform(&mut Broken(Ok(Vec::new())));
    assert!(hand.editor.messages().iter().any(|m| m.text.contains("move_key")));
    assert_eq!(*hand.editor.document(), before, "keys out of order, or at no time, are no keys");
    hand.perform("again");
    assert!(hand.editor.is_unsaved(), "the session's file is written by the course's own functions");
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
