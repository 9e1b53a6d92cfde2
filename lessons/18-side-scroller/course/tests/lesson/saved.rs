//! Saves of the editors are played: spheres and models on joints, and the level.

use super::game::{FIGURES, Play, SWING, WAIT, door_run, meadow_level};
use super::replay::Hand;
use armature::animation::{Clip, JointTracks, RotationTrack};
use armature::attachment::{Sphere, SphereKind};
use common::exercise::Exercise;
use common::graphics::{Gl, testing::headless_or_skip};
use common::player::clock::scene_clock;
use common::ui::KeyCode;
use editor::{Document, Finished, Request};
use glam::{Quat, Vec3};
use lesson_12::character::{file::CharacterFile, own::CharacterOptions, saved::with_saved_clips};
use lesson_13::motion::Controls;
use lesson_13::play::{KnightCast, KnightPlay};
use lesson_18::mine;
use lesson_18::{
    State,
    checks::REFERENCE,
    editor::{Editor, Request as LevelRequest},
    fight::Mood,
    game::EventKind,
    level::{CreatureKind, Level},
    scene::GameOptions,
};
use std::{fs, path::Path, sync::Arc};
use tempfile::TempDir;

/// A folder with what came with the course.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["knight.armature", "creature.armature", "ruins.armature"] {
        fs::copy(common::assets().join(name), folder.path().join(name)).expect(name);
    }
    folder
}

fn options(folder: &Path) -> GameOptions {
    let character = CharacterOptions { saves: Some(folder.into()), ..CharacterOptions::default() };
    GameOptions { character, ..GameOptions::default() }
}

/// Opens the knight in the pose editor, edits him, and saves.
fn edit(gl: &Gl, folder: &Path, edit: impl FnOnce(&mut Document, usize)) {
    let mut editor = editor::Editor::open(gl, &common::assets().join("knight.dae"), Some(folder)).expect("the editor");
    editor.perform(&mut Finished);
    assert!(!editor.document().clips.is_empty(), "a file without clips leaves him those of his own");
    let mut document = editor.document().clone();
    edit(&mut document, editor.actor().model.skeleton.find("sword_socket").expect("his sword"));
    editor.show(document);
    editor.request(Request::Save);
    editor.perform(&mut Finished);
    assert!(editor.describe().contains("Saved in knight-"), "{:?}", editor.messages());
}

/// A game with what was saved in a folder, and a leaper that stands so many metres away.
fn with_leaper(folder: &Path, away: f64) -> Play {
    let lead = CharacterOptions::default().load().expect("the knight");
    let figures = Arc::new(mine::characters(lead, folder).expect("the figures"));
    let level = meadow_level(CreatureKind::Leaper, away);
    let mut play = Play::new(mine::stage(&level, &figures, &REFERENCE.side_scroller).expect("a ground"));
    play.wait(10);
    play.set_mood(Mood::Crouch);
    play.creature().body.position.x = away;
    play
}

/// Returns the number of hits of a swing at a leaper that stands so many metres away.
fn hits(folder: &Path, away: f64) -> usize {
    with_leaper(folder, away).count(SWING, 32, EventKind::Hit)
}

#[test]
fn spheres_from_the_pose_editor_decide_what_a_swing_hits() {
    let Some(gl) = headless_or_skip("spheres_from_the_pose_editor_decide_what_a_swing_hits") else { return };
    let folder = folder();
    let folder = folder.path();
    assert_eq!([1.0, 2.2].map(|away| hits(folder, away)), [1, 0], "as it came");
    edit(&gl, folder, |document, socket| document.spheres.retain(|sphere| sphere.joint != socket));
    assert_eq!(hits(folder, 1.0), 0, "a sword without spheres");
    edit(&gl, folder, |document, joint| {
        let center = 1.5 * Vec3::Y;
        document.spheres.push(Sphere { name: "tip".into(), kind: SphereKind::Hit, joint, center, radius: 0.3 });
    });
    assert_eq!(hits(folder, 2.2), 1, "a longer sword");
    // Without a sword there is no game, so the save before it is played.
    edit(&gl, folder, |document, _| document.attachments.clear());
    assert_eq!(hits(folder, 2.2), 1, "the last file with a sword");
}

