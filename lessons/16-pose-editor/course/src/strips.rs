//! The strips over the picture: the keys in the order of the list, the bytes of the file, and the results of reading
//! copies.

use crate::demo::{ARM_KEYS, Copy, Demo, SECONDS, color};
use crate::{HEADER, Key, finite_key, get_entry, get_header};
use drawing::{
    Align, Ink, Plot, Sheet,
    sheet::{PAPER, word_width},
};
use glam::{Vec2, Vec3};

const NOBODYS: Ink = Ink::Faint;
const BAD: Ink = Ink::Own(0xdb_1f1f, 2.5);
const GOOD: Ink = Ink::Own(0x1a_9440, 2.5);
/// sRGB.
const HEAD: Vec3 = Vec3::new(0.80, 0.84, 0.92);
/// The blobs, in their order.
const BLOBS: [(&str, Vec3); 4] = [
    ("knight", Vec3::new(0.93, 0.62, 0.14)),
    (ARM_KEYS, Vec3::new(0.13, 0.55, 0.85)),
    ("épée", Vec3::new(0.55, 0.30, 0.75)),
    ("hurt", Vec3::new(0.90, 0.35, 0.55)),
];

/// Fraction of the picture's height that the strips take up.
pub(crate) const STRIPS: f32 = 0.31;

/// A rectangle on the sheet.
#[derive(Clone, Copy)]
struct Area {
    low: Vec2,
    high: Vec2,
}

pub(crate) fn draw(sheet: &mut Sheet, demo: &Demo, copies: &[Copy]) {
    let extent = Vec2::new(sheet.size.x, STRIPS * sheet.size.y) - 8.0;
    // Beside each other where there is room, else the keys above the others: left, right, bottom and top.
    let fractions = if sheet.size.x > 1.2 * sheet.size.y {
        [[0.0, 0.30, 0.0, 1.0], [0.31, 0.66, 0.0, 1.0], [0.67, 1.0, 0.0, 1.0]]
    } else {
        [[0.0, 1.0, 0.5, 1.0], [0.0, 0.485, 0.0, 0.48], [0.515, 1.0, 0.0, 0.48]]
    };
    let areas = fractions.map(|[left, right, low, high]| {
        let low = 8.0 + (extent - 8.0) * Vec2::new(left, low);
        let high = 8.0 + (extent - 8.0) * Vec2::new(right, high);
        sheet.panel(low, high);
        Area { low: low + 6.0, high: high - 6.0 }
    });
    draw_keys(sheet, areas[0], demo);
    draw_bytes(sheet, areas[1], &demo.file);
    draw_copies(sheet, areas[2], demo, copies);
}

/// Writes a heading. Returns the area below it.
fn heading(sheet: &mut Sheet, area: Area, word: &str) -> Area {
    sheet.given();
    sheet.word(Vec2::new(area.low.x, area.high.y - 5.0), Align::Left, word, Ink::Given);
    sheet.answered();
    Area { high: area.high - 18.0 * Vec2::Y, ..area }
}

/// Draws the lists of keys by time and index, so that a sorted list rises: below after all were set, above after one was
/// moved.
fn draw_keys(sheet: &mut Sheet, area: Area, demo: &Demo) {
    let area = heading(sheet, area, "keys");
    let half = (area.high.y - area.low.y) / 2.0 * Vec2::Y;
    let moved = draw_list(sheet, Area { low: area.low + half, ..area }, "after", &demo.moved.0);
    let set = draw_list(sheet, Area { high: area.high - half, ..area }, "before", &demo.set);
    if let Some((from, to)) = demo.key.and_then(|key| set.get(key)).zip(moved.get(demo.moved.1)) {
        let along = (to - from).normalize_or_zero() * 8.0;
        sheet.arrow(*from + along, *to - along, Ink::Given);
    }
}

/// Draws a list of keys. Returns the place of each key on the sheet.
fn draw_list(sheet: &mut Sheet, area: Area, word: &str, keys: &[Key]) -> Vec<Vec2> {
    if area.high.y - area.low.y > 16.0 {
        sheet.word(Vec2::new(area.low.x, area.high.y - 8.0), Align::Left, word, Ink::Given);
    }
    let corners = [area.low + Vec2::new(62.0, 8.0), area.high - 8.0];
    let plot = Plot::new(corners, [0.0, SECONDS], [0.0, 7.0]);
    for half in 0..=4 {
        plot.upright(sheet, SECONDS * half as f32 / 4.0, Ink::Faint);
    }
    let mut places = Vec::new();
    for (index, key) in keys.iter().enumerate().take(9) {
        places.push(plot.at(key.time.clamp(0.0, SECONDS), index as f32));
    }
    sheet.line(&places, Ink::Given);
    for (index, (at, key)) in places.iter().zip(keys).enumerate() {
        if finite_key(key.time, key.local).is_some() {
            sheet.disc(*at, 6.5, Ink::Given);
            sheet.disc(*at, 5.0, Ink::own(color(key.time).truncate(), 0.0));
        } else {
            // A key that is not a number lies nowhere: a cross left of the list.
            draw_cross(sheet, plot.at(0.0, index as f32) - 12.0 * Vec2::X, 7.0, BAD);
        }
    }
    places
}

