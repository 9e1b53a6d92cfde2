//! What the answers give for a frame: moments, palettes, texels; repaired as far as drawing needs it.

use crate::cast::{Cast, Figure};
use crate::square::Block;
use crate::{Answers, BakedClip, Moment};
use common::app::GuardedAnswers;
use common::collada::counted;
use common::fast::{Affine3x4, CrowdMember};
use common::graphics::crowd::{self, Way};
use glam::{Mat4, Vec4};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a block of dancers is drawn with.
#[derive(Default)]
pub struct Played {
    /// Two frames and the way between them, for each.
    pub moments: Vec<crowd::Moment>,
    /// All palettes, one behind the other; none where the shader poses.
    pub palettes: Vec<Affine3x4>,
    /// The same as texels.
    pub texels: Vec<Vec4>,
    /// For 17.3.
    pub clocks: Duration,
    /// For the palettes.
    pub poses: Duration,
    /// For 17.1.
    pub rows: Duration,
}

/// Calls 17.3 for everybody, poses those whom no shader poses, and calls 17.1 where palettes go into a texture.
pub fn play(
    cast: &Cast,
    blocks: &Arc<Vec<Block>>,
    answers: &mut GuardedAnswers<'_, Answers>,
    seconds: f32,
) -> Vec<Played> {
    let clips: Vec<Arc<Vec<BakedClip>>> = cast.figures.iter().map(|figure| figure.clips.clone()).collect();
    let asked = (blocks.clone(), clips.clone());
    let found = answers.call("17.3", asked, move |answers, (blocks, clips)| {
        let block = |block: &Block| {
            let began = Instant::now();
            let clips = &clips[block.figure];
            let moment = |dancer| (answers.moment)(dancer, clips, seconds);
            let moments = block.members.iter().map(|member| moment(&member.dancer));
            (moments.collect::<Vec<Moment>>(), began.elapsed())
        };
        blocks.iter().map(block).collect::<Vec<_>>()
    });
    let mut wrong = None;
    let mut all: Vec<Played> = Vec::new();
    for (block, (moments, clocks)) in blocks.iter().zip(found) {
        let figure = &cast.figures[block.figure];
        let mut played = Played { clocks, ..Played::default() };
        let mut members = Vec::new();
        for (member, moment) in block.members.iter().zip(moments) {
            let clip = member.dancer.clip;
            let moment = inside(moment, &figure.clips[clip], figure.frame_count(), &mut wrong);
            members.push(on_its_clock(moment, clip, figure));
            let frames = [moment.from as i32, moment.to as i32];
            played.moments.push(crowd::Moment { frames, alpha: moment.alpha });
        }
        if block.way != Way::Frames {
            let began = Instant::now();
            played.palettes = figure.palettes(&members);
            played.poses = began.elapsed();
        }
        all.push(played);
    }
    if let Some(wrong) = wrong {
        answers.report("17.3", wrong);
    }
    texels(blocks, &mut all, answers);
    all
}

/// 17.1 for the blocks whose palettes go into a texture.
fn texels(blocks: &[Block], all: &mut [Played], answers: &mut GuardedAnswers<'_, Answers>) {
    let blocks = blocks.iter().zip(all).filter(|(block, _)| block.way == Way::Palettes);
    let asked: Vec<&mut Played> = blocks.map(|(_, played)| played).collect();
    if asked.is_empty() {
        return;
    }
    let palette = |played: &&mut Played| played.palettes.iter().map(|m| m.to_mat4()).collect();
    let palettes: Vec<Vec<Mat4>> = asked.iter().map(palette).collect();
    let found = answers.call("17.1", palettes, |answers, palettes| {
        let rows = |palette: &Vec<Mat4>| {
            let began = Instant::now();
            ((answers.rows)(palette), began.elapsed())
        };
        palettes.iter().map(rows).collect::<Vec<_>>()
    });
    let mut wrong = None;
    for (played, (mut texels, rows)) in asked.into_iter().zip(found) {
        let matrices = played.palettes.len();
        if texels.len() != 3 * matrices {
            let got = counted(texels.len(), "texel", "texels");
            wrong = Some(format!("{got} for {}", counted(matrices, "matrix", "matrices")));
        }
        texels.resize(3 * matrices, Vec4::ZERO);
        if !texels.iter().all(|texel| texel.is_finite()) {
            wrong = Some("not a number".into());
        }
        (played.texels, played.rows) = (texels, rows);
    }
    if let Some(wrong) = wrong {
        answers.report("17.1", wrong);
    }
}

/// A moment that is one: what is none becomes the clip's first frame, and `wrong` says why. Frames of other clips
/// are frames.
fn inside(moment: Moment, clip: &BakedClip, frames: usize, wrong: &mut Option<String>) -> Moment {
    let Moment { from, to, alpha } = moment;
    let outside = [from, to].into_iter().find(|frame| *frame >= frames);
    if let Some(outside) = outside {
        wrong.get_or_insert_with(|| format!("frame {outside}, and there are {frames}"));
    } else if !alpha.is_finite() {
        wrong.get_or_insert_with(|| "alpha is not a number".into());
    } else {
        return moment;
    }
    Moment { from: clip.first, to: clip.first, alpha: 0.0 }
}

/// Where that is on the clip's own clock, for the processor: it goes by `from` and `alpha`.
fn on_its_clock(moment: Moment, clip: usize, figure: &Figure) -> CrowdMember {
    let (baked, start) = (&figure.clips[clip], figure.model.clips[clip].start);
    let frame = (moment.from as f32 - baked.first as f32 + moment.alpha).clamp(-1e4, 1e4);
    CrowdMember { clip, time: start + frame / baked.rate }
}
