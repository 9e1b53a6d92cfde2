//! `figure convert` as a process.

use armature::model::Texture;
use armature_formats::collada;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn asset(name: &str) -> PathBuf {
    verdict::workspace::assets().join(name)
}

fn convert(file: &Path, out: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_figure"))
        .arg("convert")
        .args([file, out])
        .args(more)
        .output()
        .expect("the command was built with this test")
}

fn rejects(output: &Output, why: &str) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && message.contains(why), "{message}");
}

/// The command writes the named clip alone, and replaces no file that exists.
#[test]
fn a_document_with_its_pictures_beside_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("\u{c4}rmel 1");
    let arm = asset("arm.dae");
    let out = folder.join("a b.dae");
    rejects(&convert(&arm, &out, &[]), "create it first");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("arm.png"), "another picture").unwrap();
    rejects(&convert(&arm, &out, &["--clip", "jump"]), "no clip \"jump\": there are \"wave\"");
    rejects(&convert(&arm, &folder.join("a.glb"), &[]), "ends in .dae");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);

    let output = convert(&arm, &out, &["--clip", "bend", "--up", "z", "--fps", "10"]);
    let message = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(message.contains("1 clip (bend)") && message.contains("arm_2.png: a picture"), "{message}");
    let model = collada::load(&out).unwrap().model;
    assert_eq!((model.clips.len(), &*model.clips[0].name), (1, "bend"));
    let Some(Texture::File(picture)) = &model.materials[0].texture else { panic!("no picture") };
    assert_eq!(fs::read(picture).unwrap(), fs::read(asset("arm.png")).unwrap());
    assert_eq!(fs::read_to_string(folder.join("arm.png")).unwrap(), "another picture");

    rejects(&convert(&arm, &out, &[]), "is there already");
    rejects(&convert(&out, &out, &["--force"]), "is the figure itself");
    assert!(convert(&arm, &out, &["--force"]).status.success());
    assert_eq!(collada::load(&out).unwrap().model.clips.len(), 3);
    let with =
        |file: PathBuf| convert(&arm, &out, &["--force", "--clips", &file.to_string_lossy(), "--clip", "bend (2)"]);
    rejects(&with(asset("knight.dae")), "knight.dae: no joint that moves there is found");
    let output = with(arm.clone());
    let message = String::from_utf8_lossy(&output.stdout);
    assert!(message.contains("3 of 3 joints that move") && message.contains("1 clip (bend (2))"), "{message}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "one picture, and nothing temporary");
}

/// A limit on a file's size acts as a full disk: the picture fits, and the document does not.
#[test]
#[cfg(unix)]
fn nothing_is_left_of_what_could_not_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let blocks = fs::metadata(asset("arm.png")).unwrap().len() / 1024 + 1;
    let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &limited, "bash", env!("CARGO_BIN_EXE_figure"), "convert"]);
    let output = command.arg(asset("arm.dae")).arg(folder.path().join("arm.dae")).output().unwrap();
    rejects(&output, "arm.dae cannot be written");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// Another figure's clips, compared in a pose of a third file.
#[test]
fn clips_with_a_t_pose_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.dae");
    let [knight, creature] = ["knight.dae", "creature.dae"].map(|name| asset(name).to_string_lossy().into_owned());
    let with = |rest: &str| convert(&asset("creature.dae"), &out, &["--force", "--clips", &knight, "--rest", rest]);
    let output = with(&knight);
    let message = [output.stdout, output.stderr].map(|message| String::from_utf8_lossy(&message).into_owned()).concat();
    assert!(output.status.success() && message.contains("T pose of the file that was named counts"), "{message}");
    let message = String::from_utf8_lossy(&with(&creature).stderr).into_owned();
    assert!(message.starts_with("warning: ") && message.contains("is left out: its joints are others"), "{message}");
    rejects(&convert(&asset("creature.dae"), &out, &["--rest", &knight]), "--clips");
}
