//! Steps towards 16.1, 16.3 and 16.4: each is seen by itself.

use check::Submission;
use given::Course;
use lesson_16::checks::{LESSON, REFERENCE};
use lesson_16::{
    Blob, HEADER, PoseEditor, VERSION, add_blob, checksum, finite_key, get_entry, get_header, get_table, header,
    key_at, keys_before, put_u32s,
};
use verdict::Verdict;

const OURS: PoseEditor = REFERENCE.pose_editor;

fn verdict(todo: usize, pose_editor: PoseEditor) -> Verdict {
    let answers = &Course { pose_editor, ..REFERENCE };
    check::verdict(&LESSON, todo, &Submission { answers, text: None, shaders: "" }, verdict::SEED)
}

fn steps(verdict: &Verdict) -> Vec<Option<bool>> {
    verdict.steps.iter().map(|step| step.right).collect()
}

#[test]
fn insert_then_replace_then_signs() {
    let inserted = verdict(
        0,
        PoseEditor {
            set_key: |keys, time, local, _| {
                if let Some(key) = finite_key(time, local) {
                    keys.insert(keys_before(keys, time), key);
                }
                Ok(())
            },
            ..OURS
        },
    );
    assert_eq!(steps(&inserted), [Some(true), Some(false), None]);
    assert!(inserted.ends_with_step(), "{inserted:?}");
    let replaced = verdict(
        0,
        PoseEditor {
            set_key: |keys, time, local, _| {
                let Some(key) = finite_key(time, local) else { return Ok(()) };
                match key_at(keys, time) {
                    Some(same) => keys[same] = key,
                    None => keys.insert(keys_before(keys, time), key),
                }
                Ok(())
            },
            ..OURS
        },
    );
    assert_eq!(steps(&replaced), [Some(true), Some(true), Some(false)]);
    assert!(replaced.ends_with_step(), "{replaced:?}");
}

/// A file without names: after the first step without a table, after the second with places alone.
fn unnamed(blobs: &[Blob], has_places: bool) -> Vec<u8> {
    let mut data = Vec::new();
    let mut table = Vec::new();
    for blob in blobs {
        if has_places {
            let offset = (HEADER + data.len()) as u32;
            put_u32s(&mut table, &[offset, blob.bytes.len() as u32, checksum(&blob.bytes)]);
        }
        data.extend(&blob.bytes);
    }
    [header(blobs.len(), HEADER + data.len(), &table), data, table].concat()
}

#[test]
fn blobs_then_places_then_names() {
    let blobs = verdict(2, PoseEditor { write_container: |blobs| Ok(unnamed(blobs, false)), ..OURS });
    assert_eq!(steps(&blobs), [Some(true), Some(false), None]);
    assert!(blobs.ends_with_step(), "{blobs:?}");
    let places = verdict(2, PoseEditor { write_container: |blobs| Ok(unnamed(blobs, true)), ..OURS });
    assert_eq!(steps(&places), [Some(true), Some(true), Some(false)]);
    assert!(places.ends_with_step(), "{places:?}");
}

fn read_header(file: &[u8]) -> Result<&[u8], String> {
    let header = get_header(file)?;
    if header.version > VERSION {
        return Err(format!("version {} is newer than {VERSION}", header.version));
    }
    get_table(file, &header)
}

fn read_table(file: &[u8]) -> Result<Vec<Blob>, String> {
    let table = read_header(file)?;
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
    let unversioned =
        verdict(3, PoseEditor { read_container: |file| Ok(get_header(file).map(|_| Vec::new())), ..OURS });
    assert_eq!(steps(&unversioned), [Some(false), None, None]);
    let header = verdict(3, PoseEditor { read_container: |file| Ok(read_header(file).map(|_| Vec::new())), ..OURS });
    assert_eq!(steps(&header), [Some(true), Some(false), None]);
    // Two mistakes together would fit, too, but the next step is only not written yet.
    assert!(header.mistakes.is_empty(), "{:?}", header.mistakes);
    let table = verdict(3, PoseEditor { read_container: |file| Ok(read_table(file)), ..OURS });
    assert_eq!(steps(&table), [Some(true), Some(true), Some(false)]);
}
