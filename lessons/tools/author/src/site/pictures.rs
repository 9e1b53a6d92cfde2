//! Pictures: copied into the book, with their sizes, so that nothing moves when they arrive.

use super::write_file;
use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageReader, ImageResult};
use std::fmt::Display;
use std::io::Cursor;
use std::path::Path;

/// A picture in the site.
pub(super) struct Picture {
    /// Path below the site.
    pub(super) file: String,
    /// Attributes of its element that tell its size.
    size: String,
}

impl Picture {
    /// Returns its element, which is loaded when it is near the screen.
    pub(super) fn element(&self, words: &str) -> String {
        format!("<img loading=\"lazy\" src=\"{}\" alt=\"{words}\"{}>", self.file, self.size)
    }
}

/// Copies a picture into the book's source: a PNG as a JPEG if that is smaller, of at most twice this width if one is given.
///
/// # Errors
/// If it is missing, or cannot be read.
pub(super) fn copied(root: &Path, path: &str, width: Option<u32>, source: &Path) -> Result<Picture, String> {
    let problem = |error: &dyn Display| format!("{path}: {error}");
    let mut bytes = std::fs::read(root.join(path)).map_err(|error| problem(&error))?;
    let mut size = size(&bytes);
    // The names of figures begin with their lesson's number.
    let mut file = match path.rsplit_once("/figures/") {
        Some((_, name)) => format!("figures/{name}"),
        None => path.trim_start_matches("lessons/").to_owned(),
    };
    if let Some(name) = path.strip_suffix(".png") {
        let mut picture = image::load_from_memory(&bytes).map_err(|error| problem(&error))?;
        let mut quality = 85;
        if let Some(width) = width {
            let height = width * picture.height() / picture.width().max(1);
            size = format!(" width=\"{width}\" height=\"{height}\"");
            if 2 * width < picture.width() {
                picture = picture.thumbnail_exact(2 * width, 2 * height);
            }
            quality = 75;
        }
        // With loss a picture of a scene has about a third of the bytes; one of a few lines has more.
        let lossy = jpeg(&picture, quality).map_err(|error| problem(&error))?;
        if lossy.len() < bytes.len() {
            let folder = width.map_or(String::new(), |width| format!("small/{width}/"));
            file = format!("{folder}{}.jpg", name.trim_start_matches("lessons/"));
            bytes = lossy;
        }
    }
    write_file(&source.join(&file), &bytes).map_err(|error| problem(&format!("{error:#}")))?;
    Ok(Picture { file, size })
}

/// Returns a picture as a JPEG of this quality, in percent.
///
/// # Errors
/// If it cannot be encoded.
pub(super) fn jpeg(picture: &DynamicImage, quality: u8) -> ImageResult<Vec<u8>> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, quality).encode_image(&picture.to_rgb8())?;
    Ok(file)
}

/// Returns the attributes for the size of a picture, nothing if it is not known: an SVG's first panel is told, too.
fn size(bytes: &[u8]) -> String {
    let raster = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok();
    if let Some((width, height)) = raster.and_then(|reader| reader.into_dimensions().ok()) {
        return format!(" width=\"{width}\" height=\"{height}\"");
    }
    let document = std::str::from_utf8(bytes).ok().and_then(|text| roxmltree::Document::parse(text).ok());
    let Some(root) = document.as_ref().map(roxmltree::Document::root_element) else { return String::new() };
    let [width, height] = ["width", "height"].map(|side| root.attribute(side).unwrap_or_default());
    let panel = root.first_element_child().filter(|node| node.has_tag_name("svg"));
    let panel = panel.and_then(|panel| panel.attribute("width")).unwrap_or(width);
    format!(" width=\"{width}\" height=\"{height}\" style=\"--panel: {panel} / {height}\"")
}
