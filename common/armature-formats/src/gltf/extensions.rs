//! Extensions that a file requires: read here, of no consequence here, or refused by name.

use super::json::Item;
use crate::loading::{Error, ErrorKind};

const READ: [&str; 5] = [
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_materials_unlit",
    "KHR_materials_pbrSpecularGlossiness",
    "EXT_texture_webp",
];

/// Extensions that begin so change only how a surface looks: it is drawn more simply.
const LOOKS: [&str; 6] =
    ["KHR_materials_", "KHR_lights_", "EXT_lights_", "KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"];

/// Compressed geometry: there is a way round.
const COMPRESSED: [(&str, &str); 3] =
    [("KHR_draco_mesh_compression", DRACO), ("EXT_meshopt_compression", MESHOPT), ("KHR_meshopt_compression", MESHOPT)];

const DRACO: &str = "its meshes are compressed by Draco. Open it in Blender and export it again without \
                     compression (in the export dialog: Data, Draco Compression off)";
const MESHOPT: &str = "its data is compressed by meshoptimizer. Export it again without compression (in Blender: Data, \
                       Meshopt Compression off; gltfpack without -c and -cc)";

/// Refuses a file that requires what is not read here.
pub(super) fn check(root: &Item<'_>) -> Result<(), Error> {
    for (at, name) in root.list::<&str>("extensionsRequired")?.into_iter().enumerate() {
        let key = format_args!("extensionsRequired/{at}");
        if READ.contains(&name) {
            continue;
        }
        if LOOKS.iter().any(|begin| name.starts_with(begin)) {
            let message = format!("{name} is left out: surfaces may look different");
            root.warn(key, message);
            continue;
        }
        return Err(Error { place: Some(root.place(key)), ..refused(root, name) });
    }
    Ok(())
}

/// The error for an object that needs this extension.
pub(super) fn refused(item: &Item<'_>, name: &str) -> Error {
    let name = name.replace(char::is_control, " ");
    let advice = COMPRESSED.iter().find(|(known, _)| *known == name);
    let message = match advice {
        Some((_, advice)) => format!("{name} is not read here: {advice}"),
        None => format!("the file requires {name}, which is not read here"),
    };
    item.error("", ErrorKind::Unsupported, message)
}

/// The extension by which an object's data is compressed.
pub(super) fn compression(item: &Item<'_>) -> Result<Option<&'static str>, Error> {
    let Some(extensions) = item.object("extensions")? else { return Ok(None) };
    Ok(COMPRESSED.iter().map(|(name, _)| *name).find(|name| extensions.has(name)))
}
