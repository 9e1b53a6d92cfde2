//! A window's context and surface, as a backend of glium.

use crate::Display;
use glium::{
    SwapBuffersError,
    backend::{
        Backend,
        glutin::{
            SimpleWindowBuilder,
            glutin::{
                config::{Config, ConfigTemplateBuilder},
                context::{ContextAttributesBuilder, PossiblyCurrentContext},
                display::GetGlDisplay,
                prelude::*,
                surface::{Surface, SurfaceAttributesBuilder, WindowSurface},
            },
        },
    },
    winit::{event_loop::EventLoop, raw_window_handle::HasWindowHandle, window::Window},
};
use glutin_winit::DisplayBuilder;
use std::{
    error::Error,
    ffi::{CString, c_void},
    num::NonZeroU32,
};

/// A context that draws in a window.
pub struct Windowed {
    context: PossiblyCurrentContext,
    surface: Surface<WindowSurface>,
}

impl Display<Windowed> {
    /// Opens the window that glium's builder describes, with a display whose frames can be recorded:
    ///
    /// ```no_run
    /// use glium::{backend::glutin::SimpleWindowBuilder, winit::event_loop::EventLoop};
    ///
    /// let event_loop = EventLoop::new()?;
    /// let builder = SimpleWindowBuilder::new().with_title("Knight").with_inner_size(800, 600);
    /// // It was: let (window, display) = builder.build(&event_loop);
    /// let (window, display) = recorder::Display::open(builder, &event_loop)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the system has no window, or no OpenGL in it.
    pub fn open<T>(builder: SimpleWindowBuilder, events: &EventLoop<T>) -> Result<(Window, Self), Box<dyn Error>> {
        let (window, config) = DisplayBuilder::new()
            .with_window_attributes(Some(builder.into_window_builder()))
            .build(events, ConfigTemplateBuilder::new(), first)?;
        let window = window.ok_or("the system made no window")?;
        let handle = window.window_handle()?.as_raw();
        let size = window.inner_size();
        let width = NonZeroU32::new(size.width).unwrap_or(NonZeroU32::MIN);
        let height = NonZeroU32::new(size.height).unwrap_or(NonZeroU32::MIN);
        let surface = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
        let context = ContextAttributesBuilder::new().build(Some(handle));
        let gl = config.display();
        // SAFETY: the handle is that of the window, which the caller keeps as long as the display.
        let (surface, context) =
            unsafe { (gl.create_window_surface(&config, &surface)?, gl.create_context(&config, &context)?) };
        Ok((window, Self::in_window(context.make_current(&surface)?, surface)?))
    }

    /// Takes what glium's `Display::from_context_surface` takes: a new context, and the surface with which it is current.
    ///
    /// # Errors
    /// If the driver's OpenGL is too old for glium.
    pub fn in_window(
        context: PossiblyCurrentContext,
        surface: Surface<WindowSurface>,
    ) -> Result<Self, glium::IncompatibleOpenGl> {
        Self::around(Windowed { context, surface })
    }
}

/// Returns the first configuration, as glium's builder does.
fn first(mut configs: Box<dyn Iterator<Item = Config> + '_>) -> Config {
    configs.next().expect("glutin calls this only where there is a configuration")
}

// SAFETY: functions and framebuffer are those of the one context that the backend owns.
unsafe impl Backend for Windowed {
    fn swap_buffers(&self) -> Result<(), SwapBuffersError> {
        self.surface.swap_buffers(&self.context).map_err(|_| SwapBuffersError::ContextLost)
    }

    unsafe fn get_proc_address(&self, symbol: &str) -> *const c_void {
        let display = self.context.display();
        CString::new(symbol).map_or(std::ptr::null(), |symbol| display.get_proc_address(&symbol))
    }

    fn get_framebuffer_dimensions(&self) -> (u32, u32) {
        (self.surface.width().unwrap_or(1), self.surface.height().unwrap_or(1))
    }

    fn resize(&self, size: (u32, u32)) {
        // A window that is minimized has no size.
        let width = NonZeroU32::new(size.0).unwrap_or(NonZeroU32::MIN);
        let height = NonZeroU32::new(size.1).unwrap_or(NonZeroU32::MIN);
        self.surface.resize(&self.context, width, height);
    }

    fn is_current(&self) -> bool {
        self.context.is_current()
    }

    unsafe fn make_current(&self) {
        // It fails only when the device is lost, and glium leaves no way to say so.
        self.context.make_current(&self.surface).expect("the device is still there");
    }
}
