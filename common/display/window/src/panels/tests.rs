//! The panels, driven through imgui's event queue without a display.

use crate::testing::PanelDriver;
use armature::animation::{Clip, Interpolation, JointKeys, LoopMode};
use armature::model::{Model, MorphSet};
use armature_formats::collada;
use glam::{Vec2, Vec3};
use player::testing::{JOINTS, arm};
use player::{
    Actor,
    key_rows::{KeyRequest, KeyRow, KeyRows, Row, ShownKey},
};
use ui::{Action, Message};

/// Windows with their scale of text: usual, small, and dense.
const WINDOWS: [(Vec2, f32); 3] =
    [(Vec2::new(1280.0, 800.0), 1.0), (Vec2::new(1000.0, 700.0), 1.0), (Vec2::new(2560.0, 1600.0), 2.0)];

/// A click along a line of each panel does these things, each once, in a window of every size and scale.
#[test]
fn every_panel_works_in_every_window() {
    use Action::{
        Axes, BindPose, Bones, Display, Flashlight, Frame, Grid, HeatMap, Help, Joints, LoopMode, Names, Normals,
        OnionSkins, Orthographic, Panels, Play, Release, Reverse, Skinning, SkinningMethod, StepBack, StepOn, Timeline,
        ToEnd, ToStart, Wireframe,
    };
    let switches = [
        Skinning,
        BindPose,
        Bones,
        Axes,
        Names,
        Wireframe,
        Normals,
        OnionSkins,
        HeatMap,
        SkinningMethod,
        Grid,
        Flashlight,
        Orthographic,
        Frame,
    ];
    let targets = (0..60).map(|target| format!("target {target}")).collect();
    let set = MorphSet { name: "face".into(), targets, at_rest: vec![0.0; 60] };
    let mut knight = Actor::new(collada::load(verdict::workspace::assets().join("knight.dae")).unwrap().model);
    knight.pin(knight.model.skeleton.find("hand_l").unwrap(), Vec3::ONE);
    for (size, scale) in WINDOWS {
        let mut driver = PanelDriver::with_scale("", scale);
        driver.resize(size);
        driver.actor = knight.clone();
        driver.frame(None, false);
        let em = driver.em();
        let bar = driver.layout().bar.unwrap();
        let y = bar.min.y + bar.size.y / 2.0;
        let requested = driver.sweep(Vec2::new(4.0, y), Vec2::new(bar.max().x - 4.0, y));
        assert_eq!(requested, [Help, Display, Joints, Timeline, Panels], "bar, {size}");
        let timeline = driver.layout().timeline.unwrap();
        let y = timeline.min.y + em * 1.2;
        let requested = driver.sweep(Vec2::new(6.0, y), Vec2::new(em * 40.0, y));
        assert_eq!(requested, [Play, StepBack, StepOn, ToStart, ToEnd, Reverse, LoopMode], "timeline, {size}");
        let changes = (40..80).any(|column| {
            driver.drag(Vec2::new(em * column as f32, y), Vec2::new(em * column as f32 + 60.0, y));
            driver.actor.fade.seconds > 0.0
        });
        assert!(changes && driver.actor.fade.seconds <= 2.0, "length of the fade, {size}");
        let display = driver.layout().display.unwrap();
        let mut requested = Vec::new();
        for column in [0.06, 0.60] {
            let x = display.min.x + display.size.x * column;
            requested.extend(driver.sweep(Vec2::new(x, display.min.y + 2.0), Vec2::new(x, display.max().y - 2.0)));
        }
        for action in switches {
            let count = requested.iter().filter(|other| **other == action).count();
            assert_eq!(count, 1, "{action:?}, {size}: {requested:?}");
        }
        assert!(requested.contains(&Release), "the joint that is held, {size}");
        driver.panels.act(Display);
        driver.panels.act(Joints);
        let joints = driver.layout().joints.unwrap();
        driver.actor = Actor::new(Model { morph_sets: vec![set.clone()], ..arm() });
        let mut selected = Vec::new();
        for y in (joints.min.y as i32..joints.max().y as i32).step_by(5) {
            driver.actor.selection.set(None);
            driver.click(Vec2::new(joints.min.x + em * 4.0, y as f32));
            selected.extend(driver.actor.selection.first());
        }
        selected.dedup();
        assert_eq!(selected, [0, 1, 2, 3], "depth first: {JOINTS:?}, {size}");
        let (_, target, weight) = driver.actor.held.weights[0];
        assert!(target < 3 && weight > 0.1, "slider of a morph target, {size}: {weight}");
        driver.messages = vec![Message::error("shaders/a.frag:3", "no function with name 'mixx'")];
        driver.frame(None, false);
        driver.frame(None, false);
        let layout = driver.layout();
        let area = layout.messages.unwrap();
        assert_eq!(area.min.y, layout.viewport.max().y, "messages lie below the scene, not over it");
        // Between the count and the first words there are two buttons: somewhere in that row is "dismiss".
        let left = area.min.x + em * 10.5;
        driver.sweep(Vec2::new(left, area.min.y), Vec2::new(left, area.max().y));
        assert_eq!((driver.panels.visible_messages(), driver.layout().messages), (0, None), "{size}");
    }
}

