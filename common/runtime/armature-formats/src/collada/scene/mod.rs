//! Resolves the references of a document: every instance of every node, the joints of skins, the targets of
//! channels.

mod channels;
mod instances;
mod joints;

pub use channels::{Component, Driven};

use super::{
    document::{Content, Document, Instance},
    error::{Error, ErrorKind, Reporter, Warning},
    limits::MAX_BINDINGS,
    transforms::local,
};
use glam::DAffine3;
use std::cell::OnceCell;

/// One instance of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneNode {
    /// Index in the document's nodes.
    pub node: usize,
    /// The index of its parent, which comes before it.
    pub parent: Option<usize>,
    /// The index of the first instance after it that is not its descendant.
    pub end: usize,
}

/// A rigid mesh: it moves with one node.
#[derive(Clone, Debug)]
pub struct MeshInstance<'a> {
    /// Index in the scene's nodes.
    pub node: usize,
    /// Index in the document's geometries.
    pub geometry: usize,
    /// The element, with its materials.
    pub instance: &'a Instance,
}

/// A skinned mesh.
#[derive(Clone, Debug)]
pub struct SkinInstance<'a> {
    /// The node with the `<instance_controller>`, in the scene's nodes. Its own transform does not matter.
    pub node: usize,
    /// Index in the document's controllers.
    pub controller: usize,
    /// Index in the document's geometries; `None` if there is no mesh.
    pub geometry: Option<usize>,
    /// The scene's node for each joint of the skin, in the skin's order.
    pub joints: Vec<Option<usize>>,
    /// `joint_from_bind` for each joint.
    pub inverse_binds: Vec<DAffine3>,
    /// The element, with its materials.
    pub instance: &'a Instance,
}

/// The scene of a document.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    /// Depth first, in document order.
    pub nodes: Vec<SceneNode>,
    /// Rigid meshes, in the order of their nodes.
    pub meshes: Vec<MeshInstance<'a>>,
    /// Skins, in the order of their nodes.
    pub skins: Vec<SkinInstance<'a>>,
    /// Channels with their targets; of two with one target the later wins.
    pub driven: Vec<Driven>,
    /// Index of the scene that is shown.
    pub(super) shown: Option<usize>,
    pub(super) reporter: Reporter,
}

impl<'a> Scene<'a> {
    /// Follows every reference of the document's scene.
    ///
    /// # Errors
    /// If instances of instances make too many nodes, or nest without end.
    pub fn new(document: &'a Document) -> Result<Self, Error> {
        let mut reporter = Reporter::new(&document.name);
        let shown = instances::find_scene(document, &mut reporter);
        let nodes = instances::flatten(document, shown, &mut reporter)?;
        let mut scene = Self { nodes, meshes: Vec::new(), skins: Vec::new(), driven: Vec::new(), shown, reporter };
        scene.driven = channels::resolve_targets(document, &mut scene.reporter);
        scene.find_meshes(document)?;
        Ok(scene)
    }

    /// Returns the warnings about references, in the order of the file.
    pub fn warnings(&self) -> Vec<Warning> {
        self.reporter.clone().into_warnings()
    }

    /// Adds the meshes and skins of all nodes, within the limit for joints of skins.
    fn find_meshes(&mut self, document: &'a Document) -> Result<(), Error> {
        let index = OnceCell::new();
        let rest = OnceCell::new();
        let mut bindings = 0;
        for node in 0..self.nodes.len() {
            for content in &document.nodes[self.nodes[node].node].contents {
                match content {
                    Content::Geometry(instance) => self.add_mesh(document, node, instance),
                    Content::Controller(instance) => {
                        self.add_controller(document, &index, &rest, node, instance);
                        bindings += self.skins.last().map_or(0, |skin| skin.joints.len());
                        bindings += instance.skeletons.len();
                        if bindings > MAX_BINDINGS {
                            let message = format!("more than {MAX_BINDINGS} joints in all skins together");
                            let location = Some(&instance.location);
                            return Err(self.reporter.error(ErrorKind::Limit, location, message));
                        }
                    }
                    Content::Child(_) | Content::Instance(_) => {}
                }
            }
        }
        Ok(())
    }

