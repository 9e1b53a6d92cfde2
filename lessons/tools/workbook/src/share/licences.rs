//! Lists the packages in a program with their licences, from cargo's metadata and from the texts in the packages.

use anyhow::{Context, Result, ensure};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::Command,
};
use verdict::{
    build::{LessonFolder, cargo},
    workspace,
};
use walkdir::WalkDir;

/// Beginnings of the names of licence files, in capitals.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// Depth in a package down to which licence files are looked for: that of Dear `ImGui` is deep in `imgui-sys`.
const DEPTH: usize = 5;

/// Output of `cargo metadata`.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
    resolve: Resolve,
}

#[derive(Deserialize)]
struct Package {
    id: String,
    name: String,
    version: String,
    license: Option<String>,
    license_file: Option<String>,
    manifest_path: String,
    targets: Vec<PackageTarget>,
}

#[derive(Deserialize)]
struct PackageTarget {
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Resolve {
    nodes: Vec<Node>,
}

#[derive(Deserialize)]
struct Node {
    id: String,
    deps: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    pkg: String,
    dep_kinds: Vec<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    /// `None` for a dependency that is linked.
    kind: Option<String>,
}

/// Returns the list of packages and all licence texts for a lesson's program, built for `target` or for
/// this system.
///
/// # Errors
/// If cargo's metadata or a file cannot be read.
pub(super) fn text(lesson: &LessonFolder, target: Option<&str>) -> Result<String> {
    let host = host_target()?;
    let metadata = read_metadata(target.unwrap_or(&host))?;
    let mut packages = linked_packages(&metadata, &[&lesson.package(), &lesson.library()]);
    packages.sort_by_key(|package| (&package.name, &package.version));
    let mut list = String::new();
    // The same text is in many packages.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let root = workspace::root();
    for package in &packages {
        let Package { name, version, license, .. } = package;
        let folder = Path::new(&package.manifest_path).parent().unwrap_or(Path::new(""));
        if folder.starts_with(root) {
            continue; // ours, which have a paragraph of their own
        }
        list += &format!("{name} {version}: {}\n", license.as_deref().unwrap_or("see its text"));
        for file in licences_in(folder, package.license_file.as_deref())? {
            texts.entry(file).or_default().insert(format!("{name} {version}"));
        }
    }
    for (file, of) in [
        ("LICENSE-MIT", "Armature"),
        ("LICENSE-APACHE", "Armature"),
        ("assets/LICENSE-CC0", "Armature's figures and pictures (CC0)"),
        ("assets/fonts/LICENSE-DEJAVU", "the fonts DejaVu Sans and DejaVu Sans Mono"),
    ] {
        // The workspace of a test has only some of them.
        if let Ok(text) = fs::read_to_string(root.join(file)) {
            texts.entry(tidy(&text)).or_default().insert(of.into());
        }
    }
    for (text, packages) in texts {
        let packages: Vec<String> = packages.into_iter().collect();
        list += &format!("\n{}\nOf {}:\n\n{text}", "-".repeat(80), packages.join(", "));
    }
    Ok(format!(
        "What is in this program, and under which licences.\n\n\
         Armature's own code: MIT OR Apache-2.0. Its figures and pictures: CC0. Rust's standard library: MIT OR \
         Apache-2.0.\nThe packages below, as they came from crates.io:\n\n{list}"
    ))
}

/// Returns rustc's target for this system.
fn host_target() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().context("rustc could not be started")?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    Ok(host.into())
}

/// Runs `cargo metadata` for a target.
fn read_metadata(target: &str) -> Result<Metadata> {
    let mut command = cargo("metadata");
    command.args(["--format-version", "1", "--filter-platform", target]);
    let output = command.output().context("cargo could not be started")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
    serde_json::from_slice(&output.stdout).context("what cargo metadata says")
}

/// Returns the packages of these names and all that are linked with them: no macros, and none that only build scripts or
/// tests need.
fn linked_packages<'a>(metadata: &'a Metadata, names: &[&str]) -> Vec<&'a Package> {
    let Metadata { packages, resolve } = metadata;
    let by_id: BTreeMap<&str, &Package> = packages.iter().map(|package| (&*package.id, package)).collect();
    let named = packages.iter().filter(|package| names.contains(&&*package.name));
    let mut next: Vec<&str> = named.map(|package| &*package.id).collect();
    let mut found = BTreeMap::new();
    while let Some(id) = next.pop() {
        let Some(package) = by_id.get(id) else { continue };
        if package.is_macro() || found.insert(id, *package).is_some() {
            continue;
        }
        for dependency in resolve.nodes.iter().filter(|node| node.id == id).flat_map(|node| &node.deps) {
            if dependency.dep_kinds.iter().any(|kind| kind.kind.is_none()) {
                next.push(&dependency.pkg);
            }
        }
    }
    found.into_values().collect()
}

impl Package {
    fn is_macro(&self) -> bool {
        self.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"))
    }
}

/// Returns the texts of all licence files in a package, with the one that the manifest names.
fn licences_in(folder: &Path, named: Option<&str>) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    for entry in WalkDir::new(folder).max_depth(DEPTH).sort_by_file_name().into_iter().flatten() {
        let file = entry.path();
        let is_named = named.is_some_and(|named| folder.join(named) == file);
        if entry.file_type().is_file() && (is_named || is_licence(file)) {
            let bytes = fs::read(file).with_context(|| file.display().to_string())?;
            texts.push(tidy(&String::from_utf8_lossy(&bytes)));
        }
    }
    Ok(texts)
}

fn is_licence(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
    let is_text = match file.extension() {
        Some(ending) => ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("txt"),
        None => true,
    };
    NAMES.iter().any(|start| name.starts_with(start)) && (is_text || name.starts_with("LICENSE-"))
}

/// Removes white space at the ends of lines and blank lines around a text, by which copies of a text differ.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{}\n", lines.join("\n").trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_linked_and_nothing_else() {
        let packages = ["lesson-77", "a", "b", "c", "d", "other"].map(|name| {
            json!({
                "id": name, "name": name, "version": "1.0.0", "license": "MIT", "license_file": null,
                "manifest_path": format!("/{name}/Cargo.toml"),
                "targets": [{ "kind": [if name == "d" { "proc-macro" } else { "lib" }] }],
            })
        });
        let metadata: Metadata = serde_json::from_value(json!({
            "packages": packages,
            "resolve": { "nodes": [
                { "id": "lesson-77", "deps": [
                    { "pkg": "b", "dep_kinds": [{ "kind": null }] },
                    { "pkg": "a", "dep_kinds": [{ "kind": "dev" }] },
                    { "pkg": "d", "dep_kinds": [{ "kind": null }] },
                ] },
                { "id": "b", "deps": [{ "pkg": "c", "dep_kinds": [{ "kind": null }] }] },
            ] },
        }))
        .unwrap();
        let names = linked_packages(&metadata, &["lesson-77"]).into_iter().map(|package| &*package.name);
        assert_eq!(names.collect::<Vec<_>>().join(" "), "b c lesson-77");
    }

    #[test]
    fn texts_within_a_package() {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in [
            ("LICENSE-MIT", "\nMIT  \r\nfor all\r\n\n"),
            ("src/license.rs", "code"),
            ("third-party/imgui/LICENSE.txt", "theirs"),
            ("terms.html", "named"),
            ("README.md", "read"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let texts = licences_in(folder.path(), Some("terms.html")).unwrap();
        assert_eq!(texts, ["MIT\nfor all\n", "named\n", "theirs\n"]);
    }
}
