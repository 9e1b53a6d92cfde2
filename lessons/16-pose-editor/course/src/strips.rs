//! The strips over the picture: the keys in the order of the list, the bytes of the file, and the results of reading
//! copies.

use crate::demo::{Copy, Demo, SECONDS};
use crate::{HEADER, Key, finite_key, get_entry, get_header};
use common::scenes::FlatShapes;
use common::scenes::text::{shrinking_dot_size, word_size};
use glam::{Vec2, Vec3, Vec4};

/// sRGB.
const PAPER: Vec4 = Vec4::new(0.97, 0.98, 1.0, 0.90);
const INK: Vec4 = Vec4::new(0.16, 0.19, 0.25, 1.0);
const FAINT: Vec4 = Vec4::new(0.35, 0.42, 0.52, 0.30);
const NOBODYS: Vec4 = Vec4::new(0.62, 0.64, 0.68, 1.0);
const BAD: Vec4 = Vec4::new(0.86, 0.12, 0.12, 1.0);
const GOOD: Vec4 = Vec4::new(0.10, 0.58, 0.25, 1.0);
const HEAD: Vec3 = Vec3::new(0.20, 0.24, 0.33);
/// The blobs, in their order.
const BLOBS: [(&str, Vec3); 4] = [
    ("knight", Vec3::new(0.93, 0.62, 0.14)),
    ("windmill", Vec3::new(0.13, 0.55, 0.85)),
    ("épée", Vec3::new(0.55, 0.30, 0.75)),
    ("hurt", Vec3::new(0.90, 0.35, 0.55)),
];

/// Fraction of the picture's height that the strips take up.
pub(crate) const STRIPS: f32 = 0.31;

/// Returns a key's colour by its time: from yellow over red to blue.
pub(crate) fn color(time: f32) -> Vec4 {
    let u = (time / SECONDS).clamp(0.0, 1.0);
    let stops = [
        Vec3::new(0.98, 0.80, 0.15),
        Vec3::new(0.93, 0.30, 0.20),
        Vec3::new(0.60, 0.20, 0.70),
        Vec3::new(0.15, 0.40, 0.90),
    ];
    let at = u * 2.999;
    let low = at as usize;
    let fraction = at.fract();
    stops[low].lerp(stops[low + 1], fraction).extend(1.0)
}

/// A rectangle on the sheet.
#[derive(Clone, Copy)]
struct Area {
    low: Vec2,
    high: Vec2,
}

/// Returns the three strips for a picture of this size, in pixels.
pub(crate) fn strip_shapes(size: (u32, u32), demo: &Demo, copies: &[Copy]) -> FlatShapes {
    let mut sheet = FlatShapes::in_pixels(size);
    let width = size.0 as f32;
    let height = size.1 as f32;
    let dot = shrinking_dot_size(size);
    let edge = 5.0 * dot;
    let top = STRIPS * height;
    // Beside each other where there is room, else the keys above the others: left, right, bottom and top.
    let fractions = if width > 1.2 * height {
        [[0.0, 0.30, 0.0, 1.0], [0.31, 0.66, 0.0, 1.0], [0.67, 1.0, 0.0, 1.0]]
    } else {
        [[0.0, 1.0, 0.5, 1.0], [0.0, 0.485, 0.0, 0.48], [0.515, 1.0, 0.0, 0.48]]
    };
    let areas = fractions.map(|[left, right, low, high]| {
        let extent = Vec2::new(width - 2.0 * edge, top - edge);
        let low = edge + extent * Vec2::new(left, low);
        let high = edge + extent * Vec2::new(right, high);
        sheet.rectangle(low, high, PAPER);
        Area { low: low + 4.0 * dot, high: high - 4.0 * dot }
    });
    draw_keys(&mut sheet, areas[0], dot, demo);
    draw_bytes(&mut sheet, areas[1], dot, &demo.file);
    draw_copies(&mut sheet, areas[2], dot, demo, copies);
    sheet
}

/// Writes a heading. Returns the area below it.
fn heading(sheet: &mut FlatShapes, area: Area, dot: f32, word: &str) -> Area {
    let at = Vec2::new(area.low.x, area.high.y - 7.0 * dot);
    sheet.write_left(word, at, dot, INK);
    Area { high: Vec2::new(area.high.x, at.y - 5.0 * dot), ..area }
}

/// Draws the lists of keys by time and index, so that a sorted list rises: below after all were set, above after one was
/// moved.
fn draw_keys(sheet: &mut FlatShapes, area: Area, dot: f32, demo: &Demo) {
    let area = heading(sheet, area, dot, "keys");
    let half = (area.high.y - area.low.y) / 2.0;
    let above = Area { low: area.low + Vec2::Y * half, ..area };
    let below = Area { high: area.high - Vec2::Y * half, ..area };
    let moved = draw_list(sheet, above, dot, "after", &demo.moved.0);
    let set = draw_list(sheet, below, dot, "before", &demo.set);
    if let Some((from, to)) = demo.key.and_then(|key| set.get(key)).zip(moved.get(demo.moved.1)) {
        let along = (to - from).normalize_or_zero() * 5.0 * dot;
        sheet.line(*from + along, *to - 2.0 * along, 1.6 * dot, INK);
        sheet.arrow_head(*to - 2.2 * along, along, Vec2::new(6.0, 7.0) * dot, INK);
    }
}

