//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, CrowdProbe};
use crate::{Answers, BakedClip, Dancer, Moment};
use common::check::{Answer, AnswerError, Check, Lesson, Probe, announce, shader};
use common::graphics::ShaderFile;
use common::{lesson, words};
use glam::{Mat4, Vec4};
use glium::implement_vertex;

/// Lesson 17, as the check engine sees it.
pub static LESSON: Lesson<Answers> = lesson!(ROWS, CROWD, MOMENT, FRAMES);

/// What this lesson becomes in `common`.
pub const REFERENCE: Answers = Answers {
    rows,
    crowd: ShaderFile("common/crowd_palettes.vert"),
    moment,
    frames: ShaderFile("common/crowd_frames.vert"),
};

fn rows(palette: &[Mat4]) -> Vec<Vec4> {
    palette.iter().flat_map(|matrix| [0, 1, 2].map(|row| matrix.row(row))).collect()
}

fn moment(dancer: &Dancer, clips: &[BakedClip], seconds: f32) -> Moment {
    let BakedClip { first, frames, rate } = clips[dancer.clip];
    let place = (dancer.phase + dancer.speed * seconds) * rate;
    let from = (place.floor() as i64).rem_euclid(frames as i64) as usize;
    let to = if from + 1 < frames { from + 1 } else { 0 };
    Moment { from: first + from, to: first + to, alpha: place - place.floor() }
}

const ROWS: Check<Answers> = Check {
    // The numbers of a matrix, copied.
    tolerance: 1e-5,
    ask: |answers, probe| Ok(texels(answers, probe)),
};

const CROWD: Check<Answers> = Check {
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    tolerance: 1e-3,
    ask: |answers, probe| outputs(&CrowdProbe::palettes(probe), probe, answers.crowd),
};

const MOMENT: Check<Answers> = Check {
    // Of a frame. Times of up to 60 s are right to 4e-6 s, and there are up to 30 frames a second; in the last probe
    // up to 100 s.
    tolerance: 2e-3,
    ask: |answers, probe| Ok(moments(answers, probe)),
};

const FRAMES: Check<Answers> = Check {
    // As for 17.2.
    tolerance: 1e-3,
    ask: |answers, probe| outputs(&CrowdProbe::frames(probe), probe, answers.frames),
};

fn texels(answers: &Answers, probe: &Probe) -> Answer {
    let mut answer = Answer::default();
    for palette in probes::palettes(probe) {
        let label = |texel: usize| {
            let (matrix, row) = (texel / 3, texel % 3);
            format!("{} matrices, texel {texel} (matrix {matrix}, row {row})", palette.len())
        };
        announce(words!("palette", count = palette.len()));
        let texels = (answers.rows)(&palette);
        let count = Answer::words(|_| format!("texels of {} matrices", palette.len()), [texels.len()]);
        answer = answer.and(count).and(Answer::vec4s(label, texels));
    }
    answer
}

/// Between two frames it is the two and the way that count. On a frame it is all one what the other is: there what
/// counts is how much each frame of the clip has.
fn moments(answers: &Answers, probe: &Probe) -> Answer {
    let clips = probes::clips(probe);
    let mut answer = Answer::default();
    for (dancer, seconds) in probes::moments(probe) {
        let BakedClip { first, frames, rate } = clips[dancer.clip];
        let phase = dancer.phase;
        // What is too small for three decimals still decides on which side of 0 a time is.
        let phase = if phase != 0.0 && phase.abs() < 1e-3 { format!("{phase:e}") } else { format!("{phase:.3}") };
        let label = format!(
            "{seconds:.3} s, phase {phase}, speed {:.3}, clip {} (frames {first} to {}, {rate:.2} a second)",
            dancer.speed,
            dancer.clip,
            first + frames - 1
        );
        announce(words!("moment", label));
        let found = (answers.moment)(&dancer, &clips, seconds);
        answer = answer.and(if probes::is_between_frames((dancer, seconds), &clips) {
            Answer::words(|i| format!("{label}: {}", ["from", "to"][i]), [found.from, found.to])
                .and(Answer::finite_numbers(|_| format!("{label}: alpha"), [found.alpha]))
        } else {
            shares(&label, found, &clips[dancer.clip])
        });
    }
    answer
}

fn shares(label: &str, found: Moment, clip: &BakedClip) -> Answer {
    let BakedClip { first, frames, .. } = *clip;
    let is_inside = |frame: usize| (first..first + frames).contains(&frame);
    if let Some(outside) = [found.from, found.to].into_iter().find(|frame| !is_inside(*frame)) {
        return Answer::words(|_| label.to_owned(), [format!("frame {outside} of another clip")]);
    }
    let share = |frame: usize| {
        let number = first + frame;
        let from = if number == found.from { 1.0 - found.alpha } else { 0.0 };
        from + if number == found.to { found.alpha } else { 0.0 }
    };
    let label = |frame: usize| format!("{label}: share of frame {}", first + frame);
    Answer::numbers(label, (0..frames).map(share))
}

/// What a crowd's shader hands over for each vertex.
#[derive(Clone, Copy)]
#[repr(C)]
#[allow(non_snake_case)] // GLSL's own name
struct Outputs {
    gl_Position: [f32; 4],
    v_position: [f32; 3],
    v_normal: [f32; 3],
    v_texcoord: [f32; 2],
    v_tint: [f32; 3],
}
implement_vertex!(Outputs, gl_Position, v_position, v_normal, v_texcoord, v_tint);

fn outputs(asked: &CrowdProbe, probe: &Probe, shader: ShaderFile) -> Result<Answer, AnswerError> {
    let no_texture = |error: glium::texture::TextureCreationError| {
        AnswerError::NoGraphics(format!("no texture of four floats: {error}"))
    };
    let texture = asked.texture(&shader::context()?).map_err(no_texture)?;
    // Odd probes have a camera; even ones have none, so that their numbers are metres.
    let uniforms = asked.uniforms(shader::clip_from_model(probe), &texture);
    let (read, notes) = shader::outputs::<_, Outputs>(shader, &uniforms, &asked.vertices)?;
    // A vertex carries what either shader reads.
    let is_asked = |note: &String| !asked.unread().iter().any(|name| note.contains(name));
    let notes = notes.into_iter().filter(is_asked).collect();
    let label = |vertex: usize, output: &str| format!("{}, {output}", asked.label(vertex));
    let vec4s = |output: &'static str, of: fn(&Outputs) -> [f32; 4]| {
        let all = read.iter().map(|vertex| of(vertex).into());
        Answer::vec4s(|vertex| label(vertex, output), all).grouped(|_| output.into())
    };
    let points = |output: &'static str, of: fn(&Outputs) -> [f32; 3]| {
        let all = read.iter().map(|vertex| of(vertex).into());
        Answer::points(|vertex| label(vertex, output), all).grouped(|_| output.into())
    };
    Ok(points("v_position", |vertex| vertex.v_position)
        .and(points("v_normal", |vertex| vertex.v_normal))
        .and(vec4s("gl_Position", |vertex| vertex.gl_Position))
        .and(points("v_texcoord", |vertex| {
            let [x, y] = vertex.v_texcoord;
            [x, y, 0.0]
        }))
        .and(points("v_tint", |vertex| vertex.v_tint))
        .noting(notes))
}
