//! The functions that a game calls in each frame do not allocate, once their memory has grown to size.

use armature::{
    animation::{
        Clip, ClipEvents, Fade, JointTracks, Layer, Mask, Playback, RootAxes, RootMotion, RotationTrack, Track,
        WeightTrack, add_masked, add_pose, blend_layers, blend_masked, make_additive,
    },
    ik::{self, Aim, ChainSolver, Foot, Hinge, SolverLimits},
    math::Transform,
    model::{Model, ModelInstance, MorphSet},
    skeleton::{Joint, Pose, Skeleton},
};
use glam::{Quat, Vec3};
use std::hint::black_box;
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Asserts that repeated calls of `frame` do not allocate, except the first.
#[track_caller]
fn allocates_only_at_first(name: &str, mut frame: impl FnMut()) {
    frame();
    for _ in 0..3 {
        assert_eq!(allocations(&mut frame), 0, "{name}");
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| drop(black_box(Box::new(7)))), 1);
}

/// Makes hips with two legs of four joints each, with shear.
fn figure() -> Skeleton {
    let mut joints =
        vec![Joint { name: "hips".into(), parent: None, bind_local: Transform::from_translation(Vec3::Y) }];
    for side in [-0.1, 0.1] {
        for joint in 0..4 {
            let parent = if joint == 0 { 0 } else { joints.len() - 1 };
            let translation = if joint == 0 { Vec3::X * side } else { Vec3::new(0.0, -0.4, 0.1 * joint as f32 - 0.2) };
            joints.push(Joint {
                name: format!("{side} {joint}"),
                parent: Some(parent),
                bind_local: Transform::from_translation(translation),
            });
        }
    }
    let mut skeleton = Skeleton::new(joints).unwrap();
    skeleton.make_room_for_shear();
    skeleton
}

#[test]
fn inverse_kinematics() {
    let skeleton = figure();
    let mut pose = skeleton.bind_pose();
    let target = Vec3::new(0.1, 0.3, 0.2);
    allocates_only_at_first("reach", || {
        for weight in [0.3, 1.0] {
            ik::two_bone(&skeleton, &mut pose, [1, 2, 3], target, Vec3::Z, weight);
        }
    });
    allocates_only_at_first("aim", || {
        ik::aim(&skeleton, &mut pose, &Aim::new(4, Vec3::Z, target));
    });
    let foot = |leg| Foot { leg, pole: Vec3::Z, hit: target, normal: Vec3::Y, ankle_height: 0.1, weight: 0.7 };
    let feet = [foot([1, 2, 3]), foot([5, 6, 7])];
    allocates_only_at_first("plant", || {
        ik::plant(&skeleton, &mut pose, 0, &feet, Vec3::Y);
    });

    let mut solver = ChainSolver::default();
    let straight: Vec<Vec3> = (0..9).map(|joint| 0.3 * joint as f32 * Vec3::Y).collect();
    let mut points = straight.clone();
    for target in [Vec3::ONE, 9.0 * Vec3::X, Vec3::Y] {
        allocates_only_at_first("chains", || {
            points.copy_from_slice(&straight);
            black_box(ik::reach_of(&points));
            solver.ccd(&mut points, target, SolverLimits::default());
            solver.fabrik(&mut points, -target, SolverLimits::default());
        });
    }
    let chain = [1, 2, 3, 4];
    allocates_only_at_first("a chain of the pose", || {
        points.clear();
        points.extend(chain.map(|joint| Vec3::from(pose.model_from_joint(&skeleton, joint).translation)));
        solver.fabrik(&mut points, target, SolverLimits::default());
        ik::bend_to(&skeleton, &mut pose, &chain, &points);
    });
    let hinges = [Hinge { axis: Vec3::Z, offset: Vec3::X }; 5];
    let mut angles = [0.1; 5];
    allocates_only_at_first("hinges", || ik::gradient_step(&hinges, &mut angles, Vec3::ONE, 0.1, 0.1));
}

/// Makes a figure with a face, and a clip of a second that moves all joints and a morph target.
fn walking_model() -> Model {
    let skeleton = figure();
    let mut tracks = Vec::new();
    for joint in 0..skeleton.len() {
        let local = skeleton.joints()[joint].bind_local.translation;
        let times: Vec<f32> = (0..10).map(|key| key as f32 / 9.0).collect();
        let positions = times.iter().map(|time| local + *time * Vec3::Z).collect();
        let turns = times.iter().map(|time| Quat::from_rotation_x(time.sin())).collect();
        tracks.push(JointTracks {
            joint,
            translation: Some(Track::new(times.clone(), positions).unwrap()),
            rotation: Some(RotationTrack::new(times, turns).unwrap()),
            shear: Some(Track::new(vec![0.0, 1.0], vec![Vec3::ZERO, Vec3::X]).unwrap()),
            ..JointTracks::default()
        });
    }
    let smile = Track::new(vec![0.0, 1.0], vec![0.0, 1.0]).unwrap();
    let clip =
        Clip { weights: vec![WeightTrack { set: 0, target: 1, track: smile }], ..Clip::of_tracks("walk", tracks) };
    let face = MorphSet { name: "face".into(), targets: vec!["frown".into(), "smile".into()], at_rest: vec![0.0; 2] };
    Model { skeleton, clips: vec![clip], morph_sets: vec![face], ..Model::default() }
}

#[test]
fn playing_and_blending() {
    let model = walking_model();
    let clip = &model.clips[0];
    let mut figure = ModelInstance::new(&model);
    let mut playback = Playback::for_clip(clip);
    let steps = ClipEvents::new([(0.1, "left"), (0.6, "right")]);
    let root_motion = RootMotion::new(&model.skeleton, clip, 0, Vec3::Y, RootAxes::default());
    let mut fade = Fade::new(figure.pose());
    fade.morph_weights(&figure.weights);
    let mut shown = figure.pose().clone();
    let mut weights = figure.weights.clone();
    allocates_only_at_first("a frame", || {
        let before = playback.clone();
        playback.advance(0.7);
        black_box(playback.passed(&steps).count());
        let mut change = figure.change(&model);
        change.sample(clip, playback.time());
        change.blend(clip, 0.5, 0.5);
        black_box(root_motion.step(&before, &playback));
        fade.begin(1.0);
        shown.set(fade.advance(0.3, change.pose()));
        change.pose_mut().set(&shown);
        weights.clone_from_slice(fade.morph_weights(change.weights_mut()));
    });
    allocates_only_at_first("a change of clip", || {
        for clip in [Some(0), None] {
            figure.sample_clip(&model, clip, 0.3);
        }
    });

    let mask = Mask::descendants(&model.skeleton, 1);
    let rest = model.skeleton.bind_pose();
    let layers = [Layer::new(figure.pose(), 0.4), Layer { pose: &shown, weight: 0.2, mask: Some(&mask) }];
    let mut delta = Pose::default();
    let mut out = Pose::default();
    allocates_only_at_first("poses", || {
        blend_layers(&layers, &rest, 0.9, &mut out);
        blend_masked(&rest, &shown, &mask, 0.5, &mut out);
        make_additive(&shown, &rest, &mut delta);
        add_pose(figure.pose(), &delta, 0.5, &mut out);
        add_masked(figure.pose(), &delta, &mask, 0.5, &mut out);
        out.set_blend(&rest, &shown, 0.5);
    });
}
