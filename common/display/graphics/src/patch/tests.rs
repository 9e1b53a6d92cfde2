//! Right colours from good shaders, a sentence for each bad one.

use super::*;
use crate::testing::headless_or_skip;
use glam::{Vec3, Vec4Swizzles};
use glium::implement_vertex;

#[derive(Clone, Copy)]
struct Corner {
    a_normal: [f32; 3],
    a_heat: f32,
}
implement_vertex!(Corner, a_normal, a_heat);

/// Four corners of a plane in x, y and heat, on which interpolation is exact by hand.
fn corners() -> [Corner; 4] {
    [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)].map(|(x, y)| Corner { a_normal: [x, y, 5.0], a_heat: 2.0 * x - y })
}

fn shader(body: &str) -> ShaderSource {
    ShaderSource::from_text("test.frag", format!("#version 330 core\n{body}\n"))
}

fn uniforms() -> Uniforms<'static> {
    Uniforms::new().vec3("u_light", Vec3::new(0.5, 0.25, 2.0))
}

const GOOD: &str = "in vec3 v_normal; in float v_heat; uniform vec3 u_light; out vec4 color;
void main() { color = vec4(v_normal * u_light, v_heat); }";

#[test]
fn what_the_shader_computes_at_every_pixel() {
    let Some(gl) = headless_or_skip("what_the_shader_computes_at_every_pixel") else { return };
    let patch = draw(&gl, &shader(GOOD), &uniforms(), &corners()).unwrap();
    assert_eq!((patch.colors.len() as u32, patch.notes), (SIDE * SIDE, Vec::new()));
    for (index, color) in patch.colors.iter().enumerate() {
        // A pixel's middle.
        let x = (index as u32 % SIDE) as f32 / SIDE as f32 + 0.5 / SIDE as f32;
        let y = (index as u32 / SIDE) as f32 / SIDE as f32 + 0.5 / SIDE as f32;
        let want = Vec4::new(0.5 * x, 0.25 * y, 10.0, 2.0 * x - y);
        // Numbers up to 10, beyond what a picture could hold, through one interpolation.
        assert!((*color - want).abs().max_element() < 1e-4, "{index}: {color} {want}");
    }
}

#[test]
fn what_has_no_effect_and_what_is_discarded_is_told() {
    let Some(gl) = headless_or_skip("what_has_no_effect_and_what_is_discarded_is_told") else {
        return;
    };
    let body = "in vec3 v_normal; in float v_heat; out vec4 color;
        void main() { if (v_normal.x < 0.5) discard; color = vec4(1.0, 2.0, 3.0, 1.0); }";
    let patch = draw(&gl, &shader(body), &uniforms(), &corners()).unwrap();
    assert_eq!(patch.colors[0], DISCARDED);
    assert_eq!(patch.colors[3].xyz(), Vec3::new(1.0, 2.0, 3.0));
    assert_eq!(patch.notes[0], "v_heat has no effect in the shader");
    assert!(patch.notes[1].contains("u_light"), "{:?}", patch.notes);
}

#[test]
fn a_shader_that_does_not_fit() {
    let Some(gl) = headless_or_skip("a_shader_that_does_not_fit") else { return };
    let syntax = message_of(&gl, "out vec4 color;\nvoid main() { color = vec4(heat); }");
    assert!(syntax.starts_with("test.frag:3: "), "{syntax}");
    let unknown = message_of(&gl, "in vec3 v_colour; out vec4 color; void main() { color = v_colour.xyzz; }");
    let given = "for this shader; it is handed over vec3 v_normal, float v_heat";
    assert_eq!(unknown, format!("test.frag: there is no `in vec3 v_colour` {given}"));
    let other = message_of(&gl, "in vec2 v_normal; out vec4 color; void main() { color = v_normal.xyxy; }");
    assert!(other.starts_with("test.frag: "), "a driver may report it, or we do: {other}");
    let unset = message_of(&gl, "uniform float u_dark; out vec4 color; void main() { color = vec4(u_dark); }");
    assert!(unset.contains("the uniform u_dark is never set; set are u_light"), "{unset}");
}

fn message_of(gl: &Gl, body: &str) -> String {
    draw(gl, &shader(body), &uniforms(), &corners()).unwrap_err().to_string()
}
