//! The styles of the dialects: the table in `assets/README.md`, row by row.

use crate::figure::asset;
use roxmltree::{Document, Node};
use std::fs;

/// A file, parts that its text must have, and parts that it must not have.
const MANNERS: [(&str, &[&str], &[&str]); 9] = [
    ("blender", &["Z_UP", "meter=\"1\"", "<Name_array", "LINEAR", "<triangles"], &["BEZIER"]),
    (
        "clips",
        &["Y_UP", "meter=\"1\"", "<IDREF_array", ">0.125 ", "\"twist\" start=\"4.5\">", "<triangles"],
        &[" sid=\"upper\"", " sid=\"hand\""],
    ),
    ("scenekit", &["Y_UP", "meter=\"1\"", "<polylist"], &["INTERPOLATION", "<animation_clip"]),
    (
        "fbx",
        &["Y_UP", "meter=\"0.01\"", "/matrix\"", "<polylist", "<bind_shape_matrix>"],
        &["<skeleton>", "sampler2D", "<bind_shape_matrix>1 0 0 0"],
    ),
    (
        "maya",
        &["Y_UP", "meter=\"0.01\"", "jointOrientZ", "/rotateZ.ANGLE\"", "BEZIER", "LINEAR"],
        &[" sid=\"transform\"", "HERMITE", "STEP"],
    ),
    (
        "bezier_1d",
        &["version=\"1.4.0\"", "meter=\"0.01\"", "/rotateZ.ANGLE\"", "BEZIER"],
        &[" sid=\"transform\"", "HERMITE", "STEP"],
    ),
    ("hermite", &["meter=\"0.01\"", "/rotateZ.ANGLE\"", "HERMITE"], &[" sid=\"transform\"", "BEZIER", "STEP"]),
    ("step", &["meter=\"0.01\"", "/rotateZ.ANGLE\"", "STEP"], &[" sid=\"transform\"", "BEZIER", "LINEAR"]),
    (
        "max",
        &["Z_UP", "meter=\"0.0254\"", "/transform(0)(0)\"", "/transform(2)(2)\"", "STEP", "<polygons"],
        &["/transform(3)", "/transform(0)(3)\"", "LINEAR"],
    ),
];

#[test]
fn each_is_written_like_the_table() {
    let readme = fs::read_to_string(asset("README.md")).unwrap();
    for (name, has, has_not) in MANNERS {
        assert!(readme.contains(&format!("\n| `{name}.dae` | ")), "{name} has no row");
        let text = fs::read_to_string(asset(&format!("dialects/{name}.dae"))).unwrap();
        for words in has {
            assert!(text.contains(words), "{name}: no {words}");
        }
        for words in has_not {
            assert!(!text.contains(words), "{name}: {words}");
        }
        // 116 vertices everywhere.
        assert!(text.contains("count=\"116\""), "{name}: not 116 vertices");
    }
    let files = fs::read_dir(asset("dialects")).unwrap().map(|entry| entry.unwrap().path());
    let written = files.filter(|path| path.extension().is_some_and(|end| end == "dae"));
    assert_eq!(written.count(), MANNERS.len() + 5, "nine files and five twins");
}

#[test]
fn its_texture_is_the_arms() {
    assert_eq!(fs::read(asset("dialects/arm.png")).unwrap(), fs::read(asset("arm.png")).unwrap());
}

/// The key times of every channel, and the README's claims about curves.
#[test]
fn key_times_are_those_of_the_readme() {
    for (name, first, step) in
        [("blender", 0.0, 0.125), ("clips", 0.125, 0.125), ("max", 2.0, 0.125), ("maya", 2.0, 0.0)]
    {
        let text = fs::read_to_string(asset(&format!("dialects/{name}.dae"))).unwrap();
        let document = Document::parse(&text).unwrap();
        let animations = named(document.root(), "animation");
        let samplers = animations.flat_map(|animation| animation.children());
        let mut count = 0;
        for sampler in samplers.filter(|node| node.tag_name().name() == "sampler") {
            let times = numbers(&document, sampler, "INPUT");
            assert!((times[0] - first).abs() < 1e-6, "{name} begins at {} s", times[0]);
            for pair in times.windows(2).filter(|_| step > 0.0) {
                assert!((pair[1] - pair[0] - step).abs() < 1e-5, "{name}: {pair:?}");
            }
            if name == "maya" {
                tangents(&document, sampler, &times);
            }
            count += 1;
        }
        assert!(count >= 3, "{name}: {count} channels");
    }
}

/// The control points of BEZIER segments lie at 0.42 and 0.75 of the segment's time, and one segment is LINEAR.
fn tangents(document: &Document, sampler: Node, times: &[f64]) {
    let kinds = named(input_source(document, sampler, "INTERPOLATION"), "Name_array").next().unwrap();
    let kinds: Vec<String> = words(kinds);
    let leaving = numbers(document, sampler, "OUT_TANGENT");
    let arriving = numbers(document, sampler, "IN_TANGENT");
    let mut straight = 0;
    for key in 0..times.len() - 1 {
        let length = times[key + 1] - times[key];
        let parts = [leaving[2 * key], arriving[2 * key + 2]].map(|time| (time - times[key]) / length);
        match kinds[key].as_str() {
            "BEZIER" => {
                let right = (parts[0] - 0.42).abs() < 1e-4 && (parts[1] - 0.75).abs() < 1e-4;
                assert!(right, "{parts:?} of segment {key}");
            }
            "LINEAR" => straight += 1,
            other => panic!("{other} in segment {key}"),
        }
    }
    assert_eq!(straight, 1, "LINEAR on one segment");
}

fn named<'a, 'i>(node: Node<'a, 'i>, name: &'a str) -> impl Iterator<Item = Node<'a, 'i>> {
    node.descendants().filter(move |node| node.tag_name().name() == name)
}

fn words<T: std::str::FromStr>(node: Node) -> Vec<T> {
    let words = node.text().unwrap_or("").split_whitespace();
    words.map(|word| word.parse().ok().expect("a number")).collect()
}

/// Returns the element that the input of a given semantic points to.
fn input_source<'a, 'i>(document: &'a Document<'i>, of: Node<'a, 'i>, semantic: &str) -> Node<'a, 'i> {
    let mut inputs = of.children().filter(|node| node.tag_name().name() == "input");
    let input = inputs.find(|input| input.attribute("semantic") == Some(semantic)).unwrap();
    let id = &input.attribute("source").unwrap()[1..];
    document.descendants().find(|node| node.attribute("id") == Some(id)).unwrap()
}

fn numbers(document: &Document, of: Node, semantic: &str) -> Vec<f64> {
    words(named(input_source(document, of, semantic), "float_array").next().unwrap())
}
