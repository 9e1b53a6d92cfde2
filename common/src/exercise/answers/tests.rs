use super::*;
use crate::exercise::checker::CheckedAnswer;
use crate::exercise::{earlier::lessons_to_offer, library::LibraryCopy, todo_state::TodoState};
use check::{About, EarlierLesson, Task};
use given::ShaderFile;
use given::lesson_06::{Keyframes, LoopMode};
use given::lesson_08::BindPose;
use given::lesson_14::InverseKinematics;
use given::lesson_15::DualQuaternions;
use std::sync::{Arc, LazyLock, mpsc};
use verdict::LessonToml;

/// Answers to these TODOs of a lesson without functions: all that are called fail.
pub(super) fn student_of(todos: Vec<TodoState>) -> StudentAnswers {
    StudentAnswers {
        todos: Todos::new(todos, Vec::new()),
        saved: Saved::unwatched(&[], &Course::UNUSABLE),
        drawn: Drawn::new(&Course::UNUSABLE, Called::AtWork, SceneView::Mine),
        card: Card::new(None),
        buttons: Buttons::default(),
        hints: Hints::default(),
        next: NextLesson::default(),
        finale: Finale::default(),
    }
}

/// Answers whose TODOs have these verdicts; `None` is not checked yet.
fn student(statuses: &[Option<Status>]) -> StudentAnswers {
    let mut todos = Vec::new();
    for status in statuses {
        todos.push(TodoState {
            location: "exercise.rs:12".into(),
            verdict: status.map(|status| Verdict::new("03.1", "blend", status, 1)),
            ..TodoState::new("03.1", Task::Function("blend"))
        });
    }
    student_of(todos)
}

fn mine(student: &StudentAnswers) -> Vec<bool> {
    (0..student.todos.all.len()).map(|todo| student.drawn.is_mine(&student.todos, todo)).collect()
}

fn apply_verdict(student: &mut StudentAnswers, index: usize, verdict: Verdict) {
    student.saved.apply_verdict(&mut student.todos, index, verdict);
}

#[test]
fn a_shader_that_cannot_be_used_is_not_mine() {
    let verdict = Verdict::new("09.2", "smooth.vert", Status::Fail, 1);
    let todo = TodoState { verdict: Some(verdict.clone()), ..TodoState::new("09.2", Task::Shader("smooth.vert")) };
    assert!(!todo.is_unusable_shader());
    let mut student = student_of(vec![todo]);
    apply_verdict(&mut student, 0, verdict.saying("`a_weights` is `uvec4`"));
    assert!(student.todos.all[0].is_unusable_shader());
    assert_eq!(mine(&student), [false]);
    assert!(student.messages()[0].text.contains("uvec4"));
}

#[test]
fn a_shader_that_does_not_compile_leaves_the_picture_as_it_was() {
    let mut student = student_of(vec![TodoState::new("08.3", Task::Shader("rigid.vert"))]);
    student.drawn.starter = Course::UNUSABLE.with_shaders("08", "08-x/starter");
    student.saved.answers = Course::UNUSABLE.with_shaders("08", "08-x");
    for (status, folder) in
        [(Status::DoesNotCompile, "08-x/starter"), (Status::Fail, "08-x"), (Status::DoesNotCompile, "08-x")]
    {
        apply_verdict(&mut student, 0, Verdict::new("08.3", "rigid.vert", status, 1));
        assert_eq!(student.course().bind_pose.vertex(), ShaderFile::in_folder(folder, "rigid.vert"), "{status:?}");
    }
}

