//! The four functions that lesson 16's student writes, as the editor calls them.

use crate::{
    container::{self, Blob},
    edit::{self, Key},
    math::Transform,
};

/// How keys are set and moved, and containers written and read: values in, values out, so that a
/// student's functions can be called, and replaced where they panic.
///
/// By default they are the finished ones.
pub trait Functions {
    /// The keys with one more at `time`, or the one that stands there replaced: [`edit::set_key`].
    fn set_key(&mut self, mut keys: Vec<Key>, time: f32, local: Transform) -> Vec<Key> {
        edit::set_key(&mut keys, time, local);
        keys
    }

    /// The keys with one of them at another time, and its new index: [`edit::move_key`].
    fn move_key(&mut self, mut keys: Vec<Key>, key: usize, time: f32) -> (Vec<Key>, usize) {
        let moved = edit::move_key(&mut keys, key, time);
        (keys, moved)
    }

    /// A file of blobs: [`container::write`].
    ///
    /// # Errors
    /// Why not, in words.
    fn write(&mut self, blobs: Vec<Blob>) -> Result<Vec<u8>, String> {
        container::write(&blobs).map_err(|error| error.to_string())
    }

    /// The blobs of a file: [`container::read`].
    ///
    /// # Errors
    /// Which blob is damaged, and how, in words.
    fn read(&mut self, bytes: Vec<u8>) -> Result<Vec<Blob>, String> {
        container::read(&bytes).map_err(|error| error.to_string())
    }
}

/// The finished ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Finished;

impl Functions for Finished {}
