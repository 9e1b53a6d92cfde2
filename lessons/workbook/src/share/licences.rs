//! Whose code is in a program, and under which licences: what cargo knows of its packages, and the texts that lie in them.

use anyhow::{Context, Result, ensure};
use common::{
    build::{LessonFolder, cargo},
    workspace,
};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::Path,
    process::Command,
};
use walkdir::WalkDir;

/// What begins the name of a file with a licence, in capitals.
const NAMES: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// So deep below a package the licences of what it contains lie, as that of Dear `ImGui` in `imgui-sys`.
const DEPTH: usize = 5;

/// What cargo says of the packages.
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
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Target {
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
    /// Nothing for what is linked.
    kind: Option<String>,
}

/// All of it, for a lesson's program with these features, for this target or the system here.
///
/// # Errors
/// If cargo does not say, or a file cannot be read.
pub(super) fn text(lesson: &LessonFolder, features: &[String], target: Option<&str>) -> Result<String> {
    let host = host()?;
    let metadata = metadata(lesson, features, target.unwrap_or(&host))?;
    let mut packages = linked(&metadata, &[&lesson.package(), &lesson.library()]);
    packages.sort_by_key(|package| (&package.name, &package.version));
    let mut list = String::new();
    // The same text is in many packages.
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let root = workspace::root();
    for package in &packages {
        let Package { name, version, license, .. } = package;
        let folder = Path::new(&package.manifest_path).parent().unwrap_or(Path::new(""));
        if folder.starts_with(root) {
            continue; // ours, said once below
        }
        list += &format!("{name} {version}: {}\n", license.as_deref().unwrap_or("see its text"));
        for file in of_package(folder, package.license_file.as_deref())? {
            texts.entry(file).or_default().insert(format!("{name} {version}"));
        }
    }
    for (file, of) in [
        ("LICENSE-MIT", "Armature"),
        ("LICENSE-APACHE", "Armature"),
        ("assets/LICENSE-CC0", "Armature's figures and pictures (CC0)"),
        ("assets/fonts/LICENSE-DEJAVU", "the fonts DejaVu Sans and DejaVu Sans Mono"),
    ] {
        // A workspace of another kind need not have them.
        if let Ok(text) = fs::read_to_string(root.join(file)) {
            texts.entry(tidy(&text)).or_default().insert(of.into());
        }
    }
    let mut all = format!(
        "What is in this program, and under which licences.\n\n\
         Armature's own code: MIT OR Apache-2.0. Its figures and pictures: CC0. Rust's standard library: MIT OR \
         Apache-2.0.\nThe packages below, as they came from crates.io:\n\n{list}"
    );
    for (text, of) in texts {
        let of: Vec<String> = of.into_iter().collect();
        all += &format!("\n{}\nOf {}:\n\n{text}", "-".repeat(80), of.join(", "));
    }
    Ok(all)
}

/// The target for the system here.
fn host() -> Result<String> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc).arg("-vV").output().context("rustc could not be started")?;
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc names no host")?;
    Ok(host.into())
}

fn metadata(lesson: &LessonFolder, features: &[String], target: &str) -> Result<Metadata> {
    let mut command = cargo("metadata");
    command.args(["--format-version", "1", "--filter-platform", target]);
    let features: Vec<String> = features.iter().map(|feature| format!("{}/{feature}", lesson.package())).collect();
    if !features.is_empty() {
        command.args(["--features", &features.join(",")]);
    }
    let output = command.output().context("cargo could not be started")?;
    ensure!(output.status.success(), "cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim());
    serde_json::from_slice(&output.stdout).context("what cargo metadata says")
}

/// The packages of these names, and all that is linked with them: no macros, no build scripts, no tests.
fn linked<'a>(metadata: &'a Metadata, names: &[&str]) -> Vec<&'a Package> {
    let Metadata { packages, resolve } = metadata;
    let package = |id: &str| packages.iter().find(|package| package.id == id);
    let is_macro =
        |package: &Package| package.targets.iter().any(|target| target.kind.iter().any(|kind| kind == "proc-macro"));
    let mut found = BTreeSet::new();
    let begin = packages.iter().filter(|package| names.contains(&&*package.name));
    let mut next: Vec<&str> = begin.map(|package| &*package.id).collect();
    while let Some(id) = next.pop() {
        if package(id).is_none_or(is_macro) || !found.insert(id) {
            continue;
        }
        let node = resolve.nodes.iter().find(|node| node.id == id);
        let is_linked = |dependency: &&Dependency| dependency.dep_kinds.iter().any(|kind| kind.kind.is_none());
        let dependencies = node.into_iter().flat_map(|node| &node.deps).filter(is_linked);
        next.extend(dependencies.map(|dependency| &*dependency.pkg));
    }
    found.into_iter().filter_map(package).collect()
}

/// The texts that lie in a package, and that which its manifest names.
fn of_package(folder: &Path, named: Option<&str>) -> Result<Vec<String>> {
    let is_licence = |name: &str| NAMES.iter().any(|begin| name.to_uppercase().starts_with(begin));
    let entries = WalkDir::new(folder).max_depth(DEPTH).sort_by_file_name().into_iter().flatten();
    let files = entries.filter(|entry| entry.file_type().is_file()).map(walkdir::DirEntry::into_path);
    let is_wanted = |file: &std::path::PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let is_text =
            file.extension().is_none_or(|kind| ["md", "txt"].contains(&&*kind.to_string_lossy().to_lowercase()))
                || name.to_uppercase().starts_with("LICENSE-");
        is_licence(&name) && is_text || named.is_some_and(|named| folder.join(named) == *file)
    };
    let texts = files.filter(is_wanted).map(|file| {
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        Ok(tidy(&String::from_utf8_lossy(&bytes)))
    });
    texts.collect()
}

/// Without what two copies of a text differ in: ends of lines, and blank lines around it.
fn tidy(text: &str) -> String {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    format!("{}\n", lines.join("\n").trim_matches('\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_and_nothing_else() {
        let package = |name: &str, kind: &str| {
            format!(
                r#"{{"id": "{name}", "name": "{name}", "version": "1.0.0", "license": "MIT", "license_file": null,
                "manifest_path": "/{name}/Cargo.toml", "targets": [{{"kind": ["{kind}"]}}]}}"#
            )
        };
        let dependency = |name: &str, kind: &str| format!(r#"{{"pkg": "{name}", "dep_kinds": [{{"kind": {kind}}}]}}"#);
        let text = format!(
            r#"{{"packages": [{}], "resolve": {{"nodes": [{{"id": "lesson-77", "deps": [{}]}}, {{"id": "b", "deps": [{}]}}]}}}}"#,
            ["lesson-77", "a", "b", "c", "d", "other"]
                .map(|name| package(name, if name == "d" { "proc-macro" } else { "lib" }))
                .join(","),
            [dependency("b", "null"), dependency("a", "\"dev\""), dependency("d", "null")].join(","),
            dependency("c", "null"),
        );
        let metadata: Metadata = serde_json::from_str(&text).unwrap();
        let names = linked(&metadata, &["lesson-77"]).into_iter().map(|package| &*package.name);
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
        let texts = of_package(folder.path(), Some("terms.html")).unwrap();
        assert_eq!(texts, ["MIT\nfor all\n", "named\n", "theirs\n"]);
    }
}
