//! Reads a picture from a PNG file.

use std::error::Error;
use std::io::Cursor;

pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// Red, green, blue and opacity of each pixel, the uppermost row first.
    pub rgba: Vec<u8>,
}

impl Picture {
    pub fn read(file: &[u8]) -> Result<Picture, Box<dyn Error>> {
        let mut decoder = png::Decoder::new(Cursor::new(file));
        decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
        let mut reader = decoder.read_info()?;
        let mut rgba = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
        let info = reader.next_frame(&mut rgba)?;
        if info.color_type != png::ColorType::Rgba {
            return Err("the picture has no colours".into());
        }
        Ok(Picture { width: info.width, height: info.height, rgba })
    }
}
