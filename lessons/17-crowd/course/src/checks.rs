//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::CLIPS;
use crate::probes::{self, CrowdProbe, CrowdVertex};
use crate::{BakedClip, Dancer, Moment};
use check::case;
use check::words;
use check::{Answer, AnswerError, AnyCheck, Ask, AskedCase, Value, finite};
use common::graphics::ShaderFile;
use common::shader;
use given::Course;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use glium::implement_vertex;
use std::f32::consts::FRAC_PI_2;

check::lesson! {
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
pub(crate) const CHECKS: &[AnyCheck] = &[
    // The numbers of a matrix, copied.
    AnyCheck::asked(1e-5, rows, ROWS),
    // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
    AnyCheck::asked(1e-3, crowd, CROWD),
    // Of a frame. Times of up to 60 s are right to 4e-6 s, and there are up to 30 frames a second; in the last probe
    // up to 100 s.
    AnyCheck::asked(2e-3, moment, MOMENT),
    // As for 17.2.
    AnyCheck::asked(1e-3, frames, FRAMES),
];

const ROWS: &[AskedCase] = &[
    case!("no matrix", rows_case(&[])),
    case!("the identity twice", rows_case(&[Mat4::IDENTITY; 2])),
    AskedCase {
        input: "the identity, then a turn by 90° about z around the point (2, 0, 0)",
        ask: |q, answer| {
            let turn = Mat4 { w_axis: Vec4::new(2.0, -2.0, 0.0, 1.0), ..Mat4::from_rotation_z(FRAC_PI_2) };
            rows_case(q, answer, &[Mat4::IDENTITY, turn])
        },
    },
    case!("a matrix that moves by (5, 6, 7)", rows_case(&[Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0))])),
    AskedCase {
        input: "a matrix that takes (x, y, z) to (x + 2 y + 3 z, y, z)",
        ask: |q, answer| {
            let [y, z] = [Vec4::new(2.0, 1.0, 0.0, 0.0), Vec4::new(3.0, 0.0, 1.0, 0.0)];
            rows_case(q, answer, &[Mat4 { y_axis: y, z_axis: z, ..Mat4::IDENTITY }])
        },
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

const CROWD: &[AskedCase] = &[
    case!(
        "palettes of 3 joints, a vertex of character 0 at (3, 0, 0); it follows joint 0, which moves by (1, 0, 0)",
        crowd_case([3, 12], 0, [0, 1, 0, 0], [1.0, 0.0, 0.0, 0.0])
    ),
    case!(
        "the same, but it follows joint 1, which moves by (2, 0, 0)",
        crowd_case([3, 12], 0, [1, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    ),
    case!(
        "the same, but it follows joints 0 and 1 by half",
        crowd_case([3, 12], 0, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0])
    ),
    case!(
        "a palette of 4 joints, which move by 1, 2, 3 and 4 along x; a vertex at (3, 0, 0) follows each by a quarter",
        crowd_case([4, 12], 0, [0, 1, 2, 3], [0.25; 4])
    ),
    case!(
        "palettes of 3 joints, a vertex of character 1 at (3, 0, 0); it follows joint 0, which moves by (4, 0, 0)",
        crowd_case([3, 12], 1, [0, 1, 0, 0], [1.0, 0.0, 0.0, 0.0])
    ),
    case!(
        "the same in a texture 6 wide, where it has the texels 9, 10 and 11",
        crowd_case([3, 6], 1, [0, 1, 0, 0], [1.0, 0.0, 0.0, 0.0])
    ),
    case!(
        "palettes of 3 joints in a texture 7 wide, a vertex of character 0 at (3, 0, 0); it follows joint 2, which has \
                the texels 6, 7 and 8, and moves by (3, 0, 0)",
        crowd_case([3, 7], 0, [2, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
    ),
];

/// Asks for a vertex of a character. The matrices in the texture move along x by 1, 2, 3 and so on.
fn crowd_case(
    q: &mut Ask,
    answer: &mut Answer,
    [joints, width]: [usize; 2],
    character: i32,
    a_joints: [u16; 4],
    a_weights: [f32; 4],
) -> Result<(), AnswerError> {
    let mut texels = Vec::new();
    for number in 1..=12 {
        let matrix = Mat4::from_translation(number as f32 * Vec3::X);
        texels.extend([matrix.row(0), matrix.row(1), matrix.row(2)]);
    }
    texels.truncate(texels.len() / width * width); // whole lines
    let vertex = CrowdVertex { i_instance: character, a_joints, a_weights, ..CrowdVertex::at_3() };
    let asked = CrowdProbe { sampler: "u_palettes", joints, width, texels, vertices: vec![vertex] };
    compare_vertex(q, answer, &asked, |course| course.crowd.crowd())
}

pub(crate) fn crowd(q: &mut Ask, answer: &mut Answer) -> Result<(), AnswerError> {
    compare_outputs(q, answer, &CrowdProbe::palettes(&q.probe), |course| course.crowd.crowd())
}

const MOMENT: &[AskedCase] = &[
    case!("frames 6 to 13, 4 a second; phase 0, speed 1, after 0.55 s", moment_case(0.0, 1.0, 0.55)),
    case!("the same with phase 0.25", moment_case(0.25, 1.0, 0.55)),
    case!("frames 6 to 13, 4 a second; phase 0.25, speed 2, after 0.4 s", moment_case(0.25, 2.0, 0.4)),
    case!("frames 6 to 13, 4 a second; phase 0, speed 1, after 2.55 s", moment_case(0.0, 1.0, 2.55)),
    case!("the same after 1.8 s", moment_case(0.0, 1.0, 1.8)),
    case!("the same after -0.05 s", moment_case(0.0, 1.0, -0.05)),
    case!("the same after -0.000000001 s", moment_case(0.0, 1.0, -1e-9)),
];

/// Asks for a moment of the clip that figure 17.3 shows.
fn moment_case(q: &mut Ask, answer: &mut Answer, phase: f32, speed: f32, seconds: f32) -> Result<(), AnswerError> {
    let clips = [CLIPS[1]];
    let dancer = Dancer { clip: 0, phase, speed };
    let found = q.ask("", |course| course.crowd.moment(&dancer, &clips, seconds))?;
    if probes::is_between_frames((dancer, seconds), &clips) {
        answer.compare("the frame `from`", found.from);
        answer.compare("the frame `to`", found.to);
        answer.compare("alpha", finite(found.alpha));
    } else {
        compare_shares(answer, "the moment", found, &clips[0]);
    }
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
            compare_shares(answer, &label, found, &clips[clip]);
        }
    }
    Ok(())
}

/// Compares the fraction of each frame of the clip, where two answers may name different frames.
fn compare_shares(answer: &mut Answer, label: &str, found: Moment, clip: &BakedClip) {
    let clip = clip.first..clip.first + clip.frames;
    let outside = [found.from, found.to].into_iter().find(|frame| !clip.contains(frame));
    let frame = outside.map_or("none".into(), |frame| frame.to_string());
    answer.compare(format!("{label}: frame of another clip"), frame);
    if outside.is_some() {
        return;
    }
    for frame in clip {
        let from = if frame == found.from { 1.0 - found.alpha } else { 0.0 };
        let fraction = from + if frame == found.to { found.alpha } else { 0.0 };
        answer.compare(format!("{label}: fraction of frame {frame}"), fraction);
    }
}

const FRAMES: &[AskedCase] = &[
    case!("a vertex at (3, 0, 0), a joint that frames 0 and 1 move by (1, 0, 0)", frames_case([(0.0, 1.0); 2], 0.5)),
    case!(
        "a vertex at (3, 0, 0), a joint that frame 0 moves by (1, 0, 0) and frame 1 by (5, 0, 0), alpha 0.25",
        frames_case([(0.0, 1.0), (0.0, 5.0)], 0.25)
    ),
    case!("a vertex at (3, 0, 0), a joint that frames 0 and 1 turn by 90° about z", frames_case([(90.0, 0.0); 2], 0.5)),
    case!(
        "a vertex at (3, 0, 0), a joint that frame 0 does not turn and frame 1 turns by 120° about z, alpha 0.5",
        frames_case([(0.0, 0.0), (120.0, 0.0)], 0.5)
    ),
    AskedCase {
        input: "the same, but the rotation of frame 1 is stored as -q",
        // 480 degrees are 120, and their quaternion has the opposite sign.
        ask: |q, answer| frames_case(q, answer, [(0.0, 0.0), (480.0, 0.0)], 0.5),
    },
    case!(
        "a vertex at (3, 0, 0), a joint that frame 0 turns by 150° about z and frame 1 by -150°, alpha 0.5",
        frames_case([(150.0, 0.0), (-150.0, 0.0)], 0.5)
    ),
    case!(
        "a vertex at (3, 0, 0) that follows joint 1 of 2, which frame 0 moves by (2, 0, 0) and frame 1 by (4, 0, 0), \
                alpha 0.5",
        baked_case([0, 1])
    ),
    case!("the same joint from frame 2, which moves it by (6, 0, 0), to frame 0", baked_case([2, 0])),
];

/// Asks for a vertex that follows the only joint between two frames: turns about z in degrees, translations along x.
fn frames_case(q: &mut Ask, answer: &mut Answer, frames: [(f32, f32); 2], alpha: f32) -> Result<(), AnswerError> {
    let mut texels = Vec::new();
    for (degrees, x) in frames {
        texels.extend(joint_texels(degrees, x));
    }
    let vertex = CrowdVertex { i_frames: [0, 1], i_alpha: alpha, a_joints: [0; 4], ..CrowdVertex::at_3() };
    let asked = CrowdProbe { sampler: "u_frames", joints: 1, width: 4, texels, vertices: vec![vertex] };
    compare_vertex(q, answer, &asked, |course| course.crowd.frames())
}

/// Asks for a vertex that follows joint 1 halfway between two of three frames. They move joint 0 by 1, 3 and 5 and joint 1
/// by 2, 4 and 6 along x.
fn baked_case(q: &mut Ask, answer: &mut Answer, frames: [i32; 2]) -> Result<(), AnswerError> {
    let mut texels = Vec::new();
    for x in 1..=6 {
        texels.extend(joint_texels(0.0, x as f32));
    }
    let vertex = CrowdVertex { i_frames: frames, i_alpha: 0.5, a_joints: [1; 4], ..CrowdVertex::at_3() };
    let asked = CrowdProbe { sampler: "u_frames", joints: 2, width: 4, texels, vertices: vec![vertex] };
    compare_vertex(q, answer, &asked, |course| course.crowd.frames())
}

fn joint_texels(degrees: f32, x: f32) -> [Vec4; 2] {
    [Quat::from_rotation_z(degrees.to_radians()).into(), Vec4::new(x, 0.0, 0.0, 1.0)]
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

type Output = (&'static str, fn(&Outputs) -> Value);

/// Outputs, with their names.
const OUTPUTS: [Output; 5] = [
    ("v_position", |vertex| Vec3::from(vertex.v_position).into()),
    ("v_normal", |vertex| Vec3::from(vertex.v_normal).into()),
    ("gl_Position", |vertex| Vec4::from(vertex.gl_Position).into()),
    ("v_texcoord", |vertex| Vec2::from(vertex.v_texcoord).extend(0.0).into()),
    ("v_tint", |vertex| Vec3::from(vertex.v_tint).into()),
];

/// Runs a crowd's shader on a probe. Returns its outputs for each vertex.
fn outputs(
    q: &mut Ask,
    answer: &mut Answer,
    asked: &CrowdProbe,
    clip_from_world: Mat4,
    shader: fn(&Course) -> ShaderFile,
) -> Result<Vec<Outputs>, AnswerError> {
    let (read, mut notes) = q.ask("", |course| {
        let texture = asked.texture(&shader::context()?);
        let texture = texture.map_err(|e| AnswerError::NoGraphics(format!("no texture of four floats: {e}")))?;
        shader::outputs::<_, Outputs>(shader(course), &asked.uniforms(clip_from_world, &texture), &asked.vertices)
    })?;
    // A vertex carries what either shader reads.
    notes.retain(|note| !asked.unread().iter().any(|name| note.contains(name)));
    answer.notes.extend(notes);
    Ok(read)
}

/// Compares position and normal of the only vertex, of a character that stands at the origin.
fn compare_vertex(
    q: &mut Ask,
    answer: &mut Answer,
    asked: &CrowdProbe,
    shader: fn(&Course) -> ShaderFile,
) -> Result<(), AnswerError> {
    for read in outputs(q, answer, asked, Mat4::IDENTITY, shader)? {
        for (output, value) in &OUTPUTS[..2] {
            answer.compare(*output, value(&read));
        }
    }
    Ok(())
}

/// Compares all outputs. Odd probes have a camera; even ones have none, so that their numbers are metres.
fn compare_outputs(
    q: &mut Ask,
    answer: &mut Answer,
    asked: &CrowdProbe,
    shader: fn(&Course) -> ShaderFile,
) -> Result<(), AnswerError> {
    let clip_from_world = shader::clip_from_model(&q.probe);
    let read = outputs(q, answer, asked, clip_from_world, shader)?;
    for (output, value) in OUTPUTS {
        for (vertex, read) in read.iter().enumerate() {
            answer.compare(format!("{}, {output}", asked.label(vertex)), value(read)).group(output);
        }
    }
    Ok(())
}
