//! Counts what a file offers, and what of it is in the model.

use crate::{
    collada::{document::Document, error::Reporter, scene::Scene},
    loading::{
        Reason,
        balance::{
            Balance, CHANNELS, CLIPS, MATERIALS, MESHES, MORPH_TARGETS, NODES, PICTURES, PRIMITIVES, SCENES, SKINS,
            TRIANGLES,
        },
    },
};
use armature::model::Model;
use std::collections::{HashMap, HashSet};

/// Counts everything in a document.
pub(super) fn count(document: &Document, scene: &Scene<'_>, model: &Model, reporter: &mut Reporter) {
    let Document { nodes, geometries, controllers, visual_scenes, channels, materials, .. } = document;
    let mut balance = Balance::default();
    let fates = (0..visual_scenes.len()).map(|number| (Some(number) != scene.shown).then_some(Reason::OtherScene));
    let place = |number: usize| (visual_scenes[number].location.clone(), visual_scenes[number].location.id.clone());
    balance.count(SCENES, fates, place, reporter);

    let in_scene: HashSet<usize> = scene.nodes.iter().map(|instance| instance.node).collect();
    let name = |node: usize| {
        let names = [&nodes[node].name, &nodes[node].id, &nodes[node].sid];
        names.into_iter().find(|name| !name.is_empty()).cloned().unwrap_or_default()
    };
    let fates = (0..nodes.len()).map(|node| (!in_scene.contains(&node)).then_some(Reason::NodeOutside));
    balance.count(NODES, fates, |node| (nodes[node].location.clone(), name(node)), reporter);

    let skinned = scene.skins.iter().filter_map(|skin| skin.geometry);
    let shown: HashSet<usize> = scene.meshes.iter().map(|mesh| mesh.geometry).chain(skinned).collect();
    let fates = geometries.iter().enumerate().map(|(number, geometry)| match geometry.positions {
        None => Some(Reason::Reported),
        Some(_) => (!shown.contains(&number)).then_some(Reason::NoNode),
    });
    let place = |number: usize| (geometries[number].location.clone(), geometries[number].name.clone());
    balance.count(MESHES, fates, place, reporter);

    count_primitives(document, &shown, &mut balance, reporter);

    let bound: HashSet<usize> = scene.skins.iter().map(|skin| skin.controller).collect();
    let skins: Vec<usize> = (0..controllers.len()).filter(|number| controllers[*number].skin.is_some()).collect();
    let fates = skins.iter().map(|skin| (!bound.contains(skin)).then_some(Reason::NoNode));
    let place = |skin: usize| {
        let location = &controllers[skins[skin]].location;
        (location.clone(), location.id.clone())
    };
    balance.count(SKINS, fates, place, reporter);
    balance.add(MORPH_TARGETS, reporter.left_out(MORPH_TARGETS), 0);

    balance.add(CLIPS, document.clips.len(), document.clips.len());
    let driven: HashMap<usize, usize> = scene.driven.iter().map(|driven| (driven.channel, driven.node)).collect();
    let fates = (0..channels.len()).map(|channel| match driven.get(&channel) {
        None => Some(Reason::Reported),
        Some(node) => (!in_scene.contains(node)).then_some(Reason::ChannelOutside),
    });
    let place = |channel: usize| (channels[channel].location.clone(), channels[channel].target.clone());
    balance.count(CHANNELS, fates, place, reporter);

    balance.add(MATERIALS, materials.len(), materials.len());
    count_pictures(document, model, &mut balance, reporter);
}

/// Counts the primitives and their triangles. `shown` has the geometries that the scene shows.
fn count_primitives(document: &Document, shown: &HashSet<usize>, balance: &mut Balance, reporter: &mut Reporter) {
    let mut primitives = Vec::new();
    let mut triangles = [0; 2];
    for (number, geometry) in document.geometries.iter().enumerate() {
        for primitive in &geometry.primitives {
            let own = primitive.triangle_count();
            triangles[0] += own;
            let reason = match own {
                _ if !shown.contains(&number) => Some(Reason::Reported),
                0 => Some(Reason::NotWhole),
                _ => None,
            };
            if reason.is_none() {
                triangles[1] += own;
            }
            primitives.push((&primitive.location, reason));
        }
    }
    let place = |part: usize| (primitives[part].0.clone(), String::new());
    balance.count(PRIMITIVES, primitives.iter().map(|(_, reason)| *reason), place, reporter);
    balance.add(TRIANGLES, triangles[0], triangles[1]);
}

/// Counts the pictures: those that a material of the model draws with are in it.
fn count_pictures(document: &Document, model: &Model, balance: &mut Balance, reporter: &mut Reporter) {
    let textures = document.materials.iter().zip(&model.materials);
    let mut drawn: HashMap<&str, bool> = HashMap::new();
    for (data, material) in textures {
        if let Some(texture) = &data.effect.texture {
            *drawn.entry(&texture.address).or_default() |= material.texture.is_some();
        }
    }
    let fates = document.images.iter().map(|(_, address)| match drawn.get(&**address) {
        Some(true) => None,
        Some(false) => Some(Reason::Reported),
        None => Some(Reason::OtherColladaPicture),
    });
    let place = |number: usize| (document.images[number].0.clone(), document.images[number].0.id.clone());
    balance.count(PICTURES, fates, place, reporter);
}
