//! F3: where some vertices of some dancers are, and where they should be.

use crate::checks::REFERENCE;
use crate::costs::Costs;
use crate::frame::CrowdFrame;
use crate::probes::{CrowdInput, CrowdVertex};
use crate::square::Block;
use crate::ways::Way;
use anyhow::anyhow;
use common::prelude::*;
use common::scenes::difference;
use common::shader;
use glam::{Mat4, Vec3, Vec4};

/// Number of each block's dancers that are compared.
const DANCERS: usize = 24;
/// Number of each dancer's vertices that are compared.
const VERTICES: usize = 40;
/// Texels in a line of the texture.
const WIDTH: usize = 1024;
/// Less than this is not drawn, in metres.
const SEEN: f32 = 0.01;
const GHOST: Vec4 = Vec4::new(1.0, 0.2, 0.75, 0.9);

/// Draws dots at the right positions of vertices that are elsewhere, and describes the farthest.
///
/// # Errors
/// If the driver refuses.
pub(crate) fn draw_ghost(
    gl: &Gl,
    debug: &DebugRenderer,
    target: &mut Target<'_>,
    view: &View,
    frames: [&CrowdFrame; 2],
) -> Result<Difference> {
    let [mine, right] = frames.map(|frame| vertex_positions(gl, frame));
    let mine = mine?;
    let right = right?;
    let mut dots = Shapes::new();
    for (mine, right) in mine.iter().zip(&right) {
        let is_seen = mine.distance(*right) > SEEN || !mine.is_finite();
        if is_seen && right.is_finite() {
            dots.joint(*right, 0.025, GHOST);
        }
    }
    debug.draw(target, &dots, view.clip_from_world(), Overlay::XRay)?;
    let farthest = Farthest::between(mine, right);
    let mut owners = frames[1].blocks.iter().flat_map(|block| {
        let vertices = 0..block.members.len().min(DANCERS) * VERTICES;
        vertices.map(|vertex| (vertex / VERTICES + 1, Costs::name(block.way)))
    });
    Ok(difference::at_farthest(view, farthest, "every dancer is right", |farthest| {
        let (dancer, name) = owners.nth(farthest.index).unwrap_or_default();
        format!("dancer {dancer} of \"{name}\" is {}", farthest.words())
    }))
}

/// Returns the positions of the compared vertices, block by block, in world space.
fn vertex_positions(gl: &Gl, frame: &CrowdFrame) -> Result<Vec<Vec3>> {
    let mut places = Vec::new();
    for (number, block) in frame.blocks.iter().enumerate() {
        let probed = probe_block(frame, number, block);
        let texture = probed.texture(gl)?;
        let [palettes, frames] = &frame.shaders;
        let vertex = match block.way {
            Way::Uniforms => REFERENCE.crowd.crowd(),
            Way::Palettes => palettes.vertex,
            Way::Frames => frames.vertex,
        };
        let uniforms = probed.uniforms(Mat4::IDENTITY, &texture);
        let read = shader::positions_on(gl, vertex, &uniforms, &probed.vertices);
        let read = read.map_err(|trouble| anyhow!("{trouble}"))?;
        places.extend(read.positions.into_iter().map(Vec4::truncate));
    }
    Ok(places)
}

/// Returns the inputs of a block's shader for some vertices of its first dancers.
fn probe_block(frame: &CrowdFrame, number: usize, block: &Block) -> CrowdInput {
    let figure = &frame.cast.figures[block.figure];
    let played = &frame.played[number];
    let joints = figure.baked.joints;
    let dancers = block.members.len().min(DANCERS);
    let mut texels: Vec<Vec4> = match block.way {
        Way::Uniforms => {
            played.palettes[..dancers * joints].iter().flat_map(|matrix| matrix.rows.map(Vec4::from)).collect()
        }
        Way::Palettes => played.texels[..dancers * joints * 3].to_vec(),
        Way::Frames => figure.baked.texels.clone(),
    };
    texels.resize(texels.len().div_ceil(WIDTH).max(1) * WIDTH, Vec4::ZERO);
    let mesh = &figure.model.parts[0].mesh.vertices;
    let mut vertices = Vec::new();
    for (number, (member, moment)) in block.members.iter().zip(&played.moments).take(dancers).enumerate() {
        let world = Mat4::from(member.world_from_place() * figure.model.world_from_model);
        for sample in 0..VERTICES {
            let vertex = &mesh[sample * mesh.len() / VERTICES];
            vertices.push(CrowdVertex {
                a_position: vertex.position.to_array(),
                a_normal: vertex.normal.to_array(),
                a_texcoord: vertex.texcoord.to_array(),
                a_joints: vertex.joints,
                a_weights: vertex.weights,
                i_instance: number as i32,
                i_frames: moment.frames,
                i_alpha: moment.alpha,
                i_world_x: world.row(0).to_array(),
                i_world_y: world.row(1).to_array(),
                i_world_z: world.row(2).to_array(),
                i_tint: [1.0; 3],
            });
        }
    }
    let sampler = if block.way == Way::Frames { "u_frames" } else { "u_palettes" };
    CrowdInput { sampler, joints, width: WIDTH, texels, vertices }
}
