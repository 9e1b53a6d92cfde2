// Scenes. Each lesson's own Rust computes them (common/display/drawing/src/scene): meshes once, matrices and lines in each frame.
// Here they are drawn, all by the same view: meshes with their shadows, a ground, lines over that. Until all of it is
// there, and where there is no WebGL, a scene is a picture.
import { bringIntoSight, caption, element, lesson, linkButton, mistakeButtons, onColors, onState, pressMistake, stillness, words } from "./figures.js";

const MESH = `#version 300 es
layout(location = 0) in vec4 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_texcoord;
layout(location = 3) in vec3 a_color;
layout(location = 4) in vec3 a_place;
uniform mat4 u_clip_from_world;
out vec3 v_normal;
out vec2 v_texcoord;
out vec3 v_color;
out vec3 v_position;
void main() {
  v_normal = a_normal;
  v_color = a_color;
  v_texcoord = a_texcoord;
  v_position = a_place;
  gl_Position = u_clip_from_world * a_position;
}`;
// Lit as in the window: see shaders/common/lit.frag.
const lit = (paint) => `#version 300 es
precision highp float;
in vec3 v_normal;
in vec2 v_texcoord;
in vec3 v_color;
uniform sampler2D u_texture;
uniform vec3 u_paints[8];
uniform vec3 u_light;
out vec4 color;
vec3 linear(vec3 c) { return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), greaterThan(c, vec3(0.04045))); }
vec3 srgb(vec3 c) { return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308))); }
void main() {
  vec3 normal = normalize(v_normal) * (gl_FrontFacing ? 1.0 : -1.0);
  float facing = (dot(normal, u_light) + 0.25) / 1.25;
  vec3 around = mix(vec3(0.23, 0.21, 0.20), vec3(0.42, 0.45, 0.50), 0.5 + 0.5 * normal.y);
  vec3 light = around + vec3(0.80, 0.77, 0.72) * max(facing, 0.0);
  color = vec4(srgb(min(linear(${paint}) * light, 1.0)), 1.0);
}`;
const TEXTURED = lit("texture(u_texture, v_texcoord).rgb");
const COLORED = lit("v_color");
const PAINTED = lit("u_paints[clamp(int(v_texcoord.y), 0, 7)]");
const SHADOW = `#version 300 es
layout(location = 0) in vec3 a_position;
uniform mat4 u_clip_from_world;
uniform vec3 u_light;
uniform vec3 u_shade;
flat out vec3 v_color;
void main() {
  gl_Position = u_clip_from_world * vec4(a_position - u_light * (a_position.y / u_light.y), 1.0);
  v_color = u_shade;
}`;
const GROUND = `#version 300 es
uniform mat4 u_clip_from_world;
uniform vec3 u_focus;
uniform float u_reach;
out vec2 v_off;
void main() {
  v_off = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  gl_Position = u_clip_from_world * vec4(u_focus.x + u_reach * v_off.x, 0.0, u_focus.z + u_reach * v_off.y, 1.0);
}`;
const GRID = `#version 300 es
precision highp float;
in vec2 v_off;
uniform vec3 u_focus;
uniform float u_reach;
uniform vec4 u_line;
uniform float u_width;
out vec4 color;
void main() {
  vec2 place = 2.0 * (u_focus.xz + u_reach * v_off);
  vec2 near = abs(fract(place - 0.5) - 0.5) / (u_width * fwidth(place));
  float fade = 1.0 - smoothstep(0.3, 1.0, length(v_off));
  color = vec4(u_line.rgb, 1.0) * fade * u_line.a * (1.0 - min(1.0, min(near.x, near.y)));
}`;
// Half the picture's height at the distance 1: the window's perspective. A scene's distances are those of another one.
const ZOOM = 1 / Math.tan(0.3);
export const STAND = ZOOM / 2.6;
const LINE = `#version 300 es
layout(location = 0) in vec4 a_from;
layout(location = 1) in vec4 a_to;
layout(location = 2) in vec3 a_color;
layout(location = 3) in float a_width;
uniform mat4 u_clip_from_world;
uniform vec3 u_size;
flat out vec3 v_color;
void main() {
  vec4 from = u_clip_from_world * a_from, to = u_clip_from_world * a_to;
  vec2 end = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 along = (to.xy / to.w - from.xy / from.w) * u_size.xy;
  along = length(along) < 0.1 ? vec2(1.0, 0.0) : normalize(along);
  float width = a_width * u_size.z;
  // A point: a square on its corner, whose radius in metres is the width below 0.
  if (a_width < 0.0) {
    along = vec2(0.5);
    width = -a_width * ${ZOOM} * u_size.y / from.w;
  }
  gl_Position = end.x < 0.0 ? from : to;
  gl_Position.xy += (along * end.x + vec2(-along.y, along.x) * end.y) * width / u_size.xy * gl_Position.w;
  v_color = a_color;
}`;
// Of a flat scene: a picture, its shape in one colour, or a colour alone. Opacity is multiplied into the colours.
const FLAT = `#version 300 es
precision highp float;
in vec2 v_texcoord;
in vec3 v_color;
uniform sampler2D u_texture;
uniform vec4 u_ghost;
uniform bool u_has_colors;
out vec4 color;
void main() {
  vec4 picture = u_has_colors ? vec4(v_color, 1.0) : texture(u_texture, v_texcoord);
  color = u_ghost.a > 0.0 ? vec4(u_ghost.rgb, 1.0) * u_ghost.a * picture.a : picture;
}`;
const GHOST = `#version 300 es
precision highp float;
uniform vec4 u_ghost;
out vec4 color;
void main() { color = vec4(u_ghost.rgb * u_ghost.a, u_ghost.a); }`;
const PLAIN = `#version 300 es
precision highp float;
flat in vec3 v_color;
out vec4 color;
void main() { color = vec4(v_color, 1.0); }`;

const VERTEX_BYTES = 56;
const IDENTITY = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
// Elements of an array of matrices: WebGL promises no more than 256 vectors.
export const JOINTS = 48;
// What a reader's vertex shader gives for each vertex: 40 bytes.
const GIVEN = ["gl_Position", "v_position", "v_normal"];
const EDGES = [0.05, 0.05, 0.08, 0.3];
// Shadows on a floor, which is no lighter where a page is dark.
const FLOOR_SHADE = [0.4, 0.42, 0.45];
// Colours of a second view: its border and its background.
const INSET = [[0.97, 0.98, 1], [0.3, 0.34, 0.4]];
// Of a line: its ends, colour and width.
const LINE_FLOATS = 12;
// Bytes of the counts before a mesh.
const HEAD = 16;

