//! Geometries and controllers.

use super::{
    WrittenModel,
    lines::{Lines, rows_of},
    name_attribute,
    names::Names,
    single,
};
use crate::collada::NO_MATERIAL;
use armature::{mesh::SkinnedVertex, model::Part, skin::Skin};
use glam::Affine3A;
use std::collections::HashMap;

/// The geometries of a model.
pub(super) struct Meshes<'a> {
    pub(super) all: Vec<GeometryParts<'a>>,
}

/// The parts with one name and one skin, which make a geometry.
pub(super) struct GeometryParts<'a> {
    pub(super) name: &'a str,
    /// Beginning of the geometry's ids: `-mesh` and `-skin` follow.
    pub(super) id: String,
    skin: usize,
    /// The joint in whose space the mesh is; `None` for a mesh on a controller, which has a node of its own.
    pub(super) joint: Option<usize>,
    parts: Vec<&'a Part>,
    /// Symbol of each part's material in its triangles.
    symbols: Vec<String>,
}

impl<'a> Meshes<'a> {
    pub(super) fn new(figure: &WrittenModel<'a>) -> Self {
        let model = figure.model;
        let mut ids = Names::default();
        let mut known = HashMap::new();
        let mut all: Vec<GeometryParts<'a>> = Vec::new();
        for part in model.parts.iter().filter(|part| !part.mesh.indices.is_empty()) {
            let group = *known.entry((part.skin, part.name.as_str())).or_insert_with(|| {
                all.push(GeometryParts {
                    name: &part.name,
                    id: ids.unique(&part.name, "mesh"),
                    skin: part.skin,
                    joint: rigid_joint(&model.skins[part.skin]),
                    parts: Vec::new(),
                    symbols: Vec::new(),
                });
                all.len() - 1
            });
            all[group].parts.push(part);
        }
        for group in &mut all {
            let is_named = group.parts.len() > 1 || group.parts.iter().any(|part| part.material.is_some());
            let mut symbols = Names::default();
            group.symbols = group
                .parts
                .iter()
                .map(|part| match part.material {
                    Some(material) => symbols.unique(&model.materials[material].name, "material"),
                    None if is_named => symbols.unique(NO_MATERIAL, NO_MATERIAL),
                    None => String::new(),
                })
                .collect();
        }
        Self { all }
    }

    /// Writes the libraries of geometries and controllers.
    pub(super) fn write(&self, out: &mut Lines, figure: &WrittenModel<'_>) {
        if self.all.is_empty() {
            return;
        }
        out.comment(
            "A geometry is a mesh in a space of its own. Each source is a list of vectors, a line for each.\n\
             The triangles' list p has three corners a line: each number says which position, which normal and\n\
             which texture coordinate, for they all have the offset 0. Counter-clockwise is outside.",
        );
        out.open("library_geometries", "");
        self.all.iter().for_each(|group| group.write_geometry(out));
        out.close("library_geometries");
        let skinned = self.all.iter().filter(|group| group.joint.is_none());
        let mut skinned = skinned.peekable();
        if skinned.peek().is_some() {
            out.comment(
                "A controller binds a mesh to joints. A matrix is 16 numbers, row by row, for column vectors: the\n\
                 last number of each of the first three rows is the translation. bind_shape_matrix: from the\n\
                 mesh's space to the one in which it was bound. INV_BIND_MATRIX: from there to each joint's space,\n\
                 a line for each joint. vcount: how many joints each vertex follows; v: for each of these the\n\
                 joint's number and the weight's, a line for each vertex. Joint -1 would be none.",
            );
            out.open("library_controllers", "");
            skinned.for_each(|group| group.write_controller(out, figure));
            out.close("library_controllers");
        }
    }
}

/// Returns the only joint of a skin, if the mesh is in the joint's own space.
fn rigid_joint(skin: &Skin) -> Option<usize> {
    let [only] = skin.bindings.as_slice() else { return None };
    let is_rigid = [only.joint_from_bind, skin.bind_from_mesh] == [Affine3A::IDENTITY; 2];
    only.joint.filter(|_| is_rigid)
}

