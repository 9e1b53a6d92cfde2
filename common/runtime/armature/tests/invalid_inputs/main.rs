//! Jobs refuse inputs that do not fit together, as their `# Panics` sections say: for each job a table. Its first row is
//! valid, so that each of the others is refused for what alone is different there.

mod support;

use armature::{
    animation::{
        Cursors, Fade, Layer, Mask, RootAxes, RootMotion, add_masked, add_pose, blend_layers, blend_masked,
        blend_weights, make_additive,
        reduce::{Bound, pose_error, reduce},
    },
    attachment::{Sphere, SphereKind},
    ik::{self, Aim, ChainSolver, Foot, Hinge, SolverLimits},
    math::Similarity,
    mesh::{Displacement, SkinnedVertex, morph_vertices},
    model::{Model, ModelInstance},
    skeleton::{self, Pose, Skeleton},
    skin::{Skin, skin_vertices, skin_vertices_dual},
};
use glam::{Affine3A, Quat, Vec3};
use support::{JOINTS, chain, clip, joint, pose, takes_only_the_first};

const PLAIN: [Affine3A; JOINTS] = [Affine3A::IDENTITY; JOINTS];

#[test]
fn sampling() {
    let skeleton = chain();
    let last_and_beyond = [JOINTS - 1, JOINTS];
    takes_only_the_first(&last_and_beyond, |joint| {
        clip(*joint).sample(0.5, &skeleton.bind_pose(), &mut Cursors::default(), &mut Pose::default());
    });
    takes_only_the_first(&last_and_beyond, |joint| reduce(&skeleton, &clip(*joint), Bound::in_metres(1.0, 0.1)));
    takes_only_the_first(&last_and_beyond, |joint| {
        pose_error(&skeleton, [&clip(0), &clip(*joint)], 1.0, [0.5]);
    });
    takes_only_the_first(&last_and_beyond, |joint| {
        RootMotion::new(&skeleton, &clip(0), *joint, Vec3::Y, RootAxes::default());
    });
}

#[test]
fn blending() {
    let two = [(3, 3), (2, 3), (3, 2)];
    takes_only_the_first(&two, |&(a, b)| Pose::default().set_blend(&pose(a), &pose(b), 0.5));
    takes_only_the_first(&two, |&(a, b)| make_additive(&pose(a), &pose(b), &mut Pose::default()));
    takes_only_the_first(&two, |&(a, b)| add_pose(&pose(a), &pose(b), 0.0, &mut Pose::default()));
    takes_only_the_first(&two, |&(shown, target)| {
        let mut fade = Fade::new(&pose(shown));
        fade.begin(1.0);
        fade.advance(0.5, &pose(target));
    });
    let three = [(3, 3, 3), (2, 3, 3), (3, 2, 3), (3, 3, 2)];
    takes_only_the_first(&three, |&(a, b, mask)| {
        blend_masked(&pose(a), &pose(b), &Mask::new(vec![1.0; mask]), 0.0, &mut Pose::default());
    });
    takes_only_the_first(&three, |&(a, b, mask)| {
        add_masked(&pose(a), &pose(b), &Mask::new(vec![1.0; mask]), 0.0, &mut Pose::default());
    });
    takes_only_the_first(&three, |&(a, rest, mask)| {
        let (pose, mask, rest) = (pose(a), Mask::new(vec![1.0; mask]), pose(rest));
        let layer = Layer { pose: &pose, weight: 0.0, mask: Some(&mask) };
        blend_layers(&[layer], &rest, 0.1, &mut Pose::default());
    });
    takes_only_the_first(&[JOINTS - 1, JOINTS], |joint| Mask::descendants(&chain(), *joint));
}

/// A weight that is NaN or below 0 counts as 0, one above 1 as 1, in all that blends.
#[test]
fn weights_beyond_their_range() {
    let skeleton = chain();
    let bind = skeleton.bind_pose();
    let mut bent = bind.clone();
    bent.locals[1].rotation = Quat::from_rotation_z(1.0);
    let mask = Mask::new(vec![f32::NAN, 2.0, -1.0, 0.5, 1.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(mask.weights()[..4], [0.0, 1.0, 0.0, 0.5]);
    let results = |u: f32| {
        let [mut blended, mut masked] = [Pose::default(), Pose::default()];
        blended.set_blend(&bind, &bent, u);
        blend_masked(&bind, &bent, &mask, u, &mut masked);
        let mut weights = [vec![0.0]];
        blend_weights(&mut weights, &[vec![1.0]], u);
        let [mut aimed, mut reached] = [bind.clone(), bind.clone()];
        let aim = Aim { max_angle: 0.2, weight: u, ..Aim::new(1, Vec3::X, Vec3::new(1.0, 5.0, 0.0)) };
        ik::aim(&skeleton, &mut aimed, &aim);
        ik::two_bone(&skeleton, &mut reached, [0, 1, 2], Vec3::new(0.5, 1.0, 0.0), Vec3::Z, u);
        ([blended, masked, aimed, reached], weights)
    };
    for (weight, counts_as) in [(f32::NAN, 0.0), (-1.0, 0.0), (2.0, 1.0), (f32::INFINITY, 1.0)] {
        assert_eq!(results(weight), results(counts_as), "{weight}");
    }
    let [mut delta, mut out] = [Pose::default(), Pose::default()];
    make_additive(&bent, &bind, &mut delta);
    for weight in [f32::NAN, f32::INFINITY] {
        add_pose(&bind, &delta, weight, &mut out);
        assert_eq!(out, bind, "{weight}");
    }
}

#[test]
fn a_target_that_is_not_finite_moves_nothing() {
    let chain = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 1.0, 0.0), Vec3::new(2.0, 1.0, 0.0)];
    for target in [Vec3::NAN, Vec3::X * f32::INFINITY] {
        for solve in [ChainSolver::ccd, ChainSolver::fabrik] {
            let mut points = chain;
            let solved = solve(&mut ChainSolver::default(), &mut points, target, SolverLimits::default());
            assert!(points == chain && !solved.reached, "{target}: {points:?}");
        }
        let solved = ik::two_bone_points([chain[0], chain[1], chain[2]], target, Vec3::Z);
        assert!(solved[2].distance(chain[2]) < 1e-5, "{target}: {solved:?}");
    }
}