class View {
  constructor(canvas) {
    const gl = canvas.getContext("webgl2", { antialias: false });
    if (!gl) throw new Error("no WebGL 2 here");
    Object.assign(this, { canvas, gl, meshes: [], scale: 2, readers: [], shows: { edges: false, joints: true } });
    this.programs = [[GROUND, GRID], [SHADOW, PLAIN], [MESH, GHOST], [MESH, TEXTURED], [MESH, PAINTED], [MESH, COLORED], [LINE, PLAIN], [MESH, FLAT]].map((shaders) => this.program(shaders));
    this.empty = gl.createVertexArray();
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    this.posed = gl.createBuffer();
    this.corners = new Float32Array(0);
    this.lines = gl.createVertexArray();
    this.lineBuffer = gl.createBuffer();
    gl.bindVertexArray(this.lines);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    for (const [place, size, at] of [[0, 4, 0], [1, 4, 16], [2, 3, 32], [3, 1, 44]]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 4 * LINE_FLOATS, at);
      gl.vertexAttribDivisor(place, 1);
    }
  }

  program(shaders, captured) {
    const { gl } = this;
    const program = gl.createProgram();
    [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].forEach((kind, number) => {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, shaders[number]);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    });
    if (captured) gl.transformFeedbackVaryings(program, captured, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program));
    const places = new Map();
    const place = (name) => places.get(name) ?? places.set(name, gl.getUniformLocation(program, name)).get(name);
    return { program, place };
  }

  setPicture(image, isFlat) {
    const { gl } = this;
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, isFlat);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, image);
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.generateMipmap(gl.TEXTURE_2D);
  }

  // A reader's vertex shader, which from now on moves what names it; none without a source. The number of what moves the lines
  // between joints is -1.
  setVertexShader(number, source) {
    this.readers[number] = source && { ...this.program([source, "#version 300 es\nvoid main() {}"], number < 0 ? GIVEN.slice(0, 1) : GIVEN), runs: new Map() };
  }

  // A reader's fragment shader, which lights what names any shader, with these values of its uniforms.
  setFragmentShader(source, uniforms) {
    this.light = source && { ...this.program([MESH, source]), uniforms };
  }

  // Runs a reader's shader on a mesh, and returns the buffer of what it gives.
  run(reader, { readersMesh: mesh, matrices, duals }, clip) {
    const { gl } = this;
    const { program, place, runs } = reader;
    if (!runs.has(mesh)) {
      const [array, out] = [gl.createVertexArray(), gl.createBuffer()];
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.vertices);
      for (const [name, size, type, at] of [["a_position", 3, gl.FLOAT, 0], ["a_normal", 3, gl.FLOAT, 12], ["a_texcoord", 2, gl.FLOAT, 24], ["a_joints", 4, gl.UNSIGNED_SHORT, 32], ["a_weights", 4, gl.FLOAT, 40]]) {
        const attribute = gl.getAttribLocation(program, name);
        if (attribute < 0) continue;
        gl.enableVertexAttribArray(attribute);
        if (type === gl.FLOAT) gl.vertexAttribPointer(attribute, size, type, false, VERTEX_BYTES, at);
        else gl.vertexAttribIPointer(attribute, size, type, VERTEX_BYTES, at);
      }
      gl.bindBuffer(gl.ARRAY_BUFFER, out);
      gl.bufferData(gl.ARRAY_BUFFER, (40 * mesh.size) / 6, gl.DYNAMIC_COPY);
      gl.bindBuffer(gl.ARRAY_BUFFER, null);
      runs.set(mesh, { array, out });
    }
    const { array, out } = runs.get(mesh);
    gl.useProgram(program);
    if (matrices.length) gl.uniformMatrix4fv(place("u_palette"), false, matrices.subarray(0, 16 * JOINTS));
    // Quaternions: the real parts of all, and the dual parts.
    [place("u_real"), place("u_dual")].forEach((place, part) => duals.length && gl.uniform4fv(place, duals.filter((number, at) => (at >> 2) % 2 === part)));
    this.capture(reader, clip, array, out, mesh.size / 6);
    return out;
  }

  // Writes what a reader's shader gives for so many vertices into a buffer.
  capture({ program, place }, clip, array, out, count) {
    const { gl } = this;
    gl.useProgram(program);
    gl.uniformMatrix4fv(place("u_clip_from_model"), false, clip);
    gl.bindVertexArray(array);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, out);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
  }

  // The lines between joints: as floats, and the matrix to clip space. A reader's shader has done that already.
  wires(joints, matrices, lines, clip) {
    const { gl } = this;
    const reader = this.readers[-1];
    const places = new Float32Array(4 * joints).fill(NaN);
    if (reader) {
      this.placed ??= gl.createBuffer();
      // As many joints at a time as the array has elements. All vertices are at their joints' origins, as an attribute without a
      // buffer is.
      for (let first = 0; first < joints; first += JOINTS) {
        const some = places.subarray(4 * first, 4 * (first + JOINTS));
        gl.bindBuffer(gl.ARRAY_BUFFER, this.placed);
        gl.bufferData(gl.ARRAY_BUFFER, some.byteLength, gl.STREAM_READ);
        gl.bindBuffer(gl.ARRAY_BUFFER, null);
        gl.useProgram(reader.program);
        const given = matrices.subarray(16 * first, 16 * (first + JOINTS));
        if (given.length) gl.uniformMatrix4fv(reader.place("u_model"), false, given);
        this.capture(reader, clip, this.empty, this.placed, some.length / 4);
        gl.bindBuffer(gl.ARRAY_BUFFER, this.placed);
        gl.getBufferSubData(gl.ARRAY_BUFFER, 0, some);
      }
    } else {
      for (let joint = 0; 16 * joint < matrices.length && joint < joints; joint++) places.set(matrices.subarray(16 * joint + 12, 16 * joint + 16), 4 * joint);
    }
    const floats = [];
    const place = (joint) => places.subarray(4 * joint, 4 * joint + 4);
    for (let at = 0; at < lines.length; at += 5) floats.push(...place(lines[at]), ...place(lines[at + 1]), ...lines.subarray(at + 2, at + 5), 2.5);
    for (let at = 0; at < lines.length; at += 5) for (const end of [0, 1]) floats.push(...place(lines[at + end]), ...place(lines[at + end]), 1, 1, 1, 6);
    return { floats: new Float32Array(floats), clip: reader ? IDENTITY : clip };
  }

  // The paints of a mesh side by side, as a fragment shader reads them: in linear light.
  paintsOf(mesh) {
    const { gl } = this;
    mesh.texture ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, mesh.texture);
    const pixels = Uint8Array.from({ length: (4 * mesh.paints.length) / 3 }, (_, at) => (at % 4 === 3 ? 255 : Math.round(255 * mesh.paints[3 * (at >> 2) + (at % 4)])));
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.SRGB8_ALPHA8, pixels.length / 4, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    for (const [key, value] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, key, value);
  }

  // As the lesson's module gives it: four counts, vertices, indices, paints, colours.
  setMesh(number, bytes) {
    const { gl } = this;
    const [vertices, indices, paints, colors] = new Uint32Array(bytes.buffer, 0, 4);
    const before = this.meshes[number];
    const mesh = (this.meshes[number] = { count: indices, size: 6 * vertices, vertices: gl.createBuffer(), indices: gl.createBuffer(), array: gl.createVertexArray() });
    gl.bindVertexArray(mesh.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, mesh.vertices);
    gl.bufferData(gl.ARRAY_BUFFER, bytes.subarray(HEAD, HEAD + VERTEX_BYTES * vertices), gl.STATIC_DRAW);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, mesh.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, new Uint32Array(bytes.buffer, HEAD + VERTEX_BYTES * vertices, indices), gl.STATIC_DRAW);
    for (const place of [0, 1, 2]) gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(2, 2, gl.FLOAT, false, VERTEX_BYTES, 24);
    mesh.edges = this.edges(new Uint32Array(bytes.buffer, HEAD + VERTEX_BYTES * vertices, indices));
    mesh.floats = new Float32Array(bytes.buffer, HEAD, (VERTEX_BYTES / 4) * vertices);
    mesh.joints = new Uint16Array(bytes.buffer, HEAD, (VERTEX_BYTES / 2) * vertices);
    const after = HEAD + VERTEX_BYTES * vertices + 4 * indices;
    mesh.paints = new Float32Array(bytes.buffer, after, 3 * paints);
    if (colors) {
      mesh.colors = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, mesh.colors);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(bytes.buffer, after + 12 * paints, 3 * colors), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(3);
      gl.vertexAttribPointer(3, 3, gl.FLOAT, false, 0, 0);
    }
    if (!before) return;
    gl.deleteBuffer(before.vertices);
    gl.deleteBuffer(before.indices);
    gl.deleteBuffer(before.edges);
    if (before.colors) gl.deleteBuffer(before.colors);
    gl.deleteVertexArray(before.array);
  }

  // The uniforms of a reader's fragment shader.
  setLight(mesh, light, place, turn, rise, distance) {
    const { gl } = this;
    const eye = cameraAxes(turn, rise)[2].map((part, axis) => place[axis] + STAND * distance * part);
    const given = { ...this.light.uniforms, u_diffuse: { type: "vec3", values: [1, 1, 1] }, u_eye: { type: "vec3", values: eye }, u_to_light: { type: "vec3", values: light } };
    for (const [name, { type, values }] of Object.entries(given)) {
      if (type === "float") gl.uniform1f(this.light.place(name), values[0]);
      if (type === "vec3") gl.uniform3fv(this.light.place(name), values);
    }
    this.paintsOf(mesh);
  }

  // The edges of a mesh's triangles, two vertices each.
  edges(triangles) {
    const { gl } = this;
    const lines = new Uint32Array(2 * triangles.length);
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]];
      lines.set([a, b, b, c, c, a], 2 * at);
    }
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW);
    return buffer;
  }

  // A frame, as floats; see `Frame::bytes` in common/display/drawing/src/scene/playing.rs.
  draw(floats, [turn, rise, distance, height], flat) {
    const { gl, canvas } = this;
    [canvas.width, canvas.height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * this.scale)));
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    let at = 0;
    const next = (count) => floats.subarray(at, (at += count));
    const focus = next(3);
    const lamp = next(3);
    const light = lamp.some(Boolean) ? lamp : overShoulder(turn, rise);
    const aspect = canvas.width / canvas.height;
    const inset = next(16 * next(1)[0]);
    let clip = flat ? flatClip(height, distance * Math.max(1, flat.aspect / aspect), aspect) : clipFromWorld([focus[0], focus[1] + height, focus[2]], turn, rise, distance, aspect);
    const draws = [];
    let size = 0;
    for (let left = next(1)[0]; left > 0; left--) {
      const [number, shader, readers, matrices, duals] = next(5);
      const mesh = this.meshes[number];
      const ghost = next(4);
      draws.push({ mesh, readersMesh: this.meshes[readers], ghost, shader, matrices: next(16 * matrices), duals: next(8 * duals), at: size });
      size += mesh.size;
    }
    const [joints, matrices, lines] = next(3);
    const wires = this.wires(joints, next(16 * matrices), next(5 * lines), clip);
    const use = ({ program, place }) => {
      gl.useProgram(program);
      gl.uniformMatrix4fv(place("u_clip_from_world"), false, clip);
      return place;
    };
    const [ground, shadow, ghostly, textured, painted, colored, line, paper] = this.programs;
    const ink = getComputedStyle(canvas);
    const [shade, mark] = ["--shade", "--grid"].map((name) => ink.getPropertyValue(name).trim().split(" ").map(Number));

    // Skinned here, once for all passes: where the processor draws, shaders would take far longer for it.
    if (this.corners.length < size) this.corners = new Float32Array(size);
    for (const { mesh, matrices, at } of draws) skin(mesh, matrices, this.corners, at);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.posed);
    gl.bufferData(gl.ARRAY_BUFFER, this.corners.subarray(0, size), gl.STREAM_DRAW);
    for (const draw of draws) {
      const reader = draw.shader > 0 && this.readers[draw.shader - 1];
      if (reader) Object.assign(draw, { out: this.run(reader, draw, clip), mesh: draw.readersMesh });
    }
    // What a reader's shader has moved is where its camera has it, and its shadow where it says that it is.
    const drawMesh = ({ mesh, at, out }, kind = gl.TRIANGLES) => {
      gl.bindVertexArray(mesh.array);
      gl.bindBuffer(gl.ARRAY_BUFFER, out ?? this.posed);
      const [stride, position, normal] = out ? [40, 16, 28] : [24, 4 * at, 4 * at + 12];
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, stride, position);
      gl.vertexAttribPointer(1, 3, gl.FLOAT, false, stride, normal);
      if (out && place !== cast) gl.vertexAttribPointer(0, 4, gl.FLOAT, false, stride, 0);
      const seen = out && place !== cast ? IDENTITY : clip;
      gl.uniformMatrix4fv(place("u_clip_from_world"), false, kind === gl.LINES ? nearer(seen) : seen);
      gl.enableVertexAttribArray(4);
      gl.vertexAttribPointer(4, 3, gl.FLOAT, false, stride, position);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, kind === gl.LINES ? mesh.edges : mesh.indices);
      gl.drawElements(kind, kind === gl.LINES ? 2 * mesh.count : mesh.count, gl.UNSIGNED_INT, 0);
    };
    let place, cast;

    gl.disable(gl.DEPTH_TEST);
    if (flat) {
      place = use(paper);
      for (const draw of draws) {
        gl.uniform4fv(place("u_ghost"), draw.ghost);
        gl.uniform1i(place("u_has_colors"), Boolean(draw.mesh.colors));
        drawMesh(draw);
      }
      return;
    }
    place = use(ground);
    gl.uniform3fv(place("u_focus"), focus);
    gl.uniform1f(place("u_reach"), 1.15 * distance);
    gl.uniform4fv(place("u_line"), mark);
    const pixels = Math.max(1, this.scale);
    gl.uniform1f(place("u_width"), pixels);
    gl.bindVertexArray(this.empty);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);

    // Ghosts: depth alone first, so that only the nearest of their surfaces is seen. All else hides them.
    const solids = draws.filter(({ ghost, shader }) => !ghost[3] && shader >= 0);
    const floors = draws.filter(({ shader }) => shader < 0);
    gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    place = use(ghostly);
    for (const draw of draws.filter(({ ghost }) => ghost[3])) {
      gl.uniform4fv(place("u_ghost"), draw.ghost);
      for (const isSeen of [false, true]) {
        gl.colorMask(isSeen, isSeen, isSeen, isSeen);
        drawMesh(draw);
      }
    }
    gl.clear(gl.DEPTH_BUFFER_BIT);
    const drawSolid = (draw) => {
      const { paints, colors } = draw.mesh;
      const isLit = draw.shader > 0 && this.light;
      place = use(isLit ? this.light : colors ? colored : paints.length ? painted : textured);
      if (isLit) this.setLight(draw.mesh, light, [focus[0], focus[1] + height, focus[2]], turn, rise, distance);
      else gl.uniform3fv(place("u_light"), light);
      if (paints.length && !isLit) gl.uniform3fv(place("u_paints"), paints);
      drawMesh(draw);
      if (isLit) gl.bindTexture(gl.TEXTURE_2D, this.texture);
      if (!this.shows.edges) return;
      place = use(ghostly);
      gl.uniform4fv(place("u_ghost"), EDGES);
      drawMesh(draw, gl.LINES);
    };
    // Shadows lie on the ground, one over the other, and must not darken each other: their colour is opaque. Half the triangles
    // of a closed mesh cast all of it.
    const drawSolids = () => {
      floors.forEach(drawSolid);
      gl.disable(gl.DEPTH_TEST);
      gl.enable(gl.CULL_FACE);
      place = cast = use(shadow);
      gl.uniform3fv(place("u_light"), light);
      gl.uniform3fv(place("u_shade"), floors.length ? FLOOR_SHADE : shade);
      for (const draw of solids) drawMesh(draw);
      gl.disable(gl.CULL_FACE);
      gl.enable(gl.DEPTH_TEST);
      solids.forEach(drawSolid);
    };
    drawSolids();

    // Marks are hidden by what is nearer, lines are not.
    place = use(line);
    // Of a small picture, or a coarse one, they are finer.
    gl.uniform3f(place("u_size"), canvas.width, canvas.height, this.scale * Math.max(0.5, Math.min(1, canvas.clientHeight / 480)));
    gl.bindVertexArray(this.lines);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.lineBuffer);
    for (const isHidden of [true, false]) {
      (isHidden ? gl.enable : gl.disable).call(gl, gl.DEPTH_TEST);
      const lines = next(1)[0];
      if (!isHidden) this.hasLines ||= lines + wires.floats.length > 0;
      if (!isHidden && !this.shows.joints) break;
      for (const { floats, clip: seen } of [{ floats: next(LINE_FLOATS * lines), clip }, ...(isHidden ? [] : [wires])]) {
        gl.uniformMatrix4fv(place("u_clip_from_world"), false, seen);
        gl.bufferData(gl.ARRAY_BUFFER, floats, gl.DYNAMIC_DRAW);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, floats.length / LINE_FLOATS);
      }
    }
    if (inset.length) {
      const outside = clip;
      const high = Math.round(Math.min(0.36 * canvas.height, 0.3 * canvas.width));
      const [left, low, margin] = [canvas.width - (4 * high) / 3, canvas.height - high, canvas.height / 30].map(Math.round);
      const fill = (area, color) => {
        gl.scissor(...area);
        gl.clearColor(...color, 1);
        gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      };
      const [x, y, wide] = [left - margin, low - margin, canvas.width - left];
      gl.enable(gl.SCISSOR_TEST);
      gl.enable(gl.DEPTH_TEST);
      fill([x - pixels, y - pixels, wide + 2 * pixels, high + 2 * pixels], INSET[0]);
      fill([x, y, wide, high], INSET[1]);
      gl.viewport(x, y, wide, high);
      clip = inset;
      drawSolids();
      clip = outside;
      gl.disable(gl.SCISSOR_TEST);
    }
    this.point = [...floats.subarray(-8, -5)];
    const [x, y, , depth] = [0, 1, 2, 3].map((row) => clip[12 + row] + this.point.reduce((sum, part, column) => sum + part * clip[4 * column + row], 0));
    Object.assign(this, { depth, seenAt: [x / depth, -y / depth] });
  }
}

