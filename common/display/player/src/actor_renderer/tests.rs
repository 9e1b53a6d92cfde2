//! The shadow, onion skins and other drawings beside the figure, and pictures of figures made in code, two of which are
//! compared with pictures that were reviewed.

use super::*;
use crate::Framing;
use armature::{
    animation::{Clip, JointTracks, RotationTrack},
    math::Transform,
    mesh::{Bounds, Mesh, SkinnedVertex},
    model::{Model, Part},
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use drawing::shapes;
use glam::{Affine3A, Quat, Vec3};
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

/// Draws a picture of 192 x 144 pixels of a figure, framed by `bounds`.
fn picture_of(
    actor: &Actor,
    bounds: Option<Bounds>,
    options: DisplayOptions,
    draw: impl FnOnce(&mut ActorRenderer, &mut Target<'_>, &View) -> Result<(), ShaderError>,
) -> Picture {
    let gl = headless::context().unwrap();
    let mut renderer = ActorRenderer::new(&gl, actor, png).unwrap();
    assert_eq!(renderer.warnings(), [""; 0]);
    let canvas = Canvas::new(&gl, (192, 144)).unwrap();
    let camera = Framing::of_points(OrbitCamera::default(), bounds.unwrap().corners()).camera(canvas.aspect());
    let view = View { camera, aspect: canvas.aspect(), size: canvas.size(), options, seconds: 0.0 };
    canvas.draw(|target| draw(&mut renderer, target, &view)).unwrap();
    canvas.picture()
}

/// Draws a figure at a time of its clip. `joint` is the one whose weights are shown.
fn take(model: &Model, time: f32, joint: Option<&str>, options: DisplayOptions) -> Picture {
    let mut actor = Actor::new(model.clone());
    actor.selection.set(joint.map(|name| model.skeleton.find(name).unwrap()));
    actor.advance(time);
    picture_of(&actor, actor.bounds_now(), options, |renderer, target, view| renderer.draw(target, &actor, view))
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

/// Whether two pictures differ clearly in a pixel.
fn differ(a: &Picture, b: &Picture, x: u32, y: u32) -> bool {
    a.pixel(x, y).iter().zip(b.pixel(x, y)).any(|(a, b)| a.abs_diff(b) > 6)
}

/// Onion skins are hidden by the figure, and the shadow darkens each pixel of the ground once.
#[test]
fn onion_skins_and_the_shadow_lie_behind_the_figure() {
    let Some(_) = headless_or_skip("onion_skins_and_the_shadow_lie_behind_the_figure") else { return };
    let mut actor = Actor::new(crate::testing::arm());
    actor.player.seek(0.8);
    actor.pose();
    let bare = DisplayOptions { grid: false, ..DisplayOptions::default() };
    let ground = DisplayOptions { grid: true, ..bare };
    let [plain, skins, shadow] = [bare, DisplayOptions { onion_skins: true, ..bare }, ground].map(|options| {
        picture_of(&actor, actor.bounds(), options, |renderer, target, view| renderer.draw(target, &actor, view))
    });
    let [nothing, no_mesh] =
        [bare, ground].map(|options| picture_of(&actor, actor.bounds(), options, ActorRenderer::draw_backdrop));
    let mut inside = 0;
    let mut beside = 0;
    let mut dark = 0;
    for (x, y) in (1..143).flat_map(|y| (1..191).map(move |x| (x, y))) {
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
    let bones = DisplayOptions { bones: true, ..DisplayOptions::default() };
    compare("tube-bones", &take(&tube(3), 0.75, None, bones));
    let weights = DisplayOptions { heat_map: true, ..DisplayOptions::default() };
    compare("tube-weights", &take(&tube(3), 0.75, Some("joint 1"), weights));
}

/// Skinning by dual quaternions changes a twisted tube, and changes nothing where each vertex follows one joint.
#[test]
fn dual_quaternions_keep_a_twist_thick() {
    let Some(_) = headless_or_skip("dual_quaternions_keep_a_twist_thick") else { return };
    let turn = vec![Quat::IDENTITY, Quat::from_rotation_z(2.8)]; // about the tube's axis
    let rotation = Some(RotationTrack::new(vec![0.0, 1.0], turn).unwrap());
    let tracks = JointTracks { joint: 1, rotation, ..JointTracks::default() };
    let twisted = Model { clips: vec![Clip::of_tracks("twist", vec![tracks])], ..tube(2) };
    let mut stiff = twisted.clone();
    for vertex in &mut stiff.parts[0].mesh.vertices {
        vertex.weights = [1.0, 0.0, 0.0, 0.0];
    }
    for (model, is_other) in [(twisted, true), (stiff, false)] {
        let [linear, dual] = [SkinningMethod::Linear, SkinningMethod::Dual]
            .map(|method| take(&model, 0.75, None, DisplayOptions { method, ..DisplayOptions::default() }));
        let apart = dual.difference(&linear);
        let is_as_expected = if is_other { !apart.within(0.2, 10.0) } else { apart.within(0.01, 1.0) };
        assert!(is_as_expected, "linear blending shrinks the twist, {is_other}: {apart}");
    }
}

#[test]
fn time_counts_from_the_first_key_and_wraps() {
    let Some(_) = headless_or_skip("time_counts_from_the_first_key_and_wraps") else { return };
    let tube = tube(3);
    let [start, later, wrapped] = [0.0, 0.5, 5.0].map(|time| take(&tube, time, None, DisplayOptions::default()));
    assert!(wrapped.difference(&start).within(0.0, 0.0), "5 s of a clip of 1 s");
    assert!(!later.difference(&start).within(1.0, 12.0), "it moves");
    // The first key is the rest pose; nothing differs.
    let mut actor = Actor::new(tube);
    actor.bind_pose = true;
    actor.advance(0.5);
    let options = DisplayOptions::default();
    let rest =
        picture_of(&actor, actor.bounds_now(), options, |renderer, target, view| renderer.draw(target, &actor, view));
    assert!(rest.difference(&start).within(1.0, 12.0));
}
