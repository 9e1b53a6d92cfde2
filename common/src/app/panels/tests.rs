//! The panels under a hand, through imgui's event queue, with no display.

use crate::{
    animation::LoopMode,
    app::{
        Actor,
        keys::Action,
        panels::messages::Message,
        testing::{Hand, JOINTS},
    },
};
use glam::Vec2;

#[test]
fn buttons_of_the_bar() {
    let mut hand = Hand::new("");
    let bar = hand.layout().bar.unwrap();
    let y = bar.min.y + bar.size.y / 2.0;
    let asked = hand.sweep(Vec2::new(4.0, y), Vec2::new(bar.max().x - 4.0, y));
    let want = [
        Action::Help,
        Action::Display,
        Action::Joints,
        Action::Timeline,
        Action::Statistics,
        Action::Panels,
    ];
    assert_eq!(asked, want);
}

#[test]
fn switches_of_the_display_panel() {
    let mut hand = Hand::new("");
    let area = hand.layout().display.unwrap();
    let mut asked = Vec::new();
    for column in [0.06, 0.54] {
        let x = area.min.x + area.size.x * column;
        asked.extend(hand.sweep(Vec2::new(x, area.min.y + 2.0), Vec2::new(x, area.max().y - 2.0)));
    }
    for action in [
        Action::Skinning,
        Action::BindPose,
        Action::Bones,
        Action::Axes,
        Action::Names,
        Action::Wireframe,
        Action::Normals,
        Action::OnionSkins,
        Action::HeatMap,
        Action::Grid,
        Action::Flashlight,
        Action::Orthographic,
        Action::Frame,
    ] {
        assert_eq!(asked.iter().filter(|ask| **ask == action).count(), 1, "{action:?}: {asked:?}");
    }
}

#[test]
fn buttons_of_the_timeline_ask_and_do() {
    let mut hand = Hand::new("");
    let area = hand.layout().timeline.unwrap();
    let y = area.min.y + hand.em() * 1.2;
    let asked = hand.sweep(Vec2::new(6.0, y), Vec2::new(hand.em() * 40.0, y));
    let want = [
        Action::Play,
        Action::StepBack,
        Action::StepOn,
        Action::ToStart,
        Action::ToEnd,
        Action::Reverse,
        Action::LoopMode,
    ];
    assert_eq!(asked, want);
}

#[test]
fn scrubbing_stops_the_clip_and_follows_the_hand() {
    let mut hand = Hand::new("");
    let area = hand.layout().timeline.unwrap();
    let at = |share: f32| Vec2::new(area.min.x + area.size.x * share, area.max().y - 20.0);
    hand.frame(Some(at(0.25)), false);
    hand.frame(Some(at(0.25)), false);
    hand.frame(Some(at(0.25)), true);
    assert!(!hand.actor.player.is_playing());
    let quarter = hand.actor.player.time();
    assert!((quarter - 1.0).abs() < 0.05, "a quarter of 0.5 to 2.5 s: {quarter}");
    hand.frame(Some(at(0.75)), true);
    assert!((hand.actor.player.time() - 2.0).abs() < 0.05, "{}", hand.actor.player.time());
    hand.frame(Some(Vec2::new(4000.0, -300.0)), true);
    let end = hand.actor.player.time();
    assert!(end > 2.49 && end < 2.5, "held at the end, though the clip is a loop: {end}");
    let elbow = hand.actor.instance.local(2).rotation;
    hand.frame(Some(at(0.1)), false);
    hand.frame(Some(at(0.1)), false);
    assert_eq!(hand.actor.instance.local(2).rotation, elbow, "let go");
}

#[test]
fn every_joint_can_be_selected_in_the_tree() {
    let mut hand = Hand::new("");
    hand.panels.act(Action::Joints);
    hand.frame(None, false);
    let area = hand.layout().joints.unwrap();
    let x = area.min.x + area.size.x * 0.4;
    let mut seen = Vec::new();
    let mut y = area.min.y + 4.0;
    while y < area.max().y - 4.0 {
        hand.actor.selected = None;
        hand.click(Vec2::new(x, y));
        if let Some(joint) = hand.actor.selected
            && seen.last() != Some(&joint)
        {
            seen.push(joint);
        }
        y += 5.0;
    }
    assert_eq!(seen, [0, 1, 2, 3], "depth first: {JOINTS:?}");
}

