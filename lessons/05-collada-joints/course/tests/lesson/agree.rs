//! The lesson's finished form agrees with `armature_formats::collada` on the joints of many files.

use armature_formats::collada;
use check::Probe;
use glam::{Affine3A, DMat4, Mat4};
use lesson_05::probes::{self, Broken};
use lesson_05::{Joint, checks::REFERENCE, read};
use std::collections::BTreeMap;

/// Returns name, parent and `model_from_joint` of every joint by `common`, multiplied in doubles.
fn joints_by_common(text: &str) -> Vec<(String, Option<usize>, DMat4)> {
    let document = collada::parse(text.as_bytes(), "probe.dae").expect("a good file");
    let model = document.loaded.model;
    let bind = model.skeleton.bind_pose();
    let mut file_from_node: Vec<DMat4> = Vec::new();
    let mut places = Vec::new();
    let mut joints = Vec::new();
    for (place, (node, joint)) in document.nodes.iter().zip(model.skeleton.joints()).enumerate() {
        let above = joint.parent.map_or(double(&model.world_from_model), |parent| file_from_node[parent]);
        file_from_node.push(above * double(&bind.local(place)));
        if model.is_joint[place] {
            let mut above = std::iter::successors(joint.parent, |&p| model.skeleton.joints()[p].parent);
            let parent = above.find_map(|above| places.iter().position(|&p| p == above));
            let names = [&node.sid, &node.id, &node.name];
            let name = names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default();
            joints.push((name, parent, file_from_node[place]));
            places.push(place);
        }
    }
    joints
}

fn double(matrix: &Affine3A) -> DMat4 {
    DMat4::from_cols_array(&Mat4::from(*matrix).to_cols_array().map(f64::from))
}

/// Asserts that the lesson and `common` read the same joints from a file's text, and returns them.
fn assert_agreement(text: &str, what: &str) -> Vec<Joint> {
    let joints = read(&REFERENCE.collada_joints, text).unwrap().unwrap_or_else(|error| panic!("{what}: {error}"));
    let expected = joints_by_common(text);
    assert_eq!(joints.len(), expected.len(), "{what}");
    let locals = joints.iter().map(|joint| joint.parent_from_joint).collect();
    let family = joints.iter().map(|joint| (joint.name.as_str(), joint.parent));
    let poses = lesson_02::posed(&REFERENCE.hierarchy, family, &[locals]).unwrap();
    for ((joint, got), (name, parent, matrix)) in joints.iter().zip(poses.concat()).zip(expected) {
        assert_eq!((&joint.name, joint.parent), (&name, parent), "{what}");
        // Both in single precision, after a dozen products.
        let matrix = matrix.to_cols_array().map(|number| number as f32);
        let largest = matrix.iter().fold(1.0f32, |largest, number| largest.max(number.abs()));
        assert!(got.abs_diff_eq(Mat4::from_cols_array(&matrix), 1e-5 * largest), "{what}, {name}: {got}");
    }
    joints
}

#[test]
fn on_probes() {
    for seed in 0..50 {
        for index in 0..Probe::COUNT {
            let text = probes::file(&Probe { seed, index }, Broken::No).text;
            let joints = assert_agreement(&text, &format!("seed {seed}, probe {index}"));
            assert!(joints.len() >= 11, "{}", joints.len());
            for (axis, meter) in [("Z_UP", "0.01"), ("X_UP", "2.5")] {
                let text = text.replace("Y_UP", axis);
                let text = text.replace("meter=\"1\"", &format!("meter=\"{meter}\""));
                assert_agreement(&text, axis);
            }
        }
    }
}

/// Every figure in `assets/` is read alike; three have a known number of joints.
#[test]
fn on_the_figures() {
    let assets = common::assets();
    let entries = std::fs::read_dir(assets).expect("assets/");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut counts = BTreeMap::new();
    for path in paths.filter(|path| path.extension().is_some_and(|ending| ending == "dae")) {
        let file = path.file_name().expect("it has an ending").to_string_lossy().into_owned();
        let joints = assert_agreement(&std::fs::read_to_string(&path).expect(&file), &file);
        let roots = joints.iter().filter(|joint| joint.parent.is_none()).count();
        assert_eq!(roots, usize::from(!joints.is_empty()), "{file}: one chain");
        for (index, joint) in joints.iter().enumerate() {
            assert_eq!(joint.index_in_chain, index, "{file}: in one chain the two numbers are one");
            for &child in &joint.children {
                assert_eq!(joints[child].parent, Some(index), "{file}");
            }
        }
        counts.insert(file, joints.len());
    }
    for (file, count) in [("arm.dae", 3), ("knight.dae", 35), ("sword.dae", 0)] {
        assert_eq!(counts.get(file), Some(&count), "{file}");
    }
}
