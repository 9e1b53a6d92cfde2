//! The window's event loop: input events, frames, full screen, screenshots.

use crate::{
    Arguments, LessonPanel, MakeApp, WindowError,
    clipboard::SystemClipboard,
    native::{self, Display},
    pacing::{Clock, FRAME},
    resume::{self, WindowState},
    stage::Stage,
};
use anyhow::{Context as _, Result};
use glam::{DVec2, Vec2};
use graphics::{Gl, glium, quiet::quietly};
use imgui_winit_support::{HiDpiMode, WinitPlatform};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    time::{Duration, Instant, SystemTime},
};
use ui::{Action, Button, KeyCode, keys::key_code};
use verdict::workspace;
use winit::{
    application::ApplicationHandler,
    dpi::{PhysicalPosition, PhysicalSize},
    event::{ElementState, Event, KeyEvent, MouseButton, MouseScrollDelta, WindowEvent},
    event_loop::{ActiveEventLoop, ControlFlow, EventLoop},
    keyboard::PhysicalKey,
    window::{Fullscreen, Window, WindowId},
};

/// One trackpad point of scrolling is this much of a wheel's click.
const CLICKS_PER_PIXEL: f32 = 1.0 / 40.0;

/// Time after which the window's state is remembered again, in case a frame does not end.
const REMEMBERED: Duration = Duration::from_secs(1);

/// Environment variable: set, the window prints when it is shown, and how long after a save its answer and its verdict are.
const PRINTS_SAVES: &str = "ARMATURE_TIME_SAVES";

/// Opens a window for the app that `make` opens, and runs the event loop until the window is closed.
pub(crate) fn run(arguments: &Arguments, title: &str, make: MakeApp) -> Result<()> {
    // Where libraries are missing winit panics.
    let event_loop = quietly(EventLoop::new)
        .map_err(WindowError::NoDisplay)
        .and_then(|made| made.map_err(|error| WindowError::NoDisplay(without_location(&error.to_string()))))?;
    let before = arguments.resume.as_deref().and_then(WindowState::take);
    let size = arguments.size;
    let mut handler = EventHandler {
        title: title.to_owned(),
        make: Some(make),
        size,
        before,
        running: None,
        failed: None,
        visible: true,
    };
    event_loop.run_app(&mut handler).context("the window's event loop ended early")?;
    handler.failed.map_or(Ok(()), Err)
}

/// Returns winit's message without the location in winit's source at its beginning: `file.rs:12: words.` becomes `words`.
fn without_location(error: &str) -> String {
    let message = error.rsplit(".rs:").next().unwrap_or(error);
    let message = message.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(": ");
    message.trim_end_matches('.').to_owned()
}

struct EventHandler {
    title: String,
    make: Option<MakeApp>,
    size: Option<(u32, u32)>,
    /// State of the window that this one replaces.
    before: Option<WindowState>,
    running: Option<Running>,
    failed: Option<anyhow::Error>,
    visible: bool,
}

/// Dropped in this order: the OpenGL objects of the stage, then the display, then the window.
struct Running {
    stage: Stage,
    platform: WinitPlatform,
    display: Display,
    window: Window,
    clock: Clock,
    title: String,
    pointer: Option<Vec2>,
    /// Meaning of each key that is held: with Shift a key may print something else before it is released.
    held_keys: HashMap<PhysicalKey, KeyCode>,
    begun: bool,
    /// Whether keys go to it as soon as it is shown.
    takes_focus: bool,
    /// When the state was remembered last.
    remembered: Instant,
}

