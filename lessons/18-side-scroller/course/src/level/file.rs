//! The level as a blob of lesson 16's container.
//!
//! Kind `LEVL`, layout 2, named as the level. All numbers are little endian; a *point* is two f64, a *count* a u32.
//!
//! | | |
//! |---|---|
//! | point | start |
//! | point | door |
//! | f64 | abyss |
//! | count, and for each piece | u8 kind, u8 layer (places in [`PieceKind::all`], [`Layer::ALL`]), u8 flipped (0 or 1), point position, f64 turn, three f64 size |
//! | count, and for each collider | count of corners, its points |
//! | count, and for each creature | u8 kind (place in [`CreatureKind::ALL`]), point position, f64 patrol |
//! | count, and for each dark stretch | f64 from, f64 to, f64 below |
//! | count, and for each token | point position |
//! | count, and for each hint | point position, count of bytes, UTF-8 text |
//!
//! Every count is compared with the bytes that are left before anything is allocated, and every number with what a level
//! may hold. Floats come back bit for bit.

use super::{CreatureKind, Dark, Hint, Layer, Level, Piece, PieceKind, Spawn};
use crate::ground::is_strictly_convex;
use armature_formats::container::{self, Blob, ContainerError, Kind, Problem};
use glam::{DVec2, DVec3};

const KIND: Kind = Kind(*b"LEVL");

/// Version of the layout.
const LAYOUT: u32 = 2;

/// Largest numbers of each in a level.
const MAX_PIECES: usize = 2000;
const MAX_COLLIDERS: usize = 500;
const MAX_CORNERS: usize = 32;
const MAX_SPAWNS: usize = 50;
const MAX_DARK: usize = 50;
const MAX_TOKENS: usize = 200;
const MAX_HINTS: usize = 50;
const MAX_WORDS: usize = 60;
const MAX_NAME: usize = 100;

/// Largest distance from the origin, and largest and smallest size of a piece, in metres.
const FARTHEST: f64 = 2000.0;
const SIZES: std::ops::RangeInclusive<f64> = 0.05..=500.0;

/// Largest turn: more than a whole one is nowhere needed.
const MAX_TURN: f64 = 7.0;

impl Level {
    pub fn ruins() -> Result<Self, String> {
        Self::from_bytes(include_bytes!("../../../../../assets/ruins.armature"))
            .map_err(|error| format!("assets/ruins.armature: {error}"))
    }

    /// Returns the second level.
    pub fn terraces() -> Result<Self, String> {
        Self::from_bytes(include_bytes!("../../../../../assets/terraces.armature"))
            .map_err(|error| format!("assets/terraces.armature: {error}"))
    }

    pub fn to_blob(&self) -> Result<Blob, String> {
        let mut out = Writer::default();
        out.point(self.start);
        out.point(self.door);
        out.number(self.abyss);
        out.count(self.pieces.len());
        for piece in &self.pieces {
            out.0.extend([piece.kind as u8, piece.layer as u8, u8::from(piece.flipped)]);
            out.point(piece.position);
            out.number(piece.turn);
            piece.size.to_array().into_iter().for_each(|side| out.number(side));
        }
        out.count(self.colliders.len());
        for collider in &self.colliders {
            out.count(collider.len());
            for corner in collider {
                out.point(*corner);
            }
        }
        out.count(self.spawns.len());
        for spawn in &self.spawns {
            out.0.push(spawn.kind as u8);
            out.point(spawn.position);
            out.number(spawn.patrol);
        }
        out.count(self.darkness.len());
        for dark in &self.darkness {
            out.number(dark.from);
            out.number(dark.to);
            out.number(dark.below);
        }
        out.count(self.tokens.len());
        self.tokens.iter().for_each(|token| out.point(*token));
        out.count(self.hints.len());
        for hint in &self.hints {
            out.point(hint.position);
            out.count(hint.text.len());
            out.0.extend(hint.text.as_bytes());
        }
        let blob = Blob { name: self.name.clone(), kind: KIND, version: LAYOUT, bytes: out.0 };
        Self::from_blobs(std::slice::from_ref(&blob))?;
        Ok(blob)
    }

    pub fn from_blobs(blobs: &[Blob]) -> Result<Self, String> {
        let mut levels = blobs.iter().filter(|blob| blob.kind == KIND);
        let blob = levels.next().ok_or("there is no level in it: no blob of kind LEVL")?;
        let wrong = |problem| ContainerError::Blob { kind: KIND, name: blob.name.clone(), problem };
        if levels.next().is_some() {
            return Err(wrong(Problem::Twice).to_string());
        }
        if blob.version != LAYOUT {
            let problem = Problem::Version { found: blob.version, known: LAYOUT };
            return Err(wrong(problem).to_string());
        }
        if blob.name.is_empty() || blob.name.len() > MAX_NAME {
            return Err(format!("a level's name has 1 to {MAX_NAME} bytes, not {}", blob.name.len()));
        }
        read(blob).map_err(|problem| wrong(problem).to_string())
    }

    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        container::write(&[self.to_blob()?]).map_err(|error| error.to_string())
    }

    pub fn from_bytes(file: &[u8]) -> Result<Self, String> {
        Self::from_blobs(&container::read(file).map_err(|error| error.to_string())?)
    }
}

