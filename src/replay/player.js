"use strict";
// Plays SCRIPT: the state after step k is rebuilt from the start, so scrubbing is exact.
const $ = id => document.getElementById(id);
const canvas = $("board"), pen = canvas.getContext("2d");
const SIDES = ["#e69f00", "#56b4e9"];
const steps = SCRIPT.steps, [W, H] = SCRIPT.board;
let at = 0, playing = false, share = 1, last = 0;

function fresh() { return { ships: {}, rocks: {}, tokens: {}, zone: null, attack: null, dice: {}, boom: null, round: 0, phase: "Set-up" }; }

function apply(s, step) {
  const i = step.i;
  if (step.k !== "dice" && step.k !== "hit") { s.boom = null; }
  switch (step.k) {
    case "rock": s.rocks[i] = step; break;
    case "rockgone": delete s.rocks[i]; break;
    case "zone": s.zone = step.shape; break;
    case "token": s.tokens[i] = { name: step.name, at: step.at }; break;
    case "tokenmove": if (s.tokens[i]) s.tokens[i].at = step.at; break;
    case "tokengone": delete s.tokens[i]; break;
    case "enter": s.ships[i] = { at: step.at, shields: SCRIPT.ships[i].shields, damage: 0, t: [0, 0, 0, 0, 0, 0, 0], lock: null, gone: false }; break;
    case "move": s.ships[i].at = step.at; s.attack = null; break;
    case "tokens": if (s.ships[i]) { s.ships[i].t = step.t; s.ships[i].cloaked = step.cloaked; } break;
    case "lock": if (s.ships[i]) s.ships[i].lock = step.on; break;
    case "attack": s.attack = { from: i, to: step.on, n: null }; s.dice = {}; break;
    case "dice": if (step.red) s.dice.red = step.red; if (step.green) { s.dice.green = step.green; s.dice.added = step.added; } break;
    case "hit": if (s.attack) s.attack.n = step.n; break;
    case "shields": if (s.ships[i]) s.ships[i].shields = step.n; break;
    case "damage": if (s.ships[i]) s.ships[i].damage += step.n; break;
    case "gone": case "boom": if (s.ships[i]) { s.ships[i].gone = step.k; if (step.k === "boom") s.boom = i; } break;
    case "round": s.round = step.n; s.attack = null; s.dice = {}; break;
    case "phase": s.phase = step.text; s.attack = null; s.dice = {}; break;
  }
}

let cache = { k: 0, s: fresh() };
function stateAt(k) {
  if (k < cache.k) cache = { k: 0, s: fresh() };
  while (cache.k < k) apply(cache.s, steps[cache.k++]);
  return cache.s;
}

// ---- drawing ----
let scale = 1, ox = 0, oy = 0;
function fit() {
  const ratio = window.devicePixelRatio || 1, box = canvas.getBoundingClientRect();
  canvas.width = box.width * ratio; canvas.height = box.height * ratio;
  const margin = 70;
  scale = Math.min(canvas.width / (W + 2 * margin), canvas.height / (H + 2 * margin));
  ox = (canvas.width - W * scale) / 2; oy = (canvas.height - H * scale) / 2;
}
const X = x => ox + x * scale, Y = y => oy + (H - y) * scale;

function polygon(points) { pen.beginPath(); points.forEach(([x, y], n) => n ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))); pen.closePath(); }

function board() {
  pen.fillStyle = "#05070c"; pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#0d1220"; pen.fillRect(X(0), Y(H), W * scale, H * scale);
  let seed = 7; const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  for (let n = 0; n < 220; n++) { const b = 90 + 130 * random() | 0; pen.fillStyle = `rgba(${b},${b},${b + 20},.5)`; pen.fillRect(X(random() * W), Y(random() * H), 1.5, 1.5); }
  pen.strokeStyle = "#2c3650"; pen.lineWidth = 1.5; pen.strokeRect(X(0), Y(H), W * scale, H * scale);
  pen.strokeStyle = "#1a2236"; pen.lineWidth = 1;
  for (let d = 100; d <= 300; d += 100) for (const y of [d, H - d]) { pen.setLineDash([3, 7]); pen.beginPath(); pen.moveTo(X(0), Y(y)); pen.lineTo(X(W), Y(y)); pen.stroke(); }
  pen.setLineDash([]);
  pen.fillStyle = "#53607c"; pen.font = `${13 * Math.max(1, scale)}px system-ui`; pen.textAlign = "center";
  pen.fillText("defender's edge", X(W / 2), Y(H) - 8); pen.fillText("attacker's edge", X(W / 2), Y(0) + 20);
}

