//! Steps towards 16.4: each is seen by itself.

use common::check::{self, Submission};
use given::{Course, Lost};
use lesson_16::checks::{LESSON, REFERENCE};
use lesson_16::{Blob, PoseEditor, VERSION, add_blob, get_entry, get_header, get_table};

type Read = fn(&[u8]) -> Result<Result<Vec<Blob>, String>, Lost>;

fn verdict(read_container: Read) -> check::Verdict {
    let answers = &Course { pose_editor: PoseEditor { read_container, ..REFERENCE.pose_editor }, ..REFERENCE };
    check::verdict(&LESSON, 3, &Submission { answers, text: None, shaders: "" }, check::SEED)
}

fn steps(read_container: Read) -> Vec<Option<bool>> {
    verdict(read_container).steps.iter().map(|step| step.right).collect()
}

fn header(file: &[u8]) -> Result<&[u8], String> {
    let header = get_header(file)?;
    if header.version > VERSION {
        return Err(format!("version {} is newer than {VERSION}", header.version));
    }
    get_table(file, &header)
}

fn table(file: &[u8]) -> Result<Vec<Blob>, String> {
    let table = header(file)?;
    let mut blobs = Vec::new();
    let mut at = 0;
    for number in 0..get_header(file)?.count {
        let entry = get_entry(table, &mut at).ok_or(format!("blob {number}: the table ends"))?;
        add_blob(&mut blobs, entry, &[])?;
    }
    if at == table.len() { Ok(blobs) } else { Err("the table goes on behind its end".into()) }
}

#[test]
fn header_then_table_then_blobs() {
    assert_eq!(steps(|file| Ok(get_header(file).map(|_| Vec::new()))), [Some(false), None, None]);
    assert_eq!(steps(|file| Ok(header(file).map(|_| Vec::new()))), [Some(true), Some(false), None]);
    assert_eq!(steps(|file| Ok(table(file))), [Some(true), Some(true), Some(false)]);
}

/// Two mistakes together would fit, too, but the next step is only not written yet.
#[test]
fn after_a_right_step_no_two_mistakes_are_guessed() {
    let mistakes = verdict(|file| Ok(header(file).map(|_| Vec::new()))).mistakes;
    assert!(mistakes.is_empty(), "{mistakes:?}");
}
