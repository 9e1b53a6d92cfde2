//! `lessons/README.md` knows every lesson: its number, its title, its folder, and all that is written in it.

use common::check::LessonToml;
use std::fs;
use std::path::Path;

#[test]
fn the_map_has_every_lesson() {
    let lessons = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let map = fs::read_to_string(lessons.join("README.md")).expect("the map");
    let mut count = 0;
    for entry in fs::read_dir(&lessons).expect("the lessons").flatten() {
        let Ok(text) = fs::read_to_string(entry.path().join("lesson.toml")) else { continue };
        let folder = entry.file_name().to_string_lossy().into_owned();
        let lesson = LessonToml::parse(&folder[..2], &text).expect(&folder);
        let row = format!("| {} | [{}]({folder}/README.md) |", &folder[..2], lesson.title);
        let row = map.lines().find(|line| line.starts_with(&row));
        let row = row.unwrap_or_else(|| panic!("lessons/README.md has no row for {folder}"));
        let names: Vec<String> =
            lesson.todos.iter().map(|todo| format!("`{}`", todo.name)).collect();
        assert!(row.contains(&format!("| {} |", names.join(", "))), "{folder}: {names:?}");
        count += 1;
    }
    let rows = map.lines().filter(|line| line.contains("/README.md) |")).count();
    assert_eq!(rows, count, "a row for each, and no other");
}
