//! Names of joints, which exporters prefix.

/// Returns the name of a joint without the prefix of a namespace, in lower case: `mixamorig:Hips` is `hips`, and so are `mixamorig_Hips`, as Mixamo's own Collada files have it, and
/// `mixamorig1Hips`, as some programs make of it.
pub fn without_prefix(name: &str) -> String {
    local_name(name).to_lowercase()
}

#[doc(hidden)] // for `armature-offline`
pub fn local_name(name: &str) -> &str {
    const MIXAMO: &str = "mixamorig";
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    if name.get(..MIXAMO.len()).is_some_and(|start| start.eq_ignore_ascii_case(MIXAMO)) {
        let rest = name[MIXAMO.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.strip_prefix('_').unwrap_or(rest);
    }
    name
}
