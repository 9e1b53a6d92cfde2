//! The shadow, onion skins and other drawings beside the figure, and pictures of figures made in code, two of which are
//! compared with pictures that were reviewed.

use super::*;
use crate::Framing;
use armature::{
    animation::{Clip, JointTracks, RotationTrack},
    math::Transform,
    mesh::{Mesh, SkinnedVertex, StaticVertex},
    model::{Material, Model, Part, Texture},
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use drawing::shapes;
use glam::{Affine3A, Quat, Vec3, Vec4};
use graphics::{Canvas, OrbitCamera, Picture, headless, renderer::png, testing::headless_or_skip};
use std::path::{Path, PathBuf};

/// If this is set to anything but "0", the pictures are written instead of compared. Review them.
const REGENERATE: &str = "ARMATURE_WRITE_PICTURES";

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(format!("{name}.png"))
}

/// Compares with the kept picture. llvmpipe gives the same pixels everywhere; other drivers place
/// edges and round colours differently.
fn compare(name: &str, picture: &Picture) {
    assert!(picture.rgba.iter().skip(3).step_by(4).all(|opacity| *opacity == 255), "{name}: opaque");
    let path = kept(name);
    if headless::is_set(REGENERATE) {
        return picture.write_png(&path).unwrap();
    }
    let difference = picture.difference(&Picture::read_png(&path).unwrap());
    if !difference.within(1.0, 12.0) {
        let got = std::env::temp_dir().join(format!("{name}.got.png"));
        picture.write_png(&got).unwrap();
        panic!("{name}: {difference}; see {} beside {}", got.display(), path.display());
    }
}

/// The options of a picture.
#[derive(Clone, Default)]
struct Look {
    time: f32,
    bind: bool,
    bones: bool,
    weights: Option<&'static str>,
    method: SkinningMethod,
}

/// Draws a picture of 192 x 144 pixels. Returns the warnings, too.
fn take(model: &Model, look: &Look) -> (Picture, Vec<String>) {
    let gl = headless::context().unwrap();
    let mut actor = Actor::new(model.clone());
    actor.bind_pose = look.bind;
    actor.selection.set(look.weights.map(|name| model.skeleton.find(name).unwrap()));
    actor.advance(look.time);
    let mut renderer = ActorRenderer::new(&gl, &actor, png).unwrap();
    let canvas = Canvas::new(&gl, (192, 144)).unwrap();
    let camera =
        Framing::of_points(OrbitCamera::default(), actor.bounds_now().unwrap().corners()).camera(canvas.aspect());
    let options = DisplayOptions {
        bones: look.bones,
        heat_map: look.weights.is_some(),
        method: look.method,
        ..DisplayOptions::default()
    };
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| renderer.draw(target, &actor, &view)).unwrap();
    (canvas.picture(), renderer.warnings().to_vec())
}

/// Draws a picture at the clip's start.
fn plain(model: &Model) -> (Picture, Vec<String>) {
    take(model, &Look::default())
}

/// Returns a model of a shape on a single joint.
fn rigid_model(mesh: &Mesh<StaticVertex>, material: Material) -> Model {
    let joint = Joint { name: "base".into(), parent: None, bind_local: Transform::IDENTITY };
    let vertices = mesh.vertices.iter().map(|v| v.skinned([0; 4], [1.0, 0.0, 0.0, 0.0])).collect();
    Model {
        name: "shape".into(),
        world_from_model: Affine3A::IDENTITY,
        skeleton: Skeleton::new(vec![joint]).unwrap(),
        is_joint: vec![true],
        skins: vec![Skin::rigid(0)],
        parts: vec![Part {
            name: "shape".into(),
            mesh: Mesh { vertices, indices: mesh.indices.clone() },
            colors: Vec::new(),
            skin: 0,
            material: Some(0),
            morphs: None,
        }],
        materials: vec![material],
        ..Model::default()
    }
}

/// Returns a tube of `count` joints, z up and in centimetres like most files, with a clip that bends it.
fn tube(count: usize) -> Model {
    let length = 60.0 / count as f32;
    let joints = (0..count).map(|index| Joint {
        name: format!("joint {index}"),
        parent: index.checked_sub(1),
        bind_local: Transform::from_translation(Vec3::Z * if index == 0 { 0.0 } else { length }),
    });
    let skeleton = Skeleton::new(joints.collect()).unwrap();
    let upright = Affine3A::from_rotation_x(90f32.to_radians()); // the shape stands along y
    let shape = shapes::cylinder(9.0, 60.0, 24.max(2 * count as u32), 32).transformed(&upright);
    let vertices: Vec<SkinnedVertex> = shape
        .vertices
        .iter()
        .map(|v| {
            let height = (v.position.z / length - 0.5).clamp(0.0, (count - 1) as f32);
            let below = (height as usize).min(count.saturating_sub(2));
            let weight = height - below as f32;
            v.skinned([below as u16, (below + 1).min(count - 1) as u16, 0, 0], [1.0 - weight, weight, 0.0, 0.0])
        })
        .collect();
    let skin = Skin::bound(&skeleton);
    let mut tracks = Vec::new();
    for joint in 1..count {
        let bent = Quat::from_rotation_x(2.0 / count as f32) * Quat::from_rotation_z(0.1);
        let rotation = RotationTrack::new(vec![2.0, 3.0], vec![Quat::IDENTITY, bent]).unwrap();
        tracks.push(JointTracks { joint, rotation: Some(rotation), ..JointTracks::default() });
    }
    Model {
        name: "tube".into(),
        world_from_model: Affine3A::from_scale(Vec3::splat(0.01)) * Affine3A::from_rotation_x(-90f32.to_radians()),
        is_joint: vec![true; count],
        parts: vec![Part {
            name: "tube".into(),
            mesh: Mesh { vertices, indices: shape.indices.clone() },
            colors: Vec::new(),
            skin: 0,
            material: None,
            morphs: None,
        }],
        skins: vec![skin],
        materials: vec![],
        clips: vec![Clip::of_tracks("bend", tracks)],
        skeleton,
        ..Model::default()
    }
}

