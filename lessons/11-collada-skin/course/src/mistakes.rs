//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Influence, Input, Joint, offset_of, strongest_first, total_weight};
use common::check::{mistake, nan_band};
use glam::Mat4;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { influences, skeleton_joints, joint_from_mesh, four_strongest };

fn influences(inputs: &[Input], vcount: &[usize], v: &[i32], weights: &[f32], joints: usize) -> Vec<Vec<Influence>> {
    let largest = inputs.iter().map(|input| input.offset).max().unwrap_or(0);
    let stride = match () {
        () if mistake("STRIDE-2") => 2,
        () if mistake("STRIDE-BY-COUNT") => inputs.len(),
        () if mistake("OTHERS-LEFT-OUT") => offset_of(inputs, "JOINT").max(offset_of(inputs, "WEIGHT")) + 1,
        () if mistake("LARGEST-OFFSET") => largest.max(1),
        () => largest + 1,
    };
    let (joint_at, weight_at) = offsets(inputs);
    let number = |at: usize| v.get(at).copied().unwrap_or(0);
    let listed = |at: usize| weights.get(at).copied().unwrap_or(0.0);
    let mut vertices = Vec::new();
    let mut at = 0;
    let mut order = 0;
    for (place, &count) in vcount.iter().enumerate() {
        let is_last = place + 1 == vcount.len();
        if is_last && mistake("LAST-LEFT-OUT") {
            vertices.push(Vec::new());
        }
        if is_last && (mistake("LAST-LEFT-OUT") || mistake("LAST-LEFT-OUT:SHORT")) {
            break;
        }
        let begin = at;
        let count = if mistake("ONE-EACH") { 1 } else { count };
        if mistake("FROM-THE-START") {
            at = 0;
        }
        let mut vertex = Vec::new();
        for _ in 0..count {
            let (joint, place) = (number(at + joint_at), number(at + weight_at));
            let weight = match () {
                () if mistake("INDEX-AS-WEIGHT") => place as f32,
                () if mistake("WEIGHTS-IN-ORDER") => listed(order),
                () if mistake("WEIGHT-BY-JOINT") => listed(joint as usize),
                () => listed(place as usize),
            };
            if joint == -1 && mistake("NOTHING-NOT-STEPPED-OVER") {
                continue;
            }
            if joint == -1 && mistake("NOTHING-READ-AGAIN") {
                vertex.push(Influence { slot: joints, weight });
                continue;
            }
            at += if mistake("ONE-GROUP-ON") { 0 } else { stride };
            order += 1;
            let slot = match joint {
                _ if mistake("ONE-TOO-LARGE") => (joint + 1) as usize,
                -1 if mistake("NOTHING-AS-FIRST") => 0,
                -1 if mistake("NOTHING-AS-LAST") => joints - 1,
                -1 if mistake("NOTHING-LEFT-OUT") => continue,
                -1 if mistake("NOTHING-CAST") => joint as usize,
                -1 => joints,
                joint => joint as usize,
            };
            vertex.push(Influence { slot, weight });
        }
        if mistake("ONE-GROUP-ON") || mistake("ONE-GROUP-ON:AFTER-ALL") {
            at = begin + stride;
        }
        if mistake("NOTHING-LEFT-OUT:ALONE") && vertex.iter().all(|influence| influence.slot == joints) {
            vertex.clear();
        }
        if !(vertex.is_empty() && mistake("EMPTY-LEFT-OUT")) {
            vertices.push(vertex);
        }
    }
    vertices
}

/// Of the joint and of the weight.
fn offsets(inputs: &[Input]) -> (usize, usize) {
    let (joint, weight) = (offset_of(inputs, "JOINT"), offset_of(inputs, "WEIGHT"));
    let place = |semantic: &str| inputs.iter().position(|i| i.semantic == semantic).unwrap_or(0);
    match () {
        () if mistake("OFFSETS-SWAPPED") => (weight, joint),
        () if mistake("OFFSETS-ASSUMED") => (0, 1),
        () if mistake("PLACE-FOR-OFFSET") => (place("JOINT"), place("WEIGHT")),
        () => (joint, weight),
    }
}

