//! Clips written back into their figures' documents and loaded again.

use crate::{
    support::{BANNER, load, load_file, replace, warnings},
    zip::{deflated, zip},
};
use common::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    collada,
    container::{AnimationSet, FigureReference},
    model::{Model, ModelInstance},
};
use glam::{Quat, Vec3};
use std::{fs, path::Path};

/// The files of our figures, and those that stand for other exporters.
fn cast() -> Vec<(String, Vec<u8>)> {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    let folders = [assets.clone(), assets.join("dialects")];
    let files = folders.iter().flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<_> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "dae"));
    files.sort();
    let read = |path: &std::path::PathBuf| (path.display().to_string(), fs::read(path).unwrap());
    files.iter().map(read).collect()
}

/// The text with these clips.
fn export(bytes: &[u8], model: &Model, clips: &[Clip]) -> String {
    let exported = collada::export(bytes, "model.dae", &model.skeleton, clips).unwrap();
    assert!(exported.warnings.is_empty(), "{:?}", exported.warnings);
    exported.text
}

/// How far joints of one clip are from those of another, in the model's size: their origins, and points beside them
/// as far away as the model is large. At `steps` regular times and at each key.
pub(crate) fn apart((a, of_a): (&Model, &Clip), (b, of_b): (&Model, &Clip), steps: usize) -> f32 {
    let (mut figure, mut other) = (ModelInstance::new(a), ModelInstance::new(b));
    let rest: Vec<Vec3> =
        figure.model_from_joint().iter().map(|joint| joint.translation.into()).collect();
    let low = rest.iter().copied().fold(Vec3::INFINITY, Vec3::min);
    let size = rest.iter().copied().fold(low, Vec3::max).distance(low);
    let size = if size > 0.0 { size } else { 1.0 };
    let mut times: Vec<f32> =
        (0..=steps).map(|step| of_a.duration() * step as f32 / steps as f32).collect();
    for joint in 0..a.skeleton.len() {
        times.extend(of_a.key_times(joint).iter().map(|time| time - of_a.start));
    }
    times.retain(|time| (0.0..=of_a.duration()).contains(time));
    let mut worst = 0.0f32;
    for time in times {
        let own = of_a.start + time;
        let time = own - of_a.start; // a sum far from 0 is rounded
        figure.sample(a, of_a, own);
        other.sample(b, of_b, of_b.start + time);
        for (mine, theirs) in figure.model_from_joint().iter().zip(other.model_from_joint()) {
            let scale = mine.matrix3.x_axis.length().max(1e-9);
            for point in [Vec3::ZERO, Vec3::splat(size / scale / 3f32.sqrt())] {
                let off = mine.transform_point3(point).distance(theirs.transform_point3(point));
                worst = worst.max(off / size);
            }
        }
    }
    worst
}

/// From a container as it was, from a document within 1e-5 of the figure's size.
#[test]
fn each_clip_of_the_cast_comes_back_from_containers_and_documents() {
    let mut clips = 0;
    for (name, bytes) in cast() {
        let before = load_file(&bytes, &name).unwrap().model;
        let text = export(&bytes, &before, &before.clips);
        let after = load_file(text.as_bytes(), &name).unwrap();
        assert_eq!(warnings(&after), [""; 0], "{name}");
        let after = after.model;
        assert_eq!(after.skeleton.joints(), before.skeleton.joints(), "{name}");
        assert_eq!(after.parts.len(), before.parts.len());
        assert_eq!(after.clips.len(), before.clips.len(), "{name}");
        let figure = FigureReference::of(&*name, &before.skeleton);
        let set = AnimationSet { figure, clips: before.clips.clone(), ..AnimationSet::default() };
        let (contained, _) = AnimationSet::from_bytes(&set.to_bytes().unwrap()).unwrap();
        assert_eq!(contained, set, "{name}");
        for (old, new) in before.clips.iter().zip(&after.clips) {
            assert_eq!((&new.name, new.start, new.end), (&old.name, 0.0, old.duration()));
            let off = apart((&before, old), (&after, new), 300);
            assert!(off < 1e-5, "{name} {}: {off}", old.name);
            clips += 1;
        }
    }
    assert!(clips > 20, "{clips}");
}

