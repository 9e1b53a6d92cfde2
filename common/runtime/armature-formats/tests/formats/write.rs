//! Models written as Collada documents and loaded again.

use armature::{
    animation::{Clip, JointTracks, RotationTrack, Track},
    math::Transform,
    mesh::{Bounds, Mesh, SkinnedVertex},
    model::{Material, Model, ModelInstance, MorphSet, Opacity, Part, PartMorphs, Sampling, Texture, Wrap},
    skeleton::{Joint, Skeleton},
    skin::{Binding, Skin, skin_vertices},
};
use armature_formats::{
    collada::{self, WriteOptions},
    container::{AnimationSet, ModelReference},
};
use glam::{Affine3A, Mat3, Quat, Vec2, Vec3, Vec4};
use std::path::Path;

/// Loads a document, and returns the model and the warnings.
fn load(text: &str) -> (Model, Vec<String>) {
    let loaded = collada::parse(text.as_bytes(), "written.dae").unwrap().loaded;
    (loaded.model, loaded.warnings.iter().map(ToString::to_string).collect())
}

/// Returns the joints in the order of a document: depth first.
fn depth_first(model: &Model) -> Vec<usize> {
    let joints = model.skeleton.joints();
    let mut children = vec![Vec::new(); joints.len()];
    let mut open = Vec::new();
    for (index, joint) in joints.iter().enumerate().rev() {
        match joint.parent {
            Some(parent) => children[parent].push(index),
            None => open.push(index),
        }
    }
    let mut order = Vec::new();
    while let Some(joint) = open.pop() {
        order.push(joint);
        open.extend(&children[joint]);
    }
    order
}

/// Returns points that move with a model, in world space: of some joints the origin and a point on each axis as far away as the
/// model is large, and the corners of some parts.
fn points(model: &Model, instance: &ModelInstance, joints: &[usize], parts: &[usize], size: f32) -> Vec<Vec3> {
    let world = model.world_from_model;
    let mut points = Vec::new();
    for joint in joints {
        let matrix = world * instance.model_from_joint()[*joint];
        // Where a joint has no extent in some direction (a scale of 0), its axes are as they are.
        let axes = matrix.matrix3.to_cols_array().into_iter().fold(1e-9f32, |most, x| most.max(x.abs()));
        points.extend([Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].map(|at| matrix.transform_point3(at * (size / axes))));
    }
    for part in parts.iter().map(|part| &model.parts[*part]) {
        let positions = instance.positions(model, part);
        points.extend(part.mesh.indices.iter().map(|index| world.transform_point3(positions[*index as usize])));
    }
    points
}

/// Returns normal, texture coordinate with opacity, and colour of each corner of some parts.
fn looks(model: &Model, instance: &ModelInstance, parts: &[usize]) -> Vec<[Vec3; 3]> {
    let mut looks = Vec::new();
    for part in parts.iter().map(|part| &model.parts[*part]) {
        let mut positions = vec![Vec3::ZERO; part.mesh.vertices.len()];
        let mut normals = positions.clone();
        skin_vertices(instance.palette(part.skin), &part.mesh.vertices, &mut positions, &mut normals);
        for index in part.mesh.indices.iter().map(|index| *index as usize) {
            let normal = model.world_from_model.transform_vector3(normals[index]).normalize_or_zero();
            let [color @ .., opacity] = part.colors.get(index).unwrap_or(&[255; 4]).map(f32::from);
            looks.push([normal, part.mesh.vertices[index].texcoord.extend(opacity), color.into()]);
        }
    }
    looks
}

fn part_key(part: &Part) -> (&str, Option<usize>, usize) {
    (&part.name, part.material, part.mesh.indices.len())
}

/// Returns the largest distance of two lists of points, as a fraction of a size, or of the distance from the origin, far from
/// which numbers have fewer digits.
fn largest_error(old: &[Vec3], new: &[Vec3], size: f32) -> f32 {
    let errors = old.iter().zip(new).map(|(old, new)| old.distance(*new) / old.length().max(size));
    errors.fold(0.0, f32::max)
}

