//! One arm, many dialects: the arm is the same in all of them.

use crate::load;
use armature::model::{Model, ModelInstance};
use glam::{Affine3A, Vec3};

/// Files with curves that only their own formula gives, each with a twin that has the same motion as plain matrices.
const TWINS: [&str; 5] = ["maya", "bezier_1d", "hermite", "step", "max"];
const OTHERS: [&str; 4] = ["blender", "clips", "scenekit", "fbx"];

fn joints(model: &Model) -> [usize; 3] {
    ["upper", "lower", "hand"].map(|name| {
        model
            .skeleton
            .joints()
            .iter()
            .position(|joint| joint.name.ends_with(name))
            .unwrap_or_else(|| panic!("no {name}"))
    })
}

/// The arm's joints in the world, in metres, at a moment of the file's own clock.
fn places(model: &Model, figure: &mut ModelInstance, clip: &str, time: f32) -> [Affine3A; 3] {
    let clip = model.clip(clip).unwrap_or_else(|| panic!("no clip {clip}"));
    figure.sample(model, clip, time);
    joints(model).map(|joint| model.world_from_model * figure.model_from_joint()[joint])
}

/// Every file loads without warnings and has the arm's pose at rest.
#[test]
fn all_are_the_same_arm() {
    let arm = load("arm.dae").model;
    let rest = ModelInstance::new(&arm);
    let stands = joints(&arm).map(|j| arm.world_from_model * rest.model_from_joint()[j]);
    for name in TWINS.iter().chain(&OTHERS) {
        let loaded = load(&format!("dialects/{name}.dae"));
        let words: Vec<String> = loaded.warnings.iter().map(ToString::to_string).collect();
        assert!(words.is_empty(), "{name}: {}", words.join("\n"));
        let figure = ModelInstance::new(&loaded.model);
        for (joint, stands) in joints(&loaded.model).into_iter().zip(stands) {
            let model = &loaded.model;
            let here = model.world_from_model * figure.model_from_joint()[joint];
            let apart = (here.translation - stands.translation).length();
            assert!(apart < 3e-4, "{name}: rests {apart} m away"); // 1e-4 of its 3 m
        }
        let size = figure.bounds(&loaded.model).expect("a mesh");
        let height = size.transformed(&loaded.model.world_from_model).size().y;
        assert!((3.3..3.4).contains(&height), "{name}: {height} m high");
    }
}

/// At each key of the twin, a curve and the twin agree to 1e-4 of the arm's size.
#[test]
fn curves_agree_with_their_twins() {
    for name in TWINS {
        let curve = load(&format!("dialects/{name}.dae")).model;
        let twin = load(&format!("dialects/{name}_twin.dae")).model;
        let mut a = ModelInstance::new(&curve);
        let mut b = ModelInstance::new(&twin);
        assert_eq!(curve.clips.len(), twin.clips.len(), "{name}");
        let clip = &twin.clips[0];
        let mut times = Vec::new();
        for track in clip.tracks.iter().filter_map(|tracks| tracks.rotation.as_ref()) {
            // The loader may add keys of its own; between the file's keys a twin is straight.
            times.extend(
                track.times().iter().copied().filter(|time| (time * 24.0 - (time * 24.0).round()).abs() < 1e-3),
            );
        }
        assert!(times.len() > 10, "{name}: {} keys", times.len());
        let mut moved = 0.0f32;
        for time in times {
            let here = places(&curve, &mut a, &curve.clips[0].name, time);
            let there = places(&twin, &mut b, &clip.name, time);
            for (here, there) in here.iter().zip(&there) {
                // A point a metre from the joint, so that turns count as much as moves.
                for axis in [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z] {
                    let unit = axis / here.matrix3.x_axis.length();
                    let unit_there = axis / there.matrix3.x_axis.length();
                    let apart = here.transform_point3(unit) - there.transform_point3(unit_there);
                    assert!(apart.length() < 3e-4, "{name} at {time} s: {} m", apart.length());
                }
                moved = moved.max(there.translation.length());
            }
        }
        assert!(moved > 1.0, "{name}: it moves");
    }
}

/// At each key of a dialect's file, the pose is that of `arm.dae`.
#[test]
fn poses_are_the_arms_at_every_key() {
    let arm = load("arm.dae").model;
    let mut original = ModelInstance::new(&arm);
    for name in TWINS.iter().chain(&OTHERS) {
        let model = load(&format!("dialects/{name}.dae")).model;
        let mut figure = ModelInstance::new(&model);
        let step = if ["maya", "hermite", "step"].contains(name) { 2 } else { 1 };
        let first = u8::from(*name == "clips");
        let mut compared = 0;
        // Eighths of a second: keys of all files, and moments of both timelines.
        for time in (first..=52).step_by(step).map(|eighth| f32::from(eighth) / 8.0) {
            let here = model.clips.iter().find(|clip| (clip.start..=clip.end).contains(&time));
            let there = arm.clips.iter().find(|clip| (clip.start..=clip.end).contains(&time));
            let (Some(here), Some(there)) = (here, there) else { continue };
            let here = places(&model, &mut figure, &here.name, time);
            let there = places(&arm, &mut original, &there.name, time);
            for (here, there) in here.iter().zip(&there) {
                let apart = (here.translation - there.translation).length();
                assert!(apart < 3e-4, "{name} at {time} s: {apart} m"); // 1e-4 of its 3 m
            }
            compared += 1;
        }
        assert!(compared > 8, "{name}: {compared} moments");
    }
}
