//! The text of animations and clips.

use super::{
    ClipKeys, SID, WrittenModel,
    keys::Key,
    lines::{Lines, escaped, rows_of},
};

/// Writes `library_animations` and `library_animation_clips`.
pub(super) fn write_animations(out: &mut Lines, figure: &WrittenModel<'_>, clips: &[ClipKeys<'_>]) {
    if clips.is_empty() {
        return;
    }
    out.comment(
        "An animation moves one node: its channel says which, by the node's id, a slash and the sid of the\n\
         element in it. INPUT are the times of the keys, in seconds; OUTPUT is a whole matrix for each key;\n\
         LINEAR: what is between two keys is interpolated.",
    );
    out.open("library_animations", "");
    for (number, clip) in clips.iter().enumerate() {
        let name = format!(" name=\"{}\"", escaped(&clip.clip.name));
        if clips.len() > 1 {
            out.open("animation", &name);
        }
        for (joint, keys) in &clip.joints {
            let id = format!("clip{number}.{}", figure.sids[*joint]);
            write_animation(out, &id, &name, &figure.ids[*joint], keys);
        }
        if clips.len() > 1 {
            out.close("animation");
        }
    }
    out.close("library_animations");
    out.comment("A clip is a range of time, in seconds, of the animations that it names.");
    out.open("library_animation_clips", "");
    for (number, ClipKeys { clip, joints }) in clips.iter().enumerate() {
        let length = clip.end - clip.start;
        let name = escaped(&clip.name);
        let attributes = format!(" id=\"clip{number}\" name=\"{name}\" start=\"0\" end=\"{length}\"");
        out.open("animation_clip", &attributes);
        for joint in joints.keys() {
            let sid = &figure.sids[*joint];
            out.empty("instance_animation", &format!(" url=\"#clip{number}.{sid}\""));
        }
        out.close("animation_clip");
    }
    out.close("library_animation_clips");
}

/// Writes the `<animation>` of a node, with a matrix for each key.
fn write_animation(out: &mut Lines, id: &str, name: &str, target: &str, keys: &[Key]) {
    let count = keys.len();
    out.open("animation", &format!(" id=\"{id}\"{name}"));
    let times = keys.iter().map(|key| key.time);
    out.number_source(&format!("{id}-times"), times, count, 1, &["TIME"], "float");
    let rows = keys.iter().flat_map(|key| rows_of(&key.matrix));
    out.number_source(&format!("{id}-matrices"), rows, count, 16, &["TRANSFORM"], "float4x4");
    let linear = keys.iter().map(|_| "LINEAR");
    out.name_source(&format!("{id}-ways"), linear, "INTERPOLATION", 16);
    out.open("sampler", &format!(" id=\"{id}-sampler\""));
    for (semantic, source) in [("INPUT", "times"), ("OUTPUT", "matrices"), ("INTERPOLATION", "ways")] {
        out.empty("input", &format!(" semantic=\"{semantic}\" source=\"#{id}-{source}\""));
    }
    out.close("sampler");
    out.empty("channel", &format!(" source=\"#{id}-sampler\" target=\"{target}/{SID}\""));
    out.close("animation");
}
