//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Joint};
use common::check::mistake;
use glam::{Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { depth_first_order, model_poses, tip };

/// Smallest number first, as far as a search finds them.
fn children(joints: &[Joint], parent: usize) -> Vec<usize> {
    let from = if mistake("ONLY-LATER") { parent + 1 } else { 0 };
    (from..joints.len()).filter(|&joint| joints[joint].parent == Some(parent)).collect()
}

fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    let mut roots: Vec<usize> = match () {
        () if mistake("BEGINS-AT-0") => vec![0],
        () if mistake("ROOTS-HANG-ON-0") => (0..joints.len()).filter(|&j| joints[j].parent == Some(0)).collect(),
        () if mistake("EVERY-JOINT-A-ROOT") || mistake("FROM-JOINT-0-ON") => (0..joints.len()).collect(),
        () => (0..joints.len()).filter(|&j| joints[j].parent.is_none()).collect(),
    };
    if mistake("LAST-FIRST") || mistake("LAST-ROOT-FIRST") {
        roots.reverse();
    }
    if mistake("BY-NAME") {
        roots.sort_by_key(|&root| &joints[root].name);
    }
    if mistake("FIRST-ROOT-ONLY") {
        roots.truncate(1);
    }
    let mut order = Vec::new();
    if mistake("LEVEL-BY-LEVEL") {
        by_levels(joints, &roots, &mut order);
    } else {
        for &root in &roots {
            if mistake("LEVELS-OF-A-ROOT") {
                by_levels(joints, &[root], &mut order);
            } else {
                visit(joints, root, &mut order);
            }
        }
    }
    if mistake("FROM-JOINT-0-ON") {
        let mut seen = vec![false; joints.len()];
        order.retain(|&joint| !std::mem::replace(&mut seen[joint], true));
    }
    if mistake("SORTED-BY-PARENT") {
        order = (0..joints.len()).collect();
        order.sort_by_key(|&joint| joints[joint].parent);
    }
    if mistake("ROOT-LEFT-OUT") {
        order.retain(|joint| !roots.contains(joint));
    }
    if mistake("PLACES-NOT-JOINTS") {
        let mut places = vec![0; joints.len()];
        for (place, &joint) in order.iter().enumerate() {
            places[joint] = place;
        }
        return places;
    }
    order
}

fn by_levels(joints: &[Joint], roots: &[usize], order: &mut Vec<usize>) {
    let mut done = order.len();
    order.extend(roots);
    while done < order.len() {
        order.extend(siblings(joints, order[done]));
        done += 1;
    }
}

fn visit(joints: &[Joint], joint: usize, order: &mut Vec<usize>) {
    if mistake("ONE-GENERATION") || mistake("ROOTS-ONLY") {
        order.push(joint);
        if !mistake("ROOTS-ONLY") {
            order.extend(siblings(joints, joint));
        }
        return;
    }
    if !mistake("CHILDREN-FIRST") && !mistake("ONCE-FOR-EACH-CHILD") {
        order.push(joint);
    }
    for child in siblings(joints, joint) {
        if mistake("ONCE-FOR-EACH-CHILD") {
            order.push(joint);
        }
        if mistake("WRITTEN-TWICE") {
            order.push(child);
        }
        visit(joints, child, order);
    }
    if mistake("CHILDREN-FIRST") {
        order.push(joint);
    }
}

/// The children that are visited, in the order in which they are.
fn siblings(joints: &[Joint], parent: usize) -> Vec<usize> {
    let mut children = children(joints, parent);
    if mistake("LAST-FIRST") || mistake("LAST-CHILD-FIRST") {
        children.reverse();
    }
    if mistake("BY-NAME") {
        children.sort_by_key(|&child| &joints[child].name);
    }
    if mistake("ONE-CHILD") {
        children.truncate(1);
    }
    children
}

