//! A figure that plays its first clip, skinned and drawn by wgpu into a picture, without a window.
//!
//! `cargo run -- ../arm.dae arm.png` in this folder writes a picture of a grey arm on white, bent half a second into its
//! clip. Textures and morph targets are left out. Where there is no GPU, Mesa's lavapipe is one, on Debian in
//! `mesa-vulkan-drivers`. `cargo test` compares the picture with vertices that are skinned on the processor.

use armature::{
    animation::Playback,
    math::Affine3x4,
    mesh::SkinnedVertex,
    model::{Model, ModelInstance},
};
use glam::{Mat4, Vec3, camera::rh::proj::directx::perspective, camera::rh::view::look_at_mat4};
use std::{error::Error, mem::offset_of};
use wgpu::{BufferUsages, TextureFormat, TextureUsages, util::DeviceExt};

#[cfg(test)]
use armature::{mesh::Bounds, skin::skin_vertices};

const SIZE: u32 = 512; // a row of the picture is then a multiple of the 256 bytes that a copy asks for
const COLOR: TextureFormat = TextureFormat::Rgba8UnormSrgb;
const DEPTH: TextureFormat = TextureFormat::Depth32Float;

/// `View` of the shader.
#[derive(Clone, Copy, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
struct View {
    clip_from_model: Mat4,
    world_from_model: Mat4,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let figure = arguments.next().ok_or("FIGURE.dae PICTURE.png")?;
    let picture = arguments.next().ok_or("FIGURE.dae PICTURE.png")?;
    let model = armature_formats::load(figure)?.model;
    let pixels = pollster::block_on(draw(&model, &half_a_second_in(&model)))?;
    let mut encoder = png::Encoder::new(std::fs::File::create(picture)?, SIZE, SIZE);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}

/// Returns the figure half a second into its first clip.
fn half_a_second_in(model: &Model) -> ModelInstance {
    let mut figure = ModelInstance::new(model);
    if let Some(clip) = model.clips.first() {
        let mut playback = Playback::for_clip(clip);
        playback.advance(0.5);
        figure.sample(model, clip, playback.time());
    }
    figure
}

/// Returns a view of the whole figure, from in front and a little above; `None` if there is no figure.
fn view_of(model: &Model, figure: &ModelInstance) -> Option<View> {
    let world_from_model = Mat4::from(model.world_from_model);
    let bounds = figure.bounds(model)?.transformed(&model.world_from_model);
    let distance = 3.0 * bounds.radius();
    let eye = bounds.center() + distance * Vec3::new(0.5, 0.3, 1.0).normalize();
    let clip_from_view = perspective(0.7, 1.0, 0.01 * distance, 10.0 * distance);
    let clip_from_world = clip_from_view * look_at_mat4(eye, bounds.center(), Vec3::Y);
    Some(View { clip_from_model: clip_from_world * world_from_model, world_from_model })
}