impl ApplicationHandler for EventHandler {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        let Some(make) = self.make.take() else { return };
        match open_window(event_loop, &self.title, make, self.size, self.before.take()) {
            Ok(running) => self.running = Some(running),
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, id: WindowId, event: WindowEvent) {
        let Some(running) = &mut self.running else { return };
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Occluded(hidden) => self.visible = !hidden,
            WindowEvent::RedrawRequested => self.draw_frame(event_loop),
            event => {
                if let Err(error) = running.handle_event(id, event) {
                    self.fail(event_loop, error);
                }
            }
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        let Some(running) = &mut self.running else { return };
        let size = running.window.inner_size();
        if !self.visible || size.width == 0 || size.height == 0 {
            event_loop.set_control_flow(ControlFlow::Wait); // minimised
            return;
        }
        let makes_way = running.stage.makes_way();
        let due = running.clock.due(makes_way);
        if !running.begun {
            // The window is shown with its first frame, and Windows requests none for a hidden window.
            self.draw_frame(event_loop);
        } else if Instant::now() >= due || makes_way && running.stage.has_news() {
            running.window.request_redraw();
            event_loop.set_control_flow(ControlFlow::Wait);
        } else {
            event_loop.set_control_flow(ControlFlow::WaitUntil(due.min(Instant::now() + FRAME)));
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.running = None; // while the display is still there
    }
}

impl EventHandler {
    fn draw_frame(&mut self, event_loop: &ActiveEventLoop) {
        let Some(running) = &mut self.running else { return };
        if let Err(error) = running.draw_frame() {
            self.fail(event_loop, error);
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.failed = Some(error);
        event_loop.exit();
    }
}

/// Opens the window and the app in it. A window that replaces one of another program takes over that one's state (`before`).
fn open_window(
    event_loop: &ActiveEventLoop,
    title: &str,
    make: MakeApp,
    size: Option<(u32, u32)>,
    before: Option<WindowState>,
) -> Result<Running> {
    let (window, display) = quietly(|| native::open_display(event_loop, title, size, before.as_ref()))
        .map_err(WindowError::System)
        .and_then(|made| made)?;
    let gl: Gl = glium::backend::Facade::get_context(&display).clone();
    let PhysicalSize { width, height } = window.inner_size();
    let factor = window.scale_factor() as f32;
    let size = Vec2::new(width.max(1) as f32, height.max(1) as f32);
    let mut stage = Stage::new(&gl, make, size, factor, true, true)?;
    let takes_focus = before.as_ref().is_none_or(|before| before.has_focus);
    if let Some(before) = before {
        stage.restore(&before)?;
        resume::remember(before);
    }
    stage.gui.context.set_clipboard_backend(SystemClipboard::default());
    let mut platform = WinitPlatform::new(&mut stage.gui.context);
    // Everything is in pixels; the size of text is our own affair.
    let locked = HiDpiMode::Locked(1.0);
    platform.attach_window(stage.gui.context.io_mut(), &window, locked);
    let remembered = Instant::now();
    let clock = Clock::new(remembered);
    let title = title.to_owned();
    Ok(Running {
        stage,
        platform,
        display,
        window,
        clock,
        title,
        pointer: None,
        held_keys: HashMap::new(),
        begun: false,
        takes_focus,
        remembered,
    })
}

impl Running {
    /// Passes an event of the window to imgui, and, unless a panel uses it, to the scene's input.
    fn handle_event(&mut self, window_id: WindowId, event: WindowEvent) -> Result<()> {
        let event = Event::<()>::WindowEvent { window_id, event };
        let io = self.stage.gui.context.io_mut();
        // With Tab imgui would begin to type into a slider, and take every key from then on.
        if !is_tab(&event) {
            self.platform.handle_event(io, &self.window, &event);
        }
        let mouse_taken = io.want_capture_mouse;
        let keys_taken = io.want_text_input;
        let Event::WindowEvent { event, .. } = event else { return Ok(()) };
        // imgui's `want_capture_mouse` is a frame old.
        let is_covered = self.pointer.is_some_and(|place| self.stage.is_covered(place));
        let input = &mut self.stage.input;
        // A drag that began in the scene stays the scene's.
        let mouse_taken = (mouse_taken || is_covered) && !input.is_dragging();
        match event {
            WindowEvent::Resized(_) | WindowEvent::ScaleFactorChanged { .. } => self.resized()?,
            WindowEvent::Focused(false) => {
                self.held_keys.clear();
                input.release_all();
            }
            WindowEvent::KeyboardInput { event, is_synthetic, .. }
                if !is_synthetic && !keys_taken || event.state == ElementState::Released =>
            {
                self.handle_key(&event);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                let down = state == ElementState::Pressed;
                let button = match button {
                    MouseButton::Left => Button::Left,
                    MouseButton::Right | MouseButton::Middle => Button::Right,
                    _ => return Ok(()),
                };
                if !(down && mouse_taken) {
                    input.button(button, down);
                }
            }
            WindowEvent::CursorMoved { position, .. } => {
                let place = DVec2::new(position.x, position.y).as_vec2();
                self.pointer = Some(place);
                // Over a panel nothing of the scene follows it.
                if self.stage.is_covered(place) && !self.stage.input.is_dragging() {
                    self.stage.input.pointer_left();
                } else {
                    let corner = self.stage.viewport().min;
                    self.stage.input.pointer_moved(place - corner);
                }
            }
            WindowEvent::CursorLeft { .. } => {
                self.pointer = None;
                input.pointer_left();
            }
            WindowEvent::MouseWheel { delta, .. } if !mouse_taken => {
                input.scroll += match delta {
                    MouseScrollDelta::LineDelta(_, clicks) => clicks,
                    MouseScrollDelta::PixelDelta(pixels) => pixels.y as f32 * CLICKS_PER_PIXEL,
                };
            }
            WindowEvent::PinchGesture { delta, .. } if !mouse_taken => input.pinch += delta as f32,
            WindowEvent::DroppedFile(file) => self.stage.app.dropped(&file),
            _ => {}
        }
        Ok(())
    }

