//! Every number in README.md that depends on code comes from that code, and the shaders are what the text says.

use crate::readme_says;
use common::exercise::Exercise;
use common::graphics::renderer::PALETTE_SIZE;
use common::graphics::testing::headless_or_skip;
use common::graphics::{GUARANTEED_VERTEX_UNIFORM_FLOATS, GlInfo};
use glam::Quat;
use glium::CapabilitiesSource;
use lesson_17::cast::{self, CrowdCast};
use lesson_17::checks::REFERENCE;
use lesson_17::figures::{CLIPS, JOINTS};
use lesson_17::probes::PHASES;
use lesson_17::scene::CrowdScene;
use lesson_17::{BakedClip, Dancer, Moment};
use models::crowd::Way;

#[test]
fn what_is_sent() {
    let cast = CrowdCast::finished(&cast::files().unwrap()).unwrap();
    let joints = cast.figures[0].baked.joints;
    assert!(cast.figures.iter().all(|figure| figure.baked.joints == joints));
    assert_eq!(GUARANTEED_VERTEX_UNIFORM_FLOATS, 1024);
    assert!(16 * joints <= 1024 && 2 * 16 * joints > 1024 && joints <= PALETTE_SIZE);
    readme_says(&format!("One knight has {joints} joints, so two do not fit"));
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
    let cast = CrowdCast::finished(&cast::files().unwrap()).unwrap();
    let clips: usize = cast.figures.iter().map(|figure| figure.clips.len()).sum();
    assert_eq!(clips, 6, "README: there are six clips");
    let knight = &cast.figures[0];
    let all = cast::files().unwrap()[0].model.clips.len();
    assert_eq!(
        (knight.clips.len(), all),
        (4, 9),
        "README: the four clips that the knight dances here, out of his nine"
    );
    let frames: usize = knight.clips.iter().map(|clip| clip.frames).sum();
    let texels = frames * knight.baked.joints * 2;
    readme_says(&format!(
        "The four clips that the knight dances here, out of his nine, are {frames} frames, {},{:03} texels, {:.0} kB:",
        texels / 1000,
        texels % 1000,
        16.0 * texels as f32 / 1e3
    ));
    let triangles: usize = knight.model.parts.iter().map(|part| part.mesh.triangle_count()).sum();
    readme_says(&format!("does not need {triangles} triangles and {} joints", knight.baked.joints));
    let mut one = 0;
    let mut all = 0;
    for vertex in knight.model.parts.iter().flat_map(|part| &part.mesh.vertices) {
        one += usize::from(vertex.weights[0] > 0.999);
        all += 1;
    }
    assert!((0.5..0.75).contains(&(one as f32 / all as f32)), "half of the vertices: {one} of {all}");
}

/// Returns the moment of a dancer of the figure's clip; alpha has one decimal.
fn moment(seconds: f32) -> Moment {
    let dancer = Dancer { clip: 1, phase: 0.0, speed: 1.0 };
    let moment = REFERENCE.crowd.moment(&dancer, &CLIPS, seconds).unwrap();
    Moment { alpha: (10.0 * moment.alpha).round() / 10.0, ..moment }
}

#[test]
fn the_example() {
    let BakedClip { first, frames, rate } = CLIPS[1];
    readme_says(&format!("a clip has {frames} frames, {rate} a second"));
    readme_says(&format!("In the texture its frames are numbers {first} to {}.", first + frames - 1));
    let place = 2.8 * rate;
    let Moment { from, to, alpha } = moment(2.8);
    readme_says(&format!(
        "at $2.8 \\cdot {rate} = {place}$: between frame {} and frame {}, and $\\alpha = {alpha}$. In a loop of {frames} \
         those are frame {} and frame {}, numbers {from} and {to}.",
        place.floor(),
        place.ceil(),
        from - first,
        to - first
    ));
    let Moment { from, to, .. } = moment(1.9);
    readme_says(&format!(
        "to 1.9 s: the columns are at {from} and at {to}, because after the last frame comes the first."
    ));
    assert_eq!((from, to), (first + frames - 1, first), "README: after the last frame comes the first");
    readme_says(&format!("but a loop of {frames} frames has {frames}."));
    let place = -0.3 * rate;
    let Moment { from, to, alpha } = moment(-0.3);
    readme_says(&format!(
        "-0.3 s, which is {place} frames: between {} and {}, and $\\alpha = {alpha}$",
        place.floor(),
        place.ceil()
    ));
    let wrapped = place.floor() as i64 + frames as i64 + first as i64;
    assert_eq!((from as i64, to as i64), (wrapped, wrapped + 1));
    let all = PHASES;
    assert!(all[0] < 0.0, "README: times before 0");
}

fn first_reading(name: &str, values: &[f32]) -> f32 {
    let figure = CrowdScene::FIGURES.iter().find(|figure| figure.name == name).expect(name);
    figure.sheet(values, &REFERENCE).unwrap().readings()[0].value
}

#[test]
fn the_figures() {
    let first = first_reading("17.2", &[1.0, 2.0, 10.0]) as usize;
    readme_says(&format!(
        "Before its joint 2 come the {JOINTS} joints of character 0 and two of its own, which is {} joints. So you find \
         joint 2 in the texels {first}, {} and {}:",
        JOINTS + 2,
        first + 1,
        first + 2
    ));
    assert!(first % 10 + 2 < 10 && first % 8 + 2 >= 8, "README: the line ends within the joint");
    let [wide, narrow] = [80.0, 40.0].map(|turn| first_reading("17.4", &[0.5, turn]));
    readme_says(&format!("with 80 degrees between them by {wide:.0} mm, with 40 by {narrow:.0}"));
    assert!((narrow / wide - 0.25).abs() < 0.02, "README: it would be a quarter of that");
}

/// The driver that drew the picture.
#[test]
fn the_limits_of_the_driver() {
    let Some(gl) = headless_or_skip("the_limits_of_the_driver") else { return };
    let side = gl.get_capabilities().max_texture_size;
    let line = gl.get_capabilities().max_texture_buffer_size.unwrap_or(65_536);
    assert!(side >= 1024 && line >= 65_536, "what every driver has: {side}, {line}");
    if GlInfo::new(&gl).renderer.contains("llvmpipe") {
        let millions = line / 1_000_000;
        let thousands = line / 1000 % 1000;
        readme_says(&format!("palettes | {millions},{thousands:03},{:03} |", line % 1000));
        readme_says(&format!("palettes | {},{:03} |", side / 1000, side % 1000));
    }
}

#[test]
fn two_frames_by_hand() {
    let before = (9 * JOINTS + 2) * 2;
    let after = (10 * JOINTS + 2) * 2;
    readme_says(&format!("joint 2 of frame 9 has the texels {before} and {}", before + 1));
    readme_says(&format!("of frame 10 the texels {after} and {}", after + 1));
    let turn = Quat::from_rotation_z(80f32.to_radians());
    readme_says(&format!("in {after} (0, 0, {:.2}, {:.2})", -turn.z, -turn.w));
    let half = (Quat::IDENTITY + turn) * 0.5;
    readme_says(&format!(
        "Then halfway between the two is (0, 0, {:.2}, {:.2}), which is {:.2} long",
        half.z,
        half.w,
        half.length()
    ));
    let turn = half.normalize();
    readme_says(&format!(
        "it is (0, 0, {:.2}, {:.2}), a turn of {:.0}",
        turn.z,
        turn.w,
        turn.angle_between(Quat::IDENTITY).to_degrees()
    ));
}