#[test]
fn what_passes_is_mine_and_the_current_todo_whatever_it_does() {
    use Status::{Crashed, DoesNotCompile, Fail, NotStarted, Panicked, Pass, Skipped, TimedOut};
    for (statuses, expected) in [
        (&[NotStarted, NotStarted, NotStarted][..], &[true, false, false][..]),
        (&[Pass, NotStarted, NotStarted], &[true, true, false]),
        (&[NotStarted, Pass, NotStarted], &[false, true, true]), // one goes on from where one is
        (&[NotStarted, Fail, Fail], &[false, true, false]),
        (&[Fail, Pass, NotStarted], &[true, true, false]),
        (&[Panicked, Fail, Pass], &[true, false, true]),
        (&[TimedOut, Fail, Pass], &[false, false, true]), // these are never called
        (&[Crashed, Fail, Pass], &[false, false, true]),
        (&[DoesNotCompile, Fail, Pass], &[false, false, true]),
        (&[Pass, Skipped], &[true, false]), // it may not return
        (&[Pass, Pass, Pass], &[true, true, true]),
    ] {
        let checked: Vec<_> = statuses.iter().map(|&status| Some(status)).collect();
        assert_eq!(mine(&student(&checked)), expected, "{statuses:?}");
    }
    assert_eq!(mine(&student(&[None, Some(Fail)])), [false, true], "one is being checked");
}

#[test]
fn turning_to_a_card_makes_its_todo_the_current_one() {
    use Status::{Fail, NotStarted, Pass};
    let mut student = student(&[Some(Pass), Some(Fail), Some(NotStarted), Some(NotStarted)]);
    assert!(student.act(Action::Todo, Some(4)));
    assert_eq!((student.todos.open(), mine(&student)), (Some(3), vec![true, false, false, true]));
    student.act(Action::Todo, Some(5));
    assert_eq!(student.todos.open(), Some(3), "there is no fifth");
    student.act(Action::NextTodo, None);
    assert_eq!((student.todos.open(), mine(&student)), (Some(1), vec![true, true, false, false]));
    assert!(!student.act(Action::Play, None));
}

#[test]
fn praise_stays_until_one_turns_or_saves_another_todo() {
    use Status::{Fail, NotStarted, Pass};
    let mut student = student(&[Some(Fail), Some(NotStarted), Some(NotStarted)]);
    student.todos.note_saved(&[0]);
    apply_verdict(&mut student, 0, Verdict::new("03.1", "blend", Pass, 1));
    assert_eq!((student.todos.open(), mine(&student)), (Some(0), vec![true, false, false]));
    student.todos.note_saved(&[]);
    student.todos.note_saved(&[0, 2]);
    assert_eq!(student.todos.open(), Some(0), "it was saved, too");
    student.todos.note_saved(&[2]);
    assert_eq!((student.todos.open(), mine(&student)), (Some(2), vec![true, false, true]));
    student.act(Action::NextTodo, None);
    assert_eq!(student.todos.open(), Some(1), "03.2 is left");
}

#[test]
fn a_save_that_breaks_another_todo_leads_to_it() {
    let mut student = student(&[Some(Status::Fail), Some(Status::NotStarted), Some(Status::Fail)]);
    student.todos.all[0].has_changed = true;
    student.todos.all[1].has_changed = true;
    student.todos.note_saved(&[0, 1]);
    let (send, receive) = mpsc::channel();
    student.saved.checker.receive_from(receive);
    send.send(CheckedAnswer { index: 0, library: None, verdict: Verdict::new("03.1", "blend", Status::Pass, 1) })
        .unwrap();
    student.poll();
    assert!(student.saved.checker.is_running() && student.todos.all[0].passes(), "verdicts come in one by one");
    send.send(CheckedAnswer { index: 1, library: None, verdict: Verdict::new("03.1", "blend", Status::Fail, 1) })
        .unwrap();
    student.poll();
    assert_eq!(student.todos.open(), Some(0), "the check has not ended");
    drop(send);
    student.poll();
    assert_eq!((student.todos.open(), student.saved.checker.is_running()), (Some(1), false));
    student.act(Action::Todo, Some(1));
    student.note_end_of_check();
    assert_eq!(student.todos.open(), Some(0), "another check of the same save");
}

