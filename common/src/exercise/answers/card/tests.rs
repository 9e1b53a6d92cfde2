use super::*;
use crate::exercise::answers::{
    StudentAnswers,
    tests::{BIND_POSE, student_of},
};
use check::Task;
use drawing::Shown;
use std::sync::PoisonError;
use ui::gui::{Gui, ONE_AT_A_TIME};
use ui::layout::{Area, Layout};
use verdict::{Mistake, Verdict};
use window::LessonPanel;

#[test]
fn a_verdict_leaves_the_task_some_lines() {
    for (room, task, verdict, height) in [
        (265.0, 400.0, 190.0, 75.0),
        (265.0, 400.0, 900.0, 68.0),
        (265.0, 40.0, 190.0, 40.0),
        (30.0, 400.0, 190.0, 30.0),
        (-5.0, 400.0, 190.0, 1.0),
    ] {
        assert_eq!(task_height(room, task, verdict, 68.0), height, "{room} {task} {verdict}");
    }
}

/// With a scrollbar a figure is lower, so that all would fit without one.
#[test]
fn a_card_stands_still_in_a_window_of_any_height() {
    const FIGURE: Figure =
        Figure { name: "07.1", size: [360.0, 300.0], parameters: &[], shown: Shown::At(&[&[]]), draw: |_, _| Ok(()) };
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gui = Gui::new(1.0);
    gui.context.fonts().build_rgba32_texture();
    let words = "which matrices does the shader need, and in which order? ".repeat(5);
    for height in 250..900 {
        let mut student = student_of(vec![TodoState::new("07.1", Task::Function("blend"))]);
        student.card.show_figures(&[FIGURE], &BIND_POSE);
        student.card.task = TaskText { id: "07.1", text: Prose::new(&words), ..TaskText::default() };
        let size = Vec2::new(900.0, height as f32);
        let layout = Layout { card: Some(Area::new(Vec2::ZERO, Vec2::new(338.0, size.y))), ..Layout::default() };
        let mut heights = Vec::new();
        for _ in 0..12 {
            gui.begin(size, 0.016);
            student.draw(gui.context.new_frame(), gui.fonts, &layout, 0.016);
            gui.context.render();
            heights.push(student.card.heights);
        }
        assert!(heights[6..].iter().all(|now| *now == heights[11]), "{height}: {heights:?}");
    }
}

/// Draws a frame of a card, with turns of the mouse's wheel over its task. Returns the height of the first vertex of each
/// of its windows.
fn drawn(gui: &mut Gui, student: &mut StudentAnswers, wheel: f32) -> Vec<f32> {
    let size = Vec2::new(338.0, 300.0);
    gui.begin(size, 0.016);
    let io = gui.context.io_mut();
    io.add_mouse_pos_event([100.0, 120.0]);
    io.add_mouse_wheel_event([0.0, wheel]);
    let layout = Layout { card: Some(Area::new(Vec2::ZERO, size)), ..Layout::default() };
    student.draw(gui.context.new_frame(), gui.fonts, &layout, 0.016);
    let lists = gui.context.render().draw_lists();
    lists.filter_map(|list| Some(list.vtx_buffer().first()?.pos[1])).collect()
}

#[test]
fn another_card_begins_at_the_top() {
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gui = Gui::new(1.0);
    gui.context.fonts().build_rgba32_texture();
    let words = "which matrices does the shader need? ".repeat(40);
    let todos = ["07.1", "07.2"].map(|id| TodoState::new(id, Task::Function("blend")));
    let mut student = student_of(todos.into());
    student.act(Action::Todo, Some(1));
    student.card.task = TaskText { id: "07.1", text: Prose::new(&words), ..TaskText::default() };
    let mut still = Vec::new();
    for _ in 0..6 {
        still = drawn(&mut gui, &mut student, 0.0);
    }
    drawn(&mut gui, &mut student, -2.5);
    let scrolled = (0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap();
    assert_ne!(scrolled, still);
    student.act(Action::Todo, Some(2));
    student.card.turn_to("07.2");
    student.card.task.text = Prose::new(&words);
    let turned = (0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap();
    assert_eq!(turned, still);
}

#[test]
fn a_new_verdict_begins_at_the_top_with_its_details_hidden() {
    let _lock = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let mut gui = Gui::new(1.0);
    gui.context.fonts().build_rgba32_texture();
    let mut student = student_of(vec![TodoState::new("07.1", Task::Function("blend"))]);
    let mut heights = Vec::new();
    for name in ["ONE", "TWO"] {
        let mistake = Mistake { name: name.into(), says: "your matrices are transposed. ".repeat(20) };
        let notes = vec!["1.00 0.50 ".repeat(20)];
        let verdict = Verdict { mistakes: vec![mistake], notes, ..Verdict::new("07.1", "blend", Status::Fail, 1) };
        student.todos.all[0].verdict = Some(verdict);
        heights.push((0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap());
        student.act(Action::Details, None);
        let scrolled = (0..6).map(|_| drawn(&mut gui, &mut student, 0.0)).last().unwrap();
        assert_ne!(scrolled, heights[0], "the details are scrolled to");
    }
    assert_eq!(heights[0], heights[1]);
}
