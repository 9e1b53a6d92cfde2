//! Crowds against single instances, and against the plain form.

use super::*;
use crate::testing::clips::skeleton_and_clip;
use armature::{
    animation::{Clip, Cursors},
    math::Transform,
    skeleton::{Joint, Pose, Skeleton},
    skin::Skin,
};
use proptest::prelude::*;

/// The palette of one character by the plain forms, and the largest entry that entered it.
fn plain(skeleton: &Skeleton, skin: &Skin, clip: &Clip, time: f32) -> (Vec<Affine3A>, f32) {
    let mut pose = Pose::default();
    clip.sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
    let model = skeleton.model_from_joint(&pose);
    let largest = |size: f32, m: &Affine3A| m.to_cols_array().iter().fold(size, |size, c| size.max(c.abs()));
    let inverse = skin.bindings.iter().map(|binding| binding.joint_from_bind);
    let size = model.iter().fold(1.0, largest) * inverse.fold(1.0, |size, m| largest(size, &m));
    (skin.palette(&model), size)
}

proptest! {
    /// Two clips with frames at the keys' own times, groups that are full and left over, a place that
    /// stays. Relative to the largest model entry times the largest inverse bind: 1e-4 for nlerp in
    /// place of slerp, at each of up to 12 joints above.
    #[test]
    fn as_the_plain_form(
        (skeleton, clip) in skeleton_and_clip(12, true),
        times in prop::collection::vec((0.0f32..6.0, any::<bool>()), 0..20),
    ) {
        let mut reversed = clip.clone();
        reversed.tracks.reverse();
        reversed.tracks.truncate(skeleton.len().div_ceil(2));
        let mut skin = Skin::bound(&skeleton);
        skin.bindings[0].joint = None;
        skin.bindings.rotate_left(1);

        let fast = FastSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, std::slice::from_ref(&skin));
        let plain_clips = [&clip, &reversed];
        let clips = plain_clips.map(|clip| Frames::bake(&fast, clip, 30.0).unwrap());
        let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
        let characters: Vec<CrowdMember> = times.iter().map(|&(time, second)| CrowdMember { clip: usize::from(second), time }).collect();
        for simd in SimdLevel::all() {
            let mut palettes = vec![Affine3x4::IDENTITY; characters.len() * bindings.len()];
            crowd.write_palettes(simd, &characters, &mut palettes);
            for (character, got) in characters.iter().zip(palettes.chunks_exact(bindings.len())) {
                let (want, size) = plain(&skeleton, &skin, plain_clips[character.clip], character.time);
                for (place, (got, want)) in got.iter().zip(&want).enumerate() {
                    let got = Affine3A::from(*got);
                    prop_assert!(got.abs_diff_eq(*want, size * 1.5e-3), "{simd}, place {place} of {character:?}: {got:?} {want:?}");
                }
            }
        }
    }

    /// Lanes and single instances do the same: no slerp between them, so that only roundings differ.
    #[test]
    fn lanes_as_single_figures(
        (skeleton, clip) in skeleton_and_clip(20, false),
        times in prop::collection::vec(0.0f32..6.0, 8),
    ) {
        let skin = Skin::bound(&skeleton);
        let fast = FastSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, std::slice::from_ref(&skin));
        let clips = [Frames::bake(&fast, &clip, 30.0).unwrap()];
        let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
        let characters: Vec<CrowdMember> = times.iter().map(|&time| CrowdMember { clip: 0, time }).collect();
        for simd in SimdLevel::all() {
            let mut together = vec![Affine3x4::IDENTITY; 8 * bindings.len()];
            crowd.write_palettes(simd, &characters, &mut together);
            for (character, together) in characters.iter().zip(together.chunks_exact(bindings.len())) {
                let mut alone = vec![Affine3x4::IDENTITY; bindings.len()];
                crowd.write_palettes(simd, &[*character], &mut alone);
                let (_, size) = plain(&skeleton, &skin, &clip, character.time);
                for (a, b) in alone.iter().zip(together) {
                    prop_assert!(Affine3A::from(*a).abs_diff_eq(Affine3A::from(*b), size * 2e-5), "{simd}: {a:?} {b:?}");
                }
            }
        }
    }
}

#[test]
fn all_threads_write_what_one_does() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (skeleton, clip) = skeleton_and_clip(20, true).new_tree(&mut runner).unwrap().current();
    let fast = FastSkeleton::new(&skeleton);
    let bindings = PaletteBindings::new(&fast, &[Skin::bound(&skeleton)]);
    let clips = [Frames::bake(&fast, &clip, 30.0).unwrap()];
    let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
    let characters: Vec<CrowdMember> =
        (0..SHARE * 3 + 5).map(|c| CrowdMember { clip: 0, time: 0.01 * c as f32 }).collect();
    let mut one = vec![Affine3x4::IDENTITY; characters.len() * bindings.len()];
    let mut all = one.clone();
    crowd.write_on_this_thread(SimdLevel::best(), &characters, &mut one);
    crowd.write_on_all_threads(SimdLevel::best(), &characters, &mut all);
    assert_eq!(one, all);
    assert_ne!(one, vec![Affine3x4::IDENTITY; one.len()]);
}

#[test]
fn nobody_and_nothing_write_nothing() {
    let skeleton =
        Skeleton::new(vec![Joint { name: "root".into(), parent: None, bind_local: Transform::IDENTITY }]).unwrap();
    let fast = FastSkeleton::new(&skeleton);
    let skins = [Skin::bound(&skeleton)];
    for (skins, characters) in [(&skins[..], &[][..]), (&[], &[CrowdMember::default()])] {
        let crowd = Crowd { skeleton: &fast, bindings: &PaletteBindings::new(&fast, skins), clips: &[] };
        let mut palettes = [Affine3x4::from(Affine3A::from_scale(glam::Vec3::splat(9.0)))];
        let before = palettes;
        crowd.write_on_this_thread(SimdLevel::best(), characters, &mut palettes);
        crowd.write_on_all_threads(SimdLevel::best(), characters, &mut palettes);
        assert_eq!(palettes, before);
    }
}