function wedge(pose, base, from, to, reach, colour) {
  const heading = Math.atan2(pose[3], pose[2]);
  pen.beginPath(); pen.moveTo(X(pose[0]), Y(pose[1]));
  pen.arc(X(pose[0]), Y(pose[1]), (reach + base[0]) * scale, -(heading + to), -(heading + from));
  pen.closePath(); pen.fillStyle = colour; pen.fill();
}

function ship(i, s, pose, active) {
  const card = SCRIPT.ships[i], colour = SIDES[card.side], [hl, hw] = card.base;
  const [x, y, hx, hy] = pose, corner = (f, l) => [x + f * hl * hx - l * hw * hy, y + f * hl * hy + l * hw * hx];
  polygon([corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)]);
  pen.fillStyle = s.cloaked ? "#1b2233aa" : "#1b2233"; pen.fill();
  pen.lineWidth = (active ? 3 : 1.6) * Math.max(1, scale * .8); pen.strokeStyle = active ? "#fff" : colour; pen.stroke();
  // A dart for the hull, its nose forward.
  polygon([corner(.85, 0), corner(-.7, .62), corner(-.4, 0), corner(-.7, -.62)]); pen.fillStyle = colour; pen.globalAlpha = s.cloaked ? .35 : 1; pen.fill(); pen.globalAlpha = 1;
  // Shields and hull as a ring of pips.
  const total = card.shields + card.hull, left = Math.max(0, card.hull - s.damage);
  const r = (hw + 9) * scale, width = Math.max(2.5, 5 * scale);
  for (let n = 0; n < total; n++) {
    const a0 = Math.PI * (.15 + 1.7 * n / total) + Math.PI / 2, a1 = Math.PI * (.15 + 1.7 * (n + .8) / total) + Math.PI / 2;
    pen.beginPath(); pen.arc(X(x), Y(y), r * 1.35, a0, a1); pen.lineWidth = width;
    pen.strokeStyle = n < left ? "#8fd18f" : n < card.hull ? "#39404f" : n - card.hull < s.shields ? "#7fd4ff" : "#39404f"; pen.stroke();
  }
  const marks = [["F", "#3fae5a"], ["E", "#2c8f9e"], ["S", "#d9534f"], ["I", "#7a6ff0"], ["T", "#c07bd0"], ["•", "#ddd"], ["C", "#d8b26b"]];
  let placed = 0;
  s.t.forEach((count, n) => { for (let c = 0; c < Math.min(count, 4); c++) {
    const px = X(x) + (placed - 1) * 15 * Math.max(1, scale), py = Y(y) + (hw + 26) * scale; placed++;
    pen.beginPath(); pen.arc(px, py, 7 * Math.max(1, scale), 0, 7); pen.fillStyle = marks[n][1]; pen.fill();
    pen.fillStyle = "#fff"; pen.font = `bold ${9 * Math.max(1, scale)}px system-ui`; pen.textAlign = "center"; pen.fillText(marks[n][0], px, py + 3.2 * Math.max(1, scale));
  } });
  if ($("names").checked) { pen.fillStyle = "#cfd6e6"; pen.font = `${11 * Math.max(1, scale)}px system-ui`; pen.textAlign = "center"; pen.fillText(card.name, X(x), Y(y) - (hw + 18) * scale); }
}

function posesNow(s, step) {
  const poses = {};
  for (const i in s.ships) poses[i] = s.ships[i].at;
  if (step && step.k === "move" && share < 1) {
    const path = step.path.concat([step.at]), f = share * (path.length - 1), n = Math.min(path.length - 2, Math.floor(f)), u = f - n;
    const a = path[Math.max(0, n)], b = path[Math.max(0, n) + 1] || step.at, mix = k => a[k] + (b[k] - a[k]) * u;
    let hx = mix(2), hy = mix(3); const l = Math.hypot(hx, hy) || 1;
    poses[step.i] = [mix(0), mix(1), hx / l, hy / l];
  }
  return poses;
}

