//! A surface that records what is drawn on it.

use crate::feedback::{self, Sources};
use crate::trace::{Attribute, Clear, Draw, Event, Texture, Trace, Uniform};
use glium::backend::Context;
use glium::draw_parameters::SamplesPassedQuery;
use glium::framebuffer::{MultiOutputFrameBuffer, SimpleFrameBuffer};
use glium::index::IndicesSource;
use glium::uniforms::{MagnifySamplerFilter, UniformValue, Uniforms};
use glium::vertex::{MultiVerticesSource, VerticesSource};
use glium::{BlitMask, BlitTarget, DrawError, DrawParameters, Program, Rect, Surface};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The surface of a [`Display`](crate::Display).
pub struct Frame<'f> {
    pub(crate) surface: SimpleFrameBuffer<'f>,
    pub(crate) gl: &'f Rc<Context>,
    pub(crate) trace: &'f RefCell<Trace>,
}

impl Surface for Frame<'_> {
    fn clear(
        &mut self,
        rect: Option<&Rect>,
        color: Option<(f32, f32, f32, f32)>,
        is_srgb: bool,
        depth: Option<f32>,
        stencil: Option<i32>,
    ) {
        let clear = Clear { color: color.map(<[f32; 4]>::from), is_srgb, depth };
        self.trace.borrow_mut().events.push(Event::Clear(clear));
        self.surface.clear(rect, color, is_srgb, depth, stencil);
    }

    fn draw<'a, 'b, V, I, U>(
        &mut self,
        vertices: V,
        indices: I,
        program: &Program,
        uniforms: &U,
        parameters: &DrawParameters<'_>,
    ) -> Result<(), DrawError>
    where
        V: MultiVerticesSource<'b>,
        I: Into<IndicesSource<'a>>,
        U: Uniforms,
    {
        let sources = Sources(vertices.iter().collect());
        let indices = indices.into();
        let query = SamplesPassedQuery::new(self.gl).ok();
        let mut counted = parameters.clone();
        counted.samples_passed_query = query.as_ref().map(Into::into);
        self.surface.draw(sources.clone(), indices.clone(), program, uniforms, &counted)?;
        let samples = query.map(SamplesPassedQuery::get);
        let draw = self.describe(&sources, &indices, program, uniforms, parameters, samples);
        self.trace.borrow_mut().events.push(Event::Draw(Box::new(draw)));
        Ok(())
    }

    fn get_dimensions(&self) -> (u32, u32) {
        self.surface.get_dimensions()
    }

    fn get_depth_buffer_bits(&self) -> Option<u16> {
        self.surface.get_depth_buffer_bits()
    }

    fn get_stencil_buffer_bits(&self) -> Option<u16> {
        self.surface.get_stencil_buffer_bits()
    }

    fn blit_buffers_from_frame(&self, from: &Rect, to: &BlitTarget, filter: MagnifySamplerFilter, mask: BlitMask) {
        self.surface.blit_buffers_from_frame(from, to, filter, mask);
    }

    fn blit_buffers_from_simple_framebuffer(
        &self,
        source: &SimpleFrameBuffer<'_>,
        from: &Rect,
        to: &BlitTarget,
        filter: MagnifySamplerFilter,
        mask: BlitMask,
    ) {
        self.surface.blit_buffers_from_simple_framebuffer(source, from, to, filter, mask);
    }

    fn blit_buffers_from_multioutput_framebuffer(
        &self,
        source: &MultiOutputFrameBuffer<'_>,
        from: &Rect,
        to: &BlitTarget,
        filter: MagnifySamplerFilter,
        mask: BlitMask,
    ) {
        self.surface.blit_buffers_from_multioutput_framebuffer(source, from, to, filter, mask);
    }

    fn blit_color<S: Surface>(&self, from: &Rect, target: &S, to: &BlitTarget, filter: MagnifySamplerFilter) {
        self.surface.blit_color(from, target, to, filter);
    }
}

