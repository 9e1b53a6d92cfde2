struct View {
    clip_from_model: mat4x4<f32>,
    world_from_model: mat4x4<f32>,
}

@group(0) @binding(0) var<uniform> view: View;
// The rows of `model_from_mesh` for each joint: an `Affine3x4`.
@group(0) @binding(1) var<storage, read> palette: array<mat3x4<f32>>;

struct Vertex {
    @location(0) position: vec3<f32>, // mesh space
    @location(1) normal: vec3<f32>,
    @location(2) joints: vec4<u32>,
    @location(3) weights: vec4<f32>, // sum 1
}

struct Corner {
    @builtin(position) clip_position: vec4<f32>,
    @location(0) world_normal: vec3<f32>,
}

@vertex
fn skin(vertex: Vertex) -> Corner {
    let model_from_mesh = vertex.weights.x * palette[vertex.joints.x]
        + vertex.weights.y * palette[vertex.joints.y]
        + vertex.weights.z * palette[vertex.joints.z]
        + vertex.weights.w * palette[vertex.joints.w];
    var corner: Corner;
    corner.clip_position = view.clip_from_model * vec4(vec4(vertex.position, 1.0) * model_from_mesh, 1.0);
    // Right for joints that scale evenly.
    let normal = vec4(vertex.normal, 0.0) * model_from_mesh;
    corner.world_normal = (view.world_from_model * vec4(normal, 0.0)).xyz;
    return corner;
}

@fragment
fn shade(corner: Corner) -> @location(0) vec4<f32> {
    let light = max(dot(normalize(corner.world_normal), normalize(vec3(0.4, 0.8, 0.6))), 0.0);
    return vec4(vec3(0.15 + 0.7 * light), 1.0); // linear: the target encodes it
}
