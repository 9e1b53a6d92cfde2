//! Pictures in memory: written as PNG, read, and compared.

mod compare;
mod png_file;

pub use compare::Difference;
pub use png_file::PictureError;

/// Red, green, blue, opacity: a byte each, sRGB-encoded, row after row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A picture of one colour.
    pub fn filled(width: u32, height: u32, color: [u8; 4]) -> Self {
        Self { width, height, rgba: color.repeat(width as usize * height as usize) }
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
}
