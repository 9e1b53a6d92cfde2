//! `figure export` as a process.

use armature::{
    animation::{Cursors, Interpolation},
    math::Transform,
    skeleton::Pose,
};
use armature_formats::{
    collada,
    container::{AnimationSet, ModelReference},
};
use armature_offline::edit::EditableClip;
use glam::Quat;
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn asset(name: &str) -> PathBuf {
    verdict::workspace::assets().join(name)
}

/// Copies the arm and its picture into a folder, and returns a container beside them with two of its clips, one renamed.
fn write_container(folder: &Path) -> PathBuf {
    for name in ["arm.dae", "arm.png"] {
        fs::copy(asset(name), folder.join(name)).unwrap();
    }
    let model = collada::load(folder.join("arm.dae")).unwrap().model;
    let figure = ModelReference::new("arm.dae", &model.skeleton);
    let mut clips = model.clips[..2].to_vec();
    clips[1].name = "greeting".into();
    let set = AnimationSet { figure, clips, ..AnimationSet::default() };
    let file = folder.join("arm-20261122-010203-456.armature");
    fs::write(&file, set.to_bytes().unwrap()).unwrap();
    file
}

fn export(file: &Path, more: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_figure"))
        .arg("export")
        .arg(file)
        .args(more)
        .output()
        .expect("the command was built with this test")
}

fn messages_of(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn clips(file: &Path) -> Vec<String> {
    let loaded = collada::load(file).unwrap();
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
    loaded.model.clips.iter().map(|clip| clip.name.clone()).collect()
}

#[test]
fn a_document_beside_the_container() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_container(folder.path());
    let output = export(&file, &[]);
    assert!(output.status.success() && messages_of(&output).is_empty(), "{}", messages_of(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("456.dae: ") && text.ends_with("2 clips (wave, greeting)\n"), "{text}");
    let out = file.with_extension("dae");
    assert_eq!(clips(&out), ["wave", "greeting"]);

    // What is there is replaced only by request.
    fs::write(&out, "mine").unwrap();
    let output = export(&file, &[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(messages_of(&output).ends_with(".dae is there already: name another file, or replace it with --force\n"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "mine");
    assert!(export(&file, &["--force"]).status.success());
    assert_eq!(clips(&out), ["wave", "greeting"]);
    let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), 4, "nothing temporary is left");

    // Neither this nor `convert` writes over the figure that a container names.
    let figure = folder.path().join("arm.dae");
    let mut convert = Command::new(env!("CARGO_BIN_EXE_figure"));
    let output = convert.arg("convert").args([&file, &figure]).arg("--force").output().unwrap();
    for output in [output, export(&file, &["--force", "-o", figure.to_str().unwrap()])] {
        assert!(messages_of(&output).contains("is the figure itself"), "{}", messages_of(&output));
    }
    assert_eq!(fs::read(&figure).unwrap(), fs::read(asset("arm.dae")).unwrap());

    // Elsewhere the figure's pictures come along.
    let elsewhere = tempfile::tempdir().unwrap();
    let out = elsewhere.path().join("a.dae");
    let output = export(&file, &["-o", out.to_str().unwrap()]);
    assert!(output.status.success() && out.is_file());
    assert!(elsewhere.path().join("arm.png").is_file(), "{}", messages_of(&output));
}

#[test]
fn what_is_missing_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_container(folder.path());
    let arm = folder.path().join("arm.dae");
    let text = fs::read_to_string(&arm).unwrap();

    // One of its joints has another name since.
    fs::write(&arm, text.replace("name=\"hand\"", "name=\"paw\"")).unwrap();
    let output = export(&file, &[]);
    let text_said = messages_of(&output);
    assert!(output.status.success(), "{text_said}");
    assert_eq!(text_said, "warning: not in the figure, so their motion is left out: hand\n");

    // All of them.
    let changed = text.replace("type=\"JOINT\"", "").replace("name=\"", "name=\"x");
    fs::write(&arm, changed).unwrap();
    let output = export(&file, &["--force"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(messages_of(&output).contains("clip \"wave\" moves no joint that is in"), "{}", messages_of(&output));

    fs::remove_file(&arm).unwrap();
    let output = export(&file, &["--force"]);
    assert!(messages_of(&output).contains(".armature: its figure cannot be loaded: "), "{}", messages_of(&output));
    fs::write(&file, "ARMA").unwrap();
    let output = export(&file, &["--force"]);
    assert!(messages_of(&output).contains(".armature: the file has 4 bytes"), "{}", messages_of(&output));
}

/// Smooth and held keys are written as linear keys of the same motion, and the command says that.
#[test]
fn keys_that_are_not_linear() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_container(folder.path());
    let model = collada::load(folder.path().join("arm.dae")).unwrap().model;
    let mut clip = EditableClip::empty("wave", 1.5, &model.skeleton);
    let joint = model.skeleton.len() - 1;
    let rest = model.skeleton.joints()[joint].bind_local;
    for (time, angle, interpolation) in [
        (0.0, 0.0, Interpolation::Smooth),
        (0.5, 1.2, Interpolation::Held),
        (1.0, -0.4, Interpolation::Smooth),
        (1.5, 0.3, Interpolation::Linear),
    ] {
        clip.set_key(joint, time, Transform { rotation: rest.rotation * Quat::from_rotation_y(angle), ..rest });
        clip.set_interpolation(joint, time, interpolation);
    }
    let figure = ModelReference::new("arm.dae", &model.skeleton);
    let set = AnimationSet { figure, clips: vec![clip.clip()], ..AnimationSet::default() };
    fs::write(&file, set.to_bytes().unwrap()).unwrap();
    let output = export(&file, &[]);
    let message = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(message.contains("smooth and held keys are written as the linear ones"), "{message}");
    let written = collada::load(file.with_extension("dae")).unwrap().model;
    let joint = written.skeleton.find(&model.skeleton.joints()[joint].name).unwrap();
    let mut pose = Pose::default();
    let mut wanted = Pose::default();
    // Between the frames of the jump at 1 s, too: it is one in the file.
    for time in (0..=300u16).map(|step| f32::from(step) / 200.0) {
        written.clips[0].sample(time, &written.skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        clip.clip().sample(time, &model.skeleton.bind_pose(), &mut Cursors::default(), &mut wanted);
        let now = pose.locals[joint].rotation;
        let want = wanted.locals[model.skeleton.len() - 1].rotation;
        assert!(now.dot(want).abs() > 1.0 - 1e-6, "{time}: {now} {want}");
    }
}

#[test]
fn the_clips_of_a_gltf_figure() {
    let folder = tempfile::tempdir().unwrap();
    let text = r#"{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "hips", "children": [1]}, {"name": "tail", "translation": [0, 1, 0]}]}"#;
    fs::write(folder.path().join("a.gltf"), text).unwrap();
    let skeleton = armature_formats::load(folder.path().join("a.gltf")).unwrap().model.skeleton;
    let figure = ModelReference::new("a.gltf", &skeleton);
    let mut clip = collada::load(asset("arm.dae")).unwrap().model.clips.remove(0);
    clip.tracks.retain(|tracks| tracks.joint < 2);
    clip.file_keys.clear();
    let set = AnimationSet { figure, clips: vec![clip], ..AnimationSet::default() };
    let file = folder.path().join("a.armature");
    fs::write(&file, set.to_bytes().unwrap()).unwrap();
    let output = export(&file, &[]);
    assert!(output.status.success(), "{}", messages_of(&output));
    assert_eq!(clips(&file.with_extension("dae")), ["wave"]);
}
