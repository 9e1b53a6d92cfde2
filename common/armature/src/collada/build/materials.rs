//! Materials, and the pictures that exist: in the document's archive, or in the model's own folder.

use crate::{
    collada::{address::plain_path, document::Document, error::Reporter},
    model::{Material, Texture},
};
use glam::{Vec3, Vec4};
use std::path::{Path, PathBuf};

pub(super) fn materials(
    document: &Document,
    folder: Option<&Path>,
    reporter: &mut Reporter,
) -> Vec<Material> {
    let mut all = Vec::new();
    for data in &document.materials {
        let plain = Material::default();
        let rgb = |[r, g, b, _]: [f32; 4]| Vec3::new(r, g, b);
        let effect = &data.effect;
        let mut diffuse = match (effect.diffuse, effect.emission) {
            (Some(diffuse), _) => rgb(diffuse),
            (None, Some(_)) => Vec3::ZERO, // <constant> shines by itself alone
            (None, None) => plain.diffuse.truncate(),
        };
        let mut texture = None;
        if let Some(wanted) = effect.texture.as_ref().filter(|texture| !texture.address.is_empty())
        {
            diffuse = Vec3::ONE;
            match self::texture(document, folder, &wanted.address) {
                Ok(found) => texture = found,
                Err(why) => {
                    diffuse = plain.diffuse.truncate();
                    let message = format!("material \"{}\": {why}: drawn in grey", data.name);
                    reporter.warn(Some(&wanted.place), message);
                }
            }
        } else if effect.texture.is_some() {
            diffuse = plain.diffuse.truncate();
        }
        all.push(Material {
            name: data.name.clone(),
            diffuse: Vec4::from((diffuse, effect.opacity)),
            specular: effect.specular.map_or(plain.specular, rgb),
            shininess: effect.shininess.unwrap_or(plain.shininess),
            emission: effect.emission.map_or(plain.emission, rgb),
            texture,
        });
    }
    all
}

/// The picture that an address means, in the archive or else in `folder`; `None` if there is no folder to
/// look into. The error is why there is none, for people.
fn texture(
    document: &Document,
    folder: Option<&Path>,
    address: &str,
) -> Result<Option<Texture>, String> {
    let pictures = document.pictures.as_ref();
    if let Some(packed) = pictures.and_then(|pictures| pictures.get(address)) {
        return packed.clone().map(Some);
    }
    let Some(folder) = folder else { return Ok(None) };
    match picture(folder, address) {
        Some(path) => Ok(Some(Texture::File(path))),
        None => {
            let place =
                if pictures.is_some() { "in the archive or beside it" } else { "beside the model" };
            Err(format!("no picture \"{address}\" {place}"))
        }
    }
}

/// The file that an address means: its path if that is below `folder`, or else a file of the
/// same name in `folder`. Nothing outside of `folder` is opened, not even through links.
fn picture(folder: &Path, address: &str) -> Option<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let path = plain_path(address);
    let name = path.rsplit('/').next().unwrap_or(&path);
    [path.trim_start_matches('/'), name].into_iter().find_map(|relative| {
        // ".." and links are fine as long as the real path is inside. A file that does not exist is skipped first.
        let candidate = Some(folder.join(relative)).filter(|candidate| candidate.is_file())?;
        let (real, inside) = (candidate.canonicalize().ok()?, folder.canonicalize().ok()?);
        real.starts_with(inside).then_some(candidate)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_of_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("model");
        std::fs::create_dir_all(folder.join("maps")).unwrap();
        for file in ["secret.png", "model/own.png", "model/maps/skin.png"] {
            std::fs::write(outer.path().join(file), "x").unwrap();
        }
        assert_eq!(picture(&folder, "maps\\skin.png"), Some(folder.join("maps/skin.png")));
        assert_eq!(picture(&folder, "maps/../own.png"), Some(folder.join("maps/../own.png")));
        assert_eq!(picture(&folder, "file:///C:/x/own.png"), Some(folder.join("own.png")));
        assert_eq!(picture(&folder, "../secret.png"), None);
        assert_eq!(picture(&folder, &outer.path().join("secret.png").display().to_string()), None);
        assert_eq!(picture(&folder, "maps"), None, "a folder is no picture");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(outer.path().join("secret.png"), folder.join("link.png"))
                .unwrap();
            assert_eq!(picture(&folder, "link.png"), None, "a link that leads outside");
        }
    }
}
