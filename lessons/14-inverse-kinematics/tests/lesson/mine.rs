//! `--mine`: the knight is played by the answers of earlier lessons; what does not come back is replaced, by name.

use crate::PROGRAM;
use common::app::exercise::testing;
use common::app::exercise::{EarlierChecks, EarlierTable, EarlierTodo};
use common::graphics::testing::headless_or_skip;
use glam::Mat4;
use lesson_12::character::CharacterAnswers;
use lesson_14::checks::REFERENCE;
use lesson_14::scene::{Options, Scene};

fn draw(earlier: CharacterAnswers) -> (common::graphics::Picture, Vec<String>) {
    let options = Options::default();
    testing::draw_with_earlier::<Scene, _>(&REFERENCE, earlier, &options, (320, 180))
}

fn todos() -> Vec<EarlierTodo> {
    EarlierChecks::new(CharacterAnswers::LESSONS).todos
}

#[test]
fn what_does_not_come_back_is_replaced_and_named() {
    if headless_or_skip("what_does_not_come_back_is_replaced_and_named").is_none() {
        return;
    }
    let mut bad = CharacterAnswers::REFERENCE;
    bad.hierarchy.depth_first_order = |_| vec![0, 0];
    bad.hierarchy.model_poses = |_, _, _, _| panic!("no poses");
    bad.keyframes.set_keyframes = |_, _| panic!("no keys");
    bad.keyframes.segment = |times, _, _| panic!("{} times", times.len());
    bad.keyframes.wrap_time = |_, _, _| panic!("no time");
    bad.rotations.shortest = |_, _| panic!("no way");
    bad.rotations.slerp = |_, _, _| panic!("no arc");
    bad.rotations.decompose = |_| panic!("no parts");
    bad.playback.tracks = |_, _, _| panic!("no tracks");
    bad.playback.sample_joint = |track, _, _| track.keys[99_999];
    bad.playback.sample_pose = |_, _, _, _| panic!("no pose");
    bad.playback.on_stage = |_, _, _, _| panic!("no stage");
    let (picture, said) = draw(bad);
    assert!(picture == draw(CharacterAnswers::REFERENCE).0, "the finished answers draw");
    for todo in todos() {
        assert!(said.iter().any(|line| line.starts_with(todo.id)), "{}: {said:#?}", todo.id);
    }
}

/// Another answer, another picture: the student's is called.
#[test]
fn the_knight_is_played_by_them() {
    if headless_or_skip("the_knight_is_played_by_them").is_none() {
        return;
    }
    let mut heap = CharacterAnswers::REFERENCE;
    heap.playback.sample_pose = |joints, _, _, _| vec![Mat4::IDENTITY; joints.len()];
    let mut at_the_origin = CharacterAnswers::REFERENCE;
    at_the_origin.playback.on_stage = |clip, seconds, _, ours_from_file| {
        let place = &lesson_12::Transform::IDENTITY;
        (lesson_12::checks::REFERENCE.on_stage)(clip, seconds, place, ours_from_file)
    };
    let (right, _) = draw(CharacterAnswers::REFERENCE);
    for other in [heap, at_the_origin] {
        let (picture, _) = draw(other);
        assert!(testing::changed(&picture, &right) > 0.01);
    }
}

#[test]
fn the_list_says_whose_code_is_running() {
    PROGRAM.says_whose_code_is_running(&[]);
}