function draw() {
  const s = stateAt(at), step = steps[at - 1], poses = posesNow(s, step);
  board();
  if (s.zone) { polygon(s.zone); pen.fillStyle = "#5c5138aa"; pen.fill(); }
  for (const i in s.rocks) { const rock = s.rocks[i]; polygon(rock.shape); pen.fillStyle = { rock: "#4d4a47", debris: "#4b3f55", mine: "#7a2e2e" }[rock.kind]; pen.fill(); pen.strokeStyle = "#77706a"; pen.lineWidth = 1; pen.stroke(); }
  for (const i in s.tokens) { const t = s.tokens[i], r = 16; pen.fillStyle = "#d8c25a"; pen.beginPath(); pen.rect(X(t.at[0] - r), Y(t.at[1] + r), 2 * r * scale, 2 * r * scale); pen.fill(); pen.fillStyle = "#cfd6e6"; pen.font = `${10 * Math.max(1, scale)}px system-ui`; pen.textAlign = "center"; pen.fillText(t.name, X(t.at[0]), Y(t.at[1] - r) + 13); }
  const actor = step && step.i !== undefined && !["rock", "rockgone", "token", "tokenmove", "tokengone"].includes(step.k) ? String(step.i) : null;
  if ($("arcs").checked) for (const i in s.ships) { if (s.ships[i].gone) continue;
    const card = SCRIPT.ships[i], focus = i === actor, colour = SIDES[card.side] + (focus ? "30" : "0c"), half = card.base[0] <= 20 ? .709 : .729;
    if (card.arcs.includes("turret")) { pen.beginPath(); pen.arc(X(poses[i][0]), Y(poses[i][1]), (300 + card.base[0]) * scale, 0, 7); pen.fillStyle = SIDES[card.side] + (focus ? "14" : "06"); pen.fill(); }
    if (card.arcs.includes("front-180-auxiliary")) wedge(poses[i], card.base, -Math.PI / 2, Math.PI / 2, 300, colour);
    wedge(poses[i], card.base, -half, half, 300, colour);
    if (card.arcs.includes("rear-auxiliary")) wedge(poses[i], card.base, Math.PI - half, Math.PI + half, 300, colour);
  }
  for (const i in s.ships) { const lock = s.ships[i].lock; if (lock !== null && !s.ships[i].gone && s.ships[lock] && !s.ships[lock].gone) { pen.setLineDash([2, 6]); pen.strokeStyle = "#ff5d5d88"; pen.lineWidth = 1.2; pen.beginPath(); pen.moveTo(X(poses[i][0]), Y(poses[i][1])); pen.lineTo(X(poses[lock][0]), Y(poses[lock][1])); pen.stroke(); pen.setLineDash([]); } }
  if (step && step.k === "move") { pen.strokeStyle = "#ffffff55"; pen.lineWidth = 20 * scale; pen.lineCap = "round"; pen.beginPath(); step.path.forEach((p, n) => n ? pen.lineTo(X(p[0]), Y(p[1])) : pen.moveTo(X(p[0]), Y(p[1]))); pen.globalAlpha = .35; pen.stroke(); pen.globalAlpha = 1; }
  for (const i in s.ships) if (!s.ships[i].gone) ship(i, s.ships[i], poses[i], i === actor);
  if (s.attack && s.ships[s.attack.from] && s.ships[s.attack.to]) {
    const a = poses[s.attack.from], b = poses[s.attack.to], hit = s.attack.n === null ? "#fff27a" : s.attack.n ? "#ff5d3a" : "#8892a8";
    pen.strokeStyle = hit; pen.lineWidth = 3.5 * Math.max(1, scale); pen.beginPath(); pen.moveTo(X(a[0]), Y(a[1])); pen.lineTo(X(b[0]), Y(b[1])); pen.stroke();
    dice(s.dice, X((a[0] + b[0]) / 2), Y((a[1] + b[1]) / 2));
  }
  if (s.boom !== null && s.ships[s.boom]) { const p = poses[s.boom]; for (let n = 0; n < 3; n++) { pen.beginPath(); pen.arc(X(p[0]), Y(p[1]), (18 + 22 * n) * scale * (.6 + .4 * share), 0, 7); pen.fillStyle = ["#ffe9a8cc", "#ff9d3f88", "#ff4d2244"][n]; pen.fill(); } }
  pen.fillStyle = "#e8ecf4"; pen.font = `bold ${16 * Math.max(1, scale)}px system-ui`; pen.textAlign = "left"; pen.fillText(s.round ? `Round ${s.round} · ${s.phase}` : "Set-up", X(0) + 8, Y(H) + 22 * Math.max(1, scale));
  rosters(s);
}

function dice(d, x, y) {
  const size = 17 * Math.max(1, scale); const rows = [];
  if (d.red) rows.push([["✸", "✹", "◉", " "], d.red, "#b3261e"]);
  if (d.green) rows.push([["↻", "◉", " "], [d.green[0] + (d.added || 0), d.green[1], d.green[2]], "#1f7a3a"]);
  rows.forEach(([marks, counts, colour], row) => { const all = counts.flatMap((n, k) => Array(n).fill(marks[k]));
    all.forEach((mark, n) => { const px = x + (n - all.length / 2) * (size + 3), py = y - size * 1.2 + row * (size + 4); pen.fillStyle = colour; pen.fillRect(px, py, size, size); pen.strokeStyle = "#ffffffaa"; pen.lineWidth = 1; pen.strokeRect(px, py, size, size); pen.fillStyle = "#fff"; pen.font = `${size * .75}px system-ui`; pen.textAlign = "center"; pen.fillText(mark, px + size / 2, py + size * .76); }); });
}

