//! Inputs of the checks.

use crate::{Blob, HEADER, Key, Kind, SAME_TIME, Transform, VERSION, checksum, header, put_kind, put_u16, put_u32s};
use armature_offline::edit;
use check::{Probe, Random};
use glam::{Quat, Vec3};

/// A list of keys, and what is done to it.
pub struct KeyCase {
    /// Name in a report.
    pub name: String,
    /// Keys in order, no two at one time, each rotation on the side of the one before it.
    pub keys: Vec<Key>,
    /// Index of the key that is moved; unused if one is set.
    pub key: usize,
    /// Time to which a key is moved, or at which one is set.
    pub time: f32,
    /// The transform that is set.
    pub local: Transform,
}

/// A joint that keeps turning about a slanted axis, by the same angle from key to key. Rotations more than half a turn apart
/// lie on different sides, those of neighbours on the same side; the first lies on a random side.
struct Turning {
    start: Quat,
    axis: Vec3,
    step: f32,
    random: Random,
}

impl Turning {
    fn new(mut random: Random) -> Self {
        let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
        let start = random.rigid().rotation * sign;
        let axis = random.direction();
        let step = random.between(52.5, 55.5).to_radians();
        Turning { start, axis, step, random }
    }

    /// Returns the transform after so many steps from the start. Its quaternion changes sides after each half turn.
    fn local(&mut self, steps: f32) -> Transform {
        let turn = Quat::from_axis_angle(self.axis, self.step * steps);
        let scale = Vec3::from_array([0; 3].map(|_: i32| self.random.between(0.7, 1.4)));
        Transform { translation: self.random.vector(), rotation: self.start * turn, scale }
    }

    fn key(&mut self, time: f32, steps: f32) -> Key {
        Key { time, local: self.local(steps) }
    }

    /// Returns eight keys about 0.4 s apart, the first before 0, over more than a whole turn.
    fn keys(&mut self) -> Vec<Key> {
        let mut time = self.random.between(-1.1, -0.7);
        let mut keys = Vec::new();
        for index in 0..8 {
            keys.push(self.key(time, index as f32));
            time += self.random.between(0.3, 0.5);
        }
        keys
    }
}

fn negated(local: Transform) -> Transform {
    Transform { rotation: -local.rotation, ..local }
}

/// Returns a random time between the key with this index and the next.
fn between(random: &mut Random, keys: &[Key], index: usize) -> f32 {
    let fraction = random.between(0.25, 0.75);
    keys[index].time + fraction * (keys[index + 1].time - keys[index].time)
}

