use super::*;
use crate::check::Task;
use std::sync::mpsc;

/// Answers whose TODOs have these verdicts; `None` is not checked yet.
fn student(statuses: &[Option<Status>]) -> StudentAnswers {
    let todo = |status: &Option<Status>| Todo {
        id: "07.1".into(),
        name: "blend",
        milestone: "",
        place: "exercise.rs:12".into(),
        chosen: None,
        verdict: status.map(|status| Verdict::new("07.1", "blend", status, 1)),
    };
    StudentAnswers::idle(statuses.iter().map(todo).collect(), AnswerSource::MineCompleted)
}

fn mine(student: &StudentAnswers) -> Vec<bool> {
    (0..student.todos.len()).map(|todo| student.is_mine(todo)).collect()
}

#[test]
fn a_shader_that_is_refused_is_not_mine() {
    let verdict = || Verdict::new("09.2", "smooth.vert", Status::Fail, 1);
    assert!(!is_refused(&verdict()));
    let refused = verdict().saying("`a_weights` is `uvec4`");
    assert!(is_refused(&refused));
    let mut student = student(&[None]);
    student.note(0, refused);
    for _ in 0..2 {
        assert_eq!(mine(&student), [false], "{:?}", student.source());
        assert!(student.messages()[0].text.contains("uvec4"));
        student.act(Action::Mine, None);
    }
}

#[test]
fn what_does_not_pass_is_filled_until_only_mine_is_asked_for() {
    use Status::{Fail, NotStarted, Pass, TimedOut};
    let mut student = student(&[Some(Pass), Some(TimedOut), Some(Fail), Some(NotStarted), None]);
    assert_eq!(mine(&student), [true, false, false, false, false]);
    assert!(student.act(Action::Mine, None));
    let all = [true, false, true, true, false];
    assert_eq!(mine(&student), all, "an endless loop is never called");
    student.act(Action::Mine, None);
    assert_eq!((student.source(), mine(&student)), (AnswerSource::Reference, vec![false; 5]));
    student.act(Action::Mine, None);
    assert_eq!(student.source(), AnswerSource::MineCompleted);
    assert!(!student.act(Action::Play, None));
}

#[test]
fn what_is_worked_at_is_seen_as_it_is() {
    use Status::{Fail, NotStarted, Panicked, Pass};
    let case = |statuses: &[Status]| mine(&student(&statuses.iter().map(|&s| Some(s)).collect::<Vec<_>>()));
    assert_eq!(case(&[NotStarted, NotStarted, NotStarted]), [true, false, false], "the TODO at hand, as it was found");
    assert_eq!(case(&[Pass, NotStarted, NotStarted]), [true, true, false]);
    assert_eq!(case(&[NotStarted, Pass, NotStarted]), [false, true, true], "one goes on from where one is");
    assert_eq!(case(&[NotStarted, Fail, Fail]), [false, true, false]);
    assert_eq!(case(&[Pass, Fail, NotStarted]), [true, true, false]);
    assert_eq!(case(&[Fail, Pass, NotStarted]), [true, true, false]);
    assert_eq!(case(&[Panicked, Fail, Pass]), [false, false, true], "it would panic again");
    assert_eq!(case(&[Pass, Pass, Pass]), [true, true, true]);
}

#[test]
fn the_next_todo_waits_until_the_picture_was_seen() {
    let mut student = student(&[Some(Status::Fail), Some(Status::NotStarted)]);
    student.save_outcome.begin(SystemTime::UNIX_EPOCH, &student.todos);
    student.note(0, Verdict::new("07.1", "blend", Status::Pass, 1));
    student.save_outcome.end(&student.todos);
    assert_eq!(mine(&student), [true, false], "the rest is finished");
    student.finale(4.0, false);
    student.finale(0.1, true);
    assert_eq!(mine(&student), [true, true], "a key goes on to the next, as it was found");
}

#[test]
fn the_first_day_begins_with_ones_own() {
    let mut student = student(&[None, None]);
    assert_eq!(mine(&student), [false, false]);
    student.begin_untouched();
    assert_eq!((student.source(), mine(&student)), (AnswerSource::Mine, vec![true, true]));
    student.act(Action::Mine, None);
    assert_eq!(student.source(), AnswerSource::Reference, "the finished scene is one key away");
}

#[test]
fn what_the_student_has_chosen_is_handed_over() {
    let mut before = student(&[None]);
    before.begin_untouched();
    let mut after = student(&[Some(Status::Fail)]);
    after.restore(before.state());
    assert_eq!(after.source(), AnswerSource::MineCompleted, "nothing was chosen");
    before.act(Action::Mine, None);
    before.report = true;
    after.restore(before.state());
    assert_eq!((after.source(), after.status().is_report_open), (AnswerSource::Reference, true));
    before.act(Action::Difference, None);
    after.restore(before.state());
    assert!(after.shows_difference());
}

