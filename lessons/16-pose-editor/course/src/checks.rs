//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, RATE};
use crate::finished::{self};
use crate::probes::{self, BLOBS, FileCase, HEADER_STEP, KeyCase, RawFile, TABLE};
use crate::{Blob, HEADER, Key, Kind, Tools, Transform, finite_key, get_u32, key_at};
use check::{Answer, AnyCheck, Case, Check, Value, called_the_answer, finite, says, vector};
use glam::{Quat, Vec3};
use std::ops::Range;

check::lesson! {
    pose_editor: PoseEditor,
    milestones: ["a-keys", "b-file"],
    earlier: {
        rotations: lesson_07 {
            "07.1": "the sign of a key",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] =
    &[&SET_KEY, &MOVE_KEY, &WRITE_CONTAINER, &READ_CONTAINER, &WRITE_KEYS, &READ_KEYS];

/// Tolerance of keys, whose numbers of about 3 are taken over as they are. Ten times `SAME_TIME`: a key that is replaced may
/// keep its time.
const KEYS: f32 = 1e-3;

/// The tools for 16.1, in whose check its own tool is no answer.
const TOOLS_FOR_SET: Tools = Tools {
    set_key: |keys, time, local, tools| {
        called_the_answer();
        REFERENCE.pose_editor.set_key(keys, time, local, tools)
    },
    ..finished::TOOLS
};

// Steps of 16.1.
const INSERT: u8 = 1;
const REPLACE: u8 = 2;
const SIGNS: u8 = 3;

/// Returns the first step of 16.1 after which this key can be set: the second if it replaces another.
fn first_step(KeyCase { keys, time, local, .. }: &KeyCase) -> u8 {
    let replaces = key_at(keys, *time).is_some() && finite_key(*time, *local).is_some();
    if replaces { REPLACE } else { INSERT }
}

/// Returns keys of these turns about y in degrees, 12 frames apart, and one that is set at frame 6.
fn turned(turns: &[f32], set: f32) -> Case<KeyCase> {
    let Key { time, local } = key(6.0, set);
    Case::new(KeyCase { keys: keys_at(turns), time, local, ..figures::set([0.0]) })
}

/// 16.1: keys, and one that is set.
const SET_KEY: Check<KeyCase, Vec<Key>> = Check {
    tolerance: KEYS,
    words: |setting| format!("{} ({:.4} s), {}", setting.name, setting.time, shown_times(&setting.keys)),
    by_hand: || {
        let not_a_number = Transform { rotation: Quat::from_rotation_y(f32::NAN), ..Transform::IDENTITY };
        vec![
            Case::at([9.0], figures::set)
                .called("keys at frames 0, 6, 12, 18 and 23 of 1/24 s, and one is set at frame 9"),
            Case::new(figures::set([f32::NAN])).called("the same keys, and one is set at a time that is not a number"),
            Case::new(KeyCase { local: not_a_number, ..figures::set([12.0]) })
                .called("the same keys, and one is set at frame 12 whose rotation is not a number"),
            Case::at([12.0], figures::set).called("the same keys, and one is set at frame 12"),
            Case::new(figures::set([12.0 + 0.000_05 * RATE]))
                .called("the same keys, and one is set 0.00005 s after frame 12"),
            Case::new(KeyCase { keys: Vec::new(), ..figures::set([9.0]) })
                .called("no key yet, and one is set at frame 9"),
            turned(&[0.0], 200.0).called("a key at frame 0 that turns by 0°, and one of 200° about y is set at frame 6"),
            turned(&[0.0, -160.0], 100.0).called(
                "keys of 0° at frame 0 and of 200° at frame 12, which is stored as -q, and one of 100° is set at frame 6",
            ),
            turned(&[0.0, -160.0, -160.0], 100.0).called(
                "keys of 0° at frame 0 and of 200° at frames 12 and 24, stored as -q, and one of 100° is set at frame 6",
            ),
        ]
    },
    drawn: |probe| {
        let mut inputs = probes::settings(probe);
        // Before the next step is written, lists are too long.
        inputs.sort_by_key(first_step);
        inputs
    },
    call: |course, KeyCase { keys, time, local, .. }| {
        let mut keys = keys.clone();
        course.pose_editor.set_key(&mut keys, *time, *local, &TOOLS_FOR_SET)?;
        Ok(keys)
    },
    compare: |input, keys, answer| compare_keys(answer, input, &keys, first_step(input), SIGNS),
};

/// Returns a key that turns about y.
fn key(frame: f32, degrees: f32) -> Key {
    Key { time: frame / RATE, local: Transform::from_rotation(Quat::from_rotation_y(degrees.to_radians())) }
}

/// Returns keys 12 frames apart with these turns about y, in degrees.
fn keys_at(turns: &[f32]) -> Vec<Key> {
    turns.iter().enumerate().map(|(index, degrees)| key(12.0 * index as f32, *degrees)).collect()
}

/// 16.2: keys, and one that is moved.
const MOVE_KEY: Check<KeyCase, (usize, Vec<Key>)> = Check {
    tolerance: KEYS,
    words: |KeyCase { name, keys, key, time, .. }| {
        format!("key {key} of {} {name} ({time:.4} s), {}", keys.len(), shown_times(keys))
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("keys at frames 0, 6, 12, 18 and 23 of 1/24 s, and key 1 moves to frame 15", [15.0, 1.0]),
            ("the same keys, key 1 moves to frame 12", [12.0, 1.0]),
            ("the same keys, key 3 moves to frame 3", [3.0, 3.0]),
            ("the same keys, key 2 moves to frame -3", [-3.0, 2.0]),
        ] {
            cases.push(Case::at(state, figures::moved).called(words));
        }
        for (words, frame) in [
            ("the same keys, key 1 moves to 0.00005 s after frame 12", 12.0 + 0.000_05 * RATE),
            ("the same keys, key 1 moves to a time that is not a number", f32::NAN),
            ("the same keys, key 1 moves to an infinite time", f32::INFINITY),
        ] {
            cases.push(Case::new(figures::moved([frame, 1.0])).called(words));
        }
        let turned = KeyCase { keys: keys_at(&[0.0, 100.0, 200.0, 200.0]), ..figures::moved([48.0, 1.0]) };
        cases.push(Case::new(turned).called("keys at frames 0, 12, 24 and 36, which turn by 0°, 100°, 200° and 200° about y, and key 1 moves to frame 48"));
        cases
    },
    drawn: probes::moves,
    call: |course, KeyCase { keys, key, time, .. }| {
        let mut keys = keys.clone();
        let index = course.pose_editor.move_key(&mut keys, *key, *time, &finished::TOOLS)?;
        Ok((index, keys))
    },
    compare: |input, (index, keys), answer| {
        compare_keys(answer, input, &keys, 0, 0);
        answer.compare("the index that is returned", index).group(&*input.name);
    },
};

fn shown_times(keys: &[Key]) -> String {
    let times: Vec<String> = keys.iter().map(|key| format!("{:.4}", key.time)).collect();
    if times.is_empty() { "no key yet".into() } else { format!("keys at {} s", times.join(", ")) }
}

fn shown_frames(keys: &[Key]) -> String {
    let frames: Vec<String> = keys.iter().map(|key| vector(&[RATE * key.time], 1)).collect();
    if frames.is_empty() { "empty".into() } else { frames.join(", ") }
}

type KeyValue = (&'static str, fn(&Key) -> Value);

/// Numbers of a key, with their names. A rotation takes a point to one place by q and by -q.
const KEY_VALUES: [KeyValue; 4] = [
    ("the time", |key| key.time.into()),
    ("the translation", |key| key.local.translation.into()),
    ("(1, 2, 3) turned by the rotation", |key| (key.local.rotation * Vec3::new(1.0, 2.0, 3.0)).into()),
    ("the scale", |key| key.local.scale.into()),
];

/// Compares keys, and the sides of their quaternions. Of a short list the frames are compared first, as a whole.
fn compare_keys(answer: &mut Answer, input: &KeyCase, keys: &[Key], step: u8, step_of_sides: u8) {
    let group = input.name.as_str();
    if input.keys.len() <= 5 {
        answer.compare("the list of frames", shown_frames(keys)).group(group).step(step);
    }
    answer.compare("the number of keys", keys.len()).group(group).step(step);
    for (what, value) in KEY_VALUES {
        for (index, key) in keys.iter().enumerate() {
            answer.compare(format!("{what} of key {index}"), finite(value(key))).group(group).step(step);
        }
    }
    for (index, pair) in keys.windows(2).enumerate() {
        let label = format!("key {}'s quaternion", index + 1);
        answer.compare(label, side(pair)).group(group).step(step_of_sides);
    }
}

/// Returns the side of the second quaternion of two keys.
fn side(pair: &[Key]) -> &'static str {
    match pair[0].local.rotation.dot(pair[1].local.rotation) {
        dot if dot.is_nan() => "not a number",
        // As far as can be: either is right.
        dot if dot.abs() < 0.02 => "on either side",
        dot if dot > 0.0 => "on the side of the key before it",
        _ => "on the other side from the key before it",
    }
}

// Steps of 16.3: of the table, the second writes offset, length and checksum, the third all else.
const CONTENT: u8 = 1;
const PLACES: u8 = 2;
const NAMES: u8 = 3;

/// 16.3: blobs, and the last step whose bytes are compared.
const WRITE_CONTAINER: Check<(Vec<Blob>, u8), Vec<u8>> = Check {
    tolerance: 0.0,
    words: |(blobs, _)| {
        let mut sizes = Vec::new();
        for blob in blobs {
            let name: String = blob.name.chars().take(12).collect();
            sizes.push(format!("{name:?} of {} bytes", blob.bytes.len()));
        }
        if sizes.is_empty() { "no blob".into() } else { format!("the blobs {}", sizes.join(", ")) }
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state, step) in [
            ("blobs hi of 7 bytes and up of 5: header and content", [1.0, 1.0, 7.0], CONTENT),
            ("blobs hi of 7 bytes and up of 5: the first three numbers of each entry", [1.0, 3.0, 7.0], PLACES),
            ("blobs hi of 7 bytes and up of 5", [10.0, 4.0, 7.0], NAMES),
            ("blobs hi without bytes and up of 5", [1.0, 1.0, 0.0], NAMES),
        ] {
            cases.push(Case::at(state, |[_, _, bytes]| (figures::blobs(bytes as usize), step)).called(words));
        }
        cases.push(Case::new((Vec::new(), NAMES)).called("no blob"));
        for (name, bytes) in [("é", 7_u16), ("hi", 300)] {
            let blob = Blob { name: name.into(), bytes: (1..=bytes).map(|byte| byte as u8).collect(), ..hi() };
            cases.push(Case::new((vec![blob], NAMES)).called(format!("a blob {name} of {bytes} bytes")));
        }
        cases
    },
    drawn: |probe| probes::containers(probe).into_iter().map(|(_, blobs)| (blobs, NAMES)).collect(),
    call: |course, (blobs, _)| Ok(course.pose_editor.write_container(blobs)?),
    compare: |(blobs, last), file, answer| {
        for Field { step, what, bytes, shown } in fields(&file, blobs) {
            if step <= *last {
                let range = match bytes.len() {
                    0 => "no byte".into(),
                    _ => format!("bytes {} to {}", bytes.start, bytes.end - 1),
                };
                let value = file.get(bytes).map_or("missing".into(), shown);
                answer.compare(format!("the {what} ({range})"), value).step(step);
            }
        }
        if *last == NAMES {
            answer.compare("the number of bytes", file.len()).step(NAMES);
        }
    },
};

