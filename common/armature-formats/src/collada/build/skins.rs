//! A skin for playing: the best four influences of each position, and the palette's bindings.

use crate::{
    collada::{
        document::{Document, SkinData},
        error::Reporter,
        scene::SkinInstance,
    },
    double::single,
    loading::weights::for_drawing,
};
use armature::{
    skin::{Binding, FourInfluences, Influence, Skin},
    text::counted,
};
use glam::Affine3A;

/// The bindings in the skin's own order, and the influences of every position.
pub(super) fn skin(
    document: &Document,
    instance: &SkinInstance<'_>,
    positions: usize,
    reporter: &mut Reporter,
) -> (Skin, Vec<FourInfluences>) {
    let Some(data) = &document.controllers[instance.controller].skin else {
        return (Skin::rigid(instance.node), Vec::new());
    };
    let mut bindings: Vec<_> = instance
        .joints
        .iter()
        .zip(&instance.inverse_binds)
        .map(|(joint, inverse)| Binding { joint: *joint, joint_from_bind: single(inverse) })
        .collect();
    // Joint -1, and a skin without joints, need a binding without a joint.
    let follows_nothing = data.influence_joints.contains(&-1) || bindings.is_empty();
    let nothing = bindings.len() as u16;
    if follows_nothing {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    let influences = influences(data, nothing, positions, reporter);
    (Skin { bindings, bind_from_mesh: single(&data.bind_from_mesh) }, influences)
}

fn influences(data: &SkinData, nothing: u16, positions: usize, reporter: &mut Reporter) -> Vec<FourInfluences> {
    let slot = |joint| u16::try_from(joint).unwrap_or(nothing); // -1
    let (all, notes) = for_drawing(positions, |position, list| {
        let of_position = data.influences(position);
        list.extend(of_position.map(|(joint, weight)| Influence { slot: slot(joint), weight }));
    });
    for note in notes {
        reporter.warn(Some(&data.place), note);
    }
    if data.ends.len() > positions && positions > 0 {
        let vertices = counted(data.ends.len(), "vertex", "vertices");
        let message = format!("weights for {vertices}, but the mesh has {positions}");
        reporter.warn(Some(&data.place), message);
    }
    all
}