// Writes position and normal of each vertex, skinned, into `out` from `end` on: the normal by the inverse transpose, as in lesson
// 10. Vertices in a row that follow one joint alone share their matrices.
const blended = new Float64Array(12);
const turning = new Float64Array(9);
function skin({ floats, joints }, matrices, out, end) {
  const [m, n] = [blended, turning];
  let known = -1;
  for (let at = 0; at < floats.length; at += 14, end += 6) {
    const alone = floats[at + 10] === 1 ? joints[2 * at + 16] : -1;
    if (alone < 0 || alone !== known) {
      known = alone;
      m.fill(0);
      for (let slot = 0; slot < 4; slot++) {
        const weight = floats[at + 10 + slot];
        const first = 16 * joints[2 * at + 16 + slot];
        if (weight === 0 || first >= matrices.length) continue;
        for (let column = 0; column < 4; column++) for (let row = 0; row < 3; row++) m[3 * column + row] += weight * matrices[first + 4 * column + row];
      }
      for (let column = 0; column < 3; column++) {
        const [b, c] = [3 * ((column + 1) % 3), 3 * ((column + 2) % 3)];
        for (let row = 0; row < 3; row++) n[3 * column + row] = m[b + ((row + 1) % 3)] * m[c + ((row + 2) % 3)] - m[b + ((row + 2) % 3)] * m[c + ((row + 1) % 3)];
      }
      if (m[0] * n[0] + m[1] * n[1] + m[2] * n[2] < 0) for (let at = 0; at < 9; at++) n[at] = -n[at];
    }
    for (let row = 0; row < 3; row++) {
      out[end + row] = m[row] * floats[at] + m[3 + row] * floats[at + 1] + m[6 + row] * floats[at + 2] + m[9 + row];
      out[end + 3 + row] = n[row] * floats[at + 3] + n[3 + row] * floats[at + 4] + n[6 + row] * floats[at + 5];
    }
  }
}

