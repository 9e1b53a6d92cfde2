//! Reads numbers and texts from bytes one after the other: never beyond their end, and nothing is allocated for what
//! is not there.

use super::Problem;
use glam::{Quat, Vec3};
use std::fmt::Display;

/// Largest deviation of a quaternion's length from 1, and of its neighbour beyond a right angle (as a dot product):
/// other processors round differently. Rotation tracks are within 1e-7.
pub(super) const UNIT_TOLERANCE: f32 = 1e-5;

/// Bytes, and how far they have been read.
///
/// The methods take what they read as words for an error: anything that can be displayed, so that it costs nothing
/// where there is none.
pub(super) struct Fields<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Fields<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Returns the number of bytes that have not been read.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// An error at the place that was read last.
    pub(super) fn wrong<T>(&self, what: impl Display) -> Result<T, Problem> {
        Err(Problem::Content { at: self.at, what: what.to_string() })
    }

    /// The next so many bytes.
    pub(super) fn take(&mut self, length: usize, what: &dyn Display) -> Result<&'a [u8], Problem> {
        if length > self.left() {
            let left = self.left();
            return self.wrong(format_args!("{what} takes {length} bytes, and {left} are left"));
        }
        self.at += length;
        Ok(&self.bytes[self.at - length..self.at])
    }

    pub(super) fn array<const N: usize>(&mut self, what: &dyn Display) -> Result<[u8; N], Problem> {
        let bytes = self.take(N, what)?;
        Ok(std::array::from_fn(|byte| bytes[byte]))
    }

    pub(super) fn whole(&mut self, what: &dyn Display) -> Result<u32, Problem> {
        Ok(u32::from_le_bytes(self.array(what)?))
    }

    /// Reads a number of things of at least `each` bytes, limited by the bytes that are left.
    pub(super) fn count(&mut self, each: usize, what: &dyn Display) -> Result<usize, Problem> {
        let count = self.whole(what)? as usize;
        if count > self.left() / each {
            let left = self.left();
            return self.wrong(format_args!("{what} is {count}, and {left} bytes are left"));
        }
        Ok(count)
    }

    /// A text: its length as u16, and UTF-8.
    pub(super) fn text(&mut self, what: &dyn Display) -> Result<String, Problem> {
        let length = u16::from_le_bytes(self.array(what)?);
        match std::str::from_utf8(self.take(length.into(), what)?) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => self.wrong(format_args!("{what} is not UTF-8: {error}")),
        }
    }

    /// A finite number.
    pub(super) fn number(&mut self, what: &dyn Display) -> Result<f32, Problem> {
        let number = f32::from_le_bytes(self.array(what)?);
        if number.is_finite() { Ok(number) } else { self.wrong(format_args!("{what} is {number}")) }
    }

    pub(super) fn vector(&mut self, what: &dyn Display) -> Result<Vec3, Problem> {
        Ok(Vec3::new(self.number(what)?, self.number(what)?, self.number(what)?))
    }

    /// A quaternion of unit length.
    pub(super) fn rotation(&mut self, what: &dyn Display) -> Result<Quat, Problem> {
        let Vec3 { x, y, z } = self.vector(what)?;
        let rotation = Quat::from_xyzw(x, y, z, self.number(what)?);
        let length = rotation.length();
        if (length - 1.0).abs() <= UNIT_TOLERANCE {
            Ok(rotation)
        } else {
            self.wrong(format_args!("{what} has length {length}, not 1"))
        }
    }

    /// A joint of a figure that has so many.
    pub(super) fn joint(&mut self, count: usize, what: &dyn Display) -> Result<usize, Problem> {
        let joint = self.whole(what)? as usize;
        if joint < count {
            Ok(joint)
        } else {
            self.wrong(format_args!("{what} is {joint}, of a figure with {count} joints"))
        }
    }

    /// Fails if anything is left.
    pub(super) fn end(&self) -> Result<(), Problem> {
        match self.left() {
            0 => Ok(()),
            left => self.wrong(format_args!("{left} bytes too many")),
        }
    }
}
