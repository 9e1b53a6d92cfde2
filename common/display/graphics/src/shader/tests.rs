//! Bad shaders, each with its own sentence.

use super::*;
use crate::testing::headless_or_skip;

const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";

fn vertex(text: &str) -> ShaderSource {
    ShaderSource::from_text("test.vert", text)
}

/// The error of building a program. The context works afterwards.
fn messages_of(test: &str, text: &str) -> Option<String> {
    let gl = headless_or_skip(test)?;
    let fragment = ShaderSource::from_text("test.frag", FRAGMENT);
    let message = program(&gl, &vertex(text), &fragment).map(|_| ()).unwrap_err().to_string();
    let good = vertex("#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n");
    program(&gl, &good, &fragment).expect("the context still works");
    Some(message)
}

#[test]
fn an_undeclared_name_has_its_line() {
    let text =
        "#version 330 core\nin vec3 a_position;\nvoid main() {\n    gl_Position = u_clip * vec4(a_position, 1.0);\n}\n";
    let Some(message) = messages_of("an_undeclared_name_has_its_line", text) else { return };
    assert!(message.starts_with("test.vert:4: "), "{message}");
    assert!(message.contains("u_clip"), "{message}");
}

#[test]
fn a_missing_semicolon() {
    let text = "#version 330 core\nvoid main() {\n    gl_Position = vec4(0.0)\n}\n";
    let Some(message) = messages_of("a_missing_semicolon", text) else { return };
    assert!(message.starts_with("test.vert:4: ") || message.starts_with("test.vert:3: "), "{message}");
}

#[test]
fn a_missing_version_is_found_before_the_compiler() {
    let text = "// a comment may come first\nin vec3 a_position;\nvoid main() {}\n";
    let Some(message) = messages_of("a_missing_version_is_found_before_the_compiler", text) else { return };
    assert_eq!(message, "test.vert:2: the first line must be `#version 330 core`");
}

#[test]
fn only_element_zero() {
    let text = "#version 330 core\nuniform mat4 u_model[96]; // u_model[gl_VertexID] would do\n\
                void main() { gl_Position = u_model[0] * vec4(1.0); }\n";
    let Some(gl) = headless_or_skip("only_element_zero") else { return };
    let fragment = ShaderSource::from_text("test.frag", FRAGMENT);
    // NVIDIA's driver keeps all elements, and the program is as good as any.
    let Err(error) = program(&gl, &vertex(text), &fragment) else { return };
    assert_eq!(
        error.to_string(),
        "test.vert: only element [0] of the uniform array u_model is used: index it with a variable"
    );
}

#[test]
fn shaders_that_do_not_fit_together() {
    let Some(gl) = headless_or_skip("shaders_that_do_not_fit_together") else { return };
    let vertex =
        vertex("#version 330 core\nout vec2 v_a;\nvoid main() { v_a = vec2(0.0); gl_Position = vec4(0.0); }\n");
    let fragment = "#version 330 core\nin vec3 v_a;\nout vec4 color;\nvoid main() { color = v_a.xyzz; }\n";
    let fragment = ShaderSource::from_text("test.frag", fragment);
    let message = program(&gl, &vertex, &fragment).unwrap_err();
    assert!(matches!(&message.fault, ShaderFault::Link { with, .. } if with == "test.frag"), "{message}");
    assert!(message.to_string().contains("v_a"), "{message}");
}

#[test]
fn an_error_in_the_fragment_shader_names_that_file() {
    let Some(gl) = headless_or_skip("an_error_in_the_fragment_shader_names_that_file") else {
        return;
    };
    let good = vertex("#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n");
    let bad = "#version 330 core\nout vec4 color;\nvoid main() { color = colour; }\n";
    let message = program(&gl, &good, &ShaderSource::from_text("test.frag", bad)).unwrap_err();
    assert_eq!(message.place(), "test.frag:3");
}

#[test]
fn defines_leave_line_numbers_alone() {
    let text = "// top\n#version 330 core\nvoid main() {\n#ifdef BROKEN\n    gl_Position = nothing;\n#endif\n}\n";
    let broken = vertex(text).with_defines(&["BROKEN", "SIZE 4"]);
    assert!(broken.text().starts_with("// top\n#version 330 core\n#define BROKEN\n#define SIZE 4\n#line 3\nvoid"));
    let Some(gl) = headless_or_skip("defines_leave_line_numbers_alone") else { return };
    let fragment = ShaderSource::from_text("test.frag", FRAGMENT);
    assert_eq!(program(&gl, &broken, &fragment).unwrap_err().line, Some(5));
    program(&gl, &vertex(text), &fragment).expect("without the switch it compiles");
}

#[test]
fn a_missing_file_is_named() {
    let message = ShaderSource::read(ShaderFile("nowhere/nothing.vert")).unwrap_err().to_string();
    assert!(message.starts_with("shaders/nowhere/nothing.vert: the file cannot be read: "), "{message}");
}
