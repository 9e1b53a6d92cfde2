//! `inspect --json`: the scene, skins and animation of a file as numbers.
//!
//! In the file's own axes and units; all influences, weights as written; clip ranges not applied; matrices row by row,
//! for column vectors.

use anyhow::Result;
use common::{
    collada::{
        Document, Loaded, Scene, Warning,
        evaluate::{self, ChannelSet},
        scene::Driven,
    },
    gltf,
};
use glam::{DAffine3, DVec3};
use serde::Serialize;

type Matrix = [f32; 16];
type Point = [f32; 3];

#[derive(Serialize)]
struct Report<'a> {
    up_axis: &'static str,
    unit_meter: f64,
    nodes: Vec<Node<'a>>,
    bind_world: Vec<Matrix>,
    /// The one that is evaluated; nothing for all channels of the file.
    clip: Option<&'a str>,
    times: &'a [f32],
    world: Vec<Vec<Matrix>>,
    clips: Vec<Clip<'a>>,
    skins: Vec<Skin<'a>>,
    channels: Vec<Channel<'a>>,
    warnings: Vec<Note>,
}

#[derive(Serialize)]
struct Node<'a> {
    id: Option<&'a str>,
    sid: Option<&'a str>,
    name: Option<&'a str>,
    joint: bool,
    parent: Option<usize>,
    local: Matrix,
}

#[derive(Serialize)]
struct Clip<'a> {
    name: &'a str,
    start: f32,
    end: f32,
}

#[derive(Serialize)]
struct Skin<'a> {
    controller: &'a str,
    node: usize,
    joints: &'a [Option<usize>],
    positions: usize,
    bind: Vec<Point>,
    skinned: Vec<Vec<Point>>,
}

#[derive(Serialize)]
struct Channel<'a> {
    target: &'a str,
    keys: usize,
    first: f32,
    last: f32,
}

#[derive(Serialize)]
struct Note {
    line: Option<u32>,
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<String>,
    message: String,
}

/// The report as text, ending in a newline.
pub(super) fn report(
    document: &Document,
    scene: &Scene<'_>,
    loaded: &Loaded,
    times: &[f32],
    chosen: Option<usize>,
) -> Result<String> {
    let rest = evaluate::rest_locals(document);
    let bind_world = evaluate::world(&scene.nodes, &rest);
    let in_clip = |driven: &&Driven| {
        let channel = &document.channels[driven.channel];
        chosen.is_none_or(|clip| document.is_in_clip(clip, channel))
    };
    let motion = ChannelSet::new(document, scene.driven.iter().filter(in_clip).copied());
    let worlds: Vec<Vec<DAffine3>> =
        times.iter().map(|time| evaluate::world(&scene.nodes, &motion.locals(*time))).collect();
    let report = Report {
        up_axis: document.asset.up_axis.name(),
        unit_meter: document.asset.unit_meter,
        nodes: nodes(document, scene, &rest),
        bind_world: bind_world.iter().map(matrix).collect(),
        clip: chosen.map(|clip| loaded.model.clips[clip].name.as_str()),
        times,
        world: worlds.iter().map(|world| world.iter().map(matrix).collect()).collect(),
        clips: loaded.model.clips.iter().map(clip).collect(),
        skins: skins(document, scene, &bind_world, &worlds),
        channels: document.channels.iter().map(|c| channel(document, c)).collect(),
        warnings: loaded.warnings.iter().map(note).collect(),
    };
    Ok(serde_json::to_string(&report)? + "\n")
}