#[test]
fn a_save_is_played_while_the_game_runs() {
    let Some(gl) = headless_or_skip("a_save_is_played_while_the_game_runs") else { return };
    let folder = folder();
    let options = options(folder.path());
    let mut hand = Hand::with(&gl, &options);
    hand.frame(&[], &[KeyCode::ArrowRight]); // the title goes
    hand.frames(40, &[KeyCode::ArrowRight]);
    let before = hand.evaluate();
    edit(&gl, folder.path(), |document, joint| {
        let mut hat = document.attachments[0].clone();
        hat.name = "box".into();
        hat.file.clear();
        document.attachments.push(hat);
        document.attachments[0].joint_from_attachment.translation.y += 0.5;
        document.spheres.retain(|sphere| sphere.joint != joint);
    });
    hand.frames(2, &[]);
    let after = hand.evaluate();
    assert_eq!(after.game.steps, before.game.steps + 2, "the run goes on");
    assert_eq!((before.game.spheres.now.len(), after.game.spheres.now.len()), (11, 7));
    let moved = before.game.world_from_sword.w_axis.distance(after.game.world_from_sword.w_axis);
    assert!(moved > 0.3, "the sword is {moved} m from where it was");
    let messages = format!("{:?}", hand.scene.messages());
    assert!(messages.contains("7 spheres, 2 attached"), "{messages}");

    // A level from another window.
    let level = Level { abyss: -14.0, ..Level::ruins().expect("the level") };
    Editor::new(level, folder.path().into(), "ruins".into()).carry_out(LevelRequest::Save);
    hand.frame(&[], &[]);
    assert!(hand.evaluate().game.steps < 3, "it begins again");
    assert_eq!(hand.scene.level().abyss, -14.0);
    let sunk = Level { abyss: 2.0, ..Level::ruins().expect("the level") };
    Editor::new(sunk, folder.path().into(), "ruins".into()).carry_out(LevelRequest::Save);
    hand.frame(&[], &[]);
    let messages = format!("{:?}", hand.scene.messages());
    assert!(messages.contains("not played: the start is in the abyss"), "{messages}");
}

/// The program begins with the newest save that can be played; a recorded run with the level in which it was recorded.
#[test]
fn a_save_is_played_from_the_start() {
    let Some(gl) = headless_or_skip("a_save_is_played_from_the_start") else { return };
    let folder = folder();
    for abyss in [-14.0, 2.0] {
        let level = Level { abyss, ..Level::ruins().expect("the level") };
        Editor::new(level, folder.path().into(), "ruins".into()).carry_out(LevelRequest::Save);
    }
    let options = options(folder.path());
    let hand = Hand::with(&gl, &options);
    assert_eq!(hand.scene.level().abyss, -14.0);
    let messages = format!("{:?}", hand.scene.messages());
    assert!(messages.contains("not played: the start is in the abyss"), "{messages}");
    let came = Level::ruins().expect("the level").abyss;
    let level = Some(common::assets().join("ruins.armature"));
    for options in [GameOptions { replay: Some(door_run()), ..options.clone() }, GameOptions { level, ..options }] {
        assert_eq!(Hand::with(&gl, &options).scene.level().abyss, came);
    }
}

/// Returns the step of a swing in which it hits, and the turn of his neck then.
fn first_hit(folder: &Path) -> (usize, Quat) {
    let mut play = with_leaper(folder, 1.0);
    let steps = 1
        + (0..32).take_while(|step| play.count(if *step == 0 { SWING } else { WAIT }, 1, EventKind::Hit) == 0).count();
    let [neck, chest] = ["neck", "chest"].map(|name| FIGURES.cast.joint(name).expect("a joint"));
    let [neck, chest] = [neck, chest].map(|joint| Quat::from_mat4(&play.game.poser.model_from_joint()[joint]));
    (steps, chest.inverse() * neck)
}

/// Returns the turn of his neck in a swing of lesson 13.
fn neck_in_lesson_13(folder: &Path) -> Quat {
    let knight = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight");
    let (file, _) = with_saved_clips(&knight, folder).expect("a folder");
    let mut cast = KnightCast::new(file).expect("his joints and clips");
    let course = &lesson_13::checks::LESSON.reference;
    let mut play = KnightPlay::new(&mut cast, course).expect("13.1");
    for pressed in [Some(State::Swing), None, None, None] {
        play.step(&mut cast, course, &(Controls { pressed, ..Controls::default() }, 0.1)).expect("13.1 to 13.3");
    }
    play.last().fade.shown[FIGURES.cast.joint("neck").expect("a neck")].rotation
}

