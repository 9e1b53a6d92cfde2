//! `LESSON`: the checks of its TODOs. What they say is in lesson.toml.

use crate::figures::{self, CLIPS, JOINTS};
use crate::parade;
use crate::probes::{self, CrowdInput, CrowdVertex, DancerInput};
use crate::{BakedClip, Dancer, Moment};
use check::{Answer, AnswerError, AnyCheck, Case, Check, Picture, Probe, ShaderCheck, Shape, Value, finite};
use common::graphics::ShaderFile;
use common::shader;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4};
use glium::implement_vertex;

check::lesson! {
    crowd: Crowd,
    earlier: {
        keyframes: lesson_06 {
            "06.1": "matrices out of a channel's numbers",
            "06.2": "which two keys",
            "06.3": "the time in a clip",
        }
        rotations: lesson_07 {
            "07.1": "the short way round",
            "07.3": "rotations between two keys",
            "07.4": "keys and poses in three parts",
        }
        playback: lesson_12 {
            "12.1": "which channel moves which joint, if the file has channels of matrices",
            "12.2": "a joint at a time",
            "12.3": "a pose at a time",
            "12.4": "ticks",
        }
    }
}

pub(crate) const CHECKS: &[&dyn AnyCheck] = &[&ROWS, &PALETTES, &MOMENT_OF_CLIP, &FRAMES];

/// 17.1: a palette.
const ROWS: Check<Vec<Mat4>, Vec<Vec4>> = Check {
    // The numbers of a matrix, copied.
    tolerance: 1e-5,
    words: |palette| format!("a palette of {} matrices", palette.len()),
    by_hand: || {
        let sheared =
            Mat4 { y_axis: Vec4::new(2.0, 1.0, 0.0, 0.0), z_axis: Vec4::new(3.0, 0.0, 1.0, 0.0), ..Mat4::IDENTITY };
        let turn = "the identity, then a turn by 90° about z around the point (2, 0, 0)";
        let moved = Mat4::from_translation(Vec3::new(5.0, 6.0, 7.0));
        vec![
            Case::at([0.0, 90.0], |state| figures::arm_palette(state).to_vec()).called(turn),
            Case::new(vec![moved]).called("a matrix that moves by (5, 6, 7)"),
            Case::new(vec![sheared]).called("a matrix that takes (x, y, z) to (x + 2 y + 3 z, y, z)"),
            Case::new(Vec::new()).called("no matrix"),
        ]
    },
    drawn: probes::palettes,
    call: |course, palette| Ok(course.crowd.rows(palette)?),
    compare: |_, texels, answer| {
        answer.compare("the number of texels", texels.len());
        for (index, texel) in texels.into_iter().enumerate() {
            let matrix = index / 3;
            let row = index % 3;
            answer.compare(format!("texel {index} (matrix {matrix}, row {row})"), texel);
        }
    },
};

/// Returns a vertex of character `c` that follows joint `j`, the texture `w` texels wide. The matrices in it move along x by 1,
/// 2, 3 and so on.
fn vertex_of([c, j, w]: [f32; 3]) -> ShaderInput {
    in_palettes(JOINTS, w as usize, c as i32, [j as u16, 0, 0, 0], [1.0, 0.0, 0.0, 0.0])
}

fn in_palettes(joints: usize, width: usize, character: i32, a_joints: [u16; 4], a_weights: [f32; 4]) -> ShaderInput {
    let mut texels = Vec::new();
    for number in 1..=12 {
        let matrix = Mat4::from_translation(number as f32 * Vec3::X);
        texels.extend([matrix.row(0), matrix.row(1), matrix.row(2)]);
    }
    texels.truncate(texels.len() / width * width); // whole lines
    let vertex = CrowdVertex { i_instance: character, a_joints, a_weights, ..CrowdVertex::at_3() };
    let crowd = CrowdInput { sampler: "u_palettes", joints, width, texels, vertices: vec![vertex] };
    ShaderInput { crowd, clip_from_world: Mat4::IDENTITY }
}

