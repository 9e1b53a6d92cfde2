//! A large file of one's own: a skinned grid on a chain of joints, every joint with whole matrices.

use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// Writes a file of about so many megabytes, if it is not there yet.
pub(crate) fn write(folder: &Path, megabytes: usize) -> PathBuf {
    let file = folder.join(format!("synthetic-{megabytes}.dae"));
    if !file.is_file() {
        std::fs::create_dir_all(folder).expect("a folder to write to");
        std::fs::write(&file, text(megabytes)).expect("room for the file");
    }
    file
}

/// Two thirds are the mesh and its weights, one third the keys: about what a long motion of a detailed
/// figure holds.
fn text(megabytes: usize) -> String {
    let side = ((megabytes * 3_800) as f64).sqrt() as usize; // corners of the grid along each side
    let joints = 40;
    let keys = megabytes * 35;
    let mut out = String::from(concat!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n",
        "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" version=\"1.4.1\">\n",
        "<asset><up_axis>Y_UP</up_axis></asset>\n",
    ));
    mesh(&mut out, side);
    skin(&mut out, side, joints);
    animations(&mut out, joints, keys);
    scene(&mut out, joints);
    out.push_str("</COLLADA>\n");
    out
}

fn add(out: &mut String, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("a String takes everything");
}

/// A source of numbers, twelve to a line, with six digits behind the point.
fn source(out: &mut String, id: &str, stride: usize, values: &[f64]) {
    add(out, format_args!("<source id=\"{id}\"><float_array id=\"{id}-a\" count=\"{}\">", values.len()));
    for (at, value) in values.iter().enumerate() {
        let gap = if at % 12 == 0 { '\n' } else { ' ' };
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

fn mesh(out: &mut String, side: usize) {
    out.push_str("<library_geometries><geometry id=\"grid\"><mesh>\n");
    let corners = || {
        (0..side * side).map(|index| {
            let u = (index % side) as f64 / side as f64;
            let v = (index / side) as f64 / side as f64;
            (u, v, (7.0 * u).sin() * (5.0 * v).cos())
        })
    };
    let places: Vec<f64> = corners().flat_map(|(u, v, h)| [40.0 * u, h, 40.0 * v]).collect();
    let normals: Vec<f64> = corners().flat_map(|(u, _, h)| [h * 0.6, 0.8, -u * 0.6]).collect();
    let texcoords: Vec<f64> = corners().flat_map(|(u, v, _)| [u, v]).collect();
    source(out, "places", 3, &places);
    source(out, "normals", 3, &normals);
    source(out, "texcoords", 2, &texcoords);
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

fn skin(out: &mut String, side: usize, joints: usize) {
    out.push_str("<library_controllers><controller id=\"skin\"><skin source=\"#grid\">\n");
    out.push_str("<source id=\"names\"><Name_array id=\"names-a\" count=\"40\">");
    (0..joints).for_each(|joint| add(out, format_args!("joint{joint} ")));
    add(
        out,
        format_args!(
            "</Name_array><technique_common><accessor source=\"#names-a\" count=\"{joints}\" stride=\"1\"><param name=\"JOINT\" type=\"name\"/></accessor></technique_common></source>\n"
        ),
    );
    let inverse = |joint: usize| {
        let x = -(joint as f64);
        [1., 0., 0., x, 0., 1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]
    };
    source(out, "inverses", 16, &(0..joints).flat_map(inverse).collect::<Vec<_>>());
    source(out, "weights", 1, &(0..2 * side).map(|at| at as f64 / (2 * side) as f64).collect::<Vec<_>>());
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
    for index in 0..side * side {
        let column = index % side;
        let half = side;
        let joint = column * (joints - 1) / side;
        add(out, format_args!("{joint} {half} {} {half} ", joint + 1));
    }
    out.push_str("</v></vertex_weights></skin></controller></library_controllers>\n");
}

fn animations(out: &mut String, joints: usize, keys: usize) {
    out.push_str("<library_animations>\n");
    let times: Vec<f64> = (0..keys).map(|key| key as f64 / 30.0).collect();
    for joint in 0..joints {
        add(out, format_args!("<animation id=\"move{joint}\">\n"));
        source(out, &format!("times{joint}"), 1, &times);
        let matrix = |key: usize| {
            let (sin, cos) = (0.3 * (key as f64 * 0.05 + joint as f64).sin()).sin_cos();
            [cos, -sin, 0., 1., sin, cos, 0., 0., 0., 0., 1., 0., 0., 0., 0., 1.]
        };
        source(out, &format!("values{joint}"), 16, &(0..keys).flat_map(matrix).collect::<Vec<_>>());
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

fn scene(out: &mut String, joints: usize) {
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
