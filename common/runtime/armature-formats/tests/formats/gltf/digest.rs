//! A model in lines of text, to be compared.

use armature::{
    model::{Model, ModelInstance, Texture},
    skin::skin_vertices,
};
use glam::{Affine3A, Vec3};

/// Returns numbers with three decimals at most.
fn short(numbers: &[f32]) -> String {
    let texts: Vec<String> = numbers.iter().map(|n| format!("{}", (n * 1000.0).round() / 1000.0 + 0.0)).collect();
    texts.join(" ")
}

fn list<const N: usize>(vectors: impl IntoIterator<Item = [f32; N]>) -> String {
    let texts: Vec<String> = vectors.into_iter().map(|vector| short(&vector)).collect();
    texts.join("; ")
}

/// Returns the translation of a matrix, and its linear part if it has one.
fn matrix(matrix: &Affine3A) -> String {
    let linear = matrix.matrix3.to_cols_array();
    let translation = short(&Vec3::from(matrix.translation).to_array());
    if linear == Affine3A::IDENTITY.matrix3.to_cols_array() {
        translation
    } else {
        format!("{translation} and {}", short(&linear))
    }
}

fn picture(texture: Option<&Texture>) -> String {
    match texture {
        Some(Texture::Bytes { name, bytes }) => format!("{name} of {} bytes", bytes.len()),
        Some(texture) => texture.to_string(),
        None => "none".into(),
    }
}

/// Returns what a user sees of a model: its joints, skins, vertices, materials and morph targets, and where the last vertex of
/// each part is at five times in each clip.
pub(crate) fn digest(model: &Model) -> Vec<String> {
    let mut lines = vec![format!("named {}, placed at {}", model.name, matrix(&model.world_from_model))];
    for (index, joint) in model.skeleton.joints().iter().enumerate() {
        let parent = joint.parent.map_or(String::new(), |parent| format!(" below {parent}"));
        let skinned = if model.is_joint[index] { ", skinned" } else { "" };
        let rest = joint.bind_local;
        let translation = short(&rest.translation.to_array());
        let parts = [translation, short(&rest.rotation.to_array()), short(&rest.scale.to_array())].join(", ");
        lines.push(format!("joint {index} {}{parent}{skinned}: {parts}", joint.name));
    }
    for (joint, bone) in &model.humanoid {
        lines.push(format!("{bone} is joint {joint}"));
    }
    for (index, skin) in model.skins.iter().enumerate() {
        for binding in &skin.bindings {
            let joint = binding.joint.map_or("nothing".into(), |joint| joint.to_string());
            lines.push(format!("skin {index} follows {joint}: {}", matrix(&binding.joint_from_bind)));
        }
    }
    for set in &model.morph_sets {
        lines.push(format!("set {} of {}: {}", set.name, set.targets.join(", "), short(&set.at_rest)));
    }
    for (index, part) in model.parts.iter().enumerate() {
        let material = part.material.map_or("none".into(), |material| material.to_string());
        let name = format!("{index} {}", part.name);
        lines.push(format!("part {name}: skin {}, material {material}, triangles {:?}", part.skin, part.mesh.indices));
        let mut shape = Vec::new();
        let mut ties = Vec::new();
        for (number, vertex) in part.mesh.vertices.iter().enumerate() {
            let [position, normal] = [vertex.position, vertex.normal].map(|vector| short(&vector.to_array()));
            shape.push(format!("{position} facing {normal}"));
            let mut tie = short(&vertex.texcoord.to_array());
            for (joint, weight) in vertex.joints.iter().zip(vertex.weights).filter(|(_, weight)| *weight > 0.0) {
                tie += &format!(" {joint}:{}", short(&[weight]));
            }
            let color = part.colors.get(number).map_or(String::new(), |color| format!(" {color:?}"));
            ties.push(tie + &color);
        }
        lines.push(format!("shape of {name}: {}", shape.join("; ")));
        lines.push(format!("texture and joints of {name}: {}", ties.join("; ")));
        for (target, displacements) in part.morphs.iter().flat_map(|morphs| &morphs.targets).enumerate() {
            let vertices: Vec<u32> = displacements.iter().map(|it| it.vertex).collect();
            let moves = list(displacements.iter().map(|it| it.position.to_array()));
            let turns = list(displacements.iter().map(|it| it.normal.to_array()));
            lines.push(format!("target {target} of {name}: {vertices:?} by {moves}, facing {turns}"));
        }
    }
    for material in &model.materials {
        let pictures = [&material.texture, &material.emission_texture].map(|texture| picture(texture.as_ref()));
        lines.push(format!(
            "material {}: {}, shines {}, glossy {} to {}, pictures {}, {:?}, {:?}, {}{}",
            material.name,
            short(&material.diffuse.to_array()),
            short(&material.emission.to_array()),
            short(&material.specular.to_array()),
            material.shininess,
            pictures.join(" and "),
            material.opacity,
            material.sampling,
            if material.double_sided { "two sides" } else { "one side" },
            if material.unlit { ", unlit" } else { "" },
        ));
    }
    let mut instance = ModelInstance::new(model);
    for clip in &model.clips {
        let keys: Vec<_> = clip.tracks.iter().map(|tracks| (tracks.joint, clip.key_times(tracks.joint))).collect();
        let weights: Vec<_> = clip.weights.iter().map(|track| (track.set, track.target)).collect();
        lines.push(format!(
            "clip {} from {} to {}: keys {keys:?}, weights {weights:?}",
            clip.name, clip.start, clip.end
        ));
        for (index, part) in model.parts.iter().enumerate() {
            let mut path = Vec::new();
            for step in 0..=4 {
                instance.sample(model, clip, clip.start + clip.duration() * step as f32 / 4.0);
                let mut morphed = Vec::new();
                let vertices = instance.morphed(model, part, &mut morphed);
                let mut positions = vec![Vec3::ZERO; vertices.len()];
                let mut normals = positions.clone();
                skin_vertices(instance.palette(part.skin), vertices, &mut positions, &mut normals);
                path.extend(positions.last().map(Vec3::to_array));
            }
            lines.push(format!("{} moves {index} {}: {}", clip.name, part.name, list(path)));
        }
    }
    lines
}