    /// Notes a key that went down or up. A key keeps its meaning until it is released.
    fn handle_key(&mut self, event: &KeyEvent) {
        if event.state == ElementState::Released {
            if let Some(key) = self.held_keys.remove(&event.physical_key) {
                self.stage.input.key_up(key);
            }
        } else if let Some(key) = key_code(event.physical_key, &event.logical_key) {
            self.held_keys.insert(event.physical_key, key);
            self.stage.input.key_down(key, event.repeat);
        }
    }

    fn resized(&mut self) -> Result<()> {
        let PhysicalSize { width, height } = self.window.inner_size();
        if width == 0 || height == 0 {
            return Ok(()); // minimised
        }
        self.display.resize((width, height));
        let size = Vec2::new(width as f32, height as f32);
        self.stage.resize(size, self.window.scale_factor() as f32)
    }

    /// Advances and draws the stage, and performs what the frame's actions want of the window.
    fn draw_frame(&mut self) -> Result<()> {
        let begin = Instant::now();
        let seconds = self.clock.tick(begin);
        if begin - self.remembered >= REMEMBERED {
            resume::remember(self.state());
            self.remembered = begin;
        }
        self.stage.advance(seconds)?;
        let title = self.stage.app.title();
        if title != self.title {
            self.window.set_title(&title);
            self.title = title;
        }
        let mut frame = self.display.draw();
        let drawn = self.stage.draw(&mut frame, seconds);
        let picture = self.perform_window_actions();
        // A frame that is dropped without this panics.
        frame.finish().context("the frame could not be shown")?;
        drawn?;
        if picture {
            let text = match self.write_picture() {
                Ok(path) => format!("picture: {}", path.display()),
                Err(error) => format!("no picture: {error:#}"),
            };
            println!("{text}");
            self.stage.toast(text);
        }
        if !self.begun {
            self.begun = true;
            self.window.set_visible(true);
            if self.takes_focus {
                self.window.focus_window();
            }
            if prints_saves() {
                println!("shown: the window");
            }
        }
        self.print_saves();
        self.replace_program();
        Ok(())
    }

    fn print_saves(&mut self) {
        for (effect, saved) in self.stage.app.lesson().map_or_else(Vec::new, LessonPanel::take_seen) {
            if prints_saves() {
                let seconds = SystemTime::now().duration_since(saved).unwrap_or_default().as_secs_f64();
                println!("shown after {seconds:.3} s: {effect}");
            }
        }
    }

    fn state(&mut self) -> WindowState {
        let PhysicalSize { width, height } = self.window.inner_size();
        WindowState {
            size: (width, height),
            position: self.window.outer_position().ok().map(|PhysicalPosition { x, y }| (x, y)),
            is_full_screen: self.window.fullscreen().is_some(),
            has_focus: self.window.has_focus(),
            ..self.stage.state()
        }
    }

    fn replace_program(&mut self) {
        if let Some(restart) = self.stage.app.lesson().and_then(LessonPanel::take_restart) {
            let error = resume::restart(&restart, Some(&self.state()));
            self.stage.toast(format!("{}: {error}", restart.program.display()));
        }
    }

    fn perform_window_actions(&mut self) -> bool {
        let mut picture = false;
        for action in std::mem::take(&mut self.stage.window_actions) {
            match action {
                Action::FullScreen => {
                    let now = self.window.fullscreen();
                    let next = now.is_none().then_some(Fullscreen::Borderless(None));
                    self.window.set_fullscreen(next);
                }
                Action::Picture => picture = true,
                _ => {}
            }
        }
        picture
    }

    fn write_picture(&mut self) -> Result<PathBuf> {
        let picture = self.stage.picture()?;
        let folder = picture_folder();
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let path = free_name(&folder, &self.title);
        picture.write_png(&path)?;
        Ok(path)
    }
}

fn prints_saves() -> bool {
    std::env::var_os(PRINTS_SAVES).is_some()
}

fn is_tab(event: &Event<()>) -> bool {
    matches!(
        event,
        Event::WindowEvent { event: WindowEvent::KeyboardInput { event: key, .. }, .. }
            if key.physical_key == PhysicalKey::Code(KeyCode::Tab)
    )
}

/// Returns the folder for pictures: `target/pictures` for a program that cargo has built, the folder for kept files of an
/// exported program, or else the working directory.
fn picture_folder() -> PathBuf {
    if workspace::shared().is_some() {
        return workspace::kept().to_path_buf();
    }
    let program = std::env::current_exe().unwrap_or_default();
    let target = program.ancestors().find(|folder| folder.file_name().is_some_and(|name| name == "target"));
    target.map_or_else(PathBuf::new, |target| target.join("pictures"))
}

/// `viewer-1.png`, or the first number whose file does not exist.
fn free_name(folder: &Path, title: &str) -> PathBuf {
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let stem: String = words.join("-").to_lowercase().chars().take(40).collect();
    let stem = stem.trim_matches('-');
    for number in 1..10_000 {
        let path = folder.join(format!("{stem}-{number}.png"));
        if !path.exists() {
            return path;
        }
    }
    folder.join(format!("{stem}-0.png"))
}
