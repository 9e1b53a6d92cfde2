//! Channels of animations: what each moves, and its curve.

use super::{
    curves::Curve,
    reader::Reader,
    scene::Scene,
    sources::Sources,
    transforms::TransformElement,
    xml::{Element, attribute, children, name_of},
};
use crate::loading::Error;
use roxmltree::NodeId;
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// Largest number of slashes in a target that are tried as the end of the node's id, and of sids that follow the id.
const MAX_STEPS: usize = 64;

/// Animations, nested ones after their parent, and their channels.
#[derive(Default)]
pub(super) struct Channels<'a> {
    pub(super) animations: Vec<Animation<'a>>,
    /// In document order, and so in the order of their animations.
    pub(super) all: Vec<Channel<'a>>,
}

pub(super) struct Animation<'a> {
    pub(super) element: Element<'a>,
    /// Index of the first animation after it that is not inside it.
    pub(super) end: usize,
}

/// A `<channel>`: a curve and its target.
pub(super) struct Channel<'a> {
    pub(super) element: Element<'a>,
    /// Target as written: `node/transform.MEMBER`.
    pub(super) target: &'a str,
    /// Index in the animations.
    pub(super) animation: usize,
    pub(super) curve: Rc<Curve>,
    /// What it moves; `None` for nothing in the scene.
    pub(super) driven: Option<Driven>,
}

/// Numbers of a transform element that a curve drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Driven {
    /// The `<node>`: all its instances move together.
    pub(super) node: NodeId,
    /// Place in the node's transform elements.
    pub(super) transform: usize,
    /// The number; `None` for all of them.
    pub(super) part: Option<usize>,
}

impl<'a> Channels<'a> {
    /// Reads all animations.
    pub(super) fn read(reader: &Reader<'a>, sources: &Sources<'a>, scene: &Scene<'a>) -> Result<Self, Error> {
        let mut channels = Self::default();
        let mut curves: HashMap<NodeId, Option<Rc<Curve>>> = HashMap::new();
        let libraries = children(reader.root, "library_animations");
        let elements = libraries.flat_map(|library| library.descendants());
        for element in elements.filter(|element| element.tag_name().name() == "animation") {
            reader.check_count(element, channels.animations.len())?;
            channels.animations.push(Animation { element, end: 0 });
            for channel in children(element, "channel") {
                channels.read_channel((reader, sources), scene, &mut curves, channel)?;
            }
        }
        for number in 0..channels.animations.len() {
            let range = channels.animations[number].element.range();
            let inside = channels.animations[number..].partition_point(|other| other.element.range().start < range.end);
            channels.animations[number].end = number + inside;
        }
        channels.warn_of_outside(reader, scene);
        channels.warn_of_twins(reader);
        Ok(channels)
    }

    fn read_channel(
        &mut self,
        (reader, sources): (&Reader<'a>, &Sources<'a>),
        scene: &Scene<'a>,
        curves: &mut HashMap<NodeId, Option<Rc<Curve>>>,
        element: Element<'a>,
    ) -> Result<(), Error> {
        let source = attribute(element, "source");
        let id = &*reader.id_of(source);
        let own = element
            .parent()
            .and_then(|animation| children(animation, "sampler").find(|sampler| sampler.attribute("id") == Some(id)));
        let Some(sampler) = own.or_else(|| reader.target("sampler", source)) else {
            reader.warn(element, format!("no sampler \"{source}\": left out"));
            return Ok(());
        };
        let curve = match curves.get(&sampler.id()) {
            Some(known) => known.clone(),
            None => {
                let curve = Curve::read(reader, sources, sampler)?.map(Rc::new);
                curves.insert(sampler.id(), curve.clone());
                curve
            }
        };
        let Some(curve) = curve else { return Ok(()) };
        let target = attribute(element, "target").trim();
        let driven = find_target(reader, scene, target, curve.width).unwrap_or_else(|reason| {
            reader.warn(element, format!("target \"{target}\": {reason}: left out"));
            None
        });
        self.all.push(Channel { element, target, animation: self.animations.len() - 1, curve, driven });
        Ok(())
    }

    /// Warns of channels that move nodes outside of the scene.
    fn warn_of_outside(&mut self, reader: &Reader<'a>, scene: &Scene<'a>) {
        let mut outside = Vec::new();
        for channel in &mut self.all {
            if channel.driven.is_some_and(|driven| !scene.instances.contains_key(&driven.node)) {
                channel.driven = None;
                outside.push((channel.element, channel.target));
            }
        }
        reader.warn_of_unused(&outside, "it moves a node outside of the scene");
    }