#[test]
fn what_is_begun_while_the_window_is_open_is_completed() {
    let mut student = student(&[None, None]);
    student.begin_untouched();
    student.note(0, Verdict::new("07.1", "blend", Status::NotStarted, 1));
    assert_eq!(student.source(), AnswerSource::Mine);
    student.note(1, Verdict::new("07.2", "blend", Status::Pass, 1));
    assert_eq!((student.source(), mine(&student)), (AnswerSource::MineCompleted, vec![true, true]));
    assert_eq!(student.next_todo(), Some(0));
}

#[test]
fn what_builds_up_is_completed_by_no_finished_answer() {
    let mut student = student(&[None, None]);
    student.build_up();
    let tables = Tables { mine: Table([1; 3]), starter: Table([5; 3]), reference: Table([9; 3]) };
    assert_eq!(student.table(&tables).0, [5, 5, 9], "until it is checked it is as it was found");
    student.note(0, Verdict::new("07.1", "blend", Status::Pass, 1));
    student.note(1, Verdict::new("07.2", "blend", Status::NotStarted, 1));
    assert_eq!((student.source(), mine(&student)), (AnswerSource::Mine, vec![true, true]));
}

#[test]
fn a_difference_is_that_of_what_is_drawn() {
    let mut student = student(&[Some(Status::Fail), Some(Status::NotStarted)]);
    let before = mine(&student);
    student.act(Action::Difference, None);
    assert_eq!((student.shows_difference(), mine(&student)), (true, before));
    student.act(Action::Mine, None);
    assert!(!student.shows_difference(), "F2 leads out of it");
    assert_eq!(student.source(), AnswerSource::MineCompleted, "to where one was");
    student.choice.drawn = AnswerSource::Reference;
    student.act(Action::Difference, None);
    assert_eq!(student.source(), AnswerSource::MineCompleted, "the finished scene differs from nothing");
}

#[derive(Clone, Copy)]
struct Table([u8; 3]);

impl AnswerTable for Table {
    const TASKS: &'static [Task] = &[Task::Function("blend"); 3];

    fn take(&mut self, todo: usize, from: &Self) {
        self.0[todo] = from.0[todo];
    }

    fn take_loaded(&mut self, _: usize, _: &'static given::Library) {
        unreachable!("this table has no library")
    }

    fn with_shaders(self, _: &str) -> Self {
        self
    }

    fn unusable() -> Self {
        Table([0; 3])
    }
}

#[test]
fn the_table_is_mixed() {
    let mut student = student(&[Some(Status::Pass), Some(Status::NotStarted), Some(Status::Fail)]);
    let tables = Tables { mine: Table([1; 3]), starter: Table([5; 3]), reference: Table([9; 3]) };
    assert_eq!(student.table(&tables).0, [1, 9, 1]);
    let mut forms = Vec::new();
    for _ in 0..3 {
        student.show_other_form(0);
        forms.push((student.table(&tables).0, student.form_in_words(0)));
    }
    assert_eq!(forms, [([9, 9, 1], "finished"), ([5, 9, 1], "as found"), ([1, 9, 1], "mine")], "the others stay");
    student.show_other_form(1);
    assert_eq!((student.table(&tables).0, student.form_in_words(1)), ([1, 5, 1], "as found"));
    student.act(Action::Mine, None);
    assert_eq!(student.table(&tables).0, [1, 1, 1], "F2 is for all");
}

#[test]
fn broken_code_is_told_with_its_place() {
    let mut student = student(&[Some(Status::TimedOut), Some(Status::NotStarted)]);
    let messages = student.messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0].place, "exercise.rs:12");
    assert!(messages[0].text.starts_with("07.1 blend: "), "{messages:?}");
    student.choice.drawn = AnswerSource::Reference;
    assert!(student.messages().is_empty());
}

#[test]
fn verdicts_come_in_one_by_one() {
    let mut student = student(&[None, None]);
    let (send, receive) = mpsc::channel();
    student.checker.hearing(receive);
    send.send((1, Verdict::new("07.2", "x", Status::Pass, 1))).unwrap();
    student.poll();
    assert!(student.checker.is_running() && mine(&student) == [false, true]);
    drop(send);
    student.poll();
    assert!(!student.checker.is_running(), "the check has ended");
}

#[test]
fn a_panic_is_tried_again_and_an_endless_loop_is_not() {
    let mut student = student(&[Some(Status::Pass)]);
    let panics = Lost { todo: "07.1", why: "panicked at exercise.rs:12".into() };
    student.refuse(panics).unwrap();
    assert_eq!(mine(&student), [false]);
    student.act(Action::Mine, None);
    assert_eq!(mine(&student), [true]);
    student.refuse_endless("07.1".into());
    student.act(Action::Difference, None);
    assert_eq!(mine(&student), [false], "the window would hang once more");
}

#[test]
fn the_first_check_waits_for_the_first_frame() {
    let mut student = student(&[]); // no TODO, no child process
    student.owes_check = true;
    student.poll();
    assert!(student.owes_check, "the window comes first");
    student.set_reports(&[]);
    student.poll();
    assert!(!student.owes_check, "it has begun, and may be over by now");
}
