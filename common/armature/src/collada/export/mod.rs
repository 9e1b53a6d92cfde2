//! Writes clips into the document of their figure: its text stays as it is, but for the animations and the
//! transforms of the nodes that they move.
//!
//! - `library_animations` and `library_animation_clips` are replaced. A clip has an `animation` for each joint that it
//!   moves: whole matrices, LINEAR, on a clock of its own that begins at 0. Those of one clip are in an `animation` of
//!   its name, where there are several: some readers (Assimp 5.2) do not read clips, and group channels by that. An
//!   `animation_clip` names the inner ones one by one: others (three.js) find no `animation` that only groups.
//! - A node that a clip moves gets one `matrix` with its rest transform for whatever transforms it had, and an id
//!   where it has none.
//! - A joint has keys where any of its tracks has one, at the clip's ends, and as many more as it takes that readers
//!   which interpolate rotations at constant speed (slerp) and those which do not (nlerp) see the same
//!   (see [`keys`]).
//! - An `extra` says that the keys are meant as they are: [`load`](super::load) then keeps them.

pub(super) mod keys;
pub(super) mod lines;
pub(super) mod text;
pub(super) mod write;

use super::{
    archive::{self, Archive},
    decode,
    document::Document,
    error::{Error, ErrorKind, Reporter, Warning, counted},
    evaluate::rest_locals,
    scene::Scene,
};
use crate::{
    animation::{Clip, JointTracks},
    skeleton::{Pose, Skeleton},
};
use keys::{Key, Motion};
use lines::Lines;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use text::Nodes;

/// A document with other clips.
#[derive(Clone, Debug)]
pub struct Exported {
    /// The document, in UTF-8.
    pub text: String,
    /// What could not be written as it is.
    pub warnings: Vec<Warning>,
}

/// What says in a file that its keys are meant as they are: the profile of a technique, and its element.
pub(super) const PROFILE: &str = "ARMATURE";
pub(super) const EXACT_KEYS: &str = "exact_keys";

/// A clip's keys for each node of the document that it moves.
pub(super) struct NodeKeys<'a> {
    pub(super) clip: &'a Clip,
    pub(super) nodes: BTreeMap<usize, Vec<Key>>,
}

/// The Collada document in `bytes` (or the one in an archive) with `clips` for its own; `name` is what messages call
/// it. `skeleton` is that of the document's model, whose joints the clips move.
///
/// # Errors
/// As [`Document::read`] and [`Scene::new`]. If the document has not as many nodes as the skeleton has joints; if
/// joints that are one node of the document move in two ways; if the id of a node that moves is another element's.
///
/// # Panics
/// If a clip moves a joint beyond the skeleton.
pub fn export(
    bytes: &[u8],
    name: &str,
    skeleton: &Skeleton,
    clips: &[Clip],
) -> Result<Exported, Error> {
    let document = Document::read(bytes, name)?;
    let scene = Scene::new(&document)?;
    let mut reporter = Reporter::new(&document.name);
    if scene.nodes.len() != skeleton.len() {
        let message = format!(
            "{} in the scene, but the clips are for {}: has the file changed?",
            counted(scene.nodes.len(), "node", "nodes"),
            counted(skeleton.len(), "joint", "joints"),
        );
        return Err(reporter.error(ErrorKind::Structure, None, message));
    }
    let bind = skeleton.bind_pose();
    let mut moves = Vec::with_capacity(clips.len());
    for clip in clips {
        let nodes = node_keys(&document, &scene, &bind, clip, &mut reporter)?;
        moves.push(NodeKeys { clip, nodes });
    }
    let all: Vec<usize> = scene.nodes.iter().map(|instance| instance.node).collect();
    keep_company(&mut moves, &all, |node, clip| {
        let joint = scene.nodes.iter().position(|instance| instance.node == node);
        joint.map(|joint| Motion::new(&bind, joint, None, clip).keys().0)
    });
    report_lost(&document, &scene, &mut reporter);

    let unpacked;
    let bytes = if archive::is_archive(bytes) {
        unpacked = Archive::open(bytes, &mut Reporter::new(name))?.document(&reporter)?;
        &unpacked
    } else {
        bytes
    };
    let (whole, blanks) = decode::text(bytes, &mut Reporter::new(name))?;
    let text = &whole[blanks..];
    let xml = roxmltree::Document::parse(text)
        .map_err(|error| reporter.error(ErrorKind::Xml, None, error.to_string()))?;
    let nodes = Nodes::find(&xml, &document)
        .ok_or_else(|| reporter.error(ErrorKind::Structure, None, "its nodes are not found"))?;

    let mut edits = text::Edits::new(text, &xml);
    let rest = rest_locals(&document);
    let animated: BTreeSet<usize> =
        moves.iter().flat_map(|clip| clip.nodes.keys().copied()).collect();
    let mut ids: HashMap<usize, String> = HashMap::new();
    for &node in &animated {
        let id = edits.id_of(node, &document, &nodes).map_err(|message| {
            let place = Some(&document.nodes[node].place);
            reporter.error(ErrorKind::Structure, place, message)
        })?;
        ids.insert(node, id);
        edits.set_matrix(&document.nodes[node], nodes.all[node], &rest[node]);
    }
    let mut out = Lines::new(edits.prefix(), 1);
    let id_of = |node: usize| (ids[&node].as_str(), format!("-{node}"));
    write::libraries(&mut out, &moves, id_of, &edits.free_prefix());
    edits.replace_libraries(out.text.trim());
    Ok(Exported { text: edits.apply(), warnings: reporter.into_warnings() })
}