/// His chest is bent in every key of his rest, which takes twice as long, and his neck in those of a swing. So he rests and swings
/// here and in lesson 13, also in windows that are open, and the swing hits as before.
#[test]
fn a_clip_that_is_keyed_is_played() {
    let Some(gl) = headless_or_skip("a_clip_that_is_keyed_is_played") else { return };
    let folder = folder();
    let folder = folder.path();
    let mut hand = Hand::with(&gl, &options(folder));
    hand.frame(&[], &[KeyCode::Space]); // the title goes
    hand.frames(60, &[]);
    let of_13 = lesson_13::Options { figure: options(folder).character, ..lesson_13::Options::default() };
    let mut window = lesson_13::Window::open(&gl, &mut scene_clock(0.0), &of_13).expect("lesson 13");
    let [chest, neck, head] = ["chest", "neck", "head"].map(|name| FIGURES.cast.joint(name).expect("a joint"));
    let before = hand.evaluate().figures[0].pose.positions().nth(head).expect("a head");
    let (hit, neck_before) = first_hit(folder);
    let neck_in_13 = neck_in_lesson_13(folder);
    assert!(window.reopen(None).is_none(), "nothing was saved");
    edit(&gl, folder, |document, _| {
        for (name, factor, bent) in [("idle", 2.0, chest), ("sword_swing", 1.0, neck)] {
            let clip = document.clips.iter_mut().find(|clip| clip.name == name).expect(name);
            let start = clip.start();
            clip.set_end(start + factor * (clip.end() - start));
            for joint in clip.joints().collect::<Vec<_>>() {
                let edited = clip.edit_keys(joint, |keys| {
                    for key in keys {
                        key.time = start + factor * (key.time - start);
                        if joint == bent {
                            key.local.rotation *= Quat::from_rotation_x(1.2);
                        }
                    }
                });
                edited.expect("keys");
            }
        }
    });
    hand.frames(40, &[]);
    let after = hand.evaluate().figures[0].pose.positions().nth(head).expect("a head");
    assert!(before.distance(after) > 0.1, "his head is at {before}, then at {after}");
    let (hit_after, neck_after) = first_hit(folder);
    assert_eq!(hit, hit_after, "the step that hits");
    let turns = [neck_before.angle_between(neck_after), neck_in_13.angle_between(neck_in_lesson_13(folder))];
    assert!(turns.iter().all(|turn| *turn > 0.5), "his neck turns by {turns:?} in 18 and in 13");
    let messages = format!("{:?}", hand.scene.messages());
    assert_eq!(messages.matches("as you have keyed it").count(), 2, "{messages}");
    assert!(messages.contains("idle as you have keyed it; it is 5.00 s long, and was 2.50 s"), "{messages}");
    let again = window.reopen(None).expect("the figure was saved");
    let window = lesson_13::Window::open(&gl, &mut scene_clock(0.0), &again).expect("lesson 13");
    let messages = format!("{:?}", window.messages());
    assert!(messages.contains("\"sword_swing as you have keyed it\""), "{messages}");
}

#[test]
fn joints_without_keys_move_as_before() {
    let file = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight");
    for clip in &file.model.clips {
        assert!(file.with_clips(std::slice::from_ref(clip)).1.is_empty(), "{} moves as it did", clip.name);
    }
    let own = file.model.clips.iter().find(|clip| clip.name == "idle").expect("his rest");
    let chest = file.model.skeleton.find("chest").expect("his chest");
    let times = vec![own.start, own.end];
    let rotation = RotationTrack::from_unit_keys(times, vec![Quat::IDENTITY, Quat::from_rotation_x(1.0)]);
    let tracks = JointTracks { joint: chest, rotation: Some(rotation.expect("a track")), ..JointTracks::default() };
    let (played, messages) = file.with_clips(&[Clip::of_tracks("idle", vec![tracks])]);
    let clip = played.model.clips.iter().find(|clip| clip.name == "idle").expect("his rest");
    assert_eq!((clip.tracks.len(), messages.len()), (own.tracks.len(), 1));
}
