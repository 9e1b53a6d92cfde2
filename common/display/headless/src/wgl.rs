//! Windows: a window that is never shown, and WGL in it.

use super::{HeadlessError, SIDE, attributes};
use glium::glutin::{
    api::wgl::{context::PossiblyCurrentContext, display::Display, surface::Surface},
    config::ConfigTemplateBuilder,
    display::GetGlDisplay,
    prelude::*,
    surface::{SurfaceAttributesBuilder, WindowSurface},
};
use glium::winit::raw_window_handle::{RawDisplayHandle, RawWindowHandle, Win32WindowHandle, WindowsDisplayHandle};
use std::{
    error::Error,
    ffi::{CStr, c_void},
    num::{NonZeroIsize, NonZeroU32},
    ptr::null,
};
use windows_sys::{
    Win32::{
        Foundation::HWND,
        System::LibraryLoader::GetModuleHandleW,
        UI::WindowsAndMessaging::{CreateWindowExW, DestroyWindow, WS_POPUP},
    },
    core::w,
};

/// A window without a frame, of a class that every system has.
struct HiddenWindow(HWND);

impl HiddenWindow {
    #[allow(unsafe_code)]
    fn new() -> Result<(Self, Win32WindowHandle), Box<dyn Error>> {
        let side = i32::try_from(SIDE)?;
        // SAFETY: the class's name is a string that ends in 0, and nothing else is a pointer.
        let (window, instance) = unsafe {
            let instance = GetModuleHandleW(null());
            let class = w!("STATIC");
            let title = w!("Armature");
            let window = CreateWindowExW(0, class, title, WS_POPUP, 0, 0, side, side, 0, 0, instance, null());
            (window, instance)
        };
        let handle = NonZeroIsize::new(window).ok_or_else(std::io::Error::last_os_error)?;
        let mut handle = Win32WindowHandle::new(handle);
        handle.hinstance = NonZeroIsize::new(instance);
        Ok((HiddenWindow(window), handle))
    }
}

impl Drop for HiddenWindow {
    #[allow(unsafe_code)]
    fn drop(&mut self) {
        // SAFETY: the window was made by `new`, on this thread: glium's contexts do not leave theirs.
        unsafe { DestroyWindow(self.0) };
    }
}

/// A context that is current in a hidden window. The fields are dropped from the first to the last.
pub(super) struct Current {
    context: PossiblyCurrentContext,
    surface: Surface<WindowSurface>,
    _window: HiddenWindow,
}

impl Current {
    pub(super) fn function(&self, name: &CStr) -> *const c_void {
        self.context.display().get_proc_address(name)
    }

    pub(super) fn is_current(&self) -> bool {
        self.context.is_current()
    }

    pub(super) fn make_current(&self) -> Result<(), glium::glutin::error::Error> {
        self.context.make_current(&self.surface)
    }
}

pub(super) fn create() -> Result<Current, HeadlessError> {
    in_hidden_window().map_err(|error| HeadlessError::NoContext { reasons: vec![error.to_string()] })
}

/// Creates a context in a window that is never shown: WGL has none without a window.
#[allow(unsafe_code)]
fn in_hidden_window() -> Result<Current, Box<dyn Error>> {
    let (window, handle) = HiddenWindow::new()?;
    let raw = RawWindowHandle::Win32(handle);
    let template = ConfigTemplateBuilder::new().compatible_with_native_window(raw).build();
    let side = NonZeroU32::new(SIDE).ok_or("a surface has a size")?;
    let surface = SurfaceAttributesBuilder::<WindowSurface>::new().build(raw, side, side);
    // SAFETY: the handle is that of the window, which the backend owns beside surface and context and
    // drops after them.
    unsafe {
        let display = Display::new(RawDisplayHandle::Windows(WindowsDisplayHandle::new()), Some(raw))?;
        let config = display.find_configs(template)?.next().ok_or("no pixel format")?;
        let surface = display.create_window_surface(&config, &surface)?;
        let context = display.create_context(&config, &attributes().build(Some(raw)))?;
        let context = context.make_current(&surface)?;
        Ok(Current { context, surface, _window: window })
    }
}
