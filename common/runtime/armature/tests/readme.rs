//! The profile that the README prints is the repository's.

use toml::Table;

/// Returns the packages of a development profile, with their settings.
fn packages(text: &str) -> Table {
    let config: Table = text.parse().expect("TOML");
    config["profile"]["dev"]["package"].as_table().expect("packages").clone()
}

#[test]
fn the_printed_profile_is_the_repositorys() {
    let workspace = packages(include_str!("../../../../.cargo/config.toml"));
    let readme = include_str!("../README.md");
    let printed = readme.split("```").find_map(|block| block.strip_prefix("toml\n[profile")).expect("a profile");
    let printed = packages(&format!("[profile{printed}"));
    assert!(printed.len() > 5, "{printed:?}");
    for (package, settings) in &printed {
        for (setting, value) in settings.as_table().expect("settings") {
            assert_eq!(workspace[package].get(setting), Some(value), "{package}, {setting}");
        }
    }
}
