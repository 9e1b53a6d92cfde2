//! Reads a picture from a PNG or JPEG file.

use std::error::Error;

pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, the uppermost row first.
    pub rgba: Vec<u8>,
}

impl Picture {
    pub fn read(file: &[u8]) -> Result<Picture, Box<dyn Error>> {
        let image = image::load_from_memory(file)?.into_rgba8();
        Ok(Picture { width: image.width(), height: image.height(), rgba: image.into_raw() })
    }
}
