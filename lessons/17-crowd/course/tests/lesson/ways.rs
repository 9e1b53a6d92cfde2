//! The three ways give the same picture.

use armature_simd::{CrowdMember, Moment};
use common::graphics::{
    Canvas, Gl, OrbitCamera, Picture, ShaderSource,
    renderer::{FigureInstance, Viewpoint},
    testing::headless_or_skip,
};
use glam::{Affine3A, Vec3, Vec4};
use glium::Surface;
use lesson_17::{
    cast::{self, CrowdCast, CrowdModel},
    checks::REFERENCE,
    ways::{self, CrowdRenderer, Played, Way},
};

const COUNT: usize = 12;

/// Returns what each way needs for dancers a `fraction` of the way from a frame of their own to the next one. Between frames
/// the palettes are mixed on the processor as the shader mixes frames.
fn played(figure: &CrowdModel, fraction: f32) -> Played {
    let mut played = Played::default();
    let mut members = Vec::new();
    for index in 0..COUNT {
        let clip = index % figure.clips.len();
        let baked = figure.clips[clip];
        let frame = 7 * index % (baked.frames - 1);
        let first = (baked.first + frame) as i32;
        let moment = Moment { frames: [first, first + 1], alpha: fraction };
        played.moments.push(moment);
        for joint in 0..figure.baked.joints {
            played.palettes.push(figure.baked.matrix(moment, joint).into());
        }
        let time = figure.model.clips[clip].start + (frame as f32 + fraction) / baked.rate;
        members.push(CrowdMember::new(clip, time));
    }
    if fraction == 0.0 {
        played.palettes = figure.palettes(&members);
    }
    played.texels = played.palettes.iter().flat_map(|matrix| matrix.rows.map(Vec4::from)).collect();
    played
}

fn picture(gl: &Gl, figure: &CrowdModel, way: Way, played: &Played) -> Picture {
    let mut instances = Vec::new();
    for index in 0..COUNT {
        let place = Vec3::new(1.6 * (index % 4) as f32, 0.0, -1.6 * (index / 4) as f32);
        let turned = Affine3A::from_rotation_y(0.7 * index as f32);
        let sized = Affine3A::from_scale(Vec3::splat(1.0 - 0.03 * index as f32));
        let world_from_model = Affine3A::from_translation(place) * turned * sized * figure.model.world_from_model;
        let tint = Vec3::new(1.0, 1.0 - 0.05 * index as f32, 0.4 + 0.05 * index as f32);
        instances.push(FigureInstance { tint, ..FigureInstance::new(world_from_model, index) });
    }
    let file = if way == Way::Frames { REFERENCE.crowd.frames() } else { REFERENCE.crowd.crowd() };
    let program = ways::program(gl, &ShaderSource::read(file).unwrap()).unwrap();
    let mut renderer = CrowdRenderer::new(gl, &figure.model, way).unwrap();
    renderer.set_instances(&instances).unwrap();
    renderer.set_frames(&figure.baked.texels).unwrap();
    renderer.upload(played).unwrap();
    let canvas = Canvas::new(gl, (480, 360)).unwrap();
    let target = Vec3::new(2.4, 0.9, -1.6);
    let camera = OrbitCamera { target, distance: 7.5, ..OrbitCamera::default() };
    let view = Viewpoint {
        clip_from_world: camera.clip_from_world(canvas.aspect()),
        eye: camera.eye(),
        to_light: Vec3::new(0.4, 0.8, 0.5).normalize(),
        area: None,
    };
    canvas.draw(|target| {
        target.clear_color_srgb_and_depth((0.2, 0.3, 0.4, 1.0), 1.0);
        renderer.draw(target, &view, &program, played, None).unwrap();
    });
    canvas.picture()
}

/// Number of pixels that differ by more than 2 of 255 in a channel.
fn differing(a: &Picture, b: &Picture) -> usize {
    let pairs = a.rgba.as_chunks::<4>().0.iter().zip(b.rgba.as_chunks::<4>().0);
    pairs.filter(|(a, b)| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > 2)).count()
}

/// The three differ by rounding, which moves no vertex by a thousandth of a pixel: samples on an edge may fall on its other
/// side, in a pixel in a thousand at most. The second cast has colours of vertices and backs that are not drawn.
#[test]
fn the_same_picture_in_three_ways() {
    let Some(gl) = headless_or_skip("the_same_picture_in_three_ways") else { return };
    let plain = CrowdCast::finished(&cast::files().unwrap()).unwrap();
    let mut colored = CrowdCast::finished(&cast::files().unwrap()).unwrap();
    for figure in &mut colored.figures {
        figure.model.materials.iter_mut().for_each(|material| material.double_sided = false);
        for part in &mut figure.model.parts {
            part.colors = vec![[255, 0, 0, 255]; part.mesh.vertices.len()];
        }
    }
    for (cast, fraction) in [(&plain, 0.0), (&plain, 0.5), (&colored, 0.0)] {
        for figure in &cast.figures {
            let played = played(figure, fraction);
            let [uniforms, palettes, frames] = Way::ALL.map(|way| picture(&gl, figure, way, &played));
            let pixels = uniforms.rgba.len() / 4;
            let background = Picture::filled(uniforms.width, uniforms.height, uniforms.pixel(0, 0));
            let drawn = differing(&uniforms, &background);
            assert!(drawn > pixels / 20, "only {drawn} pixels of {pixels} are drawn");
            for (way, picture) in [("palettes", &palettes), ("frames", &frames)] {
                let apart = differing(&uniforms, picture);
                assert!(apart <= pixels / 1000, "{way}, {fraction}: {apart} of {drawn}");
            }
        }
    }
}
