//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{LEVEL, RATE};
use crate::probes::{self, BLOBS, BadFile, HEADER_STEP, KeyCase, TABLE};
use crate::{Blob, HEADER, Key, Kind, Tools, Transform, finished, finite_key, key_at};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Value, called_the_answer, finite, says};
use given::CallError;
use glam::{Quat, Vec3};
use std::ops::Range;

check::lesson! {
    pose_editor: PoseEditor,
    earlier: {
        rotations: lesson_06 {
            "06.1": "the sign of a key",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[AnyCheck] = &[
    // Numbers of about 3 are taken over as they are. Ten times SAME_TIME: a key that is replaced may keep its time.
    AnyCheck::asked(1e-3, set_key, SET_KEY),
    AnyCheck::asked(1e-3, move_key, MOVE_KEY),
    AnyCheck::asked(0.0, write_container, WRITE_CONTAINER),
    AnyCheck::asked(0.0, read_container, READ_CONTAINER),
];

/// The tools for 16.1, in whose check its own tool is no answer.
const TOOLS_FOR_SET: Tools = Tools {
    set_key: |keys, time, local, tools| {
        called_the_answer();
        REFERENCE.pose_editor.set_key(keys, time, local, tools)
    },
    ..finished::TOOLS
};

const SET_KEY: &[AskedCase] = &[
    case!("no key yet; one is set at frame 24", set_case(&[], 24.0, 0.0)),
    case!("keys at frames 0, 6, 12, 18 and 23 of 1/24 s; one is set at frame 24", set_case(&LEVEL, 24.0, 0.0)),
    case!("the same keys; one is set at frame 9", set_case(&LEVEL, 9.0, 0.0)),
    case!("the same keys; one is set at a time that is not a number", set_case(&LEVEL, f32::NAN, 0.0)),
    case!("the same keys; one is set at frame 12 whose rotation is not a number", set_case(&LEVEL, 12.0, f32::NAN)),
    case!("the same keys; one is set at frame 12", set_case(&LEVEL, 12.0, 0.0)),
    case!("the same keys; one is set 0.00005 s after frame 12", set_case(&LEVEL, 12.0 + 0.000_05 * RATE, 0.0)),
    case!(
        "a key at frame 0 that turns by 0°; one is set at frame 24 that turns by 200° about y",
        set_case(&[(0.0, 0.0)], 24.0, 200.0)
    ),
    case!(
        "keys of 0° at frame 0 and of 200° at frame 12, which is stored as -q; one of 100° is set at frame 6",
        set_case(&[(0.0, 0.0), (12.0, -160.0)], 6.0, 100.0)
    ),
    case!(
        "keys of 0° at frame 0 and of 200° at frames 12 and 18, stored as -q; one of 100° is set at frame 6",
        set_case(&[(0.0, 0.0), (12.0, -160.0), (18.0, -160.0)], 6.0, 100.0)
    ),
];

// Steps of 16.1.
const INSERT: u8 = 1;
const REPLACE: u8 = 2;
const SIGNS: u8 = 3;

/// Returns the first step after which this key can be set: the second if it replaces another.
fn step_of(keys: &[Key], time: f32, local: Transform) -> u8 {
    if key_at(keys, time).is_some() && finite_key(time, local).is_some() { REPLACE } else { INSERT }
}

/// Asks for a key set among others: frames of 1/24 s, and turns about y in degrees. The new key is at x = 5, the others at
/// x = 0, 1, 2 and so on.
fn set_case(q: &mut Ask, answer: &mut Answer, others: &[(f32, f32)], frame: f32, turn: f32) -> Result<(), AnswerError> {
    let keys = keys_at(others);
    let Key { time, local } = key(frame, 5.0, turn);
    let step = step_of(&keys, time, local);
    let keys = q.ask("", |course| {
        let mut keys = keys;
        course.pose_editor.set_key(&mut keys, time, local, &TOOLS_FOR_SET)?;
        Ok::<_, CallError>(keys)
    })?;
    answer.compare("the list", listed(&keys)).step(step);
    compare_sides(answer, "", "", &keys, SIGNS);
    Ok(())
}

fn key(frame: f32, x: f32, degrees: f32) -> Key {
    let rotation = Quat::from_rotation_y(degrees.to_radians());
    Key { time: frame / RATE, local: Transform { translation: x * Vec3::X, rotation, ..Transform::IDENTITY } }
}

/// Returns keys at these frames with these turns, in degrees, at x = 0, 1, 2 and so on.
fn keys_at(frames: &[(f32, f32)]) -> Vec<Key> {
    frames.iter().enumerate().map(|(index, (frame, turn))| key(*frame, index as f32, *turn)).collect()
}

fn listed(keys: &[Key]) -> String {
    let mut words = Vec::new();
    for key in keys {
        words.push(format!("frame {:.1} at x = {}", RATE * key.time, key.local.translation.x));
    }
    if words.is_empty() { "empty".into() } else { words.join(", ") }
}

/// Asks for keys to be set, and compares the lists step by step: where no key is replaced, where one is, and all signs.
pub(crate) fn set_key(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut cases = probes::settings(&q.probe);
    cases.sort_by_key(|case| step_of(&case.keys, case.time, case.local));
    let mut lists = Vec::new();
    for KeyCase { name, keys, time, local, .. } in cases {
        let step = step_of(&keys, time, local);
        let keys = q.ask(words!("set", keys = shown_keys(&keys), time, name), |course| {
            let mut keys = keys;
            course.pose_editor.set_key(&mut keys, time, local, &TOOLS_FOR_SET)?;
            Ok::<_, CallError>(keys)
        })?;
        compare_keys(answer, &name, &format!("{name} ({time:.4} s): "), &keys, step);
        lists.push((name, time, keys));
    }
    for (name, time, keys) in lists {
        compare_sides(answer, &name, &format!("{name} ({time:.4} s): "), &keys, SIGNS);
    }
    Ok(())
}

const MOVE_KEY: &[AskedCase] = &[
    case!("keys at frames 0, 6, 12, 18 and 23 of 1/24 s; key 1 moves to frame 9", move_case(&LEVEL, 1, 9.0)),
    case!("the same keys, key 1 moves to frame 15", move_case(&LEVEL, 1, 15.0)),
    case!("the same keys, key 3 moves to frame 3", move_case(&LEVEL, 3, 3.0)),
    case!("the same keys, key 2 moves to frame -3", move_case(&LEVEL, 2, -3.0)),
    case!("the same keys, key 1 moves to frame 12", move_case(&LEVEL, 1, 12.0)),
    case!("the same keys, key 1 moves to 0.00005 s after frame 12", move_case(&LEVEL, 1, 12.0 + 0.000_05 * RATE)),
    case!("the same keys, key 1 moves to a time that is not a number", move_case(&LEVEL, 1, f32::NAN)),
    case!("the same keys, key 1 moves to an infinite time", move_case(&LEVEL, 1, f32::INFINITY)),
    case!(
        "keys at frames 0, 6, 12 and 18, which turn by 0°, 100°, 200° and 200° about y; key 1 moves to frame 24",
        move_case(&[(0.0, 0.0), (6.0, 100.0), (12.0, 200.0), (18.0, 200.0)], 1, 24.0)
    ),
];

/// Asks for one of these keys moved to another frame.
fn move_case(
    q: &mut Ask,
    answer: &mut Answer,
    frames: &[(f32, f32)],
    from: usize,
    frame: f32,
) -> Result<(), AnswerError> {
    let mut keys = keys_at(frames);
    let (index, keys) = q.ask("", |course| {
        let index = course.pose_editor.move_key(&mut keys, from, frame / RATE, &finished::TOOLS)?;
        Ok::<_, CallError>((index, keys))
    })?;
    answer.compare("the list", listed(&keys));
    answer.compare("the index that is returned", index);
    compare_sides(answer, "", "", &keys, 0);
    Ok(())
}

pub(crate) fn move_key(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for KeyCase { name, keys, key: from, time, .. } in probes::moves(&q.probe) {
        let case = format!("key {from} of {} {name}", keys.len());
        let (index, keys) = q.ask(words!("move", keys = shown_keys(&keys), from, time, name), |course| {
            let mut keys = keys;
            let index = course.pose_editor.move_key(&mut keys, from, time, &finished::TOOLS)?;
            Ok::<_, CallError>((index, keys))
        })?;
        let label = format!("{case} ({time:.4} s): ");
        compare_keys(answer, &name, &label, &keys, 0);
        compare_sides(answer, &name, &label, &keys, 0);
        answer.compare(format!("{case}, the index that is returned"), index).group(name);
    }
    Ok(())
}

fn shown_keys(keys: &[Key]) -> String {
    let times: Vec<String> = keys.iter().map(|key| format!("{:.4}", key.time)).collect();
    if times.is_empty() { "no key".into() } else { format!("keys at {}", times.join(", ")) }
}

type KeyValue = (&'static str, fn(&Key) -> Value);

/// Numbers of a key, with their names. A rotation takes a point to one place by q and by -q.
const KEY_VALUES: [KeyValue; 4] = [
    ("time", |key| key.time.into()),
    ("translation", |key| key.local.translation.into()),
    ("its rotation takes (1, 2, 3) to", |key| (key.local.rotation * Vec3::new(1.0, 2.0, 3.0)).into()),
    ("scale", |key| key.local.scale.into()),
];

fn compare_keys(answer: &mut Answer, group: &str, case: &str, keys: &[Key], step: u8) {
    answer.compare(format!("{case}number of keys"), keys.len()).group(group).step(step);
    for (what, value) in KEY_VALUES {
        for (index, key) in keys.iter().enumerate() {
            answer.compare(format!("{case}key {index}, {what}"), finite(value(key))).group(group).step(step);
        }
    }
}

fn compare_sides(answer: &mut Answer, group: &str, case: &str, keys: &[Key], step: u8) {
    for (index, pair) in keys.windows(2).enumerate() {
        answer.compare(format!("{case}the side of key {}'s quaternion", index + 1), side(pair)).group(group).step(step);
    }
}

/// Returns the side of the second quaternion of two keys.
fn side(pair: &[Key]) -> &'static str {
    match pair[0].local.rotation.dot(pair[1].local.rotation) {
        dot if dot.is_nan() => "no number",
        // As far as can be: either is right.
        dot if dot.abs() < 0.02 => "either side",
        dot if dot > 0.0 => "the side of the key before it",
        _ => "the other side than the key before it",
    }
}

// Steps of 16.3: of the table, the second writes offset, length and checksum, the third all else.
const CONTENT: u8 = 1;
const PLACES: u8 = 2;
const NAMES: u8 = 3;

const WRITE_CONTAINER: &[AskedCase] = &[
    case!("blobs hi of 7 bytes and up of 5: header and content", write_case(CONTENT, &[("hi", 7), ("up", 5)])),
    case!("a blob hi of 7 bytes: the first three numbers of its entry", write_case(PLACES, &[("hi", 7)])),
    case!(
        "blobs hi of 7 bytes and up of 5: the first three numbers of each entry",
        write_case(PLACES, &[("hi", 7), ("up", 5)])
    ),
    case!("no blob", write_case(NAMES, &[])),
    case!("a blob hi of 7 bytes", write_case(NAMES, &[("hi", 7)])),
    case!("blobs hi of 7 bytes and up of 5", write_case(NAMES, &[("hi", 7), ("up", 5)])),
    case!("a blob é of 7 bytes", write_case(NAMES, &[("é", 7)])),
    case!("a blob hi without bytes", write_case(NAMES, &[("hi", 0)])),
    case!("a blob hi of 300 bytes", write_case(NAMES, &[("hi", 300)])),
];

/// Asks for a file of clips with these names and lengths in bytes, and compares the fields of the steps up to `step`.
fn write_case(q: &mut Ask, answer: &mut Answer, step: u8, clips: &[(&str, u16)]) -> Result<(), AnswerError> {
    let blobs = clips_of(clips);
    let file = q.ask("", |course| course.pose_editor.write_container(&blobs))?;
    compare_fields(answer, step, "the ", &file, &blobs);
    Ok(())
}

fn clips_of(clips: &[(&str, u16)]) -> Vec<Blob> {
    let mut blobs = Vec::new();
    for &(name, length) in clips {
        let bytes = (1..=length).map(|number| number as u8).collect();
        blobs.push(Blob { name: name.into(), kind: Kind(*b"CLIP"), version: 1, bytes });
    }
    blobs
}

pub(crate) fn write_container(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for (name, blobs) in probes::containers(&q.probe) {
        let file = q.ask(words!("write", name), |course| course.pose_editor.write_container(&blobs))?;
        compare_fields(answer, NAMES, &format!("{name}: "), &file, &blobs);
    }
    Ok(())
}

/// Range of bytes in a file, and what they are.
struct Field {
    step: u8,
    what: String,
    bytes: Range<usize>,
    shown: fn(&[u8]) -> String,
}

fn field(step: u8, what: String, from: usize, length: usize, shown: fn(&[u8]) -> String) -> Field {
    Field { step, what, bytes: from..from + length, shown }
}

/// Returns the fields of a file of these blobs, step by step. Length and checksum of the table come last, because they are
/// wrong whenever another field of the table is.
fn fields(file: &[u8], blobs: &[Blob]) -> Vec<Field> {
    let mut fields = vec![field(CONTENT, "magic number".into(), 0, 4, shown_text)];
    for (what, at) in [("version", 4), ("number of blobs", 8), ("place of the table", 12)] {
        fields.push(field(CONTENT, what.into(), at, 4, shown_number));
    }
    let mut at = HEADER;
    for (number, blob) in blobs.iter().enumerate() {
        fields.push(field(CONTENT, format!("content of blob {number}"), at, blob.bytes.len(), shown_bytes));
        at += blob.bytes.len();
    }
    for (number, at) in entry_starts(file, at, blobs).into_iter().enumerate() {
        for (what, at) in [("offset", at), ("length", at + 4), ("checksum", at + 8)] {
            fields.push(field(PLACES, format!("{what} in entry {number}"), at, 4, shown_number));
        }
    }
    for (number, Blob { name, .. }) in blobs.iter().enumerate() {
        fields.push(field(NAMES, format!("kind in entry {number}"), at + 12, 4, shown_text));
        fields.push(field(NAMES, format!("version of the kind in entry {number}"), at + 16, 4, shown_number));
        fields.push(field(NAMES, format!("length of the name in entry {number}"), at + 20, 2, shown_number));
        fields.push(field(NAMES, format!("name in entry {number}"), at + ENTRY, name.len(), shown_text));
        at += ENTRY + name.len();
    }
    for (what, at) in [("length of the table", 16), ("checksum of the table", 20)] {
        fields.push(field(NAMES, what.into(), at, 4, shown_number));
    }
    fields
}

/// Bytes of an entry before its name.
const ENTRY: usize = 22;

/// Returns the index at which each entry begins, in a file whose entries may all lack the fields of later steps.
fn entry_starts(file: &[u8], table: usize, blobs: &[Blob]) -> Vec<usize> {
    let length = file.len().saturating_sub(table);
    let names: usize = blobs.iter().map(|blob| blob.name.len()).sum();
    let is_named = length > ENTRY * blobs.len();
    let mut at = table;
    let mut starts = Vec::new();
    for blob in blobs {
        starts.push(at);
        at +=
            if is_named { length.saturating_sub(names) / blobs.len() + blob.name.len() } else { length / blobs.len() };
    }
    starts
}

/// Compares the fields of the steps up to `last`. Each label begins with `of`.
fn compare_fields(answer: &mut Answer, last: u8, of: &str, file: &[u8], blobs: &[Blob]) {
    for Field { step, what, bytes, shown } in fields(file, blobs) {
        if step <= last {
            let range =
                if bytes.is_empty() { "no byte".into() } else { format!("bytes {} to {}", bytes.start, bytes.end - 1) };
            let value = file.get(bytes).map_or("missing, as the file ends before".into(), shown);
            answer.compare(format!("{of}{what} ({range})"), value).step(step);
        }
    }
    if last == NAMES {
        answer.compare(format!("{of}number of bytes"), file.len()).step(NAMES);
    }
}

fn shown_number(bytes: &[u8]) -> String {
    bytes.iter().rev().fold(0, |number, byte| 256 * number + u64::from(*byte)).to_string()
}

fn shown_text(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}

/// Returns the first six bytes and a checksum of all.
fn shown_bytes(bytes: &[u8]) -> String {
    let first: Vec<String> = bytes.iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("{} ... ({:08x})", first.join(" "), crate::checksum(bytes))
}

const READ_CONTAINER: &[AskedCase] = &[
    case!("a file without blobs", good_case(&clips_of(&[]))),
    case!("a file with a clip hi of 7 bytes", good_case(&clips_of(&[("hi", 7)]))),
    case!(
        "a file with clips hi of 7 bytes and up of 5, but its version is 3",
        bad_case(HEADER_STEP, &["3"], &|file| file.version = 3)
    ),
    case!(
        "a file of version 2, of which only the first 8 bytes are as in version 1",
        refuse_case(HEADER_STEP, &["2"], b"ARMA\x02\0\0\0and then another layout")
    ),
    AskedCase {
        input: "a file with clips hi and up, whose last byte is changed",
        ask: |q, answer| {
            let mut file = probes::RawFile::new(&clips_of(&[("hi", 7), ("up", 5)])).bytes();
            let last = file.len() - 1;
            file[last] ^= 1 << 4;
            refuse_case(q, answer, HEADER_STEP, &[], &file)
        },
    },
    case!("a file with clips hi of 7 bytes and up of 5", good_case(&clips_of(&[("hi", 7), ("up", 5)]))),
    case!(
        "a file with a blob hi of an unknown kind, WHAT",
        good_case(&[Blob { kind: Kind(*b"WHAT"), ..clips_of(&[("hi", 7)]).remove(0) }])
    ),
    case!(
        "a file with a clip hi whose kind has the version 3",
        good_case(&[Blob { version: 3, ..clips_of(&[("hi", 7)]).remove(0) }])
    ),
    case!("a file with two entries, whose header says 3 blobs", bad_case(TABLE, &["2", "3"], &|file| file.count = 3)),
    case!("a file with two entries, whose header says 0 blobs", bad_case(TABLE, &[], &|file| file.count = 0)),
    case!(
        "a file whose clip hi has the offset 4294967000",
        bad_case(BLOBS, &["hi", "0", "1"], &|file| file.entries[0].numbers[0] = 4_294_967_000)
    ),
    case!(
        "a file whose clip hi has one byte changed",
        bad_case(BLOBS, &["hi", "0", "1"], &|file| file.data[0] ^= 1 << 4)
    ),
    case!(
        "a file that has its clip hi twice",
        bad_case(BLOBS, &["hi", "0", "1", "2", "3"], &|file| {
            file.entries.push(file.entries[0].clone());
            file.count = 3;
        })
    ),
];

fn good_case(q: &mut Ask, answer: &mut Answer, blobs: &[Blob]) -> Result<(), AnswerError> {
    let file = probes::RawFile::new(blobs).bytes();
    match q.ask("", |course| course.pose_editor.read_container(&file))? {
        Err(_) => drop(answer.compare("the number of blobs", "an error").step(TABLE)),
        Ok(blobs) => {
            answer.compare("the number of blobs", blobs.len()).step(TABLE);
            for Blob { name, bytes, .. } in blobs {
                answer.compare("the name", name).step(TABLE);
                answer.compare("the content", shown_bytes(&bytes)).step(BLOBS);
            }
        }
    }
    Ok(())
}

/// Asks for a file with clips `hi` and `up`, changed. The error has to contain one of the words, if there are any.
fn bad_case(
    q: &mut Ask,
    answer: &mut Answer,
    step: u8,
    words: &[&str],
    change: &dyn Fn(&mut probes::RawFile),
) -> Result<(), AnswerError> {
    let mut file = probes::RawFile::new(&clips_of(&[("hi", 7), ("up", 5)]));
    change(&mut file);
    refuse_case(q, answer, step, words, &file.bytes())
}

fn refuse_case(q: &mut Ask, answer: &mut Answer, step: u8, words: &[&str], file: &[u8]) -> Result<(), AnswerError> {
    let outcome = match q.ask("", |course| course.pose_editor.read_container(file))? {
        Ok(blobs) => format!("no error, and {} blobs", blobs.len()),
        Err(_) if words.is_empty() => "an error".into(),
        Err(error) if words.iter().any(|word| says(&error, word)) => format!("an error that says {}", words[0]),
        Err(_) => format!("an error that does not say {}", words[0]),
    };
    answer.compare("the result", outcome).step(step);
    Ok(())
}

/// Asks for sound files, and compares their blobs, and for damaged ones, and compares their errors.
pub(crate) fn read_container(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let mut bad = probes::bad_files(&q.probe);
    bad.sort_by_key(|file| file.step);
    let (header, bad): (Vec<_>, Vec<_>) = bad.into_iter().partition(|file| file.step == HEADER_STEP);
    compare_refusals(q, answer, header)?;
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
    compare_refusals(q, answer, bad)
}

/// Asks for damaged files, and compares whether there is an error with one of the right words.
fn compare_refusals(q: &mut Ask, answer: &mut Answer, files: Vec<BadFile>) -> Result<(), AnswerError> {
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
                let error = format!("{error:?}");
                let words = shown;
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

/// Lists words, names in quotes and numbers without.
fn shown_words(words: &[String]) -> String {
    words
        .iter()
        .map(|word| match word.parse::<u32>() {
            Ok(number) => number.to_string(),
            Err(_) => format!("{word:?}"),
        })
        .collect::<Vec<_>>()
        .join(" or ")
}