fn skeleton_joints(names: &[String], joints: &[Joint]) -> Result<Vec<usize>, String> {
    let is_missing = |name: &&String| joints.iter().all(|joint| joint.sid != **name);
    let missing = names.iter().find(is_missing);
    let error = |name: &String| Err(format!("there is no joint \"{name}\""));
    if mistake("SKIN-ORDER") || mistake("SKIN-ORDER:MISSING-REFUSED") && missing.is_none() {
        return Ok((0..names.len()).collect());
    }
    if mistake("SKELETON-ORDER") {
        let named = joints.iter().enumerate().filter(|(_, joint)| names.contains(&joint.sid));
        return missing.map_or_else(|| Ok(named.map(|(index, _)| index).collect()), error);
    }
    if mistake("THE-OTHER-WAY") {
        let slots = joints.iter().filter_map(|j| names.iter().position(|name| *name == j.sid));
        return missing.map_or_else(|| Ok(slots.collect()), error);
    }
    let mut indices = Vec::new();
    for name in names {
        let is_it = |Joint { id, sid }: &Joint| match () {
            () if mistake("BY-ID") => id == name,
            () if mistake("BY-ID:ENDS-WITH") => id.ends_with(name),
            () if mistake("SID-OR-ID") => sid == name || id == name,
            () if mistake("PART-OF-THE-NAME") => sid.contains(name),
            () if mistake("PART-OF-THE-NAME:AT-THE-BEGINNING") => sid.starts_with(name),
            () if mistake("PART-OF-THE-NAME:AT-THE-END") => sid.ends_with(name),
            () if mistake("NAME-HOLDS-THE-SID") => name.contains(sid),
            () if mistake("ANY-CASE") => sid.eq_ignore_ascii_case(name),
            () => sid == name,
        };
        let by_id = |joint: &Joint| mistake("SID-OR-ID:AT-LAST") && joint.id == *name;
        match joints.iter().position(is_it).or_else(|| joints.iter().position(by_id)) {
            Some(_) if mistake("LAST-OF-TWO") => indices.extend(joints.iter().rposition(is_it)),
            Some(index) => indices.push(index),
            None if mistake("MISSING-SKIPPED") => {}
            None if mistake("MISSING-ACCEPTED") => indices.push(0),
            None if mistake("NAME-NOT-SAID") => return Err("there is no such joint".into()),
            None if mistake("ALL-NAMES-SAID") => {
                return Err(format!("not all are there: {names:?}"));
            }
            None => return error(name),
        }
    }
    Ok(indices)
}

fn joint_from_mesh(inverse_binds: &[f32], bind_from_mesh: Mat4) -> Vec<Mat4> {
    let mut matrices = Vec::new();
    for numbers in inverse_binds.as_chunks::<16>().0 {
        let columns = Mat4::from_cols_array(numbers);
        let joint_from_bind = if mistake("ROWS-FOR-COLUMNS") { columns } else { columns.transpose() };
        let bind_from_mesh = if mistake("BIND-SHAPE-TRANSPOSED") { bind_from_mesh.transpose() } else { bind_from_mesh };
        let joint_from_bind = if mistake("INVERTED-AGAIN") { joint_from_bind.inverse() } else { joint_from_bind };
        matrices.push(match () {
            () if mistake("BIND-SHAPE-FORGOTTEN") => joint_from_bind,
            () if mistake("BIND-SHAPE-LAST") => bind_from_mesh * joint_from_bind,
            () if mistake("BIND-SHAPE-INVERTED") => joint_from_bind * bind_from_mesh.inverse(),
            () if mistake("INVERSE-BIND-FORGOTTEN") => bind_from_mesh,
            () => joint_from_bind * bind_from_mesh,
        });
    }
    match () {
        () if mistake("LAST-AS-IDENTITY") => matrices.push(Mat4::IDENTITY),
        () if mistake("LAST-INVERTED") => matrices.push(bind_from_mesh.inverse()),
        () if mistake("NOTHING-FIRST") => matrices.insert(0, bind_from_mesh),
        () if mistake("NO-LAST-ONE") => {}
        () => matrices.push(bind_from_mesh),
    }
    matrices
}

fn four_strongest(influences: &[Influence]) -> Vec<Influence> {
    let mut four = if mistake("FIRST-FOUR") { influences.to_vec() } else { strongest_first(influences) };
    if mistake("WEAKEST-FOUR") {
        four.reverse();
    }
    let before = total_weight(&four);
    if mistake("THREE-KEPT") {
        four.truncate(3);
    } else if !mistake("ALL-KEPT") {
        four.truncate(4);
    }
    let (sum, count) = (total_weight(&four), four.len() as f32);
    let squares: f32 = four.iter().map(|influence| influence.weight * influence.weight).sum();
    if mistake("TOTAL-CHANGES") {
        for place in 0..four.len() {
            four[place].weight /= total_weight(&four);
        }
        return four;
    }
    if mistake("ONLY-IF-MANY") && influences.len() <= 4 {
        return four;
    }
    if mistake("WEIGHTS-SORTED-ALONE") && influences.len() > 1 {
        for (sorted, influence) in four.iter_mut().zip(influences) {
            sorted.slot = influence.slot;
        }
    }
    if mistake("FILLED-UP") {
        four.resize(4, Influence { slot: 0, weight: 0.0 });
    }
    if let Some(strongest) = four.first_mut().filter(|_| mistake("MISSING-TO-STRONGEST")) {
        strongest.weight += 1.0 - sum;
        return four;
    }
    let sum = sum * nan_band("total", sum, 0.0..2.0);
    for influence in &mut four {
        influence.weight = match influence.weight {
            _ if mistake("EVEN-SHARES") => 1.0 / count,
            weight if mistake("DIVIDED-BY-ALL") => weight / before,
            weight if mistake("ROOT-OF-SQUARES") => weight / squares.sqrt(),
            weight if mistake("REST-TO-EACH") => weight + (1.0 - sum) / count,
            weight if mistake("REST-TO-EACH:AS-IT-WAS") => weight + (before - sum) / count,
            weight if mistake("REST-TO-EACH:DROPPED") => (weight + (before - sum) / count) / before,
            weight if mistake("NOT-NORMALISED") => weight,
            weight => weight / sum,
        };
    }
    if mistake("REST-TO-STRONGEST") {
        let rest = before - sum;
        for (place, influence) in four.iter_mut().enumerate() {
            let added = if place == 0 { rest } else { 0.0 };
            influence.weight = (influence.weight * sum + added) / before;
        }
    }
    four
}