// The camera's right, up and backward.
function cameraAxes(turn, rise) {
  const [c, s, cr, sr] = [Math.cos(turn), Math.sin(turn), Math.cos(rise), Math.sin(rise)];
  return [[c, 0, -s], [-s * sr, cr, -c * sr], [s * cr, sr, c * cr]];
}

// The direction to the usual lamp, above the viewer's left shoulder, as in the window: see common/display/graphics/src/backdrop.rs.
function overShoulder(turn, rise) {
  const [right, up, back] = cameraAxes(turn, rise);
  const to = back.map((part, axis) => 0.75 * part - 0.55 * right[axis] + 0.85 * up[axis]);
  return to.map((part) => part / Math.hypot(...to));
}

// Column after column. The camera looks at a place from a distance, turned about y and risen.
export function clipFromWorld(place, turn, rise, stand, aspect) {
  const distance = STAND * stand;
  const axes = cameraAxes(turn, rise);
  const [near, far] = [0.1, 60];
  const origin = axes.map((axis) => -axis.reduce((sum, part, number) => sum + part * place[number], 0));
  origin[2] -= distance;
  const columns = [0, 1, 2].map((number) => axes.map((axis) => axis[number])).concat([origin]);
  const clip = columns.map(([x, y, z]) => [(ZOOM / aspect) * x, ZOOM * y, ((far + near) / (near - far)) * z, -z]);
  clip[3][2] += (2 * far * near) / (near - far);
  return new Float32Array(clip.flat());
}

