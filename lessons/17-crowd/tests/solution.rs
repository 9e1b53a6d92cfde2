//! Tests of `src/solution.rs`; removed with it on the student branch.

use common::check::Probe;
use lesson_17::checks::REFERENCE;
use lesson_17::probes;

common::solution_tests!(lesson_17);

fn asked() -> impl Iterator<Item = Probe> {
    (0..25).flat_map(|seed| (0..=Probe::COUNT).map(move |index| Probe { seed, index }))
}

/// What a student writes and what `common` has are one.
#[test]
fn the_rows_are_the_core() {
    for palette in asked().flat_map(|probe| probes::palettes(&probe)) {
        let texels = (solution::ANSWERS.rows)(&palette);
        assert_eq!(texels, (REFERENCE.rows)(&palette));
        let rows = palette.iter().flat_map(|matrix| {
            let matrix = common::fast::Affine3x4::from(glam::Affine3A::from_mat4(*matrix));
            matrix.rows.map(glam::Vec4::from)
        });
        assert!(texels.into_iter().eq(rows));
    }
}

#[test]
fn the_moment_is_the_core() {
    for probe in asked() {
        let clips = probes::clips(&probe);
        for probes::Asked { dancer, seconds } in probes::moments(&probe) {
            let [mine, core] =
                [solution::ANSWERS, REFERENCE].map(|a| (a.moment)(&dancer, &clips, seconds));
            assert_eq!(mine, core, "{dancer:?} {seconds}");
        }
    }
}
