//! A thousand figures, each with its own clip and clock, as one list of skinning matrices to upload.

use armature::model::Model;
use armature_simd::{Affine3x4, Crowd, CrowdMember, Frames, PaletteBindings, SimdLevel, SimdSkeleton};
use std::error::Error;

const ARM: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/arm.dae");
const COUNT: usize = 1000;

fn main() -> Result<(), Box<dyn Error>> {
    let model = armature_formats::load(ARM)?.model;
    let (members, palettes) = palettes(&model)?;
    println!("{} figures, {} bytes to upload", members.len(), size_of_val(palettes.as_slice()));
    Ok(())
}

/// Returns each member's clip, and the matrices of all.
fn palettes(model: &Model) -> Result<(Vec<CrowdMember>, Vec<Affine3x4>), Box<dyn Error>> {
    // Once.
    let skeleton = SimdSkeleton::new(&model.skeleton);
    let bindings = PaletteBindings::new(&skeleton, &model.skins);
    let clips = model.clips.iter().map(|clip| Frames::bake(&skeleton, clip, 30.0));
    let clips = clips.collect::<Result<Vec<Frames>, _>>()?;
    let crowd = Crowd { skeleton: &skeleton, bindings: &bindings, clips: &clips };
    let mut palettes = vec![Affine3x4::IDENTITY; COUNT * bindings.len()];

    // In each frame: who plays what, and when; matrix `figure * bindings.len() + joint` is the shader's.
    let mut members = Vec::with_capacity(COUNT);
    for figure in 0..COUNT {
        let clip = figure % clips.len();
        let seconds = 1.0 + 0.01 * figure as f32;
        let duration = model.clips[clip].duration();
        members.push(CrowdMember::new(clip, model.clips[clip].start + seconds.rem_euclid(duration)));
    }
    crowd.write_palettes(SimdLevel::best(), &members, &mut palettes);
    Ok((members, palettes))
}

#[test]
fn runs() {
    let model = armature_formats::load(ARM).unwrap().model;
    let (members, palettes) = palettes(&model).unwrap();
    let mut alone = armature::model::ModelInstance::new(&model);
    for (member, palette) in members.iter().zip(palettes.chunks_exact(palettes.len() / COUNT)) {
        alone.sample_clip(&model, Some(member.clip), member.time);
        for (baked, matrix) in palette.iter().zip(alone.palette(0)) {
            assert!(glam::Affine3A::from(*baked).abs_diff_eq(*matrix, 0.01), "{member:?}: {baked:?} {matrix}");
        }
    }
}
