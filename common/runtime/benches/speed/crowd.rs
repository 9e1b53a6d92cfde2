//! All steps from clips to palettes, of many characters.

use crate::character::{Character, Clocks};
use crate::rounds::{self, Spread};
use crate::{Bench, MAX_FADE};
use armature::{
    animation::{Clip, Cursors},
    skeleton::local_to_model,
};
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, SimdLevel};
use glam::Affine3A;
use std::hint::black_box;

/// Writes the palettes of a crowd a frame later, all clips of a member at the same time.
fn write_frame(
    simd: SimdLevel,
    crowd: Crowd<'_>,
    clocks: &mut Clocks,
    members: &mut [CrowdMember],
    palettes: &mut [Affine3x4],
) {
    for (time, member) in clocks.advance().iter().zip(&mut *members) {
        member.time = *time;
        member.second_time = *time;
    }
    crowd.write_on_this_thread(simd, members, palettes);
    black_box(palettes);
}

impl Bench {
    /// Measures all steps from clips to palettes on one thread, of characters with the indices of their clips. In the
    /// plain form, each character has its own palette and cursors, and all share a pose and its matrices.
    pub(super) fn measure_palettes(
        &mut self,
        name: &str,
        character: &Character,
        clips: &[Clip],
        clip_indices: &[usize],
        goal: [f64; 2],
    ) {
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let count = clip_indices.len();
        let joints = skeleton.len();
        let mut clocks = Clocks::new(&clips[0], count, false);
        let mut same_clocks = clocks.clone();
        let mut pose = bind.clone();
        let mut model = vec![Affine3A::IDENTITY; joints];
        let mut cursors = vec![Cursors::default(); count];
        let mut plain = vec![Affine3A::IDENTITY; count * skin.bindings.len()];
        let frames: Vec<Frames> = clips.iter().map(|clip| character.bake(clip)).collect();
        let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: &frames };
        let mut members: Vec<CrowdMember> = clip_indices.iter().map(|clip| CrowdMember::new(*clip, 0.0)).collect();
        let mut fast = vec![Affine3x4::IDENTITY; count * bindings.len()];
        self.row(
            name,
            count,
            goal,
            || {
                let states = cursors.iter_mut().zip(plain.chunks_exact_mut(skin.bindings.len()));
                for ((clip, time), (cursors, palette)) in clip_indices.iter().zip(clocks.advance()).zip(states) {
                    clips[*clip].sample(*time, bind, cursors, &mut pose);
                    local_to_model(skeleton, &pose, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&plain);
            },
            || {
                for (time, member) in same_clocks.advance().iter().zip(&mut members) {
                    member.time = *time;
                }
                crowd.write_on_this_thread(simd, &members, &mut fast);
                black_box(&fast);
            },
        );
    }

    /// Measures a crowd in which all fade from one clip to the other beside one in which none does: the row says how many
    /// times as long the fade takes, for which the floor is a ceiling. The plain form is a `ModelInstance`'s `blend`.
    pub(super) fn measure_fades(&mut self, character: &Character, clips: &[Clip]) {
        const COUNT: usize = 1024;
        let Character { skeleton, skin, bind, fast_skeleton, bindings } = character;
        let simd = self.simd;
        let frames: Vec<Frames> = clips.iter().map(|clip| character.bake(clip)).collect();
        let crowd = Crowd { skeleton: fast_skeleton, bindings, clips: &frames };
        let mut alone: Vec<CrowdMember> = (0..COUNT).map(|index| CrowdMember::new(index % 2, 0.0)).collect();
        let mut fading = alone.clone();
        for (index, member) in fading.iter_mut().enumerate() {
            member.second = 1 - member.clip;
            member.weight = 0.1 + 0.8 * (index % 7) as f32 / 6.0;
        }
        let mut clocks = [(); 3].map(|()| Clocks::new(&clips[0], COUNT, false));
        let [clocks, other_clocks, plain_clocks] = &mut clocks;
        let mut palettes = vec![Affine3x4::IDENTITY; COUNT * bindings.len()];
        let mut other_palettes = palettes.clone();
        let name = format!("crowd of {COUNT}, all fade, beside none");
        if name.contains(&self.filter) {
            let [fade, none, ratio] = rounds::compare(
                self.measure,
                COUNT,
                || write_frame(simd, crowd, clocks, &mut fading, &mut palettes),
                || write_frame(simd, crowd, other_clocks, &mut alone, &mut other_palettes),
            );
            eprintln!("{name}: {fade} ns, without {none} ns");
            let Spread { median, p10, p90 } = ratio;
            println!("| {name} | | | | | {MAX_FADE}x at most | {median:.2}x [{p10:.2}..{p90:.2}] |");
            if median > MAX_FADE {
                self.below.push(name);
            }
        }
        let mut poses = [bind.clone(), bind.clone(), bind.clone()];
        let mut cursors = vec![[Cursors::default(), Cursors::default()]; COUNT];
        let mut model = vec![Affine3A::IDENTITY; skeleton.len()];
        let mut plain = vec![Affine3A::IDENTITY; COUNT * skin.bindings.len()];
        let plain_members = fading.clone();
        self.row(
            &format!("crowd of {COUNT}, all fade"),
            COUNT,
            [4.0, 3.2],
            || {
                let states = cursors.iter_mut().zip(plain.chunks_exact_mut(skin.bindings.len()));
                for ((member, time), (cursors, palette)) in plain_members.iter().zip(plain_clocks.advance()).zip(states)
                {
                    let [first, second, blended] = &mut poses;
                    clips[member.clip].sample(*time, bind, &mut cursors[0], first);
                    clips[member.second].sample(*time, bind, &mut cursors[1], second);
                    blended.set_blend(first, second, member.weight);
                    local_to_model(skeleton, blended, Affine3A::IDENTITY, &mut model);
                    skin.write_palette(&model, palette);
                }
                black_box(&plain);
            },
            || write_frame(simd, crowd, clocks, &mut fading, &mut palettes),
        );
    }
}
