//! Opening a window with OpenGL 3.3 in it, and saying kindly why there is none.

use crate::resume::WindowState;
use glutin_winit::DisplayBuilder;
use graphics::glium::{
    self,
    glutin::{
        config::{Config, ConfigTemplateBuilder, GlConfig},
        context::{ContextApi, ContextAttributesBuilder, GlProfile, Version},
        display::{GetGlDisplay, GlDisplay},
        prelude::*,
        surface::{SurfaceAttributesBuilder, SwapInterval, WindowSurface},
    },
};
use std::num::NonZeroU32;
use thiserror::Error;
use winit::{
    dpi::{LogicalSize, PhysicalPosition, PhysicalSize, Size},
    event_loop::ActiveEventLoop,
    raw_window_handle::HasWindowHandle,
    window::{Fullscreen, Window},
};

pub(crate) type Display = glium::Display<WindowSurface>;

/// Why there is no window.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum WindowError {
    #[error("there is no display to open a window on ({0})")]
    NoDisplay(String),
    /// The system has a display, but makes no window.
    #[error("the window could not be opened: {0}")]
    System(String),
    #[error("this display has no OpenGL 3.3 for a window: {0}")]
    NoOpenGl(String),
}

/// Returns the size of a new window: the wanted one, or as much as a monitor of this size, in points, has room for beside the
/// window's frame and the desktop's bars.
fn fitted(wanted: LogicalSize<f32>, monitor: Option<LogicalSize<f32>>) -> LogicalSize<f32> {
    // Fractions of the monitor; two bars and a title take up some 100 points of a small one.
    const ROOM: (f32, f32) = (0.96, 0.86);
    match monitor.filter(|monitor| monitor.width > 0.0 && monitor.height > 0.0) {
        Some(LogicalSize { width, height }) => {
            LogicalSize::new(wanted.width.min(ROOM.0 * width).floor(), wanted.height.min(ROOM.1 * height).floor())
        }
        None => wanted,
    }
}

/// Opens a hidden window with an OpenGL context. A window that replaces another one has its position, size and focus
/// (`before`).
pub(crate) fn open_display(
    event_loop: &ActiveEventLoop,
    title: &str,
    size: Option<(u32, u32)>,
    before: Option<&WindowState>,
) -> Result<(Window, Display), WindowError> {
    // A size that was asked for is in pixels, the usual one in the system's own points.
    let size: Size = if let Some((width, height)) = before.map(|before| before.size).or(size) {
        PhysicalSize::new(width, height).into()
    } else {
        let monitor = event_loop.primary_monitor().or_else(|| event_loop.available_monitors().next());
        let points = monitor.map(|monitor| monitor.size().to_logical(monitor.scale_factor()));
        fitted(LogicalSize::<u32>::from(super::arguments::WINDOW_SIZE).cast(), points).into()
    };
    // Shown with the first frame in it, not empty.
    let mut attributes = Window::default_attributes()
        .with_title(title)
        .with_inner_size(size)
        .with_min_inner_size(LogicalSize::new(320, 200))
        .with_visible(false);
    if let Some(before) = before {
        attributes.position = before.position.map(|(x, y)| PhysicalPosition::new(x, y).into());
        attributes.fullscreen = before.is_full_screen.then_some(Fullscreen::Borderless(None));
        attributes.active = before.has_focus;
    }
    // The canvas brings its own depth and samples: the window needs neither.
    let template = ConfigTemplateBuilder::new().with_depth_size(0);
    let (window, config) = DisplayBuilder::new()
        .with_window_attributes(Some(attributes))
        .build(event_loop, template, plainest)
        .map_err(|error| WindowError::NoOpenGl(error.to_string()))?;
    let window = window.ok_or_else(|| WindowError::System("none was made".into()))?;
    let display = make_display(&window, &config)?;
    Ok((window, display))
}

fn plainest(configs: Box<dyn Iterator<Item = Config> + '_>) -> Config {
    configs.min_by_key(GlConfig::num_samples).expect("glutin calls this only where there is a configuration")
}

/// Creates an OpenGL 3.3 core context in a window. Frames wait for the screen if the driver can do that.
#[allow(unsafe_code)]
fn make_display(window: &Window, config: &Config) -> Result<Display, WindowError> {
    let handle = window.window_handle().map_err(|e| WindowError::System(e.to_string()))?;
    let handle = handle.as_raw();
    let size = window.inner_size();
    let width = NonZeroU32::new(size.width).unwrap_or(NonZeroU32::MIN);
    let height = NonZeroU32::new(size.height).unwrap_or(NonZeroU32::MIN);
    let surface_attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
    let context_attributes = ContextAttributesBuilder::new()
        .with_profile(GlProfile::Core)
        .with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3))))
        .build(Some(handle));
    let gl = config.display();
    // SAFETY: the handle is that of the window beside which display and surface are kept, and the
    // window is dropped after them.
    let (surface, context) = unsafe {
        let surface = gl.create_window_surface(config, &surface_attributes);
        let context = gl.create_context(config, &context_attributes);
        (surface.map_err(no_gl)?, context.map_err(no_gl)?)
    };
    let context = context.make_current(&surface).map_err(no_gl)?;
    // Where there is no waiting for the screen the loop caps itself.
    let _ = surface.set_swap_interval(&context, SwapInterval::Wait(NonZeroU32::MIN));
    Display::from_context_surface(context, surface).map_err(no_gl)
}

fn no_gl(error: impl std::fmt::Display) -> WindowError {
    WindowError::NoOpenGl(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_fits_its_monitor() {
        let wanted = LogicalSize::new(1280.0, 800.0);
        assert_eq!(fitted(wanted, None), wanted);
        for (monitor, expected) in [
            ((1920.0, 1080.0), (1280.0, 800.0)),
            ((1366.0, 768.0), (1280.0, 660.0)),
            ((1280.0, 720.0), (1228.0, 619.0)), // 1920 x 1080 at 150 %
            ((0.0, 0.0), (1280.0, 800.0)),      // a monitor that does not tell
        ] {
            let size = fitted(wanted, Some(LogicalSize::new(monitor.0, monitor.1)));
            assert_eq!((size.width, size.height), expected, "{monitor:?}");
        }
    }
}