#[test]
fn skeletons() {
    takes_only_the_first(&[(JOINTS, JOINTS), (JOINTS - 1, JOINTS), (JOINTS, JOINTS - 1)], |&(locals, matrices)| {
        skeleton::local_to_model(&chain(), &pose(locals), Affine3A::IDENTITY, &mut PLAIN[..matrices].to_vec());
    });
    takes_only_the_first(&[0, 3, 2], |&shears| {
        Skeleton::sheared((0..4).map(|_| joint(None)).collect(), vec![Vec3::ZERO; shears]).unwrap();
    });
    let parents = [Some(0), Some(2)];
    takes_only_the_first(&parents, |parent| skeleton::depth_first_order(&[joint(None), joint(*parent)]));
    takes_only_the_first(&[None, Some(1)], |parent| {
        skeleton::tip(&[joint(Some(1)), joint(parent.map(|_| 0))], 0); // a ring has no end
    });
}

#[test]
fn inverse_kinematics() {
    let skeleton = chain();
    let target = Vec3::X;
    takes_only_the_first(&[([0, 1, 8], 3), ([0, 1, 9], 3), ([0, 1, 8], 2), ([0, 1, 8], 4)], |&(chain, points)| {
        ik::bend_to(&skeleton, &mut skeleton.bind_pose(), &chain, &vec![Vec3::X; points]);
    });
    takes_only_the_first(&[[0, 1, 8], [9, 1, 8], [0, 9, 8], [0, 1, 9]], |&limb| {
        ik::two_bone(&skeleton, &mut skeleton.bind_pose(), limb, target, Vec3::Z, 1.0);
    });
    takes_only_the_first(&[(0, 8), (9, 8), (0, 9)], |&(hips, ankle)| {
        let foot =
            Foot { leg: [1, 2, ankle], pole: Vec3::Z, hit: target, normal: Vec3::Y, ankle_height: 0.1, weight: 1.0 };
        ik::plant(&skeleton, &mut skeleton.bind_pose(), hips, &[foot], Vec3::Y);
    });
    takes_only_the_first(&[8, 9], |&joint| {
        ik::aim(&skeleton, &mut skeleton.bind_pose(), &Aim::new(joint, Vec3::X, target));
    });
    let hinges = [Hinge { axis: Vec3::Z, offset: Vec3::X }; 2];
    takes_only_the_first(&[2, 1, 3], |&angles| {
        ik::energy(&hinges, &vec![0.0; angles], target, 0.1);
    });
    takes_only_the_first(&[2, 1, 3], |&angles| {
        ik::gradient_step(&hinges, &mut vec![0.0; angles], target, 0.1, 0.1);
    });
}

/// The numbers of positions and of normals for two vertices, and of a palette's matrices of which they use the third.
const SKINNED: [(usize, usize, usize); 6] = [(2, 2, 3), (1, 2, 3), (3, 2, 3), (2, 1, 3), (2, 3, 3), (2, 2, 2)];

#[test]
fn skinning() {
    let mesh = [SkinnedVertex { joints: [2, 0, 0, 0], weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() }; 2];
    takes_only_the_first(&SKINNED, |&(positions, normals, palette)| {
        let [mut positions, mut normals] = [positions, normals].map(|count| vec![Vec3::ZERO; count]);
        skin_vertices(&PLAIN[..palette], &mesh, &mut positions, &mut normals);
    });
    takes_only_the_first(&SKINNED, |&(positions, normals, palette)| {
        let [mut positions, mut normals] = [positions, normals].map(|count| vec![Vec3::ZERO; count]);
        let palette = vec![Similarity::nearest(&Affine3A::IDENTITY); palette];
        skin_vertices_dual(&palette, &mesh, &mut positions, &mut normals);
    });
    takes_only_the_first(&[(2, 1), (1, 1), (3, 1), (2, 2)], |&(morphed, vertex)| {
        let displacement = Displacement { vertex, position: Vec3::X, normal: Vec3::X };
        morph_vertices(&mesh, &[vec![displacement]], [1.0], &mut vec![SkinnedVertex::default(); morphed]);
    });
    let skin = Skin::bound(&chain());
    takes_only_the_first(&[(JOINTS, JOINTS), (JOINTS - 1, JOINTS), (JOINTS, JOINTS - 1)], |&(joints, palette)| {
        skin.write_palette(&PLAIN[..joints], &mut PLAIN[..palette].to_vec());
    });
    let model = Model { skeleton: chain(), skins: vec![skin], ..Model::default() };
    takes_only_the_first(&[(JOINTS, 0), (JOINTS - 1, 0), (JOINTS, 1)], |&(joints, skin)| {
        let mut instance = ModelInstance::new(&model);
        instance.set_model_from_joint(&model, &PLAIN[..joints]);
        instance.palette(skin);
    });
    takes_only_the_first(&[JOINTS - 1, JOINTS], |&joint| {
        let sphere = Sphere { name: String::new(), kind: SphereKind::Hit, joint, center: Vec3::ZERO, radius: 1.0 };
        sphere.place(&PLAIN);
    });
}
