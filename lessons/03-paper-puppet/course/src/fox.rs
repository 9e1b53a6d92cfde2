//! The fox: fifteen pictures pinned together, and how each swings, as `dance.toml` has it.

use crate::Swing;
use drawing::cast::puppet_file::Puppet;
use glam::Vec2;
use std::collections::BTreeMap;

/// The torso's pin on the stage, in pixels from the floor below it: at the height of the hips.
const HIPS: Vec2 = Vec2::new(0.0, 232.0);
const AT_REST: Swing = Swing { middle: 0.0, reach: 0.0, period: 1.6, delay: 0.0 };

pub struct Fox {
    pub puppet: Puppet,
    pub swings: Vec<Swing>,
}

impl Fox {
    /// # Panics
    /// If one of his files, which are compiled in, has a mistake.
    pub fn read() -> Self {
        let puppet = include_str!("../../../../assets/puppet/puppet.toml");
        let puppet = Puppet::parse(puppet, HIPS).expect("puppet.toml");
        let dance: BTreeMap<String, [f32; 4]> = toml::from_str(include_str!("../../dance.toml")).expect("dance.toml");
        let mut swings = Vec::new();
        for name in &puppet.names {
            swings.push(match dance.get(name) {
                Some(&[middle, reach, period, delay]) => {
                    Swing { middle: middle.to_radians(), reach: reach.to_radians(), period, delay }
                }
                None => AT_REST,
            });
        }
        Fox { puppet, swings }
    }
}