/// A lesson was saved again while its check was under way: what was right then need not be right now.
#[test]
fn a_verdict_on_an_older_library_is_dropped() {
    let mut student = student(&[Some(Status::Fail)]);
    let (send, receive) = mpsc::channel();
    student.saved.checker.receive_from(receive);
    for (library, passes) in [(Some(Arc::new(LibraryCopy::missing())), false), (None, true)] {
        send.send(CheckedAnswer { index: 0, library, verdict: Verdict::new("03.1", "blend", Status::Pass, 1) })
            .unwrap();
        student.poll();
        assert_eq!(student.todos.all[0].passes(), passes);
    }
}

#[test]
fn f2_shows_our_scene_and_the_difference_leads_out_of_it() {
    let mut student = student(&[Some(Status::Pass), Some(Status::Fail)]);
    student.act(Action::Mine, None);
    assert_eq!((mine(&student), student.status().shows_ours), (vec![false; 2], true));
    student.act(Action::Difference, None);
    assert_eq!((mine(&student), student.drawn.shows_difference()), (vec![true; 2], true), "ours differs from nothing");
    student.act(Action::Mine, None);
    assert_eq!((mine(&student), student.drawn.shows_difference()), (vec![true; 2], false), "to where one was");
}

#[test]
fn a_scene_that_is_played_is_ours_where_nothing_passes() {
    let mut student = student(&[Some(Status::Pass), Some(Status::Fail)]);
    student.drawn.called = Called::Passing;
    assert_eq!(mine(&student), [true, false]);
    student.act(Action::Todo, Some(2));
    assert_eq!(mine(&student), [true, true], "now it is worked at");
}

#[test]
fn the_open_card_is_handed_over() {
    let mut before = student(&[Some(Status::Fail), None]);
    before.act(Action::Todo, Some(2));
    before.act(Action::Difference, None);
    let mut after = student(&[Some(Status::Fail), None]);
    after.restore(before.state());
    assert_eq!((after.todos.open(), after.drawn.shows_difference()), (Some(1), true));
    let mut shorter = student(&[Some(Status::Fail)]);
    shorter.restore(before.state());
    assert_eq!(shorter.todos.open(), Some(0));
}

/// The sources of the answers to 14.1, 15.1 and 06.3: 1 mine, 9 ours.
fn numbers_of(course: &Course) -> [f32; 3] {
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
    for (todo, id) in student.todos.all.iter_mut().zip(["14.1", "15.1", "06.3"]) {
        todo.id = id;
    }
    student.saved.answers = course_of!(1.0);
    student.drawn = Drawn::new(&const { course_of!(9.0) }, Called::AtWork, SceneView::Mine);
    assert_eq!(numbers_of(&student.course()), [1.0, 9.0, 1.0]);
    student.act(Action::Todo, Some(2));
    assert_eq!(numbers_of(&student.course()), [1.0, 1.0, 9.0]);
    student.act(Action::Mine, None);
    assert_eq!(numbers_of(&student.course()), [9.0; 3], "F2 is for all");
}

const fn course_with(vertex: &'static str) -> Course {
    Course { bind_pose: BindPose { vertex: ShaderFile(vertex), ..BindPose::UNUSABLE }, ..Course::UNUSABLE }
}

