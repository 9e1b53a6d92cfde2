//! What the GPU was told, in words and numbers.

use crate::{
    glsl::Glsl,
    questions::Place,
    trace::{Attribute, Clear, Compare, Draw, Event, Face, Indices, Primitive, Target, Texture, Trace, Uniform},
    words::{counted, number, shortened, tuple},
};

/// Elements of an array that the page shows.
const SHOWN_ELEMENTS: usize = 3;
/// Vertices that the page shows.
const SHOWN_VERTICES: usize = 6;
/// Indices that the page shows.
const SHOWN_INDICES: usize = 24;
/// Names that the page shows in a list.
const SHOWN_NAMES: usize = 8;

/// Returns "What was the GPU told?": a page of plain text, which ends in a line break.
pub fn page(trace: &Trace) -> String {
    let mut page = String::from("What was the GPU told?\n");
    for (nth, event) in trace.events.iter().enumerate() {
        let number = nth + 1;
        match event {
            Event::Clear(clear) => page += &format!("\n{number}. {}", clear_text(clear)),
            Event::Draw(draw) => page += &format!("\n{number}. {}", draw_text(draw)),
        }
    }
    page += "\n";
    if trace.left_out > 0 {
        page += &format!("{} more clears and draw calls followed.\n", trace.left_out);
    }
    if trace.draws().is_empty() {
        page += "No draw call reached the GPU.\n";
    }
    let is_depth_cleared = trace.clears().iter().any(|clear| clear.depth.is_some());
    if !is_depth_cleared && trace.draws().iter().any(|draw| draw.depth_test.is_some()) {
        page += "The depths were not cleared: those of the frame before are still there.\n";
    }
    page += match trace.swaps {
        0 => "The frame was not finished, so it was not shown.\n",
        1 => "Then the frame was finished and shown.\n",
        _ => "Several frames were finished and shown.\n",
    };
    for problem in &trace.problems {
        page += &format!("OpenGL: {problem}\n");
    }
    page
}

fn clear_text(clear: &Clear) -> String {
    let mut what = Vec::new();
    if let Some(color) = clear.color {
        let kind = if clear.is_srgb { "sRGB-encoded" } else { "linear light" };
        what.push(format!("the color to {} ({kind})", tuple(&color.map(f64::from))));
    }
    if let Some(depth) = clear.depth {
        let hint = match depth {
            1.0 => ", the farthest",
            0.0 => ", the nearest",
            _ => "",
        };
        what.push(format!("the depth to {}{hint}", number(depth.into())));
    }
    if let Some(stencil) = clear.stencil {
        what.push(format!("the stencil to {stencil}"));
    }
    let mut text = format!("Clear {}", what.join(", and "));
    if let Some(scissor) = clear.scissor {
        text += &format!(", in {}", rectangle(scissor));
    }
    text += &format!("{}.\n", target(clear.target));
    for problem in &clear.problems {
        text += &format!("   OpenGL: {problem}\n");
    }
    text
}

fn draw_text(draw: &Draw) -> String {
    let elements = if draw.indices.is_some() { "index" } else { "vertex" };
    let mut text = format!(
        "Draw {}, as {}, by program {}{}.\n",
        counted(draw.count, elements),
        primitives(draw.primitive),
        draw.program,
        target(draw.target)
    );
    if draw.instances != 1 {
        text += &format!("   Instances: {}; below are the numbers of the first.\n", draw.instances);
    }
    text += &uniforms_text(draw);
    for texture in &draw.textures {
        text += &texture_text(texture);
    }
    for block in &draw.blocks {
        text += &match block.buffer_bytes {
            Some(bytes) => format!("   Block {}: {} bytes, from a buffer of {bytes}.\n", block.name, block.bytes),
            None => format!("   Block {}: no buffer is bound.\n", block.name),
        };
    }
    for attribute in &draw.attributes {
        text += &attribute_text(attribute);
    }
    if let Some(indices) = &draw.indices {
        text += &indices_text(draw, indices);
    }
    text += &vertices_text(draw);
    text += &settings_text(draw);
    for problem in &draw.problems {
        text += &format!("   OpenGL: {problem}\n");
    }
    text
}

fn uniforms_text(draw: &Draw) -> String {
    let mut text = String::new();
    for uniform in &draw.uniforms {
        text += &uniform_text(uniform);
    }
    let unset: Vec<String> = draw.uniforms.iter().flat_map(unset_runs).collect();
    if !unset.is_empty() {
        text += &format!("   Never set, so 0: {}.\n", shortened(&unset, SHOWN_NAMES));
    }
    text
}

/// Returns names of what was never set: "`u_model[5]` to `u_model[95]`" for elements in a row.
fn unset_runs(uniform: &Uniform) -> Vec<String> {
    if !uniform.is_array {
        return uniform.unset();
    }
    let mut runs = Vec::new();
    let mut first = 0;
    for run in uniform.set.chunk_by(|is_set, next_is_set| is_set == next_is_set) {
        let last = first + run.len() - 1;
        match run {
            [true, ..] => {}
            [_] => runs.push(format!("{}[{first}]", uniform.name)),
            _ => runs.push(format!("{0}[{first}] to {0}[{last}]", uniform.name)),
        }
        first += run.len();
    }
    runs
}

