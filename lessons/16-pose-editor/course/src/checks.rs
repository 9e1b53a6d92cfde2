//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, BLOBS, BadFile, HEADER_STEP, KeyCase, TABLE};
use crate::{Blob, HEADER, Key, Tools, finished};
use common::check::{Answer, AnswerError, Ask, Check, Value, called_the_answer, finite, says};
use common::words;
use given::Lost;
use glam::Vec3;

common::lesson! {
    pose_editor: PoseEditor,
    earlier: {
        rotations: lesson_06 {
            "06.1": "the sign of a key",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // Numbers of about 3 are taken over as they are. Ten times SAME_TIME: a key that is replaced may keep its time.
    Check { tolerance: 1e-3, ask: set_key, cases: &[] },
    Check { tolerance: 1e-3, ask: move_key, cases: &[] },
    Check { tolerance: 0.0, ask: write_container, cases: &[] },
    Check { tolerance: 0.0, ask: read_container, cases: &[] },
];

/// The tools for 16.1, in whose check its own tool is no answer.
const TOOLS_FOR_SET: Tools = Tools {
    set_key: |keys, time, local, tools| {
        called_the_answer();
        REFERENCE.pose_editor.set_key(keys, time, local, tools)
    },
    ..finished::TOOLS
};

pub(crate) fn set_key(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for KeyCase { name, keys, time, local, .. } in probes::settings(&q.probe) {
        let keys = q.ask(words!("set", keys = shown_keys(&keys), time, name), |course| {
            let mut keys = keys;
            course.pose_editor.set_key(&mut keys, time, local, &TOOLS_FOR_SET)?;
            Ok::<_, Lost>(keys)
        })?;
        compare_keys(answer, &name, &name, time, &keys);
    }
    Ok(())
}

pub(crate) fn move_key(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for KeyCase { name, keys, key: from, time, .. } in probes::moves(&q.probe) {
        let case = format!("key {from} of {} {name}", keys.len());
        let (index, keys) = q.ask(words!("move", keys = shown_keys(&keys), from, time, name), |course| {
            let mut keys = keys;
            let index = course.pose_editor.move_key(&mut keys, from, time, &finished::TOOLS)?;
            Ok::<_, Lost>((index, keys))
        })?;
        compare_keys(answer, &name, &case, time, &keys);
        answer.compare(format!("{case}, the index that is returned"), index).group(name);
    }
    Ok(())
}

fn shown_keys(keys: &[Key]) -> String {
    let times: Vec<String> = keys.iter().map(|key| format!("{:.4}", key.time)).collect();
    if times.is_empty() { "no key".into() } else { format!("keys at {}", times.join(", ")) }
}

/// Every key: when, which, how it turns (by either quaternion), and on which side of the key before it.
fn compare_keys(answer: &mut Answer, group: &str, case: &str, time: f32, keys: &[Key]) {
    let case = format!("{case} ({time:.4} s)");
    answer.compare(format!("{case}: number of keys"), keys.len()).group(group);
    let mut each = |what: &str, value: fn(&Key) -> Value| {
        for (index, key) in keys.iter().enumerate() {
            answer.compare(format!("{case}: key {index}, {what}"), finite(value(key))).group(group);
        }
    };
    each("time", |key| key.time.into());
    each("translation", |key| key.local.translation.into());
    // Where a rotation takes a point: q and -q take it to one place.
    each("its rotation takes (1, 2, 3) to", |key| (key.local.rotation * Vec3::new(1.0, 2.0, 3.0)).into());
    each("scale", |key| key.local.scale.into());
    for (index, pair) in keys.windows(2).enumerate() {
        let side = match pair[0].local.rotation.dot(pair[1].local.rotation) {
            dot if dot.is_nan() => "no number",
            // As far as can be: either is right.
            dot if dot.abs() < 0.02 => "either side",
            dot if dot > 0.0 => "the side of the key before it",
            _ => "the other side than the key before it",
        };
        answer.compare(format!("{case}: key {}, its quaternion", index + 1), side).group(group);
    }
}

/// Every field of the file, where it should be.
pub(crate) fn write_container(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (name, blobs) in probes::containers(&q.probe) {
        let file = q.ask(words!("write", name), |course| course.pose_editor.write_container(&blobs))?;
        // Returns where the next field begins.
        let mut field = |what: &str, from: usize, length: usize, shown: fn(&[u8]) -> String| {
            let to = from + length;
            let range = if length == 0 { "no byte".into() } else { format!("bytes {from} to {}", to - 1) };
            let word = file.get(from..to).map_or("the file ends before".into(), shown);
            answer.compare(format!("{name}: {what} ({range})"), word);
            to
        };
        let mut at = field("magic number", 0, 4, shown_text);
        for what in ["version", "number of blobs", "place of the table", "length of the table"] {
            at = field(what, at, 4, shown_number);
        }
        at = HEADER;
        for (number, blob) in blobs.iter().enumerate() {
            at = field(&format!("bytes of blob {number}"), at, blob.bytes.len(), shown_bytes);
        }
        for (number, blob) in blobs.iter().enumerate() {
            let of = |what: &str| format!("table, entry {number}, {what}");
            for what in ["offset", "length", "checksum"] {
                at = field(&of(what), at, 4, shown_number);
            }
            at = field(&of("kind"), at, 4, shown_text);
            at = field(&of("version of the kind"), at, 4, shown_number);
            at = field(&of("length of the name"), at, 2, shown_number);
            at = field(&of("name"), at, blob.name.len(), shown_text);
        }
        // It tells of any other mistake, too: the last to be named.
        field("checksum of the table", HEADER - 4, 4, shown_number);
        answer.compare(format!("{name}: bytes altogether"), file.len());
    }
    Ok(())
}

fn shown_number(bytes: &[u8]) -> String {
    bytes.iter().rev().fold(0, |number, byte| 256 * number + u64::from(*byte)).to_string()
}

fn shown_text(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

/// The first few, and a checksum, which differs where any of them does.
fn shown_bytes(bytes: &[u8]) -> String {
    let first: Vec<String> = bytes.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{} ... ({:08x})", first.join(" "), crate::checksum(bytes))
}

/// Compares the blobs of a sound file, and the errors of damaged ones.
pub(crate) fn read_container(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut bad = probes::bad_files(&q.probe);
    bad.sort_by_key(|file| file.step);
    let (header, bad): (Vec<_>, Vec<_>) = bad.into_iter().partition(|file| file.step == HEADER_STEP);
    refuse(q, answer, header)?;
    for (name, blobs) in probes::containers(&q.probe) {
        const GROUP: &str = "files that are as they should be";
        let file = probes::RawFile::new(&blobs).bytes();
        let label = format!("a file of {name}");
        let about = words!("read", what = label, count = file.len());
        match q.ask(about, |course| course.pose_editor.read_container(&file))? {
            Err(error) => drop(answer.compare_error(label, &error).group(GROUP).step(TABLE)),
            Ok(blobs) => {
                answer.compare(format!("{label}: number of blobs"), blobs.len()).group(GROUP).step(TABLE);
                for (number, Blob { name, kind, version, bytes }) in blobs.iter().enumerate() {
                    let kind = shown_text(&kind.0);
                    let entry = format!("{name:?}, {kind} version {version}");
                    answer.compare(format!("{label}: blob {number}"), entry).group(GROUP).step(TABLE);
                    let bytes = format!("{}: {}", bytes.len(), shown_bytes(bytes));
                    answer.compare(format!("{label}: blob {number}, its bytes"), bytes).group(GROUP).step(BLOBS);
                }
            }
        }
    }
    refuse(q, answer, bad)
}

fn refuse(q: &mut Ask, answer: &mut Answer, files: Vec<BadFile>) -> Result<(), AnswerError> {
    for BadFile { what, words, bytes, step } in files {
        let shown = shown_words(&words);
        let label = if words.is_empty() { what.into() } else { format!("{what}: {shown}") };
        let about = words!("read", what, count = bytes.len());
        let result = q.ask(about, |course| course.pose_editor.read_container(&bytes))?;
        match result {
            Ok(blobs) => {
                let names: Vec<String> = blobs.into_iter().map(|blob| blob.name).collect();
                let names = if names.is_empty() { "no blob".into() } else { names.join(", ") };
                answer.compare(label, format!("no error, and {names}"))
            }
            Err(_) if words.is_empty() => answer.compare(label, "an error"),
            Err(error) if words.iter().any(|word| says(&error, word)) => {
                answer.compare(label, "an error that says which")
            }
            Err(error) => {
                let (error, words) = (format!("{error:?}"), shown);
                let note = if probes::NEWER.contains(&what) {
                    words!("vague-version", what, error, words)
                } else {
                    words!("vague", what, error, words)
                };
                answer.compare(label, "an error that does not say which").note(note)
            }
        }
        .group(what)
        .step(step);
    }
    Ok(())
}

/// Names in quotes, numbers without.
fn shown_words(words: &[String]) -> String {
    let shown = |word: &String| match word.parse::<u32>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("{word:?}"),
    };
    words.iter().map(shown).collect::<Vec<_>>().join(" or ")
}
