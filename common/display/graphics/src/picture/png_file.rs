//! PNG files.

use super::Picture;
use anyhow::{Result, anyhow};
use std::{
    fs::File,
    io::{self, BufWriter, Read},
    path::Path,
};
use verdict::file;

/// The most memory that a picture may take while it is read: 8192 x 8192 pixels.
const MAX_BYTES: usize = 8192 * 8192 * 4;

impl Picture {
    /// Writes a PNG file atomically.
    ///
    /// # Errors
    /// If the folder is not there or cannot be written to.
    pub fn write_png(&self, path: &Path) -> Result<()> {
        let written = file::replace_by(path, |file| self.encode_into(file));
        written.map_err(|error| anyhow!("{}: {error}", path.display()))
    }

    /// Encodes without the fourth channel if the picture is opaque: a third smaller.
    fn encode_into(&self, file: &mut File) -> io::Result<()> {
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
        let pixels = self.rgba.as_chunks::<4>().0;
        let opaque = pixels.iter().all(|pixel| pixel[3] == 255);
        encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
        let mut writer = encoder.write_header()?;
        if opaque {
            let mut rgb = Vec::with_capacity(3 * pixels.len());
            for pixel in pixels {
                rgb.extend_from_slice(&pixel[..3]);
            }
            writer.write_image_data(&rgb)?;
        } else {
            writer.write_image_data(&self.rgba)?;
        }
        Ok(writer.finish()?)
    }

    /// Reads a PNG file of any colour type.
    ///
    /// # Errors
    /// If the file cannot be read, is not a PNG, or is larger than 8192 x 8192 pixels.
    pub fn read_png(path: &Path) -> Result<Picture> {
        let mut bytes = Vec::new();
        let read = File::open(path).and_then(|mut file| file.read_to_end(&mut bytes));
        let path = path.display();
        read.map_err(|error| anyhow!("{path}: {error}"))?;
        Self::decode_png(&bytes).map_err(|why| anyhow!("{path}: not a readable picture: {why}"))
    }

    /// The picture in a PNG file's bytes.
    ///
    /// # Errors
    /// If they are no PNG, damaged, or too large.
    pub fn decode_png(bytes: &[u8]) -> Result<Picture, String> {
        let limits = png::Limits { bytes: MAX_BYTES };
        let mut decoder = png::Decoder::new_with_limits(io::Cursor::new(bytes), limits);
        let eight_bits = png::Transformations::normalize_to_color8();
        decoder.set_transformations(eight_bits | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
        let size = reader.output_buffer_size().filter(|size| *size <= MAX_BYTES);
        let mut data = vec![0; size.ok_or("larger than 8192 x 8192 pixels")?];
        let frame = reader.next_frame(&mut data).map_err(|error| error.to_string())?;
        data.truncate(frame.buffer_size());
        let rgba = match frame.color_type {
            png::ColorType::Rgba => data,
            png::ColorType::GrayscaleAlpha => colored(&data),
            other => return Err(format!("of a kind that cannot be resolved: {other:?}")),
        };
        Ok(Picture { width: frame.width, height: frame.height, rgba })
    }
}

/// Turns grey with opacity into a colour with opacity.
fn colored(data: &[u8]) -> Vec<u8> {
    let mut rgba = Vec::with_capacity(2 * data.len());
    for &[grey, alpha] in data.as_chunks::<2>().0 {
        rgba.extend_from_slice(&[grey, grey, grey, alpha]);
    }
    rgba
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_and_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.png");
        let mut picture = Picture::filled(3, 2, [10, 20, 30, 255]);
        picture.rgba[4..8].copy_from_slice(&[200, 0, 7, 0]);
        picture.write_png(&path).unwrap();
        assert_eq!(Picture::read_png(&path).unwrap(), picture);
        assert_eq!(picture.pixel(1, 0), [200, 0, 7, 0]);
        let opaque = Picture::filled(5, 4, [1, 2, 3, 255]);
        opaque.write_png(&path).unwrap();
        assert_eq!(Picture::read_png(&path).unwrap(), opaque);
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing unfinished is left: {left:?}");
    }

    #[test]
    fn grey_and_rgb_become_rgba() {
        for (color, data, expected) in [
            (png::ColorType::Grayscale, vec![9, 8], [[9, 9, 9, 255], [8, 8, 8, 255]]),
            (png::ColorType::GrayscaleAlpha, vec![9, 1, 8, 2], [[9, 9, 9, 1], [8, 8, 8, 2]]),
            (png::ColorType::Rgb, vec![1, 2, 3, 4, 5, 6], [[1, 2, 3, 255], [4, 5, 6, 255]]),
        ] {
            let mut bytes = Vec::new();
            let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
            encoder.set_color(color);
            encoder.write_header().unwrap().write_image_data(&data).unwrap();
            let picture = Picture::decode_png(&bytes).unwrap();
            assert_eq!([picture.pixel(0, 0), picture.pixel(1, 0)], expected, "{color:?}");
        }
    }

    #[test]
    fn what_cannot_be_written_or_read() {
        let folder = tempfile::tempdir().unwrap();
        let picture = Picture::filled(1, 1, [0; 4]);
        let missing = folder.path().join("nowhere").join("a.png");
        let message = picture.write_png(&missing).unwrap_err().to_string();
        assert!(message.starts_with(&missing.display().to_string()), "{message}");
        let text = folder.path().join("text.png");
        std::fs::write(&text, "not a picture").unwrap();
        let message = Picture::read_png(&text).unwrap_err().to_string();
        assert!(message.contains("not a readable picture"), "{message}");
        assert!(picture.write_png(Path::new("/")).is_err());
    }
}