/// Returns a point on the timeline's ruler, at a fraction of its width.
fn on_ruler(driver: &PanelDriver, fraction: f32) -> Vec2 {
    let area = driver.layout().timeline.unwrap();
    let em = driver.em();
    let padding = 10.0;
    let left = area.min.x + padding + em * 14.6;
    Vec2::new(left + (area.max().x - padding - em * 0.6 - left) * fraction, area.max().y - 20.0)
}

fn near(got: [f32; 2], want: [f32; 2]) {
    assert!((Vec2::from(got) - Vec2::from(want)).length() < 0.01, "{got:?}, not {want:?}");
}

#[test]
fn wheel_and_drags_choose_the_part_of_the_clip_that_the_ruler_shows() {
    let mut driver = PanelDriver::new("");
    let [left, middle, right] = [0.0, 0.5, 1.0].map(|fraction| on_ruler(&driver, fraction));
    let times = |driver: &mut PanelDriver| {
        let mut ends = [0.0; 2];
        for (end, at) in ends.iter_mut().zip([left, right]) {
            driver.click(at);
            *end = driver.actor.player.time();
        }
        ends
    };
    near(times(&mut driver), [0.5, 2.5]);
    driver.frame(Some(middle), false);
    driver.io().add_mouse_wheel_event([0.0, 1.0]);
    driver.frame(Some(middle), false);
    driver.frame(Some(middle), false);
    near(times(&mut driver), [0.7, 2.3]);
    // A tenth of the ruler to the left, with Shift.
    let tenth = (right - left) * 0.1;
    driver.frame(Some(middle), false);
    driver.frame(Some(middle), false);
    driver.io().add_key_event(imgui::Key::ModShift, true);
    driver.frame(Some(middle), true);
    driver.frame(Some(middle - tenth), true);
    driver.io().add_key_event(imgui::Key::ModShift, false);
    driver.frame(Some(middle - tenth), false);
    near(times(&mut driver), [0.86, 2.46]);
    driver.actor.act(Action::ClipAfter);
    near(times(&mut driver), [0.0, 1.0]);
}

#[test]
fn the_tree_is_searched() {
    let mut driver = PanelDriver::new("");
    driver.panels.act(Action::Joints);
    driver.frame(None, false);
    let area = driver.layout().joints.unwrap();
    driver.click(area.min + Vec2::new(50.0, driver.em() * 3.2));
    driver.io().add_input_character('H');
    driver.io().add_input_character('u');
    driver.frame(None, false);
    driver.frame(None, false);
    driver.io().add_key_event(imgui::Key::Enter, true);
    driver.frame(None, false);
    driver.frame(None, false);
    assert_eq!(driver.actor.selection.first(), Some(3), "thumb");
}

