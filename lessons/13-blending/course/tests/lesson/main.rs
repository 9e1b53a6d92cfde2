//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use check::Submission;
use common::exercise::testing;
use common::painter::steering::KEYS;
use given::{CallError, Course};
use lesson_13::checks::LESSON;
use lesson_13::{Blending, State, Tools, Transform, Window};
use verdict::Status;

common::lesson_tests!(lesson_13::Window);

mod agree;

#[test]
fn wild_answers_are_drawn() {
    let blending = Blending {
        blend: |a, _, _, _| Ok(a[1..].to_vec()),
        fade: |fade, pose, _, _, _| {
            let nowhere = Transform { translation: glam::Vec3::NAN, ..pose[0] };
            fade.shown = vec![nowhere; pose.len() - 1];
            Ok(())
        },
        next_state: |_, now| Ok(Some(if now.supported { State::Jump } else { State::Punch })),
        masked: |_, _, _, _| Ok(Vec::new()),
    };
    let wild = Course { blending, ..LESSON.reference };
    let message = [
        "13.1 blend: 52 of 53 joints (Ours draws instead.)",
        "13.2 fade: a list of 52, where 53 are needed",
        "13.4 masked: a list of 0, where 53 are needed",
    ];
    testing::wild_answers_are_drawn::<Window>(&wild, &message);
}

#[test]
fn whose_code_is_running() {
    PROGRAM.names_running_code(&[]);
}

/// Backwards, too: then time turns round again.
#[test]
fn the_space_bar_jumps() {
    let file = concat!(env!("CARGO_TARGET_TMPDIR"), "/lesson-13.png");
    for keys in ["space", "r,space"] {
        let frames = ["--press", keys, "--time", "1", "--frames", "13", "--size", "64x36", "--screenshot", file];
        PROGRAM.describes(&frames, &["1.20 s: jump since 0.2"]);
    }
}

/// README.md says of nlerp and slerp that either passes, and 13.2 may go along the arc as well.
#[test]
fn a_fade_along_the_arc_passes() {
    fn arc(a: &[Transform], b: &[Transform], u: f32, tools: &Tools) -> Result<Vec<Transform>, CallError> {
        let mut pose = Vec::new();
        for (a, b) in a.iter().zip(b) {
            pose.push(Transform {
                translation: a.translation.lerp(b.translation, u),
                rotation: tools.slerp(a.rotation, tools.shortest(a.rotation, b.rotation), u),
                scale: a.scale.lerp(b.scale, u),
            });
        }
        Ok(pose)
    }
    let blending = Blending {
        blend: arc,
        fade: |fade, pose, begins, dt, tools| {
            let tools = Tools { blend: arc, ..*tools };
            LESSON.reference.blending.fade(fade, pose, begins, dt, &tools)
        },
        ..LESSON.reference.blending
    };
    let answers = &Course { blending, ..LESSON.reference };
    for seed in 0..20 {
        for todo in [0, 1] {
            let verdict = check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, seed);
            assert_eq!(verdict.status, Status::Pass, "{}", verdict::text(&verdict));
        }
    }
}

/// A right answer whose division may give NaN gets a note.
#[test]
fn a_remark_on_a_right_answer() {
    for (fraction, has_note) in [("(fade.elapsed / fade.duration).min(1.0)", true), ("1.0", false)] {
        let text = format!("fn fade() {{ let u = {fraction}; }}");
        let submission = Submission { answers: &LESSON.reference, text: Some(&text), shaders: "" };
        let notes = check::verdict(&LESSON, 1, &submission, 41).notes;
        assert_eq!(notes.first().is_some_and(|note| note.contains("NaN")), has_note, "{notes:?}");
    }
}

/// Panel, README.md and KEYS.md name the same keys.
#[test]
fn the_keys_are_those_of_the_panel() {
    let page = include_str!("../../../../KEYS.md");
    for (keys, does) in KEYS {
        let caps: Vec<String> = keys
            .split(' ')
            .map(|cap| match cap.trim_end_matches(',') {
                "arrows" => cap.to_owned(),
                name => cap.replace(name, &format!("`{name}`")),
            })
            .collect();
        readme_says(&format!("| {} | {does} |", caps.join(" ")));
        assert!(caps.iter().all(|cap| page.contains(cap.trim_end_matches(','))), "{keys}");
    }
}

common::solution_tests!(lesson_13, blending: Blending);
