//! The text of animations and clips.

use super::{EXACT_KEYS, NodeKeys, PROFILE, keys::Key};
use std::{
    collections::HashMap,
    fmt::{Display, LowerExp, Write},
};

/// `library_animations` and `library_animation_clips`. `ids` are those of the nodes, `prefix` is that of the
/// document's elements (`""` or `"x:"`), and no id of the document begins with `free`.
pub(super) fn libraries(
    clips: &[NodeKeys<'_>],
    ids: &HashMap<usize, String>,
    prefix: &str,
    free: &str,
) -> String {
    if clips.is_empty() {
        return String::new();
    }
    let mut out = Lines { text: String::new(), prefix, depth: 1 };
    out.open("library_animations", "");
    for (number, clip) in clips.iter().enumerate() {
        let name = format!(" name=\"{}\"", escaped(&clip.clip.name));
        if clips.len() > 1 {
            out.open("animation", &name);
        }
        for (node, keys) in &clip.nodes {
            let target = escaped(&ids[node]);
            animation(&mut out, &format!("{free}{number}-{node}"), &name, &target, keys);
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
    out.open("library_animation_clips", "");
    for (number, NodeKeys { clip, nodes }) in clips.iter().enumerate() {
        let end = self::number(clip.end - clip.start);
        let name = escaped(&clip.name);
        let attributes =
            format!(" id=\"{free}{number}\" name=\"{name}\" start=\"0\" end=\"{end}\"");
        out.open("animation_clip", &attributes);
        for node in nodes.keys() {
            out.empty("instance_animation", &format!(" url=\"#{free}{number}-{node}\""));
        }
        out.close("animation_clip");
    }
    out.close("library_animation_clips");
    out.text.trim().into()
}

fn animation(out: &mut Lines<'_>, id: &str, name: &str, target: &str, keys: &[Key]) {
    let count = keys.len();
    out.open("animation", &format!(" id=\"{id}\"{name}"));
    let times = list(keys.iter().map(|key| key.time));
    source(out, &format!("{id}-times"), "float_array", count, &times, ("TIME", "float", 1));
    let rows = list(keys.iter().flat_map(|key| {
        let m = key.matrix.matrix3;
        let (x, y, z, t) = (m.x_axis, m.y_axis, m.z_axis, key.matrix.translation);
        #[rustfmt::skip]
        let rows = [
            x.x, y.x, z.x, t.x,
            x.y, y.y, z.y, t.y,
            x.z, y.z, z.z, t.z,
            0.0, 0.0, 0.0, 1.0,
        ];
        rows
    }));
    let kind = ("TRANSFORM", "float4x4", 16);
    source(out, &format!("{id}-matrices"), "float_array", count, &rows, kind);
    let linear = vec!["LINEAR"; count].join(" ");
    let kind = ("INTERPOLATION", "name", 1);
    source(out, &format!("{id}-ways"), "Name_array", count, &linear, kind);
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

fn source(
    out: &mut Lines<'_>,
    id: &str,
    array: &str,
    count: usize,
    values: &str,
    (name, kind, stride): (&str, &str, usize),
) {
    out.open("source", &format!(" id=\"{id}\""));
    let all = count * stride;
    out.line(array, &format!(" id=\"{id}-array\" count=\"{all}\""), values);
    out.open("technique_common", "");
    let attributes = format!(" source=\"#{id}-array\" count=\"{count}\" stride=\"{stride}\"");
    out.open("accessor", &attributes);
    out.empty("param", &format!(" name=\"{name}\" type=\"{kind}\""));
    out.close("accessor");
    out.close("technique_common");
    out.close("source");
}

/// XML, an element a line, in a document's second level and below.
struct Lines<'a> {
    text: String,
    prefix: &'a str,
    depth: usize,
}

impl Lines<'_> {
    fn open(&mut self, name: &str, attributes: &str) {
        let prefix = self.prefix;
        self.add(format_args!("<{prefix}{name}{attributes}>"));
        self.depth += 1;
    }

    fn close(&mut self, name: &str) {
        self.depth -= 1;
        let prefix = self.prefix;
        self.add(format_args!("</{prefix}{name}>"));
    }

    fn empty(&mut self, name: &str, attributes: &str) {
        let prefix = self.prefix;
        self.add(format_args!("<{prefix}{name}{attributes}/>"));
    }

    fn line(&mut self, name: &str, attributes: &str, text: &str) {
        let prefix = self.prefix;
        self.add(format_args!("<{prefix}{name}{attributes}>{text}</{prefix}{name}>"));
    }

    fn add(&mut self, line: std::fmt::Arguments<'_>) {
        let indent = 2 * self.depth;
        writeln!(self.text, "{:indent$}{line}", "").expect("a string takes all");
    }
}

fn list(values: impl Iterator<Item = f32>) -> String {
    let all: Vec<String> = values.map(number).collect();
    all.join(" ")
}

/// As few digits as give the number back; with an exponent where zeros would be many.
pub(super) fn number<T: Copy + Into<f64> + Display + LowerExp>(value: T) -> String {
    let size = value.into().abs();
    if size == 0.0 {
        "0".into()
    } else if (1e-5..1e9).contains(&size) {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// For an attribute's value. What XML cannot hold becomes U+FFFD.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => {
                let _ = write!(out, "&#{};", character as u32);
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(character),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0.0, -0.0, 1.0, -1.5, 0.1, 1e-7, 3.4e38, 1e-45, 16_777_217.0f32] {
            let text = number(value);
            assert_eq!(text.parse::<f32>().unwrap(), value, "{text}");
            assert!(text.len() < 16, "{text}");
        }
        assert_eq!([number(-0.0f32), number(0.25f32), number(1e-9f64)], ["0", "0.25", "1e-9"]);
    }

    #[test]
    fn names_in_attributes() {
        assert_eq!(escaped("a<b> & \"c\"\n\u{1}--\u{e9}"), {
            "a&lt;b&gt; &amp; &quot;c&quot;&#10;\u{fffd}--\u{e9}"
        });
    }
}