    fn add_mesh(&mut self, document: &Document, node: usize, instance: &'a Instance) {
        match document.ids.geometries.get(&instance.target) {
            Some(&geometry) => self.meshes.push(MeshInstance { node, geometry, instance }),
            None => {
                self.reporter.warn(Some(&instance.location), format!("no geometry \"{}\": left out", instance.target));
            }
        }
    }

    /// Adds the skin of an `<instance_controller>`, or the rigid mesh where there is no skin. `index` and `rest`, the world
    /// transforms at rest, are computed for the first skin.
    fn add_controller(
        &mut self,
        document: &'a Document,
        index: &OnceCell<joints::Index<'a>>,
        rest: &OnceCell<Vec<DAffine3>>,
        node: usize,
        instance: &'a Instance,
    ) {
        let Some(&controller) = document.ids.controllers.get(&instance.target) else {
            // Some exporters bring in a plain mesh this way.
            if document.ids.geometries.contains_key(&instance.target) {
                return self.add_mesh(document, node, instance);
            }
            let name = &document.nodes[self.nodes[node].node].location.id;
            let message = format!("node \"{name}\": no controller \"{}\": left out", instance.target);
            return self.reporter.warn(Some(&instance.location), message);
        };
        let geometry = base_geometry(document, controller);
        if geometry.is_none() {
            let data = &document.controllers[controller];
            self.reporter.warn(Some(&data.location), format!("no geometry \"{}\": nothing is drawn", data.target));
        }
        let controller = skin_below(document, controller);
        let Some(data) = &document.controllers[controller].skin else {
            self.meshes.extend(geometry.map(|geometry| MeshInstance { node, geometry, instance }));
            return;
        };
        let index = index.get_or_init(|| joints::Index::new(document, &self.nodes));
        let joints = index.find_joints(document, &self.nodes, node, instance, data, &mut self.reporter);
        let inverse_binds = data.inverse_binds.clone().unwrap_or_else(|| {
            // The mesh is taken to have been bound where it and the joints rest.
            let rest = rest.get_or_init(|| rest_world(document, &self.nodes));
            joints
                .iter()
                .map(|joint| match joint {
                    Some(joint) => invert(&rest[*joint]) * rest[node],
                    None => DAffine3::IDENTITY,
                })
                .collect()
        });
        self.skins.push(SkinInstance { node, controller, geometry, joints, inverse_binds, instance });
    }
}

/// Returns the controller, or the skin that its morph targets deform.
fn skin_below(document: &Document, controller: usize) -> usize {
    let below = |index: &usize| document.ids.controllers.get(&document.controllers[*index].target).copied();
    let mut all = std::iter::successors(Some(controller), below).take(MAX_CONTROLLERS);
    all.find(|index| document.controllers[*index].skin.is_some()).unwrap_or(controller)
}

/// Largest number of controllers on one another: a skin on a morph is 2.
const MAX_CONTROLLERS: usize = 8;

/// Returns the mesh that a controller deforms, through other controllers.
fn base_geometry(document: &Document, controller: usize) -> Option<usize> {
    let mut target = &document.controllers[controller].target;
    for _ in 0..MAX_CONTROLLERS {
        if let Some(geometry) = document.ids.geometries.get(target) {
            return Some(*geometry);
        }
        target = &document.controllers[*document.ids.controllers.get(target)?].target;
    }
    None
}

/// Returns the inverse, or the identity for a singular matrix.
fn invert(matrix: &DAffine3) -> DAffine3 {
    let inverse = matrix.inverse();
    if inverse.is_finite() { inverse } else { DAffine3::IDENTITY }
}

/// Returns `parent_from_node` of every node of the document, at rest.
pub fn rest_locals(document: &Document) -> Vec<DAffine3> {
    document.nodes.iter().map(|node| local(&node.transforms)).collect()
}

/// Returns `world_from_node` of every node of the scene, at rest.
pub fn rest_world(document: &Document, nodes: &[SceneNode]) -> Vec<DAffine3> {
    world(nodes, &rest_locals(document))
}

/// Returns `world_from_node` of every node of the scene, from the local transforms of the document's nodes.
pub fn world(nodes: &[SceneNode], locals: &[DAffine3]) -> Vec<DAffine3> {
    let mut world: Vec<DAffine3> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let local = locals[node.node];
        world.push(node.parent.map_or(local, |parent| world[parent] * local));
    }
    world
}
