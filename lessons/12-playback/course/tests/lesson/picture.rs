//! The lesson's pictures, and that every TODO changes them.

use common::exercise::testing;
use common::graphics::{Picture, testing::headless_or_skip};
use given::Course;
use glam::Mat4;
use lesson_12::{OnStage, Options, Playback, Window, checks::LESSON, options::WalkOptions};
use std::path::Path;

#[test]
fn wild_answers_are_drawn() {
    let playback = Playback {
        tracks: |_, _, _| Ok(Err("no".into())),
        sample_pose: |_, _, _, _| Ok(vec![Mat4::from_cols_array(&[f32::NAN; 16])]),
        on_stage: |_, _, _, _| Ok(OnStage { tick: f32::NAN, world_from_model: Mat4::IDENTITY }),
        ..LESSON.reference.playback
    };
    let wild = Course { playback, ..LESSON.reference };
    let message = ["12.1 tracks: no", "12.4 on_stage: tick NaN", "12.3 sample_pose: a list of 1, where 37 are needed"];
    testing::wild_answers_are_drawn::<Window>(&wild, &message);
}

/// The sword moves if an answer misplaces the socket, a joint without a track.
#[test]
fn a_joint_without_a_track_holds_the_sword() {
    let playback = Playback {
        sample_pose: |joints, tracks, tick, tools| {
            let mut joints = joints.to_vec();
            let socket = joints.iter().position(|joint| joint.name == "sword_socket");
            if let Some(socket) = socket.filter(|&socket| tracks[socket].is_none()) {
                joints[socket].parent_from_joint = Mat4::IDENTITY;
            }
            LESSON.reference.playback.sample_pose(&joints, tracks, tick, tools)
        },
        ..LESSON.reference.playback
    };
    let in_the_wrist = Course { playback, ..LESSON.reference };
    testing::changes::<Window>(&in_the_wrist, &Options::default(), 0.001..0.1);
}

/// The milestone at four moments: walking, running, dancing, and another figure.
#[test]
fn the_milestone_at_four_times() {
    const NAME: &str = "the_milestone_at_four_times";
    if headless_or_skip(NAME).is_none() {
        return;
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../milestone.png");
    let width = 480;
    let height = 270;
    let mut got = Picture::filled(2 * width, 2 * height, [0; 4]);
    let moments =
        [("knight", "walk", 0.2), ("knight", "run", 1.9), ("knight", "dance", 0.9), ("creature", "walk", 0.5)];
    for (number, (figure, clip, time)) in moments.into_iter().enumerate() {
        let file = Some(figure.into());
        let clip = Some(clip.into());
        let options = Options { figure: WalkOptions { file, clip }, time: Some(time), ..Options::default() };
        let (picture, message) = testing::draw_with::<Window>(&LESSON.reference, &options, (width, height));
        assert_eq!(message, [""; 0], "{figure}, {time} s");
        let left = number as u32 % 2 * width;
        let top = number as u32 / 2 * height;
        for row in 0..height {
            let from = (4 * row * width) as usize;
            let to = (4 * ((top + row) * got.width + left)) as usize;
            let bytes = 4 * width as usize;
            got.rgba[to..to + bytes].copy_from_slice(&picture.rgba[from..from + bytes]);
        }
    }
    testing::is_kept(&got, &path);
}