impl Frame<'_> {
    /// Returns the data of a call that was drawn.
    fn describe(
        &mut self,
        sources: &Sources<'_>,
        indices: &IndicesSource<'_>,
        program: &Program,
        uniforms: &impl Uniforms,
        parameters: &DrawParameters<'_>,
        samples: Option<u32>,
    ) -> Draw {
        let Self { gl, surface, .. } = self;
        let buffer_vertices = sources.vertices();
        let clip =
            feedback::capture(gl, surface, program, sources.clone(), feedback::points(), buffer_vertices, uniforms);
        let listed = feedback::indices(gl, surface, indices);
        let mut vertices = listed.clone().unwrap_or_else(|| (0..buffer_vertices as u32).collect());
        vertices.retain(|vertex| (*vertex as usize) < buffer_vertices);
        vertices.sort_unstable();
        vertices.dedup();
        let mut attributes = Vec::new();
        for (name, _) in program.attributes() {
            let mut attribute =
                Attribute { name: name.clone(), format: String::new(), is_normalized: false, values: Vec::new() };
            for source in &sources.0 {
                let VerticesSource::VertexBuffer(_, format, _) = source else { continue };
                if let Some((.., ty, is_normalized)) = format.iter().find(|(field, ..)| field == name) {
                    attribute.format = format!("{ty:?}");
                    attribute.is_normalized = *is_normalized;
                    let values = feedback::attribute_values(gl, surface, sources, name, *ty, *is_normalized);
                    attribute.values = picked(&values.unwrap_or_default(), &vertices);
                }
            }
            attributes.push(attribute);
        }
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        let (uniforms, textures) = set_values(program, uniforms);
        let (width, height) = surface.get_dimensions();
        let (red, green, blue, opacity) = parameters.color_mask;
        Draw {
            primitive: indices.get_primitives_type(),
            indices: listed,
            attributes,
            buffer_vertices,
            uniforms,
            textures,
            clip: clip.map(|clip| picked(&clip, &vertices)),
            vertices,
            depth_test: parameters.depth.test,
            depth_write: parameters.depth.write,
            culling: parameters.backface_culling,
            polygon_mode: parameters.polygon_mode,
            blend: parameters.blend,
            color_mask: [red, green, blue, opacity],
            viewport: parameters.viewport.unwrap_or(Rect { left: 0, bottom: 0, width, height }),
            scissor: parameters.scissor,
            line_width: parameters.line_width.unwrap_or(1.0),
            samples,
        }
    }
}

/// Returns the elements of a list that are numbered in `vertices`, as far as the list has them.
fn picked<T: Clone>(list: &[T], vertices: &[u32]) -> Vec<T> {
    vertices.iter().filter_map(|vertex| list.get(*vertex as usize).cloned()).collect()
}

/// Returns the active uniforms with the values that are set, and the textures among them.
fn set_values(program: &Program, uniforms: &impl Uniforms) -> (Vec<Uniform>, Vec<Texture>) {
    let mut set = BTreeMap::new();
    let mut textures = Vec::new();
    uniforms.visit_values(|name, value| {
        if program.get_uniform(name).is_none() {
            return;
        }
        let image = match value {
            UniformValue::Texture2d(image, _) => Some((image.dimensions(), false)),
            UniformValue::SrgbTexture2d(image, _) => Some((image.dimensions(), true)),
            _ => None,
        };
        textures.extend(image.map(|(size, is_srgb)| Texture { uniform: name.into(), size, is_srgb }));
        set.insert(name.to_owned(), numbers(&value));
    });
    // glium lists the elements of an array one by one. Members of blocks have no location.
    let mut by_name: BTreeMap<&str, Vec<(Option<usize>, &str)>> = BTreeMap::new();
    for (name, _) in program.uniforms().filter(|(_, uniform)| uniform.location >= 0) {
        let (base, element) = match name.strip_suffix(']').and_then(|name| name.rsplit_once('[')) {
            Some((base, element)) => (base, element.parse().ok()),
            None => (name.as_str(), None),
        };
        by_name.entry(base).or_default().push((element, name));
    }
    let mut all = Vec::new();
    for (name, mut elements) in by_name {
        elements.sort_unstable();
        let is_array = elements[0].0.is_some();
        let elements = elements.iter().map(|(_, name)| set.get(*name).cloned().unwrap_or_default()).collect();
        all.push(Uniform { name: name.into(), is_array, elements });
    }
    (all, textures)
}

/// Returns the numbers of a value; the number 1 stands for a texture.
fn numbers(value: &UniformValue<'_>) -> Vec<f64> {
    match value {
        UniformValue::Float(x) => widened(&[*x]),
        UniformValue::Vec2(v) => widened(v),
        UniformValue::Vec3(v) => widened(v),
        UniformValue::Vec4(v) => widened(v),
        UniformValue::Mat2(m) => widened(m.as_flattened()),
        UniformValue::Mat3(m) => widened(m.as_flattened()),
        UniformValue::Mat4(m) => widened(m.as_flattened()),
        UniformValue::SignedInt(x) => widened(&[*x]),
        UniformValue::IntVec2(v) => widened(v),
        UniformValue::IntVec3(v) => widened(v),
        UniformValue::IntVec4(v) => widened(v),
        UniformValue::UnsignedInt(x) => widened(&[*x]),
        UniformValue::UnsignedIntVec2(v) => widened(v),
        UniformValue::UnsignedIntVec3(v) => widened(v),
        UniformValue::UnsignedIntVec4(v) => widened(v),
        UniformValue::Bool(x) => widened(&[*x]),
        UniformValue::BoolVec2(v) => widened(v),
        UniformValue::BoolVec3(v) => widened(v),
        UniformValue::BoolVec4(v) => widened(v),
        _ => vec![1.0],
    }
}

fn widened<T: Copy + Into<f64>>(numbers: &[T]) -> Vec<f64> {
    numbers.iter().map(|number| (*number).into()).collect()
}
