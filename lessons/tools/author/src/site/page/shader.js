// A shader TODO done in the page. wasm/04-shaders.json has the starter, the inputs of the desktop's check, and the known mistakes;
// the lesson's module explains errors and counts the rounds of loops, as on the desktop (common/display/drawing/src/page.rs).
import { arrived, element, finish, lesson, linkButton, nextTask, onColors, onState, sentence, stillness, storage, words } from "./figures.js";
import { nearest } from "./near.js";
import { JOINTS, Playing, STAND, clipFromWorld } from "./scene.js";

const ENDLESS = -7e33; // a number that no shader computes
const LONGEST = 20000;
const TYPES = {
  0x1406: "float", 0x8b50: "vec2", 0x8b51: "vec3", 0x8b52: "vec4", 0x8b5a: "mat2", 0x8b5b: "mat3", 0x8b5c: "mat4", 0x8b5e: "sampler2D", 0x8b56: "bool",
  0x1404: "int", 0x8b53: "ivec2", 0x8b54: "ivec3", 0x8b55: "ivec4", 0x1405: "uint", 0x8dc6: "uvec2", 0x8dc7: "uvec3", 0x8dc8: "uvec4",
};
const size = (type) => (type === "mat4" ? 16 : Number(/\d$/.exec(type)?.[0] ?? 1));
const isWhole = (type) => /^[iu]/.test(type);
const plain = (text) => text.replace(/\/\*[^]*?\*\/|\/\/.*/g, "").replace(/\s+/g, " ").trim();
// Functions and variables of GLSL that shaders of the course use.
const GIVEN = "gl_Position gl_VertexID gl_FragCoord abs clamp cross distance dot float int inverse length mat3 mat4 max min mix mod normalize pow reflect sqrt texelFetch texture textureSize transpose vec2 vec3 vec4".split(" ");
const KEYWORDS = "bool|const|else|false|flat|float|for|if|in|inout|int|ivec2|layout|mat[234]|out|return|sampler2D|true|uint|uniform|uvec4|vec[234]|void|while";
const decoded = (bytes) => new TextDecoder().decode(Uint8Array.from(bytes));

// What is wrong with a shader that cannot run: its line, a question about it, and what the compiler says, where they are known.
class ShaderError extends Error {
  constructor(message, { line, asks, raw } = {}) {
    super(message);
    Object.assign(this, { line, asks, raw });
  }
}

// A desktop's shader as WebGL takes it. Its lines keep their numbers.
function translated(text, define, end = "") {
  const lines = text.split("\n");
  const version = lines.findIndex((line) => line.trim() && !line.trim().startsWith("//"));
  if (!lines[version]?.trim().startsWith("#version")) throw new ShaderError("the first line must be `#version 330 core`", { line: version + 1 });
  const head = ["#version 300 es", "precision highp float; precision highp int; precision highp sampler2D;", ...(define ? [`#define ${define}`] : []), `#line ${version + 2}`];
  return [...head, ...lines.slice(version + 1)].join("\n").replace(/\[\s*96\s*\]/g, `[${JOINTS}]`) + end;
}

// Asks for the known name that is nearest to one that a compiler does not know, if there is one.
function nearKnown(message, text) {
  const [, name] = /'(\w+)' : (?:undeclared|no matching overloaded)/.exec(message) ?? [];
  const declared = [...plain(text).matchAll(/\b(?:[iu]?vec[234]|mat[234]|u?int|float|bool|sampler2D) (\w+)/g)].map(([, declared]) => declared);
  const near = name && nearest(name, [...declared, ...GIVEN], Math.min(2, Math.floor(name.length / 3)));
  return near && near !== name ? `\`${name}\` is not known: is \`${near}\` meant?` : undefined;
}

