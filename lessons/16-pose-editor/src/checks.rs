//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, BadFile, KeyCase};
use crate::{Answers, Blob, HEADER, Key, Tools, finished};
use common::check::{Answer, Check, Lesson, announce, called_the_answer};
use common::{lesson, words};
use glam::Vec3;

/// Lesson 16, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(SET, MOVE, WRITE, READ);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = finished::ANSWERS;

const SET: Check<Answers> = Check {
    // Numbers of about 3 are taken over as they are. Ten times SAME_TIME: a key that is replaced may keep its time.
    tolerance: 1e-3,
    ask: |answers, probe| Ok(probes::settings(probe).iter().map(|case| set(answers, case)).collect()),
};

const MOVE: Check<Answers> = Check {
    tolerance: SET.tolerance,
    ask: |answers, probe| Ok(probes::moves(probe).iter().map(|case| moved(answers, case)).collect()),
};

const WRITE: Check<Answers> = Check {
    tolerance: 0.0,
    ask: |answers, probe| {
        let all = probes::containers(probe).into_iter().map(|(name, blobs)| {
            announce(words!("write", name));
            written(&name, &blobs, &(answers.write_container)(&blobs))
        });
        Ok(all.collect())
    },
};

const READ: Check<Answers> = Check {
    tolerance: 0.0,
    ask: |answers, probe| {
        let all = probes::containers(probe).into_iter();
        let good = all.map(|(name, blobs)| read(answers, &name, &blobs));
        Ok(good.chain([refused(answers, &probes::bad_files(probe))]).collect())
    },
};

/// For 16.1, whose own tool is no answer.
const TOOLS_FOR_SET: Tools = Tools {
    set_key: |keys, time, local, tools| {
        called_the_answer();
        (REFERENCE.set_key)(keys, time, local, tools);
    },
    ..finished::TOOLS
};

fn set(answers: &Answers, case: &KeyCase) -> Answer {
    announce(words!("set", keys = shown_keys(&case.keys), time = case.time, name = case.name));
    let mut keys = case.keys.clone();
    (answers.set_key)(&mut keys, case.time, case.local, &TOOLS_FOR_SET);
    listed(&case.name, case.time, &keys).grouped(|_| case.name.clone())
}

fn moved(answers: &Answers, case: &KeyCase) -> Answer {
    let (from, count) = (case.key, case.keys.len());
    announce(words!("move", keys = shown_keys(&case.keys), from, time = case.time, name = case.name));
    let mut keys = case.keys.clone();
    let index = (answers.move_key)(&mut keys, from, case.time, &finished::TOOLS);
    let label = format!("key {from} of {count} {}, the index that is returned", case.name);
    listed(&format!("key {from} of {count} {}", case.name), case.time, &keys)
        .and(Answer::words(|_| label.clone(), [index]))
        .grouped(|_| case.name.clone())
}

fn shown_keys(keys: &[Key]) -> String {
    let times: Vec<String> = keys.iter().map(|key| format!("{:.4}", key.time)).collect();
    if times.is_empty() { "no key".into() } else { format!("keys at {}", times.join(", ")) }
}

/// Every key: when, which, how it turns (by either quaternion), and on which side of the key before it.
fn listed(case: &str, time: f32, keys: &[Key]) -> Answer {
    let case = format!("{case} ({time:.4} s)");
    let label = |what: &'static str| {
        let case = &case;
        move |key: usize| format!("{case}: key {key}, {what}")
    };
    let side = |pair: &[Key]| {
        let dot = pair[0].local.rotation.dot(pair[1].local.rotation);
        match dot {
            _ if dot.is_nan() => "no number",
            // As far as can be: either is right.
            _ if dot.abs() < 0.02 => "either side",
            _ if dot > 0.0 => "the side of the key before it",
            _ => "the other side than the key before it",
        }
    };
    // Where a rotation takes a point: q and -q take it to one place.
    let turned = keys.iter().map(|key| key.local.rotation * Vec3::new(1.0, 2.0, 3.0));
    Answer::words(|_| format!("{case}: number of keys"), [keys.len()])
        .and(Answer::finite_numbers(label("time"), keys.iter().map(|key| key.time)))
        .and(Answer::finite_points(label("translation"), keys.iter().map(|key| key.local.translation)))
        .and(Answer::finite_points(label("its rotation takes (1, 2, 3) to"), turned))
        .and(Answer::finite_points(label("scale"), keys.iter().map(|key| key.local.scale)))
        .and(Answer::words(|pair| label("its quaternion")(pair + 1), keys.windows(2).map(side)))
}

