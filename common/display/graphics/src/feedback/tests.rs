//! Right numbers from good shaders, a sentence for each bad one.

use super::*;
use crate::{Attributes, attributes, testing::headless_or_skip};
use armature::mesh::{SkinnedVertex, StaticVertex};
use glam::{Mat4, Vec3};

fn vertices() -> Vec<StaticVertex> {
    [0.0, 1.0, 5.0].map(|x| StaticVertex { position: Vec3::new(x, 2.0, -1.0), ..StaticVertex::default() }).to_vec()
}

fn uniforms() -> Uniforms<'static> {
    let models: Vec<Mat4> =
        (0..8).map(|i| Mat4::from_translation(Vec3::Z * i as f32) * Mat4::from_rotation_x(0.3)).collect();
    Uniforms::new().mat4("u_clip", Mat4::from_scale(Vec3::splat(2.0))).mat4s("u_model", &models)
}

fn shader(body: &str) -> ShaderSource {
    ShaderSource::from_text("test.vert", format!("#version 330 core\n{body}\n"))
}

const GOOD: &str = "uniform mat4 u_clip; uniform mat4 u_model[8]; in vec3 a_position;
out vec3 v_world; flat out int v_id; out float v_idle;
void main() { vec4 world = u_model[gl_VertexID] * vec4(a_position, 1.0);
v_world = world.xyz; v_id = gl_VertexID; gl_Position = u_clip * world; }";

#[test]
fn what_the_shader_computes() {
    let Some(gl) = headless_or_skip("what_the_shader_computes") else { return };
    let source = shader(GOOD);
    let vertices = vertices();
    let read = attributes(&vertices);
    let feedback = run(&gl, &source, &uniforms(), read).unwrap();
    let world = output::<_, [f32; 3]>(&gl, &source, &uniforms(), read, "v_world").unwrap();
    let ids = output::<_, i32>(&gl, &source, &uniforms(), read, "v_id").unwrap();
    assert_eq!(ids, [0, 1, 2]);
    for (i, vertex) in vertices.iter().enumerate() {
        let model = Mat4::from_translation(Vec3::Z * i as f32) * Mat4::from_rotation_x(0.3);
        let want = model.transform_point3(vertex.position);
        // Coordinates up to 7; a handful of roundings of 6e-7.
        assert!((Vec3::from(world[i]) - want).length() < 1e-5, "{:?} {want}", world[i]);
        assert!((feedback.positions[i] - (want * 2.0).extend(1.0)).length() < 2e-5);
    }
    assert_eq!(
        feedback.notes,
        ["attribute a_normal has no effect in the shader", "attribute a_texcoord has no effect in the shader"]
    );
    assert_eq!(run::<Attributes<StaticVertex>>(&gl, &source, &uniforms(), &[]).unwrap().positions, []);
}

/// The error of `run` for a bad shader.
fn messages_of(test: &str, body: &str) -> Option<String> {
    let gl = headless_or_skip(test)?;
    Some(run(&gl, &shader(body), &uniforms(), attributes(&vertices())).unwrap_err().to_string())
}

#[test]
fn bad_shaders_each_get_a_sentence() {
    let test = "bad_shaders_each_get_a_sentence";
    let table = [
        (
            "uniform mat4 u_clop; in vec3 a_position; void main() { gl_Position = u_clop * vec4(a_position, 1.0); }",
            "test.vert: the uniform u_clop is never set; set are u_clip, u_model",
        ),
        (
            "uniform mat3 u_clip; in vec3 a_position; void main() { gl_Position = vec4(u_clip * a_position, 1.0); }",
            "test.vert: the uniform u_clip is declared mat3, and set with mat4",
        ),
        (
            "in vec3 a_positon; void main() { gl_Position = vec4(a_positon, 1.0); }",
            "test.vert: the vertices have no attribute a_positon; they have a_position, a_normal, a_texcoord",
        ),
        (
            "in vec4 a_position; void main() { gl_Position = a_position; }",
            "test.vert: the attribute a_position is declared vec4, the vertices carry vec3",
        ),
        (
            "in ivec3 a_position; void main() { gl_Position = vec4(a_position, 1.0); }",
            "test.vert: the attribute a_position is declared ivec3, the vertices carry vec3",
        ),
        ("in vec3 a_position; void main() { vec3 p = a_position; }", "test.vert: gl_Position is never written"),
    ];
    for (body, sentence) in table {
        let Some(message) = messages_of(test, body) else { return };
        assert_eq!(message, sentence);
    }
}

