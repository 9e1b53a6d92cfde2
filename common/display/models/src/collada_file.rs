//! A figure's file as Collada, for lessons that read its XML themselves: glTF is converted in memory.

use anyhow::Result;
use armature_formats::collada::{self, Document, LoadedModel, WriteOptions};
use std::{any::Any, path::Path};

/// A figure's file as Collada.
pub struct ColladaFile {
    /// Text, model and names of the file. A converted file's model has the materials and warnings of the original.
    pub document: Document,
    /// A message for the window: that the file was converted, and how to keep the result.
    pub note: Option<String>,
}

impl ColladaFile {
    /// Reads a Collada file, or converts a glTF file.
    ///
    /// # Errors
    /// If it cannot be loaded, or not be written as Collada.
    pub fn read(path: &Path) -> Result<Self> {
        let figure: Box<dyn Any> = armature_formats::read(path)?;
        if let Ok(document) = figure.downcast::<Document>() {
            return Ok(Self { document: *document, note: None });
        }
        let file = path.display();
        let note = format!(
            "What is read here is Collada: the file was converted. To see the text: \
             cargo figure convert \"{file}\" \"{}\"",
            path.with_extension("dae").display()
        );
        Ok(Self { note: Some(note), ..Self::of(armature_formats::load(path)?, &file.to_string())? })
    }

    /// Returns a figure that is in no file of that kind, as Collada. Messages call it `name`.
    ///
    /// # Errors
    /// If it cannot be written as Collada.
    pub fn of(original: LoadedModel, name: &str) -> Result<Self> {
        let written = collada::write(&original.model, &WriteOptions::default())?;
        let mut document = collada::parse(written.text.as_bytes(), name)?;
        document.loaded.model.materials = original.model.materials;
        document.loaded.warnings = original.warnings;
        document.loaded.warnings.extend(written.warnings);
        document.loaded.files = original.files;
        Ok(Self { document, note: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_converted_file_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("me.gltf");
        fs::write(&path, r#"{"asset": {"version": "2.0"}}"#).unwrap();
        let says = "What is read here is Collada: the file was converted. To see the text: cargo figure convert";
        let note = ColladaFile::read(&path).unwrap().note.unwrap();
        let files = [path.clone(), path.with_extension("dae")].map(|path| format!("\"{}\"", path.display()));
        assert_eq!(note, format!("{says} {}", files.join(" ")));
    }
}