/// Every field of the file, where it should be.
fn written(name: &str, blobs: &[Blob], file: &[u8]) -> Answer {
    let (mut labels, mut words) = (Vec::new(), Vec::new());
    // Returns where the next field begins.
    let mut field = |what: &str, from: usize, length: usize, shown: fn(&[u8]) -> String| {
        let to = from + length;
        let range = if length == 0 { "no byte".into() } else { format!("bytes {from} to {}", to - 1) };
        labels.push(format!("{name}: {what} ({range})"));
        words.push(file.get(from..to).map_or("the file ends before".into(), shown));
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
    labels.push(format!("{name}: bytes altogether"));
    words.push(file.len().to_string());
    Answer::words(|index| labels[index].clone(), words)
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

/// What comes back of a file that is as it should be.
fn read(answers: &Answers, name: &str, blobs: &[Blob]) -> Answer {
    let file = probes::RawFile::of(blobs).bytes();
    announce(words!("read", what = format!("a file of {name}"), count = file.len()));
    let label = format!("a file of {name}");
    match (answers.read_container)(&file) {
        Err(error) => Answer::error(&label, &error),
        Ok(blobs) => {
            let said = blobs.iter().map(|blob| {
                let kind = shown_text(&blob.kind.0);
                let Blob { name, version, bytes, .. } = blob;
                let bytes = format!("{}: {}", bytes.len(), shown_bytes(bytes));
                format!("{name:?}, {kind} version {version}, bytes {bytes}")
            });
            Answer::words(|_| format!("{label}: number of blobs"), [blobs.len()])
                .and(Answer::words(|number| format!("{label}: blob {number}"), said))
        }
    }
    .grouped(|_| "files that are as they should be".into())
}

/// What is said of files that are not.
fn refused(answers: &Answers, files: &[BadFile]) -> Answer {
    let mut note = Vec::new();
    let said = files.iter().map(|BadFile { what, words, bytes }| {
        announce(words!("read", what = what, count = bytes.len()));
        match (answers.read_container)(bytes) {
            Ok(blobs) => {
                let names: Vec<String> = blobs.into_iter().map(|blob| blob.name).collect();
                format!("no error, and {}", if names.is_empty() { "no blob".into() } else { names.join(", ") })
            }
            Err(_) if words.is_empty() => "an error".into(),
            Err(error) if words.iter().any(|word| says(&error, word)) => "an error that says which".into(),
            Err(error) => {
                if note.is_empty() {
                    let (error, words) = (format!("{error:?}"), shown_words(words));
                    note.push(if probes::NEWER.contains(what) {
                        words!("vague-version", what, error, words)
                    } else {
                        words!("vague", what, error, words)
                    });
                }
                "an error that does not say which".into()
            }
        }
    });
    let said: Vec<String> = said.collect();
    let label = |index: usize| {
        let BadFile { what, words, .. } = &files[index];
        let which = if words.is_empty() { String::new() } else { format!(": {}", shown_words(words)) };
        format!("{what}{which}")
    };
    Answer::words(label, said).grouped(|index| files[index].what.into()).noting(note)
}

/// Names in quotes, numbers without.
fn shown_words(words: &[String]) -> String {
    let shown = |word: &String| match word.parse::<u32>() {
        Ok(number) => number.to_string(),
        Err(_) => format!("{word:?}"),
    };
    words.iter().map(shown).collect::<Vec<_>>().join(" or ")
}

/// Whether a text holds a word, and not just as a part of a number: 1 is not said by 16.
fn says(text: &str, word: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !is_digit(before.chars().next_back()) && !is_digit(after.chars().next())
    })
}
