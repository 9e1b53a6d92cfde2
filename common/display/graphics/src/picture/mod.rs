//! Pictures in memory: written as PNG, read, and compared.

mod compare;
mod png_file;

pub use compare::Difference;

use glium::texture::{RawImage2d, Texture2d};

/// Red, green, blue, opacity: a byte each, sRGB-encoded, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        Self { width, height, rgba: color.repeat(width as usize * height as usize) }
    }

    /// The pixels of a texture.
    pub(crate) fn read(texture: &Texture2d) -> Self {
        let image: RawImage2d<'_, u8> = texture.read();
        let mut rgba = Vec::with_capacity(image.data.len());
        // OpenGL's rows go up, a picture's go down. Row by row, as in `bottom_up`.
        for row in image.data.chunks(image.width as usize * 4).rev() {
            rgba.extend_from_slice(row);
        }
        Self { width: image.width, height: image.height, rgba }
    }

    /// The pixels of a texture, opaque: panels drawn over a scene change its opacity.
    pub fn opaque(texture: &Texture2d) -> Self {
        let mut picture = Self::read(texture);
        for pixel in picture.rgba.chunks_exact_mut(4) {
            pixel[3] = 255;
        }
        picture
    }

    /// The pixel in column `x` from the left and row `y` from the top.
    ///
    /// # Panics
    /// If it lies outside.
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        assert!(x < self.width && y < self.height, "({x}, {y}) in {}x{}", self.width, self.height);
        let first = (y as usize * self.width as usize + x as usize) * 4;
        std::array::from_fn(|channel| self.rgba[first + channel])
    }

    /// The data of a texture, whose first row is the lower edge.
    ///
    /// Row by row: glium's own conversion goes byte by byte, which slows the start of an unoptimised program.
    pub fn bottom_up(&self) -> RawImage2d<'static, u8> {
        let mut rows = Vec::with_capacity(self.rgba.len());
        for row in self.rgba.chunks_exact(4 * (self.width as usize).max(1)).rev() {
            rows.extend_from_slice(row);
        }
        RawImage2d::from_raw_rgba(rows, (self.width, self.height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_row_comes_first_in_a_texture() {
        let red = [9, 0, 0, 255];
        let blue = [0, 0, 9, 255];
        let rgba = [red, red, blue, blue].concat();
        let image = Picture { width: 2, height: 2, rgba }.bottom_up();
        assert_eq!((image.width, image.height), (2, 2));
        assert_eq!(*image.data, [blue, blue, red, red].concat());
        let nothing = Picture { width: 0, height: 0, rgba: Vec::new() };
        assert!(nothing.bottom_up().data.is_empty());
    }
}
