//! A trace as a page of text.

use crate::trace::{Attribute, Clear, Draw, Event, Place, Trace, Uniform};
use glium::{BackfaceCullingMode, Blend, DepthTest, PolygonMode, Rect};
use std::fmt::{self, Display};

/// Elements, vertices and names that the page shows of each list.
const SHOWN: usize = 6;

/// Returns "What was the GPU told?": a page of plain text, which ends in a line break.
pub fn page(trace: &Trace) -> String {
    let mut page = String::from("What was the GPU told?\n");
    for (nth, event) in trace.events.iter().enumerate() {
        page += &match event {
            Event::Clear(clear) => format!("\n{}. {clear}", nth + 1),
            Event::Draw(draw) => format!("\n{}. {draw}", nth + 1),
        };
    }
    if trace.draws().is_empty() {
        page += "\nNo draw call reached the GPU.\n";
    }
    let is_depth_cleared = trace.clears().iter().any(|clear| clear.depth.is_some());
    if !is_depth_cleared && trace.draws().iter().any(|draw| draw.depth_test != DepthTest::Overwrite) {
        page += "\nThe depths were not cleared: those of the frame before are still there.\n";
    }
    page
}

impl Display for Clear {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let color = self.color.map(|color| {
            let kind = if self.is_srgb { "sRGB-encoded" } else { "linear light" };
            format!("the color to {} ({kind})", tuple(&color.map(f64::from)))
        });
        let depth = self.depth.map(|depth| format!("the depth to {depth}"));
        let what: Vec<String> = color.into_iter().chain(depth).collect();
        writeln!(out, "Clear {}.", what.join(", and "))
    }
}

impl Display for Draw {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = if self.indices.is_some() { "by indices" } else { "vertex by vertex" };
        writeln!(out, "Draw {:?}, {by}.", self.primitive)?;
        for uniform in &self.uniforms {
            uniform_text(out, uniform)?;
        }
        let unset = self.unset();
        if !unset.is_empty() {
            writeln!(out, "   Never set: {}.", shortened(&unset))?;
        }
        for texture in &self.textures {
            let (width, height) = texture.size;
            let kind = if texture.is_srgb { "sRGB-encoded" } else { "linear" };
            writeln!(out, "   Texture of {}: {width} x {height}, {kind}.", texture.uniform)?;
        }
        for Attribute { name, format, is_normalized, .. } in &self.attributes {
            let format = if format.is_empty() { "in no vertex buffer" } else { format };
            let range = if *is_normalized { ", given as numbers from 0 or -1 to 1" } else { "" };
            writeln!(out, "   Attribute {name}: {format}{range}.")?;
        }
        if let Some(indices) = &self.indices {
            writeln!(out, "   Indices: {}.", shortened(indices))?;
            let missing = self.missing_vertices();
            if !missing.is_empty() {
                let count = self.buffer_vertices;
                writeln!(
                    out,
                    "   The vertex buffer has {count} vertices: there is none of number {}.",
                    shortened(&missing)
                )?;
            }
        }
        vertices_text(out, self)?;
        settings_text(out, self)
    }
}

fn uniform_text(out: &mut fmt::Formatter<'_>, uniform: &Uniform) -> fmt::Result {
    let set = uniform.elements.iter().enumerate().filter(|(_, numbers)| !numbers.is_empty());
    for (element, numbers) in set.take(3) {
        let index = if uniform.is_array { format!("[{element}]") } else { String::new() };
        write!(out, "   {}{index} =", uniform.name)?;
        match numbers.len() {
            1 => writeln!(out, " {}", number(numbers[0]))?,
            16 => {
                // In its rows, as one writes it on paper.
                for row in 0..4 {
                    let columns = (0..4).map(|column| format!("{:>9}", number(numbers[4 * column + row])));
                    write!(out, "\n      {}", columns.collect::<Vec<_>>().join(" "))?;
                }
                writeln!(out)?;
            }
            _ => writeln!(out, " {}", tuple(numbers))?,
        }
    }
    Ok(())
}