#[test]
fn messages_are_put_away_by_a_click() {
    let mut hand = Hand::new("");
    hand.messages = vec![Message::error("shaders/a.frag:3", "no function with name 'mixx'")];
    hand.frame(None, false);
    hand.frame(None, false);
    assert_eq!(hand.panels.visible_messages(), 1);
    let scene = hand.layout().scene;
    // Between the count and the first words there are two buttons: somewhere in that row is "put away".
    let left = scene.min.x + hand.em() * 10.5;
    hand.sweep(Vec2::new(left, scene.min.y), Vec2::new(left, scene.max().y));
    assert_eq!(hand.panels.visible_messages(), 0);
    hand.messages.push(Message::warning("", "another"));
    hand.frame(None, false);
    assert_eq!(hand.panels.visible_messages(), 2, "something new is told");
}

#[test]
fn hiding_brings_back_what_was_open() {
    let mut hand = Hand::new("");
    hand.panels.act(Action::Joints);
    let before = hand.layout();
    assert!(before.joints.is_some());
    hand.panels.act(Action::Panels);
    assert_eq!(hand.layout().scene.size, Vec2::new(1280.0, 800.0));
    hand.panels.act(Action::Panels);
    assert_eq!(hand.layout(), before);
    assert!(!hand.panels.act(Action::Play), "none of theirs");
}

/// Every panel at once, in windows down to a few pixels, with every kind of text.
#[test]
fn small_windows_and_odd_texts() {
    let text = "# T\npara **b** `c` $\\theta^2$ [l](u)\n- i\n\n> q\n\n```\ncode\n```\n| a | b |\n|--|--|\n| c |\n\n$$ x $$\n---\n";
    let mut hand = Hand::new(text);
    for action in [Action::Help, Action::Joints, Action::Statistics, Action::Curves] {
        hand.panels.act(action);
    }
    hand.messages = vec![Message::note("n"), Message::warning("p:1", "w"), Message::error("", "")];
    for size in [(1280.0, 720.0), (400.0, 300.0), (40.0, 20.0), (1.0, 1.0), (3840.0, 2160.0)] {
        hand.resize(size.into());
        for _ in 0..3 {
            hand.frame(Some(Vec2::new(10.0, 10.0)), false);
        }
    }
    hand.actor.model.clips.clear();
    hand.actor.clip = None;
    hand.actor.selected = None;
    hand.frame(None, false);
}

#[test]
fn keys_move_time_and_selection() {
    let mut hand = Hand::new("");
    let actor = &mut hand.actor;
    actor.act(Action::StepOn);
    assert!(!actor.player.is_playing());
    assert!((actor.player.time() - 0.6).abs() < 1e-5, "a step of a tenth: {}", actor.player.time());
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
    assert_eq!(actor.selected, Some(1), "the first that is called a joint");
    actor.act(Action::JointBefore);
    actor.act(Action::JointBefore);
    assert_eq!(actor.selected, Some(3), "round and round");
    actor.act(Action::BindPose);
    let locals = (0..actor.model.skeleton.len()).map(|joint| actor.instance.local(joint));
    assert!(locals.eq(actor.model.skeleton.bind_pose().locals));
    assert!(!actor.act(Action::Help));
}

#[test]
fn a_newer_version_of_the_model_goes_on_where_it_was() {
    let mut hand = Hand::new("");
    let actor = &mut hand.actor;
    actor.act(Action::ClipAfter);
    actor.act(Action::JointAfter);
    actor.player.pause();
    actor.player.seek(0.25);
    let mut newer = actor.model.clone();
    newer.clips.reverse();
    actor.renew(Actor::new(newer));
    assert_eq!(actor.clip().unwrap().name, "lift");
    assert_eq!((actor.player.time(), actor.player.is_playing()), (0.25, false));
    assert_eq!(actor.selected, Some(2));
}