// The same, all a little nearer, for what lies on a surface.
function nearer(clip) {
  return clip.map((value, at) => (at % 4 === 2 ? value - 5e-4 * clip[at + 1] : value));
}

// The same for what is flat: a picture of this height about a place above the origin.
function flatClip(middle, height, aspect) {
  const up = 2 / height;
  return new Float32Array([up / aspect, 0, 0, 0, 0, up, 0, 0, 0, 0, 1, 0, 0, -up * middle, 0, 1]);
}

// Pictures side by side: see `Flat` in common/display/drawing/src/scene/mod.rs.
function sideBySide(images) {
  const gap = 8;
  const strip = element("canvas", { width: images.reduce((sum, { width }) => sum + width + gap, 0), height: Math.max(...images.map(({ height }) => height)) });
  const context = strip.getContext("2d");
  let left = 0;
  for (const image of images) {
    context.drawImage(image, left, strip.height - image.height);
    left += image.width + gap;
  }
  return strip;
}

// A canvas that plays while it is seen, and that keys and dragging turn. What extends it has `turn(by)` and `advance(seconds)`.
export class Playing {
  constructor(canvas) {
    Object.assign(this, { canvas, isSeen: true });
    this.button = element("button", { type: "button", class: "play" });
    this.button.addEventListener("click", () => this.play(!this.plays));
    canvas.addEventListener("pointerdown", (event) => this.take(event));
    canvas.addEventListener("keydown", (event) => this.press(event));
  }

  play(plays) {
    this.plays = plays;
    this.button.classList.toggle("plays", plays);
    this.button.setAttribute("aria-label", plays ? "Pause" : "Play");
    this.wake();
  }

  wake() {
    if (this.isAwake || !this.plays || !this.isSeen) return;
    this.isAwake = true;
    let before;
    const tick = (now) => {
      this.isAwake = this.plays && this.isSeen;
      if (!this.isAwake) return;
      this.advance(Math.min(0.1, (now - (before ?? now)) / 1000));
      before = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  }

  press(event) {
    const step = { ArrowLeft: -0.15, ArrowRight: 0.15 }[event.key];
    if (step) this.turn(step), event.preventDefault();
  }

  take(event) {
    this.follow(event, (right) => this.turn(right * 0.01));
  }

  // Calls `move` with the pixels to the right and down as long as the pointer is held, and then `end`.
  follow({ target, pointerId, clientX: x, clientY: y }, move, end = () => {}) {
    target.setPointerCapture(pointerId);
    // Not `movementX`, whose unit differs between browsers.
    const step = (event) => {
      move(event.clientX - x, event.clientY - y, event);
      [x, y] = [event.clientX, event.clientY];
    };
    const ends = ["pointerup", "pointercancel"];
    const stop = () => {
      target.removeEventListener("pointermove", step);
      for (const type of ends) target.removeEventListener(type, stop);
      end();
    };
    target.addEventListener("pointermove", step);
    for (const type of ends) target.addEventListener(type, stop);
  }
}

// The keys that steer a body: to the right, and towards the reader.
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// The keys of deeds, by the names of their buttons.
const DEEDS = { " ": "jump", j: "jump", k: "punch", l: "swing" };
const GAITS = ["stand", "walk", "run", "recorded run", "dance", "sword swing"];
// Seconds after which the deed that shows a mistake is done again.
const AGAIN = 2;

class Scene extends Playing {
  static async begin(host) {
    const number = host.dataset.lesson;
    const module = (await lesson(number)).again();
    const about = module.json("scene");
    const load = async (file) => {
      const image = new Image();
      image.src = new URL(`scenes/${file}`, import.meta.url);
      await image.decode();
      return image;
    };
    const text = async () => (await fetch(new URL(`scenes/${about.figure}.json`, import.meta.url))).text();
    const [figure, image] = about.figure ? await Promise.all([text(), load(`${about.figure}.jpg`)]) : [""];
    return new Scene(host, module, about, figure, about.flat ? sideBySide(await Promise.all(about.flat.pictures.map(load))) : image);
  }