    /// Warns of channels of one animation that move the same. Clips may each bring their own channel for one target.
    fn warn_of_twins(&self, reader: &Reader<'a>) {
        if reader.library("library_animation_clips", "animation_clip").next().is_some() {
            return;
        }
        let mut known = HashSet::new();
        for channel in self.all.iter().filter(|channel| channel.driven.is_some()) {
            if !known.insert((channel.animation, channel.driven)) {
                let message = format!("a second channel for \"{}\": the last one wins", channel.target);
                reader.warn(channel.element, message);
            }
        }
    }
}

/// Finds the numbers that a channel's target means: `node/sid`, or `node/sid/sid`, and a member. The node's id is as long as
/// it can be, because ids may hold slashes. A node outside of the scene has no transforms.
fn find_target<'a>(
    reader: &Reader<'a>,
    scene: &Scene<'a>,
    target: &str,
    width: usize,
) -> Result<Option<Driven>, String> {
    let slashes: Vec<usize> = target.match_indices('/').map(|(slash, _)| slash).collect();
    for &slash in slashes.iter().rev().take(MAX_STEPS) {
        let id = &target[..slash];
        let Some(mut node) = reader.target("node", id) else { continue };
        let mut rest = &target[slash + 1..];
        for _ in 0..MAX_STEPS {
            let Some(instances) = scene.instances.get(&node.id()) else {
                return Ok(Some(Driven { node: node.id(), transform: 0, part: None }));
            };
            let transforms = &scene.nodes[instances[0]].transforms;
            if let Some((transform, member)) = split_at_transform(transforms, rest) {
                let part = find_part(&transforms[transform], member, width)?;
                return Ok(Some(Driven { node: node.id(), transform, part }));
            }
            let Some((sid, after)) = rest.split_once('/') else { break };
            let Some(below) = children(node, "node").find(|child| attribute(*child, "sid") == sid) else { break };
            node = below;
            rest = after;
        }
        return Err(format!("node \"{id}\" has no transform \"{rest}\""));
    }
    let first = target.split('/').next().unwrap_or("");
    match reader.by_id(first).filter(|element| element.tag_name().name() != "node") {
        Some(_) => Err(format!("\"{first}\" is not a node")),
        None => Err(format!("there is no node \"{first}\"")),
    }
}

/// Finds the transform element whose sid `rest` begins with, and returns its index and the member. Sids may hold dots.
fn split_at_transform<'t>(transforms: &[TransformElement<'_>], rest: &'t str) -> Option<(usize, &'t str)> {
    for end in [Some(rest.len()), rest.rfind('.'), rest.find('(')].into_iter().flatten() {
        let (sid, member) = rest.split_at(end);
        if let Some(index) = transforms.iter().position(|element| !element.sid.is_empty() && element.sid == sid) {
            return Some((index, member));
        }
    }
    None
}

/// Returns the number that `.MEMBER`, `(i)` or `(i)(j)` means in an element, or `None` for all of them. A key must have as
/// many values.
fn find_part(element: &TransformElement<'_>, member: &str, width: usize) -> Result<Option<usize>, String> {
    let kind = element.kind;
    let part = if member.is_empty() {
        // An angle for a whole rotation: some exporters leave out ".ANGLE".
        (width == 1 && kind == "rotate").then_some(3)
    } else {
        let index = match member.strip_prefix('.') {
            Some(name) => member_index(kind, name),
            None => number_index(element, member),
        };
        Some(index.ok_or_else(|| format!("<{kind}> has no member \"{member}\""))?)
    };
    let expected = if part.is_none() { element.values.len() } else { 1 };
    if width != expected {
        return Err(format!("keys of {width} numbers do not fit, {expected} would"));
    }
    Ok(part)
}

fn member_index(kind: &str, name: &str) -> Option<usize> {
    match (kind, name) {
        ("rotate", "ANGLE") => Some(3),
        ("skew", "ANGLE") => Some(0),
        ("translate" | "scale" | "rotate", _) => ["X", "Y", "Z"].iter().position(|member| *member == name),
        _ => None,
    }
}

/// Reads the index of a number from `(i)`, or from `(column)(row)` of a matrix, the order in which exporters write.
fn number_index(element: &TransformElement<'_>, text: &str) -> Option<usize> {
    let mut indices = Vec::new();
    for part in text.strip_prefix('(')?.strip_suffix(')')?.split(")(").take(3) {
        indices.push(part.trim().parse::<usize>().ok()?);
    }
    let index = match *indices {
        [index] => index,
        [column @ 0..4, row @ 0..4] if element.kind == "matrix" => row * 4 + column,
        _ => return None,
    };
    (index < element.values.len()).then_some(index)
}

/// Returns the name of a clip that plays an animation: the animation's, if it has one.
pub(super) fn animation_name<'a>(animation: &Animation<'a>) -> Option<&'a str> {
    Some(name_of(animation.element)).filter(|name| !name.is_empty())
}
