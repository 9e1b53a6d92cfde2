//! Three ways: the starter is recognised, every named mistake fails by its name, and (in solution.rs) the solution passes.

use common::check::three_way;
use lesson_12::checks::LESSON;

#[test]
fn starter_and_mistakes() {
    three_way::verify(&LESSON);
}

/// For a private seed to be as good as the public ones. A thousand take many minutes, so it is run by hand:
/// `cargo test -p lesson-12 --test verify -- --ignored`
#[test]
#[ignore = "takes long"]
fn any_seed_will_do() {
    let complaints = three_way::complaints(&LESSON, &(1000..2000).collect::<Vec<_>>());
    assert!(complaints.is_empty(), "{}\n{}", complaints.len(), complaints.join("\n"));
}
