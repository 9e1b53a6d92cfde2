//! A figure in a pose, whichever way it was posed.

use crate::{
    fast::{self, Rows},
    model,
};
use glam::Affine3A;

/// Joints and palettes of one figure, to be drawn: posed by the plain forms, as in the lessons, or by
/// the fast paths, as in the viewer. Functions that draw take either by reference.
#[derive(Clone, Copy, Debug)]
pub enum Posed<'a> {
    /// Joints one by one.
    Plain(&'a model::Figure),
    /// Eight at a time.
    Fast(&'a fast::Figure),
}

impl<'a> From<&'a model::Figure> for Posed<'a> {
    fn from(figure: &'a model::Figure) -> Self {
        Posed::Plain(figure)
    }
}

impl<'a> From<&'a fast::Figure> for Posed<'a> {
    fn from(figure: &'a fast::Figure) -> Self {
        Posed::Fast(figure)
    }
}

impl Posed<'_> {
    /// `model_from_joint` of a joint of the skeleton.
    ///
    /// # Panics
    /// If there is no such joint.
    pub fn model_from_joint(&self, joint: usize) -> Affine3A {
        match self {
            Posed::Plain(figure) => figure.model_from_joint()[joint],
            Posed::Fast(figure) => figure.model_from_joint(joint),
        }
    }

    /// The skinning matrix of one place of a skin.
    ///
    /// # Panics
    /// If there is no such skin or place.
    pub fn matrix(&self, skin: usize, place: usize) -> Affine3A {
        match self {
            Posed::Plain(figure) => figure.palette(skin)[place],
            Posed::Fast(figure) => figure.palette(skin)[place].into(),
        }
    }

    /// The same in rows.
    ///
    /// # Panics
    /// If there is no such skin or place.
    pub fn rows(&self, skin: usize, place: usize) -> Rows {
        match self {
            Posed::Plain(figure) => figure.palette(skin)[place].into(),
            Posed::Fast(figure) => figure.palette(skin)[place],
        }
    }
}
