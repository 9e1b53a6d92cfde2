//! EGL on a graphics device, with a small pbuffer.

use super::{HeadlessError, SIDE, attributes};
use glium::glutin::{
    api::egl::{context::PossiblyCurrentContext, device::Device, display::Display, surface::Surface},
    config::{ConfigSurfaceTypes, ConfigTemplateBuilder},
    display::GetGlDisplay,
    prelude::*,
    surface::{PbufferSurface, SurfaceAttributesBuilder},
};
use std::{
    error::Error,
    ffi::{CStr, c_void},
    num::NonZeroU32,
};

/// A context that is current with a pbuffer.
pub(super) struct Current {
    context: PossiblyCurrentContext,
    surface: Surface<PbufferSurface>,
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
    let mut reasons = Vec::new();
    for device in Device::query_devices().map_err(|error| HeadlessError::NoDevice { reason: error.to_string() })? {
        match on_device(&device) {
            Ok(current) => return Ok(current),
            Err(error) => {
                let name = device.name().unwrap_or("a device without a name");
                reasons.push(format!("{name}: {error}"));
            }
        }
    }
    if reasons.is_empty() {
        return Err(HeadlessError::NoDevice { reason: "EGL knows none".into() });
    }
    Err(HeadlessError::NoContext { reasons })
}

#[allow(unsafe_code)]
fn on_device(device: &Device) -> Result<Current, Box<dyn Error>> {
    let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::PBUFFER).build();
    let side = NonZeroU32::new(SIDE).ok_or("a surface has a size")?;
    let surface = SurfaceAttributesBuilder::<PbufferSurface>::new().build(side, side);
    // SAFETY: no raw handle comes from outside, and display, surface and context are owned by the
    // backend, in the order of their making, for as long as glium uses them.
    unsafe {
        let display = Display::with_device(device, None)?;
        let config = display.find_configs(template)?.next().ok_or("no EGL configuration")?;
        let surface = display.create_pbuffer_surface(&config, &surface)?;
        let context = display.create_context(&config, &attributes().build(None))?;
        Ok(Current { context: context.make_current(&surface)?, surface })
    }
}
