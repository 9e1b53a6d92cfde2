//! Comparison of crowds with single characters and with the plain form.

use super::*;
use crate::testing::clips::skeleton_and_clip;
use armature::{
    animation::{Clip, Cursors},
    math::Transform,
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use proptest::prelude::*;

/// Returns the palette of one character by the plain forms, and the largest element of a model matrix times the largest
/// of an inverse bind matrix, for tolerances.
fn plain_palette(skeleton: &Skeleton, skin: &Skin, clips: &[&Clip], member: CrowdMember) -> (Vec<Affine3A>, f32) {
    let mut pose = Pose::default();
    let mut second = Pose::default();
    let bind = skeleton.bind_pose();
    clips[member.clip].sample(member.time, &bind, &mut Cursors::default(), &mut pose);
    if member.weight > 0.0 {
        clips[member.second].sample(member.second_time, &bind, &mut Cursors::default(), &mut second);
        let first = pose.clone();
        pose.set_blend(&first, &second, member.weight);
    }
    let model = skeleton.model_from_joint(&pose);
    let inverse_binds = skin.bindings.iter().map(|binding| binding.joint_from_bind);
    let size = largest_element(model.iter().copied()) * largest_element(inverse_binds);
    (skin.palette(&model), size)
}

fn largest_element(matrices: impl Iterator<Item = Affine3A>) -> f32 {
    matrices.flat_map(|matrix| matrix.to_cols_array()).fold(1.0, |largest, element| largest.max(element.abs()))
}

proptest! {
    /// With two clips, fades between them, full groups and characters left over, and a binding without a joint. The tolerance, relative to
    /// the size: 1e-4 for nlerp instead of slerp, at each of up to 12 joints above each other.
    #[test]
    fn as_the_plain_form(
        (skeleton, clip) in skeleton_and_clip(12, true),
        times in prop::collection::vec((0.0f32..6.0, any::<bool>(), 0.0f32..6.0, -0.4f32..1.2), 0..20),
    ) {
        let mut reversed = clip.clone();
        reversed.tracks.reverse();
        reversed.tracks.truncate(skeleton.len().div_ceil(2));
        let mut skin = Skin::bound(&skeleton);
        skin.bindings[0].joint = None;
        skin.bindings.rotate_left(1);

        let fast = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, std::slice::from_ref(&skin));
        let plain_clips = [&clip, &reversed];
        let clips = plain_clips.map(|clip| Frames::bake(&fast, clip, 30.0).unwrap());
        let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
        let characters: Vec<CrowdMember> = times
            .iter()
            .map(|&(time, clip, second_time, weight)| {
                CrowdMember { clip: usize::from(clip), time, second: usize::from(!clip), second_time, weight }
            })
            .collect();
        for simd in SimdLevel::all() {
            let mut palettes = vec![Affine3x4::IDENTITY; characters.len() * bindings.len()];
            crowd.write_palettes(simd, &characters, &mut palettes);
            for (character, got) in characters.iter().zip(palettes.chunks_exact(bindings.len())) {
                let (want, size) = plain_palette(&skeleton, &skin, &plain_clips, *character);
                for (index, (got, want)) in got.iter().zip(&want).enumerate() {
                    let got = Affine3A::from(*got);
                    prop_assert!(got.abs_diff_eq(*want, size * 1.5e-3), "{simd}, {index} of {character:?}: {got:?} {want:?}");
                }
            }
        }
    }

    /// Both interpolate by nlerp, so that only roundings differ.
    #[test]
    fn lanes_as_single_characters(
        (skeleton, clip) in skeleton_and_clip(20, false),
        times in prop::collection::vec((0.0f32..6.0, 0.0f32..6.0, -0.4f32..1.2), 8),
    ) {
        let skin = Skin::bound(&skeleton);
        let fast = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, std::slice::from_ref(&skin));
        let clips = [Frames::bake(&fast, &clip, 30.0).unwrap()];
        let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
        let characters: Vec<CrowdMember> = times
            .iter()
            .map(|&(time, second_time, weight)| CrowdMember { time, second_time, weight, ..CrowdMember::default() })
            .collect();
        for simd in SimdLevel::all() {
            let mut together = vec![Affine3x4::IDENTITY; 8 * bindings.len()];
            crowd.write_palettes(simd, &characters, &mut together);
            for (character, together) in characters.iter().zip(together.chunks_exact(bindings.len())) {
                let mut alone = vec![Affine3x4::IDENTITY; bindings.len()];
                crowd.write_palettes(simd, &[*character], &mut alone);
                let (_, size) = plain_palette(&skeleton, &skin, &[&clip], *character);
                for (a, b) in alone.iter().zip(together) {
                    prop_assert!(Affine3A::from(*a).abs_diff_eq(Affine3A::from(*b), size * 2e-5), "{simd}: {a:?} {b:?}");
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn a_pose_of_ones_own_is_the_plain_one((skeleton, clip) in skeleton_and_clip(12, true), time in 0.0f32..6.0) {
        let skin = Skin::bound(&skeleton);
        let fast = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, std::slice::from_ref(&skin));
        let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &[] };
        let (want, size) = plain_palette(&skeleton, &skin, &[&clip], CrowdMember::new(0, time));
        let mut pose = Pose::default();
        clip.sample(time, &skeleton.bind_pose(), &mut Cursors::default(), &mut pose);
        for simd in SimdLevel::all() {
            let mut got = vec![Affine3x4::IDENTITY; bindings.len()];
            crowd.write_pose(simd, &pose, &mut got);
            for (got, want) in got.iter().zip(&want) {
                prop_assert!(Affine3A::from(*got).abs_diff_eq(*want, size * 2e-5), "{simd}: {got:?} {want:?}");
            }
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn all_threads_write_what_one_does() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let (skeleton, clip) = skeleton_and_clip(20, true).new_tree(&mut runner).unwrap().current();
    let fast = SimdSkeleton::new(&skeleton);
    let bindings = PaletteBindings::new(&fast, &[Skin::bound(&skeleton)]);
    let clips = [Frames::bake(&fast, &clip, 30.0).unwrap()];
    let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
    let characters: Vec<CrowdMember> = (0..SHARE * 3 + 5).map(|c| CrowdMember::new(0, 0.01 * c as f32)).collect();
    let mut one = vec![Affine3x4::IDENTITY; characters.len() * bindings.len()];
    let mut all = one.clone();
    crowd.write_on_this_thread(SimdLevel::best(), &characters, &mut one);
    crowd.write_on_all_threads(SimdLevel::best(), &characters, &mut all);
    assert_eq!(one, all);
    assert_ne!(one, vec![Affine3x4::IDENTITY; one.len()]);
}

#[test]
fn without_characters_or_skins_nothing_is_written() {
    let skeleton =
        Skeleton::new(vec![Joint { name: "root".into(), parent: None, bind_local: Transform::IDENTITY }]).unwrap();
    let fast = SimdSkeleton::new(&skeleton);
    let skins = [Skin::bound(&skeleton)];
    for (skins, characters) in [(&skins[..], &[][..]), (&[], &[CrowdMember::default()])] {
        let crowd = Crowd { skeleton: &fast, bindings: &PaletteBindings::new(&fast, skins), clips: &[] };
        let mut palettes = [Affine3x4::from(Affine3A::from_scale(glam::Vec3::splat(9.0)))];
        let before = palettes;
        crowd.write_on_this_thread(SimdLevel::best(), characters, &mut palettes);
        #[cfg(feature = "rayon")]
        crowd.write_on_all_threads(SimdLevel::best(), characters, &mut palettes);
        assert_eq!(palettes, before);
    }
}

#[test]
#[should_panic(expected = "member 1 plays clip 7, but the crowd has 1 clips")]
fn a_member_without_a_clip_is_named() {
    let joint = Joint { name: "root".into(), parent: None, bind_local: Transform::IDENTITY };
    let skeleton = Skeleton::new(vec![joint]).unwrap();
    let fast = SimdSkeleton::new(&skeleton);
    let bindings = PaletteBindings::new(&fast, &[Skin::bound(&skeleton)]);
    let clips = [Frames::bake(&fast, &Clip::of_tracks("still", Vec::new()), 30.0).unwrap()];
    let crowd = Crowd { skeleton: &fast, bindings: &bindings, clips: &clips };
    let fading = CrowdMember { second: 7, weight: 0.1, ..CrowdMember::default() };
    crowd.write_palettes(SimdLevel::best(), &[CrowdMember::default(), fading], &mut [Affine3x4::IDENTITY; 2]);
}

#[test]
fn a_fades_course_is_a_member() {
    let clips = ["stand", "walk"].map(|name| Clip { end: 2.0, ..Clip::of_tracks(name, Vec::new()) });
    let mut fade = Crossfade::new(&clips, 0);
    fade.advance(1.0);
    assert_eq!(CrowdMember::fading(&fade), CrowdMember::new(0, 1.0));
    fade.begin(&clips, 1, 1.0);
    fade.advance(0.25);
    let want = CrowdMember { clip: 1, time: 0.25, second: 0, second_time: 1.25, weight: 0.75 };
    assert_eq!(CrowdMember::fading(&fade), want);
}
