//! A moment of a clip as a mesh, skinned on the processor: `cargo run --example play -- figure.glb walk 0.5 > walk.obj`

use armature::{model::ModelInstance, skin::skin_vertices};
use glam::Vec3;
use std::{error::Error, path::Path};

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| ARM.into());
    let clip = arguments.next().unwrap_or_else(|| "bend".into());
    let seconds = arguments.next().map_or(Ok(1.0), |text| text.parse())?;
    print!("{}", wavefront(Path::new(&file), &clip, seconds)?);
    Ok(())
}

/// The whole figure as a Wavefront OBJ, `seconds` after the clip's start.
fn wavefront(file: &Path, clip: &str, seconds: f32) -> Result<String, Box<dyn Error>> {
    let model = armature_formats::load(file)?.model;
    let index = model.clip_index(clip).ok_or_else(|| format!("there is no clip {clip}"))?;
    let mut figure = ModelInstance::new(&model);
    figure.sample_clip(&model, Some(index), model.clips[index].start + seconds);

    let mut text = String::new();
    let mut first = 1;
    let mut room = Vec::new();
    for part in &model.parts {
        let vertices = figure.morphed(&model, part, &mut room);
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        let mut normals = positions.clone();
        skin_vertices(figure.palette(part.skin), vertices, &mut positions, &mut normals);
        for position in &positions {
            // From the file's own unit and axes to metres and y up.
            let location = model.world_from_model.transform_point3(*position);
            text += &format!("v {} {} {}\n", location.x, location.y, location.z);
        }
        for triangle in part.mesh.triangles() {
            let [a, b, c] = triangle.map(|corner| first + corner);
            text += &format!("f {a} {b} {c}\n");
        }
        first += positions.len();
    }
    Ok(text)
}

#[test]
fn runs() {
    let [rest, bent] = [0.0, 1.0].map(|seconds| {
        let text = wavefront(Path::new(ARM), "bend", seconds).unwrap();
        let vertices = text.lines().filter(|line| line.starts_with("v "));
        let heights = vertices.map(|line| line.split(' ').nth(2).unwrap().parse::<f32>().unwrap());
        heights.collect::<Vec<f32>>()
    });
    assert_eq!(rest.len(), 145);
    let [highest_at_rest, highest_bent] = [rest, bent].map(|heights| heights.into_iter().fold(f32::MIN, f32::max));
    assert!(highest_at_rest > 2.9 && highest_bent < 2.0, "{highest_at_rest} {highest_bent}");
}