/// The report of a glTF file: the nodes of its scene, and where they are in a clip, by default the first. A channel's
/// target is `name/translation`, as Collada would write it.
pub(super) fn gltf_report(
    document: &gltf::Document,
    loaded: &Loaded,
    times: &[f32],
    chosen: Option<usize>,
) -> Result<String> {
    let model = &loaded.model;
    let rest = gltf::evaluate::locals(document, None, 0.0);
    let bind_world = gltf::evaluate::world(document, &rest);
    let chosen = chosen.unwrap_or(0);
    // Those that move nothing are no clips.
    let animation = document.animations.iter().filter(|it| !it.channels.is_empty()).nth(chosen);
    let at = |time: &f32| {
        let locals = gltf::evaluate::locals(document, animation, f64::from(*time));
        gltf::evaluate::world(document, &locals)
    };
    let worlds: Vec<Vec<DAffine3>> = times.iter().map(at).collect();
    let mut joint_of = vec![None; document.nodes.len()];
    for (joint, node) in document.scene.iter().enumerate() {
        joint_of[*node] = Some(joint);
    }
    let node = |(joint, node): (usize, &usize)| {
        let joint_data = &model.skeleton.joints()[joint];
        let name = Some(joint_data.name.as_str());
        let (joint, parent, local) = (model.is_joint[joint], joint_data.parent, &rest[*node]);
        Node { id: None, sid: None, name, joint, parent, local: matrix(local) }
    };
    let joints = |skin: &gltf::document::SkinData| -> Vec<Option<usize>> {
        skin.joints.iter().map(|node| joint_of[*node]).collect()
    };
    let all_joints: Vec<_> = document.skins.iter().map(joints).collect();
    let mut skins = Vec::new();
    for (joint, &node) in document.scene.iter().enumerate() {
        let Some(skin) = document.nodes[node].skin else { continue };
        let at = |world: &[DAffine3]| -> Result<Vec<Point>> {
            let all = gltf::evaluate::skinned(document, node, world)?;
            Ok(all.into_iter().map(point).collect())
        };
        let bind = at(&bind_world)?;
        skins.push(Skin {
            controller: &document.skins[skin].name,
            node: joint,
            joints: &all_joints[skin],
            positions: bind.len(),
            bind,
            skinned: worlds.iter().map(|world| at(world)).collect::<Result<_>>()?,
        });
    }
    let channels: Vec<&gltf::document::Channel> =
        document.animations.iter().flat_map(|animation| &animation.channels).collect();
    let target = |channel: &&gltf::document::Channel| {
        let joint = joint_of[channel.node].map(|joint| &model.skeleton.joints()[joint]);
        let name = joint.map_or("", |joint| &joint.name);
        let property = match channel.property {
            gltf::document::Property::Translation => "translation",
            gltf::document::Property::Rotation => "rotation",
            gltf::document::Property::Scale => "scale",
        };
        format!("{name}/{property}")
    };
    let targets: Vec<String> = channels.iter().map(target).collect();
    let mut of_file = Vec::new();
    for (target, channel) in targets.iter().zip(&channels) {
        let times = &channel.curve.times;
        let (first, last) = (times[0], times[times.len() - 1]); // a curve has a key
        of_file.push(Channel { target, keys: times.len(), first, last });
    }
    let report = Report {
        up_axis: "Y_UP",
        unit_meter: 1.0,
        nodes: document.scene.iter().enumerate().map(node).collect(),
        bind_world: bind_world.iter().map(matrix).collect(),
        clip: model.clips.get(chosen).map(|clip| clip.name.as_str()),
        times,
        world: worlds.iter().map(|world| world.iter().map(matrix).collect()).collect(),
        clips: model.clips.iter().map(clip).collect(),
        skins,
        channels: of_file,
        warnings: loaded.warnings.iter().map(note).collect(),
    };
    Ok(serde_json::to_string(&report)? + "\n")
}

fn nodes<'a>(document: &'a Document, scene: &Scene<'_>, rest: &[DAffine3]) -> Vec<Node<'a>> {
    let some = |text: &'a str| (!text.is_empty()).then_some(text);
    let entry = |instance: &common::collada::scene::SceneNode| {
        let node = &document.nodes[instance.node];
        Node {
            id: some(&node.id),
            sid: some(&node.sid),
            name: some(&node.name),
            joint: node.joint,
            parent: instance.parent,
            local: matrix(&rest[instance.node]),
        }
    };
    scene.nodes.iter().map(entry).collect()
}

fn skins<'a>(
    document: &'a Document,
    scene: &'a Scene<'_>,
    bind_world: &[DAffine3],
    worlds: &[Vec<DAffine3>],
) -> Vec<Skin<'a>> {
    let entry = |skin: &'a common::collada::scene::SkinInstance<'_>| {
        let at = |world: &[DAffine3]| -> Vec<Point> {
            evaluate::skinned(document, scene, skin, world).into_iter().map(point).collect()
        };
        let bind = at(bind_world);
        Skin {
            controller: &document.controllers[skin.controller].place.id,
            node: skin.node,
            joints: &skin.joints,
            positions: bind.len(),
            bind,
            skinned: worlds.iter().map(|world| at(world)).collect(),
        }
    };
    scene.skins.iter().map(entry).collect()
}

fn channel<'a>(document: &'a Document, channel: &'a common::collada::document::Channel) -> Channel<'a> {
    let times = &document.curves[channel.curve].times;
    let (first, last) = (times[0], times[times.len() - 1]); // a curve has a key
    Channel { target: &channel.target, keys: times.len(), first, last }
}

fn matrix(m: &DAffine3) -> Matrix {
    let (x, y, z, t) = (m.matrix3.x_axis, m.matrix3.y_axis, m.matrix3.z_axis, m.translation);
    let rows = [[x.x, y.x, z.x, t.x], [x.y, y.y, z.y, t.y], [x.z, y.z, z.z, t.z], [0.0, 0.0, 0.0, 1.0]];
    std::array::from_fn(|at| rows[at / 4][at % 4] as f32)
}

fn point(p: DVec3) -> Point {
    p.to_array().map(|part| part as f32)
}

fn clip(clip: &common::animation::Clip) -> Clip<'_> {
    Clip { name: &clip.name, start: clip.start, end: clip.end }
}

fn note(warning: &Warning) -> Note {
    let place = warning.place.as_ref();
    let line = place.filter(|place| place.line > 0);
    let pointer = place.map(|place| place.pointer.to_string());
    Note {
        line: line.map(|place| place.line),
        column: line.map(|place| place.column),
        pointer: pointer.filter(|pointer| !pointer.is_empty()),
        message: warning.text(),
    }
}
