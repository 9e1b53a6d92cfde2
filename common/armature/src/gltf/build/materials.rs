//! Materials, and the pictures that exist: in buffers, in the text, or in the model's own folder.

use crate::{
    gltf::{
        buffers::embedded,
        document::{Document, Image, place},
        limits::MAX_ADDRESS_BYTES,
    },
    loading::{Reporter, files::beside},
    model::{Material, Texture},
};

pub(super) fn materials(document: &Document, reporter: &mut Reporter) -> Vec<Material> {
    let mut pictures: Vec<Option<Result<Option<Texture>, String>>> =
        vec![None; document.images.len()];
    let mut all = Vec::with_capacity(document.materials.len());
    for (index, data) in document.materials.iter().enumerate() {
        let mut material = data.material.clone();
        if data.emission_texture {
            let message = "a picture of what shines by itself: left out";
            reporter.warn(Some(&place("materials", index)), message);
        }
        if let Some(used) = data.texture {
            let found = match used.image {
                Some(image) => pictures[image]
                    .get_or_insert_with(|| picture(document, image, reporter))
                    .clone(),
                None => Err("its picture is of a kind that is not read here".into()),
            };
            material.texture = found.unwrap_or_else(|why| {
                let message = format!("{why}: drawn in grey");
                reporter.warn(Some(&place("materials", index)), message);
                let grey = Material::default().diffuse.truncate();
                material.diffuse = grey.extend(material.diffuse.w);
                None
            });
        }
        all.push(material);
    }
    all
}

/// The picture with this number; `None` if there is no folder to look into. The error is why there is none, for
/// people.
fn picture(
    document: &Document,
    image: usize,
    reporter: &Reporter,
) -> Result<Option<Texture>, String> {
    let packed = |bytes: &[u8]| {
        let name = format!("{}/images/{image}", document.name);
        Ok(Some(Texture::Bytes { name: name.into(), bytes: bytes.into() }))
    };
    match &document.images[image] {
        Image::View(view) => {
            let bytes = document.accessors.view(*view, reporter);
            packed(bytes.map_err(|error| error.message)?)
        }
        Image::Address(address) => {
            if let Some(data) = address.strip_prefix("data:") {
                return packed(&embedded(data)?);
            }
            if address.len() > MAX_ADDRESS_BYTES {
                return Err(format!("a picture with an address of {} bytes", address.len()));
            }
            let Some(folder) = &document.folder else { return Ok(None) };
            let shown = address.replace(char::is_control, " ");
            let found = beside(folder, address);
            found
                .map(|path| Some(Texture::File(path)))
                .ok_or_else(|| format!("no picture \"{shown}\" beside the model"))
        }
    }
}