/// Returns keys to set: at either end, between, at the time of another, nearly there; with quaternions of either side;
/// in a gap of more than half a turn; and with numbers that are not finite.
pub fn settings(probe: &Probe) -> Vec<KeyCase> {
    let mut turning = Turning::new(probe.random());
    let random = &mut Random::new(probe.random().below(1 << 30) as u64);
    let mut cases = Vec::new();
    let rounds = if probe.is_last() { 6 } else { 1 };
    for _ in 0..rounds {
        let keys = turning.keys();
        let mut add = |name: &str, keys: &[Key], time: f32, local: Transform| {
            cases.push(KeyCase { name: name.into(), keys: keys.to_vec(), key: 0, time, local });
        };
        let last = keys.len() - 1;
        let some = 2 + random.below(4);
        add("into an empty list", &[], random.between(0.2, 1.5), turning.local(0.5));
        let time = keys[0].time - random.between(0.1, 0.5);
        add("before the first, the other quaternion", &keys, time, negated(turning.local(-0.6)));
        let time = keys[last].time + random.between(0.1, 0.5);
        add("after the last", &keys, time, turning.local(7.6));
        add("after the last, the other quaternion", &keys, time, negated(turning.local(7.6)));
        for index in [0, some, last - 1] {
            let name = "between two keys";
            let time = between(random, &keys, index);
            let local = turning.local(index as f32 + 0.4);
            add(name, &keys, time, local);
            add(&format!("{name}, the other quaternion"), &keys, time, negated(local));
        }
        for index in [0, some, last] {
            let time = keys[index].time;
            let local = turning.local(index as f32 + 0.3);
            add("at the time of a key", &keys, time, negated(local));
            let near = random.between(0.2, 0.6) * SAME_TIME;
            add("just after a key", &keys, time + near, local);
            add("just before a key", &keys, time - near, negated(local));
            let apart = random.between(3.0, 6.0) * SAME_TIME;
            add("a thousandth after a key", &keys, time + apart, local);
            add("a thousandth before a key", &keys, time - apart, local);
        }
        // Half a turn and more without a key: the short way is the other way round, until there is one in the middle.
        let mut gap = Vec::new();
        for Key { time, local } in [0, 1, 5, 6, 7].map(|index: usize| keys[index]) {
            edit::set_key(&mut gap, time, local);
        }
        let time = between(random, &gap, 1);
        add("in the middle of more than half a turn", &gap, time, turning.local(3.0));
        // The key that held the two halves together turns the other way.
        let held: Vec<Key> = [0, 1, 3, 5, 6].iter().map(|index| keys[*index]).collect();
        let time = held[2].time;
        let local = turning.local(6.6);
        add("at the time of a key, turned further", &held, time, local);
        let time = between(random, &keys, some);
        let local = turning.local(some as f32 + 0.5);
        let undefined = Transform { translation: local.translation.with_y(f32::NAN), ..local };
        add("time NaN", &keys, f32::NAN, local);
        add("time infinite", &keys, f32::INFINITY, local);
        add("a translation that is NaN", &keys, time, undefined);
        let turned = Transform { rotation: Quat::from_xyzw(0.0, f32::NAN, 0.0, 1.0), ..local };
        add("a rotation that is NaN", &keys, time, turned);
        let scaled = Transform { scale: Vec3::splat(f32::INFINITY), ..local };
        add("an infinite scale", &keys, time, scaled);
        add("a translation that is NaN, at the time of a key", &keys, keys[some].time, undefined);
        add("time NaN, into an empty list", &[], f32::NAN, local);
        // Every part of the range.
        for time in random.spread(16, -1.0, 2.0) {
            add("somewhere", &keys, time, turning.local(random.between(0.0, 7.0)));
        }
    }
    cases
}

/// Returns keys to move: between their neighbours, past one and several, onto others, nowhere.
pub fn moves(probe: &Probe) -> Vec<KeyCase> {
    let mut turning = Turning::new(probe.random());
    let random = &mut Random::new(probe.random().below(1 << 30) as u64);
    let mut cases = Vec::new();
    let rounds = if probe.is_last() { 6 } else { 1 };
    for _ in 0..rounds {
        let keys = turning.keys();
        let mut add = |name: &str, key: usize, time: f32| {
            let local = Transform::IDENTITY;
            cases.push(KeyCase { name: name.into(), keys: keys.clone(), key, time, local });
        };
        let some = 2 + random.below(3);
        let before = between(random, &keys, some - 1);
        let after = between(random, &keys, some);
        add("a little earlier", some, before);
        add("a little later", some, after);
        add("past the next", some, between(random, &keys, some + 1));
        add("past the one before", some, between(random, &keys, some - 2));
        add("past two to the right", some, between(random, &keys, some + 2));
        add("past two to the left", some + 1, between(random, &keys, some - 2));
        add("to the front", some, keys[0].time - random.between(0.1, 0.4));
        add("to the end", some, keys[7].time + random.between(0.1, 0.4));
        add("the first to the end", 0, keys[7].time + random.between(0.1, 0.4));
        add("the last to the front", 7, keys[0].time - random.between(0.1, 0.4));
        add("onto the next", some, keys[some + 1].time);
        add("onto one further to the right", some, keys[some + 3].time);
        add("onto the one before", some, keys[some - 1].time);
        add("onto one further to the left", some + 2, keys[some - 2].time);
        let near = random.between(0.2, 0.6) * SAME_TIME;
        add("nearly onto one to the right", some, keys[some + 2].time - near);
        add("nearly onto one to the left", some, keys[some - 2].time + near);
        let apart = random.between(3.0, 6.0) * SAME_TIME;
        add("a thousandth before one to the right", some, keys[some + 2].time - apart);
        add("to where it is", some, keys[some].time);
        add("to nearly where it is", some, keys[some].time + near);
        add("to NaN", some, f32::NAN);
        add("to infinity", some, f32::INFINITY);
        for time in random.spread(16, -1.0, 2.0) {
            add("somewhere", random.below(keys.len()), time);
        }
        let alone = vec![keys[some]];
        let name = "the only key".into();
        let local = Transform::IDENTITY;
        cases.push(KeyCase { name, keys: alone, key: 0, time: after, local });
    }
    cases
}

