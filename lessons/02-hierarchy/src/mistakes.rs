//! The answer with every named mistake in it, each behind its switch.

use crate::{Answers, Joint};
use common::check::flaw;
use glam::{Mat4, Vec3};

/// Right as long as no mistake is switched on.
pub(crate) const ANSWERS: Answers = Answers { depth_first_order, model_poses, tip };

/// Smallest number first, as far as a search finds them.
fn children(joints: &[Joint], parent: usize) -> Vec<usize> {
    let from = if flaw("ONLY-LATER") { parent + 1 } else { 0 };
    (from..joints.len()).filter(|&joint| joints[joint].parent == Some(parent)).collect()
}

fn depth_first_order(joints: &[Joint]) -> Vec<usize> {
    let mut roots: Vec<usize> = (0..joints.len()).filter(|&j| joints[j].parent.is_none()).collect();
    if flaw("LAST-FIRST") {
        roots.reverse();
    }
    if flaw("FIRST-ROOT-ONLY") {
        roots.truncate(1);
    }
    if flaw("BEGINS-AT-0") {
        roots = vec![0];
    }
    let mut order = Vec::new();
    if flaw("LEVEL-BY-LEVEL") {
        by_levels(joints, &roots, &mut order);
    } else {
        for &root in &roots {
            if flaw("LEVELS-OF-A-ROOT") {
                by_levels(joints, &[root], &mut order);
            } else {
                visit(joints, root, &mut order);
            }
        }
    }
    if flaw("ROOT-LEFT-OUT") {
        order.retain(|joint| !roots.contains(joint));
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
    if !flaw("CHILDREN-FIRST") {
        order.push(joint);
    }
    for child in siblings(joints, joint) {
        visit(joints, child, order);
    }
    if flaw("CHILDREN-FIRST") {
        order.push(joint);
    }
}

/// The children that are visited, in the order in which they are.
fn siblings(joints: &[Joint], parent: usize) -> Vec<usize> {
    let mut children = children(joints, parent);
    if flaw("LAST-FIRST") || flaw("LAST-CHILD-FIRST") {
        children.reverse();
    }
    if flaw("ONE-CHILD") {
        children.truncate(1);
    }
    children
}

fn model_poses(
    joints: &[Joint],
    order: &[usize],
    locals: &[Mat4],
    model_from_root: Mat4,
) -> Vec<Mat4> {
    let in_array: Vec<usize> = (0..joints.len()).collect();
    let order = if flaw("ARRAY-ORDER") { &in_array } else { order };
    let root = if flaw("ROOT-IGNORED") { Mat4::IDENTITY } else { model_from_root };
    let mut model_from_joint = vec![Mat4::IDENTITY; joints.len()];
    let mut previous = root;
    for (place, &joint) in order.iter().enumerate() {
        let local = if flaw("LOCAL-BY-PLACE") { locals[place] } else { locals[joint] };
        let mut parent = match joints[joint].parent {
            Some(_) if flaw("PREVIOUS-AS-PARENT") => previous,
            Some(parent) if flaw("ONE-LEVEL") => locals[parent],
            Some(parent) => model_from_joint[parent],
            None => root,
        };
        if flaw("PARENT-DOES-NOT-TURN") {
            parent = Mat4::from_translation(parent.w_axis.truncate());
        }
        model_from_joint[joint] =
            if flaw("CHILD-TIMES-PARENT") { local * parent } else { parent * local };
        previous = model_from_joint[joint];
    }
    if flaw("ROOT-TWICE") {
        model_from_joint = model_from_joint.into_iter().map(|m| model_from_root * m).collect();
    }
    if flaw("WALK-ORDER") {
        return order.iter().map(|&joint| model_from_joint[joint]).collect();
    }
    model_from_joint
}

fn tip(joints: &[Joint], model_from_joint: &[Mat4], joint: usize) -> Vec3 {
    let mut path = vec![joint];
    let mut at = joint;
    loop {
        let mut children = children(joints, at);
        if flaw("ONE-PASS") && path.len() > 1 {
            children.retain(|&child| child > at); // the loop has passed the others
        }
        let next = match () {
            () if flaw("UP-NOT-DOWN") => joints[at].parent,
            () if flaw("LAST-CHILD") => children.last().copied(),
            () => children.first().copied(),
        };
        let Some(next) = next else { break };
        path.push(next);
        at = next;
    }
    if flaw("ONE-STEP") {
        path.truncate(2);
    }
    if flaw("ONE-TOO-SHORT") && path.len() > 1 {
        path.pop();
    }
    let end = path.last().copied().unwrap_or(joint);
    model_from_joint[end].transform_point3(Vec3::ZERO)
}