/// 17.2: vertices of characters whose palettes are in a texture.
const PALETTES: ShaderCheck<ShaderInput, ShaderOutput> = ShaderCheck {
    check: Check {
        // Clip coordinates up to about 10; single precision is right to 1e-5 of that.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: || {
            let mut cases = Vec::new();
            for (words, state) in [
                (
                    "palettes of 3 joints in a texture 10 wide, a vertex of character 0 at (3, 0, 0); it follows joint 0, \
                 which has the texels 0, 1 and 2, and moves by (1, 0, 0)",
                    [0.0, 0.0, 10.0],
                ),
                (
                    "the same of character 1; it follows joint 2, which has the texels 15, 16 and 17, and moves by (6, 0, 0)",
                    [1.0, 2.0, 10.0],
                ),
                ("the same in a texture 8 wide, where a line ends with texel 15", [1.0, 2.0, 8.0]),
            ] {
                cases.push(Case::at(state, vertex_of).called(words));
            }
            cases.push(Case::new(in_palettes(3, 12, 0, [0, 1, 0, 0], [0.5, 0.5, 0.0, 0.0])).called("palettes of 3 joints, a vertex of character 0 at (3, 0, 0); it follows joints 0 and 1 by half, which move by \
             (1, 0, 0) and (2, 0, 0)"));
            cases.push(Case::new(in_palettes(4, 12, 0, [0, 1, 2, 3], [0.25; 4])).called("a palette of 4 joints, which move by 1, 2, 3 and 4 along x; a vertex at (3, 0, 0) follows each by a quarter"));
            cases
        },
        drawn: |probe| vec![ShaderInput::new(CrowdInput::palettes(probe), probe)],
        call: |course, input| input.outputs(course.crowd.crowd()),
        compare: |input, output, answer| input.compare(output, answer),
    },
    // A row of worms, each on its own clock.
    picture: || {
        let mut frames = Vec::new();
        for frame in 0..40 {
            let crowd = parade::palettes(parade::SECONDS * frame as f32 / 40.0);
            frames.push(ShaderInput { crowd, clip_from_world: Mat4::IDENTITY });
        }
        Picture { frames, shape: parade_shape() }
    },
};

/// 17.3: a dancer, and how many seconds have passed.
const MOMENT_OF_CLIP: Check<DancerInput, Moment> = Check {
    // Of a frame. Times of up to 60 s are right to 4e-6 s, and there are up to 30 frames a second; in the last probe
    // up to 100 s.
    tolerance: 2e-3,
    words: |input| {
        let Dancer { clip, phase, speed } = input.dancer;
        let BakedClip { first, frames, rate } = input.clips[clip];
        // What is too small for three decimals still decides on which side of 0 a time is.
        let phase = if phase != 0.0 && phase.abs() < 1e-3 { format!("{phase:e}") } else { format!("{phase:.3}") };
        let last = first + frames - 1;
        let seconds = input.seconds;
        format!(
            "{seconds:.3} s, phase {phase}, speed {speed:.3}, clip {clip} (frames {first} to {last}, {rate:.2} a second)"
        )
    },
    by_hand: || {
        let mut cases = Vec::new();
        for (words, state) in [
            ("frames 6 to 13, 4 a second; phase 0, speed 1, after 0.55 s", [0.55, 0.0, 1.0]),
            ("the same after 2.8 s", [2.8, 0.0, 1.0]),
            ("the same after 1.9 s", [1.9, 0.0, 1.0]),
            ("the same after -0.3 s", [-0.3, 0.0, 1.0]),
            ("the same with phase 0.25, after 0.55 s", [0.55, 0.25, 1.0]),
            ("the same with phase 0.25 and speed 2, after 0.4 s", [0.4, 0.25, 2.0]),
        ] {
            cases.push(Case::at(state, dancer).called(words));
        }
        let hardly_before = dancer([-1e-9, 0.0, 1.0]);
        cases.push(Case::new(hardly_before).called("the same after -0.000000001 s"));
        cases
    },
    drawn: probes::moments,
    call: |course, input| Ok(course.crowd.moment(&input.dancer, &input.clips, input.seconds)?),
    compare: |input, moment, answer| {
        if input.is_between_frames() {
            answer.compare("the frame `from`", moment.from);
            answer.compare("the frame `to`", moment.to);
            answer.compare("alpha", finite(moment.alpha));
        } else {
            compare_shares(answer, moment, &input.clips[input.dancer.clip]);
        }
    },
};