/// The keys of each node that a clip moves.
fn node_keys(
    document: &Document,
    scene: &Scene<'_>,
    bind: &Pose,
    clip: &Clip,
    reporter: &mut Reporter,
) -> Result<BTreeMap<usize, Vec<Key>>, Error> {
    let mut nodes: BTreeMap<usize, Vec<Key>> = BTreeMap::new();
    let tracks: HashMap<usize, &JointTracks> =
        clip.tracks.iter().map(|tracks| (tracks.joint, tracks)).collect();
    let moved: HashSet<usize> =
        clip.tracks.iter().map(|tracks| scene.nodes[tracks.joint].node).collect();
    for (joint, instance) in scene.nodes.iter().enumerate() {
        if !moved.contains(&instance.node) {
            continue;
        }
        let place = &document.nodes[instance.node].place;
        let motion = Motion::new(bind, joint, tracks.get(&joint).copied(), clip);
        let (keys, followed) = motion.keys();
        if !keys.iter().all(Key::is_finite) {
            let message = format!("clip \"{}\" moves it beyond an f32", clip.name);
            return Err(reporter.error(ErrorKind::Number, Some(place), message));
        }
        match nodes.get(&instance.node) {
            Some(before) if *before != keys => {
                let message = format!(
                    "this node is several joints, and clip \"{}\" moves them in different ways",
                    clip.name
                );
                return Err(reporter.error(ErrorKind::Animation, Some(place), message));
            }
            Some(_) => {}
            None => {
                if !followed {
                    let message = format!(
                        "clip \"{}\" scales or mirrors it so that keys of matrices do not follow",
                        clip.name
                    );
                    reporter.warn(Some(place), message);
                }
                nodes.insert(instance.node, keys);
            }
        }
    }
    Ok(nodes)
}

/// Gives a clip that moves one node, or none, another one of `all` that stays at rest: of clips with one channel each
/// Assimp makes one.
pub(super) fn keep_company(
    moves: &mut [NodeKeys<'_>],
    all: &[usize],
    rest: impl Fn(usize, &Clip) -> Option<Vec<Key>>,
) {
    let mut known = HashSet::new();
    let moved = moves.iter().flat_map(|clip| clip.nodes.keys().copied());
    let moved: Vec<usize> = moved.filter(|node| known.insert(*node)).collect();
    let several = moves.len() > 1;
    for NodeKeys { clip, nodes } in moves {
        let wanted = if several { 2 } else { 1 };
        for node in moved.iter().chain(all).copied() {
            if nodes.len() >= wanted {
                break;
            }
            if !nodes.contains_key(&node)
                && let Some(keys) = rest(node, clip)
            {
                nodes.insert(node, keys);
            }
        }
    }
}

/// Reports channels that move no node: clips do not hold them.
fn report_lost(document: &Document, scene: &Scene<'_>, reporter: &mut Reporter) {
    let lost = document.channels.len() - scene.driven.len();
    if lost > 0 {
        let channels = counted(lost, "channel", "channels");
        reporter.warn(None, format!("{channels} that moved no node of the scene: left out"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn company_is_looked_for_once_however_many_clips_there_are() {
        let clip = Clip::of_tracks("", Vec::new());
        let moves = || NodeKeys { clip: &clip, nodes: BTreeMap::from([(1, Vec::new())]) };
        let mut moves: Vec<NodeKeys<'_>> = (0..100).map(|_| moves()).collect();
        let asked = std::cell::Cell::new(0);
        keep_company(&mut moves, &[0, 1, 2], |_, _| {
            asked.set(asked.get() + 1);
            Some(Vec::new())
        });
        assert_eq!(asked.get(), moves.len());
        assert!(moves.iter().all(|clip| clip.nodes.keys().eq(&[0, 1])));
    }
}
