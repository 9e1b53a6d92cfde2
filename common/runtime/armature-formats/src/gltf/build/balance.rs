//! Counts what a file offers, and what of it is in the model.

use super::{Joints, meshes::Built};
use crate::{
    gltf::{
        document::{Document, Mode},
        json::item_location,
    },
    loading::{
        Location, Reason, Reporter,
        balance::{
            Balance, CHANNELS, CLIPS, EXTENSIONS, MATERIALS, MESHES, MORPH_TARGETS, NODES, PICTURES, PRIMITIVES,
            SCENES, SKINS, TRIANGLES,
        },
    },
};
use armature::model::Model;

/// Counts everything in a document. `sets` is the set of morph targets of each joint.
pub(super) fn count(
    document: &Document,
    joints: &Joints,
    model: &Model,
    built: &Built,
    sets: &[Option<usize>],
    reporter: &mut Reporter,
) {
    let Document { nodes, meshes, skins, animations, .. } = document;
    let mut balance = Balance::default();
    let (scenes, shown) = document.scenes;
    let in_list = |list: &'static str| move |number: usize| (item_location(list, number), String::new());
    balance.count(
        SCENES,
        (0..scenes).map(|scene| (scene != shown).then_some(Reason::Reported)),
        in_list("scenes"),
        reporter,
    );

    let in_scene = |node: usize| joints.of_node[node].is_some();
    let outside = if scenes == 0 { Reason::Circle } else { Reason::NodeOutside };
    let place = |node: usize| (item_location("nodes", node), nodes[node].name.clone());
    balance.count(NODES, (0..nodes.len()).map(|node| (!in_scene(node)).then_some(outside)), place, reporter);

    let mut is_shown = vec![false; meshes.len()];
    for node in &document.scene {
        if let Some(mesh) = nodes[*node].mesh {
            is_shown[mesh] = true;
        }
    }
    let fates = (0..meshes.len()).map(|mesh| (!is_shown[mesh]).then_some(Reason::NoNode));
    balance.count(MESHES, fates, |mesh| (item_location("meshes", mesh), meshes[mesh].name.clone()), reporter);

    count_primitives(document, built, &is_shown, &mut balance, reporter);

    let fates = (0..skins.len()).map(|skin| (!built.skins.contains(&skin)).then_some(Reason::NoFollower));
    balance.count(SKINS, fates, |skin| (item_location("skins", skin), skins[skin].name.clone()), reporter);

    let targets =
        |mesh: usize| meshes[mesh].primitives.iter().map(|primitive| primitive.targets.len()).max().unwrap_or(0);
    let all: usize = (0..meshes.len()).map(targets).sum();
    let used = (0..meshes.len()).filter(|mesh| is_shown[*mesh]).map(targets).sum();
    balance.add(MORPH_TARGETS, all + reporter.left_out(MORPH_TARGETS), used);

    let own: Vec<_> = animations.iter().filter(|animation| !animation.is_all).collect();
    let fates = own.iter().map(|animation| (!animation.moves()).then_some(Reason::MovesNothing));
    let place = |clip: usize| (item_location("animations", clip), own[clip].name.clone());
    balance.count(CLIPS, fates, place, reporter);

    count_channels(document, joints, model, sets, &mut balance, reporter);

    let materials = document.materials.len();
    balance.add(MATERIALS, materials, materials - reporter.left_out(MATERIALS));
    for (kind, list, all) in
        [(PICTURES, "images", &document.pictures), (EXTENSIONS, "extensionsUsed", &document.extensions)]
    {
        let place = |number: usize| (item_location(list, number), all[number].0.clone());
        balance.count(kind, all.iter().map(|(_, reason)| *reason), place, reporter);
    }
}

/// Counts the primitives and their triangles. `is_shown` says of each mesh whether a node of the scene has it.
fn count_primitives(
    document: &Document,
    built: &Built,
    is_shown: &[bool],
    balance: &mut Balance,
    reporter: &mut Reporter,
) {
    let mut primitives = Vec::new();
    let mut offered = 0;
    for (mesh, data) in document.meshes.iter().enumerate() {
        for (number, primitive) in data.primitives.iter().enumerate() {
            let position = primitive.attributes.get("POSITION");
            let corners = primitive.indices.as_ref().or(position);
            let corners = corners.map_or(0, |accessor| document.accessors.element_count(*accessor));
            offered += match primitive.mode {
                Mode::NoTriangles => 0,
                Mode::Triangles => corners / 3,
                Mode::Strip | Mode::Fan => corners.saturating_sub(2),
            };
            let reason = match primitive.mode {
                _ if !is_shown[mesh] => Some(Reason::Reported),
                Mode::NoTriangles => Some(Reason::NoTriangles),
                _ if position.is_none() => Some(Reason::NoPositions),
                _ if built.triangles.get(&(mesh, number)) == Some(&0) => Some(Reason::NotWhole),
                _ => None,
            };
            primitives.push(((mesh, number), reason));
        }
    }
    let place = |part: usize| {
        let ((mesh, number), _) = primitives[part];
        (Location::at(format!("/meshes/{mesh}/primitives/{number}")), String::new())
    };
    balance.count(PRIMITIVES, primitives.iter().map(|(_, reason)| *reason), place, reporter);
    balance.add(TRIANGLES, offered, built.triangles.values().sum());
}

/// Counts the channels of the clips. `sets` is the set of morph targets of each joint.
fn count_channels(
    document: &Document,
    joints: &Joints,
    model: &Model,
    sets: &[Option<usize>],
    balance: &mut Balance,
    reporter: &mut Reporter,
) {
    let animations = document.animations.iter().filter(|animation| !animation.is_all);
    let mut channels = Vec::new();
    for (clip, animation) in animations.enumerate() {
        for channel in &animation.channels {
            channels.push((
                clip,
                channel.node,
                (joints.of_node[channel.node].is_none()).then_some(Reason::ChannelsOutside),
            ));
        }
        for channel in &animation.weights {
            let reason = match joints.of_node[channel.node].map(|joint| sets[joint]) {
                None => Some(Reason::ChannelsOutside),
                Some(set) => {
                    let targets = set.map_or(0, |set| model.morph_sets[set].targets.len());
                    (channel.targets() != targets).then_some(Reason::Reported)
                }
            };
            channels.push((clip, channel.node, reason));
        }
    }
    let place = |channel: usize| {
        let (clip, node, _) = channels[channel];
        (item_location("animations", clip), document.nodes[node].name.clone())
    };
    balance.count(CHANNELS, channels.iter().map(|(.., reason)| *reason), place, reporter);
}