/// Returns the dancer and the seconds of a state of figure 17.3.
fn dancer(state: [f32; 3]) -> DancerInput {
    let (dancer, seconds) = figures::dancer(state);
    DancerInput { dancer, clips: CLIPS.into(), seconds }
}

/// Compares the fraction of each frame of the clip, where two answers may name different frames.
fn compare_shares(answer: &mut Answer, moment: Moment, clip: &BakedClip) {
    let clip = clip.first..clip.first + clip.frames;
    let outside = [moment.from, moment.to].into_iter().find(|frame| !clip.contains(frame));
    let frame = outside.map_or("a frame of the clip".into(), |frame| format!("{frame}, a frame of another clip"));
    answer.compare("`from` or `to`", frame);
    if outside.is_some() {
        return;
    }
    for frame in clip {
        let from = if frame == moment.from { 1.0 - moment.alpha } else { 0.0 };
        let fraction = from + if frame == moment.to { moment.alpha } else { 0.0 };
        answer.compare(format!("the fraction of frame {frame}"), fraction);
    }
}

/// A joint in a frame: its rotation about z in degrees, and its translation along x.
type TurnAndMove = (f32, f32);

/// Returns a vertex that follows the only joint between two frames. Beyond 360 degrees the quaternion has the other sign.
fn one_joint(frames: [TurnAndMove; 2], alpha: f32) -> ShaderInput {
    let vertex = CrowdVertex { i_frames: [0, 1], i_alpha: alpha, a_joints: [0; 4], ..CrowdVertex::at_3() };
    in_frames(1, &frames, vertex)
}

/// Returns a vertex that follows joint 1 halfway between two of three frames. They move joint 0 by 1, 3 and 5 and
/// joint 1 by 2, 4 and 6 along x.
fn two_joints(frames: [i32; 2]) -> ShaderInput {
    let vertex = CrowdVertex { i_frames: frames, i_alpha: 0.5, a_joints: [1; 4], ..CrowdVertex::at_3() };
    in_frames(2, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0].map(|x| (0.0, x)), vertex)
}

fn in_frames(joints: usize, baked: &[TurnAndMove], vertex: CrowdVertex) -> ShaderInput {
    let mut texels = Vec::new();
    for &(degrees, x) in baked {
        texels.extend([Quat::from_rotation_z(degrees.to_radians()).into(), Vec4::new(x, 0.0, 0.0, 1.0)]);
    }
    let crowd = CrowdInput { sampler: "u_frames", joints, width: 4, texels, vertices: vec![vertex] };
    ShaderInput { crowd, clip_from_world: Mat4::IDENTITY }
}

