//! Mesh instances as parts of the model: one part for each material, each with a skin that has the best four influences of
//! each position. Vertices are split only where position, normal, texture coordinates or colour differ.

use super::{
    NO_MATERIAL, SkinData as FileSkin,
    geometry::{CUT_CORNERS, Geometry, Input, Primitive, Semantic},
    limits::MAX_BINDINGS,
    materials::Materials,
    reader::Reader,
    scene::{JointIndex, Scene},
    skins::SkinData,
    sources::Sources,
    xml::{Element, attribute, child, children, name_of},
};
use crate::loading::{
    Error,
    limits::{BYTES_OF_A_VERTEX, MAX_INSTANCED_CORNERS},
};
use armature::{
    mesh::{Mesh, NO_JOINTS, SkinnedVertex},
    model::{Model, Part},
    skin::{FourInfluences, Skin},
};
use glam::{Vec2, Vec3};
use roxmltree::NodeId;
use std::{
    collections::{HashMap, HashSet},
    rc::Rc,
};

/// Largest number of controllers on one another: a skin on a morph is 2.
const MAX_CONTROLLERS: usize = 8;

/// Adds the meshes of a scene to a model.
pub(super) struct MeshBuilder<'r, 'a> {
    reader: &'r Reader<'a>,
    sources: &'r Sources<'a>,
    scene: &'r Scene<'a>,
    materials: &'r Materials<'a>,
    model: &'r mut Model,
    index: JointIndex<'a>,
    geometries: HashMap<NodeId, Rc<Geometry<'a>>>,
    skins: HashMap<NodeId, Rc<SkinData<'a>>>,
    /// The skin of the model for rigid meshes of a node.
    rigid: HashMap<usize, usize>,
    /// Geometries and controllers that the scene shows.
    shown: HashSet<NodeId>,
    /// Corners that instances may still add to the file's own.
    corners_left: usize,
    bindings: usize,
    cut_left: usize,
    file_skins: Vec<FileSkin>,
    positions: Vec<Vec<u32>>,
}

/// Parts of the file beside those of the model.
pub(super) struct MeshSources {
    /// Skins as the file has them, in the order of their nodes.
    pub(super) skins: Vec<FileSkin>,
    /// Index of the position of each vertex, for each of the model's parts.
    pub(super) positions: Vec<Vec<u32>>,
}

/// Mesh at a node of the scene.
struct Shape<'a> {
    at: usize,
    instance: Element<'a>,
    geometry: Element<'a>,
    /// The controller's id, and its `<skin>`.
    skin: Option<(&'a str, Element<'a>)>,
}

