//! All panels in windows of several sizes.

use super::*;
use armature::animation::Clip;
use armature::model::MorphSet;
use glam::Vec3;
use player::testing::JOINTS;

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
    let Some(gl) = headless_or_skip("every_panel_works_in_every_window") else { return };
    let targets = (0..60).map(|target| format!("target {target}")).collect();
    let set = MorphSet { name: "face".into(), targets, at_rest: vec![0.0; 60] };
    let knight = knight();
    for (size, scale) in WINDOWS {
        let mut hand = Hand::new(&gl, knight.clone(), size, scale);
        hand.stage.options = DisplayOptions { names: true, heat_map: true, ..DisplayOptions::default() };
        let held = hand.joint("hand_l");
        hand.actor().pin(held, Vec3::ONE);
        hand.frame(None, false);
        let em = hand.em();
        let bar = hand.layout().bar.unwrap();
        let y = bar.min.y + bar.size.y / 2.0;
        let requested = hand.sweep(Vec2::new(4.0, y), Vec2::new(bar.max().x - 4.0, y));
        assert_eq!(requested, [Help, Display, Joints, Timeline, Panels], "bar, {size}");
        let timeline = hand.layout().timeline.unwrap();
        let y = timeline.min.y + em * 1.2;
        let requested = hand.sweep(Vec2::new(6.0, y), Vec2::new(em * 40.0, y));
        assert_eq!(requested, [Play, StepBack, StepOn, ToStart, ToEnd, Reverse, LoopMode], "timeline, {size}");
        let changes = (40..80).any(|column| {
            hand.drag_panel(Vec2::new(em * column as f32, y), Vec2::new(em * column as f32 + 60.0, y));
            hand.actor().fade.seconds > 0.0
        });
        assert!(changes && hand.actor().fade.seconds <= 2.0, "length of the fade, {size}");
        let display = hand.layout().display.unwrap();
        let mut requested = Vec::new();
        for column in [0.06, 0.60] {
            let x = display.min.x + display.size.x * column;
            requested.extend(hand.sweep(Vec2::new(x, display.min.y + 2.0), Vec2::new(x, display.max().y - 2.0)));
        }
        for action in switches {
            let count = requested.iter().filter(|other| **other == action).count();
            assert_eq!(count, 1, "{action:?}, {size}: {requested:?}");
        }
        assert!(requested.contains(&Release), "the joint that is held, {size}");
        hand.stage.panels.act(Display);
        hand.stage.panels.act(Joints);
        let joints = hand.layout().joints.unwrap();
        *hand.actor() = Actor::new(Model { morph_sets: vec![set.clone()], ..arm() });
        let mut selected = Vec::new();
        for y in (joints.min.y as i32..joints.max().y as i32).step_by(5) {
            hand.actor().selection.set(None);
            hand.click(Vec2::new(joints.min.x + em * 4.0, y as f32));
            selected.extend(hand.actor().selection.first());
        }
        selected.dedup();
        assert_eq!(selected, [0, 1, 2, 3], "depth first: {JOINTS:?}, {size}");
        let (_, target, weight) = hand.actor().held.weights[0];
        assert!(target < 3 && weight > 0.1, "slider of a morph target, {size}: {weight}");
        hand.messages.replace(vec![Message::error("shaders/a.frag:3", "no function with name 'mixx'")]);
        hand.frame(None, false);
        hand.frame(None, false);
        let layout = hand.layout();
        let area = layout.messages.unwrap();
        assert_eq!(area.min.y, layout.viewport.max().y, "messages lie below the scene, not over it");
        // Between the count and the first words there are two buttons: somewhere in that row is "dismiss".
        let left = area.min.x + em * 10.5;
        hand.sweep(Vec2::new(left, area.min.y), Vec2::new(left, area.max().y));
        assert_eq!((hand.stage.panels.visible_messages(), hand.layout().messages), (0, None), "{size}");
    }
}

/// Every panel at once, in windows down to a few pixels, with every kind of text.
#[test]
fn small_windows_and_odd_texts() {
    let Some(gl) = headless_or_skip("small_windows_and_odd_texts") else { return };
    let text =
        "# T\npara **b** `c` $\\theta^2$ [l](u)\n- i\n\n> q\n\n```\ncode\n```\n| a | b |\n|--|--|\n| c |\n\n$$ x $$\n";
    let mut hand = Hand::with(&gl, arm(), (Vec2::new(1280.0, 800.0), 1.0), true, text, &[]);
    for action in [Action::Help, Action::Joints] {
        hand.stage.panels.act(action);
    }
    hand.messages.replace(vec![Message::note("n"), Message::warning("p:1", "w"), Message::error("", "")]);
    for size in [(1280.0, 720.0), (400.0, 300.0), (40.0, 20.0), (1.0, 1.0), (3840.0, 2160.0)] {
        hand.stage.resize(size.into(), 1.0).unwrap();
        for _ in 0..3 {
            hand.frame(Some(Vec2::new(10.0, 10.0)), false);
        }
        assert_eq!(hand.stage.panels.visible_messages(), 3, "{size:?}");
    }
    hand.actor().model.clips.clear();
    hand.actor().clip = None;
    hand.actor().selection.set(None);
    hand.frame(None, false);
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
fn an_open_help_is_turned_where_there_is_no_other_clip_too() {
    let Some(gl) = headless_or_skip("an_open_help_is_turned_where_there_is_no_other_clip_too") else { return };
    let idle = &[Action::ClipBefore, Action::ClipAfter];
    let mut hand = Hand::with(&gl, arm(), (Vec2::new(640.0, 480.0), 1.0), true, "# A\n", idle);
    hand.key(KeyCode::PageDown);
    assert_eq!(hand.stage.panels.help.pages, 0.0, "it is not open");
    hand.key(KeyCode::F1);
    for code in [KeyCode::PageDown, KeyCode::PageDown, KeyCode::PageUp] {
        hand.key(code);
    }
    assert_eq!(hand.stage.panels.help.pages, 1.0);
}
