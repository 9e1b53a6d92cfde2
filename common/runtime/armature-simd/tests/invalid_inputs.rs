//! Kernels panic with inputs that do not fit together, as their `# Panics` sections say.

#[path = "../../armature/tests/invalid_inputs/support.rs"]
mod support;

use armature::{
    mesh::SkinnedVertex,
    model::Model,
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use armature_simd::{
    Affine3x4, Crowd, CrowdMember, Frames, Moment, PaletteBindings, SimdLevel, SimdSkeleton, SkinFrames, VertexBlocks,
};
use support::{JOINTS, chain, clip, takes_only_the_first};

const ROWS: [Affine3x4; 2 * JOINTS] = [Affine3x4::IDENTITY; 2 * JOINTS];

/// Numbers of positions, normals and matrices of a palette, for two vertices that follow its third matrix.
const SKINNED: [(usize, usize, usize); 6] = [(2, 2, 3), (1, 2, 3), (3, 2, 3), (2, 1, 3), (2, 3, 3), (2, 2, 2)];

#[test]
fn skinning() {
    let mesh = [SkinnedVertex { joints: [2, 9, 0, 0], weights: [1.0, 0.0, 0.0, 0.0], ..SkinnedVertex::default() }; 2]; // 9 is not read
    takes_only_the_first(&SKINNED, |&(positions, normals, palette)| {
        let [mut positions, mut normals] = [positions, normals].map(|count| vec![[0.0; 3]; count]);
        let blocks = VertexBlocks::new(&mesh);
        blocks.skin(SimdLevel::best(), &ROWS[..palette], &mut positions, &mut normals);
    });
}

#[test]
fn playing() {
    let simd = SimdLevel::best();
    let skeleton = SimdSkeleton::new(&chain());
    let skins = [Skin::bound(&chain())];
    let bindings = PaletteBindings::new(&skeleton, &skins);
    let clips = [Frames::bake(&skeleton, &clip(0), 30.0).unwrap()];
    takes_only_the_first(&[JOINTS - 1, JOINTS], |joint| Frames::bake(&skeleton, &clip(*joint), 30.0));
    takes_only_the_first(&[JOINTS - 1, JOINTS], |joint| {
        PaletteBindings::new(&skeleton, &[Skin::rigid(*joint)]);
    });
    takes_only_the_first(&[0, 1], |skin| bindings.of_skin(*skin));
    let crowd = Crowd { skeleton: &skeleton, bindings: &bindings, clips: &clips };
    takes_only_the_first(&[(0, JOINTS), (1, JOINTS), (0, JOINTS - 1)], |&(clip, palettes)| {
        crowd.write_palettes(simd, &[CrowdMember::new(clip, 0.5)], &mut ROWS[..palettes].to_vec());
    });
    // As many joints in as many blocks, with other parents.
    let others = (0..JOINTS).map(|_| Joint { parent: None, ..chain().joints()[0].clone() });
    let other = SimdSkeleton::new(&Skeleton::new(others.collect()).unwrap());
    takes_only_the_first(&[[&skeleton; 2], [&skeleton, &other], [&other, &skeleton]], |[clips, bindings]| {
        let clips = [Frames::bake(clips, &clip(0), 30.0).unwrap()];
        let crowd = Crowd { skeleton: &skeleton, bindings: &PaletteBindings::new(bindings, &skins), clips: &clips };
        crowd.write_palettes(simd, &[CrowdMember::default()], &mut ROWS[..JOINTS].to_vec());
    });
    let bare = Model { skeleton: chain(), clips: vec![clip(0)], ..Model::default() };
    takes_only_the_first(&[30.0, 1e30, f32::NAN], |rate| SkinFrames::bake(&bare, &[0], *rate).unwrap());
    let model = Model { skeleton: chain(), skins: skins.to_vec(), clips: vec![clip(0)], ..Model::default() };
    takes_only_the_first(&[(0, 0), (1, 0), (0, 1)], |&(clip, baked)| {
        SkinFrames::bake(&model, &[clip], 2.0).unwrap().moment(baked, 0.5);
    });
    let frames = SkinFrames::bake(&model, &[0], 2.0).unwrap();
    takes_only_the_first(&[([0, 1], JOINTS - 1), ([0, 1], JOINTS), ([0, 3], 0), ([-1, 0], 0)], |&(moment, joint)| {
        frames.matrix(Moment { frames: moment, alpha: 0.5 }, joint);
    });
}
