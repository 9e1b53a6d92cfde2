//! The live figures of the text.

use crate::finished::{self, TOOLS};
use crate::probes::{KeyCase, RawFile};
use crate::{Blob, HEADER, Key, Kind, Tools, Transform, get_entry, get_header, get_u32};
use drawing::{Align, Figure, Ink, Parameter, Plot, Sheet, Shown};
use given::{CallError, Course};
use glam::{Quat, Vec2, Vec3};
use std::ops::Range;

pub const FIGURES: &[Figure] = &[
    Figure {
        name: "16.1",
        size: [360.0, 185.0],
        parameters: &[Parameter::new("frame", [FIRST, 24.0]).whole().plays(6.0)],
        shown: Shown::Cases(2),
        draw: draw_set,
    },
    Figure {
        name: "16.1-signs",
        size: [360.0, 190.0],
        parameters: &[Parameter::new("last", [0.0, 360.0]).unit("°"), Parameter::new("keys", [2.0, 3.0]).whole()],
        shown: Shown::At(&[&[200.0, 2.0], &[200.0, 3.0]]),
        draw: signs,
    },
    Figure {
        name: "16.2",
        size: [360.0, 185.0],
        parameters: &[
            Parameter::new("to", [FIRST, 24.0]).whole().plays(6.0),
            Parameter::new("key", [0.0, 4.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: draw_moved,
    },
    Figure {
        name: "16.3",
        size: [360.0, 196.0],
        parameters: &[
            Parameter::new("column", [0.0, 11.0]).whole(),
            Parameter::new("row", [0.0, 6.0]).whole(),
            Parameter::new("bytes", [0.0, 7.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: file,
    },
    Figure {
        name: "16.4",
        size: [360.0, 196.0],
        parameters: &[
            Parameter::new("column", [0.0, 11.0]).whole(),
            Parameter::new("row", [0.0, 6.0]).whole(),
            Parameter::new("bit", [1.0, 7.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: damaged,
    },
    Figure {
        name: "16.5",
        size: [360.0, 196.0],
        parameters: &[
            Parameter::new("column", [0.0, 11.0]).whole(),
            Parameter::new("row", [0.0, 3.0]).whole(),
            Parameter::new("time", [0.0, 1.0]).unit("s"),
        ],
        shown: Shown::Cases(1),
        draw: key_bytes,
    },
    Figure {
        name: "16.6",
        size: [360.0, 196.0],
        parameters: &[
            Parameter::new("column", [0.0, 11.0]).whole(),
            Parameter::new("row", [0.0, 6.0]).whole(),
            Parameter::new("count", [0.0, 2.0]).whole(),
        ],
        shown: Shown::Cases(2),
        draw: keys_of_bytes,
    },
];

/// Frames a second, as a dope sheet counts them.
pub(crate) const RATE: f32 = 24.0;
/// Times of the keys, in frames.
const KEYS: [f32; 5] = [0.0, 6.0, 12.0, 18.0, 23.0];

/// The frame at which the dope sheet begins: keys may lie before 0.
const FIRST: f32 = -3.0;

fn key(frame: f32, degrees: f32) -> Key {
    let local = Transform::from_rotation(Quat::from_rotation_z(degrees.to_radians()));
    Key { time: frame / RATE, local }
}

/// Each turned by 40 degrees from the one before it.
fn keys() -> Vec<Key> {
    KEYS.iter().zip(0..).map(|(frame, index)| key(*frame, 40.0 * index as f32 - 80.0)).collect()
}

/// Returns 16.1's keys, and one that is set at a frame.
pub(crate) fn set([frame]: [f32; 1]) -> KeyCase {
    let Key { time, mut local } = key(frame, 60.0);
    local.scale = Vec3::splat(1.4);
    KeyCase { name: String::new(), keys: keys(), key: 0, time, local }
}

/// Returns 16.2's keys, and one that is moved to a frame.
pub(crate) fn moved([to, key]: [f32; 2]) -> KeyCase {
    KeyCase { name: String::new(), keys: keys(), key: key as usize, time: to / RATE, local: Transform::IDENTITY }
}

fn tools(answers: &Course) -> Tools {
    Tools { set_key: answers.pose_editor.set_key, ..TOOLS }
}

/// Returns w and z of a rotation about z; the identity is (1, 0).
fn in_plane(q: Quat) -> Vec2 {
    Vec2::new(q.w, q.z)
}

/// Draws a key, and its arm's direction as long as the key's scale.
fn draw_key(sheet: &mut Sheet, at: Vec2, key: &Key, ink: Ink) {
    let half = in_plane(key.local.rotation);
    sheet.line(&[at, at + 15.0 * key.local.scale.x * half.rotate(half)], ink);
    sheet.key(at, ink);
}

/// Draws the keys before the edit in a row. Returns the plots of that row and of the list above it, whose height is a
/// key's index.
fn draw_before(sheet: &mut Sheet) -> [Plot; 2] {
    let [row, list] = [[40.0, 40.0], [78.0, 165.0]]
        .map(|[low, high]| Plot::new([Vec2::new(60.0, low), Vec2::new(330.0, high)], [FIRST / RATE, 1.0], [0.0, 5.0]));
    sheet.line(&[Vec2::new(60.0, 40.0), Vec2::new(330.0, 40.0)], Ink::Faint);
    for (index, frame) in KEYS.into_iter().enumerate() {
        let at = Vec2::new(row.at(frame / RATE, 0.0).x, 40.0);
        draw_key(sheet, at, &keys()[index], Ink::Given);
        sheet.word(at - 28.0 * Vec2::Y, Align::Middle, frame.to_string(), Ink::Given);
    }
    sheet.word(Vec2::new(8.0, 40.0), Align::Left, "before", Ink::Given);
    sheet.word(Vec2::new(8.0, 120.0), Align::Left, "after", Ink::Given);
    [row, list]
}

/// Draws a list of keys by time and index: a sorted list rises.
fn draw_list(sheet: &mut Sheet, list: &Plot, keys: &[Key]) {
    let places: Vec<Vec2> = keys.iter().zip(0..8).map(|(key, index)| list.at(key.time, index as f32)).collect();
    sheet.line(&places, Ink::Answer);
    for ((at, key), index) in places.iter().zip(keys).zip(0..) {
        draw_key(sheet, *at, key, Ink::Answer);
        sheet.word(*at + Vec2::new(-9.0, 11.0), Align::Middle, index.to_string(), Ink::Answer);
    }
    sheet.reading("keys", keys.len() as f32, "");
}

/// Draws the list of keys before and after 16.1 sets a key at a frame.
fn draw_set(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let KeyCase { mut keys, time, local, .. } = set(sheet.values());
    let [_, list] = draw_before(sheet);
    answers.pose_editor.set_key(&mut keys, time, local, &tools(answers))?;
    sheet.answered();
    draw_list(sheet, &list, &keys);
    sheet.given();
    list.upright(sheet, time, Ink::Faint);
    let at = sheet.slide("frame", Vec2::new(60.0, 56.0), Vec2::new(330.0, 56.0));
    draw_key(sheet, at, &Key { time, local }, Ink::Series(0));
    Ok(())
}

/// Draws the stored quaternions of two keys, or of three with a later one between them, and the arm's way from key to key.
fn signs(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [last, count] = sheet.values();
    let sphere = Vec2::new(90.0, 84.0);
    let shoulder = Vec2::new(262.0, 84.0);
    let radius = 60.0;
    sheet.word(Vec2::new(sphere.x, 180.0), Align::Middle, "quaternions", Ink::Given);
    sheet.word(Vec2::new(shoulder.x, 180.0), Align::Middle, "arm", Ink::Given);
    sheet.circle(sphere, radius, Ink::Faint);
    sheet.circle(shoulder, radius, Ink::Faint);
    let [first, middle, end] = [0.0, last / 2.0, last].map(|degrees| key(0.0, degrees).local);
    for (q, name) in [(end.rotation, "q"), (-end.rotation, "-q")] {
        sheet.circle(sphere + radius * in_plane(q), 5.0, Ink::Given);
        sheet.word(sphere + (radius + 15.0) * in_plane(q), Align::Middle, name, Ink::Given);
    }
    sheet.line(&[shoulder, shoulder + radius * Vec2::X], Ink::Given);
    sheet.line(&[shoulder, shoulder + radius * Vec2::from_angle(last.to_radians())], Ink::Given);
    sheet.turn("last", shoulder, radius);
    let mut keys = Vec::new();
    // The last key replaces another: its sign counts, too.
    let mut settings = vec![(0.0, first), (2.0, key(0.0, 90.0).local), (2.0, end)];
    if count > 2.0 {
        settings.push((1.0, middle));
    }
    for (time, local) in settings {
        answers.pose_editor.set_key(&mut keys, time, local, &tools(answers))?;
    }
    sheet.answered();
    let mut way = 0.0;
    let places: Vec<Vec2> = keys.iter().map(|key| in_plane(key.local.rotation)).collect();
    for pair in places.windows(2) {
        let angle = pair[0].angle_to(pair[1]);
        let from = pair[0].to_angle();
        sheet.arc(sphere, radius - 8.0, [from, from + angle], Ink::Answer);
        sheet.arc(shoulder, 0.5 * radius, [way, way + 2.0 * angle], Ink::Answer);
        way += 2.0 * angle;
    }
    for (place, index) in places.iter().zip(0..) {
        sheet.point(sphere + radius * place, Ink::Answer);
        sheet.word(sphere + (radius - 22.0) * place, Align::Middle, index.to_string(), Ink::Answer);
    }
    sheet.arrow(shoulder, shoulder + (radius - 8.0) * Vec2::from_angle(way), Ink::Answer);
    sheet.reading("way", way.to_degrees(), "°");
    Ok(())
}

/// Draws the list of keys before and after 16.2 moves a key to a frame.
fn draw_moved(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let KeyCase { mut keys, key, time, .. } = moved(sheet.values());
    let [row, list] = draw_before(sheet);
    let from = row.at(keys[key].time, 0.0).with_y(57.0);
    sheet.line(&[from - 8.0 * Vec2::Y, from], Ink::Series(0));
    let index = answers.pose_editor.move_key(&mut keys, key, time, &tools(answers))?;
    sheet.answered();
    draw_list(sheet, &list, &keys);
    if let Some(key) = keys.get(index) {
        let at = list.at(key.time, index as f32);
        sheet.circle(at, 10.0, Ink::Answer);
        sheet.word(at + Vec2::new(-18.0, 12.0), Align::Right, "returned", Ink::Answer);
    }
    sheet.reading("returned", index as f32, "");
    sheet.given();
    list.upright(sheet, time, Ink::Faint);
    let at = sheet.slide("to", Vec2::new(60.0, 57.0), Vec2::new(330.0, 57.0));
    sheet.arrow(from, at, Ink::Series(0));
    Ok(())
}

/// Bytes in a row.
const COLUMNS: usize = 12;
const CELL: Vec2 = Vec2::new(26.5, 21.0);

/// Returns two clips, the first of `bytes` bytes.
pub(crate) fn blobs(bytes: usize) -> Vec<Blob> {
    let contents = [("hi", (1..=bytes as u8).map(|number| 16 * number).collect()), ("up", vec![9, 8, 7, 6, 5])];
    contents.map(|(name, bytes)| Blob { name: name.into(), kind: Kind(*b"CLIP"), version: 1, bytes }).into()
}

/// Returns the lower left corner of a byte's cell.
fn cell(byte: usize) -> Vec2 {
    let row = (byte / COLUMNS) as f32;
    let column = (byte % COLUMNS) as f32;
    Vec2::new(34.0, 168.0) + CELL * Vec2::new(column, -row)
}

/// A field of a file: from which byte to which, and what it is.
struct Field {
    from: usize,
    to: usize,
    name: String,
    /// Index of its blob; `None` for the header.
    blob: Option<u8>,
}

impl Field {
    fn new(from: usize, bytes: usize, name: &str, blob: Option<u8>) -> Self {
        Field { from, to: from.saturating_add(bytes), name: name.into(), blob }
    }
}

/// Returns the fields as header and table of the file describe them.
fn fields(file: &[u8]) -> Vec<Field> {
    let mut fields = Vec::new();
    let names = ["magic number", "version", "blobs", "place of table", "length of table", "checksum of table"];
    for (number, name) in names.into_iter().enumerate() {
        fields.push(Field::new(4 * number, 4, name, None));
    }
    let Ok(header) = get_header(file) else { return fields };
    let table = file.get(header.place as usize..).unwrap_or_default();
    let mut at = 0;
    for blob in 0..header.count.min(4) as u8 {
        let mut from = header.place as usize + at;
        let Some(entry) = get_entry(table, &mut at) else { break };
        for (name, bytes) in [
            ("offset", 4),
            ("length", 4),
            ("checksum", 4),
            ("kind", 4),
            ("version", 4),
            ("length of name", 2),
            ("name", entry.name.len()),
        ] {
            fields.push(Field::new(from, bytes, name, Some(blob)));
            from += bytes;
        }
        fields.push(Field::new(entry.offset as usize, entry.length as usize, "bytes", Some(blob)));
    }
    fields
}

/// Draws a cell for each byte in the colour of its blob, and the index of each row's first byte.
fn grid(sheet: &mut Sheet, file: &[u8], fields: &[Field]) {
    for byte in 0..file.len().min(7 * COLUMNS) {
        if byte % COLUMNS == 0 {
            sheet.word(cell(byte) + Vec2::new(-4.0, 11.0), Align::Right, byte.to_string(), Ink::Faint);
        }
        let field = fields.iter().find(|field| (field.from..field.to).contains(&byte));
        let ink = field.map_or(Ink::Faint, |field| field.blob.map_or(Ink::Given, Ink::Series));
        let low = cell(byte) + 1.0;
        let size = CELL - 2.0;
        let corners = [low, low + size * Vec2::X, low + size, low + size * Vec2::Y];
        sheet.area(&corners, ink);
        if field.is_none() {
            sheet.line(&[low, low + size], Ink::Faint);
        }
    }
}

/// Draws the file that 16.3 writes, and describes the field under the handle.
fn file(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [column, row, bytes] = sheet.values();
    let pointed = byte_at(column, row);
    let file = answers.pose_editor.write_container(&blobs(bytes as usize))?;
    let fields = fields(&file);
    sheet.answered();
    grid(sheet, &file, &fields);
    write_cells(sheet, &file, &fields);
    let field = fields.iter().find(|field| (field.from..field.to).contains(&pointed));
    if let Some(Field { from, to, name, blob }) = field {
        draw_outline(sheet, *from..*to);
        let owner = ["hi", "up"].get(blob.map_or(9, usize::from)).map_or(String::new(), |name| format!(" of {name}"));
        let is_number = !["magic number", "kind", "name", "bytes"].contains(&&**name);
        let number = if *to == from + 2 { file.get(*from).map(|low| u32::from(*low)) } else { get_u32(&file, *from) };
        let number = number.filter(|_| is_number);
        let value = number.map_or(String::new(), |number| format!(": {number}"));
        sheet.word(Vec2::new(34.0, 14.0), Align::Left, format!("{name}{owner}{value}"), Ink::Answer);
        sheet.reading("number", number.map_or(f32::NAN, |number| number as f32), "");
    }
    sheet.given();
    add_byte_handle(sheet, 7);
    Ok(())
}

/// Writes each byte into its cell.
fn write_cells(sheet: &mut Sheet, file: &[u8], fields: &[Field]) {
    for (byte, number) in file.iter().enumerate().take(7 * COLUMNS) {
        let field = fields.iter().find(|field| (field.from..field.to).contains(&byte));
        let is_text = field.is_some_and(|field| ["magic number", "kind", "name"].contains(&&*field.name));
        let middle = cell(byte) + CELL / 2.0 + 1.5 * Vec2::Y;
        if is_text && number.is_ascii_graphic() {
            sheet.word(middle, Align::Middle, (*number as char).to_string(), Ink::Answer);
        } else {
            // Each digit is a word of its own: together some would be a word.
            for (digit, side) in [(number >> 4, -4.2), (number & 15, 4.2)] {
                sheet.word(middle + side * Vec2::X, Align::Middle, format!("{digit:X}"), Ink::Given);
            }
        }
        // As long as the number is large: where it is another than the right one, grey shows.
        let low = cell(byte) + Vec2::new(2.0, 2.0);
        sheet.line(&[low, low + (CELL.x - 4.0) * f32::from(*number) / 255.0 * Vec2::X], Ink::Answer);
    }
}

/// Draws lines above and below the cells of a field.
fn draw_outline(sheet: &mut Sheet, bytes: Range<usize>) {
    for byte in bytes.start..bytes.end.min(7 * COLUMNS) {
        let low = cell(byte);
        let high = cell(byte) + CELL;
        sheet.line(&[low, low.with_x(high.x)], Ink::Answer);
        sheet.line(&[high, high.with_x(low.x)], Ink::Answer);
    }
}

/// Adds the handle that is dragged over so many rows of cells.
fn add_byte_handle(sheet: &mut Sheet, rows: usize) {
    let [first, last] = [0, rows * COLUMNS - 1].map(|byte| cell(byte) + CELL / 2.0);
    // The rows go down.
    sheet.drag(["column", "row"], first, last);
}

/// Draws the finished file, and crosses each byte of which 16.4 notices a flipped bit.
fn damaged(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [column, row, bit] = sheet.values();
    let pointed = byte_at(column, row);
    let file = RawFile::new(&blobs(7)).bytes();
    grid(sheet, &file, &fields(&file));
    let bit = 1 << bit as u8;
    sheet.answered();
    let mut noticed = 0.0;
    for byte in 0..file.len() {
        // A reader that makes room for so many blobs would ask for more memory than there is.
        if is_left_out(byte) {
            continue;
        }
        let low = cell(byte) + Vec2::new(7.0, 5.0);
        let size = CELL - Vec2::new(14.0, 10.0);
        if answers.pose_editor.read_container(&flipped(&file, byte, bit))?.is_ok() {
            let corners = [low, low + size * Vec2::X, low + size, low + size * Vec2::Y, low];
            sheet.line(&corners, Ink::Answer);
        } else {
            noticed += 1.0;
            sheet.line(&[low, low + size], Ink::Answer);
            sheet.line(&[low + size * Vec2::X, low + size * Vec2::Y], Ink::Answer);
        }
    }
    let whole = in_words(&answers.pose_editor.read_container(&file)?);
    sheet.word(Vec2::new(34.0, 12.0), Align::Left, format!("whole: {whole}"), Ink::Answer);
    if !is_left_out(pointed) {
        let damaged = in_words(&answers.pose_editor.read_container(&damaged_file(sheet.values()))?);
        sheet.word(Vec2::new(190.0, 12.0), Align::Left, format!("damaged: {damaged}"), Ink::Answer);
    }
    sheet.reading("noticed", noticed, "");
    sheet.given();
    add_byte_handle(sheet, 7);
    Ok(())
}

/// Returns 16.4's file, with a bit flipped in the byte under the handle.
pub(crate) fn damaged_file([column, row, bit]: [f32; 3]) -> Vec<u8> {
    flipped(&RawFile::new(&blobs(7)).bytes(), byte_at(column, row), 1 << bit as u8)
}

/// Returns the byte in a cell.
fn byte_at(column: f32, row: f32) -> usize {
    row as usize * COLUMNS + column as usize
}

fn flipped(file: &[u8], byte: usize, bit: u8) -> Vec<u8> {
    let mut file = file.to_vec();
    file[byte] ^= bit;
    file
}

/// Describes a reader's result, with the names of the blobs that it returns, or that its error blames.
fn in_words(read: &Result<Vec<Blob>, String>) -> String {
    match read {
        Ok(blobs) => {
            let names: Vec<&str> = blobs.iter().map(|blob| blob.name.as_str()).collect();
            format!("read {}", names.join(" "))
        }
        Err(error) => {
            // Whole words, because "this" contains "hi".
            let words: Vec<&str> = error.split(|c: char| !c.is_alphanumeric()).collect();
            let blamed: Vec<&str> = ["hi", "up"].into_iter().filter(|name| words.contains(name)).collect();
            format!("refused {}", blamed.join(" "))
        }
    }
}

/// Bytes of the header that the figure leaves alone: the upper two of the number of blobs.
fn is_left_out(byte: usize) -> bool {
    (HEADER - 14..HEADER - 12).contains(&byte)
}

/// Returns 16.5's key.
pub(crate) fn one_key(time: f32) -> Key {
    let translation = Vec3::new(1.0, 0.5, 0.0);
    let rotation = Quat::from_xyzw(0.0, 0.0, 0.6, 0.8);
    Key { time, local: Transform { translation, rotation, scale: Vec3::splat(1.5) } }
}

/// Returns 16.6's bytes: those of two keys up to the handle, with this count.
pub(crate) fn cut_keys([column, row, count]: [f32; 3]) -> Vec<u8> {
    let mut bytes = (finished::ANSWERS.write_keys)(&[one_key(0.5), one_key(1.0)]);
    bytes.truncate(byte_at(column, row) + 1);
    bytes[0] = count as u8;
    bytes
}

/// Returns the fields of a blob of two keys, each part of a key in another colour.
fn key_fields() -> Vec<Field> {
    let mut fields = vec![Field::new(0, 4, "count", None)];
    let mut from = 4;
    for _ in 0..2 {
        for (part, (name, numbers)) in (0..).zip([("time", 1), ("translation", 3), ("rotation", 4), ("scale", 3)]) {
            fields.push(Field::new(from, 4 * numbers, name, Some(part)));
            from += 4 * numbers;
        }
    }
    fields
}

/// Draws the bytes that 16.5 writes of a key, and describes the number under the handle.
fn key_bytes(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [column, row, time] = sheet.values();
    let pointed = byte_at(column, row);
    let bytes = answers.pose_editor.write_keys(&[one_key(time)])?;
    let fields = key_fields();
    sheet.answered();
    grid(sheet, &bytes, &fields);
    write_cells(sheet, &bytes, &fields);
    if let Some(field) = fields.iter().find(|field| (field.from..field.to).contains(&pointed)) {
        let at = pointed / 4 * 4;
        let bits = get_u32(&bytes, at);
        let number = bits.map_or(f32::NAN, |bits| if at == 0 { bits as f32 } else { f32::from_bits(bits) });
        draw_outline(sheet, at..at + 4);
        sheet.word(Vec2::new(34.0, 88.0), Align::Left, format!("{}: {number}", field.name), Ink::Answer);
        sheet.reading("number", number, "");
    }
    sheet.given();
    let parts = [format!("time {time}"), "translation 1, 0.5, 0".into()];
    let turned = ["rotation 0, 0, 0.6, 0.8", "scale 1.5, 1.5, 1.5"].map(String::from);
    for (part, words) in (0..).zip(parts.into_iter().chain(turned)) {
        let y = 62.0 - 16.0 * f32::from(part);
        sheet.disc(Vec2::new(40.0, y), 4.0, Ink::Series(part));
        sheet.word(Vec2::new(52.0, y), Align::Left, words, Ink::Given);
    }
    add_byte_handle(sheet, 4);
    Ok(())
}

/// Draws the bytes up to the handle, and the keys that 16.6 reads of them, each as an arm where its translation is.
fn keys_of_bytes(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let bytes = cut_keys(sheet.values());
    let fields = key_fields();
    grid(sheet, &bytes, &fields);
    let count = bytes[0];
    let read = answers.pose_editor.read_keys(&bytes)?;
    sheet.answered();
    match &read {
        Ok(keys) => {
            let plural = if keys.len() == 1 { "key" } else { "keys" };
            sheet.word(Vec2::new(150.0, 14.0), Align::Left, format!("read: {} {plural}", keys.len()), Ink::Answer);
            for (key, index) in keys.iter().take(3).zip(0..) {
                let translation = Vec2::new(20.0, 12.0) * key.local.translation.truncate();
                let at = Vec2::new(250.0 + 30.0 * index as f32, 10.0) + translation;
                draw_key(sheet, at, key, Ink::Answer);
                draw_outline(sheet, 4 + 44 * index..4 + 44 * (index + 1));
                sheet.reading("time", key.time, "s");
            }
        }
        Err(_) => sheet.word(Vec2::new(150.0, 14.0), Align::Left, "refused", Ink::Answer),
    }
    sheet.reading("keys", read.map_or(0.0, |keys| keys.len() as f32), "");
    sheet.given();
    sheet.word(Vec2::new(34.0, 14.0), Align::Left, format!("count {count}, {} bytes", bytes.len()), Ink::Given);
    add_byte_handle(sheet, 7);
    Ok(())
}