/// Describes a uniform, unless none of it was set.
fn uniform_text(uniform: &Uniform) -> String {
    let mut text = String::new();
    let mut shown = 0;
    let set = uniform.set.iter().filter(|is_set| **is_set).count();
    for (element, is_set) in uniform.set.iter().enumerate() {
        let Some(value) = uniform.element(element) else { continue };
        if !is_set || shown == SHOWN_ELEMENTS {
            continue;
        }
        shown += 1;
        let index = if uniform.is_array { format!("[{element}]") } else { String::new() };
        text += &format!("   {} {}{index} ={}", uniform.glsl.name, uniform.name, value_text(uniform.glsl, value));
    }
    if set > shown {
        text += &format!("   and {} more of {}\n", set - shown, uniform.name);
    }
    text
}

/// Returns a value: a matrix in its rows, as one writes it on paper.
fn value_text(glsl: Glsl, value: &[f64]) -> String {
    if glsl.columns == 1 {
        let value = if value.len() == 1 { number(value[0]) } else { tuple(value) };
        return format!(" {value}\n");
    }
    let mut text = String::from("\n");
    for row in 0..glsl.rows {
        text += "     ";
        for column in 0..glsl.columns {
            text += &format!(" {:>9}", number(value[column * glsl.rows + row]));
        }
        text += "\n";
    }
    text
}

fn texture_text(texture: &Texture) -> String {
    let Texture { uniform, unit, image } = texture;
    match image {
        Some(image) => {
            let colors = if image.is_srgb { ", read as linear light" } else { "" };
            format!(
                "   Texture of {uniform} (unit {unit}): {} x {}, {}{colors}.\n",
                image.width, image.height, image.format
            )
        }
        None => format!("   Texture of {uniform} (unit {unit}): none is bound, which reads as black.\n"),
    }
}

fn attribute_text(attribute: &Attribute) -> String {
    let Attribute { name, glsl, source, components, .. } = attribute;
    let Some(source) = source else {
        return format!(
            "   Attribute {} {name}: the same for all vertices, {}.\n",
            glsl.name,
            tuple(&attribute.values)
        );
    };
    let given = match (source.is_integer, source.is_normalized) {
        (true, _) => ", given as whole numbers",
        (false, true) => ", given as numbers from 0 or -1 to 1",
        (false, false) if source.number.starts_with('f') => "",
        (false, false) => ", converted to floats",
    };
    format!(
        "   Attribute {} {name}: {components} x {}{given}, every {} bytes of a buffer of {}.\n",
        glsl.name, source.number, source.stride, source.buffer_bytes
    )
}

fn indices_text(draw: &Draw, indices: &Indices) -> String {
    let per_group = match draw.primitive {
        Primitive::Lines => 2,
        Primitive::Triangles => 3,
        _ => 1,
    };
    let mut groups = Vec::new();
    for group in indices.values.chunks(per_group) {
        groups.push(group.iter().map(u32::to_string).collect::<Vec<_>>().join(" "));
    }
    let mut text =
        format!("   Indices, {} bytes each: {}", indices.size, shortened(&groups, SHOWN_INDICES / per_group));
    if indices.base_vertex != 0 {
        text += &format!("; {} is added to each", indices.base_vertex);
    }
    text += ".\n";
    let missing = draw.missing_vertices();
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(i64::to_string).collect();
        let vertices = counted(draw.buffer_vertices.unwrap_or(0), "vertex");
        text += &format!(
            "   The vertex buffer has {vertices}: there is none of number {}.\n",
            shortened(&names, SHOWN_NAMES)
        );
    }
    text
}

fn vertices_text(draw: &Draw) -> String {
    let Some(clip) = &draw.clip else {
        return if draw.vertices.is_empty() {
            "   No vertex is drawn.\n".into()
        } else {
            "   Where the vertices end is not known.\n".into()
        };
    };
    let mut text = String::from(
        "   Where the vertices end (the picture is x and y from -1 to 1, depth from -1, near, to 1, far):\n",
    );
    for (nth, vertex) in draw.vertices.iter().enumerate().take(SHOWN_VERTICES) {
        let mut inputs = Vec::new();
        for attribute in &draw.attributes {
            if let Some(value) = attribute.value(nth) {
                inputs.push(format!("{} {}", attribute.name, tuple(value)));
            }
        }
        let inputs = if inputs.is_empty() { String::new() } else { format!(" {}", inputs.join(", ")) };
        text += &format!("     vertex {vertex}:{inputs} -> {}\n", position_text(clip[nth]));
    }
    let mut places = Vec::new();
    for (place, words) in PLACES {
        let count = draw.count_at(place);
        if count > 0 {
            places.push(format!("{count} {words}"));
        }
    }
    text += &format!("   Of {}: {}.\n", counted(clip.len(), "vertex"), places.join(", "));
    let (front, back) = draw.faces();
    if front + back > 0 {
        text += &format!("   Triangles in front of the eye: {front} with the front to it, {back} with the back.\n");
    }
    text
}