  constructor(host, module, about, figure, image) {
    super(element("canvas", { role: "application", tabindex: "0", "aria-label": `${about.words}${about.steering || about.flat ? "" : " Arrow keys turn it."}` }));
    Object.assign(this, { host, module, about, figure, camera: [...about.camera], mistake: "" });
    this.view = new View(this.canvas);
    if (image) this.view.setPicture(image, Boolean(about.flat));
    this.open();
    const row = (this.row = element("div", { class: "controls" }, this.button, element("div", { class: "deeds" }, ...about.buttons.map((name, number) => this.deed(name, number)))));
    this.showGait(about.buttons.find((name) => name === "recorded run") ?? about.buttons[0]);
    const stage = element("div", { class: "view" }, this.canvas);
    const [buttons, says] = "mistakes" in host.dataset ? this.mistakes() : this.breaking();
    // What takes room before it is said comes last.
    if ("mistakes" in host.dataset) host.append(stage, row, ...this.controls(), buttons, says, caption(about.words));
    else host.append(stage, buttons, row, ...this.controls(), caption(about.words), says);
    if (about.steering === "walk") this.steerByKeys();
    if (about.steering === "point") stage.append(element("div", { class: "handles" }, this.makeHandle()));
    this.canvas.addEventListener("webglcontextlost", () => this.fail("WebGL is lost"));
    // Before it is shown it has no size. What stands still is drawn anew when its size or its colours change.
    host.dataset.ready = "";
    this.play(!stillness.matches);
    this.draw(0);
    const redraw = () => this.isAwake || this.draw(0);
    new ResizeObserver(redraw).observe(this.canvas);
    onColors(redraw);
    row.append(this.display());
    onState(host.id, (state) => this.restore(state));
  }

  open() {
    const count = Number(this.module.ask("scene-open", this.figure));
    this.count = count;
    this.setMeshes();
  }

  setMeshes() {
    for (let mesh = 0; mesh < this.count; mesh++) this.view.setMesh(mesh, this.module.send("scene-mesh", mesh, this.mistake));
  }

  // A gait goes on, and its button shows that.
  deed(name, number) {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => this.do(number));
    return button;
  }

  // Of the recorded run any deed is the end, and he walks on.
  showGait(name) {
    if (name && !GAITS.includes(name)) {
      if (this.gait !== "recorded run") return;
      name = "walk";
    }
    this.gait = name;
    for (const button of this.row.querySelectorAll(".deeds button")) if (GAITS.includes(button.textContent)) button.setAttribute("aria-pressed", button.textContent === name);
  }

  // What can be shown besides, as the window's keys do.
  display() {
    const { shows, hasLines } = this.view;
    const add = (name, isOn, change) => {
      const button = element("button", { type: "button", "aria-pressed": isOn }, name);
      button.addEventListener("click", () => {
        isOn = !isOn;
        button.setAttribute("aria-pressed", isOn);
        change(isOn);
      });
      return button;
    };
    const buttons = Object.keys(this.about.flat ? {} : shows).filter((name) => name !== "joints" || hasLines).map((name) => add(name, shows[name], (isOn) => {
      shows[name] = isOn;
      if (!this.isAwake) this.draw(0);
    }));
    this.about.controls.forEach(({ name, kind }, number) => {
      if (["Switch", "HeatMap", "Ghosts"].includes(kind)) buttons.push(add(name, false, (isOn) => this.set(number, Number(isOn))));
    });
    this.toggles = buttons.map((button) => [button, button.ariaPressed]);
    return element("div", { class: "deeds display" }, ...buttons, linkButton("Link to this", () => this.state()));
  }

  // What the reader has made of it: a mistake, what is shown besides, and the numbers that were set.
  state() {
    const state = new URLSearchParams(this.mistake && { mistake: this.mistake });
    for (const [button, start] of this.toggles) if (button.ariaPressed !== start) state.set(button.textContent, button.ariaPressed);
    if (this.settings?.open) for (const { name, input } of this.inputs) if (input.value) state.set(name, input.value);
    return `${this.host.id}?${state}`;
  }

  restore(state) {
    this.choose(state.get("mistake") ?? "");
    for (const [button, start] of this.toggles) if (button.ariaPressed !== (state.get(button.textContent) ?? start)) button.click();
    const named = (this.inputs ?? []).filter(({ name }) => state.has(name));
    if (named.length) this.settings.open = true;
    for (const { name, number, input } of named) {
      input.value = state.get(name);
      this.set(number, input.value);
    }
  }

  // The numbers that the window's panel sets. Closed, all are as at the beginning, and what moves by itself does so again.
  controls() {
    const inputs = this.about.controls.flatMap(({ name, kind }, number) => {
      const { Slider, Choice = kind === "List" ? [this.module.json("scene-list", number), null] : undefined } = kind;
      const input = Slider
        ? element("input", { type: "range", min: Slider[0][0], max: Slider[0][1], step: "any", ...(Slider[1] !== null && { value: Slider[1] }) })
        : Choice && element("select", {}, ...Choice[0].map((name, number) => element("option", { value: number, ...(number === Choice[1] && { selected: "" }) }, name)));
      // Nothing is chosen as long as the scene does so.
      if (Choice && Choice[1] === null) input.value = "";
      input?.addEventListener("input", () => this.set(number, input.value));
      if (!input) return [];
      // As long as the scene chooses a number, none is shown.
      const digits = Slider && Math.max(0, Math.round(2 - Math.log10(Slider[0][1] - Slider[0][0])));
      const output = element("output", {}, Slider?.[1]?.toFixed(digits) ?? "");
      return [{ name, number, input, digits, output, start: (Slider ?? Choice)[1], label: element("label", {}, name, input, ...(Slider ? [output] : [])) }];
    });
    if (!inputs.length) return [];
    const details = element("details", { class: "controls" }, element("summary", {}, "Set it yourself"), ...inputs.map(({ label }) => label));
    const end = ({ number, input, start }) => {
      input.value = start ?? "";
      this.set(number, start ?? NaN);
    };
    details.addEventListener("toggle", () => details.open || inputs.forEach(end));
    Object.assign(this, { settings: details, inputs });
    return [details];
  }

