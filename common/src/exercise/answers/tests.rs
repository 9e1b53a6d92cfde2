use super::*;
use crate::check::{About, EarlierLesson, Task};
use crate::exercise::earlier::offer;
use given::ShaderFile;
use given::lesson_05::{Keyframes, LoopMode};
use given::lesson_08::BindPose;
use given::lesson_14::InverseKinematics;
use given::lesson_15::DualQuaternions;
use std::sync::{LazyLock, mpsc};

/// Answers whose TODOs have these verdicts; `None` is not checked yet.
fn student(statuses: &[Option<Status>]) -> StudentAnswers {
    let todo = |status: &Option<Status>| TodoState {
        place: "exercise.rs:12".into(),
        verdict: status.map(|status| Verdict::new("07.1", "blend", status, 1)),
        ..TodoState::new("07.1", Task::Function("blend"))
    };
    StudentAnswers::with(statuses.iter().map(todo).collect(), AnswerSource::MineCompleted)
}

fn mine(student: &StudentAnswers) -> Vec<bool> {
    (0..student.todos.len()).map(|todo| student.is_mine(todo)).collect()
}

#[test]
fn a_shader_that_is_refused_is_not_mine() {
    let verdict = || Verdict::new("09.2", "smooth.vert", Status::Fail, 1);
    let todo = TodoState { verdict: Some(verdict()), ..TodoState::new("09.2", Task::Shader("smooth.vert")) };
    assert!(!todo.is_unusable_shader());
    let mut student = StudentAnswers::with(vec![todo], AnswerSource::MineCompleted);
    student.note(0, verdict().saying("`a_weights` is `uvec4`"));
    assert!(student.todos[0].is_unusable_shader());
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
    student.save_outcome.begin(SystemTime::UNIX_EPOCH, &mut student.todos);
    student.note(0, Verdict::new("07.1", "blend", Status::Pass, 1));
    student.save_outcome.end(&mut student.todos);
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
    assert_eq!([student.form(0), student.form(1)], [Form::AsFound; 2], "until it is checked it is as it was found");
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

/// Whose answers to 14.1, 15.1 and 05.3 these are: 1 mine, 5 the starter's, 9 ours.
fn whose(course: &Course) -> [f32; 3] {
    [
        course.inverse_kinematics.elbow_angle(0.0, 0.0, 0.0).unwrap(),
        course.dual_quaternions.thickness(0.0, 0.0).unwrap(),
        course.keyframes.wrap_time(0.0, 0.0, LoopMode::Loop).unwrap(),
    ]
}

/// Makes a course in which these three answer with a number.
macro_rules! course_of {
    ($number:literal) => {
        Course {
            inverse_kinematics: InverseKinematics { elbow_angle: |_, _, _| Ok($number), ..InverseKinematics::UNUSABLE },
            dual_quaternions: DualQuaternions { thickness: |_, _| Ok($number), ..DualQuaternions::UNUSABLE },
            keyframes: Keyframes { wrap_time: |_, _, _| Ok($number), ..Keyframes::UNUSABLE },
            ..Course::UNUSABLE
        }
    };
}

#[test]
fn the_course_is_mixed() {
    let mut student = student(&[Some(Status::Pass), Some(Status::NotStarted), Some(Status::Fail)]);
    for (todo, id) in student.todos.iter_mut().zip(["14.1", "15.1", "05.3"]) {
        todo.id = id;
    }
    student.mine = course_of!(1.0);
    student.starter = course_of!(5.0);
    student.reference = course_of!(9.0);
    assert_eq!(whose(&student.course()), [1.0, 9.0, 1.0]);
    let mut forms = Vec::new();
    for _ in 0..3 {
        student.show_other_form(0);
        forms.push((whose(&student.course()), student.form_in_words(0)));
    }
    let expected = [([9.0, 9.0, 1.0], "finished"), ([5.0, 9.0, 1.0], "as found"), ([1.0, 9.0, 1.0], "mine")];
    assert_eq!(forms, expected, "the others stay");
    student.show_other_form(1);
    assert_eq!((whose(&student.course()), student.form_in_words(1)), ([1.0, 5.0, 1.0], "as found"));
    student.act(Action::Mine, None);
    assert_eq!(whose(&student.course()), [1.0, 1.0, 1.0], "F2 is for all");
}

/// A course that draws with this shader in lesson 08.
const fn course_with(vertex: &'static str) -> Course {
    Course { bind_pose: BindPose { vertex: ShaderFile(vertex), ..BindPose::UNUSABLE }, ..Course::UNUSABLE }
}

/// A lesson without checks, texts and files, whose student draws with this shader.
const fn lesson(folder: &'static str, todos: &'static [(&'static str, Task)], vertex: &'static str) -> Lesson {
    static TOML: LazyLock<LessonToml> = LazyLock::new(|| panic!("nobody asks for it"));
    let about = About { folder, todos, readme: "", milestones: &[], starter_text: "", toml: &TOML };
    let (reference, starter) = (course_with("ours"), course_with(vertex));
    Lesson { about, reference, starter, mistaken: &[], checks: &[], earlier: &[] }
}

static BIND_POSE: Lesson = lesson("08-x", &[("08.3", Task::Shader("rigid.vert"))], "08-x/rigid.vert");
static LATER: Lesson = Lesson {
    earlier: &[EarlierLesson { lesson: &BIND_POSE, todos: &[("08.3", "draws")] }],
    ..lesson("11-x", &[], "ours")
};

#[test]
fn an_earlier_shader_is_the_students_without_a_library() {
    let mut student = StudentAnswers::idle(&LATER, AnswerSource::MineCompleted);
    student.call_earlier();
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("ours"));
    student.note(0, Verdict::new("08.3", "rigid.vert", Status::Pass, 1));
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("08-x/rigid.vert"));
}

#[test]
fn an_earlier_answer_is_lost_only_where_it_is_called() {
    let mut student = StudentAnswers::idle(&LATER, AnswerSource::MineCompleted);
    student.note(0, Verdict::new("08.3", "rigid.vert", Status::Pass, 1));
    let lost = || Lost::unusable("08.3", "no shader");
    let drawn = student.course();
    assert_eq!(student.lose(lost()).unwrap_err().downcast::<Lost>().unwrap(), lost(), "ours was called");
    assert!(student.course() == drawn && student.todos[0].lost.is_none());
    student.call_earlier();
    student.lose(lost()).unwrap();
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("ours"));
    assert_eq!(student.messages().len(), 1);
    assert_eq!(offer(&student.todos).as_deref(), Some("08"), "it passes, and can be chosen again");
    student.earlier.calls_mine = false;
    assert!(student.messages().is_empty(), "ours draws anyway");
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
    student.lose(Lost::unusable("07.1", "no list")).unwrap();
    assert_eq!(mine(&student), [false]);
    student.act(Action::Mine, None);
    assert_eq!(mine(&student), [true]);
    student.lose_hung("07.1");
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
