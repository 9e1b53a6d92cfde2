//! What the texts say of the live figures is what these show.

use crate::readme_says;
use common::exercise::Exercise;
use lesson_18::checks::REFERENCE;
use lesson_18::scene::Scene;

/// A number of a figure at a setting.
fn reading(figure: &str, values: &[f32], name: &str) -> f32 {
    let figure = Scene::FIGURES.iter().find(|it| it.name == figure).expect(figure);
    let sheet = figure.sheet(values, &REFERENCE);
    sheet.readings().iter().find(|reading| reading.name == name).expect(name).value
}

#[test]
fn the_ground_has_the_numbers_of_its_figures() {
    let [outside, inside] = [-0.45, 0.0].map(|x| 100.0 * reading("18.1-grown", &[x, -0.9], "p inside by"));
    readme_says(&format!("$p$ is {:.0} cm outside, in the right one {inside:.0} cm inside", -outside));
    assert_eq!(reading("18.1", &[1.0, 1.0, 4.0], "corners"), 6.0);
    let [before, after] = [0.6, 1.3].map(|t| reading("18.2", &[4.2, 1.6, t], "speed"));
    readme_says(&format!("{before:.2} m/s become {after:.2} m/s at the block"));
    assert!(reading("18.2", &[4.2, 1.6, 1.6], "left") > 0.0, "it lands");
    let away = |turn: f32| reading("18.3", &[turn, 2.8], "n₂·v");
    readme_says(&format!("Down by 30 degrees, 2.8 m/s are {:.1} m/s away: on", away(-30.0)));
    assert!(away(65.0) < 0.0 && away(-48.0) > 2.0 && away(-45.0) < 2.0);
}
