//! Pictures: copied, with their sizes, so that nothing moves when they arrive.

use super::output::Output;
use super::{book::Book, escaped};
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, ImageResult};
use std::path::Path;

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

/// Copies a picture into the site, a PNG as a JPEG if that is smaller, and returns the copy's path below the site and the
/// picture's size.
///
/// # Errors
/// As [`image`].
pub(super) fn copied(book: &Book, path: &str, output: &Output) -> Result<(String, Size), String> {
    let mut bytes = std::fs::read(book.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let size = size(&bytes).ok_or_else(|| format!("{path}: not a PNG, GIF, WebP or SVG with a size"))?;
    // The names of figures begin with their lesson's number.
    let mut file = match path.rsplit_once("/figures/") {
        Some((_, name)) => format!("figures/{name}"),
        None => path.trim_start_matches("lessons/").to_owned(),
    };
    // With loss a picture of a scene has about a third of the bytes; one of a few lines has more.
    if let Some(name) = file.strip_suffix("png") {
        let picture = image::load_from_memory_with_format(&bytes, ImageFormat::Png);
        let lossy = picture.and_then(|picture| jpeg(&picture, 85)).map_err(|error| format!("{path}: {error}"))?;
        if lossy.len() < bytes.len() {
            file = format!("{name}{JPEG}");
            bytes = lossy;
        }
    }
    output.write(&file, &bytes).map_err(|error| format!("{path}: {error:#}"))?;
    Ok((file, size))
}

/// Ending of the pictures that are written with loss.
pub(super) const JPEG: &str = "jpg";

/// Returns a picture as a JPEG of this quality, in percent.
///
/// # Errors
/// If it cannot be encoded.
pub(super) fn jpeg(picture: &DynamicImage, quality: u8) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, quality).encode_image(&picture.to_rgb8())?;
    Ok(file)
}

/// Returns `<img>` for a PNG, of which a copy of half the width and height is written into the site, as a JPEG.
///
/// # Errors
/// As [`image`].
pub(super) fn small(book: &Book, path: &str, alt: &str, output: &Output) -> Result<String, String> {
    let bytes = std::fs::read(book.root.join(path)).map_err(|error| format!("{path}: {error}"))?;
    let small = halved(&bytes).map_err(|error| format!("{path}: {error}"))?;
    let file = jpeg(&small, 80).map_err(|error| format!("{path}: {error}"))?;
    let name = Path::new("small").join(path.trim_start_matches("lessons/")).with_extension(JPEG);
    let name = name.to_string_lossy().replace('\\', "/");
    output.write(&name, &file).map_err(|error| format!("{path}: {error}"))?;
    let (width, height) = (small.width(), small.height());
    Ok(format!("<img src=\"{name}\" alt=\"{}\" width=\"{width}\" height=\"{height}\">", escaped(alt)))
}

/// Returns a picture of half the width and height: each pixel the mean of four.
///
/// # Errors
/// If it is no PNG.
pub(super) fn halved(bytes: &[u8]) -> ImageResult<DynamicImage> {
    let whole = image::load_from_memory_with_format(bytes, ImageFormat::Png)?;
    Ok(whole.thumbnail_exact(whole.width() / 2, whole.height() / 2))
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
        let row = [[0, 9, 8], [40, 9, 8], [255; 3], [255; 3]].concat();
        let whole = image::RgbImage::from_raw(4, 2, [row.clone(), row].concat()).unwrap();
        let mut bytes = Cursor::new(Vec::new());
        whole.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
        let small = halved(bytes.get_ref()).unwrap().into_rgb8();
        assert_eq!((small.dimensions(), small.into_raw()), ((2, 1), vec![20, 9, 8, 255, 255, 255]));
        assert!(halved(b"GIF89a").is_err());
    }
}
