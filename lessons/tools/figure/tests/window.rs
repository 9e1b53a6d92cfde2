//! The real window on a virtual display: it opens, keys do something, it can be resized.
//!
//! Needs `xvfb-run` and `xdotool`. Without them it says SKIPPED; with `ARMATURE_REQUIRE_WINDOW=1` in the environment it fails
//! instead.
#![cfg(target_os = "linux")]

use graphics::Picture;
use std::io::Write;
use std::process::Command;

/// Opens the viewer (`$0`) with a figure (`$1`), and takes a picture after each group of keys. The viewer prints their names.
const SCRIPT: &str = r#"
command -v xdotool >/dev/null || exit 9
"$0" "$1" --size 1100x700 >printed &
viewer=$!
trap 'kill $viewer' EXIT
id=$(timeout 60 xdotool search --sync --onlyvisible --name arm.dae | tail -n 1)
timeout 60 xdotool windowfocus --sync "$id"
count=0
picture() {
    xdotool key --window "$id" 0
    count=$((count + 1))
    for _ in $(seq 600); do
        [ "$(grep -c '^picture: ' printed)" -ge $count ] && return
        sleep 0.1
    done
    exit 1
}
# Paused at the start, and no panels: every picture is of the same moment, without the frame rate.
xdotool key --window "$id" space Home F10; picture
xdotool key --window "$id" b; picture
xdotool key --window "$id" b; picture
xdotool key --window "$id" period period period; picture
timeout 60 xdotool windowsize --sync "$id" 800 500; picture
"#;

#[test]
fn a_window_that_answers() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new("xvfb-run");
    command.args(["-a", "-s", "-screen 0 1400x900x24", "bash", "-c", SCRIPT, env!("CARGO_BIN_EXE_figure")]);
    command.arg(verdict::workspace::assets().join("arm.dae")).current_dir(folder.path()).env_remove("WAYLAND_DISPLAY");
    let output = match command.output() {
        Ok(output) if output.status.code() != Some(9) => output,
        missing => {
            let required = std::env::var_os("ARMATURE_REQUIRE_WINDOW").is_some_and(|v| v != "0");
            assert!(!required, "a window is required: {missing:?}");
            let _ = writeln!(std::io::stderr(), "SKIPPED a_window_that_answers: xvfb-run or xdotool is missing");
            return;
        }
    };
    assert!(output.status.success(), "{output:?}");
    let printed = std::fs::read_to_string(folder.path().join("printed")).unwrap();
    let names = printed.lines().filter_map(|line| line.strip_prefix("picture: "));
    let pictures: Vec<Picture> = names.map(|name| Picture::read_png(&folder.path().join(name)).unwrap()).collect();
    let [plain, bones, again, later, small] = &pictures[..] else { panic!("{printed}") };
    assert_eq!((plain.width, plain.height), (1100, 700));
    let painted = plain.rgba.chunks(4).filter(|c| c[0] > 180 && c[2] < 90).count();
    assert!(painted > 300, "the arm's orange part is to be seen: {painted} pixels");
    assert!(!bones.difference(plain).within(0.05, 2.0), "B shows the bones");
    assert!(again.difference(plain).within(0.05, 2.0), "and hides them: {}", again.difference(plain));
    assert!(!later.difference(plain).within(0.05, 2.0), "a few frames on");
    assert_eq!((small.width, small.height), (800, 500));
}
