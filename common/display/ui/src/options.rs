//! Display options of a figure: mesh, bones, normals, ground.

use crate::Action;
use serde::{Deserialize, Serialize};

/// The way in which the mesh follows its joints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkinningMethod {
    #[default]
    Linear,
    Dual,
}

/// One switch for each thing that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // that is what it is: a row of switches
pub struct DisplayOptions {
    /// Move the mesh by the joints; off, it stays as it was modelled.
    pub skinning: bool,
    pub method: SkinningMethod,
    /// Triangles as lines.
    pub wireframe: bool,
    /// The selected joint's weights, in colours.
    pub heat_map: bool,
    /// A line along each vertex' normal.
    pub normals: bool,
    /// Lines from parent to child.
    pub bones: bool,
    /// Each joint's axes.
    pub axes: bool,
    /// Each joint's name.
    pub names: bool,
    /// Figures at earlier and later times.
    pub onion_skins: bool,
    /// A grid on the ground, a metre (or a tenth, or ten) apart.
    pub grid: bool,
    /// A light that shines where you look.
    pub flashlight: bool,
}

impl Default for DisplayOptions {
    fn default() -> Self {
        Self {
            skinning: true,
            method: SkinningMethod::Linear,
            wireframe: false,
            heat_map: false,
            normals: false,
            bones: false,
            axes: false,
            names: false,
            onion_skins: false,
            grid: true,
            flashlight: false,
        }
    }
}

impl DisplayOptions {
    /// Returns the switch that an action toggles, or `None` for any other action.
    pub fn switch(&mut self, action: Action) -> Option<&mut bool> {
        Some(match action {
            Action::Skinning => &mut self.skinning,
            Action::Wireframe => &mut self.wireframe,
            Action::HeatMap => &mut self.heat_map,
            Action::Normals => &mut self.normals,
            Action::Bones => &mut self.bones,
            Action::Axes => &mut self.axes,
            Action::Names => &mut self.names,
            Action::OnionSkins => &mut self.onion_skins,
            Action::Grid => &mut self.grid,
            Action::Flashlight => &mut self.flashlight,
            _ => return None,
        })
    }

    /// Toggles a switch, or goes on to the other method of skinning; false if the action has none.
    pub fn act(&mut self, action: Action) -> bool {
        if action == Action::SkinningMethod {
            self.method = match self.method {
                SkinningMethod::Linear => SkinningMethod::Dual,
                SkinningMethod::Dual => SkinningMethod::Linear,
            };
            return true;
        }
        self.switch(action).is_some_and(|switch| {
            *switch = !*switch;
            true
        })
    }
}
