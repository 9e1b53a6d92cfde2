//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Joint, MAX_JOINTS, depth_first_order, model_poses};
use common::check::mistake;
use given::ShaderFile;
use glam::Mat4;

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers =
    Answers { vertex: ShaderFile("03-joint-lines/mistakes.vert"), matrices, index_pairs, chain_starts };

fn walk(joints: &[Joint]) -> Vec<usize> {
    if mistake("ARRAY-ORDER") { (0..joints.len()).collect() } else { depth_first_order(joints) }
}

fn children(joints: &[Joint], of: usize) -> impl DoubleEndedIterator<Item = usize> {
    (0..joints.len()).filter(move |&joint| joints[joint].parent == Some(of))
}

fn roots(joints: &[Joint]) -> impl DoubleEndedIterator<Item = usize> {
    (0..joints.len()).filter(|&joint| joints[joint].parent.is_none())
}

/// The order in which the far ends of the bones are reached.
fn far_ends(joints: &[Joint]) -> Vec<usize> {
    let mut order: Vec<usize> = roots(joints).collect();
    if mistake("CHILDREN-OF-EACH") {
        let all = depth_first_order(joints).into_iter();
        order.extend(all.flat_map(|joint| children(joints, joint)));
    } else if mistake("LEVEL-BY-LEVEL") {
        let mut done = 0;
        while done < order.len() {
            order.extend(children(joints, order[done]));
            done += 1;
        }
    } else if mistake("LAST-CHILD-FIRST") {
        let mut stack: Vec<usize> = order.into_iter().rev().collect();
        order = Vec::new();
        while let Some(joint) = stack.pop() {
            order.push(joint);
            stack.extend(children(joints, joint));
        }
    } else {
        return walk(joints);
    }
    order
}

fn index_pairs(joints: &[Joint]) -> Vec<u16> {
    let order = far_ends(joints);
    let mut indices = Vec::new();
    let mut roots = 0;
    let mut previous = None;
    for (place, &joint) in order.iter().enumerate() {
        let is_place = mistake("PLACE-IN-WALK") || mistake("PLACE-IN-WALK:OF-THE-CHILD");
        let at = if is_place { place } else { joint };
        let parent = match joints[joint].parent {
            _ if mistake("ALL-IN-A-ROW") => previous,
            Some(_) if mistake("PREVIOUS-AS-PARENT") => previous,
            Some(parent) if mistake("PLACE-IN-WALK") => order.iter().position(|&j| j == parent),
            parent => parent,
        };
        previous = Some(at);
        roots += usize::from(joints[joint].parent.is_none());
        if roots > 1 && mistake("FIRST-CHAIN-ONLY") {
            break;
        }
        match parent {
            _ if mistake("LINE-STRIP") => indices.push(at as u16),
            Some(parent) if mistake("CHILD-FIRST") => indices.extend([at as u16, parent as u16]),
            Some(parent) => indices.extend([parent as u16, at as u16]),
            None if mistake("ROOT-FROM-ZERO") => indices.extend([0, at as u16]),
            None if place > 0 && mistake("LATER-ROOTS-FROM-ZERO") => indices.extend([0, at as u16]),
            None if mistake("ROOT-TO-ITSELF") => indices.extend([at as u16, at as u16]),
            None => {}
        }
    }
    indices
}

fn matrices(joints: &[Joint], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let root = if mistake("ROOT-IGNORED") { Mat4::IDENTITY } else { model_from_root };
    let mut matrices = if mistake("LOCALS-UPLOADED") || mistake("PARENT-NOT-ASKED") {
        locals.to_vec()
    } else {
        model_poses(joints, locals, root)
    };
    if mistake("ROOT-TWICE") || mistake("PARENT-NOT-ASKED") {
        matrices = matrices.into_iter().map(|m| model_from_root * m).collect();
    }
    if mistake("WALK-ORDER") {
        matrices = depth_first_order(joints).into_iter().map(|joint| matrices[joint]).collect();
    }
    if mistake("TRANSPOSED") {
        matrices = matrices.into_iter().map(|m| m.transpose()).collect();
    }
    let filler = if mistake("FILLED-WITH-ZERO") {
        Mat4::ZERO
    } else if mistake("FILLED-WITH-ROOT") {
        model_from_root
    } else {
        Mat4::IDENTITY
    };
    let missing = MAX_JOINTS - matrices.len();
    let (before, after) = match () {
        () if mistake("NOT-FILLED-UP") => (0, 0),
        () if mistake("FILLED-IN-FRONT") => (missing, 0),
        () if mistake("ADDED-BEHIND-ALL") => (MAX_JOINTS, 0),
        () if mistake("SO-MANY-MORE") => (0, MAX_JOINTS),
        () => (0, missing),
    };
    let fill = |count| vec![filler; count];
    [fill(before), matrices, fill(after)].concat()
}

fn chain_starts(joints: &[Joint]) -> Vec<usize> {
    let bone = if mistake("BONES-COUNTED") { 1 } else { 2 };
    let mut starts = Vec::new();
    let mut indices = 0;
    if mistake("FIRST-TWICE") {
        starts.push(0);
    }
    for joint in walk(joints) {
        if joints[joint].parent.is_none() {
            if mistake("ROOTS-ALONE-LEFT-OUT") && children(joints, joint).next().is_none() {
                continue;
            }
            starts.push(if mistake("ROOTS") { joint } else { indices });
            if mistake("ROOT-COUNTED") {
                indices += bone;
            }
        } else {
            indices += bone;
        }
    }
    let ends = starts.iter().skip(1).copied().chain([indices]);
    if mistake("LENGTHS") {
        return starts.iter().zip(ends).map(|(start, end)| end - start).collect();
    }
    if mistake("ENDS") {
        return ends.collect();
    }
    if mistake("TOTAL-APPENDED") {
        starts.push(indices);
    }
    starts
}