fn vertices_text(out: &mut fmt::Formatter<'_>, draw: &Draw) -> fmt::Result {
    let Some(clip) = &draw.clip else { return writeln!(out, "   Where the vertices end is not known.") };
    writeln!(out, "   Where the vertices end (the picture is x and y from -1 to 1, depth from -1, near, to 1, far):")?;
    for (nth, (vertex, clip)) in draw.vertices.iter().zip(clip).enumerate().take(SHOWN) {
        write!(out, "     vertex {vertex}:")?;
        for attribute in &draw.attributes {
            if let Some(value) = attribute.values.get(nth) {
                write!(out, " {} {}", attribute.name, tuple(value))?;
            }
        }
        let [x, y, z, w] = clip.map(f64::from);
        let place = Place::of(*clip);
        match place {
            Place::BehindEye | Place::ZeroW | Place::NotFinite => write!(out, " -> clip {}", tuple(&[x, y, z, w]))?,
            _ => write!(out, " -> x {}, y {}, depth {}", number(x / w), number(y / w), number(z / w))?,
        }
        writeln!(out, ", {}", place.words())?;
    }
    let mut counts = Vec::new();
    for (place, words) in Place::ALL {
        if draw.count_at(place) > 0 {
            counts.push(format!("{} {words}", draw.count_at(place)));
        }
    }
    writeln!(out, "   Of {} vertices: {}.", clip.len(), counts.join(", "))
}

fn settings_text(out: &mut fmt::Formatter<'_>, draw: &Draw) -> fmt::Result {
    let writes = if draw.depth_write { "written" } else { "not written" };
    writeln!(out, "   Depth test: {:?}; depths are {writes}.", draw.depth_test)?;
    if draw.culling != BackfaceCullingMode::CullingDisabled {
        writeln!(out, "   Faces: {:?}.", draw.culling)?;
    }
    if draw.polygon_mode != PolygonMode::Fill {
        writeln!(out, "   Polygon mode: {:?}.", draw.polygon_mode)?;
    }
    if draw.blend != Blend::default() {
        writeln!(out, "   Blending: {:?} of the colours, {:?} of opacity.", draw.blend.color, draw.blend.alpha)?;
    }
    if draw.color_mask != [true; 4] {
        let parts = ["red", "green", "blue", "opacity"];
        let written: Vec<&str> =
            parts.into_iter().zip(draw.color_mask).filter(|part| part.1).map(|part| part.0).collect();
        writeln!(out, "   Of the colour only this is written: {}.", shortened(&written))?;
    }
    writeln!(out, "   Viewport: {}. Line width: {}.", rectangle(draw.viewport), draw.line_width)?;
    if let Some(scissor) = draw.scissor {
        writeln!(out, "   Scissor: {}.", rectangle(scissor))?;
    }
    match draw.samples {
        Some(samples) => writeln!(out, "   Covered pixels: {samples}."),
        None => writeln!(out, "   Covered pixels: not counted."),
    }
}

fn rectangle(Rect { left, bottom, width, height }: Rect) -> String {
    format!("{width} x {height} pixels from ({left}, {bottom}) on")
}

fn shortened<T: Display>(list: &[T]) -> String {
    let mut text: Vec<String> = list.iter().take(4 * SHOWN).map(T::to_string).collect();
    if list.len() > text.len() {
        text.push(format!("and {} more", list.len() - text.len()));
    }
    if text.is_empty() { "none".into() } else { text.join(", ") }
}

fn tuple(numbers: &[f64]) -> String {
    format!("({})", numbers.iter().map(|x| number(*x)).collect::<Vec<_>>().join(", "))
}

/// Returns a number with three decimals at most.
fn number(x: f64) -> String {
    let rounded = format!("{:.3}", x + 0.0);
    rounded.trim_end_matches('0').trim_end_matches('.').into()
}