  set(control, value) {
    this.module.ask("scene-set", `${control} ${value}`);
    const { digits, output } = this.inputs?.find(({ number }) => number === control) ?? {};
    if (output) output.textContent = Number.isNaN(value) ? "" : Number(value).toFixed(digits);
    this.draw(0, true);
  }

  // A reader's shader for a TODO, translated, which draws from now on; none if it cannot be used.
  shade(todo, source, uniforms) {
    const { shaders, wire_shader: wires } = this.about;
    const number = shaders.findIndex((shader) => shader.todo === todo);
    try {
      if (uniforms) this.view.setFragmentShader(source, uniforms);
      else if (number >= 0 || wires?.todo === todo) this.view.setVertexShader(number, source);
    } catch (error) {
      console.warn(error);
    }
    if (!this.isAwake) this.draw(0);
  }

  do(number) {
    this.showGait(this.about.buttons[number]);
    this.shown = undefined;
    this.module.ask("scene-press", number);
    this.play(true);
  }

  // Arrows walk, with Shift they run. Those to the sides need not be aimed at the canvas: no page needs them.
  steerByKeys() {
    const held = new Set();
    let runs = false;
    const steer = () => {
      const [x, z] = [0, 1].map((axis) => [...held].reduce((sum, key) => sum + WAYS[key][axis], 0));
      this.steer([x, 0, z].map((part) => part * (runs ? 2 : 1)));
    };
    this.press = (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
      const isForAll = event.target === this.canvas || /Left|Right/.test(event.key);
      const deed = event.target === this.canvas ? this.about.buttons.indexOf(DEEDS[event.key]) : -1;
      if (!(isForAll && event.key in WAYS) && deed < 0) return;
      event.preventDefault();
      if (deed >= 0) return event.repeat || this.do(deed);
      held.add(event.key);
      runs = event.shiftKey;
      steer();
    };
    addEventListener("keydown", (event) => {
      if (!this.isSeen || !(event.target === document.body || this.host.contains(event.target))) return;
      this.press(event);
      if (!event.defaultPrevented) return;
      // From then on all of his keys are his, and neither the page nor the book moves by them.
      event.stopPropagation();
      this.canvas.focus({ preventScroll: true });
    }, { capture: true });
    addEventListener("keyup", (event) => {
      const isChanged = held.delete(event.key) || (event.key === "Shift" && held.size);
      runs = event.shiftKey;
      if (isChanged) steer();
    });
    addEventListener("blur", () => held.size && (held.clear(), steer()));
  }

  steer(way) {
    this.shown = undefined;
    this.module.ask("scene-steer", way.join(" "));
    // A point can be moved while all stands still.
    if (this.about.steering === "walk") this.showGait(""), this.play(true);
    else if (!this.isAwake) this.draw(0);
  }

  // Where a body is steered, it walks to the side where the pointer is held, and runs to what is far.
  take(event) {
    if (this.about.steering !== "walk") return super.take(event);
    const walk = ({ clientX }) => {
      const { left, width } = this.canvas.getBoundingClientRect();
      const off = (clientX - left) / width - 0.5;
      this.steer([Math.sign(off) * (Math.abs(off) > 0.3 ? 2 : 1), 0, 0]);
    };
    walk(event);
    this.follow(event, (right, down, event) => walk(event), () => this.steer([0, 0, 0]));
  }

