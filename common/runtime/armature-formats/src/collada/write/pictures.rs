//! Pictures of a written document, in files beside it.

use armature::model::{Model, Texture};
use std::{
    collections::HashMap,
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

/// The pictures of a document that is to be written.
#[derive(Clone, Debug, Default)]
pub struct Pictures {
    /// Addresses for [`WriteOptions::pictures`](super::WriteOptions::pictures).
    pub addresses: HashMap<Texture, String>,
    /// Files that are not in the document's folder yet: name and content.
    pub new: Vec<(String, Vec<u8>)>,
    /// Pictures that cannot be written, each with the reason.
    pub left_out: Vec<String>,
}

/// A picture's largest size in bytes.
const MAX_PICTURE_BYTES: u64 = 512 << 20;

impl Pictures {
    /// Prepares the pictures of a model that will be written as `file`. Pictures in the folder of `file` or below stay where
    /// they are. Those elsewhere, or from within another file, are new, under names that no other file in the folder has.
    /// Reads files and writes none.
    pub fn beside(model: &Model, file: impl AsRef<Path>) -> Self {
        let file = file.as_ref();
        let mut pictures = Self::default();
        for texture in model.materials.iter().filter_map(|material| material.texture.as_ref()) {
            if !pictures.addresses.contains_key(texture) {
                match pictures.find_address(texture, file) {
                    Ok(address) => {
                        pictures.addresses.insert(texture.clone(), address);
                    }
                    Err(error) => pictures.left_out.push(format!("{texture}: left out: {error}")),
                }
            }
        }
        pictures
    }

    /// Returns the address of a texture's picture: where it is, or where it will be written.
    fn find_address(&mut self, texture: &Texture, output: &Path) -> io::Result<String> {
        match texture {
            Texture::File(path) => {
                let real = path.canonicalize()?;
                let folder = folder_of(output).canonicalize()?;
                let relative = real.strip_prefix(&folder).ok().and_then(Path::to_str);
                if let Some(relative) = relative {
                    return Ok(escape_address(&relative.replace('\\', "/")));
                }
                if real.metadata()?.len() > MAX_PICTURE_BYTES {
                    return Err(io::Error::new(ErrorKind::FileTooLarge, "it is too large"));
                }
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                self.add_file(&name, fs::read(&real)?, output)
            }
            Texture::Bytes { name, bytes } => {
                // Pictures in a .glb have only numbers.
                let last = name.rsplit('/').next().unwrap_or_default();
                let stem = if let Some((stem, _)) = last.rsplit_once('.') {
                    stem.to_owned()
                } else {
                    let figure = output.file_stem().unwrap_or_default();
                    format!("{}-{last}", figure.to_string_lossy())
                };
                self.add_file(&stem, bytes.to_vec(), output)
            }
        }
    }

    /// Adds a picture under a safe name that no other picture or file in the folder has, and returns the address.
    fn add_file(&mut self, stem: &str, bytes: Vec<u8>, output: &Path) -> io::Result<String> {
        let ending = match bytes.as_slice() {
            [0x89, b'P', b'N', b'G', ..] => "png",
            [0xff, 0xd8, 0xff, ..] => "jpg",
            _ => return Err(io::Error::new(ErrorKind::InvalidData, "neither PNG nor JPEG")),
        };
        let stem: String =
            stem.chars().take(60).map(|c| if c.is_alphanumeric() || "-_".contains(c) { c } else { '_' }).collect();
        for number in 1.. {
            let suffix = if number == 1 { String::new() } else { format!("_{number}") };
            let name = format!("{stem}{suffix}.{ending}");
            let lower = name.to_lowercase();
            let path = folder_of(output).join(&name);
            let other = match self.new.iter().find(|(other, _)| other.to_lowercase() == lower) {
                Some((_, other)) => other.clone(),
                None => match fs::symlink_metadata(&path) {
                    Ok(existing) if existing.len() == bytes.len() as u64 => fs::read(&path).unwrap_or_default(),
                    Ok(_) => Vec::new(),
                    Err(_) => {
                        self.new.push((name.clone(), bytes));
                        return Ok(escape_address(&name));
                    }
                },
            };
            if other == bytes {
                return Ok(escape_address(&name));
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}

fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Returns a relative path as a URI, in which all but letters, digits and a few signs are escaped.
fn escape_address(path: &str) -> String {
    let mut address = String::new();
    for byte in path.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' | b'/' => address.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            _ => address += &format!("%{byte:02X}"),
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use armature::model::Material;

    #[test]
    fn where_pictures_lie() {
        let here = tempfile::tempdir().unwrap();
        let other = tempfile::tempdir().unwrap();
        let png = [0, 1, 2, 3].map(|number| vec![0x89, b'P', b'N', b'G', number]);
        fs::create_dir(here.path().join("maps")).unwrap();
        fs::write(here.path().join("maps/skin a.png"), &png[0]).unwrap();
        fs::write(here.path().join("eye.png"), &png[1]).unwrap();
        fs::write(other.path().join("eye.png"), &png[2]).unwrap();
        fs::write(other.path().join("old.bmp"), "BM").unwrap();
        fs::File::create(other.path().join("huge.png")).unwrap().set_len(MAX_PICTURE_BYTES + 1).unwrap();
        let textures = [
            Texture::File(here.path().join("maps/skin a.png")),
            Texture::File(other.path().join("eye.png")),
            Texture::Bytes { name: "fox.glb/2".into(), bytes: png[3].clone().into() },
            Texture::Bytes { name: "fox.zae/maps/eye.png".into(), bytes: png[1].clone().into() },
            Texture::File(other.path().join("old.bmp")),
            Texture::File(other.path().join("huge.png")),
        ];
        let model = Model {
            materials: textures
                .iter()
                .map(|texture| Material { texture: Some(texture.clone()), ..Material::default() })
                .collect(),
            ..Model::default()
        };
        let Pictures { addresses, new, left_out } = Pictures::beside(&model, here.path().join("fox.dae"));
        let got = textures.each_ref().map(|texture| addresses.get(texture).map(String::as_str));
        let found = [Some("maps/skin%20a.png"), Some("eye_2.png"), Some("fox-2.png"), Some("eye.png")];
        assert_eq!((&got[..4], &got[4..]), (&found[..], &[None; 2][..]));
        assert_eq!(new, [("eye_2.png".into(), png[2].clone()), ("fox-2.png".into(), png[3].clone())]);
        assert_eq!(left_out.len(), 2);
        for (left, why) in
            left_out.iter().zip(["old.bmp: left out: neither PNG nor JPEG", "huge.png: left out: it is too large"])
        {
            assert!(left.ends_with(why), "{left}");
        }
    }
}