/// Returns containers of up to eight blobs, with their descriptions. One blob is empty, names have more bytes than letters,
/// one name stands for two kinds, and one kind is unknown.
pub fn containers(probe: &Probe) -> Vec<(String, Vec<Blob>)> {
    let random = &mut probe.random();
    let mut all = vec![("no blob".into(), Vec::new())];
    let counts = if probe.is_last() { (1..=8).collect() } else { vec![1, 5, 8] };
    for count in counts {
        let mut blobs: Vec<Blob> = (0..count).map(|index| blob(random, index)).collect();
        let empty = random.below(count);
        if count > 2 {
            blobs[empty].bytes.clear();
        } else {
            blobs[0].version = 1;
        }
        let plural = if count == 1 { "" } else { "s" };
        all.push((format!("{count} blob{plural}"), blobs));
    }
    let mut empty: Vec<Blob> = (0..2).map(|index| blob(random, index)).collect();
    for blob in &mut empty {
        blob.bytes.clear();
    }
    all.push(("2 empty blobs".into(), empty));
    if probe.is_last() {
        let mut long = blob(random, 1);
        long.name = "Ω".repeat(300);
        long.bytes = (0..70_000).map(|index: i32| index as u8).collect();
        let nameless = Blob { name: String::new(), ..blob(random, 2) };
        all.push(("a long blob with a long name, and one without a name".into(), vec![long, nameless]));
    }
    all
}

/// Names of different lengths. A probe draws from 40.
const NAMES: [&str; 8] =
    ["wave", "Grüße", " swing 2 ", "überholen", "行走", "a-very-long-clip-name", "é", "knight/idle"];

/// Returns a random blob; `index` chooses name, kind and length.
fn blob(random: &mut Random, index: usize) -> Blob {
    let kinds = [*b"CLIP", *b"FIGR", *b"CLIP", *b"ATCH", *b"SPHR", *b"CLIP", *b"WHAT", *b"CLIP"];
    let length = [17, 40, 5, 29, 33, 12, 22, 8][index] + random.below(5);
    let bytes = (0..length).map(|_| random.below(256) as u8).collect();
    // The fifth has the name of the first, and another kind.
    let name = if index == 4 { NAMES[0] } else { NAMES[index] };
    Blob { name: name.into(), kind: Kind(kinds[index]), version: 1 + random.below(4) as u32, bytes }
}

/// An entry of a table that can be damaged.
#[derive(Clone)]
pub struct RawEntry {
    /// Offset, length, checksum.
    pub numbers: [u32; 3],
    /// Kind and version, the length of the name, and the name itself.
    pub rest: Vec<u8>,
}

/// Offset of the name's length in [`RawEntry::rest`].
const NAME_LENGTH: usize = 8;
/// Offset of the name in [`RawEntry::rest`].
const NAME: usize = 10;

/// A file in parts, any of which can be damaged before the checksum of the table is computed.
#[derive(Clone)]
pub struct RawFile {
    /// The header's version.
    pub version: u32,
    /// Number of entries in the header.
    pub count: u32,
    /// Bytes between header and table.
    pub data: Vec<u8>,
    /// The table's entries.
    pub entries: Vec<RawEntry>,
}

