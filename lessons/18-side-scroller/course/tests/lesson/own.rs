//! A figure of one's own plays the knight's part.

use super::game::door_run;
use super::movement::{LIMITS, Measured};
use armature::math::Transform;
use armature::mesh::{Mesh, SkinnedVertex};
use armature::model::{Material, Model, Opacity, Part};
use armature::skeleton::{Joint, Skeleton};
use armature::skin::Skin;
use armature_formats::collada::{self, WriteOptions};
use common::graphics::{Canvas, Gl, OrbitCamera, testing::headless_or_skip};
use common::ui::{DisplayOptions, View};
use drawing::WorldPose;
use glam::{Mat4, Vec2, Vec3, Vec4};
use lesson_12::character::own::CharacterOptions;
use lesson_18::draw::{Character, CharacterKind, DrawnWorld, light::Light};
use lesson_18::knight::Poses;
use lesson_18::mine;
use lesson_18::{
    Keys,
    checks::REFERENCE,
    game::{Characters, Game, GameOutcome, Players, Run, Stage},
    level::Level,
};
use std::{fs, sync::Arc};

fn play(stage: &Stage, players: &Players, steps: &[Keys]) -> Game {
    let mut game = Game::new(stage).expect("a start");
    for keys in steps {
        game.step(stage, players, *keys).unwrap();
    }
    game
}

/// Returns the characters that a figure plays from a file.
fn played(figure: &Model) -> Arc<Characters> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("me.dae");
    fs::write(&path, collada::write(figure, &WriteOptions::default()).expect("a document").text).expect("a file");
    let lead = CharacterOptions { character: Some(path), ..CharacterOptions::default() }.load().expect("a figure");
    assert_eq!(lead.file.model.name, "me");
    Arc::new(mine::characters(lead, &common::assets()).expect("the figures"))
}

fn ruins(figures: &Arc<Characters>) -> Stage {
    mine::stage(&Level::ruins().expect("the level"), figures, &REFERENCE.side_scroller).expect("a ground")
}

/// The knight in a file that has him three times as large, with other names and without his clips: the recorded run
/// reaches the door with him, and the answers of earlier lessons pose him as armature does.
#[test]
fn the_recorded_run_reaches_the_door_with_another_figure() {
    let mut figure = collada::load(common::assets().join("knight.dae")).expect("the knight").model;
    figure.clips.clear();
    let mut joints = figure.skeleton.joints().to_vec();
    for joint in &mut joints {
        joint.bind_local.scale *= if joint.name == "Knight" { 3.0 } else { 1.0 };
        joint.name = format!("Hero_{}", joint.name.replace("shin", "calf").replace("sword_socket", "x"));
    }
    figure.skeleton = Skeleton::new(joints).expect("a skeleton");
    let figures = played(&figure);
    let stage = ruins(&figures);
    let run = Run::read(&door_run()).expect("a run");
    let game = play(&stage, &mine::players(&REFERENCE), &run.steps);
    assert_eq!(game.outcome, GameOutcome::Won);

    let mine: Arc<dyn Poses> = Arc::new(mine::StudentKnight::new(&figures.cast, REFERENCE).expect("tracks"));
    for steps in [60, 200, 420] {
        let [ours, theirs] =
            [mine::players(&REFERENCE), Players { poses: Some(mine.clone()), ..mine::players(&REFERENCE) }]
                .map(|players| play(&stage, &players, &run.steps[..steps]));
        let joints = ours.poser.model_from_joint().iter().zip(theirs.poser.model_from_joint());
        let farthest = joints.map(|(a, b)| a.w_axis.distance(b.w_axis)).fold(0.0, f32::max);
        assert!(farthest < 0.01, "{farthest} m after {steps} steps");
    }
}

/// Returns the knight as a figure whose arms are on its chest.
fn knight_without_collarbones() -> Model {
    let mut figure = collada::load(common::assets().join("knight.dae")).expect("the knight").model;
    let old = figure.skeleton.joints().to_vec();
    let model_from_joint = figure.skeleton.model_from_joint(&figure.skeleton.bind_pose());
    let inverse_binds = figure.skeleton.inverse_binds();
    // The joint that takes each one's vertices, and its index in the new skeleton.
    let mut heirs: Vec<(usize, usize)> = Vec::new();
    let mut joints = Vec::new();
    for (index, joint) in old.iter().enumerate() {
        let parent = joint.parent.map(|parent| heirs[parent]);
        if let Some(chest) = parent.filter(|_| joint.name.starts_with("shoulder_")) {
            heirs.push(chest);
            continue;
        }
        heirs.push((index, joints.len()));
        let local = parent
            .map_or(model_from_joint[index], |(above, _)| model_from_joint[above].inverse() * model_from_joint[index]);
        let bind_local = Transform::from_matrix(&local);
        joints.push(Joint { name: joint.name.clone(), parent: parent.map(|(_, parent)| parent), bind_local });
    }
    for binding in figure.skins.iter_mut().flat_map(|skin| &mut skin.bindings) {
        let Some(joint) = binding.joint else { continue };
        let (heir, index) = heirs[joint];
        binding.joint = Some(index);
        if heir != joint {
            binding.joint_from_bind = inverse_binds[heir];
        }
    }
    assert_eq!(joints.len(), old.len() - 2);
    figure.is_joint = joints.iter().map(|joint| figure.is_joint[figure.skeleton.find(&joint.name).unwrap()]).collect();
    figure.skeleton = Skeleton::new(joints).expect("a skeleton");
    figure.clips.clear();
    figure
}

