//! The profile that the README prints is the repository's.

use std::collections::BTreeMap;

/// Returns the settings of each table of a TOML file, in order and without comments.
fn tables(text: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut tables = BTreeMap::new();
    let mut table = "";
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.starts_with('[') {
            table = line;
        } else if !line.is_empty() {
            tables.entry(table).or_insert_with(Vec::new).push(line);
        }
    }
    tables
}

#[test]
fn the_printed_profile_is_the_repositorys() {
    let workspace = tables(include_str!("../../../.cargo/config.toml"));
    let readme = include_str!("../README.md");
    let printed = readme.split("```").find(|block| block.starts_with("toml\n[profile")).expect("a profile");
    let printed = tables(printed.trim_start_matches("toml"));
    assert!(printed.len() > 5, "{printed:?}");
    for (table, settings) in printed {
        assert_eq!(workspace.get(table), Some(&settings), "{table}");
    }
}