fn picture(gl: &Gl, renderer: &mut ActorRenderer, actor: &Actor, options: DisplayOptions) -> Picture {
    picture_of(gl, actor, options, |target, view| renderer.draw(target, actor, view))
}

/// Draws what a function draws, seen by a camera that frames the figure.
fn picture_of(
    gl: &Gl,
    actor: &Actor,
    options: DisplayOptions,
    mut draw: impl FnMut(&mut Target<'_>, &View) -> Result<(), ShaderError>,
) -> Picture {
    let canvas = Canvas::new(gl, (160, 120)).unwrap();
    let mut camera = OrbitCamera::default();
    let bounds = actor.bounds().expect("something to see");
    camera.frame_points(&bounds.corners(), canvas.aspect());
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| draw(target, &view)).unwrap();
    canvas.picture()
}

/// Whether two pictures differ clearly in a pixel.
fn differ(a: &Picture, b: &Picture, x: u32, y: u32) -> bool {
    a.pixel(x, y).iter().zip(b.pixel(x, y)).any(|(a, b)| a.abs_diff(b) > 6)
}

/// Onion skins are hidden by the figure, and the shadow darkens each pixel of the ground once.
#[test]
fn onion_skins_and_the_shadow_lie_behind_the_figure() {
    let Some(gl) = headless_or_skip("onion_skins_and_the_shadow_lie_behind_the_figure") else {
        return;
    };
    let mut actor = Actor::new(crate::testing::arm());
    actor.player.seek(0.8);
    actor.pose();
    let mut renderer = ActorRenderer::new(&gl, &actor, png).unwrap();
    let bare = DisplayOptions { grid: false, ..DisplayOptions::default() };
    let mut look = |options| picture(&gl, &mut renderer, &actor, options);
    let plain = look(bare);
    let skins = look(DisplayOptions { onion_skins: true, ..bare });
    let shadow = look(DisplayOptions { grid: true, ..bare });
    let [nothing, no_mesh] = [bare, DisplayOptions { grid: true, ..bare }]
        .map(|options| picture_of(&gl, &actor, options, |target, view| renderer.draw_backdrop(target, view)));
    let mut inside = 0;
    let mut beside = 0;
    let mut dark = 0;
    for (x, y) in (1..119).flat_map(|y| (1..159).map(move |x| (x, y))) {
        let around = [(x, y), (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let is_figure = around.iter().all(|(x, y)| differ(&plain, &nothing, *x, *y));
        let is_ground = around.iter().all(|(x, y)| !differ(&plain, &nothing, *x, *y));
        if is_figure {
            inside += 1;
            assert!(!differ(&skins, &plain, x, y), "an onion skin through the figure at {x}, {y}");
            assert!(!differ(&shadow, &plain, x, y), "the shadow over the figure at {x}, {y}");
        }
        if is_ground {
            beside += u32::from(differ(&skins, &plain, x, y));
            let lit = no_mesh.pixel(x, y);
            let shaded = shadow.pixel(x, y);
            dark += u32::from(shaded[0] + 20 < lit[0]);
            assert!(u32::from(shaded[0]) * 10 > u32::from(lit[0]) * 6, "twice dark at {x}, {y}");
        }
    }
    assert!(inside > 300 && beside > 100 && dark > 10, "{inside} {beside} {dark}");
}

/// Compares pictures with kept ones: a bent tube with its bones, and one coloured by weights.
#[test]
fn figures_look_as_kept() {
    let Some(_) = headless_or_skip("figures_look_as_kept") else { return };
    let bent = Look { time: 0.75, ..Look::default() };
    for (name, look) in [
        ("tube-bones", Look { bones: true, ..bent.clone() }),
        ("tube-weights", Look { weights: Some("joint 1"), ..bent.clone() }),
    ] {
        let (picture, warnings) = take(&tube(3), &look);
        assert!(warnings.is_empty(), "{name}");
        compare(name, &picture);
    }
}

/// Returns a tube of two joints with a clip that turns the second about the tube's axis.
fn twisted_tube() -> Model {
    let turn = vec![Quat::IDENTITY, Quat::from_rotation_z(2.8)];
    let rotation = Some(RotationTrack::new(vec![0.0, 1.0], turn).unwrap());
    let tracks = JointTracks { joint: 1, rotation, ..JointTracks::default() };
    Model { clips: vec![Clip::of_tracks("twist", vec![tracks])], ..tube(2) }
}

/// Pictures of a model by both ways of skinning.
fn skinned(model: &Model) -> [Picture; 2] {
    [SkinningMethod::Linear, SkinningMethod::Dual]
        .map(|method| take(model, &Look { time: 0.75, method, ..Look::default() }).0)
}

/// Skinning by dual quaternions changes a twisted tube, and changes nothing where each vertex follows one joint.
#[test]
fn dual_quaternions_keep_a_twist_thick() {
    let Some(_) = headless_or_skip("dual_quaternions_keep_a_twist_thick") else { return };
    let twisted = twisted_tube();
    let [linear, dual] = skinned(&twisted);
    let apart = dual.difference(&linear);
    assert!(!apart.within(0.2, 10.0), "linear blending shrinks the twist: {apart}");

    let mut stiff = twisted;
    for vertex in &mut stiff.parts[0].mesh.vertices {
        vertex.weights = [1.0, 0.0, 0.0, 0.0];
    }
    let [linear, dual] = skinned(&stiff);
    let apart = dual.difference(&linear);
    assert!(apart.within(0.01, 1.0), "{apart}");
}

#[test]
fn a_missing_texture_is_a_checkerboard_and_a_warning() {
    let Some(_) = headless_or_skip("a_missing_texture_is_a_checkerboard_and_a_warning") else {
        return;
    };
    let material = Material {
        diffuse: Vec4::ONE,
        texture: Some(Texture::File("nowhere/paint.png".into())),
        ..Material::default()
    };
    let (_, warnings) = plain(&rigid_model(&shapes::cube(1.0), material));
    let [warning] = warnings.as_slice() else { panic!("{warnings:?}") };
    assert!(warning.contains("paint.png") && warning.contains("checkerboard"), "{warning}");
}

/// Red above blue in the file is red above blue on a wall whose v grows upward.
#[test]
fn textures_are_the_right_way_up() {
    let Some(_) = headless_or_skip("textures_are_the_right_way_up") else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("paint.png");
    let mut paint = Picture::filled(2, 2, [255, 0, 0, 255]);
    paint.rgba[8..].copy_from_slice(&[0, 0, 255, 255, 0, 0, 255, 255]);
    paint.write_png(&path).unwrap();
    let texture = Some(Texture::File(path));
    let material = Material { diffuse: Vec4::ONE, texture, ..Material::default() };
    let wall = shapes::plane(1.0).transformed(&Affine3A::from_rotation_x(90f32.to_radians()));
    let (picture, warnings) = plain(&rigid_model(&wall, material));
    assert_eq!(warnings, [""; 0]);
    // A quarter from the top and from the bottom, where the colours hardly mix.
    let [above, below] = [43, 101].map(|row| picture.pixel(96, row).map(i32::from));
    assert!(above[0] > above[2] + 80, "red above: {above:?}");
    assert!(below[2] > below[0] + 80, "blue below: {below:?}");
}

#[test]
fn time_counts_from_the_first_key_and_wraps() {
    let Some(_) = headless_or_skip("time_counts_from_the_first_key_and_wraps") else { return };
    let [start, later, wrapped, rest] = [(0.0, false), (0.5, false), (5.0, false), (0.5, true)]
        .map(|(time, bind)| take(&tube(3), &Look { time, bind, ..Look::default() }).0);
    assert!(wrapped.difference(&start).within(0.0, 0.0), "5 s of a clip of 1 s");
    assert!(!later.difference(&start).within(1.0, 12.0), "it moves");
    // The first key is the rest pose; nothing differs.
    assert!(rest.difference(&start).within(1.0, 12.0));
}

/// Parts that the loader would never return are left out: nothing is read past a buffer, the rest is drawn.
#[test]
fn parts_that_make_no_sense_are_left_out() {
    let Some(_) = headless_or_skip("parts_that_make_no_sense_are_left_out") else { return };
    let skin = warnings_with(|part| part.skin = 7);
    assert_eq!(skin, ["part \"shape\" is not drawn: it is on skin 7 of 1"]);
    let index = warnings_with(|part| part.mesh.indices[0] = 1_000_000);
    assert!(index[0].contains("a triangle names vertex 1000000 of"), "{index:?}");
    let joint = warnings_with(|part| part.mesh.vertices[0].joints[0] = 5);
    assert_eq!(joint, ["part \"shape\" is not drawn: a vertex follows place 5 of a skin with 1"]);
}

/// The warnings about a sphere with a second part that is changed.
fn warnings_with(change: impl Fn(&mut Part)) -> Vec<String> {
    let mut model = rigid_model(&shapes::sphere(1.0, 24, 48), Material::default());
    let mut part = model.parts[0].clone();
    part.mesh.indices.truncate(3);
    change(&mut part);
    model.parts.push(part);
    plain(&model).1
}
