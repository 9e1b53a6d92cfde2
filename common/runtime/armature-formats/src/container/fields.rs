//! Numbers and texts as bytes. They are read one after the other, never beyond the end, and without allocating for missing
//! bytes.

use super::{ContainerError, MAX_TEXT_BYTES, Problem, limit};
use glam::{Quat, Vec3};
use std::fmt::Display;

/// Largest deviation of a quaternion's length from 1, and of its neighbour beyond a right angle (as a dot product):
/// other processors round differently. Rotation tracks are within 1e-7.
pub(super) const UNIT_TOLERANCE: f32 = 1e-5;

/// Bytes, and the number of them that have been read.
///
/// The methods take a name of the value for an error, as anything that can be displayed: without an error it costs nothing.
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

    /// Returns an error at the end of the bytes that have been read.
    pub(super) fn error<T>(&self, fault: impl Display) -> Result<T, Problem> {
        Err(Problem::Content { at: self.at, what: fault.to_string() })
    }

    /// Reads the next `length` bytes.
    pub(super) fn take(&mut self, length: usize, name: &dyn Display) -> Result<&'a [u8], Problem> {
        if length > self.left() {
            let left = self.left();
            return self.error(format_args!("{name} takes {length} bytes, and {left} are left"));
        }
        self.at += length;
        Ok(&self.bytes[self.at - length..self.at])
    }

    pub(super) fn array<const N: usize>(&mut self, name: &dyn Display) -> Result<[u8; N], Problem> {
        let bytes = self.take(N, name)?;
        Ok(std::array::from_fn(|byte| bytes[byte]))
    }

    pub(super) fn whole(&mut self, name: &dyn Display) -> Result<u32, Problem> {
        Ok(u32::from_le_bytes(self.array(name)?))
    }

    /// Reads a number of items of at least `item_bytes` bytes, limited by the bytes that are left.
    pub(super) fn count(&mut self, item_bytes: usize, name: &dyn Display) -> Result<usize, Problem> {
        let count = self.whole(name)? as usize;
        if count > self.left() / item_bytes {
            let left = self.left();
            return self.error(format_args!("{name} is {count}, and {left} bytes are left"));
        }
        Ok(count)
    }

    /// Reads a text: its length as u16, and UTF-8.
    pub(super) fn text(&mut self, name: &dyn Display) -> Result<String, Problem> {
        let length = u16::from_le_bytes(self.array(name)?);
        match std::str::from_utf8(self.take(length.into(), name)?) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => self.error(format_args!("{name} is not UTF-8: {error}")),
        }
    }

    /// Reads a finite number.
    pub(super) fn number(&mut self, name: &dyn Display) -> Result<f32, Problem> {
        let number = f32::from_le_bytes(self.array(name)?);
        if number.is_finite() { Ok(number) } else { self.error(format_args!("{name} is {number}")) }
    }

    pub(super) fn vector(&mut self, name: &dyn Display) -> Result<Vec3, Problem> {
        Ok(Vec3::new(self.number(name)?, self.number(name)?, self.number(name)?))
    }

    /// Reads a quaternion of unit length.
    pub(super) fn rotation(&mut self, name: &dyn Display) -> Result<Quat, Problem> {
        let Vec3 { x, y, z } = self.vector(name)?;
        let rotation = Quat::from_xyzw(x, y, z, self.number(name)?);
        let length = rotation.length();
        if (length - 1.0).abs() <= UNIT_TOLERANCE {
            Ok(rotation)
        } else {
            self.error(format_args!("{name} has length {length}, not 1"))
        }
    }

    /// Reads a joint of a figure with `count` joints.
    pub(super) fn joint(&mut self, count: usize, name: &dyn Display) -> Result<usize, Problem> {
        let joint = self.whole(name)? as usize;
        if joint < count {
            Ok(joint)
        } else {
            self.error(format_args!("{name} is {joint}, of a figure with {count} joints"))
        }
    }

    /// Returns an error if any bytes are left.
    pub(super) fn end(&self) -> Result<(), Problem> {
        match self.left() {
            0 => Ok(()),
            left => self.error(format_args!("{left} bytes too many")),
        }
    }
}

/// Appends a number of items, or a joint. A file in which it exceeds a u32 is rejected for its length.
pub(super) fn push_count(out: &mut Vec<u8>, count: usize) {
    out.extend(u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

pub(super) fn push_floats(out: &mut Vec<u8>, numbers: &[f32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

pub(super) fn push_text(out: &mut Vec<u8>, text: &str) -> Result<(), ContainerError> {
    limit("bytes in a text", text.len(), MAX_TEXT_BYTES)?;
    out.extend((text.len() as u16).to_le_bytes());
    out.extend(text.as_bytes());
    Ok(())
}
