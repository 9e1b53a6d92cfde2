//! Resolves the targets of channels: which number of which transform element each one drives.

use crate::collada::{
    document::{Channel, Content, Curve, Document, TransformElement, TransformKind},
    error::Reporter,
};
use std::collections::{HashMap, HashSet};

/// A channel with its target found.
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

/// Finds the target of every channel; those without one are left out with a warning.
pub(super) fn resolve(document: &Document, reporter: &mut Reporter) -> Vec<Driven> {
    let mut driven = Vec::new();
    let mut taken = HashSet::new();
    let children = children(document);
    for (number, channel) in document.channels.iter().enumerate() {
        let found = find(document, &children, channel).and_then(|(node, transform, member)| {
            let element = &document.nodes[node].transforms[transform];
            let component = component(element, member, &document.curves[channel.curve])?;
            Ok(Driven { channel: number, node, transform, component })
        });
        match found {
            Ok(found) => {
                // Clips may each bring their own channel for one target, and so may animations, which then are clips.
                let target = (found.node, found.transform, found.component);
                if !taken.insert((channel.animation, target)) && document.clips.is_empty() {
                    let message = format!("a second channel for \"{}\": the last one wins", channel.target);
                    reporter.warn(Some(&channel.place), message);
                }
                driven.push(found);
            }
            Err(why) => {
                let message = format!("target \"{}\": {why}: left out", channel.target);
                reporter.warn(Some(&channel.place), message);
            }
        }
    }
    driven
}

/// `node/sid` or `node/sid/sid`, with the node's id as long as it can be: ids may hold slashes.
fn find<'a>(
    document: &Document,
    children: &Children<'_>,
    channel: &'a Channel,
) -> Result<(usize, usize, &'a str), String> {
    let target = channel.target.as_str();
    let cuts: Vec<usize> = target.match_indices('/').map(|(at, _)| at).collect();
    for &cut in cuts.iter().rev().take(MAX_STEPS) {
        let Some(&node) = document.ids.nodes.get(&target[..cut]) else { continue };
        let mut node = node;
        let mut rest = &target[cut + 1..];
        for _ in 0..MAX_STEPS {
            if let Some((transform, member)) = transform_of(&document.nodes[node].transforms, rest) {
                return Ok((node, transform, member));
            }
            let Some((sid, after)) = rest.split_once('/') else { break };
            let Some(next) = children.get(&(node, sid)) else { break };
            (node, rest) = (*next, after);
        }
        return Err(format!("node \"{}\" has no transform \"{rest}\"", &target[..cut]));
    }
    let first = channel.first_id();
    if document.ids.others.contains(first) {
        return Err(format!("\"{first}\" is not a node"));
    }
    Err(format!("there is no node \"{first}\""))
}

/// Slashes in a target that are tried as the end of the node's id, and steps that are followed behind.
const MAX_STEPS: usize = 64;

/// The child nodes by parent and sid; of two alike the first.
type Children<'a> = HashMap<(usize, &'a str), usize>;

fn children(document: &Document) -> Children<'_> {
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

/// The transform that `rest` begins with, and the member behind it: sids may hold dots.
fn transform_of<'a>(transforms: &[TransformElement], rest: &'a str) -> Option<(usize, &'a str)> {
    for end in [Some(rest.len()), rest.rfind('.'), rest.find('(')].into_iter().flatten() {
        let (sid, member) = rest.split_at(end);
        if let Some(found) = transforms.iter().position(|t| !t.sid.is_empty() && t.sid == sid) {
            return Some((found, member));
        }
    }
    None
}

/// Returns the component that `.MEMBER`, `(i)` or `(i)(j)` means in the element. Fails if the curve has another number
/// of values.
fn component(element: &TransformElement, member: &str, curve: &Curve) -> Result<Component, String> {
    let kind = element.kind;
    let dimensions = curve.dimensions;
    let unknown = || format!("<{}> has no member \"{member}\"", kind.name());
    let component = if let Some(name) = member.strip_prefix('.') {
        Component::One(member_place(kind, name).ok_or_else(unknown)?)
    } else if member.is_empty() {
        if dimensions == 1 && kind == TransformKind::Rotate {
            Component::One(3) // an angle for a whole rotation: some exporters leave out ".ANGLE"
        } else {
            Component::Whole
        }
    } else {
        Component::One(index_place(kind, member).ok_or_else(unknown)?)
    };
    let wanted = if component == Component::Whole { kind.count() } else { 1 };
    if dimensions == wanted {
        Ok(component)
    } else {
        Err(format!("keys of {dimensions} numbers do not fit, {wanted} would"))
    }
}

fn member_place(kind: TransformKind, name: &str) -> Option<usize> {
    let index = match (kind, name) {
        (TransformKind::Rotate, "ANGLE") => 3,
        (TransformKind::Skew, "ANGLE") => 0,
        (TransformKind::Translate | TransformKind::Scale | TransformKind::Rotate, _) => {
            ["X", "Y", "Z"].iter().position(|member| *member == name)?
        }
        _ => return None,
    };
    Some(index)
}

/// `(i)`, or `(column)(row)` of a matrix, as exporters write it.
fn index_place(kind: TransformKind, text: &str) -> Option<usize> {
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
