//! A figure's file as Collada, for lessons that read its XML themselves: glTF is converted in memory.

use anyhow::{Context, Result};
use armature_formats::collada::{self, Document, LoadedModel, Scene, WriteOptions};
use std::{any::Any, fs, path::Path};

/// A figure's file as Collada.
pub struct ColladaFile {
    /// Its text; that of the document in an archive.
    pub text: String,
    /// Contents of the file.
    pub document: Document,
    /// A message for the window: that the file was converted, and how to keep the result.
    pub note: Option<String>,
    /// Model of a glTF file, whose pictures are not in the text.
    original: Option<LoadedModel>,
}

impl ColladaFile {
    /// Reads a Collada file, or converts a glTF file.
    ///
    /// # Errors
    /// If it cannot be loaded, or not be written as Collada.
    pub fn read(path: &Path) -> Result<Self> {
        let figure: Box<dyn Any> = armature_formats::read(path)?;
        if let Ok(document) = figure.downcast::<Document>() {
            let bytes = fs::read(path).with_context(|| path.display().to_string())?;
            let text = Document::text(&bytes, &document.name)?;
            return Ok(Self { text, document: *document, note: None, original: None });
        }
        let file = path.display();
        let note = format!(
            "What is read here is Collada: the file was converted. To see the text: \
             cargo figure convert \"{file}\" \"{}\"",
            path.with_extension("dae").display()
        );
        Ok(Self { note: Some(note), ..Self::of(armature_formats::load(path)?, &file.to_string())? })
    }

    /// A figure that is in no file of that kind, as Collada. Messages call it `name`.
    ///
    /// # Errors
    /// If it cannot be written as Collada.
    pub fn of(mut original: LoadedModel, name: &str) -> Result<Self> {
        let written = collada::write(&original.model, &WriteOptions::default())?;
        original.warnings.extend(written.warnings);
        let document = collada::parse(written.text.as_bytes(), name)?;
        Ok(Self { document, text: written.text, note: None, original: Some(original) })
    }

    /// Returns the model of a scene in the document. A converted file's model has the materials and warnings of the original.
    ///
    /// # Errors
    /// As [`collada::model`].
    pub fn model(&self, scene: &Scene<'_>, path: &Path) -> Result<LoadedModel> {
        let mut loaded = collada::model(&self.document, scene, path)?;
        if let Some(LoadedModel { model, warnings, files }) = &self.original {
            loaded.model.materials.clone_from(&model.materials);
            loaded.warnings.clone_from(warnings);
            loaded.files.clone_from(files);
        }
        Ok(loaded)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
