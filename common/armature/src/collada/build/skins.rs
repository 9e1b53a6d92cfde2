//! A skin for playing: the best four influences of each position, and the palette's bindings.

use super::skeleton::single;
use crate::{
    collada::{
        document::{Document, SkinData},
        error::{Reporter, counted},
        scene::SkinInstance,
    },
    skin::{Binding, FourInfluences, Influence, Skin, best_four},
};
use glam::Affine3A;

/// Weights that sum to 1 within this are taken as they are, without a word: files round them to
/// four digits or so.
const SUM_TOLERANCE: f32 = 0.01;

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
    let binding = |(joint, inverse): (&Option<usize>, &glam::DAffine3)| Binding {
        joint: *joint,
        joint_from_bind: single(inverse),
    };
    let mut bindings: Vec<_> =
        instance.joints.iter().zip(&instance.inverse_binds).map(binding).collect();
    // Joint -1, and a skin without joints, need a binding without a joint.
    let follows_nothing = data.influence_joints.contains(&-1) || bindings.is_empty();
    let nothing = bindings.len() as u16;
    if follows_nothing {
        bindings.push(Binding { joint: None, joint_from_bind: Affine3A::IDENTITY });
    }
    let influences = influences(data, nothing, positions, reporter);
    (Skin { bindings, bind_from_mesh: single(&data.bind_from_mesh) }, influences)
}

fn influences(
    data: &SkinData,
    nothing: u16,
    positions: usize,
    reporter: &mut Reporter,
) -> Vec<FourInfluences> {
    let (mut dropped, mut largest, mut weightless, mut uneven) = (0, 0.0f32, 0, 0);
    let mut list = Vec::new();
    let mut all = Vec::with_capacity(positions);
    for position in 0..positions {
        list.clear();
        list.extend(data.influences(position).map(|(joint, weight)| Influence {
            slot: u16::try_from(joint).unwrap_or(nothing), // -1
            weight,
        }));
        let mut four = best_four(&list);
        if four.weights[0] == 0.0 {
            weightless += 1;
            four.weights[0] = 1.0; // the first joint's binding, or the one without a joint
        } else {
            let sum: f32 = list.iter().map(|influence| influence.weight).sum();
            uneven += usize::from((sum - 1.0).abs() > SUM_TOLERANCE);
        }
        if four.dropped > 0.0 {
            dropped += 1;
            largest = largest.max(four.dropped);
        }
        all.push(four);
    }
    let vertices = |count| counted(count, "vertex", "vertices");
    let mut note = |message: String| reporter.warn(Some(&data.place), message);
    if weightless > 0 {
        note(format!(
            "{} with weight sum 0: drawn on the skin's first joint",
            vertices(weightless)
        ));
    }
    if uneven > 0 {
        note(format!(
            "{} with weights that do not sum to 1: normalised for drawing",
            vertices(uneven)
        ));
    }
    if dropped > 0 {
        note(format!(
            "{} with more than 4 joints: the best 4 are drawn \
             (at most {:.1} % of a vertex's weight is left out)",
            vertices(dropped),
            largest * 100.0
        ));
    }
    if data.ends.len() > positions && positions > 0 {
        note(format!("weights for {}, but the mesh has {positions}", vertices(data.ends.len())));
    }
    all
}
