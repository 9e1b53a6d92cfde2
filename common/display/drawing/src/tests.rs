use super::*;
use given::lesson_15::DualQuaternions;
use glam::Vec2;

const PARAMETERS: &[Parameter] = &[
    Parameter::new("t", [0.0, 2.0]).unit("s").plays(4.0),
    Parameter::new("n", [1.0, 5.0]).whole(),
    Parameter::new("angle", [-180.0, 540.0]).unit("°"),
];

const START: Shown = Shown::At(&[&[0.5, 2.0, 90.0]]);

const FIGURE: Figure = Figure { name: "06.2-seam", size: [100.0, 50.0], parameters: PARAMETERS, shown: START, draw };

fn draw(sheet: &mut Sheet, answers: &Course) -> Result<(), CallError> {
    let [t, ..] = sheet.values::<3>();
    sheet.line(&[Vec2::ZERO, Vec2::X * 100.0], Ink::Given);
    sheet.slide("t", Vec2::new(0.0, 10.0), Vec2::new(80.0, 10.0));
    sheet.drag(["t", "n"], Vec2::ZERO, Vec2::new(100.0, 50.0));
    sheet.turn("angle", Vec2::new(50.0, 25.0), 10.0);
    sheet.answered();
    let twice = answers.dual_quaternions.thickness(t, 0.5)?;
    sheet.point(Vec2::new(10.0 * twice, 20.0), Ink::Answer);
    sheet.word(Vec2::new(10.0 * twice, 30.0), Align::Middle, "a < b", Ink::Answer);
    sheet.reading("twice", twice, "s");
    Ok(())
}

const fn course(thickness: fn(f32, f32) -> Result<f32, CallError>) -> Course {
    let dual_quaternions = DualQuaternions { thickness, ..DualQuaternions::UNUSABLE };
    Course { dual_quaternions, ..Course::UNUSABLE }
}

const RIGHT: Course = course(|t, _| Ok(2.0 * t));

fn sheet(values: &[f32], answers: &Course) -> Sheet {
    FIGURE.sheet(values, answers).expect("answers")
}

#[test]
fn values_go_where_they_can() {
    for (values, expected) in
        [(&[][..], [0.0, 1.0, -180.0]), (&[7.0, 2.6, -500.0], [2.0, 3.0, -180.0]), (&[f32::NAN], [0.0, 1.0, -180.0])]
    {
        assert_eq!(sheet(values, &RIGHT).values::<3>(), expected);
    }
    assert_eq!(settings(&FIGURE, vec![0.5, 2.0, 90.0], &["n=4".into(), "t=1.3".into()]).unwrap(), [1.3, 4.0, 90.0]);
    for (set, words) in [
        ("t", "t: a setting is NAME=NUMBER"),
        ("u=1", "figure 06.2-seam has no u, only t, n, angle"),
        ("t=soon", "t=soon: soon is no number"),
        ("t=3", "t=3: t goes from 0 to 2"),
        ("t=NaN", "t=NaN: t goes from 0 to 2"),
    ] {
        assert_eq!(settings(&FIGURE, vec![0.5, 2.0, 90.0], &[set.into()]).unwrap_err().to_string(), words);
    }
}

#[test]
fn a_handle_moves_what_it_shows() {
    let sheet = sheet(&[0.5, 2.0, 170.0], &RIGHT);
    assert_eq!(sheet.handles[0].at, Vec2::new(20.0, 10.0));
    assert_eq!(sheet.dragged(0, Vec2::new(60.0, 44.0)), [(0, 1.5)]);
    assert_eq!(sheet.dragged(0, Vec2::new(-60.0, 0.0)), [(0, 0.0)]);
    assert_eq!(sheet.dragged(1, Vec2::new(75.0, 28.0)), [(0, 1.5), (1, 3.0)]);
    // Past 180 degrees it continues.
    let [(2, turned)] = sheet.dragged(2, Vec2::new(40.0, 23.0))[..] else { panic!("one") };
    assert!((turned - 191.3).abs() < 0.1, "{turned}");
    assert_eq!([0, 1].map(|handle| sheet.handle_name(handle)), ["t", "t, n"]);
}

#[test]
fn a_students_answer_lies_over_the_right_one() {
    let wrong = course(|t, _| Ok(3.0 * t));
    let compared = FIGURE.compared(&[1.0], &RIGHT, &wrong).expect("answers");
    assert_eq!(compared.marks.len(), 1 + 1 + 2, "line, right point, point and word");
    assert_eq!(compared.readings()[0].shown(), "twice = 3 s (right: 2 s)");
    assert!(!sheet(&[1.0], &RIGHT).answers_as(&sheet(&[1.0], &wrong)));
    let same = FIGURE.compared(&[1.0, 2.0, 90.0], &RIGHT, &RIGHT).expect("answers");
    assert_eq!(same.readings()[0].shown(), "twice = 2 s");
    assert_eq!(same.describe(), "figure 06.2-seam: t = 1.00 s, n = 2, angle = 90°\nwords in it: a < b\ntwice = 2 s\n");
}

/// A result that is not a number is not drawn, and the rest is.
#[test]
fn numbers_that_are_none_are_left_out() {
    for no_number in [course(|_, _| Ok(f32::NAN)), course(|_, _| Ok(f32::INFINITY))] {
        let sheet = sheet(&[1.0], &no_number);
        assert_eq!(sheet.marks.len(), 1, "{:?}", sheet.marks);
    }
    let far = sheet(&[1.0], &course(|_, _| Ok(1e30)));
    assert!(!svg(std::slice::from_ref(&far)).contains("e30") && far.marks.len() == 3);
    let mut sheet = sheet(&[], &RIGHT);
    let count = sheet.marks.len();
    sheet.line(&[Vec2::ZERO, Vec2::X, Vec2::NAN, Vec2::Y, Vec2::ONE], Ink::Answer);
    assert_eq!(sheet.marks.len(), count + 2, "a gap");
}

#[test]
fn a_picture_is_xml_and_the_same_but_for_rounding() {
    let text = FIGURE.picture(&[vec![0.5, 2.0, 90.0]], &RIGHT).expect("answers");
    let document = roxmltree::Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("width"), Some("100"));
    assert!(
        text.contains(">a &lt; b</text>")
            && text.contains(">t = 0.50 s</text>")
            && text.contains(">angle = 90°</text>"),
        "{text}"
    );
    assert_eq!(differs(&text, &text.replace("cx=\"10.0\"", "cx=\"10.1\"")), None);
    let moved = text.replace("cx=\"10.0\"", "cx=\"10.2\"");
    assert!(differs(&text, &moved).is_some_and(|[a, b]| a.contains("10.0") && b.contains("10.2")));
    assert!(differs(&text, &text.replace("a &lt;", "c &lt;")).is_some());
}

#[test]
fn a_todo_is_named() {
    for (name, todo) in [("06.2", "06.2"), ("06.2-seam", "06.2"), ("07-negated", "")] {
        assert_eq!(Figure { name, ..FIGURE }.todo(), todo);
    }
}

#[test]
fn a_large_reading_has_one_decimal_unless_that_hides_a_difference() {
    for (value, right, text) in [
        (28.879, None, "turned = 28.9°"),
        (0.512, None, "turned = 0.512°"),
        (28.879, Some(90.0), "turned = 28.9° (right: 90°)"),
        (28.879, Some(28.881), "turned = 28.879° (right: 28.881°)"),
    ] {
        assert_eq!(Reading { name: "turned", value, unit: "°", right }.shown(), text);
    }
}
