//! VRM's table of human bones: which node is which part of a body.

use crate::{gltf::json::Item, loading::Error};

/// Nodes, and what they are in a body: fingers are numbered from the palm. Of both versions of VRM the later.
pub(super) fn read(root: &Item<'_>) -> Result<Vec<(usize, String)>, Error> {
    if let Some(vrm) = root.extension("VRMC_vrm")?
        && let Some(humanoid) = vrm.object("humanoid")?
    {
        let mut bones = Vec::new();
        for (name, bone) in humanoid.all_objects("humanBones")? {
            bones.push((bone.need_index("node", "nodes")?, name.to_owned()));
        }
        return Ok(numbered(bones));
    }
    if let Some(vrm) = root.extension("VRM")?
        && let Some(humanoid) = vrm.object("humanoid")?
    {
        let bones = humanoid.objects("humanBones", |bone| {
            Ok((bone.need_index("node", "nodes")?, bone.get("bone")?.unwrap_or("").to_owned()))
        });
        return bones.map(numbered);
    }
    Ok(Vec::new())
}

/// `leftIndexProximal` is `leftIndex1`; where thumbs have a metacarpal, that is their first.
fn numbered(mut bones: Vec<(usize, String)>) -> Vec<(usize, String)> {
    let has_metacarpals = bones.iter().any(|(_, name)| name.ends_with("ThumbMetacarpal"));
    for (_, name) in &mut bones {
        let later = usize::from(has_metacarpals && name.contains("Thumb"));
        let parts = [("Metacarpal", 1), ("Proximal", 1 + later), ("Intermediate", 2), ("Distal", 3)];
        let number = parts.iter().find_map(|(part, number)| Some((name.strip_suffix(part)?.to_owned(), number)));
        if let Some((finger, number)) = number {
            *name = format!("{finger}{number}");
        }
    }
    bones
}
