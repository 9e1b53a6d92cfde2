//! Names of joints without the prefixes that exporters add.

/// Returns a joint's name without a namespace, in lower case: `hips` for `mixamorig:Hips`, for `mixamorig_Hips` in
/// Mixamo's own Collada files, and for `mixamorig1Hips`, which some programs write.
pub fn without_prefix(name: &str) -> String {
    local_name(name).to_lowercase()
}

/// Returns a joint's name without a namespace, as [`without_prefix`] does, in its own case.
pub fn local_name(name: &str) -> &str {
    const MIXAMO: &str = "mixamorig";
    let name = name.rsplit([':', '|']).next().unwrap_or(name);
    if name.get(..MIXAMO.len()).is_some_and(|start| start.eq_ignore_ascii_case(MIXAMO)) {
        let rest = name[MIXAMO.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.strip_prefix('_').unwrap_or(rest);
    }
    name
}
