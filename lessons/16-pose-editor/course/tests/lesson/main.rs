//! The lesson's program, its checks and its picture, as every lesson is tested; beside it what only this one has.

use common::exercise::testing;
use editor::Functions as _;
use given::Course;
use lesson_16::{Blob, Kind, PoseEditor, checks::REFERENCE, editing::EditorScene, windmill::Guarded};

common::lesson_tests!(lesson_16::editing::EditorScene);

mod agree;

#[test]
fn wild_answers_are_drawn() {
    let pose_editor = PoseEditor {
        set_key: |keys, time, local, _| {
            let key = lesson_16::Key { time: -time, local };
            keys.extend([key; 40]);
            Ok(())
        },
        move_key: |keys, _, _, _| {
            for key in keys.iter_mut() {
                key.local.rotation *= f32::NAN;
            }
            Ok(usize::MAX)
        },
        write_container: |_| {
            let header = lesson_16::header(usize::MAX, usize::MAX, &[0xff; 70]);
            Ok([header, vec![0xff; 100_000]].concat())
        },
        read_container: |_| Ok(Err("\n".repeat(1000))),
        write_keys: |_| Ok(vec![0xff; 100_000]),
        read_keys: |_| Ok(Err("\n".repeat(1000))),
    };
    testing::wild_answers_are_drawn::<EditorScene>(&Course { pose_editor, ..REFERENCE }, &[]);
}

fn save(pose_editor: PoseEditor) -> Result<Vec<u8>, String> {
    let name = String::from("épée");
    let blob = Blob { name, kind: Kind(*b"ATCH"), version: 1, bytes: b"sword_socket".to_vec() };
    Guarded { course: &Course { pose_editor, ..REFERENCE } }.write(lesson_16::finished::stored(&[blob]))
}

/// A file that the student's writer spoils is not saved: it is read once more before, by the finished reader.
#[test]
fn what_could_not_be_read_is_not_saved() {
    assert!(save(REFERENCE.pose_editor).is_ok());
    let empty = PoseEditor { write_container: |_| Ok(lesson_16::header(0, 24, &[])), ..REFERENCE.pose_editor };
    assert!(save(empty).is_err_and(|error| error.contains("other blobs")));
    let spoilt = PoseEditor { write_container: |_| Ok(b"ARMA".to_vec()), ..REFERENCE.pose_editor };
    assert!(save(spoilt).is_err_and(|error| error.contains("16.3 write_container")));
}

common::solution_tests!(lesson_16, pose_editor: PoseEditor);