/// Returns the largest distance of two models at rest and at `steps` intervals of each clip, as a fraction of the first one's
/// size. The error is a difference that is not a distance: in joints, parts, their looks, or clips.
fn apart(a: &Model, b: &Model, steps: usize) -> Result<f32, String> {
    let order = depth_first(a);
    let has_joints = a.is_joint.contains(&true);
    for (at, &joint) in order.iter().enumerate() {
        let old = &a.skeleton.joints()[joint];
        let new = b.skeleton.joints().get(at).ok_or("too few joints")?;
        let name: String = old.name.chars().take(1000).collect();
        let name = name.replace(|c| c < ' ' && !['\t', '\n', '\r'].contains(&c), "\u{fffd}");
        let is_same = (new.name == name || old.name.is_empty())
            && new.parent.map(|parent| order[parent]) == old.parent
            && b.is_joint[at] == (a.is_joint[joint] || !has_joints);
        if !is_same {
            return Err(format!("joint {old:?} is {new:?}"));
        }
    }
    let mut pairs = Vec::new();
    for part in &a.parts {
        let mut others = b.parts.iter().enumerate().filter(|(index, _)| !pairs.contains(index));
        let pair = others.find(|(_, other)| part_key(other) == part_key(part));
        let pair = pair.ok_or_else(|| format!("no part {:?}", part_key(part)))?.0;
        pairs.push(pair);
    }
    if (a.parts.len(), a.clips.len()) != (b.parts.len(), b.clips.len()) {
        return Err(format!("{} parts and {} clips", b.parts.len(), b.clips.len()));
    }
    let all: Vec<usize> = (0..b.skeleton.len().max(a.parts.len())).collect();
    let mut one = ModelInstance::new(a);
    let mut two = ModelInstance::new(b);
    let mut apart = 0.0f32;
    for (old, new) in looks(a, &one, &all[..a.parts.len()]).into_iter().zip(looks(b, &two, &pairs)) {
        if old[2] != new[2] {
            return Err(format!("a corner {old:?} is {new:?}"));
        }
        if old[0] != Vec3::ZERO {
            let [normal, texcoord] = [0, 1].map(|at| old[at].distance(new[at]));
            apart = apart.max(normal.max(texcoord) / old[1].truncate().length().max(1.0));
        }
    }
    let size =
        Bounds::from_points(points(a, &one, &order, &all[..a.parts.len()], 0.0)).map_or(0.0, |it| it.size().length());
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let joints = &all[..order.len()];
    let old = points(a, &one, &order, &all[..a.parts.len()], size);
    apart = apart.max(largest_error(&old, &points(b, &two, joints, &pairs, size), size));
    for (old, new) in a.clips.iter().zip(&b.clips) {
        let length = old.duration();
        if (&old.name, length) != (&new.name, new.duration()) && !old.name.is_empty() {
            return Err(format!("clip {:?} is {:?}", old.name, new.name));
        }
        for step in 0..=steps {
            let time = length * step as f32 / steps as f32;
            one.sample(a, old, old.start + time);
            two.sample(b, new, new.start + ((old.start + time) - old.start));
            let parts = if step % 8 == 0 { pairs.len() } else { 0 };
            let old = points(a, &one, &order, &all[..parts], size);
            apart = apart.max(largest_error(&old, &points(b, &two, joints, &pairs[..parts], size), size));
        }
    }
    Ok(apart)
}

fn written(model: &Model, options: &WriteOptions) -> String {
    collada::write(model, options).unwrap().text
}

