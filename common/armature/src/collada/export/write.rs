//! The text of animations and clips.

use super::{
    EXACT_KEYS, NodeKeys, PROFILE,
    keys::Key,
    lines::{Lines, escaped, number, rows_of},
};

/// `library_animations` and `library_animation_clips`. `id_of` gives the id of a node and what the ids of its
/// animations end with; no id of the document begins with `free`.
pub(in crate::collada) fn libraries<'a>(
    out: &mut Lines<'_>,
    clips: &[NodeKeys<'_>],
    id_of: impl Fn(usize) -> (&'a str, String),
    free: &str,
) {
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
        for (node, keys) in &clip.nodes {
            let (id, end) = id_of(*node);
            animation(out, &format!("{free}{number}{end}"), &name, &escaped(id), keys);
        }
        if clips.len() > 1 {
            out.close("animation");
        }
    }
    out.open("extra", "");
    out.open("technique", &format!(" profile=\"{PROFILE}\""));
    out.line(EXACT_KEYS, "", "true");
    out.close("technique");
    out.close("extra");
    out.close("library_animations");
    out.comment("A clip is a range of time, in seconds, of the animations that it names.");
    out.open("library_animation_clips", "");
    for (number, NodeKeys { clip, nodes }) in clips.iter().enumerate() {
        let length = self::number(clip.end - clip.start);
        let name = escaped(&clip.name);
        let attributes =
            format!(" id=\"{free}{number}\" name=\"{name}\" start=\"0\" end=\"{length}\"");
        out.open("animation_clip", &attributes);
        for node in nodes.keys() {
            let (_, end) = id_of(*node);
            out.empty("instance_animation", &format!(" url=\"#{free}{number}{end}\""));
        }
        out.close("animation_clip");
    }
    out.close("library_animation_clips");
}

fn animation(out: &mut Lines<'_>, id: &str, name: &str, target: &str, keys: &[Key]) {
    let count = keys.len();
    out.open("animation", &format!(" id=\"{id}\"{name}"));
    let times = keys.iter().map(|key| key.time);
    out.source(&format!("{id}-times"), times, (count, 1, 16), &["TIME"], "float");
    let rows = keys.iter().flat_map(|key| rows_of(&key.matrix));
    out.source(&format!("{id}-matrices"), rows, (count, 16, 16), &["TRANSFORM"], "float4x4");
    let linear = keys.iter().map(|_| "LINEAR");
    out.names(&format!("{id}-ways"), linear, "INTERPOLATION", 16);
    out.open("sampler", &format!(" id=\"{id}-sampler\""));
    for (semantic, source) in
        [("INPUT", "times"), ("OUTPUT", "matrices"), ("INTERPOLATION", "ways")]
    {
        out.empty("input", &format!(" semantic=\"{semantic}\" source=\"#{id}-{source}\""));
    }
    out.close("sampler");
    out.empty(
        "channel",
        &format!(" source=\"#{id}-sampler\" target=\"{target}/{}\"", super::text::SID),
    );
    out.close("animation");
}
