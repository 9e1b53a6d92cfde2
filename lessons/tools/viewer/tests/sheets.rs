//! The contact sheets in `assets/sheets/`: one for each figure that moves, and as it is drawn today.

use armature_formats::collada;
use graphics::{Picture, testing::headless_or_skip};
use std::{fs, path::Path, process::Command};

/// Moments on a row, and the height of the text above two rows, as the viewer's sheets have them.
const MOMENTS: u32 = 8;
const TEXT: u32 = 24;

/// Returns the names of the files in a folder that end in `ending`, without the ending and sorted.
fn names_ending_in(folder: &Path, end: &str) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let names = entries.map(|name| name.into_string().unwrap());
    let mut names: Vec<String> = names.filter_map(|name| name.strip_suffix(end).map(str::to_owned)).collect();
    names.sort();
    names
}

fn clips(name: &str) -> u32 {
    let loaded = collada::load(verdict::workspace::assets().join(format!("{name}.dae"))).unwrap();
    loaded.model.clips.len() as u32
}

/// Each figure that moves has a sheet, no sheet is left over, and the README shows each.
#[test]
fn every_figure_that_moves_has_its_sheet() {
    let mut moving = names_ending_in(&verdict::workspace::assets(), ".dae");
    moving.retain(|name| clips(name) > 0);
    assert!(moving.len() >= 3, "{moving:?}");
    assert_eq!(names_ending_in(&verdict::workspace::assets().join("sheets"), ".png"), moving);
    let readme = fs::read_to_string(verdict::workspace::assets().join("README.md")).unwrap();
    for name in moving {
        assert!(readme.contains(&format!("sheets/{name}.png)")), "{name}'s sheet is not shown");
    }
}

/// The two commands in `assets/README.md` renew a sheet after an intended change.
#[test]
fn sheets_are_as_the_viewer_draws_them() {
    let Some(_) = headless_or_skip("sheets_are_as_the_viewer_draws_them") else { return };
    let folder = tempfile::tempdir().unwrap();
    for name in names_ending_in(&verdict::workspace::assets().join("sheets"), ".png") {
        let expected = Picture::read_png(&verdict::workspace::assets().join(format!("sheets/{name}.png"))).unwrap();
        let width = expected.width / MOMENTS;
        let block = expected.height / clips(&name);
        let size = format!("{width}x{}", (block - TEXT) / 2);
        let out = folder.path().join(format!("{name}.png"));
        let mut viewer = Command::new(env!("CARGO_BIN_EXE_viewer"));
        viewer.arg(verdict::workspace::assets().join(format!("{name}.dae"))).args(["--size", &size]);
        let output = viewer.arg("--contact-sheet").arg(&out).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        let difference = Picture::read_png(&out).unwrap().difference(&expected);
        // The committed sheets have 64 colours at most; a pose in another's place is farther.
        assert!(difference.within(2.0, 24.0), "{name}: {difference:?}");
    }
}
