//! The finished answers play a file as `common` does.

use armature::animation::LoopMode;
use armature::model::{Model, ModelInstance};
use armature_formats::collada::{self, WriteOptions};
use common::exercise::{listen, testing};
use drawing::{Cast, Moment, Packed};
use given::Course;
use glam::Vec3;
use lesson_12::{
    PAGE,
    character::{
        Character, TrackCache,
        file::{CharacterFile, ClipKeys, largest_shear},
        walk::Walk,
    },
    checks::{LESSON, REFERENCE},
    figures::CLIPS,
    playing::{self, FrameTime},
    scene::SCENE,
};
use std::path::Path;

/// Every clip of every figure, in all three modes, at times that are no keys.
#[test]
fn every_joint_is_where_common_has_it() {
    let mut files = 0;
    let mut written = 0;
    // Each clip with channels of its own.
    let folder = tempfile::tempdir().expect("a folder");
    let mut paths = testing::figures();
    let lesson = Path::new(env!("CARGO_MANIFEST_DIR"));
    paths.push(lesson.join("../../../common/runtime/fuzz/corpus/gltf/seed-banner.glb"));
    let creature = armature_formats::load(common::assets().join("creature.dae")).expect("it").model;
    let text = collada::write(&creature, &WriteOptions::default()).expect("a figure").text;
    let converted = folder.path().join("converted.dae");
    std::fs::write(&converted, text).expect("a file");
    paths.push(converted.clone());
    for path in paths {
        let file = CharacterFile::read(&path).unwrap_or_else(|error| panic!("{error:#}"));
        let model = &file.model;
        let name = path.display();
        let mut figure = ModelInstance::new(model);
        let size = figure.bounds(model).map_or(1.0, |bounds| bounds.radius());
        let mut cache = TrackCache::default();
        let character = Character { file: &file, course: &REFERENCE };
        for (place, clip) in model.clips.iter().enumerate() {
            for fraction in [0.0, 0.31, 0.77, 1.0] {
                let dt = fraction * clip.duration();
                let time = FrameTime { clip: Some(place), mode: LoopMode::Clamp, dt, ..FrameTime::default() };
                let (frame, message) = listen(|| playing::frame(character, &Walk::default(), &mut cache, &time));
                assert_eq!(message, [], "{name}");
                let got = &frame.unwrap().moments[0].pose.model_from_joint;
                figure.sample(model, clip, clip.start + dt);
                for (joint, want) in figure.model_from_joint().iter().enumerate() {
                    let apart = got[joint].w_axis.truncate().distance(want.translation.into());
                    // `common` stays within 1e-4 of the model's size; shear is lost here on purpose.
                    let allowed = size * (1e-3 + largest_shear(model));
                    let joint = &file.joints[joint].name;
                    assert!(apart < allowed, "{name} {} {fraction}, {joint}: {apart}", clip.name);
                }
            }
        }
        let has_channels = (0..file.clips.len()).any(|clip| !file.has_loaded_tracks(clip));
        if path == converted {
            assert!(has_channels && file.keys.len() == creature.clips.len());
        }
        files += usize::from(!model.clips.is_empty());
        written += usize::from(has_channels);
    }
    assert!(files >= 17 && (8..files).contains(&written), "{files} files, {written} as written");
}

/// The knight is as his file has him.
#[test]
fn the_knight_has_his_channels() {
    let path = common::assets().join("knight.dae");
    let file = CharacterFile::read(&path).expect("the knight");
    assert!(matches!(&file.keys[..], [ClipKeys::Channels(channels)] if channels.len() == 34));
    // Figure 12.4-tick has his motions.
    let clips = file.clips.iter().map(|found| &found.clip);
    let clips: Vec<_> = clips.map(|clip| (clip.name.as_str(), [clip.start, clip.end])).collect();
    assert_eq!(clips, CLIPS);
}

/// Returns where a page has the packed knight's joints, in five frames.
fn joints_on_the_page(model: &Model, course: &Course) -> Vec<Vec3> {
    let names: Vec<&str> = model.clips.iter().map(|clip| clip.name.as_str()).collect();
    let packed = Packed::new(model, &names).model().expect("a model");
    let mut scene = (SCENE.open)(Cast::Model(Box::new(packed))).expect("his clips");
    let mut places = Vec::new();
    for _ in 0..5 {
        let frame = scene.frame(course, &Moment { seconds: 0.0, dt: 0.07 }).expect("answers");
        places.extend(frame.points.iter().map(|point| point.at));
    }
    places
}

/// Each mistake that the page's scene offers moves his joints.
#[test]
fn the_pages_mistakes_are_seen_in_its_scene() {
    let model = CharacterFile::read(&common::assets().join("knight.dae")).expect("the knight").model;
    let right = joints_on_the_page(&model, &PAGE.right);
    for (todo, name) in SCENE.mistakes {
        let way = LESSON.mistaken.iter().find(|way| (way.todo, way.name) == (*todo, *name)).expect(name);
        let wrong = joints_on_the_page(&model, &way.made_in(PAGE.right));
        let farthest = right.iter().zip(&wrong).map(|(right, wrong)| right.distance(*wrong)).fold(0.0, f32::max);
        assert!(farthest > 0.1, "{todo} {name}: {farthest} m");
    }
}
