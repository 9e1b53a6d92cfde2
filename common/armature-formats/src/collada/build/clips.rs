//! Clips: the channels of each, and what the shared builder of tracks has to know about them.

use super::{
    meshes::{carried, points},
    node_extent::{Extent, extent},
};
use crate::{
    collada::{
        document::{Curve, Document, Interpolation},
        error::{Error, Reporter},
        evaluate::{self, ChannelSet, Side},
        scene::{Component, Driven, Scene},
    },
    double::{Parts, from_decomposition, parts},
    loading::{
        clips::{ClipBuilder, JointAtRest, Moving, tell_apart},
        fitting::{KeyInterpolation, Motion, sided},
        rest::rest_parts,
    },
};
use armature::{
    animation::{Clip, in_order},
    text::counted,
};
use glam::DAffine3;
use std::{collections::HashMap, ops::Range};

/// The clips of the file, whose nodes are at `rest` in the world; one named `name` for the channels that are in none.
pub(super) fn clips(
    document: &Document,
    scene: &Scene<'_>,
    rest: &[DAffine3],
    name: &str,
    reporter: &mut Reporter,
) -> Result<Vec<Clip>, Error> {
    if document.clips.is_empty() && scene.driven.is_empty() {
        return Ok(Vec::new());
    }
    let mut builder = Builder::new(document, scene, rest);
    let mut clips = Vec::new();
    let mut in_a_clip = vec![false; scene.driven.len()];
    for data in &document.clips {
        let mut driven = Vec::new();
        let pairs = scene.driven.len().saturating_mul(data.animations.len());
        builder.of_tracks.work(pairs, reporter, Some(&data.place))?;
        for (index, found) in scene.driven.iter().enumerate() {
            if data.has(document, &document.channels[found.channel]) {
                in_a_clip[index] = true;
                driven.push(*found);
            }
        }
        let last = span(document, &driven).map_or(data.start, |(_, last)| f64::from(last));
        let end = data.end.unwrap_or(last).max(data.start) as f32;
        let start = data.start as f32;
        clips.push(builder.clip(&data.name, driven, (start, end), reporter)?);
    }
    let rest = scene.driven.iter().zip(&in_a_clip).filter(|(_, taken)| !**taken);
    let rest: Vec<_> = rest.map(|(driven, _)| *driven).collect();
    if let Some((start, end)) = span(document, &rest) {
        if !document.clips.is_empty() {
            let channels = counted(rest.len(), "channel", "channels");
            let message = format!("{channels} in no clip: played by one named \"{name}\"");
            reporter.warn(None, message);
        }
        let alike = if document.clips.is_empty() { alternatives(document, &rest) } else { Vec::new() };
        if alike.len() > 1 {
            let message = format!(
                "{} clips, though the file names none: animations move the same, so they are played one at a time",
                alike.len()
            );
            reporter.warn(None, message);
            for (animation, driven) in alike {
                let own = animation.map(|animation| &document.animations[animation]);
                let own = own.and_then(|own| [&own.name, &own.place.id].into_iter().find(|name| !name.is_empty()));
                let range = span(document, &driven).unwrap_or((start, end));
                clips.push(builder.clip(own.map_or(name, |own| own), driven, range, reporter)?);
            }
        } else {
            clips.push(builder.clip(name, rest, (start, end), reporter)?);
        }
    }
    tell_apart(&mut clips);
    Ok(clips)
}

/// Channels that can play at once: those of animations that move the same are not among them. With the animation, if
/// they are all of one.
fn alternatives(document: &Document, driven: &[Driven]) -> Vec<(Option<usize>, Vec<Driven>)> {
    let mut driven = driven.to_vec();
    driven.sort_by_key(|driven| animation(document, driven));
    let mut units = Vec::new();
    split(document, &driven, 0..document.animations.len(), &mut units);
    let mut groups: Vec<(Option<usize>, Vec<Driven>)> = Vec::new();
    let mut free: HashMap<Target, usize> = HashMap::new();
    for (animation, driven) in units {
        let group = driven.iter().filter_map(|driven| free.get(&target(driven))).max().copied().unwrap_or(0);
        free.extend(driven.iter().map(|driven| (target(driven), group + 1)));
        match groups.get_mut(group) {
            Some(of) => {
                of.0 = None;
                of.1.extend(driven);
            }
            None => groups.push((Some(animation), driven.to_vec())),
        }
    }
    groups
}

type Target = (usize, usize, Component);

fn target(driven: &Driven) -> Target {
    (driven.node, driven.transform, driven.component)
}

/// The channels of each animation of a list; of one whose own animations move the same, those of each of these.
fn split<'a>(
    document: &Document,
    mut driven: &'a [Driven],
    animations: Range<usize>,
    units: &mut Vec<(usize, &'a [Driven])>,
) {
    let mut at = animations.start;
    while at < animations.end && !driven.is_empty() {
        let end = document.animations[at].end;
        let (inside, after) = driven.split_at(driven.partition_point(|driven| animation(document, driven) < end));
        driven = after;
        let mut first = HashMap::new();
        let is_consistent = inside.iter().all(|driven| {
            let animation = animation(document, driven);
            *first.entry(target(driven)).or_insert(animation) == animation
        });
        if is_consistent {
            units.extend((!inside.is_empty()).then_some((at, inside)));
        } else {
            let (own, nested) = inside.split_at(inside.partition_point(|driven| animation(document, driven) == at));
            units.extend((!own.is_empty()).then_some((at, own)));
            split(document, nested, at + 1..end, units);
        }
        at = end;
    }
}