#[test]
fn scrubbing_stops_the_clip_and_follows_the_pointer() {
    let mut driver = PanelDriver::new("");
    let [tenth, quarter, three_quarters] = [0.1, 0.25, 0.75].map(|fraction| on_ruler(&driver, fraction));
    driver.frame(Some(quarter), false);
    driver.frame(Some(quarter), false);
    driver.frame(Some(quarter), true);
    assert!(!driver.actor.player.is_playing());
    let time = driver.actor.player.time();
    assert!((time - 1.0).abs() < 0.05, "a quarter of 0.5 to 2.5 s: {time}");
    driver.frame(Some(three_quarters), true);
    assert!((driver.actor.player.time() - 2.0).abs() < 0.05, "{}", driver.actor.player.time());
    driver.frame(Some(Vec2::new(4000.0, -300.0)), true);
    let end = driver.actor.player.time();
    assert!(end > 2.49 && end < 2.5, "held at the end, though the clip is a loop: {end}");
    let elbow = driver.actor.instance.pose().locals[2].rotation;
    driver.frame(Some(tenth), false);
    driver.frame(Some(tenth), false);
    assert_eq!(driver.actor.instance.pose().locals[2].rotation, elbow, "released");
}

#[test]
fn hiding_brings_back_what_was_open() {
    let mut driver = PanelDriver::new("");
    driver.panels.act(Action::Joints);
    let before = driver.layout();
    assert!(before.joints.is_some());
    driver.panels.act(Action::Panels);
    assert_eq!(driver.layout().viewport.size, Vec2::new(1280.0, 800.0));
    driver.panels.act(Action::Panels);
    assert_eq!(driver.layout(), before);
    assert!(!driver.panels.act(Action::Play), "none of theirs");
}

#[test]
fn the_table_of_keys_opens_by_a_key() {
    let mut driver = PanelDriver::new("# A\n\ntext\n");
    driver.panels.act(Action::Help);
    driver.frame(None, false);
    driver.panels.act(Action::Keys);
    driver.frame(None, false);
    driver.frame(None, false);
    assert!(driver.panels.help.shows_keys && driver.panels.shows_help(), "from the text");
    driver.panels.act(Action::Keys);
    assert!(!driver.panels.shows_help(), "away");
    driver.panels.act(Action::Keys);
    driver.frame(None, false);
    driver.frame(None, false);
    assert!(driver.panels.help.shows_keys && driver.panels.shows_help(), "from nothing");
}

/// Every panel at once, in windows down to a few pixels, with every kind of text.
#[test]
fn small_windows_and_odd_texts() {
    let text =
        "# T\npara **b** `c` $\\theta^2$ [l](u)\n- i\n\n> q\n\n```\ncode\n```\n| a | b |\n|--|--|\n| c |\n\n$$ x $$\n";
    let mut driver = PanelDriver::new(text);
    for action in [Action::Help, Action::Joints] {
        driver.panels.act(action);
    }
    driver.messages = vec![Message::note("n"), Message::warning("p:1", "w"), Message::error("", "")];
    for size in [(1280.0, 720.0), (400.0, 300.0), (40.0, 20.0), (1.0, 1.0), (3840.0, 2160.0)] {
        driver.resize(size.into());
        for _ in 0..3 {
            driver.frame(Some(Vec2::new(10.0, 10.0)), false);
        }
        assert_eq!(driver.panels.visible_messages(), 3, "{size:?}");
    }
    driver.actor.model.clips.clear();
    driver.actor.clip = None;
    driver.actor.selection.set(None);
    driver.frame(None, false);
}

#[test]
fn keys_move_time_and_selection() {
    let mut driver = PanelDriver::new("");
    let actor = &mut driver.actor;
    actor.act(Action::StepOn);
    assert!(!actor.player.is_playing());
    assert!((actor.player.time() - 16.0 / 30.0).abs() < 1e-5, "a frame: {}", actor.player.time());
    actor.act(Action::StepBack);
    actor.act(Action::Reverse);
    actor.act(Action::Slower);
    assert_eq!(actor.player.speed(), -0.5);
    for mode in [LoopMode::PingPong, LoopMode::Clamp, LoopMode::Loop] {
        actor.act(Action::LoopMode);
        assert_eq!(actor.player.loop_mode(), mode);
    }
    actor.act(Action::ToEnd);
    assert!(actor.player.time() > 2.4 && actor.player.time() < 2.5);
    actor.act(Action::ToStart);
    assert_eq!(actor.player.time(), 0.5);
    actor.act(Action::ClipAfter);
    assert_eq!((actor.clip().unwrap().name.as_str(), actor.player.speed()), ("lift", -0.5));
    actor.act(Action::ClipAfter);
    assert_eq!(actor.clip().unwrap().name, "bend");
    assert_eq!(actor.selection.first(), Some(2), "the first joint that moves");
    actor.act(Action::JointBefore);
    actor.act(Action::JointBefore);
    actor.act(Action::JointBefore);
    assert_eq!(actor.selection.first(), Some(3), "round and round");
    actor.act(Action::BindPose);
    let locals = (0..actor.model.skeleton.len()).map(|joint| actor.instance.pose().locals[joint]);
    assert!(locals.eq(actor.model.skeleton.bind_pose().locals));
    assert!(!actor.act(Action::Help));
}