impl GeometryParts<'_> {
    fn vertices(&self) -> impl Iterator<Item = &SkinnedVertex> + Clone {
        self.parts.iter().flat_map(|part| &part.mesh.vertices)
    }

    /// Returns the symbol in the triangles and the index of each part's material. No two parts share a symbol.
    pub(super) fn symbols(&self) -> impl Iterator<Item = (&str, usize)> {
        let used = self.parts.iter().zip(&self.symbols);
        used.filter_map(|(part, symbol)| Some((symbol.as_str(), part.material?)))
    }

    /// Writes the `<geometry>`.
    fn write_geometry(&self, out: &mut Lines) {
        let id = format!("{}-mesh", self.id);
        let count = self.vertices().count();
        let textured = self.vertices().any(|vertex| vertex.texcoord != glam::Vec2::ZERO);
        let colored = self.parts.iter().any(|part| !part.colors.is_empty());
        out.open("geometry", &format!(" id=\"{id}\"{}", name_attribute(self.name)));
        out.open("mesh", "");
        let positions = self.vertices().flat_map(|vertex| vertex.position.to_array());
        let xyz = ["X", "Y", "Z"];
        out.number_source(&format!("{id}-positions"), positions, count, 3, &xyz, "float");
        let normals = self.vertices().flat_map(|vertex| vertex.normal.to_array());
        out.number_source(&format!("{id}-normals"), normals, count, 3, &xyz, "float");
        if textured {
            let texcoords = self.vertices().flat_map(|vertex| vertex.texcoord.to_array());
            let id = format!("{id}-texcoords");
            out.number_source(&id, texcoords, count, 2, &["S", "T"], "float");
        }
        if colored {
            let colors = self.parts.iter().flat_map(|part| {
                (0..part.mesh.vertices.len()).flat_map(|vertex| part.colors.get(vertex).copied().unwrap_or([255; 4]))
            });
            let colors = colors.map(|part| f32::from(part) / 255.0);
            let id = format!("{id}-colors");
            out.number_source(&id, colors, count, 4, &["R", "G", "B", "A"], "float");
        }
        out.open("vertices", &format!(" id=\"{id}-vertices\""));
        out.empty("input", &format!(" semantic=\"POSITION\" source=\"#{id}-positions\""));
        out.close("vertices");
        let mut first = 0;
        for (part, symbol) in self.parts.iter().zip(&self.symbols) {
            let triangles = part.mesh.indices.as_chunks::<3>().0;
            let material = if symbol.is_empty() { String::new() } else { format!(" material=\"{symbol}\"") };
            out.open("triangles", &format!("{material} count=\"{}\"", triangles.len()));
            for (is_written, semantic, source, set) in [
                (true, "VERTEX", "vertices", ""),
                (true, "NORMAL", "normals", ""),
                (textured, "TEXCOORD", "texcoords", " set=\"0\""),
                (colored, "COLOR", "colors", " set=\"0\""),
            ] {
                if is_written {
                    let source = format!(" semantic=\"{semantic}\" source=\"#{id}-{source}\"");
                    out.empty("input", &format!("{source} offset=\"0\"{set}"));
                }
            }
            let corners = triangles.iter().flatten().map(|corner| first + u64::from(*corner));
            out.list("p", "", corners, 3);
            out.close("triangles");
            first += part.mesh.vertices.len() as u64;
        }
        out.close("mesh");
        out.close("geometry");
    }

    /// Writes the `<controller>` with the skin's joints, inverse bind matrices and weights.
    fn write_controller(&self, out: &mut Lines, figure: &WrittenModel<'_>) {
        let skin = &figure.model.skins[self.skin];
        let id = format!("{}-skin", self.id);
        let file_from_model = &figure.file_from_model;
        let joints: Vec<(usize, Affine3A)> =
            skin.bindings.iter().filter_map(|binding| Some((binding.joint?, binding.joint_from_bind))).collect();
        out.open("controller", &format!(" id=\"{id}\"{}", name_attribute(self.name)));
        out.open("skin", &format!(" source=\"#{}-mesh\"", self.id));
        // The space of the bind pose is turned with the figure, so that the product of all matrices stays the same.
        let bind = single(&(*file_from_model * super::wide(&skin.bind_from_mesh)));
        out.floats("bind_shape_matrix", "", rows_of(&bind).into_iter(), 16);
        let names: Vec<&str> = joints.iter().map(|(joint, _)| &*figure.sids[*joint]).collect();
        out.name_source(&format!("{id}-joints"), names.into_iter(), "JOINT", 8);
        let bind_from_file = file_from_model.inverse();
        let inverses =
            joints.iter().flat_map(|(_, inverse)| rows_of(&single(&(super::wide(inverse) * bind_from_file))));
        let binds = format!("{id}-inverse_binds");
        out.number_source(&binds, inverses, joints.len(), 16, &["TRANSFORM"], "float4x4");

        let mut numbers: HashMap<u32, usize> = HashMap::new();
        let mut weights: Vec<f32> = Vec::new();
        let mut counts: Vec<usize> = Vec::new();
        let mut v: Vec<i64> = Vec::new();
        let mut slots = Vec::with_capacity(skin.bindings.len());
        let mut next = 0i64;
        for binding in &skin.bindings {
            slots.push(if binding.joint.is_some() { next } else { -1 });
            next += i64::from(binding.joint.is_some());
        }
        for vertex in self.vertices() {
            let before = v.len();
            for (slot, weight) in vertex.joints.into_iter().zip(vertex.weights) {
                if weight != 0.0 {
                    let number = *numbers.entry(weight.to_bits()).or_insert_with(|| {
                        weights.push(weight);
                        weights.len() - 1
                    });
                    v.extend([slots[usize::from(slot)], number as i64]);
                }
            }
            counts.push((v.len() - before) / 2);
        }
        let count = weights.len();
        out.number_source(&format!("{id}-weights"), weights.into_iter(), count, 1, &["WEIGHT"], "float");
        out.open("joints", "");
        out.empty("input", &format!(" semantic=\"JOINT\" source=\"#{id}-joints\""));
        out.empty("input", &format!(" semantic=\"INV_BIND_MATRIX\" source=\"#{id}-inverse_binds\""));
        out.close("joints");
        out.open("vertex_weights", &format!(" count=\"{}\"", counts.len()));
        out.empty("input", &format!(" semantic=\"JOINT\" source=\"#{id}-joints\" offset=\"0\""));
        out.empty("input", &format!(" semantic=\"WEIGHT\" source=\"#{id}-weights\" offset=\"1\""));
        out.list("vcount", "", counts.iter(), 32);
        out.rows("v", "", v.iter(), counts.iter().map(|count| 2 * count));
        out.close("vertex_weights");
        out.close("skin");
        out.close("controller");
    }

    /// Returns the roots of the skin's skeletons: the highest joints among the ancestors of its joints.
    pub(super) fn skeleton_roots(&self, figure: &WrittenModel<'_>) -> Vec<usize> {
        let joints = figure.model.skeleton.joints();
        let mut is_visited = vec![false; joints.len()];
        let mut roots = Vec::new();
        'joints: for joint in figure.model.skins[self.skin].bindings.iter().filter_map(|binding| binding.joint) {
            let mut highest = joint;
            for ancestor in std::iter::successors(Some(joint), |joint| joints[*joint].parent) {
                if std::mem::replace(&mut is_visited[ancestor], true) {
                    continue 'joints; // the root has been found
                }
                if figure.is_joint(ancestor) {
                    highest = ancestor;
                }
            }
            roots.push(highest);
        }
        roots
    }
}
