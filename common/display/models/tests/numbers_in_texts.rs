//! Numbers of the assets in the texts of lessons: an asset may change.

use armature::model::{Model, Part};
use armature_formats::collada::{self, Scene};
use glam::{DAffine3, Quat, Vec2};
use std::f32::consts::FRAC_PI_2;
use std::fs;
use verdict::workspace;

/// Asserts that a lesson's text has each of these sentences.
fn text_says(lesson: &str, sentences: &[String]) {
    let path = workspace::lessons().join(lesson).join("README.md");
    let text = fs::read_to_string(path).expect("a text").replace('\r', "");
    for sentence in sentences {
        assert!(text.contains(sentence), "{lesson} does not say: {sentence}");
    }
}

fn knight() -> Model {
    collada::load(workspace::assets().join("knight.dae")).expect("the knight").model
}

fn knight_text() -> String {
    fs::read_to_string(workspace::assets().join("knight.dae")).expect("the knight")
}

#[test]
fn lesson_04() {
    let text = knight_text();
    let mut matrices = text.lines().filter_map(|line| line.trim().strip_prefix("<matrix "));
    assert!(matrices.all(|rest| rest.ends_with("</matrix>") && !rest.contains("  ")));
    text_says(
        "04-collada-joints",
        &[
            "the knight's file has single spaces only".into(),
            format!(
                "over him his skeleton: {} joints from `assets/knight.dae`",
                text.matches("type=\"JOINT\"").count()
            ),
        ],
    );
}

#[test]
fn lesson_05() {
    let model = knight();
    assert_eq!(model.clips.len(), 9);
    let document = collada::read(workspace::assets().join("knight.dae")).expect("the knight");
    let times = &document.curves[0].times; // as the file has them: a track may do with fewer
    let clip = model.clip("dance").expect("he dances");
    let dance = times.iter().filter(|time| (clip.start..=clip.end).contains(*time)).count();
    text_says(
        "05-keyframes",
        &[
            "holds nine motions".into(),
            format!("The dance has {dance} keys in the file"),
            format!("which of the {dance} keys are kept. Keep all but the last, 0 to {}", dance - 2),
        ],
    );
}

#[test]
fn lesson_11() {
    let [knight, hose] =
        [workspace::assets().join("knight.dae"), workspace::lessons().join("11-collada-skin/hose.dae")]
            .map(|path| collada::read(&path).expect("a file"));
    let indices = Scene::new(&knight).expect("a scene").skins.remove(0).joints;
    let [knight, hose] = [knight, hose].map(|mut file| file.controllers.remove(0).skin.expect("a skin"));
    assert_eq!(knight.bind_from_mesh, DAffine3::IDENTITY);
    let tabard = knight.joints.iter().position(|name| name == "tabard_front").expect("a slot");
    let most = (0..hose.ends.len()).map(|position| hose.influences(position).count()).max().expect("vertices");
    text_says(
        "11-collada-skin",
        &[
            format!("`tabard_front` is slot {tabard}, but joint {}", indices[tabard].expect("a joint")),
            format!("all of the knight follows his {}, as stiff", knight.joints[0]),
            format!("the hose's vertices have up to {most}"),
            "The knight's $F$ is the identity".into(),
        ],
    );
}

#[test]
fn lesson_12() {
    let channels = knight_text().matches("<channel ").count();
    let model = knight();
    assert_eq!(model.clips.len(), 9, "\"His nine motions\"");
    let walk = model.clip("walk").expect("he walks");
    let rate = walk.frame_rate();
    text_says(
        "12-playback",
        &[
            format!("The knight's file has {channels}, each with"),
            format!("The knight has {rate} a second. His nine motions"),
            format!("the walk goes from tick {} to {}", rate * walk.start, rate * walk.end),
        ],
    );
}

#[test]
fn lesson_13() {
    let knight = knight();
    let [walk, run] = ["walk", "run"].map(|name| knight.clip(name).expect(name).duration());
    text_says("13-blending", &[format!("the walk's cycle takes {walk} s and the run's {run} s")]);
}

#[test]
fn lesson_17() {
    let model = knight();
    let joints = model.skins[0].bindings.len();
    let triangles: usize = model.parts.iter().map(|Part { mesh, .. }| mesh.triangle_count()).sum();
    text_says(
        "17-crowd",
        &[
            format!("Two knights of {joints} joints would still fit into the 96 matrices"),
            format!("A hundred are {} matrices", 100 * joints),
            format!("10,000 characters of {joints} joints"),
            format!("does not need {triangles} triangles and {joints} joints"),
        ],
    );
}

/// A vertex is a corner of a triangle: position, normal, place in the picture.
#[test]
fn lesson_19() {
    let text = knight_text();
    let model = knight();
    let (_, corners) = text.split_once("<p>").expect("triangles");
    let corners: Vec<&str> = corners[..corners.find('<').expect("an end")].split_whitespace().collect();
    let vertices: std::collections::HashSet<&[&str]> = corners.chunks(3).collect();
    let count = vertices.len();
    let thousands = |count: usize| format!("{},{:03}", count / 1000, count % 1000);
    assert_eq!(model.clips.len(), 9);
    text_says(
        "19-own-program/b-skin",
        &[
            format!("The knight's {} corners become {} vertices", thousands(corners.len() / 3), thousands(count)),
            format!("has {} joints and {} vertices", text.matches("type=\"JOINT\"").count(), thousands(count)),
        ],
    );
    text_says("19-own-program/c-playback", &["His file has nine clips".into()]);
}

/// The answers to the questions under "Going further".
#[test]
fn answers() {
    let text = fs::read_to_string(workspace::lessons().join("ANSWERS.md")).expect("a text").replace('\r', "");
    let ring = |degrees: f32| (Vec2::X.rotate(Vec2::from_angle(degrees.to_radians())) + Vec2::X).length() / 2.0;
    let blend = (Quat::from_rotation_z(FRAC_PI_2) * 0.5 + Quat::IDENTITY * 0.5).length();
    let [bones, period] = [9.0, 1.6];
    let [walk, run] = [0.75, 1.2];
    for sentence in [
        format!("it is $\\cos 40°$, {:.2}. One joint with 160 leaves {:.2}.", ring(80.0), ring(160.0)),
        format!("At a twist of 90 degrees its length is {blend:.2} in the middle"),
        format!(
            "linear blending leaves {:.0} and the other 1, so you get {:.2}.",
            ring(180.0),
            ring(180.0).midpoint(1.0)
        ),
        format!("{:.1} s for a period of {period} s", period / (bones - 1.0)),
        format!("The mean of both is {} m", f32::midpoint(walk, run)),
        format!("At 30 degrees that is {:.2} of it", 30_f32.to_radians().cos()),
        format!("some 1.5 m from the shoulder that is about {:.2} m", 0.54_f32.powi(2) / (8.0 * 1.5)),
    ] {
        assert!(text.contains(&sentence), "ANSWERS.md does not say: {sentence}");
    }
}