#[test]
fn what_moves_is_shown_first() {
    let mut model = arm();
    model.clips.insert(0, Clip::of_tracks("still", vec![]));
    let actor = Actor::new(model.clone());
    assert_eq!((actor.clip().unwrap().name.as_str(), actor.selection.first()), ("bend", Some(2)));
    model.clips.truncate(1);
    let actor = Actor::new(model);
    assert_eq!((actor.clip, actor.selection.first()), (Some(0), Some(1)), "the first that is called a joint");
}

#[test]
fn steps_lead_from_frame_to_frame_of_the_file() {
    let mut model = arm();
    model.clips[0].file_keys = vec![JointKeys::linear(2, [0.5, 0.541_667, 2.5])];
    let mut actor = Actor::new(model);
    actor.player.seek(0.51);
    let frames = [Action::StepOn, Action::StepOn, Action::StepBack, Action::StepBack].map(|action| {
        actor.act(action);
        actor.frame()
    });
    assert!(frames.iter().zip([13.0, 14.0, 13.0, 12.0]).all(|(a, b)| (a - b).abs() < 1e-3), "{frames:?}");
}

#[test]
fn a_newer_version_of_the_model_goes_on_where_it_was() {
    let mut driver = PanelDriver::new("");
    let actor = &mut driver.actor;
    actor.act(Action::ClipAfter);
    actor.act(Action::JointAfter);
    actor.player.pause();
    actor.player.seek(0.25);
    let mut newer = actor.model.clone();
    newer.clips.reverse();
    actor.renew(Actor::new(newer));
    assert_eq!(actor.clip().unwrap().name, "lift");
    assert_eq!((actor.player.time(), actor.player.is_playing()), (0.25, false));
    assert_eq!(actor.selection.first(), Some(3));
}

/// A point in a row of keys.
fn in_row(driver: &PanelDriver, row: usize, fraction: f32) -> Vec2 {
    // Below the buttons (a line of text, 3 pixels of padding on either side, 8 above and 5 below) and two rows.
    let area = driver.layout().timeline.unwrap();
    let em = driver.em();
    let rows = area.min.y + 19.0 + em * 1.1;
    Vec2::new(on_ruler(driver, fraction).x, rows + em * 1.25 * (2.5 + row as f32))
}

/// Returns panels whose timeline, from 0.5 to 2.5 s, has two rows with keys at 1 s and 2 s.
fn with_keys() -> PanelDriver {
    let mut driver = PanelDriver::new("");
    let keys = [1.0, 2.0].map(|time| ShownKey { time, selected: false, interpolation: Interpolation::Linear });
    let rows = [Row::All, Row::Joint(2)]
        .map(|row| KeyRow { row, name: "elbow".into(), selected: row == Row::Joint(2), keys: keys.to_vec() })
        .to_vec();
    driver.actor.key_rows.get_or_insert_with(KeyRows::default).rows = rows;
    driver.frame(None, false);
    driver
}

fn requests(driver: &mut PanelDriver) -> Vec<KeyRequest> {
    std::mem::take(&mut driver.actor.key_rows.as_mut().unwrap().requests)
}

