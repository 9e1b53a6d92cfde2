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
    } else if flaw("OTHERS-LEFT-OUT") {
        offset_of(inputs, "JOINT").max(offset_of(inputs, "WEIGHT")) + 1
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
            if joint == -1 && flaw("NOTHING-NOT-STEPPED-OVER") {
                continue;
            }
            if joint == -1 && flaw("NOTHING-READ-AGAIN") {
                vertex.push(Influence { slot: joints, weight });
                continue;
            }
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
        return if all_known(names, joints) { Ok(found) } else { Err(missing(names, joints)) };
    }
    if flaw("THE-OTHER-WAY") {
        let slots = joints.iter().filter_map(|j| names.iter().position(|name| *name == j.sid));
        let slots: Vec<usize> = slots.collect();
        return if all_known(names, joints) { Ok(slots) } else { Err(missing(names, joints)) };
    }
    let mut indices = Vec::new();
    for name in names {
        let is_it = |joint: &Joint| {
            if flaw("BY-ID") {
                joint.id == *name
            } else if flaw("SID-OR-ID") {
                joint.sid == *name || joint.id == *name
            } else if flaw("PART-OF-THE-NAME") {
                joint.sid.contains(name)
            } else if flaw("NAME-HOLDS-THE-SID") {
                name.contains(&joint.sid)
            } else if flaw("ANY-CASE") {
                joint.sid.eq_ignore_ascii_case(name)
            } else {
                joint.sid == *name
            }
        };
        let found = if flaw("LAST-OF-TWO") {
            joints.iter().rposition(is_it)
        } else {
            joints.iter().position(is_it)
        };
        match found {
            Some(index) => indices.push(index),
            None if flaw("MISSING-SKIPPED") => {}
            None if flaw("MISSING-ACCEPTED") => indices.push(0),
            None if flaw("NAME-NOT-SAID") => return Err("there is no such joint".into()),
            None if flaw("ALL-NAMES-SAID") => return Err(format!("not all are there: {names:?}")),
            None => return Err(format!("there is no joint \"{name}\"")),
        }
    }
    Ok(indices)
}

/// Of those who look before they begin.
fn missing(names: &[String], joints: &[Joint]) -> String {
    let name = names.iter().find(|name| !is_known(name, joints)).map_or("", String::as_str);
    format!("there is no joint \"{name}\"")
}

fn all_known(names: &[String], joints: &[Joint]) -> bool {
    names.iter().all(|name| is_known(name, joints))
}

fn is_known(name: &str, joints: &[Joint]) -> bool {
    joints.iter().any(|joint| joint.sid == name)
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
    } else if flaw("LAST-INVERTED") {
        matrices.push(bind_from_mesh.inverse());
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
    if flaw("TOTAL-CHANGES") {
        for place in 0..four.len() {
            four[place].weight /= total_weight(&four);
        }
        return four;
    }
    if flaw("ONLY-IF-MANY") && influences.len() <= 4 {
        return four;
    }
    if let Some(strongest) = four.first_mut().filter(|_| flaw("MISSING-TO-STRONGEST")) {
        strongest.weight += 1.0 - sum;
        return four;
    }
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
