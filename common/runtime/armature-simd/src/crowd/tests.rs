//! Comparison of crowds with single characters and with the plain form.

use super::*;
use crate::testing::clips::skeleton_and_clip;
use armature::{
    animation::{Clip, Cursors},
    math::Transform,
    skeleton::{Joint, Pose, Skeleton},
    skin::Skin,
};
use glam::{Affine3A, Vec3};
use proptest::prelude::*;

/// Returns the palette of one character by the plain forms, and the largest element of a model matrix times the largest
/// of an inverse bind matrix, for tolerances.
fn plain_palette(skeleton: &Skeleton, skins: &[Skin], clips: &[&Clip], member: CrowdMember) -> (Vec<Affine3A>, f32) {
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
    let inverse_binds = skins.iter().flat_map(|skin| &skin.bindings).map(|binding| binding.joint_from_bind);
    let size = largest_element(model.iter().copied()) * largest_element(inverse_binds);
    (skins.iter().flat_map(|skin| skin.palette(&model)).collect(), size)
}

fn largest_element(matrices: impl Iterator<Item = Affine3A>) -> f32 {
    matrices.flat_map(|matrix| matrix.to_cols_array()).fold(1.0, |largest, element| largest.max(element.abs()))
}

proptest! {
    /// With two clips, fades between them, full groups and characters left over, two skins, and a binding without a joint.
    /// The tolerance, relative to the size: 1e-4 for nlerp instead of slerp, at each of up to 12 joints above each other.
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
        let skins = [skin, Skin { bind_from_mesh: Affine3A::from_scale(Vec3::splat(0.5)), ..Skin::rigid(0) }];
        let fast = SimdSkeleton::new(&skeleton);
        let bindings = PaletteBindings::new(&fast, &skins);
        assert_eq!(bindings.of_skin(1), bindings.len() - 1..bindings.len());
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
                let (want, size) = plain_palette(&skeleton, &skins, &plain_clips, *character);
                for (index, (got, want)) in got.iter().zip(&want).enumerate() {
                    let got = Affine3A::from(*got);
                    prop_assert!(got.abs_diff_eq(*want, size * 1.5e-3), "{simd}, {index} of {character:?}: {got:?} {want:?}");
                }
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
        let mut palettes = [Affine3x4::from(Affine3A::from_scale(Vec3::splat(9.0)))];
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
