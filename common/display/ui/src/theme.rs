//! Colours and sizes of every window: dark, text of high contrast, one accent colour.

use imgui::{Style, StyleColor};

/// A colour as imgui takes it: red, green, blue, opacity, sRGB-encoded.
pub type Color = [f32; 4];

/// Behind panels.
pub const PANEL: Color = [0.105, 0.115, 0.135, 1.0];
/// Ordinary text.
pub const TEXT: Color = [0.91, 0.92, 0.94, 1.0];
/// Text that matters less: keys, units, explanations.
pub const DIM: Color = [0.60, 0.64, 0.70, 1.0];
/// Behind the marker of the current card.
pub const HELD: Color = [0.20, 0.22, 0.27, 1.0];
/// Colour of selected and draggable things, and of stressed words.
pub const ACCENT: Color = [1.0, 0.71, 0.28, 1.0];
/// Links and formulas.
pub const COOL: Color = [0.52, 0.79, 1.0, 1.0];
/// Something is wrong.
pub const BAD: Color = [1.0, 0.46, 0.40, 1.0];
/// Something was assumed.
pub const WARN: Color = [1.0, 0.83, 0.36, 1.0];
/// Something is right.
pub const GOOD: Color = [0.47, 0.85, 0.55, 1.0];
/// The axes x, y, z wherever they are drawn as curves or named.
pub const AXES: [Color; 3] = [[0.98, 0.44, 0.40, 1.0], [0.55, 0.86, 0.36, 1.0], [0.42, 0.66, 1.0, 1.0]];

/// Sets colours and sizes, for text `scale` times as large as usual. `plain` is imgui's own style.
pub fn apply(style: &mut Style, plain: &Style, scale: f32) {
    *style = *plain;
    style.use_dark_colors();
    style.window_padding = [10.0, 8.0];
    style.frame_padding = [7.0, 3.0];
    style.item_spacing = [8.0, 5.0];
    style.item_inner_spacing = [6.0, 4.0];
    style.indent_spacing = 16.0;
    style.scrollbar_size = 12.0;
    style.grab_min_size = 12.0;
    style.window_rounding = 0.0;
    style.frame_rounding = 4.0;
    style.grab_rounding = 4.0;
    style.scrollbar_rounding = 6.0;
    style.window_border_size = 1.0;
    style.scale_all_sizes(scale);
    let control = [0.19, 0.21, 0.25, 1.0];
    let hovered = [0.26, 0.29, 0.35, 1.0];
    let held = [0.34, 0.38, 0.46, 1.0];
    for (place, color) in [
        (StyleColor::Text, TEXT),
        (StyleColor::TextDisabled, DIM),
        (StyleColor::WindowBg, PANEL),
        (StyleColor::PopupBg, [0.13, 0.14, 0.17, 0.98]),
        (StyleColor::Border, [0.03, 0.03, 0.04, 1.0]),
        (StyleColor::FrameBg, control),
        (StyleColor::FrameBgHovered, hovered),
        (StyleColor::FrameBgActive, held),
        (StyleColor::TitleBg, [0.14, 0.155, 0.185, 1.0]),
        (StyleColor::TitleBgActive, [0.14, 0.155, 0.185, 1.0]),
        (StyleColor::Button, control),
        (StyleColor::ButtonHovered, hovered),
        (StyleColor::ButtonActive, held),
        (StyleColor::Header, [0.30, 0.25, 0.16, 1.0]),
        (StyleColor::HeaderHovered, hovered),
        (StyleColor::HeaderActive, held),
        (StyleColor::Tab, control),
        (StyleColor::TabHovered, hovered),
        (StyleColor::TabActive, held),
        (StyleColor::CheckMark, ACCENT),
        (StyleColor::SliderGrab, ACCENT),
        (StyleColor::SliderGrabActive, ACCENT),
        (StyleColor::Separator, [0.24, 0.26, 0.31, 1.0]),
        (StyleColor::ScrollbarBg, PANEL),
        (StyleColor::ScrollbarGrab, hovered),
        (StyleColor::PlotLines, COOL),
    ] {
        style[place] = color;
    }
}
