//! Uploading the poses of a frame does not allocate.

use armature::{
    math::{Affine3x4, Transform},
    mesh::{Mesh, SkinnedVertex},
    model::{Model, ModelInstance, Part},
    skeleton::{Joint, Skeleton},
    skin::Skin,
};
use graphics::{
    renderer::{FigureInstance, ModelRenderer, Skinning, png},
    testing::headless_or_skip,
};
use testing::allocations::{Counting, allocations};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_figures_and_a_crowds_upload_allocate_nothing() {
    let Some(gl) = headless_or_skip("a_figures_and_a_crowds_upload_allocate_nothing") else { return };
    let mut joints = Vec::new();
    for joint in 0..12usize {
        let bind_local = Transform::IDENTITY;
        joints.push(Joint { name: format!("joint {joint}"), parent: joint.checked_sub(1), bind_local });
    }
    let skeleton = Skeleton::new(joints).unwrap();
    let mesh = Mesh { vertices: vec![SkinnedVertex::default(); 3], indices: vec![0, 1, 2] };
    let part = Part { name: "triangle".into(), mesh, colors: Vec::new(), skin: 0, material: None, morphs: None };
    let model = Model { skins: vec![Skin::bound(&skeleton)], parts: vec![part], skeleton, ..Model::default() };
    let figure = ModelInstance::new(&model);
    let mut renderer = ModelRenderer::new(&gl, &model, png).unwrap();
    for skinning in [Skinning::Linear, Skinning::DualQuaternion] {
        for step in 0..20 {
            let allocated = allocations(|| renderer.pose(&model, &figure, skinning).unwrap());
            assert!(step == 0 || allocated == 0, "{skinning:?}, {step}: {allocated}"); // in the first, memory grows to size
        }
    }
    // More texels than one row of the texture has.
    let instances: Vec<_> = (0..100).map(|index| FigureInstance::new(model.world_from_model, index)).collect();
    let palettes = vec![Affine3x4::IDENTITY; 100 * renderer.joints()];
    for step in 0..20 {
        let allocated = allocations(|| {
            renderer.place(&instances).unwrap();
            renderer.write_palettes(&palettes, Skinning::Linear).unwrap();
        });
        assert!(step == 0 || allocated == 0, "{step}: {allocated}");
    }
}