/// Returns the first blob of the figures.
fn hi() -> Blob {
    figures::blobs(7).swap_remove(0)
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

/// Returns a file of two clips, changed, with the words of which the error has to say one.
fn unreadable(step: u8, words: &[&str], change: impl FnOnce(&mut RawFile)) -> FileCase {
    let mut file = RawFile::new(&figures::blobs(7));
    change(&mut file);
    FileCase { words: Some(words.iter().map(|word| (*word).into()).collect()), ..FileCase::new("", step, file.bytes()) }
}

/// Returns a sound file.
fn sound(blobs: &[Blob]) -> FileCase {
    FileCase { words: None, ..FileCase::new("", TABLE, RawFile::new(blobs).bytes()) }
}

/// 16.4: a file, and the words of which an error has to say one.
const READ_CONTAINER: Check<FileCase, Result<Vec<Blob>, String>> = Check {
    tolerance: 0.0,
    words: |file| format!("{} ({} bytes)", file.what, file.bytes.len()),
    by_hand: || {
        vec![
            Case::at([11.0, 6.0, 4.0], |state| FileCase::new("", HEADER_STEP, figures::damaged_file(state)))
                .called("a file with clips hi and up, whose last byte is changed"),
            Case::new(unreadable(HEADER_STEP, &["3"], |file| file.version = 3))
                .called("a file with clips hi of 7 bytes and up of 5, but its version is 3"),
            Case::new(FileCase {
                words: Some(vec!["2".into()]),
                ..FileCase::new("", HEADER_STEP, b"ARMA\x02\0\0\0and then another layout".to_vec())
            })
            .called("a file of version 2, of which only the first 8 bytes are as in version 1"),
            Case::new(sound(&[])).called("a file without blobs"),
            Case::new(sound(&figures::blobs(7))).called("a file with clips hi of 7 bytes and up of 5"),
            Case::new(sound(&[Blob { kind: Kind(*b"WHAT"), ..hi() }]))
                .called("a file with a blob hi of an unknown kind, WHAT"),
            Case::new(sound(&[Blob { version: 3, ..hi() }]))
                .called("a file with a clip hi whose kind has the version 3"),
            Case::at([8.0, 0.0, 1.0], |state| FileCase::new("", TABLE, figures::damaged_file(state)))
                .called("a file with two entries, whose header says 0 blobs"),
            Case::new(unreadable(TABLE, &["2", "3"], |file| file.count = 3))
                .called("a file with two entries, whose header says 3 blobs"),
            Case::new(unreadable(BLOBS, &["hi", "0", "1"], |file| {
                file.entries[0].numbers = [4_294_967_000, 1000, 0];
            }))
            .called("a file whose clip hi has the offset 4294967000 and 1000 bytes"),
            Case::at([0.0, 2.0, 4.0], |_| unreadable(BLOBS, &["hi", "0", "1"], |file| file.data[0] ^= 1 << 4))
                .called("a file whose clip hi has one byte changed"),
            Case::new(unreadable(BLOBS, &["hi", "0", "1", "2", "3"], |file| {
                file.entries.push(file.entries[0].clone());
                file.count = 3;
            }))
            .called("a file that has its clip hi twice"),
        ]
    },
    // Sound files and damaged ones.
    drawn: |probe| {
        let mut files = Vec::new();
        for (name, blobs) in probes::containers(probe) {
            files.push(FileCase { what: format!("a file of {name}"), ..sound(&blobs) });
        }
        files.extend(probes::bad_files(probe));
        files.sort_by_key(|file| file.step);
        files
    },
    call: |course, file| Ok(course.pose_editor.read_container(&file.bytes)?),
    compare: |FileCase { what, words, step, .. }, read, answer| {
        const GROUP: &str = "files that are as they should be";
        let Some(words) = words else {
            match read {
                Err(error) => drop(answer.compare_error("the number of blobs", &error).group(GROUP).step(TABLE)),
                Ok(blobs) => {
                    answer.compare("the number of blobs", blobs.len()).group(GROUP).step(TABLE);
                    for (number, Blob { name, kind, version, bytes }) in blobs.iter().enumerate() {
                        let entry = format!("{name:?}, {} version {version}", shown_text(&kind.0));
                        answer.compare(format!("blob {number}"), entry).group(GROUP).step(TABLE);
                        let bytes = format!("{}: {}", bytes.len(), shown_bytes(bytes));
                        answer.compare(format!("the bytes of blob {number}"), bytes).group(GROUP).step(BLOBS);
                    }
                }
            }
            return;
        };
        let shown = shown_words(words);
        let item = match read {
            Ok(blobs) => {
                let names: Vec<String> = blobs.into_iter().map(|blob| blob.name).collect();
                let names = if names.is_empty() { "no blob".into() } else { names.join(", ") };
                answer.compare("the result", format!("no error, and {names}"))
            }
            Err(_) if words.is_empty() => answer.compare("the result", "an error"),
            Err(error) if words.iter().any(|word| says(&error, word)) => {
                answer.compare("the result", format!("an error that says {shown}"))
            }
            Err(error) => {
                let item = answer.compare("the result", format!("an error that does not say {shown}"));
                let error = format!("{error:?}");
                item.note(match *step {
                    HEADER_STEP => format!("the error says {error}, but not the file's version: {shown}."),
                    _ => format!(
                        "the error says {error}, but not which blob: {shown} (a number may count from 0 or from 1)."
                    ),
                })
            }
        };
        item.group(what.as_str()).step(*step);
    },
};

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

/// 16.5: keys.
const WRITE_KEYS: Check<Vec<Key>, Vec<u8>> = Check {
    tolerance: 0.0,
    words: |keys| shown_times(keys),
    by_hand: || {
        let [one, other] = [0.5, 1.0].map(figures::one_key);
        vec![
            Case::at([4.0, 0.0, 0.5], |[_, _, time]| vec![figures::one_key(time)])
                .called("one key, at 0.5 s: translation (1, 0.5, 0), rotation (0, 0, 0.6, 0.8), scale (1.5, 1.5, 1.5)"),
            Case::new(vec![one, other]).called("this key and another, at 1 s"),
            Case::new(Vec::new()).called("no key"),
        ]
    },
    drawn: probes::key_lists,
    call: |course, keys| Ok(course.pose_editor.write_keys(keys)?),
    compare: |keys, bytes, answer| {
        let count = get_u32(&bytes, 0).map_or("missing".into(), |count| count.to_string());
        answer.compare("the count (bytes 0 to 3)", count);
        for index in 0..keys.len() {
            for (number, what) in NUMBERS.into_iter().enumerate() {
                let at = 4 + 44 * index + 4 * number;
                let value = get_u32(&bytes, at).map_or("missing".into(), |bits| f32::from_bits(bits).to_string());
                answer.compare(format!("{what} of key {index} (bytes {at} to {})", at + 3), value);
            }
        }
        answer.compare("the number of bytes", bytes.len());
    },
};

/// Numbers of a key in a blob.
const NUMBERS: [&str; 11] = [
    "the time",
    "the translation's x",
    "the translation's y",
    "the translation's z",
    "the rotation's x",
    "the rotation's y",
    "the rotation's z",
    "the rotation's w",
    "the scale's x",
    "the scale's y",
    "the scale's z",
];

/// 16.6: the bytes of a blob of keys.
const READ_KEYS: Check<Vec<u8>, Result<Vec<Key>, String>> = Check {
    tolerance: 0.0,
    words: |bytes| match get_u32(bytes, 0) {
        Some(count) => format!("{} bytes, whose count is {count}", bytes.len()),
        None => format!("{} bytes", bytes.len()),
    },
    by_hand: || {
        let bytes = figures::cut_keys([11.0, 3.0, 1.0]);
        let claim = [&[0xff; 4], &bytes[4..]].concat();
        vec![
            Case::at([11.0, 3.0, 1.0], figures::cut_keys).called("48 bytes, whose count is 1"),
            Case::at([11.0, 3.0, 2.0], figures::cut_keys).called("the same bytes, but their count is 2"),
            Case::at([11.0, 3.0, 0.0], figures::cut_keys).called("the same bytes, but their count is 0"),
            Case::new(claim).called("the same bytes, but their count is 4294967295"),
            Case::new(vec![0; 4]).called("the 4 bytes of the count 0"),
            Case::new(vec![0; 3]).called("3 bytes"),
        ]
    },
    drawn: probes::key_blobs,
    call: |course, bytes| Ok(course.pose_editor.read_keys(bytes)?),
    compare: |_, read, answer| match read {
        Err(error) => drop(answer.compare("the result", "an error").note(format!("the error says {error:?}."))),
        Ok(keys) => {
            answer.compare("the result", format!("no error, and {} keys", keys.len()));
            for (index, Key { time, local }) in keys.iter().enumerate() {
                answer.compare(format!("the time of key {index}"), time.to_string());
                for (what, numbers) in [
                    ("the translation", &local.translation.to_array()[..]),
                    ("the rotation", &local.rotation.to_array()),
                    ("the scale", &local.scale.to_array()),
                ] {
                    answer.compare(format!("{what} of key {index}"), vector(numbers, 4));
                }
            }
        }
    },
};
