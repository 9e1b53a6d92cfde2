//! Morphed vertices: added up on the processor, and uploaded when a weight has changed.
//!
//! A face has fifty targets. At any time most of their weights are 0, and each moves a small part of the mesh. The
//! processor passes over both, and works once for all passes of a frame; a vertex shader would read fifty texels for
//! each vertex in each pass.

use super::batch::Batch;
use crate::{Attributes, attributes};
use armature::mesh::{Displacement, SkinnedVertex, morph_vertices};
use glium::VertexBuffer;
use std::{cell::RefCell, collections::HashMap};

/// The morph targets of a batch.
pub(super) struct MorphedBatch {
    mesh: Vec<SkinnedVertex>,
    targets: Vec<Vec<Displacement>>,
    written: RefCell<Written>,
}

/// The last upload.
struct Written {
    changes: Vec<f32>,
    vertices: Vec<SkinnedVertex>,
}

impl MorphedBatch {
    /// Copies the batch's vertices, and from `targets`, which belong to the whole mesh, the displacements of these vertices.
    pub(super) fn new(batch: &Batch, targets: &[Vec<Displacement>]) -> Self {
        let local: HashMap<u32, u32> = batch.sources.iter().copied().zip(0..).collect();
        let targets = targets
            .iter()
            .map(|target| {
                target.iter().filter_map(|it| Some(Displacement { vertex: *local.get(&it.vertex)?, ..*it })).collect()
            })
            .collect();
        let written = Written { changes: Vec::new(), vertices: batch.vertices.clone() };
        Self { mesh: batch.vertices.clone(), targets, written: written.into() }
    }

    /// Uploads the morphed vertices to `buffer`, unless the last upload had the same `changes`: the differences of the
    /// weights from those at rest, one for each target.
    pub(super) fn write(
        &self,
        changes: impl Iterator<Item = f32> + Clone,
        buffer: &VertexBuffer<Attributes<SkinnedVertex>>,
    ) {
        let Written { changes: before, vertices } = &mut *self.written.borrow_mut();
        if before.iter().copied().eq(changes.clone()) {
            return;
        }
        before.clear();
        before.extend(changes);
        morph_vertices(&self.mesh, &self.targets, before.iter().copied(), vertices);
        buffer.invalidate(); // what was drawn from it may still be under way
        buffer.write(attributes(vertices));
    }
}
