//! A large Collada file made in code: a skinned grid on a chain of joints, animated by whole matrices.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Writes a file of about this size into a folder, if it does not exist yet, and returns its path.
pub(crate) fn write_file(folder: &Path, megabytes: usize) -> PathBuf {
    let file = folder.join(format!("synthetic-{megabytes}.dae"));
    if !file.is_file() {
        std::fs::create_dir_all(folder).expect("a folder to write to");
        std::fs::write(&file, document(megabytes)).expect("room for the file");
    }
    file
}

/// Returns the text of the file: two thirds are the mesh and its weights, one third the keys, as in a long motion of a
/// detailed figure.
fn document(megabytes: usize) -> String {
    let side = ((megabytes * 3_800) as f64).sqrt() as usize; // vertices of the grid along each side
    let joints = 40;
    let keys = megabytes * 35;
    let mut out = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n",
        "<asset><up_axis>Y_UP</up_axis></asset>\n",
    ));
    add_mesh(&mut out, side);
    add_skin(&mut out, side, joints);
    add_animations(&mut out, joints, keys);
    add_scene(&mut out, joints);
    out.push_str("</COLLADA>\n");
    out
}

fn add(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes everything");
}

/// Adds a source of numbers, twelve on a line, with six decimals.
fn add_source(out: &mut String, id: &str, stride: usize, values: &[f64]) {
    add(out, format_args!("<source id=\"{id}\"><float_array id=\"{id}-a\" count=\"{}\">", values.len()));
    for (index, value) in values.iter().enumerate() {
        let gap = if index % 12 == 0 { '\n' } else { ' ' };
        add(out, format_args!("{gap}{value:.6}"));
    }
    let count = values.len() / stride;
    add(
        out,
        format_args!(
            "</float_array>\n<technique_common><accessor source=\"#{id}-a\" count=\"{count}\" stride=\"{stride}\">"
        ),
    );
    for _ in 0..stride {
        out.push_str("<param name=\"P\" type=\"float\"/>");
    }
    out.push_str("</accessor></technique_common></source>\n");
}

/// Adds a grid of `side` by `side` vertices, 40 units wide, with waves.
fn add_mesh(out: &mut String, side: usize) {
    out.push_str("<library_geometries><geometry id=\"grid\"><mesh>\n");
    let mut positions = Vec::new();
    let mut normals = Vec::new();
    let mut texcoords = Vec::new();
    for index in 0..side * side {
        let u = (index % side) as f64 / side as f64;
        let v = (index / side) as f64 / side as f64;
        let height = (7.0 * u).sin() * (5.0 * v).cos();
        positions.extend([40.0 * u, height, 40.0 * v]);
        normals.extend([height * 0.6, 0.8, -u * 0.6]);
        texcoords.extend([u, v]);
    }
    add_source(out, "places", 3, &positions);
    add_source(out, "normals", 3, &normals);
    add_source(out, "texcoords", 2, &texcoords);
    let triangles = 2 * (side - 1) * (side - 1);
    out.push_str(
        &concat!(
            "<vertices id=\"corners\"><input semantic=\"POSITION\" source=\"#places\"/></vertices>\n",
            "<triangles count=\"TRIANGLES\"><input semantic=\"VERTEX\" source=\"#corners\" offset=\"0\"/>",
            "<input semantic=\"NORMAL\" source=\"#normals\" offset=\"1\"/>",
            "<input semantic=\"TEXCOORD\" source=\"#texcoords\" offset=\"2\"/><p>",
        )
        .replace("TRIANGLES", &triangles.to_string()),
    );
    for row in 0..side - 1 {
        for column in 0..side - 1 {
            let a = row * side + column;
            for corner in [a, a + side, a + 1, a + 1, a + side, a + side + 1] {
                add(out, format_args!("{corner} {corner} {corner} "));
            }
        }
    }
    out.push_str("</p></triangles></mesh></geometry></library_geometries>\n");
}

