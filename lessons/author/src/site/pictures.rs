//! Pictures: copied, with their sizes, so that nothing moves when they arrive.

use super::output::Output;
use super::{book::Book, escaped};

#[derive(Debug, PartialEq)]
pub(super) struct Size {
    width: u32,
    height: u32,
    /// The width of a figure's first panel.
    panel: Option<u32>,
}

/// `<img>` for a picture of the repository, which is copied into the site.
///
/// # Errors
/// If it is missing, or its size cannot be read.
pub(super) fn image(book: &Book, path: &str, alt: &str, output: &mut Output) -> Result<String, String> {
    let (file, Size { width, height, panel }) = copied(book, path, output)?;
    let panel = panel.map_or(String::new(), |panel| format!(" style=\"--panel: {panel} / {height}\""));
    let image = format!("<img src=\"{file}\" alt=\"{}\" width=\"{width}\" height=\"{height}\"{panel}>", escaped(alt));
    // A GIF has a still beside it, for readers who asked their system for less motion.
    let still = path.strip_suffix(".gif").and_then(|path| path.rsplit_once('/'));
    let Some((folder, _)) = still else { return Ok(image) };
    let (still, _) = copied(book, &format!("{folder}/picture.png"), output)?;
    let source = format!("<source media=\"(prefers-reduced-motion: reduce)\" srcset=\"{still}\">");
    Ok(format!("<picture>{source}{image}</picture>"))
}

/// Copies one, and returns where it is in the site, with width and height.
///
/// # Errors
/// As above.
pub(super) fn copied(book: &Book, path: &str, output: &mut Output) -> Result<(String, Size), String> {
    let bytes = std::fs::read(book.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let size = size(&bytes).ok_or_else(|| format!("{path}: not a PNG, GIF or SVG with a size"))?;
    // The names of figures begin with their lesson's number.
    let file = match path.rsplit_once("/figures/") {
        Some((_, name)) => format!("figures/{name}"),
        None => path.trim_start_matches("lessons/").to_owned(),
    };
    output.write(&file, &bytes).map_err(|error| format!("{path}: {error:#}"))?;
    Ok((file, size))
}

/// From the picture's first bytes.
fn size(bytes: &[u8]) -> Option<Size> {
    let at = |place: usize| bytes.get(place..place + 4)?.try_into().ok();
    if bytes.starts_with(b"\x89PNG") {
        return Some(Size { width: u32::from_be_bytes(at(16)?), height: u32::from_be_bytes(at(20)?), panel: None });
    }
    if bytes.starts_with(b"GIF8") {
        let [a, b, c, d] = at(6)?;
        let [width, height] = [[a, b], [c, d]].map(|two| u32::from(u16::from_le_bytes(two)));
        return Some(Size { width, height, panel: None });
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let document = roxmltree::Document::parse(text).ok()?;
    let length = |node: roxmltree::Node<'_, '_>, name| Some(node.attribute(name)?.parse::<f32>().ok()?.round() as u32);
    let root = document.root_element();
    let panel = root.first_element_child().filter(|node| node.has_tag_name("svg"));
    let panel = panel.and_then(|panel| length(panel, "width"));
    Some(Size { width: length(root, "width")?, height: length(root, "height")?, panel })
}

#[cfg(test)]
mod tests {
    use super::{Size, size};

    #[test]
    fn sizes_are_read_from_the_first_bytes() {
        let found = |width, height, panel| Some(Size { width, height, panel });
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 5, 0, 0, 0, 2, 208]].concat();
        assert_eq!(size(&png), found(1280, 720, None));
        assert_eq!(size(b"GIF89a\x90\x01\xe1\0"), found(400, 225, None));
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="728" height="150.3">{}</svg>"#;
        assert_eq!(size(svg.as_bytes()), found(728, 150, None));
        let panels = svg.replace("{}", r#"<svg width="360"/><svg x="368" width="360"/>"#);
        assert_eq!(size(panels.as_bytes()), found(728, 150, Some(360)));
        assert_eq!(size(b"\x89PNG"), None);
        assert_eq!(size(b"hello"), None);
    }
}