#[test]
fn legal_and_probably_not_meant() {
    let Some(gl) = headless_or_skip("legal_and_probably_not_meant") else { return };
    let idle = notes_of(&gl, "void main() { gl_Position = vec4(0.0); }");
    assert!(idle.contains("uniform u_clip has no effect"), "{idle}");
    let short = notes_of(&gl, "uniform mat4 u_model[4]; void main() { gl_Position = u_model[gl_VertexID][3]; }");
    assert!(short.contains("uniform u_model has 4 elements in the shader; 8 are set"), "{short}");
}

fn notes_of(gl: &Gl, body: &str) -> String {
    run(gl, &shader(body), &uniforms(), attributes(&vertices())).unwrap().notes.join("; ")
}

#[test]
fn outputs_that_are_not_there() {
    let Some(gl) = headless_or_skip("outputs_that_are_not_there") else { return };
    let missing = "is it misspelt, or declared and never written?";
    for (name, message) in [
        ("v_wrld", format!("test.vert: there is no output v_wrld: {missing}")),
        ("v_idle", format!("test.vert: there is no output v_idle: {missing}")),
        ("v_id", "test.vert: the output v_id is declared int, and should be vec3".into()),
    ] {
        let read = output::<_, [f32; 3]>(&gl, &shader(GOOD), &uniforms(), attributes(&vertices()), name);
        assert_eq!(read.unwrap_err().to_string(), message);
    }
}

/// An input that affects one of several outputs is not reported.
#[test]
fn several_outputs_side_by_side() {
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[repr(C)]
    struct Outputs {
        v_normal: [f32; 3],
        v_place: [f32; 2],
    }
    glium::implement_vertex!(Outputs, v_normal, v_place);

    let Some(gl) = headless_or_skip("several_outputs_side_by_side") else { return };
    let source = shader(
        "in vec3 a_position; in vec3 a_normal; out vec3 v_normal; out vec2 v_place;
         void main() { v_normal = a_normal; v_place = a_position.xy; gl_Position = vec4(0.0); }",
    );
    let (got, notes): (Vec<Outputs>, _) = outputs(&gl, &source, &Uniforms::new(), attributes(&vertices())).unwrap();
    let expected = [0.0, 1.0, 5.0].map(|x| Outputs { v_normal: [0.0; 3], v_place: [x, 2.0] });
    assert_eq!(got, expected);
    assert_eq!(notes, ["attribute a_texcoord has no effect in the shader"]);
    let source = shader(
        "in vec3 a_position; out vec2 v_normal; out vec2 v_place;
        void main() { v_place = v_normal = a_position.xy; gl_Position = vec4(0.0); }",
    );
    let wrong = outputs::<_, Outputs>(&gl, &source, &Uniforms::new(), attributes(&vertices())).unwrap_err();
    assert_eq!(wrong.to_string(), "test.vert: the output v_normal is declared vec2, and should be vec3");
}

#[test]
fn integer_joints_arrive_exactly() {
    let Some(gl) = headless_or_skip("integer_joints_arrive_exactly") else { return };
    let source = shader(
        "in uvec4 a_joints; in vec4 a_weights; flat out uvec4 v_joints;
         void main() { v_joints = a_joints; gl_Position = a_weights; }",
    );
    let joints = [[0, 1, 2, 65535], [300, 7, 12, 255]];
    let weights = [[0.1, 0.2, 0.3, 0.4], [1.0, 0.0, 0.0, 0.0]];
    let vertices = [0, 1].map(|i| SkinnedVertex { joints: joints[i], weights: weights[i], ..SkinnedVertex::default() });
    let vertices = attributes(&vertices);
    let read = output::<_, [u32; 4]>(&gl, &source, &Uniforms::new(), vertices, "v_joints").unwrap();
    assert_eq!(read, joints.map(|joints| joints.map(u32::from)));
    let feedback = run(&gl, &source, &Uniforms::new(), vertices).unwrap();
    assert_eq!(feedback.positions, weights.map(Vec4::from));
}