impl RawFile {
    /// Makes the parts of a sound file of these blobs.
    pub fn new(blobs: &[Blob]) -> Self {
        let mut data = Vec::new();
        let mut entries = Vec::new();
        for blob in blobs {
            let offset = (HEADER + data.len()) as u32;
            let numbers = [offset, blob.bytes.len() as u32, checksum(&blob.bytes)];
            let mut rest = Vec::new();
            put_kind(&mut rest, blob);
            put_u16(&mut rest, blob.name.len() as u16);
            rest.extend(blob.name.as_bytes());
            entries.push(RawEntry { numbers, rest });
            data.extend(&blob.bytes);
        }
        RawFile { version: VERSION, count: blobs.len() as u32, data, entries }
    }

    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let mut table = Vec::new();
        for entry in &self.entries {
            put_u32s(&mut table, &entry.numbers);
            table.extend(&entry.rest);
        }
        let mut header = header(self.count as usize, HEADER + self.data.len(), &table);
        header[4..8].copy_from_slice(&self.version.to_le_bytes());
        [header, self.data.clone(), table].concat()
    }
}

/// A file that is read or refused.
pub struct FileCase {
    /// Description of the file, or of its damage; empty if its verdict has one.
    pub what: String,
    /// Words of which the error must contain one; empty if any error will do. `None` if the file is to be read.
    pub words: Option<Vec<String>>,
    /// The file.
    pub bytes: Vec<u8>,
    /// The step of 16.4 that refuses it.
    pub step: u8,
}

impl FileCase {
    /// A file that is to be refused with any error.
    pub fn new(what: &str, step: u8, bytes: Vec<u8>) -> Self {
        FileCase { what: what.into(), words: Some(Vec::new()), bytes, step }
    }
}

/// The steps of 16.4.
pub(crate) const HEADER_STEP: u8 = 1;
pub(crate) const TABLE: u8 = 2;
pub(crate) const BLOBS: u8 = 3;

/// Descriptions of files of a newer version, whose error must contain the version.
pub const NEWER: [&str; 3] = [
    "a newer version",
    "a newer version with entries of another form",
    "a newer version that shares only the first 8 bytes with this one",
];

