//! Models of files: their pictures, and glTF files as Collada.

pub mod collada_file;
pub mod pictures;
