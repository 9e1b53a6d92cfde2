//! Pictures: copied, with their sizes, so that nothing moves when they arrive.

use super::output::Output;
use super::{book::Book, escaped};
use anyhow::{Context, ensure};
use std::io::Cursor;

#[derive(Debug, PartialEq)]
pub(super) struct Size {
    width: u32,
    height: u32,
    /// The width of a figure's first panel.
    panel: Option<u32>,
}

/// Returns `<img>` for a picture of the repository, which is copied into the site.
///
/// # Errors
/// If it is missing, or its size cannot be read.
pub(super) fn image(book: &Book, path: &str, alt: &str, output: &Output) -> Result<String, String> {
    let (file, Size { width, height, panel }) = copied(book, path, output)?;
    let panel = panel.map_or(String::new(), |panel| format!(" style=\"--panel: {panel} / {height}\""));
    Ok(format!("<img src=\"{file}\" alt=\"{}\" width=\"{width}\" height=\"{height}\"{panel}>", escaped(alt)))
}

/// Copies a picture into the site, and returns the copy's path below the site and the picture's size.
///
/// # Errors
/// As [`image`].
pub(super) fn copied(book: &Book, path: &str, output: &Output) -> Result<(String, Size), String> {
    let bytes = std::fs::read(book.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let size = size(&bytes).ok_or_else(|| format!("{path}: not a PNG, GIF, WebP or SVG with a size"))?;
    // The names of figures begin with their lesson's number.
    let file = match path.rsplit_once("/figures/") {
        Some((_, name)) => format!("figures/{name}"),
        None => path.trim_start_matches("lessons/").to_owned(),
    };
    output.write(&file, &bytes).map_err(|error| format!("{path}: {error:#}"))?;
    Ok((file, size))
}

/// Returns `<img>` for a PNG, of which a copy of half the width and height is written into the site.
///
/// # Errors
/// As [`image`].
pub(super) fn small(book: &Book, path: &str, alt: &str, output: &Output) -> Result<String, String> {
    let bytes = std::fs::read(book.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let (small, [width, height]) = halved(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let file = format!("small/{}", path.trim_start_matches("lessons/"));
    output.write(&file, &small).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("<img src=\"{file}\" alt=\"{}\" width=\"{width}\" height=\"{height}\">", escaped(alt)))
}

/// Returns a PNG of half the width and height: each pixel the mean of four.
///
/// # Errors
/// If it is no PNG with 8 bits for each colour.
pub(super) fn halved(bytes: &[u8]) -> anyhow::Result<(Vec<u8>, [u32; 2])> {
    let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info()?;
    let mut pixels = vec![0; reader.output_buffer_size().context("too large")?];
    let info = reader.next_frame(&mut pixels)?;
    ensure!(info.bit_depth == png::BitDepth::Eight, "its colours do not have 8 bits");
    let samples = info.color_type.samples();
    let row = info.line_size;
    let [width, height] = [info.width / 2, info.height / 2];
    let mut half = Vec::with_capacity(pixels.len() / 4);
    for y in 0..height as usize {
        for x in 0..width as usize {
            for sample in 0..samples {
                let at = 2 * y * row + 2 * x * samples + sample;
                let sum: u32 =
                    [at, at + samples, at + row, at + row + samples].map(|at| u32::from(pixels[at])).iter().sum();
                half.push((sum / 4) as u8);
            }
        }
    }
    let mut small = Vec::new();
    let mut encoder = png::Encoder::new(&mut small, width, height);
    encoder.set_color(info.color_type);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.write_header()?.write_image_data(&half)?;
    Ok((small, [width, height]))
}

/// Returns the size of a PNG, GIF, WebP (lossy) or SVG, or `None` if the bytes are neither.
fn size(bytes: &[u8]) -> Option<Size> {
    if bytes.starts_with(b"\x89PNG") {
        let width = u32::from_be_bytes(bytes.get(16..20)?.try_into().ok()?);
        let height = u32::from_be_bytes(bytes.get(20..24)?.try_into().ok()?);
        return Some(Size { width, height, panel: None });
    }
    if bytes.starts_with(b"GIF8") {
        let [width, height] = [6, 8].map(|at| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?)));
        return Some(Size { width: width?.into(), height: height?.into(), panel: None });
    }
    if bytes.starts_with(b"RIFF") {
        // With alpha the header has both less 1, in 24 bits each; without, the first frame has both, in 14 bits each.
        let [width, height] = match bytes.get(12..16)? {
            b"VP8X" => [24, 27]
                .map(|at| Some(u32::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?, *bytes.get(at + 2)?, 0]) + 1)),
            b"VP8 " => {
                [26, 28].map(|at| Some(u32::from(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]) & 0x3fff)))
            }
            _ => return None,
        };
        return Some(Size { width: width?, height: height?, panel: None });
    }
    let text = std::str::from_utf8(bytes).ok()?;
    let document = roxmltree::Document::parse(text).ok()?;
    let root = document.root_element();
    let panel = root.first_element_child().filter(|node| node.has_tag_name("svg"));
    let panel = panel.and_then(|panel| length(panel, "width"));
    Some(Size { width: length(root, "width")?, height: length(root, "height")?, panel })
}

fn length(node: roxmltree::Node<'_, '_>, attribute: &str) -> Option<u32> {
    Some(node.attribute(attribute)?.parse::<f32>().ok()?.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::{Size, halved, size};
    use std::io::Cursor;

    #[test]
    fn sizes_are_read_from_the_first_bytes() {
        let png = [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 5, 0, 0, 0, 2, 208]].concat();
        assert_eq!(size(&png), Some(Size { width: 1280, height: 720, panel: None }));
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="728" height="150.3">{}</svg>"#;
        assert_eq!(size(svg.as_bytes()), Some(Size { width: 728, height: 150, panel: None }));
        let panels = svg.replace("{}", r#"<svg width="360"/><svg x="368" width="360"/>"#);
        assert_eq!(size(panels.as_bytes()), Some(Size { width: 728, height: 150, panel: Some(360) }));
        assert_eq!(size(b"GIF89a\xe0\x01\x0e\x01"), Some(Size { width: 480, height: 270, panel: None }));
        let plain = [b"RIFF....WEBPVP8 ....\0\0\0\x9d\x01\x2a".as_slice(), &[0, 4, 25, 66]].concat();
        assert_eq!(size(&plain), Some(Size { width: 1024, height: 537, panel: None }));
        let with_alpha = [b"RIFF....WEBPVP8X....\x10\0\0\0".as_slice(), &[21, 5, 0, 45, 3, 0]].concat();
        assert_eq!(size(&with_alpha), Some(Size { width: 1302, height: 814, panel: None }));
        assert_eq!(size(&with_alpha[..28]), None);
        assert_eq!(size(b"\x89PNG"), None);
        assert_eq!(size(b"hello"), None);
    }

    #[test]
    fn four_pixels_become_their_mean() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 5, 2);
        encoder.set_color(png::ColorType::Rgb);
        let row = [[0, 9, 8], [40, 9, 8], [255; 3], [255; 3], [1; 3]].concat();
        encoder.write_header().unwrap().write_image_data(&[row.clone(), row].concat()).unwrap();
        let (small, size) = halved(&bytes).unwrap();
        let mut reader = png::Decoder::new(Cursor::new(&small)).read_info().unwrap();
        let mut pixels = [0; 6];
        reader.next_frame(&mut pixels).unwrap();
        assert_eq!((size, pixels), ([2, 1], [20, 9, 8, 255, 255, 255]));
        assert!(halved(b"GIF89a").is_err());
    }
}
