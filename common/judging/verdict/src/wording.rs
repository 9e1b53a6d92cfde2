//! Parts of the messages of all programs here.

/// Returns a count with its noun: `1 vertex`, `2 vertices`.
pub fn counted(count: usize, singular: &str, plural: &str) -> String {
    format!("{count} {}", if count == 1 { singular } else { plural })
}

/// Returns a number to print with `digits` decimals: 0 where that would print "-0.0".
pub fn without_negative_zero(number: f32, digits: usize) -> f32 {
    let is_zero = number.abs() * 10f32.powi(digits as i32) <= 0.5;
    if is_zero { 0.0 } else { number }
}

/// Returns the first names of a list, long ones shortened, and the number of the others.
pub fn some_of(names: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    const MAX_CHARS: usize = 60;
    let shown = names
        .iter()
        .take(MAX_SHOWN)
        .map(|name| match name.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => format!("{}…", &name[..end]),
            None => name.clone(),
        })
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > MAX_SHOWN { format!("{shown} and {} more", names.len() - MAX_SHOWN) } else { shown }
}

/// Returns a sentence with the lines to type for a figure whose joints are not clear, in a file, and another file with the
/// clips to play.
pub fn map_advice(figure: &str, clips: &str) -> String {
    format!(
        "Write a map by `cargo figure inspect {figure} --map {clips} > joints.map`, correct it, and add `--map joints.map`"
    )
}

/// Returns the names that exist, for a message about a wrong name: all of up to five, or else the five most like the
/// wrong one, of equally similar ones the shorter first.
pub fn nearest_of<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    const MAX_SHOWN: usize = 5;
    let mut names: Vec<&str> = names.into_iter().collect();
    let Some(more) = names.len().checked_sub(MAX_SHOWN).filter(|more| *more > 0) else { return names.join(", ") };
    names.sort_by_cached_key(|name| (strsim::levenshtein(&wrong.to_lowercase(), &name.to_lowercase()), name.len()));
    format!("{} and {more} more", names[..MAX_SHOWN].join(", "))
}

/// Returns the names as [`nearest_of`] does, each in quotation marks, since names of clips and joints may contain
/// blanks.
pub fn nearest_quoted<'n>(wrong: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<String> = names.into_iter().map(|name| format!("{name:?}")).collect();
    nearest_of(&format!("{wrong:?}"), quoted.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_most_like_the_wrong_one() {
        assert_eq!(nearest_of("walks", ["run", "idle"]), "run, idle", "few are listed as they come");
        let clips = ["idle", "sword_swing", "walk_back", "jump", "WALK", "wall_run", "talk", "run"];
        assert_eq!(nearest_of("WALK", clips), "WALK, talk, idle, run, jump and 3 more");
        assert_eq!(nearest_of("wak", clips), "WALK, talk, run, idle, jump and 3 more");
        assert_eq!(nearest_quoted("walks", ["run", "a walk"]), "\"run\", \"a walk\"");
    }
}