/// Adds a skin by which each vertex of the grid follows two neighbouring joints, half and half.
fn add_skin(out: &mut String, side: usize, joints: usize) {
    out.push_str("<library_controllers><controller id=\"skin\"><skin source=\"#grid\">\n");
    out.push_str("<source id=\"names\"><Name_array id=\"names-a\" count=\"40\">");
    (0..joints).for_each(|joint| add(out, format_args!("joint{joint} ")));
    add(
        out,
        format_args!(
            "</Name_array><technique_common><accessor source=\"#names-a\" count=\"{joints}\" stride=\"1\"><param name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>\n"
        ),
    );
    let mut inverse_binds = Vec::new();
    for joint in 0..joints {
        inverse_binds.extend([1., 0., 0., -(joint as f64), 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
    }
    add_source(out, "inverses", 16, &inverse_binds);
    let weights: Vec<f64> = (0..2 * side).map(|index| index as f64 / (2 * side) as f64).collect();
    add_source(out, "weights", 1, &weights);
    out.push_str(
        &concat!(
            "<joints><input semantic=\"JOINT\" source=\"#names\"/>",
            "<input semantic=\"INV_BIND_MATRIX\" source=\"#inverses\"/></joints>\n",
            "<vertex_weights count=\"VERTICES\"><input semantic=\"JOINT\" source=\"#names\" offset=\"0\"/>",
            "<input semantic=\"WEIGHT\" source=\"#weights\" offset=\"1\"/><vcount>",
        )
        .replace("VERTICES", &(side * side).to_string()),
    );
    (0..side * side).for_each(|_| out.push_str("2 "));
    out.push_str("</vcount><v>");
    let half = side; // index of the weight 0.5
    for vertex in 0..side * side {
        let joint = vertex % side * (joints - 1) / side;
        add(out, format_args!("{joint} {half} {} {half} ", joint + 1));
    }
    out.push_str("</v></vertex_weights></skin></controller></library_controllers>\n");
}

/// Adds an animation of each joint, which turns to and fro about z with 30 keys a second.
fn add_animations(out: &mut String, joints: usize, keys: usize) {
    out.push_str("<library_animations>\n");
    let times: Vec<f64> = (0..keys).map(|key| key as f64 / 30.0).collect();
    for joint in 0..joints {
        add(out, format_args!("<animation id=\"move{joint}\">\n"));
        add_source(out, &format!("times{joint}"), 1, &times);
        let mut matrices = Vec::new();
        for key in 0..keys {
            let (sin, cos) = (0.3 * (key as f64 * 0.05 + joint as f64).sin()).sin_cos();
            matrices.extend([cos, -sin, 0., 1., sin, cos, 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]);
        }
        add_source(out, &format!("values{joint}"), 16, &matrices);
        add(
            out,
            format_args!(
                "<sampler id=\"sampler{joint}\"><input semantic=\"INPUT\" source=\"#times{joint}\"/>\
                 <input semantic=\"OUTPUT\" source=\"#values{joint}\"/></sampler>\
                 <channel source=\"#sampler{joint}\" target=\"joint{joint}/m\"/></animation>\n"
            ),
        );
    }
    out.push_str("</library_animations>\n");
}

/// Adds the chain of joints, a unit apart along x, and the node that shows the skin.
fn add_scene(out: &mut String, joints: usize) {
    out.push_str("<library_visual_scenes><visual_scene id=\"scene\">\n");
    for joint in 0..joints {
        add(
            out,
            format_args!(
                "<node id=\"joint{joint}\" sid=\"joint{joint}\" type=\"JOINT\">\
                 <matrix sid=\"m\">1 0 0 1 0 1 0 0 0 0 1 0 0 0 0 1</matrix>\n"
            ),
        );
    }
    out.push_str(&"</node>".repeat(joints));
    out.push_str(concat!(
        "\n<node id=\"body\"><instance_controller url=\"#skin\">",
        "<skeleton>#joint0</skeleton></instance_controller></node>\n",
        "</visual_scene></library_visual_scenes>",
        "<scene><instance_visual_scene url=\"#scene\"/></scene>\n",
    ));
}