#[test]
fn a_click_selects_a_key_and_leaves_the_time() {
    let mut driver = with_keys();
    let time = driver.actor.player.time();
    for (row, number) in [(Row::All, 0), (Row::Joint(2), 1)] {
        driver.click(in_row(&driver, number, 0.25));
        let texts = requests(&mut driver);
        let want = KeyRequest::Select { row, time: 1.0, add: false };
        assert!(texts.contains(&want) && texts.iter().all(|request| *request == want), "{texts:?}");
    }
    assert_eq!(driver.actor.player.time(), time, "the editor goes there, not the ruler");
    driver.click(in_row(&driver, 0, 0.5));
    let texts = requests(&mut driver);
    assert_eq!(texts, [KeyRequest::SelectNone], "beside a key");
    assert!((driver.actor.player.time() - 1.5).abs() < 1e-4, "and goes there");
    driver.actor.player.seek(0.5);
    driver.click(in_row(&driver, 0, 0.5) - Vec2::Y * driver.em() * 1.5);
    assert!(requests(&mut driver).is_empty(), "above the rows is the ruler");
    assert!((driver.actor.player.time() - 1.5).abs() < 1e-4);
    driver.click(in_row(&driver, 0, 0.507) - Vec2::Y * driver.em() * 1.5);
    assert!((driver.actor.player.time() - 1.5).abs() < 1e-4, "on a frame");
}

/// A frame of the clip is a thirtieth of a second. With Alt keys move freely, and with Ctrl they are copied.
#[test]
fn keys_are_dragged_from_frame_to_frame() {
    let mut driver = with_keys();
    let from = in_row(&driver, 0, 0.25);
    let to = in_row(&driver, 0, 0.25 + 0.507 / 2.0); // 0.507 s further
    for (modifier, want, tolerance, copies) in [
        (None, 0.5, 1e-4, false),
        (Some(imgui::Key::ModAlt), 0.507, 4e-3, false),
        (Some(imgui::Key::ModCtrl), 0.5, 1e-4, true),
    ] {
        driver.frame(Some(from), false);
        driver.frame(Some(from), false);
        driver.frame(Some(from), true);
        requests(&mut driver);
        driver.io().add_key_event(modifier.unwrap_or(imgui::Key::ModShift), modifier.is_some());
        driver.frame(Some(from.lerp(to, 0.5)), true);
        driver.frame(Some(to), true);
        driver.frame(Some(to), false);
        driver.frame(Some(to), false);
        driver.io().add_key_event(modifier.unwrap_or(imgui::Key::ModShift), false);
        let requests = requests(&mut driver);
        let [.., KeyRequest::Drag { seconds, copy }, KeyRequest::Drop] = requests[..] else { panic!("{requests:?}") };
        assert!((seconds - want).abs() < tolerance && copy == copies, "{modifier:?}: {seconds}");
    }
}

/// The timeline scrolls to the selected joint's row, and by the wheel to all others.
#[test]
fn rows_scroll_and_names_select_joints() {
    let mut driver = with_keys();
    let mut rows = vec![Row::All];
    // The twelfth is a joint of the arm, which is selected.
    rows.extend((0..20).map(|number| Row::Joint(if number == 11 { 3 } else { 100 + number })));
    driver.actor.key_rows.as_mut().unwrap().rows = rows
        .into_iter()
        .map(|row| KeyRow { row, name: "joint".into(), selected: row == Row::Joint(3), keys: Vec::new() })
        .collect();
    driver.actor.selection.set(3);
    driver.frame(None, false);
    let mut click = |line: usize, wheel: f32| {
        let at = Vec2::new(driver.em() * 4.0, in_row(&driver, line, 0.0).y);
        driver.frame(Some(at), false);
        driver.io().add_mouse_wheel_event([0.0, wheel]);
        driver.frame(Some(at), false);
        driver.click(at);
        let texts = requests(&mut driver);
        texts
            .iter()
            .map(|request| match request {
                KeyRequest::SelectJoint { joint, add: false } => *joint,
                other => panic!("{other:?}"),
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(click(0, 0.0), [] as [usize; 0], "all joints are none");
    assert_eq!(click(4, 0.0), [3], "the last in sight");
    assert_eq!(click(4, 1.0), [110], "the wheel");
    assert_eq!(click(1, 30.0), [100], "not beyond the first");
    assert_eq!(click(4, -1.0), [104], "and back");
}