/// A clip that moves joints of these numbers, in one second from `start`.
fn swing(name: &str, start: f32, joints: &[usize]) -> Clip {
    let tracks = joints.iter().map(|&joint| {
        let times = vec![start, start + 0.4, start + 1.0];
        let turns = [0.0, 1.2, -0.3].map(|angle| Quat::from_rotation_y(angle + joint as f32));
        JointTracks {
            joint,
            rotation: Some(RotationTrack::new(times, turns.to_vec()).unwrap()),
            ..JointTracks::default()
        }
    });
    Clip::of_tracks(name, tracks.collect())
}

/// Exports clips into a text and loads them again: the model, in which each clip is where it was.
fn round_trip(text: &str, clips: &[Clip]) -> (String, Model) {
    let before = load(text).unwrap().model;
    let exported = export(text.as_bytes(), &before, clips);
    let after = load(&exported).unwrap().model;
    assert_eq!(after.skeleton.joints(), before.skeleton.joints());
    assert_eq!(after.clips.len(), clips.len());
    for (old, new) in clips.iter().zip(&after.clips) {
        assert_eq!((&new.name, new.duration()), (&old.name, old.duration()));
        let off = apart((&before, old), (&after, new), 100);
        assert!(off < 1e-5, "{}: {off}\n{exported}", old.name);
    }
    (exported, after)
}

