//! `inspect --reduce 0.1mm FILE`: what key reduction would bring.

use super::text::{SHOWN, one_line, write_entries, write_heading};
use anyhow::Result;
use armature::{
    animation::{
        Clip,
        reduce::{Bound, SHELL, pose_error, reduce},
    },
    model::Model,
};
use std::{fmt::Write, path::Path};

/// Returns the length that a text such as `0.1mm` states, in metres.
pub(super) fn parse_length(text: &str) -> Result<f32, String> {
    let units = [("mm", 1e-3), ("cm", 1e-2), ("m", 1.0)];
    let length = units.iter().find_map(|(unit, metres)| {
        let number: f32 = text.trim().strip_suffix(unit)?.trim_end().parse().ok()?;
        Some(number * metres).filter(|length| length.is_normal() && *length > 0.0)
    });
    length
        .ok_or_else(|| format!("\"{text}\" is not a length: a number above 0 and its unit, mm, cm or m, such as 0.1mm"))
}

/// Returns, as text, the numbers of keys and bytes of each clip before and after key reduction, and the largest error.
/// `distance` is the error allowed, in metres.
pub(super) fn reduction_report(file: &Path, distance: f32, all: bool) -> Result<String> {
    let model = armature_formats::load(file)?.model;
    let bound = Bound::in_metres(model.metres_per_unit(), distance);
    let metres = distance / bound.distance;
    let mut out = String::new();
    writeln!(out, "{}", one_line(&file.display().to_string()))?;
    // To three digits: 5cm is 49.999996 mm.
    let digits = format!("{:.2e}", f64::from(distance) * 1e3);
    let millimetres = digits.parse::<f64>()?;
    writeln!(out, "  bound     {millimetres} mm, {} cm from each joint", SHELL * 1e2)?;
    write_heading(&mut out, "clips", model.clips.len(), "")?;
    let most = if all { usize::MAX } else { SHOWN };
    write_entries(&mut out, &model.clips, most, "  ", |out, clip| {
        let reduced = reduce(&model.skeleton, clip, bound);
        let [keys, keys_left] = [clip, &reduced].map(Clip::key_count);
        let [bytes, bytes_left] = [clip, &reduced].map(Clip::key_bytes);
        write!(out, "  {}: keys {keys} -> {keys_left}, bytes {bytes} -> {bytes_left}", one_line(&clip.name))?;
        writeln!(out, ", {}", largest_error(&model, clip, &reduced, bound.shell, metres))
    })?;
    Ok(out)
}

/// Returns, as text, the largest error of a reduced clip at 1001 even times, with its joint and time. `shell` and `metres` are
/// the distance of the measured points from their joint and the length of a unit, in units and in metres.
fn largest_error(model: &Model, clip: &Clip, reduced: &Clip, shell: f32, metres: f32) -> String {
    let times = (0..=1000).map(|step| clip.start + clip.duration() * (step as f32 / 1000.0));
    let error = pose_error(&model.skeleton, [clip, reduced], shell, times);
    if error.distance == 0.0 {
        return "off by nothing".to_owned();
    }
    let name = one_line(&model.skeleton.joints()[error.joint].name);
    let millimetres = error.distance * metres * 1e3;
    format!("off by at most {millimetres:.3} mm ({name}, at {:.2} s)", error.time)
}
