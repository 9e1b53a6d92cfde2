//! The level as JSON in a blob of lesson 16's container: kind `LEVL`, layout 4, named as the level.
//!
//! Numbers are rounded to a billionth, in the editor where they are made. So a level that is read is written as the same
//! text, to the last bit.

use super::{Dark, Level, Piece, Spawn};
use armature_formats::container::{self, Blob, ContainerError, Kind};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{io, ops::RangeInclusive};

const KIND: Kind = Kind(*b"LEVL");

/// Version of the layout.
const LAYOUT: u32 = 4;

const MAX_NAME: usize = 100;
/// Largest distance from the origin, and largest and smallest size of a piece, in metres.
const FARTHEST: f64 = 2000.0;
const SIZES: RangeInclusive<f64> = 0.05..=500.0;
/// Largest turn: more than a whole one is nowhere needed.
const MAX_TURN: f64 = 7.0;

impl Level {
    pub fn ruins() -> Result<Self, String> {
        Self::from_bytes(include_bytes!("../../../../../assets/ruins.armature"))
            .map_err(|error| format!("assets/ruins.armature: {error}"))
    }

    pub fn to_blob(&self) -> Result<Blob, String> {
        self.check()?;
        let mut level = self.clone();
        level.round();
        let mut bytes = Vec::new();
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, Lines);
        level.serialize(&mut serializer).map_err(|error| error.to_string())?;
        Ok(Blob { name: self.name.clone(), kind: KIND, version: LAYOUT, bytes })
    }

    pub fn from_blobs(blobs: &[Blob]) -> Result<Self, String> {
        let mut levels = blobs.iter().filter(|blob| blob.kind == KIND);
        let blob = levels.next().ok_or("there is no level in it: no blob of kind LEVL")?;
        if levels.next().is_some() {
            return Err(ContainerError::blob(KIND, &blob.name, "is there twice").to_string());
        }
        if blob.version != LAYOUT {
            let found = blob.version;
            let fault = format_args!("has layout {found}, this program knows layout {LAYOUT}");
            return Err(ContainerError::blob(KIND, &blob.name, fault).to_string());
        }
        let read: Result<Level, _> = serde_json::from_slice(&blob.bytes);
        let read = read.map_err(|error| format!("blob {KIND} {:?}: {error}", blob.name))?;
        let level = Level { name: blob.name.clone(), ..read };
        level.check().map_err(|error| format!("blob {KIND} {:?}: {error}", blob.name))?;
        Ok(level)
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        container::write(&[self.to_blob()?]).map_err(|error| error.to_string())
    }

    pub fn from_bytes(file: &[u8]) -> Result<Self, String> {
        Self::from_blobs(&container::read(file).map_err(|error| error.to_string())?)
    }

    /// Rounds all numbers as a file has them.
    pub fn round(&mut self) {
        for Piece { position, turn, size, .. } in &mut self.pieces {
            *position = position.map(rounded);
            *turn = rounded(*turn);
            *size = size.map(rounded);
        }
        for Spawn { position, patrol, .. } in &mut self.spawns {
            *position = position.map(rounded);
            *patrol = rounded(*patrol);
        }
        for Dark { from, to, below } in &mut self.darkness {
            for number in [from, to, below] {
                *number = rounded(*number);
            }
        }
        let hints = self.hints.iter_mut().map(|hint| &mut hint.position);
        for point in self.tokens.iter_mut().chain(hints).chain([&mut self.start, &mut self.door]) {
            *point = point.map(rounded);
        }
        self.abyss = rounded(self.abyss);
    }

    /// Returns the level as the editor's session keeps it, also one that cannot be saved yet.
    pub fn to_session(&self) -> Result<Vec<u8>, String> {
        serde_json::to_vec(&(&self.name, self)).map_err(|error| error.to_string())
    }

    /// Returns the level that an editor's session has kept.
    pub fn from_session(bytes: &[u8]) -> Option<Self> {
        let (name, level): (String, Level) = serde_json::from_slice(bytes).ok()?;
        Some(Level { name, ..level })
    }

    /// Returns the first thing that a level may not hold.
    fn check(&self) -> Result<(), String> {
        if self.name.is_empty() || self.name.len() > MAX_NAME {
            return Err(format!("a level's name has 1 to {MAX_NAME} bytes, not {}", self.name.len()));
        }
        let words = self.hints.iter().map(|hint| hint.text.len()).max().unwrap_or(0);
        for (count, of, most) in [
            (self.pieces.len(), "pieces", 2000),
            (self.spawns.len(), "creatures", 50),
            (self.darkness.len(), "dark stretches", 50),
            (self.tokens.len(), "tokens", 200),
            (self.hints.len(), "hints", 50),
            (words, "bytes of a hint", 60),
        ] {
            if count > most {
                return Err(format!("{count} {of}: at most {most} are kept"));
            }
        }
        near("the start", &[self.start.x, self.start.y])?;
        near("the door", &[self.door.x, self.door.y])?;
        near("the abyss", &[self.abyss])?;
        for (n, Piece { kind, position, turn, size, .. }) in (1..).zip(&self.pieces) {
            near(&format!("piece {n}"), &position.to_array())?;
            if !(-MAX_TURN..=MAX_TURN).contains(turn) {
                return Err(format!("the turn of piece {n}: {turn}"));
            }
            if !size.to_array().iter().all(|side| SIZES.contains(side)) {
                return Err(format!("the size of piece {n} ({}): {size}", kind.name()));
            }
        }
        for (n, Spawn { position, patrol, .. }) in (1..).zip(&self.spawns) {
            near(&format!("creature {n}"), &position.to_array())?;
            if !(0.0..=FARTHEST).contains(patrol) {
                return Err(format!("creature {n} walks {patrol} m"));
            }
        }
        for (n, Dark { from, to, below }) in (1..).zip(&self.darkness) {
            near(&format!("dark stretch {n}"), &[*from, *to, *below])?;
            if from >= to {
                return Err(format!("dark stretch {n} ends before it begins"));
            }
        }
        for (n, token) in (1..).zip(&self.tokens) {
            near(&format!("token {n}"), &token.to_array())?;
        }
        for (n, hint) in (1..).zip(&self.hints) {
            near(&format!("hint {n}"), &hint.position.to_array())?;
        }
        Ok(())
    }
}