/// 17.4: vertices of characters between two frames of a texture.
const FRAMES: ShaderCheck<ShaderInput, ShaderOutput> = ShaderCheck {
    check: Check {
        // As for 17.2.
        tolerance: 1e-3,
        words: |_| String::new(),
        by_hand: || {
            let turned = |[alpha, turn]: [f32; 2]| one_joint([(0.0, 0.0), (turn, 0.0)], alpha);
            let negated = |[alpha, turn]: [f32; 2]| turned([alpha, turn + 360.0]);
            let mut scaled = turned([0.5, 0.0]);
            scaled.crowd.texels[3].w = 3.0;
            vec![
            Case::new(one_joint([(0.0, 1.0), (0.0, 5.0)], 0.25)).called("a vertex at (3, 0, 0), a joint that frame 0 moves by (1, 0, 0) and frame 1 by (5, 0, 0), alpha 0.25"),
            Case::at([0.5, 80.0], turned).called("a vertex at (3, 0, 0), a joint that frame 0 does not turn and frame 1 turns by 80° about z, alpha 0.5"),
            Case::at([0.25, 80.0], turned).called("the same, alpha 0.25"),
            Case::at([0.5, 80.0], negated).called("the same, but the rotation of frame 1 is stored as -q"),
            Case::new(one_joint([(150.0, 0.0), (-150.0, 0.0)], 0.5)).called("a vertex at (3, 0, 0), a joint that frame 0 turns by 150° about z and frame 1 by -150°, alpha 0.5"),
            Case::new(scaled).called("a vertex at (3, 0, 0), a joint that frame 0 scales by 1 and frame 1 by 3, alpha 0.5"),
            Case::new(two_joints([0, 1])).called("a vertex at (3, 0, 0) that follows joint 1 of 2, which frame 0 moves by (2, 0, 0) and frame 1 by (4, 0, 0), \
                 alpha 0.5"),
            Case::new(two_joints([2, 0])).called("the same, but from frame 2, which moves joint 1 by (6, 0, 0), to frame 0"),
        ]
        },
        drawn: |probe| vec![ShaderInput::new(CrowdInput::frames(probe), probe)],
        call: |course, input| input.outputs(course.crowd.frames()),
        compare: |input, output, answer| input.compare(output, answer),
    },
    // A row of worms, each a little later than the one before it.
    picture: || {
        let frames = vec![ShaderInput { crowd: parade::frames(), clip_from_world: Mat4::IDENTITY }];
        Picture { frames, shape: parade_shape() }
    },
};

fn parade_shape() -> Shape {
    Shape { indices: parade::indices(), is_lines: false, seconds: parade::SECONDS, camera: [0.0, 0.9, 0.0, 6.5] }
}

/// A crowd that a shader draws, and the camera's matrix.
struct ShaderInput {
    crowd: CrowdInput,
    clip_from_world: Mat4,
}

/// Outputs for each vertex, and what is to be said about the shader.
type ShaderOutput = (Vec<Outputs>, Vec<String>);

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

impl ShaderInput {
    /// Odd probes have a camera; even ones have none, so that their numbers are metres.
    fn new(crowd: CrowdInput, probe: &Probe) -> Self {
        ShaderInput { crowd, clip_from_world: shader::clip_from_model(probe) }
    }

    /// Runs a crowd's shader.
    fn outputs(&self, shader: ShaderFile) -> Result<ShaderOutput, AnswerError> {
        let texture = self.crowd.texture(&shader::context()?);
        let texture = texture.map_err(|e| AnswerError::NoGraphics(format!("no texture of four floats: {e}")))?;
        let uniforms = self.crowd.uniforms(self.clip_from_world, &texture);
        shader::outputs::<_, Outputs>(shader, &uniforms, &self.crowd.vertices)
    }

    fn compare(&self, (outputs, mut notes): ShaderOutput, answer: &mut Answer) {
        let is_one = self.crowd.vertices.len() == 1;
        for (output, value) in OUTPUTS {
            for (vertex, read) in outputs.iter().enumerate() {
                let label = if is_one { output.into() } else { format!("{}, {output}", self.crowd.label(vertex)) };
                answer.compare(label, value(read)).group(output);
            }
        }
        // A vertex carries what either shader reads.
        notes.retain(|note| !self.crowd.unread().iter().any(|name| note.contains(name)));
        answer.notes.extend(notes);
    }
}