/// Returns the pixels of a picture of the figure.
async fn draw(model: &Model, figure: &ModelInstance) -> Result<Vec<u8>, Box<dyn Error>> {
    let view = view_of(model, figure).ok_or("the file has no figure")?;
    let instance = wgpu::Instance::default();
    let adapter = instance.request_adapter(&wgpu::RequestAdapterOptions::default()).await?;
    let limits = adapter.limits();
    let device = wgpu::DeviceDescriptor { required_limits: limits, ..Default::default() };
    let (device, queue) = adapter.request_device(&device).await?;
    let shader = device.create_shader_module(wgpu::include_wgsl!("skin.wgsl"));

    // A vertex is used as it is in memory.
    let attribute =
        |shader_location, format, offset| wgpu::VertexAttribute { format, offset: offset as u64, shader_location };
    let attributes = [
        attribute(0, wgpu::VertexFormat::Float32x3, offset_of!(SkinnedVertex, position)),
        attribute(1, wgpu::VertexFormat::Float32x3, offset_of!(SkinnedVertex, normal)),
        attribute(2, wgpu::VertexFormat::Uint16x4, offset_of!(SkinnedVertex, joints)),
        attribute(3, wgpu::VertexFormat::Float32x4, offset_of!(SkinnedVertex, weights)),
    ];
    let buffers = [Some(wgpu::VertexBufferLayout {
        array_stride: size_of::<SkinnedVertex>() as u64,
        step_mode: wgpu::VertexStepMode::Vertex,
        attributes: &attributes,
    })];
    let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
        label: None,
        layout: None,
        vertex: wgpu::VertexState {
            module: &shader,
            entry_point: Some("skin"),
            compilation_options: Default::default(),
            buffers: &buffers,
        },
        primitive: wgpu::PrimitiveState::default(),
        depth_stencil: Some(wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(true),
            depth_compare: Some(wgpu::CompareFunction::Less),
            stencil: Default::default(),
            bias: Default::default(),
        }),
        multisample: wgpu::MultisampleState::default(),
        fragment: Some(wgpu::FragmentState {
            module: &shader,
            entry_point: Some("shade"),
            compilation_options: Default::default(),
            targets: &[Some(COLOR.into())],
        }),
        multiview_mask: None,
        cache: None,
    });

    let target = |format, usage| {
        let size = wgpu::Extent3d { width: SIZE, height: SIZE, depth_or_array_layers: 1 };
        device.create_texture(&wgpu::TextureDescriptor {
            label: None,
            size,
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: TextureUsages::RENDER_ATTACHMENT | usage,
            view_formats: &[],
        })
    };
    let color = target(COLOR, TextureUsages::COPY_SRC);
    let depth = target(DEPTH, TextureUsages::empty());
    let buffer = |contents: &[u8], usage| {
        device.create_buffer_init(&wgpu::util::BufferInitDescriptor { label: None, contents, usage })
    };
    let view = buffer(bytemuck::bytes_of(&view), BufferUsages::UNIFORM);

    let mut commands = device.create_command_encoder(&Default::default());
    let (color_view, depth_view) = (color.create_view(&Default::default()), depth.create_view(&Default::default()));
    let mut pass = commands.begin_render_pass(&wgpu::RenderPassDescriptor {
        color_attachments: &[Some(wgpu::RenderPassColorAttachment {
            view: &color_view,
            depth_slice: None,
            resolve_target: None,
            ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::WHITE), store: wgpu::StoreOp::Store },
        })],
        depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
            view: &depth_view,
            depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(1.0), store: wgpu::StoreOp::Discard }),
            stencil_ops: None,
        }),
        ..Default::default()
    });
    pass.set_pipeline(&pipeline);
    for part in &model.parts {
        // A program keeps these buffers, and writes only the palette in each frame (`Queue::write_buffer`).
        let palette: Vec<Affine3x4> = figure.palette(part.skin).iter().map(|matrix| Affine3x4::from(*matrix)).collect();
        let palette = buffer(bytemuck::cast_slice(&palette), BufferUsages::STORAGE);
        let vertices = buffer(bytemuck::cast_slice(&part.mesh.vertices), BufferUsages::VERTEX);
        let indices = buffer(bytemuck::cast_slice(&part.mesh.indices), BufferUsages::INDEX);
        let entries = [&view, &palette].map(wgpu::Buffer::as_entire_binding);
        let entries =
            [0, 1].map(|binding| wgpu::BindGroupEntry { binding, resource: entries[binding as usize].clone() });
        let group =
            wgpu::BindGroupDescriptor { label: None, layout: &pipeline.get_bind_group_layout(0), entries: &entries };
        pass.set_bind_group(0, &device.create_bind_group(&group), &[]);
        pass.set_vertex_buffer(0, vertices.slice(..));
        pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
        pass.draw_indexed(0..part.mesh.indices.len() as u32, 0, 0..1);
    }
    drop(pass);

    let bytes = device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: u64::from(4 * SIZE * SIZE),
        usage: BufferUsages::COPY_DST | BufferUsages::MAP_READ,
        mapped_at_creation: false,
    });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * SIZE), rows_per_image: None };
    let copy = wgpu::TexelCopyBufferInfo { buffer: &bytes, layout };
    commands.copy_texture_to_buffer(color.as_image_copy(), copy, color.size());
    queue.submit([commands.finish()]);
    bytes.map_async(wgpu::MapMode::Read, .., |mapped| mapped.expect("the copy can be read"));
    device.poll(wgpu::PollType::wait_indefinitely())?;
    Ok(bytes.get_mapped_range(..)?.to_vec())
}

#[test]
fn the_picture_is_as_large_as_the_skinned_vertices() {
    let model = armature_formats::load("../arm.dae").unwrap().model;
    let figure = half_a_second_in(&model);
    let pixels = pollster::block_on(draw(&model, &figure)).expect("a GPU, or lavapipe");
    let inked = (0..SIZE * SIZE).filter(|index| pixels[4 * *index as usize] != 255);
    let drawn = Bounds::from_points(inked.map(|index| Vec3::new((index % SIZE) as f32, (index / SIZE) as f32, 0.0)));

    let view = view_of(&model, &figure).unwrap();
    let mut points = Vec::new();
    for part in &model.parts {
        let vertices = &part.mesh.vertices;
        let mut positions = vec![Vec3::ZERO; vertices.len()];
        skin_vertices(figure.palette(part.skin), vertices, &mut positions, &mut vec![Vec3::ZERO; vertices.len()]);
        points.extend(positions.iter().map(|position| {
            let clip = view.clip_from_model.project_point3(*position);
            SIZE as f32 / 2.0 * Vec3::new(1.0 + clip.x, 1.0 - clip.y, 0.0)
        }));
    }
    let skinned = Bounds::from_points(points).unwrap();
    let drawn = drawn.expect("something is drawn");
    // A pixel is drawn if its center is inside.
    assert!(drawn.min.distance(skinned.min) < 2.0 && drawn.max.distance(skinned.max) < 2.0, "{drawn:?} {skinned:?}");
}
