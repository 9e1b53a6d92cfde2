//! Extensions that a file requires: they are read, or change only surfaces, or are refused by name.

use super::json::Item;
use std::fmt::Display;

const READ: [&str; 10] = [
    "VRM",
    "VRMC_vrm",
    "KHR_draco_mesh_compression", // where the file has its data uncompressed, too
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

/// Refuses a file that requires an extension which is not read and changes more than surfaces, and warns of all others that
/// are not read.
pub(super) fn check(root: &Item<'_>) {
    let mut required = Vec::new();
    for (index, name) in root.list::<String>("extensionsRequired").into_iter().enumerate() {
        let Some(name) = name else { continue };
        let key = format_args!("extensionsRequired/{index}");
        if LOOKS.iter().any(|begin| name.starts_with(begin)) && !READ.contains(&&*name) {
            root.warn(key, format!("{name} is left out: surfaces may look different"));
        } else if !READ.contains(&&*name) || remedy(&name).is_some() {
            refuse(root, key, &name);
        }
        required.push(name);
    }
    let used = root.list::<String>("extensionsUsed").into_iter().flatten();
    let unread = used.filter(|name| !READ.contains(&&**name) && !required.contains(name));
    let unread: Vec<String> = unread.map(|name| name.replace(char::is_control, " ")).collect();
    if !unread.is_empty() {
        root.warn("extensionsUsed", format!("{}: not read: left out", unread.join(", ")));
    }
}

/// Refuses a file for what needs an extension that is not read.
pub(super) fn refuse(item: &Item<'_>, key: impl Display, name: &str) {
    let name = name.replace(char::is_control, " ");
    let message = match remedy(&name) {
        Some(remedy) => format!("{name} is not read here: {remedy}"),
        None => format!("the file requires {name}, which is not read here"),
    };
    item.refuse(key, message);
}

/// Returns the remedy for an extension that compresses data.
fn remedy(name: &str) -> Option<&'static str> {
    COMPRESSED.iter().find(|(known, _)| *known == name).map(|(_, remedy)| *remedy)
}

/// Returns the extension by which an object's data is compressed.
pub(super) fn compression(item: &Item<'_>) -> Option<&'static str> {
    let extensions = item.object("extensions")?;
    COMPRESSED.iter().map(|(name, _)| *name).find(|name| extensions.has(name))
}
