//! VRM's table of human bones: which node is which part of a body.

use crate::{gltf::json::Item, loading::Error};

/// Nodes, and what they are in a body: fingers are numbered from the palm. Of both versions of VRM the later.
pub(super) fn read(root: &Item<'_>) -> Result<Vec<(usize, String)>, Error> {
    let humanoid = |name: &str| root.extension(name)?.map_or(Ok(None), |vrm| vrm.object("humanoid"));
    let node = |bone: &Item<'_>| bone.need_index("node", "nodes");
    if let Some(humanoid) = humanoid("VRMC_vrm")? {
        let bones = humanoid.all_objects("humanBones")?;
        let bones: Result<_, Error> =
            bones.into_iter().map(|(name, bone)| Ok((node(&bone)?, name.to_owned()))).collect();
        return bones.map(numbered);
    }
    let Some(humanoid) = humanoid("VRM")? else { return Ok(Vec::new()) };
    let bones = humanoid.objects("humanBones", |bone| Ok((node(&bone)?, bone.get("bone")?.unwrap_or("").to_owned())));
    bones.map(numbered)
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