/// Returns the colour of each byte's owner and how pale it is, as header and table of the file describe it.
fn byte_owners(file: &[u8]) -> Vec<Option<(Vec3, f32)>> {
    let mut parts = vec![(0..HEADER, HEAD, 0.0)];
    if let Ok(header) = get_header(file) {
        let place = header.place as usize;
        let table = file.get(place..).unwrap_or_default();
        let mut at = 0;
        for number in 0..header.count as usize {
            let begin = at;
            let Some(entry) = get_entry(table, &mut at) else { break };
            let color = BLOBS[number % BLOBS.len()].1;
            parts.push((place + begin..place + at, color, 0.55));
            let content = entry.offset as usize;
            parts.push((content..content.saturating_add(entry.length as usize), color, 0.0));
        }
    }
    let mut owners = vec![None; file.len()];
    for (bytes, color, pale) in parts {
        let to = bytes.end.min(file.len());
        owners[bytes.start.min(to)..to].fill(Some((color, pale)));
    }
    owners
}

/// Draws a cell for each byte: the header bright, each blob in its colour, its entry paler, and bytes without owner grey.
fn draw_bytes(sheet: &mut Sheet, area: Area, file: &[u8]) {
    let area = heading(sheet, area, "bytes");
    let columns = 32;
    let rows = file.len().clamp(1, 1200).div_ceil(columns).max(14);
    let cell = (area.high - area.low) / Vec2::new(columns as f32, rows as f32);
    for (index, (byte, owner)) in file.iter().zip(byte_owners(file)).enumerate().take(1200) {
        let column = (index % columns) as f32;
        let row = (index / columns + 1) as f32;
        let corner = Vec2::new(area.low.x, area.high.y) + cell * Vec2::new(column, -row);
        let light = 0.72 + 0.28 * f32::from(*byte) / 255.0;
        let ink = owner.map_or(NOBODYS, |(color, pale)| Ink::own((color * light).lerp(Vec3::ONE, pale), 0.0));
        sheet.rectangle(corner, corner + cell, ink, 1.0);
    }
    // Between smaller cells lines would hide too much.
    if cell.min_element() < 6.0 {
        return;
    }
    let between = Ink::Own(PAPER, 1.0);
    for column in 1..columns {
        let x = area.low.x + column as f32 * cell.x;
        sheet.line(&[Vec2::new(x, area.low.y), Vec2::new(x, area.high.y)], between);
    }
    for row in 1..rows {
        let y = area.low.y + row as f32 * cell.y;
        sheet.line(&[Vec2::new(area.low.x, y), Vec2::new(area.high.x, y)], between);
    }
}

/// Draws a row for each copy: green with the blobs that are read, or red with a cross and the blob that the error blames.
fn draw_copies(sheet: &mut Sheet, area: Area, demo: &Demo, copies: &[Copy]) {
    let area = heading(sheet, area, "read");
    let height = (area.high.y - area.low.y) / copies.len().max(1) as f32;
    let left = area.low.x + word_width("a bit flipped") + 4.0;
    for (row, copy) in copies.iter().enumerate() {
        let middle = area.high.y - (row as f32 + 0.5) * height;
        // Where the rows are nearer than their words are high, none is written.
        if height > 12.0 {
            sheet.word(Vec2::new(area.low.x, middle), Align::Left, copy.name, Ink::Given);
        }
        let half = (0.45 * height).min(11.0);
        let low = Vec2::new(left, middle - half);
        let high = Vec2::new(area.high.x, middle + half);
        match demo.read_back.get(row) {
            Some(Ok(names)) => {
                sheet.rectangle(low, high, if names.is_empty() { NOBODYS } else { GOOD }, 1.0);
                draw_blobs(sheet, low + Vec2::X * 2.0 * half, high, names);
            }
            Some(Err(error)) => {
                sheet.rectangle(low, high, BAD, 1.0);
                let blamed = BLOBS.into_iter().filter(|(name, _)| error.contains(name));
                let blamed: Vec<String> = blamed.map(|(name, _)| name.into()).collect();
                draw_cross(sheet, Vec2::new(left + half + 1.5, middle), 0.7 * half, Ink::Given);
                draw_blobs(sheet, low + Vec2::X * 2.0 * half, high, &blamed);
            }
            None => sheet.rectangle(low, high, NOBODYS, 0.2),
        }
    }
}

/// Draws a block for each blob in its colour.
fn draw_blobs(sheet: &mut Sheet, low: Vec2, high: Vec2, names: &[String]) {
    let width = (high.x - low.x - 3.0) / 4.0;
    for (place, name) in names.iter().enumerate().take(4) {
        let blob = BLOBS.into_iter().find(|(known, _)| known == name);
        let ink = blob.map_or(NOBODYS, |(_, color)| Ink::own(color, 0.0));
        let corner = low + Vec2::new(3.0 + place as f32 * width, 3.0);
        sheet.rectangle(corner, Vec2::new(corner.x + width - 3.0, high.y - 3.0), ink, 1.0);
    }
}

fn draw_cross(sheet: &mut Sheet, at: Vec2, radius: f32, ink: Ink) {
    for side in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
        sheet.line(&[at - side * radius, at + side * radius], ink);
    }
}
