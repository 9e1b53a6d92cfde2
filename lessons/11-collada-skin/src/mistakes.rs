//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Influence, Input, Joint, offset_of, strongest_first, total_weight};
use common::check::flaw;
use glam::Mat4;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

fn influences(
    inputs: &[Input],
    vcount: &[usize],
    v: &[i32],
    weights: &[f32],
    joints: usize,
) -> Vec<Vec<Influence>> {
    let largest = inputs.iter().map(|input| input.offset).max().unwrap_or(0);
    let stride = if flaw("STRIDE-2") {
        2
    } else if flaw("STRIDE-BY-COUNT") {
        inputs.len()
    } else if flaw("LARGEST-OFFSET") {
        largest.max(1)
    } else {
        largest + 1
    };
    let (joint_at, weight_at) = offsets(inputs);
    let number = |at: usize| v.get(at).copied().unwrap_or(0);
    let mut vertices = Vec::new();
    let mut at = 0;
    let mut order = 0;
    for &count in vcount {
        let count = if flaw("ONE-EACH") { 1 } else { count };
        if flaw("FROM-THE-START") {
            at = 0;
        }
        let mut vertex = Vec::new();
        for _ in 0..count {
            let (joint, place) = (number(at + joint_at), number(at + weight_at));
            let weight = if flaw("INDEX-AS-WEIGHT") {
                place as f32
            } else if flaw("WEIGHTS-IN-ORDER") {
                weights.get(order).copied().unwrap_or(0.0)
            } else {
                weights.get(place as usize).copied().unwrap_or(0.0)
            };
            at += stride;
            order += 1;
            let slot = match joint {
                -1 if flaw("NOTHING-AS-FIRST") => 0,
                -1 if flaw("NOTHING-AS-LAST") => joints - 1,
                -1 if flaw("NOTHING-LEFT-OUT") => continue,
                -1 if flaw("NOTHING-CAST") => joint as usize,
                -1 => joints,
                joint => joint as usize,
            };
            vertex.push(Influence { slot, weight });
        }
        vertices.push(vertex);
    }
    vertices
}

/// Of the joint and of the weight.
fn offsets(inputs: &[Input]) -> (usize, usize) {
    let (joint, weight) = (offset_of(inputs, "JOINT"), offset_of(inputs, "WEIGHT"));
    let place = |semantic: &str| inputs.iter().position(|i| i.semantic == semantic).unwrap_or(0);
    if flaw("OFFSETS-SWAPPED") {
        (weight, joint)
    } else if flaw("OFFSETS-ASSUMED") {
        (0, 1)
    } else if flaw("PLACE-FOR-OFFSET") {
        (place("JOINT"), place("WEIGHT"))
    } else {
        (joint, weight)
    }
}

fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    if flaw("SKIN-ORDER") {
        return Ok((0..names.len()).collect());
    }
    if flaw("SKELETON-ORDER") {
        let named = |joint: &Joint| names.contains(&joint.sid);
        let places = joints.iter().enumerate().filter(|(_, joint)| named(joint));
        let found: Vec<usize> = places.map(|(index, _)| index).collect();
        return if found.len() < names.len() { Err(missing(names, joints)) } else { Ok(found) };
    }
    if flaw("THE-OTHER-WAY") {
        let slots = joints.iter().filter_map(|j| names.iter().position(|name| *name == j.sid));
        let slots: Vec<usize> = slots.collect();
        return if slots.len() < names.len() { Err(missing(names, joints)) } else { Ok(slots) };
    }
    let mut indices = Vec::new();
    for name in names {
        let is_it = |joint: &Joint| {
            if flaw("BY-ID") {
                joint.id == *name
            } else if flaw("PART-OF-THE-NAME") {
                joint.sid.contains(name)
            } else {
                joint.sid == *name
            }
        };
        match joints.iter().position(is_it) {
            Some(index) => indices.push(index),
            None if flaw("MISSING-SKIPPED") => {}
            None if flaw("MISSING-AS-FIRST") => indices.push(0),
            None if flaw("NAME-NOT-SAID") => return Err("there is no such joint".into()),
            None => return Err(format!("there is no joint \"{name}\"")),
        }
    }
    Ok(indices)
}

/// Of those who look before they begin.
fn missing(names: &[String], joints: &[Joint]) -> String {
    let is_known = |name: &&String| joints.iter().any(|joint| joint.sid == **name);
    let name = names.iter().find(|name| !is_known(name)).map_or("", String::as_str);
    format!("there is no joint \"{name}\"")
}

fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    let mut matrices = Vec::new();
    for numbers in inverse_binds.as_chunks::<16>().0 {
        let columns = Mat4::from_cols_array(numbers);
        let joint_from_bind = if flaw("ROWS-FOR-COLUMNS") { columns } else { columns.transpose() };
        let joint_from_bind =
            if flaw("INVERTED-AGAIN") { joint_from_bind.inverse() } else { joint_from_bind };
        matrices.push(if flaw("BIND-SHAPE-FORGOTTEN") {
            joint_from_bind
        } else if flaw("BIND-SHAPE-LAST") {
            bind_from_mesh * joint_from_bind
        } else if flaw("BIND-SHAPE-INVERTED") {
            joint_from_bind * bind_from_mesh.inverse()
        } else if flaw("INVERSE-BIND-FORGOTTEN") {
            bind_from_mesh
        } else {
            joint_from_bind * bind_from_mesh
        });
    }
    if flaw("LAST-AS-IDENTITY") {
        matrices.push(Mat4::IDENTITY);
    } else if flaw("NOTHING-FIRST") {
        matrices.insert(0, bind_from_mesh);
    } else if !flaw("NO-LAST-ONE") {
        matrices.push(bind_from_mesh);
    }
    matrices
}

fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    let mut four =
        if flaw("FIRST-FOUR") { influences.to_vec() } else { strongest_first(influences) };
    if flaw("WEAKEST-FOUR") {
        four.reverse();
    }
    let before = total_weight(&four);
    if flaw("THREE-KEPT") {
        four.truncate(3);
    } else if !flaw("ALL-KEPT") {
        four.truncate(4);
    }
    let (sum, count) = (total_weight(&four), four.len() as f32);
    for influence in &mut four {
        if flaw("EVEN-SHARES") {
            influence.weight = 1.0 / count;
        } else if flaw("DIVIDED-BY-ALL") {
            influence.weight /= before;
        } else if flaw("REST-TO-EACH") {
            influence.weight += (1.0 - sum) / count;
        } else if !flaw("NOT-NORMALISED") {
            influence.weight /= sum;
        }
    }
    if flaw("REST-TO-STRONGEST") {
        let rest = before - sum;
        for (place, influence) in four.iter_mut().enumerate() {
            let added = if place == 0 { rest } else { 0.0 };
            influence.weight = (influence.weight * sum + added) / before;
        }
    }
    four
}