fn animation(document: &Document, driven: &Driven) -> usize {
    document.channels[driven.channel].animation
}

/// The first and the last key of some channels.
fn span(document: &Document, driven: &[Driven]) -> Option<(f32, f32)> {
    let spans = driven.iter().map(|driven| {
        let times = &curve(document, driven).times;
        (times[0], times[times.len() - 1]) // a curve has a key
    });
    spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
}

fn curve<'a>(document: &'a Document, driven: &Driven) -> &'a Curve {
    &document.curves[document.channels[driven.channel].curve]
}

struct Builder<'a> {
    document: &'a Document,
    /// The scene's nodes of each animated node of the document.
    instances: HashMap<usize, Vec<usize>>,
    of_tracks: ClipBuilder,
}

impl<'a> Builder<'a> {
    fn new(document: &'a Document, scene: &Scene<'_>, rest: &[DAffine3]) -> Self {
        let mut instances: HashMap<usize, Vec<usize>> =
            scene.driven.iter().map(|driven| (driven.node, Vec::new())).collect();
        for (index, instance) in scene.nodes.iter().enumerate() {
            if let Some(indices) = instances.get_mut(&instance.node) {
                indices.push(index);
            }
        }
        instances.retain(|_, indices| !indices.is_empty());
        let joints = scene.nodes.iter().zip(rest).map(|(instance, world)| JointAtRest {
            parent: instance.parent,
            world_from_joint: *world,
            parent_from_joint: evaluate::local(&document.nodes[instance.node].transforms),
        });
        let points = points(document, scene, rest);
        let of_tracks = ClipBuilder::new(joints.collect(), points, carried(document, scene));
        Self { document, instances, of_tracks }
    }

    /// The clip of some channels in a range of time: keys beyond those around it are left out.
    fn clip(
        &mut self,
        name: &str,
        driven: Vec<Driven>,
        range: (f32, f32),
        reporter: &mut Reporter,
    ) -> Result<Clip, Error> {
        // All keys are visited, whatever part of them the clip plays.
        let keys = driven.iter().map(|driven| curve(self.document, driven).times.len()).sum();
        self.of_tracks.work(keys, reporter, None)?;
        let channels = &ChannelSet::new(self.document, driven);
        let document = self.document;
        let moved = channels.nodes().filter_map(|(node, driven)| {
            let local = evaluate::local(&document.nodes[node].transforms);
            let Extent { scale, distance } = extent(document, node, driven);
            Some(Moving {
                joints: self.instances.get(&node)?,
                place: document.nodes[node].place.clone(),
                rest: from_decomposition(&rest_parts(&local)),
                largest_scale: scale,
                largest_distance: distance,
                curves: driven.len(),
                interpolation: interpolation(document, node, driven),
                motion: DrivenNode { channels, node, driven, range },
            })
        });
        let moved: Vec<_> = moved.collect();
        self.of_tracks.clip(name, range, &moved, reporter)
    }
}

/// Returns the interpolation that tracks use for a node with a single matrix that is driven as a whole.
fn interpolation(document: &Document, node: usize, driven: &[Driven]) -> KeyInterpolation {
    let one = document.nodes[node].transforms.len() == 1;
    if one
        && driven.iter().all(|driven| {
            let curve = curve(document, driven);
            let whole = driven.component == Component::Whole && curve.dimensions == 16;
            whole && curve.interpolations.iter().copied().all(is_linear_or_step)
        })
    {
        KeyInterpolation::LikeTracks
    } else {
        KeyInterpolation::Curved
    }
}

/// A node with the channels that move it, in a range of time.
struct DrivenNode<'a> {
    channels: &'a ChannelSet<'a>,
    node: usize,
    driven: &'a [Driven],
    range: (f32, f32),
}

impl Motion for DrivenNode<'_> {
    fn times(&self) -> Vec<(f32, Side)> {
        let (mut times, mut jumps): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
        let mut before: Option<&Curve> = None;
        for driven in self.driven {
            let curve = curve(self.channels.document(), driven);
            if before.is_none_or(|before| before.times != curve.times) {
                times.extend(&curve.times);
            }
            before = Some(curve);
            jumps.extend(jump_times(curve));
        }
        let [times, jumps] = [times, jumps].map(in_order);
        let (start, end) = self.range;
        let first = times.partition_point(|time| *time <= start).saturating_sub(1);
        let last = times.partition_point(|time| *time < end).min(times.len() - 1).max(first);
        sided(&times[first..=last], &jumps)
    }

    fn at(&self, time: f32, side: Side) -> Option<Parts> {
        parts(&self.channels.local(self.node, time, side))
    }
}

fn is_linear_or_step(interpolation: Interpolation) -> bool {
    matches!(interpolation, Interpolation::Linear | Interpolation::Step)
}

/// The times at which a curve jumps: the end of a STEP, and two keys at one time.
fn jump_times(curve: &Curve) -> impl Iterator<Item = f32> + '_ {
    (1..curve.times.len()).filter_map(|key| {
        let step = curve.interpolations[key - 1] == Interpolation::Step;
        (step || curve.times[key] == curve.times[key - 1]).then_some(curve.times[key])
    })
}
