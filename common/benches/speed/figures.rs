//! The figures of `assets/` as the viewer plays them: one at a time, at 60 frames a second.

use crate::{Bench, report::Goal, vertices};
use common::{
    collada,
    fast::{Affine3x4, FastInstance},
    mesh::SkinnedVertex,
    model::{Model, ModelInstance},
    skin::skin_vertices,
};
use glam::Affine3A;
use std::hint::black_box;

pub(crate) const FIGURES: [&str; 2] = ["knight", "creature"];

pub(crate) fn run(bench: &mut Bench) {
    for name in FIGURES {
        let wanted = [pose_line(name), skinning_line(name), drawn_line(name)];
        if !wanted.iter().any(|line| bench.rounds.wanted(line)) {
            continue;
        }
        let (model, walk) = walking(name);
        pose(bench, name, &model, walk);
        skinning(bench, name, &model, walk);
        #[cfg(feature = "graphics")]
        drawn(bench, name, &model, walk);
    }
}

/// A figure, and the index of its clip `walk`.
pub(crate) fn walking(name: &str) -> (Model, usize) {
    let file = common::assets().join(format!("{name}.dae"));
    let model = collada::load(&file).expect("our own figures load").model;
    let walk = model.clip_index("walk").expect("it walks");
    (model, walk)
}

fn pose_line(name: &str) -> String {
    format!("instance, {name} walk: clip to palettes")
}

fn skinning_line(name: &str) -> String {
    format!("skinning, {name} walk, its own influences")
}

fn drawn_line(name: &str) -> String {
    format!("instance, {name} walk: clip to palettes, and drawn")
}

/// Returns the next time in the clip: 1/60 s per call, wrapping.
fn clock(model: &Model, clip: usize) -> impl FnMut() -> f32 + use<> {
    let (start, end) = (model.clips[clip].start, model.clips[clip].end);
    let mut time = start;
    move || {
        time += 1.0 / 60.0;
        if time > end {
            time = start;
        }
        time
    }
}

fn pose(bench: &mut Bench, name: &str, model: &Model, clip: usize) {
    let what = pose_line(name);
    if !bench.rounds.wanted(&what) {
        return;
    }
    let mut plain = ModelInstance::new(model);
    let mut fast = FastInstance::new(model);
    let (mut plain_clock, mut fast_clock) = (clock(model, clip), clock(model, clip));
    let comparison = bench.rounds.compare(
        1,
        || {
            plain.sample(model, &model.clips[clip], plain_clock());
            black_box(&plain);
        },
        || {
            fast.sample(model, clip, fast_clock());
            black_box(&fast);
        },
    );
    bench.report.comparison(&what, "frame", comparison, Goal::ReportOnly);
}

/// Every part of the figure, with as many influences at each vertex as it has.
fn skinning(bench: &mut Bench, name: &str, model: &Model, clip: usize) {
    let mut plain = ModelInstance::new(model);
    plain.sample(model, &model.clips[clip], model.clips[clip].start + 0.3);
    for part in &model.parts {
        let mut what = skinning_line(name);
        if model.parts.len() > 1 {
            what += &format!(", part {}", part.name);
        }
        if !bench.rounds.wanted(&what) {
            continue;
        }
        let vertices = &part.mesh.vertices;
        let share = influences(vertices).map(|count| 100 * count / vertices.len());
        println!(
            "{what}: {} vertices; 1, 2, 3, 4 influences at {}, {}, {}, {} %",
            vertices.len(),
            share[0],
            share[1],
            share[2],
            share[3]
        );
        let palette: &[Affine3A] = plain.palette(part.skin);
        let rows: Vec<Affine3x4> = palette.iter().map(|matrix| Affine3x4::from(*matrix)).collect();
        let goal = Goal::Ratio { target: 1.5, floor: 1.3 };
        vertices::compare(bench, &what, vertices, palette, &rows, goal, skin_vertices);
    }
}

/// How many vertices have 1, 2, 3 and 4 non-zero influences.
fn influences(vertices: &[SkinnedVertex]) -> [usize; 4] {
    let mut counts = [0; 4];
    for vertex in vertices {
        let nonzero = vertex.weights.iter().filter(|weight| **weight != 0.0).count();
        counts[nonzero.max(1) - 1] += 1;
    }
    counts
}

/// From the clip to a picture of 16 x 16 pixels, palette upload included: each form with its own shader.
#[cfg(feature = "graphics")]
fn drawn(bench: &mut Bench, name: &str, model: &Model, clip: usize) {
    use common::graphics::{
        Canvas, GlInfo, headless,
        renderer::{DrawMode, FigureRenderer, Viewpoint},
    };
    let what = drawn_line(name);
    if !bench.rounds.wanted(&what) {
        return;
    }
    let gl = match headless::context() {
        Ok(gl) => gl,
        Err(error) => return println!("SKIPPED {what}: {error}"),
    };
    println!("{what}: OpenGL is {}", GlInfo::of(&gl).renderer);
    let canvas = Canvas::new(&gl, (16, 16)).expect("a small canvas");
    let with_matrices = FigureRenderer::new(&gl, model).expect("our own shaders");
    let with_rows = FigureRenderer::with_rows(&gl, model).expect("our own shaders");
    let view = Viewpoint {
        clip_from_world: glam::Mat4::from_scale(glam::Vec3::splat(0.4)),
        eye: glam::Vec3::Z,
        to_light: glam::Vec3::Y,
    };
    let mut plain = ModelInstance::new(model);
    let mut fast = FastInstance::new(model);
    let (mut plain_clock, mut fast_clock) = (clock(model, clip), clock(model, clip));
    let comparison = bench.rounds.compare(
        1,
        || {
            plain.sample(model, &model.clips[clip], plain_clock());
            let draw = canvas.draw(|target| with_matrices.draw(target, model, &plain, &view, DrawMode::Material));
            draw.expect("drawing succeeds");
        },
        || {
            fast.sample(model, clip, fast_clock());
            let draw = canvas.draw(|target| with_rows.draw(target, model, &fast, &view, DrawMode::Material));
            draw.expect("drawing succeeds");
        },
    );
    bench.report.comparison(&what, "frame", comparison, Goal::ReportOnly);
}