/// Our own figures and those of the dialects come back from a container as they were, and from a document within 1e-4 of their
/// size.
#[test]
fn the_cast_comes_back() {
    let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets");
    let folders = [assets.clone(), assets.join("dialects")];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = files.map(|entry| entry.unwrap().path());
    let mut clips = 0;
    for file in files.filter(|path| path.extension().is_some_and(|ending| ending == "dae")) {
        let name = file.display().to_string();
        let before = armature_formats::load(&file).unwrap().model;
        let (after, warnings) = load(&written(&before, &WriteOptions::default()));
        assert_eq!(warnings, [""; 0], "{name}");
        let apart = apart(&before, &after, 40).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(apart < 1e-4, "{name}: {apart:?}");
        let figure = ModelReference::new(&*name, &before.skeleton);
        clips += before.clips.len();
        let set = AnimationSet { figure, clips: before.clips, ..AnimationSet::default() };
        let (contained, _) = AnimationSet::from_bytes(&set.to_bytes().unwrap()).unwrap();
        assert_eq!(contained, set, "{name}");
    }
    assert!(clips > 20, "{clips}");
}

const NAMES: [&str; 9] = ["", "hips", "hips", "mixamorig:Hips", "a/b", "2 b", "\u{c4}rmel.001", "-", "<&\">"];

/// Returns a strip of triangles with `count` vertices on a skin.
fn part(name: &str, skin: usize, material: Option<usize>, count: usize) -> Part {
    let bindings = if skin == 0 { 4 } else { 1 };
    let vertices = (0..count).map(|at| SkinnedVertex {
        position: Vec3::new(at as f32, (at * at % 5) as f32, 1.0 / (at + 1) as f32),
        normal: Vec3::new(at as f32, 1.0, 0.5).normalize(),
        texcoord: Vec2::new(0.1 * at as f32, 0.7),
        joints: [at % bindings, (at + 1) % bindings, 0, 0].map(|slot| slot as u16),
        weights: if bindings > 1 { [0.75, 0.25, 0.0, 0.0] } else { [1.0, 0.0, 0.0, 0.0] },
    });
    let vertices = vertices.collect();
    let indices = (0..count as u32 - 2).flat_map(|at| [at, at + 1, at + 2]).collect();
    let colors = if skin == 1 { vec![[255, 0, 51, 255]; count] } else { Vec::new() };
    Part { name: name.into(), mesh: Mesh { vertices, indices }, colors, skin, material, morphs: None }
}

/// Returns a model with rare properties: odd names, shear, a mirrored joint, joints in breadth-first order, several skins, a
/// binding without a joint, a skin of one joint, and parts on a joint, without a material, and of one name.
fn oddities() -> Model {
    let parents = [None, Some(0), Some(0), None, Some(1), Some(2), Some(1), Some(4), Some(3)];
    let mut joints = Vec::new();
    for (index, parent) in parents.into_iter().enumerate() {
        let rotation = Quat::from_rotation_x(index as f32) * Quat::from_rotation_y(0.4);
        let scale = if index == 4 { Vec3::new(-1.0, 1.5, 0.5) } else { Vec3::ONE };
        let bind_local = Transform { translation: Vec3::new(0.5, 1.0, -0.3 * index as f32), rotation, scale };
        joints.push(Joint { name: NAMES[index].into(), parent, bind_local });
    }
    let mut shears = vec![Vec3::ZERO; NAMES.len()];
    shears[5] = Vec3::new(0.3, -0.2, 0.1);
    let skeleton = Skeleton::sheared(joints, shears).unwrap();
    let [hand, foot, tail, head] = [(6, 0.1), (2, 0.2), (5, 0.7), (1, 0.5)].map(|(joint, x)| Binding {
        joint: Some(joint),
        joint_from_bind: Affine3A::from_rotation_z(x) * Affine3A::from_translation(Vec3::X * x),
    });
    let nothing = Binding { joint: None, joint_from_bind: Affine3A::IDENTITY };
    let bind_from_mesh = Affine3A::from_scale(Vec3::new(1.0, 2.0, 1.0));
    let skins = vec![
        Skin { bindings: vec![hand, nothing, foot, tail], bind_from_mesh },
        Skin::rigid(7),
        Skin { bindings: vec![head], bind_from_mesh: Affine3A::IDENTITY },
        Skin { bindings: vec![nothing], bind_from_mesh },
    ];
    let parts = vec![
        part("body", 0, Some(1), 7),
        part("body", 0, Some(1), 5),
        part("body", 0, None, 4),
        part("hat: 1", 1, None, 6),
        part("hat: 1", 2, Some(0), 6),
        part("still", 3, None, 3),
    ];
    let times = vec![0.5, 1.0, 1.0, 2.5];
    let moved = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z].to_vec();
    let turns = [0.0, 1.2, 2.8, -1.0].map(Quat::from_rotation_z).to_vec();
    let tracks = JointTracks {
        joint: 1,
        translation: Some(Track::new(times.clone(), moved).unwrap()),
        rotation: Some(RotationTrack::new(times, turns).unwrap()),
        ..JointTracks::default()
    };
    let clips = vec![
        Clip::of_tracks("walk", [0, 3, 5, 6].map(|joint| JointTracks { joint, ..tracks.clone() }).to_vec()),
        Clip::of_tracks("a \"b\" -- c", vec![tracks]),
    ];
    let picture = Texture::File("skin one.png".into());
    let materials = vec![
        Material { diffuse: Vec4::new(0.5, 0.25, 1.0, 0.5), ..Material::default() },
        Material {
            name: "cloth 1".into(),
            specular: Vec3::ONE,
            texture: Some(picture),
            sampling: Sampling { wrap: [Wrap::Clamp, Wrap::Mirror], square: true },
            opacity: Opacity::Mask(0.25),
            double_sided: false,
            unlit: true,
            ..Material::default()
        },
    ];
    let is_joint = (0..NAMES.len()).map(|joint| [1, 2, 5, 6].contains(&joint)).collect();
    let name = "2 odd".into();
    let world_from_model = Affine3A::IDENTITY;
    Model { name, world_from_model, skeleton, is_joint, skins, parts, materials, clips, ..Model::default() }
}