let shown = "";
function rosters(s) {
  const key = JSON.stringify(s.ships, (k, v) => k === "at" ? undefined : v); if (key === shown) return; shown = key;
  $("rosters").innerHTML = [0, 1].map(side => { const rows = SCRIPT.ships.map((card, i) => card && card.side === side && s.ships[i] ? `<div class="ship ${s.ships[i].gone ? "gone" : ""}" title="${escape(card.class)}"><span>${escape(card.name)}</span><span class="pips"><i>${"●".repeat(s.ships[i].shields)}</i><b>${"●".repeat(Math.max(0, card.hull - s.ships[i].damage))}</b><u>${"●".repeat(Math.min(card.hull, s.ships[i].damage))}</u></span></div>` : "").join("");
    return `<div class="roster ${"ab"[side]}"><h2>${escape(SCRIPT.sides[side].role)} – ${escape(SCRIPT.sides[side].faction)}</h2>${rows}</div>`; }).join("");
}
function escape(text) { return String(text).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]); }

// ---- control ----
function go(k) { at = Math.max(0, Math.min(steps.length, k)); share = 1; $("scrub").value = at; mark(); draw(); }
function mark() {
  const old = document.querySelector("#log .now"); if (old) old.classList.remove("now");
  for (let k = at - 1; k >= 0; k--) { const line = lines[k]; if (line) { line.classList.add("now"); const log = $("log"); const top = line.offsetTop - log.offsetTop; if (top < log.scrollTop || top > log.scrollTop + log.clientHeight - 30) log.scrollTop = top - log.clientHeight / 2; break; } }
}
const quiet = step => !step.text && step.k !== "move";
function forward() { let k = at + 1; while (k < steps.length && quiet(steps[k - 1])) k++; share = steps[k - 1] && steps[k - 1].k === "move" ? 0 : 1; at = Math.min(k, steps.length); $("scrub").value = at; mark(); }
function backward() { let k = at - 1; while (k > 0 && quiet(steps[k - 1])) k--; go(k); }
function round(way) { for (let k = at + way; k > 0 && k <= steps.length; k += way) if (steps[k - 1].k === "round") return go(k); go(way > 0 ? steps.length : 0); }
function toggle() { playing = !playing; if (playing && at >= steps.length) go(0); $("play").textContent = playing ? "❚❚" : "▶"; }
let pause = 0;
function tick(now) {
  const dt = Math.min(100, now - last) * Number($("speed").value); last = now;
  if (share < 1) { share = Math.min(1, share + dt / 650); draw(); }
  else if (playing) { pause -= dt; if (pause <= 0) { if (at >= steps.length) toggle(); else { forward(); const step = steps[at - 1]; pause = !step ? 0 : { attack: 500, dice: 550, hit: 650, boom: 900, round: 700, phase: 250, enter: 120, move: 60, end: 1500 }[step.k] || 260; draw(); } } }
  requestAnimationFrame(tick);
}
const lines = steps.map((step, k) => { if (!step.text) return null; const li = document.createElement("li"); li.textContent = step.text; li.className = step.k; li.onclick = () => go(k + 1); $("log").append(li); return li; });
$("title").textContent = `${SCRIPT.title} · ${SCRIPT.terrain}`; $("remark").textContent = SCRIPT.remark; $("scrub").max = steps.length;
$("scrub").oninput = event => { playing && toggle(); go(Number(event.target.value)); };
$("play").onclick = toggle; $("next").onclick = () => { forward(); draw(); }; $("back").onclick = backward; $("first").onclick = () => go(0); $("nextround").onclick = () => round(1);
$("arcs").onchange = $("names").onchange = draw;
document.onkeydown = event => {
  if (event.target.tagName === "SELECT") return;
  const keys = { " ": toggle, ArrowRight: () => { forward(); draw(); }, ArrowLeft: backward, Home: () => go(0), End: () => go(steps.length), PageDown: () => round(1), PageUp: () => round(-1) };
  if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
};
window.onresize = () => { fit(); draw(); };
fit();
const wanted = Number(new URLSearchParams(location.search).get("step") || location.hash.slice(1) || 0);
const begin = steps.findIndex(step => step.k === "round"); go(wanted || (begin < 0 ? 0 : begin + 1));
requestAnimationFrame(now => { last = now; tick(now); });
