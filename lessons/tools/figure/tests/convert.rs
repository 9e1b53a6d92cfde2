//! `figure convert` as a process.

use armature::{
    animation::{Cursors, Interpolation},
    attachment::{Sphere, SphereKind},
    math::Transform,
    model::Texture,
    skeleton::Pose,
};
use armature_formats::{
    collada,
    container::{self, AnimationSet, ModelReference},
};
use armature_offline::edit::EditableClip;
use glam::{Quat, Vec3};
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
    rejects(&convert(&arm, &folder.join("a.glb"), &[]), "a.glb: the name of a Collada file ends in .dae");
    rejects(&convert(&arm, &out, &["--fps", "0"]), "a number from 0.1 to 1000 is expected");
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
    rejects(&convert(&out, &out, &["--force"]), "is the figure itself, or a part of it");
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

/// Another kind of body is refused with the line to type, and its map, whatever it says, is used. A T pose is that of a
/// third file with the same joints.
#[test]
fn clips_with_a_map_and_a_t_pose_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.dae");
    let [knight, creature] = ["knight.dae", "creature.dae"].map(|name| asset(name).to_string_lossy().into_owned());
    let clips = ["--force", "--clips", &knight];
    let output = convert(&asset("creature.dae"), &out, &clips);
    rejects(&output, "which joint is which is not clear; the figure has no hips, ");
    rejects(&output, &format!("`cargo figure inspect {creature} --map {knight} > joints.map`"));

    let mut inspect = Command::new(env!("CARGO_BIN_EXE_figure"));
    let map = folder.path().join("joints.map");
    fs::write(&map, inspect.args(["inspect", &creature, "--map", &knight]).output().unwrap().stdout).unwrap();
    let map = map.to_string_lossy();
    for (rest, is_same) in [(&knight, true), (&creature, false)] {
        let output = convert(&asset("creature.dae"), &out, &[&clips[..], &["--map", &map, "--rest", rest]].concat());
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && message.contains("5 of 34 joints"), "{message}");
        assert_eq!(message.contains("--rest names a file of the same joints"), !is_same, "{message}");
    }
    fs::write(folder.path().join("joints.map"), "\nnobody nothing").unwrap();
    let output = convert(&asset("creature.dae"), &out, &[&clips[..], &["--map", &map]].concat());
    rejects(&output, "joints.map:2: \"nobody nothing\" is no pair of joints");
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
    let file = folder.join("a.armature");
    fs::write(&file, set.to_bytes().unwrap()).unwrap();
    file
}

fn clip_names(file: &Path) -> Vec<String> {
    collada::load(file).unwrap().model.clips.iter().map(|clip| clip.name.clone()).collect()
}

/// A container's clips replace the figure's of the same names, and neither the figure nor another file is written over.
#[test]
fn a_container_is_written_with_its_figure() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_container(folder.path());
    let out = folder.path().join("out.dae");
    let output = convert(&file, &out, &[]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let figure = folder.path().join("arm.dae");
    let mut names = clip_names(&figure);
    names.push("greeting".into());
    assert_eq!(clip_names(&out), names);

    rejects(&convert(&file, &figure, &["--force"]), "is the figure itself");
    assert_eq!(fs::read(&figure).unwrap(), fs::read(asset("arm.dae")).unwrap());
}

#[test]
fn what_a_container_misses_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = write_container(folder.path());
    let out = folder.path().join("out.dae");
    let arm = folder.path().join("arm.dae");
    let text = fs::read_to_string(&arm).unwrap();
    fs::write(&arm, text.replace("name=\"hand\"", "name=\"paw\"")).unwrap();
    let output = convert(&file, &out, &[]);
    assert!(output.status.success(), "{output:?}");
    let warning = String::from_utf8_lossy(&output.stderr);
    assert!(warning.ends_with("a.armature: not in the figure, so their motion is left out: hand\n"), "{warning}");

    // A sphere on that joint, and a joint with another parent.
    let (mut set, _) = container::read_file(&file).unwrap();
    set.spheres.push(Sphere { name: "fist".into(), kind: SphereKind::Hit, joint: 3, center: Vec3::ZERO, radius: 0.1 });
    set.figure.joints[2].parent = Some(0);
    fs::write(&file, set.to_bytes().unwrap()).unwrap();
    let warnings = String::from_utf8_lossy(&convert(&file, &out, &["--force"]).stderr).into_owned();
    for warning in [
        ": in the figure, but with another parent, so they may move wrongly: lower\n",
        ": of joints that are not in the figure, so they are left out: sphere \"fist\"\n",
    ] {
        assert!(warnings.contains(warning), "{warnings}");
    }

    fs::remove_file(&arm).unwrap();
    rejects(&convert(&file, &out, &["--force"]), ".armature: its figure cannot be loaded: ");
    fs::write(&file, "ARMA").unwrap();
    rejects(&convert(&file, &out, &["--force"]), ".armature: the file has 4 bytes");
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
    let out = folder.path().join("out.dae");
    let output = convert(&file, &out, &["--clip", "wave"]);
    let message = String::from_utf8_lossy(&output.stdout).into_owned();
    let linear = "smooth and held keys are written as the linear ones that they are played as\n";
    assert!(message.contains(linear), "{message}");
    let written = collada::load(out).unwrap().model;
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
