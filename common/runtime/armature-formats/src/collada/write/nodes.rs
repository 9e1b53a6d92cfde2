//! The visual scene: the tree of nodes, with what stands on them.

use super::{
    SID, WrittenModel,
    lines::{Lines, rows_of},
    materials::Materials,
    meshes::{GeometryParts, Meshes},
    name_attribute,
};
use glam::Affine3A;
use std::collections::HashMap;

/// Writes the visual scene and `<scene>`.
pub(super) fn write_scene(out: &mut Lines, figure: &mut WrittenModel<'_>, meshes: &Meshes<'_>, materials: &Materials) {
    let mut on: HashMap<usize, Vec<&GeometryParts<'_>>> = HashMap::new();
    let mut others = Vec::new();
    for group in &meshes.all {
        match group.joint {
            Some(joint) => on.entry(joint).or_default().push(group),
            None => others.push(group),
        }
    }
    out.comment(
        "The tree of nodes. A node's matrix takes its own space to its parent's: 16 numbers, row by row, for\n\
         column vectors, so that the first, second and third column are the node's axes, and the fourth is where\n\
         it is. Skins call a node by its sid, everything else by its id.",
    );
    out.open("library_visual_scenes", "");
    out.open("visual_scene", " id=\"Scene\" name=\"Scene\"");
    for &root in &figure.roots {
        write_node(out, figure, root, &on, materials);
    }
    for group in others {
        let id = figure.taken_ids.take(format!("{}-node", group.id));
        let sid = figure.taken_sids.unique(group.name, "mesh");
        open_node(out, &id, &sid, &name_attribute(group.name), "NODE", &Affine3A::IDENTITY);
        write_instance(out, figure, group, materials);
        out.close("node");
    }
    out.close("visual_scene");
    out.close("library_visual_scenes");
    out.enclose("scene", "", |out| out.empty("instance_visual_scene", " url=\"#Scene\""));
}

/// Writes the node of a joint with its meshes and descendants. `on` has the geometries of each joint. The depth is limited, so
/// that recursion is safe.
fn write_node(
    out: &mut Lines,
    figure: &WrittenModel<'_>,
    joint: usize,
    on: &HashMap<usize, Vec<&GeometryParts<'_>>>,
    materials: &Materials,
) {
    let kind = if figure.is_joint(joint) { "JOINT" } else { "NODE" };
    let name = name_attribute(&figure.model.skeleton.joints()[joint].name);
    open_node(out, &figure.ids[joint], &figure.sids[joint], &name, kind, &figure.rest_matrix(joint));
    for group in on.get(&joint).into_iter().flatten() {
        write_instance(out, figure, group, materials);
    }
    for &child in &figure.children[joint] {
        write_node(out, figure, child, on, materials);
    }
    out.close("node");
}

fn open_node(out: &mut Lines, id: &str, sid: &str, name: &str, kind: &str, matrix: &Affine3A) {
    out.open("node", &format!(" id=\"{id}\"{name} sid=\"{sid}\" type=\"{kind}\""));
    out.floats("matrix", &format!(" sid=\"{SID}\""), rows_of(matrix).into_iter(), 16);
}

/// Writes the instance of a geometry or a controller with its skeletons and materials.
fn write_instance(out: &mut Lines, figure: &WrittenModel<'_>, group: &GeometryParts<'_>, materials: &Materials) {
    let is_skinned = group.joint.is_none();
    let (element, end) = if is_skinned { ("instance_controller", "skin") } else { ("instance_geometry", "mesh") };
    out.open(element, &format!(" url=\"#{}-{end}\"", group.id));
    if is_skinned {
        for joint in group.skeleton_roots(figure) {
            out.line("skeleton", "", &format!("#{}", figure.ids[joint]));
        }
    }
    let mut bound = group.symbols().peekable();
    if bound.peek().is_some() {
        out.open("bind_material", "");
        out.open("technique_common", "");
        for (symbol, material) in bound {
            let target = &materials.ids[material];
            let attributes = format!(" symbol=\"{symbol}\" target=\"#{target}\"");
            if materials.has_picture(material) {
                out.open("instance_material", &attributes);
                out.empty("bind_vertex_input", " semantic=\"UV\" input_semantic=\"TEXCOORD\" input_set=\"0\"");
                out.close("instance_material");
            } else {
                out.empty("instance_material", &attributes);
            }
        }
        out.close("technique_common");
        out.close("bind_material");
    }
    out.close(element);
}
