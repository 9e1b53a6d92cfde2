//! Pictures on surfaces, as files or as bytes.

use std::hash::{Hash, Hasher};
use std::{fmt, path::PathBuf, sync::Arc};

/// A picture on a surface, in any format: the program that draws it decodes it.
#[derive(Clone, PartialEq, Eq)]
pub enum Texture {
    /// A file beside the model.
    File(PathBuf),
    /// A file's content, from an archive or a binary file with the model.
    Bytes {
        /// Name for messages, as if the file were a folder: `walk.glb/images/0`.
        name: Arc<str>,
        /// Content of the file. Materials with one picture share name and content.
        bytes: Arc<[u8]>,
    },
}

/// Continuation of a picture beyond its edges, in one direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wrap {
    /// Repeats the picture.
    #[default]
    Repeat,
    /// Repeats the picture, every other time mirrored.
    Mirror,
    /// Repeats the pixels of the edge.
    Clamp,
}

/// Sampling of a picture between its pixels and beyond its edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sampling {
    /// Continuation along u and v.
    pub wrap: [Wrap; 2],
    /// Whether magnified pixels are squares, for pixel art, instead of blended.
    pub square: bool,
}

/// Hashes the name alone, since equal textures have equal names, and the bytes may be megabytes.
impl Hash for Texture {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::File(path) => path.hash(state),
            Self::Bytes { name, .. } => name.hash(state),
        }
    }
}

/// Prints the file's path, or the name.
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
        Texture::Bytes { name: "a.glb/skin.png".into(), bytes: bytes.into() }
    }

    #[test]
    fn shown_without_its_bytes() {
        let texture = skin(&vec![7; 3_000_000]);
        assert_eq!(texture.to_string(), "a.glb/skin.png");
        let debug = format!("{texture:?}");
        assert_eq!(debug, "Bytes { name: \"a.glb/skin.png\", bytes: 3000000 of them }");
        let file = Texture::File("art/skin.png".into());
        assert_eq!(file.to_string(), "art/skin.png");
        assert_eq!(format!("{file:?}"), "File(\"art/skin.png\")");
    }

    #[test]
    fn the_same_by_name_and_content() {
        assert_eq!(skin(b"x"), skin(b"x"));
        assert_ne!(skin(b"x"), skin(b"y"));
        assert_ne!(skin(b"x"), Texture::File("a.glb/skin.png".into()));
    }
}
