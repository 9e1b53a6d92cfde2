//! The figures, their clips, and the square.

use crate::readme_says;
use armature_simd::{CrowdMember, Moment};
use lesson_17::{
    Dancer,
    cast::{self, CrowdCast, CrowdModel},
    checks::REFERENCE,
    square::{self, Who},
    ways::Way,
};

fn finished() -> CrowdCast {
    CrowdCast::finished(&cast::files().unwrap()).unwrap()
}

/// The baked frame after a clip's last equals its first, and the frames last as long as the clip.
#[test]
fn clips_are_loops() {
    for figure in finished().figures {
        let baked = &figure.baked;
        assert!(baked.left_out < 1e-4, "no joint scales unevenly: {}", baked.left_out);
        for (clip, (ours, theirs)) in figure.model.clips.iter().zip(figure.clips.iter().zip(&baked.clips)) {
            assert_eq!((ours.first, ours.frames + 1), (theirs.first, theirs.count));
            let seconds = ours.frames as f32 / ours.rate;
            assert!((seconds - clip.duration()).abs() < 1e-4, "{}: {seconds}", clip.name);
            let joints = baked.joints;
            let first = &baked.texels[2 * joints * ours.first..][..2 * joints];
            let end = &baked.texels[2 * joints * (ours.first + ours.frames)..];
            for (a, b) in first.iter().zip(end) {
                let apart = (*a - *b).abs().max_element().min((*a + *b).abs().max_element());
                assert!(apart < 0.01, "{}: {a} {b}", clip.name);
            }
        }
    }
}

#[test]
fn every_second_frame_is_negated() {
    for figure in finished().figures {
        let texels = &figure.baked.texels;
        let frame = 2 * figure.baked.joints;
        let pairs = texels.iter().zip(&texels[frame..]);
        let turned = pairs.step_by(2).filter(|(a, b)| a.dot(**b) < 0.0).count();
        let all = (texels.len() - frame) / 2;
        assert!(turned as f32 > 0.9 * all as f32, "{turned} of {all}");
    }
}

/// Returns the largest distance between a vertex by baked frames and by the processor, at the fraction `alpha` between
/// frames.
fn farthest_vertex(figure: &CrowdModel, alpha: f32) -> f32 {
    let clip = figure.clips[0];
    let mut worst = 0.0f32;
    for frame in 0..clip.frames {
        let time = figure.model.clips[0].start + (frame as f32 + alpha) / clip.rate;
        let palette = figure.palettes(&[CrowdMember::new(0, time)]);
        let frames = [frame, (frame + 1) % clip.frames].map(|frame| (clip.first + frame) as i32);
        let mut baked = Vec::new();
        for joint in 0..palette.len() {
            baked.push(figure.baked.matrix(Moment { frames, alpha }, joint));
        }
        for vertex in figure.model.parts.iter().flat_map(|part| &part.mesh.vertices) {
            let joint = usize::from(vertex.joints[0]);
            let right = palette[joint].transform_point3(vertex.position);
            worst = worst.max(baked[joint].transform_point3(vertex.position).distance(right));
        }
    }
    worst
}

/// Processor and shader agree on a frame, and differ between two frames as README.md says.
#[test]
fn both_ways_show_the_same() {
    let figure = &finished().figures[0];
    let on_a_frame = farthest_vertex(figure, 0.0);
    assert!(on_a_frame < 1e-4, "{on_a_frame}");
    readme_says(&format!(
        "a hand is off by at most {:.0} mm; with twice as many frames",
        1e3 * farthest_vertex(figure, 0.5)
    ));
}

/// Clips that the finished answers of earlier lessons sample are those of the file.
#[test]
fn clips_by_earlier_answers() {
    let files = cast::files().unwrap();
    let sampled = CrowdCast::sampled(&files, &REFERENCE).unwrap();
    for (ours, theirs) in sampled.figures.iter().zip(finished().figures) {
        assert_eq!(ours.clips, theirs.clips);
        let worst =
            ours.baked.texels.iter().zip(&theirs.baked.texels).fold(0.0f32, |worst, (a, b)| {
                worst.max((*a - *b).abs().max_element().min((*a + *b).abs().max_element()))
            });
        assert!(worst < 5e-3, "{worst}");
    }
}

/// Each carpet has a third of the crowd, the same dancers, and no two dancers share a place.
#[test]
fn the_square() {
    let (blocks, carpets) = square::place_crowd(240, Who::Thirds);
    assert_eq!((blocks.len(), carpets.len()), (6, 3));
    let [uniforms, palettes, frames] = [Way::Uniforms, Way::Palettes, Way::Frames].map(|way| {
        let members = blocks.iter().filter(|block| block.way == way).flat_map(|block| &block.members);
        members.map(|member| member.dancer).collect::<Vec<Dancer>>()
    });
    assert_eq!(uniforms.len(), 80);
    assert_eq!(uniforms, palettes);
    assert_eq!(uniforms, frames);
    for count in [1, 2, 7, 1000] {
        for (who, _) in Who::ALL {
            let (blocks, _) = square::place_crowd(count, who);
            let members: Vec<_> = blocks.iter().flat_map(|block| &block.members).collect();
            assert_eq!(members.len(), count, "{who:?}");
            for (number, a) in members.iter().enumerate() {
                assert!(members[..number].iter().all(|b| a.place.distance(b.place) > 0.8), "{count} {who:?}");
            }
        }
    }
}
