//! The finished form of the four answers. What it becomes for any file is `armature_formats::collada` and
//! `armature::skin`; tests/lesson/agree.rs holds them together.

use crate::{Answers, Influence, Input, Joint, offset_of};
use armature::skin::{self, Binding, Skin, best_four};
use glam::{Affine3A, Mat4};

pub(crate) const ANSWERS: Answers = Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

fn influences(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>> {
    let stride = inputs.iter().map(|input| input.offset + 1).max().unwrap_or(1);
    let joint = offset_of(inputs, "JOINT");
    let weight = offset_of(inputs, "WEIGHT");
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
    let mut bindings = Vec::new();
    for rows in inverse_binds.as_chunks::<16>().0 {
        let joint_from_bind = Affine3A::from_mat4(Mat4::from_cols_array(rows).transpose());
        bindings.push(Binding { joint: Some(0), joint_from_bind });
    }
    bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    let skin = Skin { bindings, bind_from_mesh: Affine3A::from_mat4(bind_from_mesh) };
    skin.palette(&[Affine3A::IDENTITY]).into_iter().map(Mat4::from).collect()
}

fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    let mut all = Vec::new();
    for influence in influences {
        all.push(skin::Influence { slot: influence.slot as u16, weight: influence.weight });
    }
    let four = best_four(&all);
    let mut kept = Vec::new();
    for (slot, weight) in four.joints.into_iter().zip(four.weights).filter(|(_, weight)| *weight > 0.0) {
        kept.push(Influence { slot: usize::from(slot), weight });
    }
    kept
}