/// In the recorded run no joint of a figure without collarbones jumps farther than the knight's may: at a jump out of a
/// run its arms go from behind its body over the head as his do.
#[test]
fn arms_without_collarbones_swing_as_the_knights_do() {
    let figures = played(&knight_without_collarbones());
    let measured = Measured::replayed(ruins(&figures));
    println!("{:?}, {}", measured.largest, measured.jumper);
    assert!(measured.largest.jump < LIMITS.jump, "{}", measured.jumper);
}

/// Returns the pixel in the middle of a picture of the game in which a square in this material covers the sky.
fn pixel_of_square(gl: &Gl, material: Material, color: [u8; 4]) -> [u8; 4] {
    let corners = [Vec2::ZERO, Vec2::X, Vec2::ONE, Vec2::Y];
    let vertex = |corner: Vec2| SkinnedVertex {
        position: (10.0 * corner - 5.0).extend(0.0),
        normal: Vec3::Z,
        texcoord: corner,
        weights: [1.0, 0.0, 0.0, 0.0],
        ..SkinnedVertex::default()
    };
    let mesh = Mesh { vertices: corners.map(vertex).to_vec(), indices: vec![0, 1, 2, 0, 2, 3] };
    let part = Part { name: "square".into(), mesh, colors: vec![color; 4], skin: 0, material: Some(0), morphs: None };
    let joint = Joint { name: "root".into(), parent: None, bind_local: Transform::IDENTITY };
    let model = Model {
        skeleton: Skeleton::new(vec![joint]).expect("a skeleton"),
        is_joint: vec![true],
        skins: vec![Skin::rigid(0)],
        parts: vec![part],
        materials: vec![material],
        ..Model::default()
    };
    let place = 50.0 * Vec3::Y;
    let pose = WorldPose { world_from_model: Mat4::from_translation(place), model_from_joint: vec![Mat4::IDENTITY] };
    let square = Character { kind: CharacterKind::Knight, pose, hurt: 0.0, tint: Vec3::ONE.extend(0.0) };
    let mut world = DrawnWorld::new(gl, &Level::ruins().expect("the level"), &[&model]).expect("a world");
    let canvas = Canvas::plain(gl, (16, 16)).expect("a canvas");
    let camera = OrbitCamera { target: place, distance: 3.0, yaw: 0.0, pitch: 0.0, ..OrbitCamera::default() };
    let view = View { camera, aspect: 1.0, size: (16, 16), options: DisplayOptions::default(), seconds: 0.0 };
    canvas.draw(|target| world.draw(target, &view, &[square], &Light::default(), None).expect("it draws"));
    canvas.picture().pixel(8, 8)
}

/// Vertex colours, holes, glow and opacity of a figure are seen in the game as in the viewer.
#[test]
fn materials_of_ones_own_figure_are_seen() {
    let Some(gl) = headless_or_skip("materials_of_ones_own_figure_are_seen") else { return };
    let unlit = Material { diffuse: Vec4::ONE, unlit: true, ..Material::default() };
    let opaque = Material { opacity: Opacity::Opaque, ..unlit.clone() };
    let [red, green, blue, _] = pixel_of_square(&gl, opaque, [0, 255, 0, 255]);
    assert!(red < 40 && green > 200 && blue < 40, "colours of vertices: {red} {green} {blue}");

    let holes = Material { opacity: Opacity::Mask(0.5), ..unlit.clone() };
    let sky = pixel_of_square(&gl, holes.clone(), [255, 0, 0, 100]);
    let [red, green, ..] = pixel_of_square(&gl, holes, [255, 0, 0, 200]);
    assert!(red > 200 && green < 40 && sky[1] > 100, "holes: {red} {green}, {sky:?}");

    let glow = Material { diffuse: Vec4::W, emission: Vec3::new(0.0, 1.0, 1.0), ..Material::default() };
    let [red, green, blue, _] = pixel_of_square(&gl, glow, [255; 4]);
    assert!(red < 60 && green > 200 && blue > 200, "glow: {red} {green} {blue}");

    let glass = Material { diffuse: Vec4::new(1.0, 0.0, 0.0, 0.5), opacity: Opacity::Blend, ..unlit };
    let [_, green, ..] = pixel_of_square(&gl, glass, [255; 4]);
    assert!(green.abs_diff(sky[1] / 2) < 8, "see-through: {green} before {sky:?}");
}
