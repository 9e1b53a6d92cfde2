//! `common` as one shared library, as in the course.

use common as _;

#[global_allocator]
static MEMORY: common::check::memory::Limited = common::check::memory::Limited;
