//! Textures: where the picture on a surface is, as a file or as bytes.

use std::{
    fmt,
    hash::{Hash, Hasher},
    path::PathBuf,
    sync::Arc,
};

/// The picture on a surface, in whatever format it has: whoever draws it decodes it.
#[derive(Clone, PartialEq, Eq)]
pub enum Texture {
    /// A file beside the model.
    File(PathBuf),
    /// A file's content, out of the archive that the model came in.
    Bytes {
        /// Name in messages, as if the archive were a folder: `walk.zae/images/skin.png`.
        name: Arc<str>,
        /// Content of the file. Materials with one picture share name and content.
        bytes: Arc<[u8]>,
    },
}

/// Continuation of a picture past its edges, along one of its sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// Repeats the picture.
    #[default]
    Repeat,
    /// The picture mirrored, and so on by turns.
    Mirror,
    /// The pixels of the edge.
    Clamp,
}

/// Reading of a picture between its pixels and past its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// Continuation to the left and right, and above and below.
    pub wrap: [Wrap; 2],
    /// Whether pixels seen from near are squares, as pixel art wants, and not blended.
    pub square: bool,
}

/// Hashes the name alone: equal textures have equal names, and there may be megabytes behind them.
impl Hash for Texture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::File(path) => path.hash(state),
            Self::Bytes { name, .. } => name.hash(state),
        }
    }
}

/// The file's path, or the name.
impl fmt::Display for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => path.display().fmt(f),
            Self::Bytes { name, .. } => f.write_str(name),
        }
    }
}

/// Prints the number of bytes instead of the bytes.
impl fmt::Debug for Texture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
            Self::Bytes { name, bytes } => {
                write!(f, "Bytes {{ name: {name:?}, bytes: {} of them }}", bytes.len())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn skin(bytes: &[u8]) -> Texture {
        Texture::Bytes { name: "a.zae/skin.png".into(), bytes: bytes.into() }
    }

    #[test]
    fn shown_without_its_bytes() {
        let texture = skin(&vec![7; 3_000_000]);
        assert_eq!(texture.to_string(), "a.zae/skin.png");
        let debug = format!("{texture:?}");
        assert_eq!(debug, "Bytes { name: \"a.zae/skin.png\", bytes: 3000000 of them }");
        let file = Texture::File("art/skin.png".into());
        assert_eq!(file.to_string(), "art/skin.png");
        assert_eq!(format!("{file:?}"), "File(\"art/skin.png\")");
    }

    #[test]
    fn the_same_by_name_and_content() {
        assert_eq!(skin(b"x"), skin(b"x"));
        assert_ne!(skin(b"x"), skin(b"y"));
        assert_ne!(skin(b"x"), Texture::File("a.zae/skin.png".into()));
    }
}