impl<'r, 'a> MeshBuilder<'r, 'a> {
    pub(super) fn new(
        reader: &'r Reader<'a>,
        sources: &'r Sources<'a>,
        scene: &'r Scene<'a>,
        materials: &'r Materials<'a>,
        model: &'r mut Model,
    ) -> Self {
        Self {
            reader,
            sources,
            scene,
            materials,
            model,
            index: JointIndex::new(&scene.nodes),
            geometries: HashMap::new(),
            skins: HashMap::new(),
            rigid: HashMap::new(),
            shown: HashSet::new(),
            corners_left: MAX_INSTANCED_CORNERS,
            bindings: 0,
            cut_left: CUT_CORNERS,
            file_skins: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Adds every mesh of the scene to the model's parts: rigid ones with a skin of one joint.
    pub(super) fn add_meshes(mut self) -> Result<MeshSources, Error> {
        let mut shapes = Vec::new();
        for at in 0..self.scene.nodes.len() {
            for instance in self.scene.nodes[at].element.children() {
                // Cameras, lights and extras have no part in animation.
                if ["instance_geometry", "instance_controller"].contains(&instance.tag_name().name()) {
                    shapes.extend(self.find_shape(at, instance));
                }
            }
        }
        shapes.sort_by_key(|shape| shape.skin.is_some());
        for shape in shapes {
            self.add_shape(&shape)?;
        }
        for (library, item) in [("library_geometries", "geometry"), ("library_controllers", "controller")] {
            let unused = self.reader.library(library, item).filter(|element| !self.shown.contains(&element.id()));
            let unused: Vec<_> = unused.map(|element| (element, name_of(element))).collect();
            self.reader.warn_of_unused(&unused, "in no node of the scene");
        }
        Ok(MeshSources { skins: self.file_skins, positions: self.positions })
    }

    fn add_shape(&mut self, shape: &Shape<'a>) -> Result<(), Error> {
        let Shape { at, instance, geometry: element, skin } = *shape;
        let is_first = !self.geometries.contains_key(&element.id());
        if is_first {
            self.reader.check_count(element, self.geometries.len())?;
            let geometry = Geometry::read(self.reader, self.sources, element, &mut self.cut_left)?;
            self.geometries.insert(element.id(), Rc::new(geometry));
        }
        let geometry = self.geometries[&element.id()].clone();
        if !is_first {
            self.charge_corners(geometry.corners(), instance)?;
        }
        // Empty primitives and bindings are work as well, and parts have copies of the name.
        self.charge_corners((1 + geometry.name.len() / BYTES_OF_A_VERTEX) * geometry.primitives.len(), instance)?;
        let Some((controller, skin)) = skin else {
            let model = &mut *self.model;
            let skin = *self.rigid.entry(at).or_insert_with(|| {
                model.skins.push(Skin::rigid(at));
                model.skins.len() - 1
            });
            return self.add_parts(instance, &geometry, skin, &[]);
        };
        if !self.skins.contains_key(&skin.id()) {
            let data = SkinData::read(self.reader, self.sources, &self.index, skin)?;
            self.skins.insert(skin.id(), Rc::new(data));
        }
        let data = self.skins[&skin.id()].clone();
        self.bindings += data.joints.len() + children(instance, "skeleton").count();
        if self.bindings > MAX_BINDINGS {
            let message = format!("more than {MAX_BINDINGS} joints in all skins together");
            return Err(self.reader.error(instance, message));
        }
        let positions = geometry.position_count();
        self.charge_corners(positions, instance)?;
        let names = (&*data.joints, data.are_ids);
        let joints = self.index.find_joints(self.reader, &self.scene.nodes, at, instance, names);
        self.model.skins.push(data.bind(self.scene, at, &joints));
        let skin = self.model.skins.len() - 1;
        let points = geometry.positions.iter();
        self.file_skins.push(FileSkin {
            controller: controller.into(),
            node: at,
            skin,
            names: data.joints.clone(),
            names_are_ids: data.are_ids,
            influences: data.influences.clone(),
            positions: points.flat_map(|source| (0..positions).map(|index| source.vector(index).into())).collect(),
        });
        self.add_parts(instance, &geometry, skin, &data.four(self.reader, positions))
    }

    /// Follows an instance through controllers to its geometry. Morphs are their base shape.
    fn find_shape(&mut self, at: usize, instance: Element<'a>) -> Option<Shape<'a>> {
        let reader = self.reader;
        let mut reference = instance.attribute("url").or(instance.attribute("target")).unwrap_or("");
        let mut controller =
            reader.target("controller", reference).filter(|_| instance.tag_name().name() == "instance_controller");
        let mut skin = None;
        let mut last = None;
        for _ in 0..MAX_CONTROLLERS {
            let Some(element) = controller else { break };
            self.shown.insert(element.id());
            let data = if let Some(data) = child(element, "skin") {
                skin = skin.or(Some((attribute(element, "id"), data)));
                data
            } else if let Some(data) = child(element, "morph") {
                reader.warn(data, "morph targets are not read: the base shape is used");
                data
            } else {
                reader.warn(element, "neither a <skin> nor a <morph>: left out");
                return None;
            };
            last = Some(element);
            reference = attribute(data, "source");
            controller =
                reader.target("controller", reference).filter(|_| reader.target("geometry", reference).is_none());
        }
        // Some exporters bring in a plain mesh as a controller.
        let Some(geometry) = reader.target("geometry", reference) else {
            let id = reader.id_of(reference);
            let node = attribute(self.scene.nodes[at].element, "id");
            match (last, instance.tag_name().name()) {
                (Some(controller), _) => reader.warn(controller, format!("no geometry \"{id}\": nothing is drawn")),
                (None, "instance_geometry") => reader.warn(instance, format!("no geometry \"{id}\": left out")),
                _ => reader.warn(instance, format!("node \"{node}\": no controller \"{id}\": left out")),
            }
            return None;
        };
        self.shown.insert(geometry.id());
        Some(Shape { at, instance, geometry, skin })
    }

    /// Adds a part for each material of a geometry.
    fn add_parts(
        &mut self,
        instance: Element<'a>,
        geometry: &Geometry<'a>,
        skin: usize,
        influences: &[FourInfluences],
    ) -> Result<(), Error> {
        let mut bindings: Vec<Element<'a>> = Vec::new();
        for bind in children(instance, "bind_material") {
            let common = children(bind, "technique_common");
            bindings.extend(common.flat_map(|common| children(common, "instance_material")));
        }
        self.charge_corners(bindings.len(), instance)?;
        let mut unbound = Vec::new();
        for (symbol, primitives) in group_by_material(&geometry.primitives) {
            let mut binding = bindings.iter().rfind(|binding| attribute(**binding, "symbol") == symbol).copied();
            if let ("", None, [only]) = (symbol, binding, &*bindings) {
                let target = self.reader.id_of(attribute(*only, "target"));
                let message = format!("faces that name no material: drawn in \"{target}\", the only one here");
                self.reader.warn(instance, message);
                binding = Some(*only);
            }
            let target = binding.map_or(symbol, |binding| attribute(binding, "target"));
            let material = self.materials.find(self.reader, target);
            if material.is_none() && binding.is_some() {
                let id = self.reader.id_of(target);
                self.reader.warn(instance, format!("no material \"{id}\": drawn in grey"));
            } else if material.is_none() && !["", NO_MATERIAL].contains(&symbol) {
                unbound.push(format!("\"{symbol}\""));
            }
            let set = material.and_then(|material| {
                let texcoord = self.materials.texcoord(material);
                let mut sets = children(binding?, "bind_vertex_input");
                sets.find(|set| attribute(*set, "semantic") == texcoord)?.attribute("input_set")?.trim().parse().ok()
            });
            let (part, positions) = build_part(geometry, &primitives, set, influences);
            self.model.parts.push(Part { skin, material, ..part });
            self.positions.push(positions);
        }
        if !unbound.is_empty() {
            let message = format!("no material is bound to the symbol {}: drawn in grey", unbound.join(", "));
            self.reader.warn(instance, message);
        }
        Ok(())
    }

    /// Subtracts the corners of an instance from those that may still be added.
    fn charge_corners(&mut self, corners: usize, instance: Element<'a>) -> Result<(), Error> {
        self.corners_left = self.corners_left.checked_sub(corners).ok_or_else(|| {
            let message = format!("instances make more than {MAX_INSTANCED_CORNERS} corners beyond the file's own");
            self.reader.error(instance, message)
        })?;
        Ok(())
    }
}

/// Returns primitives by the name of their material, in the order in which the names occur.
fn group_by_material<'g, 'a>(primitives: &'g [Primitive<'a>]) -> Vec<(&'a str, Vec<&'g Primitive<'a>>)> {
    let mut groups: Vec<(&str, Vec<&Primitive<'a>>)> = Vec::new();
    let mut indices: HashMap<&str, usize> = HashMap::new();
    for primitive in primitives {
        let index = *indices.entry(primitive.material).or_insert(groups.len());
        if index == groups.len() {
            groups.push((primitive.material, Vec::new()));
        }
        groups[index].1.push(primitive);
    }
    groups
}

/// Key by which vertices differ: the position's index, normal and texture coordinates as bits, and the colour.
type Key = (usize, [u32; 3], [u32; 2], [u8; 4]);

/// Builds a part from primitives of a geometry, and returns it with the index of the position of each vertex. Colours are
/// there if any of the primitives has some, and opacity that hides every vertex is none. `influences` are those of each
/// position; none for a rigid mesh.
///
/// Some exporters wind triangles clockwise: a mesh that is [inside out](is_inside_out) is turned.
fn build_part<'a>(
    geometry: &Geometry<'a>,
    primitives: &[&Primitive<'a>],
    set: Option<usize>,
    influences: &[FourInfluences],
) -> (Part, Vec<u32>) {
    let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new() };
    let mut colors = Vec::new();
    let mut has_colors = false;
    let mut positions = Vec::new();
    let mut known: HashMap<Key, u32> = HashMap::new();
    for primitive in primitives {
        let normal = primitive.inputs.iter().find(|input| input.semantic == Semantic::Normal);
        let texcoord = find_texcoord(primitive, set);
        let color = find_color(primitive);
        has_colors |= color.is_some();
        for corner in primitive.triangles.iter().flatten() {
            let position = primitive.position_index(*corner);
            let written =
                normal.map_or(Vec3::ZERO, |input| input.source.vector(primitive.index(*corner, input)).into());
            let normal =
                written.try_normalize().unwrap_or_else(|| geometry.normals().get(position).copied().unwrap_or(Vec3::Y));
            let texcoord = texcoord.map_or([0.0; 2], |input| input.source.vector(primitive.index(*corner, input)));
            let color = color.map_or([u8::MAX; 4], |input| color_of(input, primitive.index(*corner, input)));
            let key = (position, normal.to_array().map(f32::to_bits), texcoord.map(f32::to_bits), color);
            let index = *known.entry(key).or_insert(mesh.vertices.len() as u32);
            if index as usize == mesh.vertices.len() {
                let four = influences.get(position);
                let (joints, weights) = four.map_or(NO_JOINTS, |four| (four.joints, four.weights));
                mesh.vertices.push(SkinnedVertex {
                    position: primitive.inputs[0].source.vector(position).into(),
                    normal,
                    texcoord: Vec2::from(texcoord),
                    joints,
                    weights,
                });
                colors.push(color);
                positions.push(position as u32);
            }
            mesh.indices.push(index);
        }
    }
    if is_inside_out(&mesh) {
        mesh.indices.as_chunks_mut::<3>().0.iter_mut().for_each(|corners| corners.swap(1, 2));
    }
    if !has_colors {
        colors.clear();
    } else if colors.iter().all(|color| color[3] == 0) {
        for color in &mut colors {
            color[3] = u8::MAX;
        }
    }
    (Part { name: geometry.name.into(), mesh, colors, skin: 0, material: None, morphs: None }, positions)
}

/// Finds the texture coordinates of `set`, or else of the lowest set.
fn find_texcoord<'p, 'a>(primitive: &'p Primitive<'a>, set: Option<usize>) -> Option<&'p Input<'a>> {
    let mut lowest: Option<(usize, &Input<'a>)> = None;
    for input in &primitive.inputs {
        let Semantic::Texcoord(own) = input.semantic else { continue };
        if set == Some(own) {
            return Some(input);
        }
        if lowest.is_none_or(|(lowest, _)| own < lowest) {
            lowest = Some((own, input));
        }
    }
    lowest.map(|(_, input)| input)
}

/// Finds the colours of the lowest set.
fn find_color<'p, 'a>(primitive: &'p Primitive<'a>) -> Option<&'p Input<'a>> {
    let colored = primitive.inputs.iter().filter(|input| matches!(input.semantic, Semantic::Color(_)));
    colored.min_by_key(|input| match input.semantic {
        Semantic::Color(set) => set,
        _ => 0,
    })
}

/// Returns a colour, encoded as sRGB, with opacity: 1 where the file has three numbers.
fn color_of(input: &Input<'_>, index: usize) -> [u8; 4] {
    let mut color = input.source.vector::<4>(index);
    if input.source.width() == 3 {
        color[3] = 1.0;
    }
    color.map(|part| (part * 255.0).round() as u8) // NaN becomes 0
}

/// Returns whether the normals of every face with an area point to its back.
fn is_inside_out(mesh: &Mesh<SkinnedVertex>) -> bool {
    let mut has_area = false;
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|corner| &mesh.vertices[corner]);
        let normal = (b.position - a.position).cross(c.position - a.position);
        let front = normal.dot(a.normal + b.normal + c.normal);
        if front != 0.0 {
            has_area = true;
            if front.is_nan() || front > 0.0 {
                return false;
            }
        }
    }
    has_area
}