/// What is no animation stays as it is, to the byte.
#[test]
fn nothing_else_changes() {
    let (text, _) = round_trip(BANNER, &[swing("a", 0.0, &[1, 2])]);
    let (before, rest) = BANNER.split_once("<library_animations>").unwrap();
    let (_, after) = rest.split_once("</library_animations>").unwrap();
    assert!(text.starts_with(before));
    let own = [
        (r#"<rotate sid="turn">1 0 0 0</rotate>"#, ""),
        (
            r#"<translate sid="lift">0 0 1</translate>"#,
            r#"<matrix sid="transform">1 0 0 0 0 1 0 0 0 0 1 1 0 0 0 1</matrix>"#,
        ),
        (
            r#"type="JOINT">
          <node id="tip""#,
            r#"type="JOINT"><matrix sid="transform">1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
          <node id="tip""#,
        ),
    ];
    let mut want = after.to_owned();
    for (what, with) in own {
        want = replace(&want, what, with);
    }
    let want = replace(&want, "            \n          </node>", "          </node>");
    let (_, got) = text.split_once("</library_animation_clips>").unwrap();
    assert_eq!(got, want);
    assert_eq!(round_trip(&text, &[swing("a", 0.0, &[1, 2])]).0, text, "again, and the same");
}

#[test]
fn names_that_are_hard_to_write() {
    let name = "<\"wave\"> & --\n\u{e9}";
    round_trip(BANNER, &[swing(name, 0.0, &[1]), swing("--", 0.0, &[1]), swing("--", 0.0, &[2])]);
    let other = BANNER
        .replace("\"tip\"", "\"t&amp;p &lt;1&gt;\"")
        .replace("tip/turn", "t&amp;p &lt;1&gt;/turn");
    round_trip(&other, &[swing("a", 0.0, &[2])]);
    let taken = BANNER.replace("sway", "clip0-2");
    round_trip(&replace(&taken, "<asset>", "<asset id=\"clip0-2\">"), &[swing("a", 0.0, &[2])]);
}

/// On its own clock each begins at 0, and ends where it ended.
#[test]
fn clips_that_begin_later_or_hold() {
    let mut part = swing("part", 3.0, &[0, 1]);
    (part.start, part.end) = (3.2, 5.0);
    let still = Clip { end: 2.0, ..Clip::of_tracks("still", vec![]) };
    let pose = Track::constant(Vec3::new(0.0, 0.3, 2.0));
    let pose = JointTracks { joint: 2, translation: Some(pose), ..JointTracks::default() };
    let moment = Clip::of_tracks("moment", vec![pose]);
    let (text, after) = round_trip(BANNER, &[part, still, moment]);
    assert!(after.clips[1].tracks.is_empty() && after.clips[2].duration() == 0.0);
    assert_eq!(text.matches("<instance_animation").count(), 2 + 2 + 2, "two at least for each");
}

/// Readers see one of two keys at one time: a jump has two of which one is as near before as can be.
#[test]
fn a_jump() {
    let times = vec![0.0, 0.5, 0.5, 1.0];
    let places = [0.0, 0.2, 0.9, 1.0].map(|x| Vec3::X * x);
    let track = Track::new(times, places.to_vec()).unwrap();
    let tracks = JointTracks { joint: 2, translation: Some(track), ..JointTracks::default() };
    let (text, after) = round_trip(BANNER, &[Clip::of_tracks("jump", vec![tracks])]);
    assert!(text.contains(">0 0.49999997 0.5 1<"), "{text}");
    let mut figure = ModelInstance::new(&after);
    let mut at = |time: f32| {
        figure.sample(&after, &after.clips[0], time);
        figure.pose.locals[2].translation.x
    };
    assert!((at(0.499) - 0.2).abs() < 1e-3 && (at(0.5) - 0.9).abs() < 1e-6);
}

/// What moves by less than a loader would care about is still there: the file says that its keys are meant.
#[test]
fn small_movements_come_back() {
    let places = [0.0, 2.5e-4, 0.0].map(|x| Vec3::new(x, 0.0, 1.0)); // of a banner of 10 units
    let track = Track::new(vec![0.0, 0.5, 1.0], places.to_vec()).unwrap();
    let tracks = JointTracks { joint: 2, translation: Some(track), ..JointTracks::default() };
    let (text, after) = round_trip(BANNER, &[Clip::of_tracks("twitch", vec![tracks])]);
    let unmarked = load(&text.replace("exact_keys", "other")).unwrap().model;
    let off = apart((&after, &after.clips[0]), (&unmarked, &unmarked.clips[0]), 100);
    assert!(off > 2e-5, "the mark makes no difference: {off}");
}

#[test]
fn shear_and_mirrors_come_back() {
    let vector =
        |values: [Vec3; 3]| Some(Track::new(vec![0.0, 0.5, 1.0], values.to_vec()).unwrap());
    let tracks = JointTracks {
        scale: vector([
            Vec3::new(-1.0, 1.0, 1.0),
            Vec3::new(-0.4, 2.0, 1.0),
            Vec3::new(-1.5, 0.5, 1.0),
        ]),
        shear: vector([Vec3::ZERO, Vec3::new(0.3, 0.0, -0.2), Vec3::X * 0.1]),
        ..swing("", 0.0, &[2]).tracks[0].clone()
    };
    let (_, after) = round_trip(BANNER, &[Clip::of_tracks("lean", vec![tracks])]);
    assert!(after.skeleton.is_sheared());

    // Through a scale of 0 a matrix turns over at once, where the clip goes on.
    let scale = Track::new(vec![0.0, 1.0], vec![Vec3::ONE, Vec3::new(1.0, -1.0, 1.0)]).unwrap();
    let tracks = JointTracks { joint: 2, scale: Some(scale), ..JointTracks::default() };
    let clip = Clip::of_tracks("inside out", vec![tracks]);
    let model = load(BANNER).unwrap().model;
    let exported = collada::export(BANNER.as_bytes(), "a.dae", &model.skeleton, &[clip]).unwrap();
    let said = exported.warnings[0].to_string();
    assert!(said.contains("<node id=\"tip\">: clip \"inside out\" scales or mirrors it"), "{said}");
}

/// A channel names its node by id.
#[test]
fn nodes_without_an_id_get_one() {
    let own = "id=\"tip\" sid=\"tip_bone\" name=\"Tip\"";
    for (instead, sid) in [
        ("sid=\"tip_bone\" name=\"Tip\"", "tip_bone"),
        ("sid=\"tip_bone\"", "tip_bone"),
        ("id=\"\" sid=\"tip_bone\"", "tip_bone"),
        ("sid=\"pole\"", "pole"), // which is the id of another
    ] {
        let text = replace(BANNER, own, instead);
        let text = replace(&text, "tip/turn", &format!("stand/pole_bone/{sid}/turn"));
        round_trip(&text, &[swing("a", 0.0, &[1, 2])]);
    }
    // Empty elements, a prefix for all of them, no animation before.
    let (before, rest) = BANNER.split_once("<library_animations>").unwrap();
    let (_, after) = rest.split_once("</library_animations>").unwrap();
    let still = format!("{before}{after}");
    let (head, body) = still.split_once("<COLLADA").unwrap();
    let nodes = "<node name=\"x\"/><node\n  sid='y' ></node><node id=\"stand\"";
    let body = replace(body, "<node id=\"stand\"", nodes);
    let body = body.replace('<', "<c:").replace("<c:/", "</c:").replace("xmlns=", "xmlns:c=");
    let (text, _) = round_trip(&format!("{head}<c:COLLADA{body}"), &[swing("a", 0.0, &[0, 1, 4])]);
    assert!(
        text.contains("<c:library_animations>")
            && text.contains("<c:node id=\"node-0\" name=\"x\">"),
        "{text}"
    );
}

/// All instances of a node move together.
#[test]
fn joints_that_are_one_node() {
    let text = replace(
        BANNER,
        "<node id=\"hanging\"",
        "<node id=\"more\"><instance_node url=\"#tip\"/></node><node id=\"hanging\"",
    );
    let model = load(&text).unwrap().model;
    assert_eq!(model.skeleton.joints()[4].name, "Tip");
    let mut both = swing("a", 0.0, &[2]);
    both.tracks.push(JointTracks { joint: 4, ..both.tracks[0].clone() });
    round_trip(&text, &[both]);
    let one = swing("a", 0.0, &[2]);
    let said = collada::export(text.as_bytes(), "a.dae", &model.skeleton, &[one]).unwrap_err();
    let said = said.to_string();
    assert!(said.ends_with("<node id=\"tip\">: this node is several joints, and clip \"a\" moves them in different ways"), "{said}");
}

#[test]
fn what_is_refused() {
    let model = load(BANNER).unwrap().model;
    let refused = |text: &str| {
        let clips = [swing("a", 0.0, &[2])];
        collada::export(text.as_bytes(), "a.dae", &model.skeleton, &clips).unwrap_err().to_string()
    };
    let more = replace(BANNER, "<node id=\"hanging\"", "<node/><node id=\"hanging\"");
    assert_eq!(
        refused(&more),
        "a.dae: 5 nodes in the scene, but the clips are for 4 joints: has the file changed?"
    );
    let said = refused(&BANNER.replace("id=\"tip\"", "id=\"pole\""));
    assert!(
        said.ends_with("it moves, but its id is another element's: no channel can name it"),
        "{said}"
    );
    assert!(refused("<COLLADA>").contains("a.dae:1:10"));
}

/// An archive's document, and one in another encoding: both come out as a document in UTF-8.
#[test]
fn archives_and_encodings() {
    let model = load(BANNER).unwrap().model;
    let latin = replace(BANNER, "utf-8", "iso-8859-1").replace("by hand", "by h\u{e4}nd");
    let latin: Vec<u8> = latin.chars().map(|character| character as u8).collect();
    for bytes in [zip(&[deflated("a.dae", BANNER.as_bytes())]), latin] {
        let text = export(&bytes, &model, &[swing("a", 0.0, &[2])]);
        assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA"));
        assert_eq!(load(&text).unwrap().model.clips[0].name, "a");
    }
}

/// Channels of lights and the like are no part of a clip.
#[test]
fn other_channels_are_reported() {
    let text = replace(BANNER, "tip/turn.ANGLE", "cloth/turn.ANGLE");
    let model = load(&text).unwrap().model;
    let exported = collada::export(text.as_bytes(), "a.dae", &model.skeleton, &[]).unwrap();
    assert_eq!(
        exported.warnings[0].to_string(),
        "a.dae: 1 channel that moved no node of the scene: left out"
    );
    assert!(!exported.text.contains("animation") && load(&exported.text).is_ok());
}