// A text in the page's address: compressed, in letters that need no escape.
async function packed(text) {
  const bytes = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// No longer than any shader is: anybody can write such an address.
async function unpacked(sent) {
  const bytes = Uint8Array.from(atob(sent.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt());
  const parts = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await parts.read(); !part.done && text.length < LONGEST; part = await parts.read()) text += part.value;
  return text.slice(0, LONGEST);
}

// Runs shaders on numbers.
class Runner {
  constructor(gl, module, errors) {
    Object.assign(this, { gl, module, errors });
    this.filter = gl.getExtension("OES_texture_float_linear") ? gl.LINEAR : gl.NEAREST;
    this.hasFloats = gl.getExtension("EXT_color_buffer_float");
  }

  compile(kind, source, text = source) {
    const { gl } = this;
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    if (gl.getShaderParameter(shader, gl.COMPILE_STATUS)) return shader;
    const [line, message] = this.module.json("shader-error", gl.getShaderInfoLog(shader));
    const code = text.split("\n")[line - 1] ?? "";
    const fits = ({ words, line }) => words.some((words) => message.includes(words)) && (!line.length || line.some((words) => code.includes(words)));
    const known = this.errors.find(fits);
    const says = (known && !known.is_name ? undefined : nearKnown(message, text)) ?? known?.says;
    throw new ShaderError(says ?? message, { line, raw: says && message });
  }

  link(vertex, fragment, captured) {
    const { gl } = this;
    const program = gl.createProgram();
    for (const shader of [vertex, fragment]) {
      gl.attachShader(program, shader);
      gl.deleteShader(shader);
    }
    if (captured) gl.transformFeedbackVaryings(program, captured, gl.INTERLEAVED_ATTRIBS);
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new ShaderError(gl.getProgramInfoLog(program).trim().split("\n")[0]);
    return program;
  }

  // The inputs that a program reads, which must be among those given.
  inputs(program, { uniforms, attributes }) {
    const { gl } = this;
    const found = { uniforms: [], attributes: [] };
    for (const [kind, what, given, count, info] of [
      ["uniforms", "uniform", uniforms, gl.ACTIVE_UNIFORMS, "getActiveUniform"],
      ["attributes", "attribute", attributes, gl.ACTIVE_ATTRIBUTES, "getActiveAttrib"],
    ]) {
      for (let index = 0; index < gl.getProgramParameter(program, count); index++) {
        const active = gl[info](program, index);
        const name = active.name.replace("[0]", "");
        const type = TYPES[active.type];
        if (name.startsWith("gl_") || name.startsWith("u_page")) continue;
        if (!given[name]) throw new ShaderError(`there is no ${what} ${name} here, but ${Object.keys(given).join(", ")}`);
        const isAlike = type === given[name].type || (isWhole(type) && isWhole(given[name].type) && size(type) === size(given[name].type));
        if (!isAlike) throw new ShaderError(`the ${what} ${name} is declared ${type}, and it is ${given[name].type}`);
        found[kind].push({ name, type });
      }
    }
    return found;
  }

  setUniforms(program, inputs, given, textures) {
    const { gl } = this;
    gl.useProgram(program);
    let unit = 0;
    for (const { name, type } of inputs.uniforms) {
      const place = gl.getUniformLocation(program, name);
      const { values, width } = given[name];
      if (type === "mat4") gl.uniformMatrix4fv(place, false, values.slice(0, 16 * JOINTS));
      else if (type === "int") gl.uniform1i(place, values[0]);
      else if (type !== "sampler2D") gl[`uniform${size(type)}fv`](place, values.slice(0, JOINTS * size(type)));
      else {
        if (!textures.has(name)) textures.set(name, gl.createTexture());
        gl.activeTexture(gl.TEXTURE0 + unit);
        gl.bindTexture(gl.TEXTURE_2D, textures.get(name));
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, width, values.length / 4 / width, 0, gl.RGBA, gl.FLOAT, Float32Array.from(values));
        for (const key of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, key, this.filter);
        gl.uniform1i(place, unit++);
      }
    }
  }

  // A vertex array with the attributes that a program reads, and what deletes it.
  vertices(program, inputs, given) {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    const buffers = inputs.attributes.map(({ name, type }) => {
      const buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      const kind = { i: Int32Array, u: Uint32Array }[type[0]] ?? Float32Array;
      gl.bufferData(gl.ARRAY_BUFFER, kind.from(given[name].values), gl.STATIC_DRAW);
      const place = gl.getAttribLocation(program, name);
      gl.enableVertexAttribArray(place);
      if (isWhole(type)) gl.vertexAttribIPointer(place, size(type), type[0] === "u" ? gl.UNSIGNED_INT : gl.INT, 0, 0);
      else gl.vertexAttribPointer(place, size(type), gl.FLOAT, false, 0, 0);
      return buffer;
    });
    return [array, () => (gl.deleteVertexArray(array), buffers.forEach((buffer) => gl.deleteBuffer(buffer)))];
  }

  // The outputs of a shader for each case, as numbers.
  run(todo, text, define) {
    const { gl } = this;
    const isFragment = todo.name.endsWith(".frag");
    if (isFragment && !this.hasFloats) throw new ShaderError("this browser cannot read back what a fragment shader writes");
    const source = translated(text, define);
    const program = isFragment
      ? this.link(this.compile(gl.VERTEX_SHADER, passing(todo.cases[0].attributes)), this.compile(gl.FRAGMENT_SHADER, source, text))
      : this.link(this.compile(gl.VERTEX_SHADER, source, text), this.compile(gl.FRAGMENT_SHADER, "#version 300 es\nvoid main() {}"), todo.outputs.map(([name]) => name));
    const textures = new Map();
    try {
      const inputs = this.inputs(program, todo.cases[0]);
      return todo.cases.map((given) => {
        this.setUniforms(program, inputs, given.uniforms, textures);
        const [, free] = this.vertices(program, inputs, given.attributes);
        const { a_position } = given.attributes;
        const numbers = isFragment ? this.pixels() : this.feedback(todo.outputs, a_position.values.length / 3);
        gl.bindVertexArray(null);
        free();
        return numbers;
      });
    } finally {
      gl.deleteProgram(program);
      textures.forEach((texture) => gl.deleteTexture(texture));
    }
  }

  feedback(outputs, count) {
    const { gl } = this;
    const numbers = new Float32Array(count * outputs.reduce((sum, [, type]) => sum + size(type), 0));
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer);
    gl.bufferData(gl.TRANSFORM_FEEDBACK_BUFFER, numbers.byteLength, gl.STREAM_READ);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.enable(gl.RASTERIZER_DISCARD);
    gl.beginTransformFeedback(gl.POINTS);
    gl.drawArrays(gl.POINTS, 0, count);
    gl.endTransformFeedback();
    gl.disable(gl.RASTERIZER_DISCARD);
    gl.getBufferSubData(gl.TRANSFORM_FEEDBACK_BUFFER, 0, numbers);
    gl.bindBufferBase(gl.TRANSFORM_FEEDBACK_BUFFER, 0, null);
    gl.deleteBuffer(buffer);
    return numbers;
  }

  // Sixteen pixels between four corners.
  pixels() {
    const { gl } = this;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE7);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, 4, 4);
    const target = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, target);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
    gl.viewport(0, 0, 4, 4);
    gl.disable(gl.BLEND);
    gl.disable(gl.DEPTH_TEST);
    gl.clearBufferfv(gl.COLOR, 0, [ENDLESS, ENDLESS, ENDLESS, ENDLESS]);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    const numbers = new Float32Array(64);
    gl.readPixels(0, 0, 4, 4, gl.RGBA, gl.FLOAT, numbers);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(target);
    gl.deleteTexture(texture);
    return numbers;
  }

  // A compiler says nothing of an input that is declared as another one, or of its use alone.
  ensureDeclared({ name, cases: [{ attributes, uniforms }] }, text) {
    const begin = name.endsWith(".frag") ? "v_" : "a_";
    const all = [["in", attributes], ["uniform", uniforms]].flatMap(([word, inputs]) => Object.entries(inputs).map(([name, { type }]) => `${word} ${type} ${name.replace(/^a_/, begin)}`));
    const [line, message] = this.module.json("shader-inputs", all.join(), text) ?? [];
    if (line) throw new ShaderError(message, { line });
  }

  // Before a graphics card hangs on a loop, its rounds are counted.
  ensureLoopsEnd(todo, text) {
    const isFragment = todo.name.endsWith(".frag");
    if (isFragment && text.includes("discard")) return;
    const report = isFragment ? "discard;" : `gl_Position = vec4(armature_line, ${ENDLESS.toExponential().replace("+", "")}, 0.0, 1.0);`;
    const counted = this.module.json("shader-loops", report, text);
    if (!counted) return;
    let results;
    try {
      results = this.run(todo, counted.text, counted.define);
    } catch {
      return; // the reader's own text says why
    }
    const place = Math.fround(ENDLESS);
    for (const numbers of results) {
      const at = numbers.indexOf(place);
      if (at >= 0) throw new ShaderError("this loop was still running after 20000 rounds: does it ever end?", { line: isFragment ? undefined : numbers[at - 1] });
    }
  }
}