/// A lesson without checks, texts and files, whose student draws with this shader.
const fn lesson(folder: &'static str, todos: &'static [(&'static str, Task)], vertex: &'static str) -> Lesson {
    static TOML: LazyLock<LessonToml> = LazyLock::new(|| panic!("nobody asks for it"));
    let about = About {
        folder,
        todos,
        readme: "",
        milestones: &[],
        exercise: None,
        starter_text: "",
        toml: &TOML,
        finished: &[],
    };
    let reference = course_with("ours");
    let starter = course_with(vertex);
    Lesson { about, reference, starter, mistaken: &[], steps: &[], checks: &[], earlier: &[] }
}

pub(super) static BIND_POSE: Lesson = lesson("08-x", &[("08.3", Task::Shader("rigid.vert"))], "08-x/rigid.vert");
static LATER: Lesson = Lesson {
    earlier: &[EarlierLesson { lesson: &BIND_POSE, todos: &[("08.3", "draws")] }],
    ..lesson("11-x", &[], "ours")
};

#[test]
fn an_earlier_shader_is_the_students_without_a_library() {
    let mut student = StudentAnswers::ours(&LATER);
    student.act(Action::Mine, None);
    student.drawn.calls_earlier = true;
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("ours"));
    apply_verdict(&mut student, 0, Verdict::new("08.3", "rigid.vert", Status::Pass, 1));
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("08-x/rigid.vert"));
}

#[test]
fn an_earlier_answer_fails_only_where_it_is_called() {
    let mut student = StudentAnswers::ours(&LATER);
    student.act(Action::Mine, None);
    apply_verdict(&mut student, 0, Verdict::new("08.3", "rigid.vert", Status::Pass, 1));
    let error = CallError::unusable("08.3", "no shader");
    let drawn = student.course();
    assert_eq!(
        student.note_failed_call(error.clone()).unwrap_err().downcast::<CallError>().unwrap(),
        error,
        "ours was called"
    );
    assert!(student.course() == drawn && student.todos.all[0].error.is_none());
    student.drawn.calls_earlier = true;
    student.note_failed_call(error).unwrap();
    assert_eq!(student.course().bind_pose.vertex(), ShaderFile("ours"));
    assert_eq!(student.messages().len(), 1);
    assert_eq!(lessons_to_offer(&student.todos.all).as_deref(), Some("08"), "it passes, and can be chosen again");
    student.drawn.calls_earlier = false;
    assert!(student.messages().is_empty(), "ours draws anyway");
}

#[test]
fn broken_code_is_told_with_its_place() {
    let mut student = student(&[Some(Status::TimedOut), Some(Status::NotStarted)]);
    let messages = student.messages();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0].place, "exercise.rs:12");
    assert!(messages[0].text.starts_with("03.1 blend: "), "{messages:?}");
    student.drawn.view = SceneView::Ours;
    assert!(student.messages().is_empty());
}

#[test]
fn a_panic_is_tried_again_and_an_endless_loop_is_not() {
    let mut student = student(&[Some(Status::Pass)]);
    student.note_failed_call(CallError::unusable("03.1", "no list")).unwrap();
    assert_eq!(mine(&student), [false]);
    student.act(Action::Difference, None);
    assert_eq!(mine(&student), [true]);
    student.note_hung_call("03.1");
    student.act(Action::Difference, None);
    assert_eq!(mine(&student), [false], "the window would hang once more");
}

/// Two saves that are checked together count as one, and the verdict is there once what was changed is checked.
#[test]
fn a_save_is_measured_to_its_verdict() {
    let mut student = student(&[Some(Status::Fail), Some(Status::Fail)]);
    let saved = SystemTime::UNIX_EPOCH;
    student.saved.begin_to_measure(saved, vec![1]);
    apply_verdict(&mut student, 0, Verdict::new("03.1", "blend", Status::Fail, 1));
    assert!(student.status().is_taking_up && student.take_seen().is_empty());
    apply_verdict(&mut student, 1, Verdict::new("03.1", "blend", Status::Pass, 1));
    assert_eq!(student.take_seen(), [("the verdict, 1 of 2 pass".to_owned(), saved)]);
    assert!(!student.status().is_taking_up);
}

#[test]
fn the_first_check_waits_for_the_first_frame() {
    let mut student = student(&[]); // no TODO, no child process
    student.saved.owes_check = true;
    student.poll();
    assert!(student.saved.owes_check, "the window comes first");
    student.drawn.set_reports(&student.todos, &[]);
    student.poll();
    assert!(!student.saved.owes_check, "it has begun, and may have ended by now");
}
