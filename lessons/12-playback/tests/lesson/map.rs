//! `lessons/README.md` knows every lesson: its number, its title, its folder, and all that is written in it.

use std::fs;
use std::path::Path;

/// What stands behind `key = ` in a lesson.toml, each time.
fn values(text: &str, key: &str) -> Vec<String> {
    let value = |line: &str| {
        let value = line.strip_prefix(key)?.trim_start().strip_prefix('=')?;
        Some(value.trim().trim_matches('"').to_owned())
    };
    text.lines().filter_map(value).collect()
}

#[test]
fn the_map_has_every_lesson() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let map = fs::read_to_string(lessons.join("README.md")).expect("the map");
    let mut count = 0;
    for entry in fs::read_dir(&lessons).expect("the lessons").flatten() {
        let Ok(about) = fs::read_to_string(entry.path().join("lesson.toml")) else { continue };
        let folder = entry.file_name().to_string_lossy().into_owned();
        let (title, names) = (values(&about, "title").remove(0), values(&about, "name"));
        let row = format!("| {} | [{title}]({folder}/README.md) |", &folder[..2]);
        let row = map.lines().find(|line| line.starts_with(&row));
        let row = row.unwrap_or_else(|| panic!("lessons/README.md has no row for {folder}"));
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        assert!(row.contains(&format!("| {} |", names.join(", "))), "{folder}: {names:?}");
        count += 1;
    }
    let rows = map.lines().filter(|line| line.contains("/README.md) |")).count();
    assert_eq!(rows, count, "a row for each, and no other");
}