// A vertex shader that passes on every attribute of a corner.
function passing(attributes) {
  const all = Object.entries(attributes).map(([name, { type }]) => [name, name.replace(/^a_/, "v_"), type]);
  const declared = all.map(([name, out, type]) => `in ${type} ${name};\nout ${type} ${out};`).join("\n");
  const copies = all.map(([name, out]) => `${out} = ${name};`).join("\n");
  return `#version 300 es\n${declared}\nvoid main() {\n${copies}\ngl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0, 0.0, 1.0);\n}`;
}

// A case in words; of one that is the same but for a detail, also what it is the same as.
function inWords(cases, number) {
  const { words } = cases[number];
  return /\bthe same\b/.test(words) && number ? `${inWords(cases, number - 1)}; ${words}` : words;
}

// Where two results differ: the case, the output, and both values there.
function difference(todo, mine, right) {
  const width = todo.outputs.reduce((sum, [, type]) => sum + size(type), 0);
  for (const [number, numbers] of mine.entries()) {
    const wrong = [];
    for (let begin = 0; begin < numbers.length; begin += width) {
      let at = begin;
      for (const [name, type] of todo.outputs) {
        const [got, expected] = [numbers, right[number]].map((all) => [...all.subarray(at, at + size(type))]);
        at += size(type);
        // What is no number equals itself here, so that a mistake which divides by zero is recognised.
        const isRight = got.every((value, part) => Object.is(value, expected[part]) || Math.abs(value - expected[part]) <= todo.tolerance * Math.max(1, Math.abs(expected[part])));
        if (!isRight) wrong.push({ words: inWords(todo.cases, number), name, got, expected });
      }
    }
    // The other outputs come before the camera.
    if (wrong.length) return { ...(wrong.find(({ name }) => name !== "gl_Position") ?? wrong[0]), isPlaced: wrong.every(({ name }) => name !== "gl_Position") };
  }
  return undefined;
}

