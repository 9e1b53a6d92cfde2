//! Every number in README.md that depends on code comes from that code, and the shaders are what the text says.

use crate::readme_says;
use common::graphics::crowd::Way;
use common::graphics::renderer::PALETTE_SIZE;
use common::graphics::testing::headless_or_skip;
use common::graphics::{GUARANTEED_VERTEX_UNIFORM_FLOATS, GlInfo};
use glium::CapabilitiesSource;
use lesson_17::Dancer;
use lesson_17::cast::{self, Cast};
use lesson_17::checks::REFERENCE;
use lesson_17::probes;

#[test]
fn what_is_sent() {
    let cast = Cast::finished(&cast::files().unwrap()).unwrap();
    let joints = cast.figures[0].baked.joints;
    assert!(cast.figures.iter().all(|figure| figure.baked.joints == joints));
    assert_eq!(GUARANTEED_VERTEX_UNIFORM_FLOATS, 1024);
    assert!(16 * joints <= 1024 && 2 * 16 * joints > 1024 && joints <= PALETTE_SIZE);
    readme_says(&format!("one knight has {joints} joints, and two would not fit"));
    readme_says(&format!("a palette of {joints} matrices takes {}.", 4 * joints));
    readme_says(&format!("256 matrices, {} knights.", 256 / joints));
    let texels = 3 * joints;
    readme_says(&format!("| 65,536: {} palettes |", 65_536 / texels));
    readme_says(&format!("| 1024: {} palettes |", 1024 * 1024 / texels));

    let palette = Way::Palettes.uploaded_bytes(joints);
    readme_says(&format!(
        "10,000 characters of {joints} joints: {palette} bytes each, {:.1} MB in every frame, {:.1} GB in a second",
        palette as f32 * 1e4 / 1e6,
        palette as f32 * 1e4 * 60.0 / 1e9
    ));
    let moment = Way::Frames.uploaded_bytes(joints);
    readme_says(&format!("{moment} bytes, {:.2} MB a frame for ten thousand.", moment as f32 * 1e4 / 1e6));
    readme_says(&format!(
        "reads {} texels for a vertex instead of {}",
        Way::Frames.texels_per_vertex(),
        Way::Palettes.texels_per_vertex()
    ));
}

#[test]
fn what_is_baked() {
    let cast = Cast::finished(&cast::files().unwrap()).unwrap();
    let clips: usize = cast.figures.iter().map(|figure| figure.clips.len()).sum();
    assert_eq!(clips, 6, "README: there are six clips");
    let knight = &cast.figures[0];
    let frames: usize = knight.clips.iter().map(|clip| clip.frames).sum();
    let texels = frames * knight.baked.joints * 2;
    readme_says(&format!(
        "All clips of the knight are {frames} frames, {},{:03} texels, {:.0} kB:",
        texels / 1000,
        texels % 1000,
        16.0 * texels as f32 / 1e3
    ));
    let triangles: usize = knight.model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    readme_says(&format!("does not need {triangles} triangles and {} joints", knight.baked.joints));
    let alone = knight.model.parts.iter().flat_map(|part| &part.mesh.vertices);
    let (one, all) = alone.fold((0, 0), |(one, all), vertex| (one + usize::from(vertex.weights[0] > 0.999), all + 1));
    assert!((0.5..0.75).contains(&(one as f32 / all as f32)), "half of the vertices: {one} of {all}");
}

/// "41.3: between frame 41 and frame 42, and alpha = 0.3. In a loop of 40 frames those are frame 1 and frame 2."
#[test]
fn the_example() {
    let clips = [lesson_17::BakedClip { first: 0, frames: 40, rate: 24.0 }];
    let dancer = Dancer { clip: 0, phase: 41.3 / 24.0, speed: 1.0 };
    let moment = (REFERENCE.moment)(&dancer, &clips, 0.0);
    assert_eq!((moment.from, moment.to), (1, 2));
    assert!((moment.alpha - 0.3).abs() < 1e-4);
    assert_eq!((-1e-9f32).rem_euclid(40.0), 40.0, "README: rounding makes it 40");
    let all = probes::PHASES;
    assert!(all[0] < 0.0, "README: times before 0");
}

/// The driver that drew the picture.
#[test]
fn the_limits_of_the_driver() {
    let Some(gl) = headless_or_skip("the_limits_of_the_driver") else { return };
    let side = gl.get_capabilities().max_texture_size;
    let line = gl.get_capabilities().max_texture_buffer_size.unwrap_or(65_536);
    assert!(side >= 1024 && line >= 65_536, "what every driver has: {side}, {line}");
    if GlInfo::new(&gl).renderer.contains("llvmpipe") {
        let (millions, thousands) = (line / 1_000_000, line / 1000 % 1000);
        readme_says(&format!("palettes | {millions},{thousands:03},{:03} |", line % 1000));
        readme_says(&format!("palettes | {},{:03} |", side / 1000, side % 1000));
    }
}