#[test]
fn oddities_come_back_whatever_is_up() {
    let mut before = oddities();
    let ups = [collada::UpAxis::Y, collada::UpAxis::Z, collada::UpAxis::X];
    let turns = [Mat3::IDENTITY, Mat3::from_cols(Vec3::X, Vec3::NEG_Z, Vec3::Y) * 0.01];
    for (up, turn) in ups.into_iter().flat_map(|up| turns.map(|turn| (up, turn))) {
        before.world_from_model = Affine3A::from_mat3(turn);
        let text = written(&before, &WriteOptions { up, ..WriteOptions::default() });
        assert!(text.contains(&format!("<up_axis>{}</up_axis>", up.name())));
        let (after, warnings) = load(&text);
        assert_eq!(warnings, [""; 0]);
        let apart = apart(&before, &after, 64).unwrap();
        assert!(apart < 1e-5, "{up:?} {turn}: {apart:?}");
    }
}

/// Writes the odd figure with other clips, loads it again, and returns the text and the loaded model.
fn write_and_load(clips: Vec<Clip>) -> (String, Model) {
    let before = Model { clips, ..oddities() };
    let text = written(&before, &WriteOptions::default());
    let (after, _) = load(&text);
    let apart = apart(&before, &after, 100).unwrap();
    assert!(apart < 1e-5, "{apart:?}\n{text}");
    assert!(after.clips.iter().all(|clip| clip.start == 0.0));
    (text, after)
}

/// Returns a clip that moves one joint to some positions.
fn moving_clip(name: &str, times: &[f32], positions: &[Vec3]) -> Clip {
    let track = Track::new(times.to_vec(), positions.to_vec()).unwrap();
    let tracks = JointTracks { joint: 8, translation: Some(track), ..JointTracks::default() };
    Clip::of_tracks(name, vec![tracks])
}