  // What drags a point, also from some way off. It is an element of its own, so that a finger beside it scrolls the page. Under the
  // pointer it waits.
  makeHandle() {
    this.press = (event) => {
      if (!(event.key in WAYS)) return;
      event.preventDefault();
      this.move(...WAYS[event.key].map((way) => 12 * way));
    };
    this.handle = element("div", { class: "point" });
    this.handle.addEventListener("pointerenter", () => (this.waits = true));
    this.handle.addEventListener("pointerleave", () => (this.waits = false));
    this.handle.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.canvas.focus({ preventScroll: true });
      const { left, top, width, height } = this.handle.getBoundingClientRect();
      this.move(event.clientX - left - width / 2, event.clientY - top - height / 2);
      this.follow(event, (right, down) => this.move(right, down));
    });
    return this.handle;
  }

  // Moves the point by so many pixels of the page, across what is looked at.
  move(right, down) {
    const [turn, rise] = this.camera;
    const [x, y] = cameraAxes(turn, rise);
    const { point, depth } = this.view;
    const size = (2 * depth) / (ZOOM * this.canvas.clientHeight);
    this.view.point = point.map((part, axis) => part + size * (right * x[axis] - down * y[axis]));
    this.steer(this.view.point);
  }

  // The scene's mistakes, and what is said of each.
  mistakes() {
    const known = this.about.mistakes.map(([todo, name]) => ({ name: `${todo} ${name}`, ...this.module.said[`${todo} ${name}`] }));
    this.choose = (name) => pressMistake(this.host, name);
    const [row, says] = mistakeButtons(known, (mistake) => this.make(mistake));
    return [known.length ? row : "", says];
  }

  // One button: it makes one known mistake after the other, says what is seen then, and mends each. The texts lie over each other,
  // so that there is always room for the longest.
  breaking() {
    const breaks = JSON.parse(this.host.dataset.breaks).map(([name, seen, asks]) => {
      // The question is answered at the figure of its task.
      const [todo] = name.split(" ");
      const link = element("a", { href: `${this.host.dataset.page}#figure-${todo}` }, `Lesson ${this.host.dataset.lesson}`);
      return { name, text: element("div", {}, element("p", {}, `${seen} `, link, " knows this mistake, and asks:"), element("p", { class: "asks" }, asks)) };
    });
    const says = element("div", { class: "says", "aria-live": "polite" }, ...breaks.map(({ text }) => text));
    const button = element("button", { type: "button", class: "break" }, "Now break him");
    let count = 0;
    const choose = (broken) => {
      this.make(broken);
      button.textContent = broken ? "Mend him" : "Now break him";
      for (const { text } of breaks) text.classList.toggle("said", text === broken?.text);
    };
    button.addEventListener("click", () => {
      choose(this.mistake ? undefined : breaks[count++ % breaks.length]);
      if (this.mistake) bringIntoSight(says);
    });
    this.choose = (name) => choose(breaks.find((known) => known.name === name));
    return [element("div", { class: "controls" }, button), says];
  }

  // Makes a mistake from now on, or none. Returns whether it panics.
  make(mistake) {
    if (this.shown) this.module = this.shown.before;
    this.shown = undefined;
    this.mistake = mistake?.name ?? "";
    this.panics = false;
    this.draw(0, true);
    if (!this.mistake || this.panics) return this.panics;
    // An arm is seen as at first, however it was turned.
    if (this.about.steering === "point") this.camera = [...this.about.camera];
    // Where he has gone, something may stand before him: a body begins anew. One that can walk first leaves the box on which it begins:
    // whoever falls shows little of a mistake.
    if (this.about.steering === "walk") {
      this.module.ask("scene-open", this.figure);
      const walk = this.about.buttons.indexOf("walk");
      if (walk >= 0) {
        this.module.ask("scene-press", walk);
        this.showGait("walk");
      }
      for (let frame = 0; frame < (walk >= 0 ? 25 : 5); frame++) this.module.ask("scene-frame", 0.1, "");
    }
    this.reveal(this.revealing(this.mistake));
    return false;
  }

  // Sends the request that shows a mistake. A deed is done again and again from this moment, until the reader steers.
  reveal(request) {
    if (request.length) this.shown = { before: this.module.copy(), request, seconds: 0 };
    if (request.length) this.module.ask(...request);
    this.play(true);
  }

  // The request after which a mistake shows within a second far more than without one; empty if there is none. A body always
  // does something: what goes on without a deed would carry it out of the picture.
  revealing(mistake) {
    const run = (request, mistake) => {
      const module = this.module.copy();
      if (request.length) module.ask(...request);
      return Array.from({ length: 20 }, () => new Float32Array(module.send("scene-frame", 1 / 20, mistake).buffer));
    };
    const difference = (request) => {
      try {
        const right = run(request, "");
        return run(request, mistake).reduce((sum, frame, time) => frame.reduce((sum, number, at) => sum + Math.min(1, Math.abs(number - right[time][at]) || 0), sum), 0);
      } catch {
        return Infinity; // It panics then.
      }
    };
    let [best, most] = [[], this.about.steering === "walk" ? 0 : difference([])];
    for (const request of this.requests()) {
      const shown = difference(request);
      if (shown > 2 * most) [best, most] = [request, shown];
    }
    return best;
  }

  // What a reader may do: press a button, or bring the point to where it was by itself.
  requests() {
    if (this.about.steering !== "point") return this.about.buttons.map((_, number) => ["scene-press", number]);
    const module = this.module.again();
    module.ask("scene-open", this.figure);
    const frames = Array.from({ length: 50 }, () => new Float32Array(module.send("scene-frame", 0.1, "").buffer));
    return frames.filter((_, number) => number % 5 === 0).map((frame) => ["scene-steer", frame.slice(-8, -5).join(" ")]);
  }

  advance(seconds) {
    if (this.shown && (this.shown.seconds += seconds) > AGAIN) {
      this.module = this.shown.before;
      this.reveal(this.shown.request);
    }
    this.draw(this.waits ? 0 : seconds);
    // Where frames take long, there are fewer pixels.
    this.late = 0.95 * (this.late ?? 0) + 0.05 * seconds;
    if (this.late > 0.02 && this.view.scale > 1) [this.view.scale, this.late] = [0.75 * this.view.scale, 0];
  }

  draw(seconds, isNew = false) {
    try {
      if (isNew) this.setMeshes();
      const bytes = this.module.send("scene-frame", seconds, this.mistake);
      this.view.draw(new Float32Array(bytes.buffer), this.camera, this.about.flat);
      this.view.seenAt?.forEach((place, axis) => this.handle?.style.setProperty(["left", "top"][axis], `${50 + 50 * Math.max(-1, Math.min(1, place))}%`));
      this.frames = (this.frames ?? 0) + 1;
    } catch (error) {
      if (!this.mistake) return this.fail(error);
      // After a panic a module is in no certain state.
      this.module.begin();
      this.shown = undefined;
      this.panics = true;
      this.mistake = "";
      this.open();
    }
  }

  // Back to the picture.
  fail(error) {
    console.warn(error);
    this.play(false);
    this.host.removeAttribute("data-ready");
    hide(this.host);
  }

  turn(by) {
    if (this.about.flat) return;
    this.camera[0] -= by;
    if (!this.isAwake) this.draw(0);
  }
}

async function begin(host) {
  seen.unobserve(host);
  try {
    host.scene = await Scene.begin(host);
    seen.observe(host);
  } catch (error) {
    console.warn(error);
    hide(host);
  }
}

// It stays a picture, without the room for buttons, and says why.
function hide(host) {
  if ("still" in host.dataset) return;
  host.dataset.still = "";
  host.append(element("p", { class: "why" }, "This is a picture, because the browser has no WebGL 2 here. With it, this moves, and you can break it."));
}

// Scenes far from what is on the screen are neither made nor drawn.
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (target.scene) {
      target.scene.isSeen = isIntersecting;
      target.scene.wake();
    } else if (isIntersecting) {
      begin(target);
    }
  }
});

// None begins before the first sign of a reader, or three seconds after the first paint: the text comes first. A link to a state is
// such a sign.
const hosts = new Set(document.querySelectorAll("figure.scene"));
// What they need is many bytes, which come meanwhile.
hosts.forEach((host) => lesson(host.dataset.lesson).catch(() => {}));
const observe = () => {
  hosts.forEach((host) => seen.observe(host));
  hosts.clear();
};
for (const sign of ["pointermove", "pointerdown", "keydown", "scroll", "hashchange"]) addEventListener(sign, observe, { once: true, passive: true });
if (location.hash.startsWith("#scene?")) observe();
new PerformanceObserver(() => setTimeout(observe, 3000)).observe({ type: "paint", buffered: true });