/// Returns files of four blobs, each damaged in another way.
pub fn bad_files(probe: &Probe) -> Vec<FileCase> {
    let random = &mut probe.random();
    let blobs: Vec<Blob> = (0..4).map(|index| blob(random, index)).collect();
    let good = RawFile::new(&blobs);
    let all = good.bytes();
    let mut bad = Vec::new();
    let mut add = |what: &str, words: &[String], bytes: Vec<u8>| {
        let step = match what {
            _ if NEWER.contains(&what) => HEADER_STEP,
            "another magic number" | "a table with one bit flipped" | "a file that is cut off" => HEADER_STEP,
            "an entry too few in the table"
            | "a table of 4 entries, and 3 in the header"
            | "a table of 4 entries, and 4 294 967 295 in the header"
            | "a name that continues past the end of the table"
            | "a name that is not text" => TABLE,
            _ => BLOBS,
        };
        bad.push(FileCase { words: Some(words.to_vec()), ..FileCase::new(what, step, bytes) });
    };
    for which in [0, 1 + random.below(2), 3] {
        let words = [blobs[which].name.clone(), which.to_string(), (which + 1).to_string()];
        let mut broken = |what: &str, damage: &dyn Fn(&mut RawEntry)| {
            let mut file = good.clone();
            damage(&mut file.entries[which]);
            add(what, &words, file.bytes());
        };
        let beyond = all.len() as u32 + 1 + random.below(50) as u32;
        broken("a blob that begins past the end of the file", &|entry| entry.numbers[0] = beyond);
        broken("a blob that ends past the end of the file", &|entry| entry.numbers[1] += beyond);
        broken("a blob whose offset + length are more than 32 bits", &|entry| {
            entry.numbers[0] = u32::MAX - 3;
        });
        broken("a blob of 4 294 967 295 bytes", &|entry| entry.numbers[1] = u32::MAX);
        broken("a blob that begins a byte too late", &|entry| entry.numbers[0] += 1);
        // What is left of these would have the right checksum.
        let ends = all.len() as u32;
        let rest = good.entries[which].numbers[0] as usize - HEADER;
        broken("a blob of 7 bytes that begins where the file ends", &|entry| {
            entry.numbers = [ends, 7, checksum(&[])];
        });
        broken("a blob that continues through the table and past the end of the file", &|entry| {
            entry.numbers[1] += beyond;
            entry.numbers[2] = checksum(&good.data[rest..]);
        });
        broken("a blob with another checksum", &|entry| entry.numbers[2] ^= 0x400);
        let mut flipped = all.clone();
        flipped[good.entries[which].numbers[0] as usize + 2] ^= 0x10;
        add("a blob with one bit flipped", &words, flipped);
    }
    let mut twice = good.clone();
    twice.entries[3].rest.clone_from(&good.entries[1].rest);
    let words = [&*blobs[1].name, "1", "2", "3", "4"].map(String::from);
    add("two blobs of one kind and name", &words, twice.bytes());
    let [less, few, many] = [3, 5, u32::MAX].map(|count| RawFile { count, ..good.clone() }.bytes());
    add("a table of 4 entries, and 3 in the header", &[], less);
    add("an entry too few in the table", &["4".into(), "5".into()], few);
    add("a table of 4 entries, and 4 294 967 295 in the header", &[], many);
    let mut long = good.clone();
    long.entries[3].rest[NAME_LENGTH] += 1 + random.below(200) as u8;
    add("a name that continues past the end of the table", &["3".into(), "4".into()], long.bytes());
    let mut other = good.clone();
    other.entries[2].rest[NAME + 1] = 0xff;
    add("a name that is not text", &["2".into(), "3".into()], other.bytes());
    let newer = RawFile { version: 2 + random.below(60) as u32, ..good.clone() };
    let version = [newer.version.to_string()];
    add(NEWER[0], &version, newer.bytes());
    let mut otherwise = newer.clone();
    for entry in &mut otherwise.entries {
        entry.rest[NAME] = 0xff;
    }
    add(NEWER[1], &version, otherwise.bytes());
    let mut unknown = newer.bytes()[..8].to_vec();
    unknown.extend((0..90).map(|_| random.below(256) as u8));
    add(NEWER[2], &version, unknown);
    let mut foreign = all.clone();
    foreign[..4].copy_from_slice(b"ARMS");
    add("another magic number", &[], foreign);
    let mut table = all.clone();
    table[all.len() - 2] ^= 1;
    add("a table with one bit flipped", &[], table);
    let cuts = if probe.is_last() { (0..all.len()).collect() } else { vec![0, 3, 23, 30, 60] };
    for cut in cuts.into_iter().chain([all.len() - 1]) {
        add("a file that is cut off", &[], all[..cut].to_vec());
    }
    bad
}

/// Returns lists of keys, of different lengths.
pub fn key_lists(probe: &Probe) -> Vec<Vec<Key>> {
    let mut turning = Turning::new(probe.random());
    let counts: &[usize] = if probe.is_last() { &[0, 1, 2, 7, 8, 8, 300] } else { &[1, 8] };
    let mut lists = Vec::new();
    for count in counts {
        lists.push(turning.keys().into_iter().cycle().take(*count).collect());
    }
    lists
}

/// Returns blobs of keys, sound ones and such that end early, continue or have another count.
pub fn key_blobs(probe: &Probe) -> Vec<Vec<u8>> {
    let random = &mut Random::new(probe.random().below(1 << 30) as u64);
    let mut blobs = Vec::new();
    for keys in key_lists(probe) {
        let bytes = (crate::finished::ANSWERS.write_keys)(&keys);
        for cut in [1, 1 + random.below(43), 44] {
            blobs.push(bytes[..bytes.len().saturating_sub(cut)].to_vec());
        }
        for added in [1, 1 + random.below(43), 44] {
            blobs.push([&bytes[..], &vec![0; added]].concat());
        }
        let count = keys.len() as u32;
        for other in [0, count + 1, count / 2, count << 16, u32::MAX] {
            blobs.push([&other.to_le_bytes(), &bytes[4..]].concat());
        }
        blobs.push(bytes);
    }
    blobs
}