/// Each clip begins at 0 on its own clock, and keeps its length.
#[test]
fn clips_that_begin_later_or_hold() {
    let mut part = oddities().clips.remove(0);
    (part.start, part.end) = (0.7, 3.0);
    let still = Clip { end: 2.0, ..Clip::of_tracks("still", vec![]) };
    let moment = moving_clip("moment", &[0.0], &[Vec3::new(0.0, 0.3, 2.0)]);
    let (text, after) = write_and_load(vec![part, still, moment]);
    assert!(!after.clips[1].moves() && after.clips[2].duration() == 0.0);
    assert_eq!(text.matches("<instance_animation").count(), 4 + 1 + 1, "one at least for each");
}

/// A file that is written again keeps its frame rate.
#[test]
fn frames_stay_frames() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../assets/knight.dae");
    let before = armature_formats::load(file).unwrap().model;
    let (after, _) = load(&collada::write(&before, &WriteOptions::default()).unwrap().text);
    for (before, after) in before.clips.iter().zip(&after.clips) {
        assert_eq!((after.frame_rate(), &after.name), (24.0, &before.name));
    }
}

/// A jump has two keys as near as numbers can be, because readers see only one of two keys at one time.
#[test]
fn a_jump() {
    let positions = [0.0, 0.2, 0.9, 1.0].map(|x| Vec3::X * x);
    let (text, after) = write_and_load(vec![moving_clip("jump", &[0.0, 0.5, 0.5, 1.0], &positions)]);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert!(words.windows(2).any(|pair| pair == ["0.49999997", "0.5"]), "{text}");
    let mut figure = ModelInstance::new(&after);
    let joint = after.clips[0].tracks[0].joint;
    for (time, expected, allowed) in [(0.499, 0.2, 1e-3), (0.5, 0.9, 1e-6)] {
        figure.sample(&after, &after.clips[0], time);
        assert!((figure.pose().locals[joint].translation.x - expected).abs() < allowed, "{time}");
    }
}

/// Linear keys are kept, even if they move a joint by less than the error bound of fitted curves.
#[test]
fn small_movements_come_back() {
    let positions = [0.0, 5e-4, 0.0].map(|x| Vec3::new(x, 0.0, 1.0)); // of a figure of several units
    let (_, after) = write_and_load(vec![moving_clip("twitch", &[0.0, 0.5, 1.0], &positions)]);
    assert_eq!(after.clips[0].tracks[0].translation.as_ref().map(Track::len), Some(31), "a key for each frame");
}

#[test]
fn shear_and_mirrors_come_back() {
    let scales = [[-1.0, 1.0, 1.0], [-0.4, 2.0, 1.0], [-1.5, 0.5, 1.0]].map(Vec3::from);
    let shears = [Vec3::ZERO, Vec3::new(0.3, 0.0, -0.2), Vec3::X * 0.1];
    let [scale, shear] = [scales, shears].map(|values| Track::new(vec![0.0, 0.5, 1.0], values.to_vec()).ok());
    let turns = [0.0, 1.2, -0.3].map(Quat::from_rotation_y).to_vec();
    let tracks = JointTracks {
        joint: 8,
        rotation: Some(RotationTrack::new(vec![0.0, 0.4, 1.0], turns).unwrap()),
        scale,
        shear,
        ..JointTracks::default()
    };
    let (_, after) = write_and_load(vec![Clip::of_tracks("lean", vec![tracks])]);
    assert!(after.clips[0].tracks[0].shear.is_some());
}

/// Morph targets are left out with a warning, and meshes have the shape at rest.
#[test]
fn without_morph_targets() {
    let mut model = Model { morph_sets: vec![MorphSet::default()], ..oddities() };
    let before = written(&oddities(), &WriteOptions::default());
    model.parts[0].morphs = Some(PartMorphs { set: 0, targets: vec![Vec::new()] });
    model.materials[0].emission_texture = model.materials[1].texture.clone();
    let after = collada::write(&model, &WriteOptions::default()).unwrap();
    for message in [
        "morph targets and their weights are left out: meshes have the shape at rest",
        "pictures of what shines by itself are left out: those materials do not shine",
    ] {
        assert!(after.warnings.iter().any(|warning| warning.message == message), "{:?}", after.warnings);
    }
    assert!(after.text == before, "nothing else changes");
}

