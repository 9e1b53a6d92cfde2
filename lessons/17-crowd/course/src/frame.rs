//! Values that the answers give for a frame: moments, palettes, texels; repaired as far as drawing needs it.

use crate::cast::{CrowdCast, CrowdModel};
use crate::repaired::{drawable_moment, three_each};
use crate::square::Block;
use crate::ways::{Played, Way};
use crate::{Crowd, Moment};
use armature_simd::{self as simd, CrowdMember};
use common::exercise::report;
use common::graphics::ShaderFile;
use given::CallError;
use glam::Mat4;
use glium::Program;
use std::rc::Rc;
use std::time::Instant;

/// A vertex shader with the crowd's fragment shader.
pub struct Shader {
    /// The student's, or the finished one where that cannot be used.
    pub vertex: ShaderFile,
    pub(crate) program: Program,
}

/// Values that the answers give for one frame.
pub struct CrowdFrame {
    /// Clips of the dancers.
    pub cast: Rc<CrowdCast>,
    /// Dancers in blocks.
    pub blocks: Rc<Vec<Block>>,
    /// One for each block.
    pub played: Vec<Played>,
    /// Shaders of 17.2 and 17.4.
    pub shaders: [Rc<Shader>; 2],
}

/// Returns the buffers of each block: moments by 17.3, palettes unless the shader poses, and their texels by 17.1 where
/// palettes go into a texture.
///
/// # Errors
/// If an answer cannot be used.
pub fn play(cast: &CrowdCast, blocks: &[Block], answers: &Crowd, seconds: f32) -> Result<Vec<Played>, CallError> {
    let mut wrong_moment = None;
    let mut wrong_rows = None;
    let mut all = Vec::new();
    for block in blocks {
        let figure = &cast.figures[block.figure];
        let began = Instant::now();
        let mut moments = Vec::new();
        for member in &block.members {
            moments.push(answers.moment(&member.dancer, &figure.clips, seconds)?);
        }
        let mut played = Played::default();
        let mut members = Vec::new();
        for (member, moment) in block.members.iter().zip(moments) {
            let clip = member.dancer.clip;
            let moment = drawable_moment(moment, &figure.clips[clip], figure.frame_count(), &mut wrong_moment);
            members.push(on_its_clock(moment, clip, figure));
            let frames = [moment.from as i32, moment.to as i32];
            played.moments.push(simd::Moment { frames, alpha: moment.alpha });
        }
        if block.way != Way::Frames {
            played.palettes = figure.palettes(&members);
        }
        if block.way == Way::Palettes {
            let palettes: Vec<Mat4> = played.palettes.iter().map(|m| m.to_mat4()).collect();
            let texels = answers.rows(&palettes)?;
            played.texels = three_each(texels, palettes.len(), &mut wrong_rows);
        }
        played.posing = began.elapsed();
        all.push(played);
    }
    // Of thousands of wrong values the first one is reported.
    for (id, wrong) in [("17.3", wrong_moment), ("17.1", wrong_rows)] {
        if let Some(wrong) = wrong {
            report(id, wrong);
        }
    }
    Ok(all)
}

/// Returns the moment on the clip's own clock, for the processor, by `from` and `alpha`.
fn on_its_clock(moment: Moment, clip: usize, figure: &CrowdModel) -> CrowdMember {
    let baked = &figure.clips[clip];
    let start = figure.model.clips[clip].start;
    let frame = (moment.from as f32 - baked.first as f32 + moment.alpha).clamp(-1e4, 1e4);
    CrowdMember::new(clip, start + frame / baked.rate)
}