fn model_poses(joints: &[Joint], order: &[usize], locals: &[Mat4], model_from_root: Mat4) -> Vec<Mat4> {
    let in_array: Vec<usize> = (0..joints.len()).collect();
    let order = if mistake("ARRAY-ORDER") { &in_array } else { order };
    let root = if mistake("ROOT-IGNORED") { Mat4::IDENTITY } else { model_from_root };
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    let mut previous = root;
    for (place, &joint) in order.iter().enumerate() {
        let local = if mistake("LOCAL-BY-PLACE") { locals[place] } else { locals[joint] };
        let mut parent = match joints[joint].parent {
            _ if mistake("RUNNING-PRODUCT") => previous,
            _ if mistake("PARENT-NOT-ASKED") => root,
            Some(_) if mistake("PREVIOUS-AS-PARENT") => previous,
            Some(parent) if mistake("ONE-LEVEL") => locals[parent],
            Some(parent) => model_from_joint[parent],
            None => root,
        };
        if mistake("PARENT-DOES-NOT-TURN") {
            parent = Mat4::from_translation(parent.w_axis.truncate());
        }
        if mistake("ROOT-AT-EVERY-STEP") && joints[joint].parent.is_some() {
            parent = model_from_root * parent;
        }
        let model = match joints[joint].parent {
            None if mistake("ROOTS-LOCAL-FORGOTTEN") => root,
            None if mistake("ROOTS-LOCAL-FIRST") => local * root,
            _ if mistake("CHILD-TIMES-PARENT") => local * parent,
            _ => parent * local,
        };
        model_from_joint[if mistake("STORED-BY-PLACE") { place } else { joint }] = model;
        previous = model;
    }
    if mistake("ROOT-TWICE") {
        model_from_joint = model_from_joint.into_iter().map(|m| model_from_root * m).collect();
    }
    if mistake("WALK-ORDER") {
        return order.iter().map(|&joint| model_from_joint[joint]).collect();
    }
    model_from_joint
}

fn tip(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> Vec3 {
    let mut path = vec![joint];
    let mut at = joint;
    let far = mistake("FARTHEST-TIP").then(|| farthest(joints, model_from_joint, joint));
    loop {
        let mut children = children(joints, at);
        if mistake("ONE-PASS") && path.len() > 1 {
            children.retain(|&child| child > at); // the loop has passed the others
        }
        let next = match () {
            () if mistake("UP-NOT-DOWN") => joints[at].parent,
            () if mistake("NEXT-AS-CHILD") => children.iter().copied().find(|&child| child == at + 1),
            () if mistake("LAST-CHILD") => children.last().copied(),
            () => children.first().copied(),
        };
        let Some(next) = next else { break };
        path.push(next);
        at = next;
    }
    if mistake("ONE-STEP") {
        path.truncate(2);
    }
    if mistake("ONE-TOO-SHORT") && path.len() > 1 {
        path.pop();
    }
    let end = far.or(path.last().copied()).unwrap_or(joint);
    if mistake("ALWAYS-THE-ORIGIN") {
        return model_from_joint[end].transform_vector3(Vec3::ZERO);
    }
    if mistake("MULTIPLIED-AGAIN") {
        let product: Mat4 = path.iter().map(|&joint| model_from_joint[joint]).product();
        return product.transform_point3(Vec3::ZERO);
    }
    model_from_joint[end].transform_point3(Vec3::ZERO)
}

/// Of all descendants of `joint` without a child, the one that lies farthest from it.
pub(crate) fn farthest(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> usize {
    let place = |j: usize| model_from_joint[j].w_axis;
    let mut best = joint;
    let mut below = vec![joint];
    while let Some(at) = below.pop() {
        let children = (0..joints.len()).filter(|&j| joints[j].parent == Some(at));
        let ends = below.len();
        below.extend(children);
        let is_end = below.len() == ends;
        if is_end && place(at).distance(place(joint)) > place(best).distance(place(joint)) {
            best = at;
        }
    }
    best
}
