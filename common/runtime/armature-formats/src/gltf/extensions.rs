//! Extensions that a file requires: they are read, or change only surfaces, or are rejected by name.

use super::json::Item;
use crate::loading::{Error, ErrorKind, Reason};

const READ: [&str; 10] = [
    "VRM",
    "VRMC_vrm",
    "KHR_draco_mesh_compression", // where the file has its data uncompressed, too, or else an error
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_mesh_quantization",
    "KHR_texture_transform",
    "KHR_materials_unlit",
    "KHR_materials_pbrSpecularGlossiness",
    "EXT_texture_webp",
];

/// Beginnings of extensions that change only how a surface looks, which is then drawn more simply.
const LOOKS: [&str; 6] =
    ["KHR_materials_", "KHR_lights_", "EXT_lights_", "KHR_texture_basisu", "EXT_texture_avif", "MSFT_texture_dds"];

/// Extensions for compressed data, each with a remedy.
const COMPRESSED: [(&str, &str); 3] =
    [("KHR_draco_mesh_compression", DRACO), ("EXT_meshopt_compression", MESHOPT), ("KHR_meshopt_compression", MESHOPT)];

const DRACO: &str = "its meshes are compressed by Draco. Open it in Blender and export it again without \
                     compression (in the export dialog: Data, Draco Compression off)";
const MESHOPT: &str = "its data is compressed by meshoptimizer. Decompress it by `gltfpack -noq -kn -i in.glb -o out.glb`, \
                       or export it again without compression (in Blender: Data, Meshopt Compression off)";

/// Rejects a file that requires an extension which is not read and changes more than surfaces.
pub(super) fn check_required(root: &Item<'_>) -> Result<(), Error> {
    for (index, name) in root.list::<&str>("extensionsRequired")?.into_iter().enumerate() {
        let key = format_args!("extensionsRequired/{index}");
        if READ.contains(&name) && compressed(name).is_none() {
            continue;
        }
        if LOOKS.iter().any(|begin| name.starts_with(begin)) {
            root.warn(key, format!("{name} is left out: surfaces may look different"));
            continue;
        }
        return Err(root.error(key, ErrorKind::Unsupported, required_message(name)));
    }
    Ok(())
}

/// Returns the extensions that a file uses, each with the reason why it is not in the model.
pub(super) fn used(root: &Item<'_>) -> Result<Vec<(String, Option<Reason>)>, Error> {
    let required = root.list::<&str>("extensionsRequired")?;
    let reason = |name: &str| {
        let unread = if required.contains(&name) { Reason::Reported } else { Reason::Unread };
        (!READ.contains(&name)).then_some(unread)
    };
    let mut used = Vec::new();
    for name in root.part(("list", ""), root.list::<&str>("extensionsUsed"))?.unwrap_or_default() {
        used.push((name.replace(char::is_control, " "), reason(name)));
    }
    Ok(used)
}

/// Returns the error for an object that needs an extension which is not read.
pub(super) fn required_error(item: &Item<'_>, name: &str) -> Error {
    item.error("", ErrorKind::Unsupported, required_message(name))
}

fn required_message(name: &str) -> String {
    let name = name.replace(char::is_control, " ");
    match compressed(&name) {
        Some(advice) => format!("{name} is not read here: {advice}"),
        None => format!("the file requires {name}, which is not read here"),
    }
}

/// Returns the remedy for an extension that compresses data.
fn compressed(name: &str) -> Option<&'static str> {
    COMPRESSED.iter().find(|(known, _)| *known == name).map(|(_, advice)| *advice)
}

/// Returns the extension by which an object's data is compressed.
pub(super) fn compression(item: &Item<'_>) -> Result<Option<&'static str>, Error> {
    let Some(extensions) = item.object("extensions")? else { return Ok(None) };
    Ok(COMPRESSED.iter().map(|(name, _)| *name).find(|name| extensions.has(name)))
}