const shown = (numbers) => `(${numbers.map((number) => String(Math.round(number * 1000) / 1000).replace("-", "−")).join(", ")})`;

// The picture: the right shader's in grey, and the reader's in orange over it; or side by side, where only the light differs.
class Picture {
  constructor(canvas, runner, todo, geometry) {
    const { camera } = geometry.picture;
    Object.assign(this, { canvas, gl: runner.gl, runner, todo, geometry, turn: 0.35, rise: 0.2, camera, seconds: 0, textures: new Map() });
    this.indices = this.gl.createBuffer();
    this.right = this.program(decoded(todo.right));
  }

  program(text) {
    const { gl, runner, todo, geometry } = this;
    const isFragment = todo.name.endsWith(".frag");
    const vertex = isFragment ? decoded(geometry.right) : text;
    const end = "\n#undef main\nuniform vec2 u_page_offset;\nuniform float u_page_dot;\nvoid main() {\nmain_of_the_reader();\ngl_Position.xy += u_page_offset * gl_Position.w;\ngl_PointSize = u_page_dot;\n}\n";
    const light = /\bout\s+vec3\s+v_normal\b/.test(plain(vertex)) ? ["in vec3 v_normal;", "0.62 + 0.38 * clamp(dot(v_normal, vec3(0.35, 0.75, 0.56)), -1.0, 1.0)"] : ["", "1.0"];
    const paint = `#version 300 es\nprecision highp float;\nuniform vec3 u_page_ink;\n${light[0]}\nout vec4 page_color;\nvoid main() { page_color = vec4(u_page_ink * (${light[1]}), 1.0); }`;
    const program = runner.link(
      runner.compile(gl.VERTEX_SHADER, translated(vertex, "main main_of_the_reader", end)),
      runner.compile(gl.FRAGMENT_SHADER, isFragment ? translated(text) : paint),
    );
    const { frames, attributes } = geometry.picture;
    const inputs = runner.inputs(program, { uniforms: { ...todo.picture.frames[0], ...frames[0] }, attributes });
    const [array, free] = runner.vertices(program, inputs, attributes);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, Uint32Array.from(geometry.picture.indices), gl.STATIC_DRAW);
    gl.bindVertexArray(null);
    return { program, inputs, array, free };
  }

  // The reader's shader from now on, in the ink of this name; none if it cannot be drawn.
  show(text, isBeside, inkName) {
    if (this.mine) {
      this.mine.free();
      this.gl.deleteProgram(this.mine.program);
    }
    Object.assign(this, { isBeside, inkName });
    this.mine = text === undefined ? undefined : this.program(text);
    this.draw();
  }

  // The uniforms now, between two frames.
  uniforms(aspect) {
    const { frames, seconds } = this.geometry.picture;
    const moment = ((this.seconds / seconds) % 1) * frames.length;
    const [from, to] = [frames[Math.floor(moment)], frames[Math.ceil(moment) % frames.length]];
    const part = moment % 1;
    const now = { ...this.todo.picture.frames[0] };
    for (const [name, uniform] of Object.entries(from)) {
      const values = uniform.type === "int" ? uniform.values : uniform.values.map((value, at) => value + part * (to[name].values[at] - value));
      now[name] = { ...uniform, values };
    }
    const [x, y, z, distance] = this.camera;
    const clip = { type: "mat4", values: clipFromWorld([x, y, z], this.turn, this.rise, distance, aspect) };
    const [c, s, cr, sr] = [Math.cos(this.turn), Math.sin(this.turn), Math.cos(this.rise), Math.sin(this.rise)];
    const eye = { type: "vec3", values: [x + STAND * distance * s * cr, y + STAND * distance * sr, z + STAND * distance * c * cr] };
    return { ...now, u_clip_from_model: clip, u_clip_from_world: clip, ...(now.u_eye && { u_eye: eye }) };
  }

  draw() {
    const { gl, canvas, mine, right } = this;
    [canvas.width, canvas.height] = [canvas.clientWidth, canvas.clientHeight].map((length) => Math.max(1, Math.round(length * Math.min(2, devicePixelRatio))));
    const [width, height] = this.isBeside ? [canvas.width >> 1, canvas.height] : [canvas.width, canvas.height];
    const uniforms = this.uniforms(width / height);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    for (const [number, drawn] of [right, mine].entries()) {
      if (!drawn) continue;
      gl.viewport(number && this.isBeside ? width : 0, 0, width, height);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      this.runner.setUniforms(drawn.program, drawn.inputs, uniforms, this.textures);
      gl.uniform3fv(gl.getUniformLocation(drawn.program, "u_page_ink"), ink(canvas, number ? this.inkName : "--right"));
      gl.bindVertexArray(drawn.array);
      this.drawShape(drawn.program, width, height);
    }
    gl.bindVertexArray(null);
  }

  drawShape(program, width, height) {
    const { gl } = this;
    const { indices, lines, attributes } = this.geometry.picture;
    const place = gl.getUniformLocation(program, "u_page_offset");
    if (!lines) return gl.drawElements(gl.TRIANGLES, indices.length, gl.UNSIGNED_INT, 0);
    // In a small picture all is finer. Lines are a pixel wide, so several lie beside each other.
    const dot = Math.max(4, Math.min(height / 26, width / 36));
    gl.uniform1f(gl.getUniformLocation(program, "u_page_dot"), dot);
    for (const [x, y] of [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [-1, -1]]) {
      gl.uniform2f(place, (0.22 * dot * x) / width, (0.22 * dot * y) / height);
      gl.drawElements(gl.LINES, indices.length, gl.UNSIGNED_INT, 0);
    }
    gl.drawArrays(gl.POINTS, 0, attributes.a_position.values.length / 3);
  }
}

