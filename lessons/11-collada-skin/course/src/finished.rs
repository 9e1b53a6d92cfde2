//! The finished form of the four answers. What it becomes for any file is `common::collada` and
//! `common::skin`; tests/lesson/agree.rs holds them together.

use crate::{Answers, Influence, Input, Joint};
use common::skin::{self, Binding, Skin, best_four};
use glam::{Affine3A, Mat4};

/// Right on every probe.
pub(crate) const ANSWERS: Answers = Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

fn influences(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>> {
    let offset = |semantic: &str| inputs.iter().find(|i| i.semantic == semantic).map(|i| i.offset);
    let stride = inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
    let (Some(joint), Some(weight)) = (offset("JOINT"), offset("WEIGHT")) else {
        return vec![Vec::new(); vcount.len()];
    };
    let mut groups = v.chunks_exact(stride).map(|group| Influence {
        slot: usize::try_from(group[joint]).unwrap_or(joints), // -1
        weight: weights[group[weight] as usize],
    });
    vcount.iter().map(|count| groups.by_ref().take(*count).collect()).collect()
}

fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    names
        .iter()
        .map(|name| {
            let found = joints.iter().position(|joint| joint.sid == *name);
            found.ok_or_else(|| format!("there is no joint \"{name}\""))
        })
        .collect()
}

/// The palette of `common`'s skin, where every joint stands at the model's origin.
fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    let binding = |rows: &[f32; 16]| Binding {
        joint: Some(0),
        joint_from_bind: Affine3A::from_mat4(Mat4::from_cols_array(rows).transpose()),
    };
    let mut bindings: Vec<Binding> = inverse_binds.as_chunks::<16>().0.iter().map(binding).collect();
    bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    let skin = Skin { bindings, bind_from_mesh: Affine3A::from_mat4(bind_from_mesh) };
    skin.palette(&[Affine3A::IDENTITY]).into_iter().map(Mat4::from).collect()
}

fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    let known = |i: &Influence| skin::Influence { slot: i.slot as u16, weight: i.weight };
    let all: Vec<skin::Influence> = influences.iter().map(known).collect();
    let four = best_four(&all);
    let pairs = four.joints.into_iter().zip(four.weights);
    pairs
        .filter(|(_, weight)| *weight > 0.0)
        .map(|(slot, weight)| Influence { slot: usize::from(slot), weight })
        .collect()
}