/// All places, in words.
const PLACES: [(Place, &str); 10] = [
    (Place::Inside, "in the picture"),
    (Place::Left, "left of it"),
    (Place::Right, "right of it"),
    (Place::Below, "below it"),
    (Place::Above, "above it"),
    (Place::BeforeNear, "before the near plane"),
    (Place::BeyondFar, "beyond the far plane"),
    (Place::BehindEye, "behind the eye"),
    (Place::ZeroW, "nowhere, as w is 0"),
    (Place::NotFinite, "nowhere, as they are infinite or no numbers"),
];

fn position_text(clip: [f32; 4]) -> String {
    let place = Place::of(clip);
    let words = PLACES.iter().find(|(other, _)| *other == place).map_or("", |(_, words)| words);
    let [x, y, z, w] = clip.map(f64::from);
    match place {
        Place::BehindEye | Place::ZeroW | Place::NotFinite => format!("clip {}, {words}", tuple(&[x, y, z, w])),
        _ => format!("x {}, y {}, depth {}, {words}", number(x / w), number(y / w), number(z / w)),
    }
}

fn settings_text(draw: &Draw) -> String {
    let test = match draw.depth_test {
        None => "off, so later covers earlier",
        Some(Compare::Never) => "nothing passes",
        Some(Compare::Less) => "nearer passes",
        Some(Compare::Equal) => "equally near passes",
        Some(Compare::LessOrEqual) => "nearer or equally near passes",
        Some(Compare::Greater) => "farther passes",
        Some(Compare::NotEqual) => "nearer or farther passes",
        Some(Compare::GreaterOrEqual) => "farther or equally near passes",
        Some(Compare::Always) => "everything passes",
    };
    let writes = match (draw.depth_test, draw.depth_write) {
        (Some(_), true) => "; depths are written",
        (Some(_), false) => "; depths are not written",
        (None, _) => "",
    };
    let mut text = format!("   Depth test: {test}{writes}.\n");
    let is_line = matches!(draw.primitive, Primitive::Lines | Primitive::LineLoop | Primitive::LineStrip);
    if is_line {
        text += &format!("   Line width: {}.\n", number(draw.line_width.into()));
    }
    match draw.culling {
        Some(Face::Front) => text += "   Faces: those that show their front are left out.\n",
        Some(Face::Back) => text += "   Faces: those that show their back are left out.\n",
        Some(Face::Both) => text += "   Faces: all are left out.\n",
        None => {}
    }
    if let Some(blend) = &draw.blend {
        let [how, source, destination] = blend.color;
        text += &format!("   Blending: {how} of the new color times {source} and the old times {destination}.\n");
    }
    if draw.color_mask != [true; 4] {
        let mut written = Vec::new();
        for (is_written, name) in draw.color_mask.iter().zip(["red", "green", "blue", "opacity"]) {
            if *is_written {
                written.push(name);
            }
        }
        let written = if written.is_empty() { "nothing".into() } else { written.join(", ") };
        text += &format!("   Of the color only this is written: {written}.\n");
    }
    if draw.is_discarded {
        text += "   All primitives are discarded before they become pixels.\n";
    }
    text += &format!("   Viewport: {}", rectangle(draw.viewport));
    if let Some(scissor) = draw.scissor {
        text += &format!(", of which is drawn {}", rectangle(scissor));
    }
    text += ".\n";
    match draw.samples {
        Some(0) => text += "   Covered: no pixel.\n",
        Some(samples) => text += &format!("   Covered: {}.\n", counted(samples as usize, "pixel")),
        None => text += "   Covered: not counted, because the program counts itself.\n",
    }
    text
}

fn primitives(primitive: Primitive) -> &'static str {
    match primitive {
        Primitive::Points => "points",
        Primitive::Lines => "separate lines",
        Primitive::LineLoop => "a closed line",
        Primitive::LineStrip => "one line from each to the next",
        Primitive::Triangles => "separate triangles",
        Primitive::TriangleStrip => "a strip of triangles",
        Primitive::TriangleFan => "a fan of triangles",
        Primitive::Other => "primitives of another kind",
    }
}

fn target(target: Target) -> &'static str {
    match target {
        Target::Frame => "",
        Target::Texture => ", in a texture and not in the frame",
    }
}

fn rectangle([left, bottom, width, height]: [i32; 4]) -> String {
    match (left, bottom) {
        (0, 0) => format!("{width} x {height} pixels"),
        _ => format!("{width} x {height} pixels, {left} from the left and {bottom} from the bottom"),
    }
}