/// Reads a level from its blob and checks each of its numbers.
fn read(blob: &Blob) -> Result<Level, Problem> {
    let mut from = Reader { bytes: &blob.bytes, at: 0 };
    let start = from.point("the start")?;
    let door = from.point("the door")?;
    let abyss = from.number("the abyss", FARTHEST)?;
    let pieces = from.list("pieces", 51, MAX_PIECES, |from, n| piece(from, &format!("piece {n}")))?;
    let colliders = from.list("colliders", 4, MAX_COLLIDERS, |from, n| {
        let of = format!("a corner of collider {n}");
        let corners = from.list("corners", 16, MAX_CORNERS, |from, _| from.point(&of))?;
        if !is_strictly_convex(&corners) {
            return from.wrong(format!("collider {n} is not convex and counterclockwise"));
        }
        Ok(corners)
    })?;
    let spawns = from.list("creatures", 25, MAX_SPAWNS, |from, n| {
        let [kind] = from.array(&format!("creature {n}"))?;
        let Some(&kind) = CreatureKind::ALL.get(usize::from(kind)) else {
            return from.wrong(format!("creature {n} is of kind {kind}, which is not known"));
        };
        let position = from.point(&format!("creature {n}"))?;
        let patrol = from.number(&format!("how far creature {n} walks"), FARTHEST)?;
        if patrol < 0.0 {
            return from.wrong(format!("creature {n} walks {patrol} m"));
        }
        Ok(Spawn { kind, position, patrol })
    })?;
    let darkness = from.list("dark stretches", 24, MAX_DARK, |from, n| {
        let of = format!("dark stretch {n}");
        let dark = Dark {
            from: from.number(&of, FARTHEST)?,
            to: from.number(&of, FARTHEST)?,
            below: from.number(&of, FARTHEST)?,
        };
        if dark.from >= dark.to {
            return from.wrong(format!("{of} ends before it begins"));
        }
        Ok(dark)
    })?;
    let tokens = from.list("tokens", 16, MAX_TOKENS, |from, n| from.point(&format!("token {n}")))?;
    let hints = from.list("hints", 20, MAX_HINTS, hint)?;
    match from.left() {
        0 => {}
        left => return from.wrong(format!("{left} bytes too many")),
    }
    let name = blob.name.clone();
    Ok(Level { name, pieces, colliders, start, door, spawns, tokens, hints, darkness, abyss })
}

fn hint(from: &mut Reader<'_>, n: usize) -> Result<Hint, Problem> {
    let of = format!("hint {n}");
    let position = from.point(&of)?;
    let text = from.list(&format!("bytes of {of}"), 1, MAX_WORDS, |from, _| from.array::<1>(&of))?;
    let text = String::from_utf8(text.concat()).or_else(|_| from.wrong(format!("{of} is not UTF-8")))?;
    Ok(Hint { position, text })
}

fn piece(from: &mut Reader<'_>, of: &str) -> Result<Piece, Problem> {
    let [kind, layer, flipped] = from.array(of)?;
    let Some(&kind) = PieceKind::all().get(usize::from(kind)) else {
        return from.wrong(format!("{of} is of kind {kind}, which is not known"));
    };
    let Some(&layer) = Layer::ALL.get(usize::from(layer)) else {
        return from.wrong(format!("{of} is in layer {layer}, which is not known"));
    };
    if flipped > 1 {
        return from.wrong(format!("{of}: flipped is {flipped}, not 0 or 1"));
    }
    let position = from.point(of)?;
    let turn = from.number(&format!("the turn of {of}"), MAX_TURN)?;
    let mut size = DVec3::ZERO;
    for side in 0..3 {
        size[side] = from.number(&format!("the size of {of}"), FARTHEST)?;
        if !SIZES.contains(&size[side]) {
            return from.wrong(format!("{of} ({}) has a side of {} m", kind.name(), size[side]));
        }
    }
    Ok(Piece { kind, position, turn, size, flipped: flipped == 1, layer })
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn count(&mut self, count: usize) {
        self.0.extend((count as u32).to_le_bytes());
    }

    fn number(&mut self, number: f64) {
        self.0.extend(number.to_le_bytes());
    }

    fn point(&mut self, point: DVec2) {
        self.number(point.x);
        self.number(point.y);
    }
}

/// Bytes, and the position up to which they have been read.
struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    fn wrong<T>(&self, what: String) -> Result<T, Problem> {
        Err(Problem::Content { at: self.at, what })
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], Problem> {
        let Some(bytes) = self.bytes[self.at..].first_chunk::<N>() else {
            return self.wrong(format!("{what}: it ends {} bytes too early", N - self.left()));
        };
        self.at += N;
        Ok(*bytes)
    }

    /// Reads a count of at most `most`, then as many items by `read`, which gets the item's number from 1 on. `of`
    /// names the items in errors, and each has at least `bytes` bytes, so that a wrong count is found before anything
    /// is allocated.
    fn list<T>(
        &mut self,
        of: &str,
        bytes: usize,
        most: usize,
        mut read: impl FnMut(&mut Self, usize) -> Result<T, Problem>,
    ) -> Result<Vec<T>, Problem> {
        let count = u32::from_le_bytes(self.array(of)?) as usize;
        if count > most {
            return self.wrong(format!("{count} {of}: at most {most} are kept"));
        }
        if count > self.left() / bytes {
            return self.wrong(format!("{count} {of}, and only {} bytes follow", self.left()));
        }
        (1..=count).map(|number| read(self, number)).collect()
    }

    /// Reads a finite number of at most this size.
    fn number(&mut self, what: &str, most: f64) -> Result<f64, Problem> {
        let number = f64::from_le_bytes(self.array(what)?);
        // Not the other way round: no number must fail.
        if number.abs() <= most { Ok(number) } else { self.wrong(format!("{what}: {number}")) }
    }

    fn point(&mut self, what: &str) -> Result<DVec2, Problem> {
        Ok(DVec2::new(self.number(what, FARTHEST)?, self.number(what, FARTHEST)?))
    }
}
