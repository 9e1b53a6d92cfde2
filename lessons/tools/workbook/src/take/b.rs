
/// The axis of a file that points up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpAxis {
    X,
    Y,
    Z,
}

/// Reads one node's matrix and name, by 05.1 and 05.2.
pub struct Reader;

impl Reader {
    /// Returns the matrix from the node's own space to its parent node's.
    pub fn matrix(&self, node: Node) -> Result<Mat4, String> {
        let mut above_from_node = Mat4::IDENTITY;
        for element in node.children().filter(|element| element.has_tag_name("matrix")) {
            above_from_node *= lesson_05::matrix_from_text(element.text().unwrap_or_default())?;
        }
        Ok(above_from_node)
    }

    pub fn name(&self, node: Node) -> String {
        lesson_05::joint_name(node)
    }
}
