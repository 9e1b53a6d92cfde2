//! macOS: a context that is current without a surface.

use super::{HeadlessError, attributes};
use glium::glutin::{
    api::cgl::{context::PossiblyCurrentContext, display::Display},
    config::ConfigTemplateBuilder,
    display::GetGlDisplay,
    prelude::*,
};
use glium::winit::raw_window_handle::{AppKitDisplayHandle, RawDisplayHandle};
use std::{
    error::Error,
    ffi::{CStr, c_void},
};

/// A context that is current without a surface.
pub(super) struct Current(PossiblyCurrentContext);

impl Current {
    pub(super) fn function(&self, name: &CStr) -> *const c_void {
        self.0.display().get_proc_address(name)
    }

    pub(super) fn is_current(&self) -> bool {
        self.0.is_current()
    }

    pub(super) fn make_current(&self) -> Result<(), glium::glutin::error::Error> {
        self.0.make_current_surfaceless()
    }
}

pub(super) fn create() -> Result<Current, HeadlessError> {
    // glutin runs a part of its work on the main thread and waits. Where that thread waits for
    // this one (as that of cargo's tests does) neither would ever go on.
    if std::thread::current().name() != Some("main") {
        return Err(HeadlessError::NotTheMainThread);
    }
    without_surface().map_err(|error| HeadlessError::NoContext { reasons: vec![error.to_string()] })
}

#[allow(unsafe_code)]
fn without_surface() -> Result<Current, Box<dyn Error>> {
    let handle = RawDisplayHandle::AppKit(AppKitDisplayHandle::new());
    let template = ConfigTemplateBuilder::new().with_single_buffering(true).build();
    // SAFETY: the handle carries no pointer, and the context is owned by the backend for as long as
    // glium uses it; it was made current on this thread, the main one.
    unsafe {
        let display = Display::new(handle)?;
        let config = display.find_configs(template)?.next().ok_or("no pixel format")?;
        let context = display.create_context(&config, &attributes().build(None))?;
        Ok(Current(context.make_current_surfaceless()?))
    }
}
