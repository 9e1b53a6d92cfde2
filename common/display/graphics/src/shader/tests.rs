//! Bad shaders, each with its own sentence.

use super::*;
use crate::testing::headless_or_skip;

const FRAGMENT: &str = "#version 330 core\nout vec4 color;\nvoid main() { color = vec4(1.0); }\n";
const VERTEX: &str = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";

/// Returns the error of building a program of two texts, if it cannot be built.
fn error_of(gl: &Gl, vertex: &str, fragment: &str) -> Option<ShaderError> {
    let vertex = ShaderSource::from_text("test.vert", vertex);
    program(gl, &vertex, &ShaderSource::from_text("test.frag", fragment)).err()
}

/// Each fault has its place, and words that name it. The context works afterwards.
#[test]
fn faults_have_their_places() {
    let Some(gl) = headless_or_skip("faults_have_their_places") else { return };
    for (vertex, fragment, places, words) in [
        (
            "#version 330 core\nin vec3 a_position;\nvoid main() {\n    gl_Position = u_clip * vec4(a_position, 1.0);\n}\n",
            FRAGMENT,
            &["test.vert:4"][..],
            "u_clip",
        ),
        (
            "#version 330 core\nvoid main() {\n    gl_Position = vec4(0.0)\n}\n",
            FRAGMENT,
            &["test.vert:3", "test.vert:4"],
            "",
        ),
        (
            "// a comment may come first\nin vec3 a_position;\nvoid main() {}\n",
            FRAGMENT,
            &["test.vert:2"],
            "the first line must be `#version 330 core`",
        ),
        (VERTEX, "#version 330 core\nout vec4 color;\nvoid main() { color = colour; }\n", &["test.frag:3"], "colour"),
        (
            "#version 330 core\nout vec2 v_a;\nvoid main() { v_a = vec2(0.0); gl_Position = vec4(0.0); }\n",
            "#version 330 core\nin vec3 v_a;\nout vec4 color;\nvoid main() { color = v_a.xyzz; }\n",
            &["test.vert"],
            "does not fit together with test.frag: ",
        ),
    ] {
        let error = error_of(&gl, vertex, fragment).expect(vertex);
        assert!(places.contains(&&*error.place()) && error.message().contains(words), "{error}");
        assert_eq!(error_of(&gl, VERTEX, FRAGMENT), None, "the context still works");
    }
}

#[test]
fn only_element_zero() {
    let text = "#version 330 core\nuniform mat4 u_model[96]; // u_model[gl_VertexID] would do\n\
                void main() { gl_Position = u_model[0] * vec4(1.0); }\n";
    let Some(gl) = headless_or_skip("only_element_zero") else { return };
    // NVIDIA's driver keeps all elements, and the program is as good as any.
    let Some(error) = error_of(&gl, text, FRAGMENT) else { return };
    assert_eq!(
        error.to_string(),
        "test.vert: only element [0] of the uniform array u_model is used: index it with a variable"
    );
}

#[test]
fn defines_leave_line_numbers_alone() {
    let text = "// top\n#version 330 core\nvoid main() {\n#ifdef BROKEN\n    gl_Position = nothing;\n#endif\n}\n";
    let broken = ShaderSource::from_text("test.vert", text).with_defines(&["BROKEN", "SIZE 4"]);
    assert!(broken.text().starts_with("// top\n#version 330 core\n#define BROKEN\n#define SIZE 4\n#line 3\nvoid"));
    let Some(gl) = headless_or_skip("defines_leave_line_numbers_alone") else { return };
    assert_eq!(error_of(&gl, broken.text(), FRAGMENT).unwrap().line, Some(5));
    assert_eq!(error_of(&gl, text, FRAGMENT), None, "without the switch it compiles");
}

#[test]
fn a_missing_file_is_named() {
    let message = ShaderSource::read(ShaderFile("nowhere/nothing.vert")).unwrap_err().to_string();
    assert!(message.starts_with("shaders/nowhere/nothing.vert: the file cannot be read: "), "{message}");
}
