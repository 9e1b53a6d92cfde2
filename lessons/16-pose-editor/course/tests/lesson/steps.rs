//! Steps towards 16.4: each is seen by itself.

use common::check::{self, Submission};
use lesson_16::checks::{LESSON, REFERENCE};
use lesson_16::{Answers, Blob, VERSION, add_blob, get_entry, get_header, get_table};

fn steps(read_container: fn(&[u8]) -> Result<Vec<Blob>, String>) -> Vec<Option<bool>> {
    let answers = &Answers { read_container, ..REFERENCE };
    let v = check::verdict(&LESSON, 3, &Submission { answers, text: None, shaders: "" }, check::SEED);
    v.steps.iter().map(|step| step.right).collect()
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
    let (mut blobs, mut at) = (Vec::new(), 0);
    for number in 0..get_header(file)?.count {
        let entry = get_entry(table, &mut at).ok_or(format!("blob {number}: the table ends"))?;
        add_blob(&mut blobs, entry, &[])?;
    }
    if at == table.len() { Ok(blobs) } else { Err("the table goes on behind its end".into()) }
}

#[test]
fn header_then_table_then_blobs() {
    assert_eq!(steps(|file| get_header(file).map(|_| Vec::new())), [Some(false), None, None]);
    assert_eq!(steps(|file| header(file).map(|_| Vec::new())), [Some(true), Some(false), None]);
    assert_eq!(steps(table), [Some(true), Some(true), Some(false)]);
}
