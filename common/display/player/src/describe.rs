//! A description of a figure as text, for people who cannot see the picture, and for tests.

use crate::Actor;
use glam::Vec3;

/// Describes the model, the clip that plays, and the positions of the joints.
pub fn describe(actor: &Actor) -> String {
    let model = &actor.model;
    let joints = model.is_joint.iter().filter(|is_joint| **is_joint).count();
    let triangles: usize = model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    let mut text = format!(
        "{}: {} nodes, {joints} of them joints; {triangles} triangles in {} parts.\n",
        model.name,
        model.skeleton.len(),
        model.parts.len()
    );
    match actor.clip() {
        Some(clip) if !actor.bind_pose => {
            text += &format!(
                "The clip \"{}\" at {:.3} s of {:.3}.\n",
                clip.name,
                actor.player.time() - clip.start,
                clip.duration()
            );
        }
        _ => text += "In its bind pose.\n",
    }
    if let Some(bounds) = actor.bounds_now() {
        let size = bounds.size();
        text += &format!("{:.3} m wide, {:.3} high, {:.3} deep", size.x, size.y, size.z);
        text += &format!(", from {:.3} to {:.3} above the ground.\n", bounds.min.y, bounds.max.y);
    }
    for (number, joint) in model.skeleton.joints().iter().enumerate() {
        if model.is_joint.get(number) == Some(&true) {
            let Vec3 { x, y, z } = actor.joint_position(number);
            let bone =
                joint.parent.map_or(String::new(), |parent| format!(" on {}", model.skeleton.joints()[parent].name));
            text += &format!("{}{bone}: ({x:.3}, {y:.3}, {z:.3})\n", joint.name);
        }
    }
    text
}