/// A clip's channels for lesson 12: one for a node, whole matrices, named by the node's id and one sid.
#[test]
fn a_single_clip_is_plain_and_baked_keys_are_even() {
    let mut model = oddities();
    model.clips.truncate(1);
    let text = written(&model, &WriteOptions { fps: Some(24.0), ..WriteOptions::default() });
    let document = collada::parse(text.as_bytes(), "a.dae").unwrap();
    let mut targets: Vec<_> = document.channels.iter().map(|channel| &*channel.target).collect();
    targets.sort_unstable();
    assert_eq!((targets.len(), targets[0]), (4, "_2_odd__2_b/transform"), "{targets:?}");
    for curve in &document.channels {
        assert_eq!(curve.times.len(), 49);
        let even = curve.times.iter().enumerate();
        assert!(even.clone().all(|(key, time)| (time - key as f32 / 24.0).abs() < 1e-6));
        assert_eq!((curve.times[0], curve.times[48]), (0.0, 2.0));
    }
}

#[test]
fn materials_come_back() {
    let model = oddities();
    let picture = model.materials[1].texture.clone().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("skin one.png"), "").unwrap();
    let pictures = [(picture, "skin%20one.png".into())].into();
    let text = written(&model, &WriteOptions { pictures, ..WriteOptions::default() });
    let file = folder.path().join("a.dae");
    std::fs::write(&file, text).unwrap();
    let mut after = armature_formats::load(&file).unwrap().model.materials;
    assert_eq!(after[0].diffuse, model.materials[0].diffuse);
    assert!(after[1].texture.is_some());
    after[1].texture.clone_from(&model.materials[1].texture);
    assert_eq!(after[1], model.materials[1]);
}

#[test]
fn nothing_and_numbers_that_are_none() {
    let (after, _) = load(&written(&Model::default(), &WriteOptions::default()));
    assert!(after.skeleton.is_empty() && after.parts.is_empty());
    let mut model = oddities();
    model.parts[0].mesh.vertices[1].normal.y = f32::NAN;
    let error = collada::write(&model, &WriteOptions::default()).unwrap_err().to_string();
    let list = "a number in the list with id=\"body-mesh-normals-array\" count=\"48\" is not finite";
    assert!(error.ends_with(list), "{error}");
    let few = oddities().clips.remove(0);
    let far = Some(Track::constant(Vec3::splat(3e38)));
    let tracks = JointTracks { joint: 0, translation: far, ..JointTracks::default() };
    let turned = Affine3A::from_scale_rotation_translation(Vec3::splat(3.0), Quat::from_rotation_x(1.0), Vec3::ZERO);
    let clips = vec![Clip::of_tracks("leap", vec![tracks])];
    let model = Model { clips, world_from_model: turned, ..oddities() };
    let error = collada::write(&model, &WriteOptions::default()).unwrap_err().to_string();
    let sid = error.split('"').nth(3).unwrap();
    assert!(error.ends_with(&format!("clip \"leap\" moves \"{sid}\" beyond an f32")), "{error}");
    let times: Vec<f32> = (0..1_000_001u32).map(|key| key as f32).collect();
    let track = Track::new(times.clone(), vec![Vec3::X; times.len()]).unwrap();
    let tracks = [1, 2].map(|joint| JointTracks { joint, translation: Some(track.clone()), ..few.tracks[0].clone() });
    let many = Clip::of_tracks("", tracks.to_vec());
    for (clip, fps) in [(Clip { end: 1e30, ..few }, Some(60.0)), (many, None)] {
        let options = WriteOptions { fps, ..WriteOptions::default() };
        let model = Model { clips: vec![clip], ..oddities() };
        let error = collada::write(&model, &options).unwrap_err().to_string();
        let name = &model.clips[0].name;
        assert!(error.ends_with(&format!("clip \"{name}\": more than 2000000 keys in all")), "{error}");
    }
}
