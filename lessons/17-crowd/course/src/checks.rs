//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::probes::{self, CrowdProbe};
use crate::{BakedClip, Dancer, Moment};
use common::check::{Answer, AnswerError, Ask, Case, Check, Value, finite, shader};
use common::graphics::ShaderFile;
use common::words;
use given::Course;
use glam::{Mat4, Vec2, Vec3, Vec4};
use glium::implement_vertex;

common::lesson! {
    crowd: Crowd,
    earlier: {
        keyframes: lesson_05 {
            "05.1": "matrices out of a channel's numbers",
            "05.2": "which two keys",
            "05.3": "the time in a clip",
        }
        rotations: lesson_06 {
            "06.1": "the short way round",
            "06.3": "rotations between two keys",
            "06.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks",
        }
    }
}

/// The tolerance of each TODO, in the unit of its answer, and the function that asks about it.
pub(crate) const CHECKS: &[Check] = &[
    // The numbers of a matrix, copied.
    Check { tolerance: 1e-5, ask: rows, cases: ROWS },
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    Check { tolerance: 1e-3, ask: crowd, cases: &[] },
    // Of a frame. Times of up to 60 s are right to 4e-6 s, and there are up to 30 frames a second; in the last probe
    // up to 100 s.
    Check { tolerance: 2e-3, ask: moment, cases: MOMENT },
    // As for 17.2.
    Check { tolerance: 1e-3, ask: frames, cases: &[] },
];
const ROWS: &[Case] = &[
    Case { input: "no matrix", ask: |q, answer| rows_case(q, answer, &[]) },
    Case { input: "the identity", ask: |q, answer| rows_case(q, answer, &[Mat4::IDENTITY]) },
    Case {
        input: "a matrix that moves by (5, 6, 7)",
        ask: |q, answer| rows_case(q, answer, &[Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0))]),
    },
    Case {
        input: "a matrix that takes (x, y, z) to (x + 2 y + 3 z, y, z)",
        ask: |q, answer| {
            let [y, z] = [Vec4::new(2.0, 1.0, 0.0, 0.0), Vec4::new(3.0, 0.0, 1.0, 0.0)];
            rows_case(q, answer, &[Mat4 { y_axis: y, z_axis: z, ..Mat4::IDENTITY }])
        },
    },
    Case {
        input: "the identity, then a matrix that moves by (5, 6, 7)",
        ask: |q, answer| rows_case(q, answer, &[Mat4::IDENTITY, Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0))]),
    },
];

fn rows_case(q: &mut Ask, answer: &mut Answer, palette: &[Mat4]) -> Result<(), AnswerError> {
    let texels = q.ask("", |course| course.crowd.rows(palette))?;
    answer.compare("the number of texels", texels.len());
    for (index, texel) in texels.into_iter().enumerate() {
        answer.compare(format!("texel {index}"), texel);
    }
    Ok(())
}

pub(crate) fn rows(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    for palette in probes::palettes(&q.probe) {
        let count = palette.len();
        let texels = q.ask(words!("palette", count), |course| course.crowd.rows(&palette))?;
        answer.compare(format!("texels of {count} matrices"), texels.len());
        for (index, texel) in texels.into_iter().enumerate() {
            let matrix = index / 3;
            let row = index % 3;
            answer.compare(format!("{count} matrices, texel {index} (matrix {matrix}, row {row})"), texel);
        }
    }
    Ok(())
}

pub(crate) fn crowd(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    compare_outputs(q, answer, &CrowdProbe::palettes(&q.probe), |course| course.crowd.crowd())
}
const MOMENT: &[Case] = &[
    Case {
        input: "a clip of 10 frames, 10 a second, from frame 0; phase 0, speed 1, after 0.225 s",
        ask: |q, answer| moment_case(q, answer, 0, 0.0, 1.0, 0.225),
    },
    Case { input: "the same, phase 0.1", ask: |q, answer| moment_case(q, answer, 0, 0.1, 1.0, 0.225) },
    Case { input: "phase 0.1, speed 2, after 0.175 s", ask: |q, answer| moment_case(q, answer, 0, 0.1, 2.0, 0.175) },
    Case { input: "phase 0, speed 1, after 1.225 s", ask: |q, answer| moment_case(q, answer, 0, 0.0, 1.0, 1.225) },
    Case { input: "phase 0, speed 1, after 0.95 s", ask: |q, answer| moment_case(q, answer, 0, 0.0, 1.0, 0.95) },
    Case {
        input: "a clip from frame 100, after 0.225 s",
        ask: |q, answer| moment_case(q, answer, 100, 0.0, 1.0, 0.225),
    },
    Case { input: "a clip from frame 100, after 0.95 s", ask: |q, answer| moment_case(q, answer, 100, 0.0, 1.0, 0.95) },
    Case { input: "a clip from frame 0, after -0.05 s", ask: |q, answer| moment_case(q, answer, 0, 0.0, 1.0, -0.05) },
];