/// Draws a list of keys. Returns the place of each key on the sheet.
fn draw_list(sheet: &mut FlatShapes, area: Area, dot: f32, word: &str, keys: &[Key]) -> Vec<Vec2> {
    sheet.write_left(word, Vec2::new(area.low.x, area.high.y - 10.0 * dot), dot, INK);
    let low = Vec2::new(area.low.x + 42.0 * dot, area.low.y + 7.0 * dot);
    let extent = area.high - 7.0 * dot - low;
    for half in 0..=4 {
        let at = low + Vec2::X * extent.x * half as f32 / 4.0;
        sheet.line(at - Vec2::Y * 5.0 * dot, at + Vec2::Y * extent.y, 0.5 * dot, FAINT);
    }
    let mut places = Vec::new();
    for (index, key) in keys.iter().enumerate().take(9) {
        let fraction = Vec2::new(key.time / SECONDS, index as f32 / 7.0);
        places.push(low + extent * fraction.clamp(Vec2::ZERO, Vec2::ONE));
    }
    sheet.polyline(&places, 1.2 * dot, INK);
    for (index, (at, key)) in places.iter().zip(keys).enumerate() {
        if finite_key(key.time, key.local).is_some() {
            sheet.disc(*at, 4.2 * dot, 24, INK);
            sheet.disc(*at, 3.2 * dot, 24, color(key.time));
        } else {
            // A key that is not a number lies nowhere: a cross left of the list.
            draw_cross(sheet, low + Vec2::new(-8.0 * dot, extent.y * index as f32 / 7.0), 5.0 * dot, dot, BAD);
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
            let from = entry.offset as usize;
            parts.push((from..from + entry.length as usize, color, 0.0));
        }
    }
    let mut owners = vec![None; file.len()];
    for (bytes, color, pale) in parts {
        let to = bytes.end.min(file.len());
        owners[bytes.start.min(to)..to].fill(Some((color, pale)));
    }
    owners
}

/// Draws a cell for each byte: the header dark, each blob in its colour, its entry paler, and bytes without owner grey.
fn draw_bytes(sheet: &mut FlatShapes, area: Area, dot: f32, file: &[u8]) {
    let area = heading(sheet, area, dot, "bytes");
    let columns = 32;
    let extent = area.high - area.low;
    let rows = file.len().clamp(1, 1200).div_ceil(columns).max(14);
    let cell = Vec2::new(extent.x / columns as f32, extent.y / rows as f32);
    for (index, (byte, owner)) in file.iter().zip(byte_owners(file)).enumerate().take(1200) {
        let corner = Vec2::new(
            area.low.x + (index % columns) as f32 * cell.x,
            area.high.y - (index / columns + 1) as f32 * cell.y,
        );
        let light = 0.72 + 0.28 * f32::from(*byte) / 255.0;
        let color = match owner {
            Some((color, pale)) => (color * light).lerp(Vec3::ONE, pale).extend(1.0),
            None => NOBODYS,
        };
        let gap = 0.4 * dot;
        sheet.rectangle(corner + gap, corner + cell - gap, color);
    }
}

/// Draws a row for each copy: green with the blobs that 16.4 returns, or red with a cross and the blob that it blames.
fn draw_copies(sheet: &mut FlatShapes, area: Area, dot: f32, demo: &Demo, copies: &[Copy]) {
    let area = heading(sheet, area, dot, "read");
    let height = (area.high.y - area.low.y) / copies.len().max(1) as f32;
    let label = word_size("a bit flipped", dot).x + 6.0 * dot;
    for (row, copy) in copies.iter().enumerate() {
        let middle = area.high.y - (row as f32 + 0.5) * height;
        // Where the rows are nearer than their words are high, none is written.
        if height > 1.2 * word_size(copy.name, dot).y {
            sheet.write_left(copy.name, Vec2::new(area.low.x, middle - 3.5 * dot), dot, INK);
        }
        let half = (0.38 * height).min(7.0 * dot);
        let [left, right] = [area.low.x + label, area.high.x];
        let low = Vec2::new(left, middle - half);
        let high = Vec2::new(right, middle + half);
        match demo.read_back.get(row) {
            Some(Ok(names)) => {
                sheet.rectangle(low, high, if names.is_empty() { NOBODYS } else { GOOD });
                draw_blobs(sheet, low + Vec2::X * 2.0 * half, high, dot, names);
            }
            Some(Err(error)) => {
                sheet.rectangle(low, high, BAD);
                let blamed = BLOBS.into_iter().filter(|(name, _)| error.contains(name));
                let blamed: Vec<String> = blamed.map(|(name, _)| name.into()).collect();
                draw_cross(sheet, Vec2::new(left + half + dot, middle), 0.7 * half, dot, Vec4::ONE);
                let low = Vec2::new(left + 2.0 * half, low.y);
                draw_blobs(sheet, low, high, dot, &blamed);
            }
            None => sheet.rectangle(low, high, FAINT),
        }
    }
}

/// Draws a block for each blob in its colour.
fn draw_blobs(sheet: &mut FlatShapes, low: Vec2, high: Vec2, dot: f32, names: &[String]) {
    let gap = 2.0 * dot;
    let width = (high.x - low.x - gap) / 4.0;
    for (place, name) in names.iter().enumerate().take(4) {
        let blob = BLOBS.into_iter().find(|(known, _)| known == name);
        let color = blob.map_or(NOBODYS, |(_, color)| color.extend(1.0));
        let corner = Vec2::new(low.x + gap + place as f32 * width, low.y + gap);
        sheet.rectangle(corner, Vec2::new(corner.x + width - gap, high.y - gap), color);
    }
}

fn draw_cross(sheet: &mut FlatShapes, at: Vec2, radius: f32, dot: f32, color: Vec4) {
    for side in [Vec2::ONE, Vec2::new(1.0, -1.0)] {
        sheet.line(at - side * radius, at + side * radius, 1.6 * dot, color);
    }
}