// A colour of the page, as three numbers.
function ink(canvas, name) {
  canvas.style.color = `var(${name})`;
  return getComputedStyle(canvas).color.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255);
}

class Editor extends Playing {
  static async begin(host) {
    const { lesson: number, todo: id } = host.dataset;
    const file = new URL(`wasm/${number}-shaders.json`, import.meta.url);
    const [module, { todos, errors }] = await Promise.all([lesson(number), fetch(file).then((answer) => answer.json())]);
    const todo = todos.find((todo) => todo.id === id);
    // A fragment shader lights the mesh of the lesson's vertex shader.
    const geometry = todo.picture.indices.length ? todo : todos.find((todo) => todo.picture.indices.length);
    const canvas = element("canvas", { role: "application", tabindex: "0", "aria-label": "Right in grey, yours in orange. Arrow keys turn it." });
    const gl = canvas.getContext("webgl2", { antialias: true });
    if (!gl) throw new Error("no WebGL 2 here");
    return new Editor(host, new Runner(gl, module.again(), errors), canvas, todo, geometry);
  }

  constructor(host, runner, canvas, todo, geometry) {
    super(canvas);
    Object.assign(this, { host, runner, todo, key: `shader ${todo.id}`, hints: 0, known: [] });
    this.text = element("textarea", { "aria-label": todo.name, spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off" });
    this.lines = element("pre", { "aria-hidden": "true" });
    this.token = new RegExp(`(?<c>//.*)|(?<a>^\\s*#.*)|(?<k>\\b(?:${KEYWORDS})\\b)|(?<n>\\b\\d[\\w.]*)`, "g");
    this.says = element("div", { class: "says", "aria-live": "polite" });
    this.hinted = element("div", { class: "hints", "aria-live": "polite" });
    const hint = this.deed("Hint", () => this.hint());
    hint.addEventListener("pointerdown", (event) => event.preventDefault()); // the text keeps the focus
    this.strip = element("div", { class: "strip" }, element("div", {}, this.says, this.hinted), hint);
    const buttons = element("div", { class: "deeds" }, this.deed("Start again", () => this.set(todo.starter)), this.deed("Undo", () => (this.text.focus(), document.execCommand("undo"))), this.deed("Copy", (event) => this.copy(event.target)));
    const legend = element("p", { class: "legend" }, element("span", { class: "right" }, "right"), " ", element("span", { class: "mine" }, "yours"));
    const row = element("div", { class: "controls" }, ...(geometry.picture.frames.length > 1 ? [this.button] : []), legend);
    host.append(element("div", { class: "view" }, row, this.canvas), element("div", { class: "editor" }, element("div", {}, this.lines, this.text)), this.strip, buttons, (this.own = element("p", { class: "legend" })), element("p", { class: "legend" }, "This browser keeps what you write."));
    if (/\[\s*96\s*\]/.test(todo.starter)) host.append(element("p", { class: "legend" }, `Here the array has ${JOINTS} elements, not 96: a browser promises room for no more.`));
    this.picture = new Picture(this.canvas, this.runner, todo, geometry);
    this.text.addEventListener("input", ({ inputType }) => {
      this.changed();
      if (inputType === "insertLineBreak") this.indent();
    });
    document.addEventListener("selectionchange", () => this.showCaret());
    this.canvas.addEventListener("webglcontextlost", () => {
      this.isLost = true;
      this.play(false);
      this.tell("wrong", "The graphics card has given up. Your text is kept: load this page again.");
    });
    new IntersectionObserver(([{ isIntersecting }]) => ((this.isSeen = isIntersecting), this.wake())).observe(this.canvas);
    onColors(() => this.picture.draw());
    new ResizeObserver(() => this.isLost || this.picture.draw()).observe(this.canvas);
    this.text.value = storage[this.key] ?? todo.starter;
    this.offerOwn();
    this.count();
    this.check();
    this.learn();
    onState(host.id, (state) => this.receive(state.get("text") ?? ""));
    this.play(!stillness.matches && geometry.picture.frames.length > 1);
  }

  deed(name, press) {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", press);
    return button;
  }

  // As if typed, so that it can be undone.
  set(text) {
    this.text.focus({ preventScroll: true });
    this.text.select();
    document.execCommand("insertText", false, text);
  }

  // A new line begins below the one before it.
  indent() {
    const [spaces] = /[ \t]*/.exec(this.text.value.slice(0, this.text.selectionStart).split("\n").at(-2));
    if (spaces) document.execCommand("insertText", false, spaces);
  }

  // Keeps the caret's line, and the one below it, in sight.
  showCaret() {
    const number = this.text.value.slice(0, this.text.selectionEnd).split("\n").length - 1;
    if (document.activeElement === this.text) this.showLines(number, number + 1);
  }

  // The last line in which a text differs from the starter, or in the starter the lines that are to be written, from the TODO on.
  showChange() {
    const isBegun = this.text.value !== this.todo.starter;
    const [mine, other] = [this.text.value, isBegun ? this.todo.starter : decoded(this.todo.right)].map((text) => text.split("\n"));
    const last = mine.findLastIndex((line, number) => line !== other[number + other.length - mine.length]);
    const first = isBegun ? last : mine.findIndex((line) => line.includes("TODO"));
    if (first >= 0) this.showLines(first, Math.max(first, last) + 1);
  }

  // Brings lines between the picture, unless that is beside them, and the message: if not all fit, the first ones.
  showLines(first, last) {
    const place = (part) => part.getBoundingClientRect();
    const [begin, end] = [first, last].map((number) => this.lines.children[number] ?? this.lines.lastChild);
    scrollBy({ top: Math.max(0, place(end).bottom - place(this.strip).top), behavior: "instant" });
    if (place(this.canvas).left <= place(begin).left) scrollBy({ top: Math.min(0, place(begin).top - place(this.canvas).bottom), behavior: "instant" });
  }

  changed() {
    this.count();
    storage[this.key] = this.text.value;
    clearTimeout(this.waits);
    this.waits = setTimeout(() => this.check(), 200);
  }

  // The text in colours below the transparent one, each line with its number, the wrong one marked.
  count(wrong) {
    const lines = this.text.value.split("\n").map((line, number) => element("span", number + 1 === wrong ? { class: "wrong" } : {}, ...this.colored(line), "\n"));
    this.lines.replaceChildren(...lines);
  }

  colored(line) {
    let end = 0;
    const parts = [];
    for (const { 0: text, index, groups } of line.matchAll(this.token)) {
      const [kind] = Object.entries(groups).find(([, found]) => found !== undefined);
      parts.push(line.slice(end, index), element("span", { class: kind }, text));
      end = index + text.length;
    }
    return [...parts, line.slice(end)];
  }

  // A text that came with the page's address. The reader's own is kept.
  async receive(sent) {
    const text = await unpacked(sent).catch(() => undefined);
    if (text === undefined) return this.tell("wrong", "The text in this link is damaged, so yours is shown.");
    this.sent = text;
    if (text === this.text.value) return;
    if (plain(this.text.value) !== plain(this.todo.starter)) storage[`own ${this.key}`] ??= this.text.value;
    this.text.value = storage[this.key] = text;
    // At once, not in a moment: a message that grows afterwards would hide the line.
    this.check();
    this.offerOwn();
    this.showChange();
  }

  // The reader's text and the one that was sent take each other's place.
  offerOwn() {
    const key = `own ${this.key}`;
    if (!(key in storage)) return;
    const swap = this.deed("Exchange it for the other one", () => {
      const other = storage[key];
      storage[key] = this.text.value;
      this.set(other);
    });
    this.own.replaceChildren("A link brought another text than yours, and both are kept. ", swap);
  }

  async copy(button) {
    await navigator.clipboard.writeText(this.text.value).then(() => (button.textContent = "Copied"), () => this.text.select());
    setTimeout(() => (button.textContent = "Copy"), 2000);
  }

  // One hint at a time takes the place of the one before it; after the last comes the first again.
  hint() {
    const { hints } = this.todo;
    const number = this.hints++ % hints.length;
    this.hinted.replaceChildren(element("p", {}, ...words(`Hint ${number + 1} of ${hints.length}: ${hints[number]}`, this.host.dataset.page)));
    this.strip.firstChild.scrollTop = this.strip.scrollHeight;
    this.showCaret();
  }

  tell(kind, ...lines) {
    this.says.dataset.kind = kind;
    this.says.replaceChildren(...lines.map((line) => (typeof line === "string" ? element("p", {}, ...words(line)) : line)));
    this.strip.firstChild.scrollTop = 0;
    this.showCaret();
  }

  check() {
    if (this.isLost) return;
    const { runner, todo } = this;
    const text = this.text.value;
    this.count();
    this.unnamed = undefined;
    try {
      this.right ??= runner.run(todo, decoded(todo.right));
      runner.ensureLoopsEnd(todo, text);
      runner.ensureDeclared(todo, text);
      const mine = runner.run(todo, text);
      const wrong = difference(todo, mine, this.right);
      this.picture.show(text, todo.name.endsWith(".frag") || Boolean(wrong?.isPlaced), wrong ? "--answer" : "--green");
      this.shade(text);
      if (!wrong) return this.pass();
      if (plain(text) === plain(todo.starter)) return this.tell("begun", "This is the starter. Write at its TODO: the picture and these lines follow.");
      this.fail(mine, wrong);
    } catch (error) {
      if (!(error instanceof ShaderError)) throw error;
      this.picture.show(undefined, false);
      this.shade();
      this.count(error.line);
      const place = error.line ? `Line ${error.line}: ` : "";
      const more = [["asks", error.asks], ["legend", error.raw]].filter(([, text]) => text);
      this.tell("wrong", place + error.message, ...more.map(([kind, text]) => element("p", { class: kind }, ...words(text))));
    } finally {
      this.checked = text;
    }
  }

  // The lesson's scene is drawn by the same shader, right or wrong; by the starter's it is not.
  shade(text) {
    const { todo, host } = this;
    const { scene } = [...document.querySelectorAll("figure.scene")].find((figure) => figure.dataset.lesson === host.dataset.lesson) ?? {};
    const isWritten = text !== undefined && plain(text) !== plain(todo.starter);
    scene?.shade(todo.id, isWritten ? translated(text) : undefined, todo.name.endsWith(".frag") ? todo.picture.frames[0] : undefined);
  }

  pass() {
    const { lesson: number, file } = this.host.dataset;
    // What somebody else wrote is right, and not done.
    if (this.text.value !== this.sent) finish(this.host);
    this.hinted.replaceChildren();
    const send = linkButton("Send this", async () => `${this.host.id}?text=${await packed(this.text.value)}`);
    this.tell("right", `Right. ${this.todo.passes}`, nextTask(this.host), send, `At home, copy it into \`${file}\`: \`cargo workbook check ${number}\` says the same.`);
  }

  // Says where a result is wrong; which mistake it is, as soon as that is known.
  fail(mine, wrong) {
    const input = wrong.words ? `With ${wrong.words}: ` : "With random inputs ";
    const numbers = element("p", {}, `${input}`, element("code", {}, wrong.name), ` is ${shown(wrong.got)}, and should be ${shown(wrong.expected)}.`);
    this.unnamed = { mine, numbers };
    if (!this.known.some((known) => this.names(known))) this.tell("wrong", numbers);
    if (this.isLearned) this.ask();
  }

  // Says the name of a mistake if it gives the reader's result.
  names({ mistake, results }) {
    const { mine, numbers } = this.unnamed ?? {};
    if (!mine || difference(this.todo, mine, results)) return false;
    this.unnamed = undefined;
    this.tell("wrong", sentence(mistake.says), element("p", { class: "asks", "data-mistake": mistake.name }, ...words(mistake.asks, this.host.dataset.page)), numbers);
    return true;
  }

  // What no known mistake gives is asked about in general.
  ask() {
    if (this.unnamed) this.tell("wrong", element("p", { class: "asks" }, ...words(this.todo.asks)), this.unnamed.numbers);
    this.unnamed = undefined;
  }

  // Runs the known mistakes before one is met, each where there is time for it: together they take seconds.
  async learn() {
    for (const mistake of this.todo.mistakes) {
      for (const text of mistake.texts) {
        await new Promise((done) => (this.unnamed ? setTimeout(done) : (self.requestIdleCallback ?? setTimeout)(done, { timeout: 500 })));
        if (this.isLost) return;
        try {
          const known = { mistake, results: this.runner.run(this.todo, decoded(text)) };
          this.known.push(known);
          this.names(known);
        } catch {
          // It does not fit into a page.
        }
      }
    }
    this.isLearned = true;
    this.ask();
  }

  advance(seconds) {
    this.picture.seconds += seconds;
    this.picture.draw();
  }

  turn(by) {
    this.picture.turn -= by;
    this.picture.draw();
  }
}

for (const host of document.querySelectorAll("details.write")) {
  const key = `open ${host.dataset.todo}`;
  const begin = async () => {
    const wasOpen = key in storage;
    if (host.open) storage[key] ??= "";
    else delete storage[key];
    if (!host.open || host.begun) return;
    host.begun = true;
    host.style.minHeight = `${storage[key]}px`; // the height that it had in this browser
    try {
      host.editor = await Editor.begin(host);
      host.style.minHeight = "";
      // Whoever opens it, or came for it by an address or a link of this page, sees what is to be written.
      const isBefore = location.hash === `#${host.id}` && Math.abs(host.getBoundingClientRect().top) < innerHeight;
      if ((await arrived) === host || (!wasOpen && (isBefore || host.contains(document.activeElement)))) host.editor.showChange();
    } catch (error) {
      console.warn(error);
      host.dataset.still = "";
      host.append(element("p", {}, "This browser has no WebGL 2, so the shader is written at home."));
    }
  };
  host.addEventListener("toggle", begin);
  addEventListener("hashchange", () => location.hash === `#${host.id}` && host.editor?.showChange());
  addEventListener("pagehide", () => host.editor && host.open && (storage[key] = host.offsetHeight));
  begin();
}