/// Writes each object, such as a piece, in a line.
struct Lines;

impl serde_json::ser::Formatter for Lines {
    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b"\n{")
    }
}

/// Returns an error if one of the `numbers` of something is too large, or is none.
fn near(of: &str, numbers: &[f64]) -> Result<(), String> {
    match numbers.iter().find(|number| !(-FARTHEST..=FARTHEST).contains(*number)) {
        Some(number) => Err(format!("{of}: {number}")),
        None => Ok(()),
    }
}

fn rounded(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

/// A point as a list of two numbers.
pub(super) mod point {
    use super::{DVec2, Deserialize, Deserializer, Serialize, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(point: &DVec2, serializer: S) -> Result<S::Ok, S::Error> {
        point.to_array().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec2, D::Error> {
        <[f64; 2]>::deserialize(deserializer).map(DVec2::from)
    }
}

/// A size as a list of three numbers.
pub(super) mod size {
    use super::{DVec3, Deserialize, Deserializer, Serialize, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(size: &DVec3, serializer: S) -> Result<S::Ok, S::Error> {
        size.to_array().serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec3, D::Error> {
        <[f64; 3]>::deserialize(deserializer).map(DVec3::from)
    }
}

pub(super) mod points {
    use super::{DVec2, Deserialize, Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(points: &[DVec2], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(points.iter().map(DVec2::to_array))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<DVec2>, D::Error> {
        let points: Vec<[f64; 2]> = Vec::deserialize(deserializer)?;
        Ok(points.into_iter().map(DVec2::from).collect())
    }
}
