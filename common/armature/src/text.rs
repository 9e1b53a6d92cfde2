//! Parts of the sentences that all programs here say.

/// `1 vertex`, `2 vertices`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The first few of many names, and of a long one its beginning.
pub fn some_of(names: &[String]) -> String {
    const MAX_SHOWN: usize = 12;
    const MAX_CHARS: usize = 60;
    let cut = |name: &String| match name.char_indices().nth(MAX_CHARS) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.clone(),
    };
    let shown = names.iter().take(MAX_SHOWN).map(cut).collect::<Vec<_>>().join(", ");
    if names.len() > MAX_SHOWN { format!("{shown} and {} more", names.len() - MAX_SHOWN) } else { shown }
}