/// Asks for a moment of a clip of 10 frames, 10 a second. The time lies between two of them.
fn moment_case(
    q: &mut Ask,
    answer: &mut Answer,
    first: usize,
    phase: f32,
    speed: f32,
    seconds: f32,
) -> Result<(), AnswerError> {
    let clips = [BakedClip { first, frames: 10, rate: 10.0 }];
    let dancer = Dancer { clip: 0, phase, speed };
    let found = q.ask("", |course| course.crowd.moment(&dancer, &clips, seconds))?;
    answer.compare("the frame `from`", found.from);
    answer.compare("the frame `to`", found.to);
    answer.compare("alpha", finite(found.alpha));
    Ok(())
}

/// Compares the moment. Between two frames both of them and the fraction count. On a frame the other does not matter:
/// the weight of each frame counts.
pub(crate) fn moment(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    let clips = probes::clips(&q.probe);
    for (dancer, seconds) in probes::moments(&q.probe) {
        let BakedClip { first, frames, rate } = clips[dancer.clip];
        let Dancer { clip, phase, speed } = dancer;
        // What is too small for three decimals still decides on which side of 0 a time is.
        let phase = if phase != 0.0 && phase.abs() < 1e-3 { format!("{phase:e}") } else { format!("{phase:.3}") };
        let last = first + frames - 1;
        let label = format!(
            "{seconds:.3} s, phase {phase}, speed {speed:.3}, clip {clip} (frames {first} to {last}, {rate:.2} a second)"
        );
        let found = q.ask(words!("moment", label), |course| course.crowd.moment(&dancer, &clips, seconds))?;
        if probes::is_between_frames((dancer, seconds), &clips) {
            answer.compare(format!("{label}: from"), found.from);
            answer.compare(format!("{label}: to"), found.to);
            answer.compare(format!("{label}: alpha"), finite(found.alpha));
        } else {
            compare_shares(answer, label, found, &clips[clip]);
        }
    }
    Ok(())
}

fn compare_shares(answer: &mut Answer, label: String, found: Moment, clip: &BakedClip) {
    let clip = clip.first..clip.first + clip.frames;
    if let Some(outside) = [found.from, found.to].into_iter().find(|frame| !clip.contains(frame)) {
        answer.compare(label, format!("frame {outside} of another clip"));
        return;
    }
    for frame in clip {
        let from = if frame == found.from { 1.0 - found.alpha } else { 0.0 };
        let fraction = from + if frame == found.to { found.alpha } else { 0.0 };
        answer.compare(format!("{label}: fraction of frame {frame}"), fraction);
    }
}

pub(crate) fn frames(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    compare_outputs(q, answer, &CrowdProbe::frames(&q.probe), |course| course.crowd.frames())
}

/// Outputs of a crowd's shader for each vertex.
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

fn compare_outputs(
    q: &mut Ask,
    answer: &mut Answer,
    asked: &CrowdProbe,
    shader: fn(&Course) -> ShaderFile,
) -> Result<(), AnswerError> {
    // Odd probes have a camera; even ones have none, so that their numbers are metres.
    let clip_from_world = shader::clip_from_model(&q.probe);
    let (read, mut notes) = q.ask("", |course| {
        let texture = asked.texture(&shader::context()?);
        let texture = texture.map_err(|e| AnswerError::NoGraphics(format!("no texture of four floats: {e}")))?;
        shader::outputs::<_, Outputs>(shader(course), &asked.uniforms(clip_from_world, &texture), &asked.vertices)
    })?;
    // A vertex carries what either shader reads.
    notes.retain(|note| !asked.unread().iter().any(|name| note.contains(name)));
    answer.notes.extend(notes);
    let mut each = |output: &str, value: fn(&Outputs) -> Value| {
        for (vertex, read) in read.iter().enumerate() {
            answer.compare(format!("{}, {output}", asked.label(vertex)), value(read)).group(output);
        }
    };
    each("v_position", |vertex| Vec3::from(vertex.v_position).into());
    each("v_normal", |vertex| Vec3::from(vertex.v_normal).into());
    each("gl_Position", |vertex| Vec4::from(vertex.gl_Position).into());
    each("v_texcoord", |vertex| Vec2::from(vertex.v_texcoord).extend(0.0).into());
    each("v_tint", |vertex| Vec3::from(vertex.v_tint).into());
    Ok(())
}
