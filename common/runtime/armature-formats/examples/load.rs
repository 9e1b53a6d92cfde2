//! Contents of a file: `cargo run --example load -- figure.glb`, or without a name the arm beside this program.

use std::{error::Error, path::Path};

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| ARM.into());
    print!("{}", contents(Path::new(&file))?);
    Ok(())
}

/// Lists the joints, parts and clips of a file.
fn contents(file: &Path) -> Result<String, Box<dyn Error>> {
    let loaded = armature_formats::load(file)?;
    let model = loaded.model;
    let mut text = format!("{}\n", model.name);
    // Every node is a joint of the skeleton; some the file calls joints, too.
    for (index, joint) in model.skeleton.joints().iter().enumerate() {
        let indent = "  ".repeat(model.skeleton.depth(index) + 1);
        let kind = if model.is_joint[index] { "joint" } else { "node" };
        text += &format!("{indent}{} ({kind})\n", joint.name);
    }
    for part in &model.parts {
        let joints = model.skins[part.skin].bindings.len();
        text += &format!("{}: {} triangles on {joints} joints\n", part.name, part.mesh.triangle_count());
    }
    for clip in &model.clips {
        text += &format!("{}: {:.2} s, {} joints move\n", clip.name, clip.duration(), clip.tracks.len());
    }
    for warning in &loaded.warnings {
        text += &format!("{warning}\n");
    }
    Ok(text)
}

#[test]
fn runs() {
    let text = contents(Path::new(ARM)).unwrap();
    assert!(text.contains("      lower (joint)\n        hand (joint)\n"), "{text}");
    assert!(text.contains("bend: 2.00 s, 3 joints move\n"), "{text}");
}
