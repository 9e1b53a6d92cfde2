//! Resolves the targets of channels to the numbers of transform elements that they drive.

use crate::collada::{
    document::{Channel, Content, Curve, Document, TransformElement, TransformKind},
    error::Reporter,
};
use std::collections::{HashMap, HashSet};

/// A channel and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Driven {
    /// Index in the document's channels.
    pub channel: usize,
    /// Index in the document's nodes: all instances of a node move together.
    pub node: usize,
    /// Place in the node's transform elements.
    pub transform: usize,
    /// Component of the transform that the curve drives.
    pub component: Component,
}

/// Components of a transform element that a curve drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// All of them.
    Whole,
    /// One of them.
    One(usize),
}

/// Finds the target of every channel. A channel without a target is left out, with a warning.
pub(super) fn resolve_targets(document: &Document, reporter: &mut Reporter) -> Vec<Driven> {
    let mut driven = Vec::new();
    let mut taken = HashSet::new();
    let children = children_by_sid(document);
    for (number, channel) in document.channels.iter().enumerate() {
        let target = find_transform(document, &children, channel).and_then(|(node, transform, member)| {
            let element = &document.nodes[node].transforms[transform];
            let component = find_component(element, member, &document.curves[channel.curve])?;
            Ok(Driven { channel: number, node, transform, component })
        });
        match target {
            Ok(target) => {
                // Clips may each bring their own channel for one target, and so may animations, which then are clips.
                let key = (channel.animation, target.node, target.transform, target.component);
                if !taken.insert(key) && document.clips.is_empty() {
                    let message = format!("a second channel for \"{}\": the last one wins", channel.target);
                    reporter.warn(Some(&channel.location), message);
                }
                driven.push(target);
            }
            Err(reason) => {
                reporter.warn(Some(&channel.location), format!("target \"{}\": {reason}: left out", channel.target));
            }
        }
    }
    driven
}

/// Finds the node and the transform element of a channel's target, `node/sid` or `node/sid/sid`, and returns both indices
/// with the rest of the target, the member. The node's id is as long as it can be, because ids may hold slashes.
fn find_transform<'a>(
    document: &Document,
    children: &Children<'_>,
    channel: &'a Channel,
) -> Result<(usize, usize, &'a str), String> {
    let target = channel.target.as_str();
    let slashes: Vec<usize> = target.match_indices('/').map(|(slash, _)| slash).collect();
    for &slash in slashes.iter().rev().take(MAX_STEPS) {
        let id = &target[..slash];
        let Some(&(mut node)) = document.ids.nodes.get(id) else { continue };
        let mut rest = &target[slash + 1..];
        for _ in 0..MAX_STEPS {
            if let Some((transform, member)) = split_at_transform(&document.nodes[node].transforms, rest) {
                return Ok((node, transform, member));
            }
            let Some((sid, after)) = rest.split_once('/') else { break };
            let Some(child) = children.get(&(node, sid)) else { break };
            node = *child;
            rest = after;
        }
        return Err(format!("node \"{id}\" has no transform \"{rest}\""));
    }
    let first = channel.first_id();
    if document.ids.others.contains(first) {
        return Err(format!("\"{first}\" is not a node"));
    }
    Err(format!("there is no node \"{first}\""))
}

/// Largest number of slashes in a target that are tried as the end of the node's id, and of sids that follow the id.
const MAX_STEPS: usize = 64;

/// The child nodes by parent and sid; the first of several with equal sids.
type Children<'a> = HashMap<(usize, &'a str), usize>;

fn children_by_sid(document: &Document) -> Children<'_> {
    let mut children = Children::new();
    for (parent, node) in document.nodes.iter().enumerate() {
        for content in &node.contents {
            if let Content::Child(child) = content {
                children.entry((parent, document.nodes[*child].sid.as_str())).or_insert(*child);
            }
        }
    }
    children
}

/// Finds the transform element whose sid `rest` begins with, and returns its index and the member. Sids may hold dots.
fn split_at_transform<'a>(transforms: &[TransformElement], rest: &'a str) -> Option<(usize, &'a str)> {
    for end in [Some(rest.len()), rest.rfind('.'), rest.find('(')].into_iter().flatten() {
        let (sid, member) = rest.split_at(end);
        if let Some(index) = transforms.iter().position(|t| !t.sid.is_empty() && t.sid == sid) {
            return Some((index, member));
        }
    }
    None
}

/// Returns the component that `.MEMBER`, `(i)` or `(i)(j)` means in an element, if the curve has as many values.
fn find_component(element: &TransformElement, member: &str, curve: &Curve) -> Result<Component, String> {
    let kind = element.kind;
    let dimensions = curve.dimensions;
    let unknown = || format!("<{}> has no member \"{member}\"", kind.name());
    let component = if let Some(name) = member.strip_prefix('.') {
        Component::One(member_index(kind, name).ok_or_else(unknown)?)
    } else if member.is_empty() {
        if dimensions == 1 && kind == TransformKind::Rotate {
            Component::One(3) // an angle for a whole rotation: some exporters leave out ".ANGLE"
        } else {
            Component::Whole
        }
    } else {
        Component::One(parse_index(kind, member).ok_or_else(unknown)?)
    };
    let expected = if component == Component::Whole { kind.count() } else { 1 };
    if dimensions == expected {
        Ok(component)
    } else {
        Err(format!("keys of {dimensions} numbers do not fit, {expected} would"))
    }
}

fn member_index(kind: TransformKind, name: &str) -> Option<usize> {
    match (kind, name) {
        (TransformKind::Rotate, "ANGLE") => Some(3),
        (TransformKind::Skew, "ANGLE") => Some(0),
        (TransformKind::Translate | TransformKind::Scale | TransformKind::Rotate, _) => {
            ["X", "Y", "Z"].iter().position(|member| *member == name)
        }
        _ => None,
    }
}

/// Reads the index of a number from `(i)`, or from `(column)(row)` of a matrix, the order in which exporters write.
fn parse_index(kind: TransformKind, text: &str) -> Option<usize> {
    let mut indices = [0; 2];
    let mut count = 0;
    for part in text.strip_prefix('(')?.strip_suffix(')')?.split(")(") {
        *indices.get_mut(count)? = part.trim().parse::<usize>().ok()?;
        count += 1;
    }
    let index = match (kind, count) {
        (TransformKind::Matrix, 2) if indices.iter().all(|index| *index < 4) => indices[1] * 4 + indices[0],
        (_, 1) => indices[0],
        _ => return None,
    };
    (index < kind.count()).then_some(index)
}
