"use strict";
// Plays SCRIPT: the state after step k is rebuilt from the start, so scrubbing is exact.
const $ = id => document.getElementById(id);
const canvas = $("board"), pen = canvas.getContext("2d");
const NIGHT = { sides: SCRIPT.sides.map(side => side.night), space: "#05070c", board: "#0d1220", star: .5, edge: "#2c3650", grid: "#1a2236", faint: "#53607c", base: "#1b2233", ink: "#e8ecf4", name: "#cfd6e6", lost: "#39404f", hull: "#8fd18f", shield: "#7fd4ff", rock: "#4d4a47", debris: "#4b3f55", mine: "#7a2e2e", rim: "#77706a", trail: "#ffffff", active: "#ffffff", zone: "#5c5138aa" };
const PAPER = { sides: SCRIPT.sides.map(side => side.paper), space: "#ffffff", board: "#ffffff", star: 0, edge: "#888888", grid: "#dddddd", faint: "#777777", base: "#ffffff", ink: "#111111", name: "#222222", lost: "#dddddd", hull: "#2d7a2d", shield: "#4a9fd8", rock: "#b9b3ab", debris: "#cbb9d8", mine: "#d98c8c", rim: "#777777", trail: "#888888", active: "#000000", zone: "#c9b27a66" };
let look = NIGHT;
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
    case "enter": if (s.ships[i] && !s.ships[i].gone) s.ships[i].at = step.at; else s.ships[i] = { at: step.at, shields: SCRIPT.ships[i].shields, damage: 0, t: [0, 0, 0, 0, 0, 0, 0], lock: null, gone: false, cards: [], arc: 0 }; break;
    case "arc": s.ships[i].arc = step.q; break;
    case "flip": if (s.ships[i]) { s.ships[i].damage += step.n; if (step.up) s.ships[i].cards.push(step.card); else { const n = s.ships[i].cards.indexOf(step.card); if (n >= 0) s.ships[i].cards.splice(n, 1); } } break;
    case "move": s.ships[i].at = step.at; s.attack = null; break;
    case "tokens": if (s.ships[i]) { s.ships[i].t = step.t; s.ships[i].cloaked = step.cloaked; } break;
    case "lock": if (s.ships[i]) s.ships[i].lock = step.on; break;
    case "attack": s.attack = { from: i, to: step.on, n: null, range: step.range }; s.dice = {}; break;
    case "dice": if (step.red) s.dice.red = step.red; if (step.green) { s.dice.green = step.green; s.dice.added = step.added; } break;
    case "hit": if (s.attack) s.attack.n = step.n; break;
    case "shields": if (s.ships[i]) s.ships[i].shields = step.n; break;
    case "damage": if (s.ships[i]) { s.ships[i].damage += step.n; if (step.card) s.ships[i].cards.push(step.card); } break;
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
  // The names of the edges stand in the margin, which must hold them on a small screen too.
  const margin = Math.max(26 * ratio, .042 * Math.min(canvas.width, canvas.height));
  scale = Math.min((canvas.width - 2 * margin) / W, (canvas.height - 2 * margin) / H);
  ox = (canvas.width - W * scale) / 2; oy = (canvas.height - H * scale) / 2;
}
const X = x => ox + x * scale, Y = y => oy + (H - y) * scale;

function polygon(points) { pen.beginPath(); points.forEach(([x, y], n) => n ? pen.lineTo(X(x), Y(y)) : pen.moveTo(X(x), Y(y))); pen.closePath(); }

function board() {
  pen.fillStyle = look.space; pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = look.board; pen.fillRect(X(0), Y(H), W * scale, H * scale);
  let seed = 7; const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  if (look.star) for (let n = 0; n < 220; n++) { const b = 90 + 130 * random() | 0; pen.fillStyle = `rgba(${b},${b},${b + 20},.5)`; pen.fillRect(X(random() * W), Y(random() * H), 1.5, 1.5); }
  pen.strokeStyle = look.edge; pen.lineWidth = 1.5; pen.strokeRect(X(0), Y(H), W * scale, H * scale);
  pen.strokeStyle = look.grid; pen.lineWidth = 1;
  for (let d = 100; d <= 300; d += 100) for (const y of [d, H - d]) { pen.setLineDash([3, 7]); pen.beginPath(); pen.moveTo(X(0), Y(y)); pen.lineTo(X(W), Y(y)); pen.stroke(); }
  pen.setLineDash([]);
  pen.fillStyle = look.faint; const letter = 13 * Math.max(1, scale); pen.font = `${letter}px system-ui`; pen.textAlign = "center";
  pen.fillText("defender's edge", X(W / 2), Y(H) - 8); pen.fillText("attacker's edge", X(W / 2), Y(0) + letter + 5);
}

// White or black, whichever can be read on this colour.
function inkOn(colour) { const part = n => parseInt(colour.slice(n, n + 2), 16); return .299 * part(1) + .587 * part(3) + .114 * part(5) < 140 ? "#fff" : "#222"; }

function wedge(pose, base, from, to, reach, colour) {
  const heading = Math.atan2(pose[3], pose[2]);
  pen.beginPath(); pen.moveTo(X(pose[0]), Y(pose[1]));
  pen.arc(X(pose[0]), Y(pose[1]), (reach + base[0]) * scale, -(heading + to), -(heading + from));
  pen.closePath(); pen.fillStyle = colour; pen.fill();
}

const size = n => n * Math.max(1, Math.min(1.6, scale));
function ship(i, s, pose, active) {
  const card = SCRIPT.ships[i], colour = look.sides[card.side], [hl, hw] = card.base;
  const [x, y, hx, hy] = pose, corner = (f, l) => [x + f * hl * hx - l * hw * hy, y + f * hl * hy + l * hw * hx];
  polygon([corner(1, 1), corner(-1, 1), corner(-1, -1), corner(1, -1)]);
  pen.fillStyle = look.base; pen.globalAlpha = s.cloaked ? .5 : .92; pen.fill(); pen.globalAlpha = 1;
  pen.lineWidth = (active ? 3 : 1.6) * Math.max(1, scale * .8); pen.strokeStyle = active ? look.active : colour; pen.stroke();
  // A dart for the hull, its nose forward, with the ship's number.
  polygon([corner(.9, 0), corner(-.75, .7), corner(-.5, 0), corner(-.75, -.7)]); pen.fillStyle = colour; pen.globalAlpha = s.cloaked ? .35 : 1; pen.fill(); pen.globalAlpha = 1;
  pen.fillStyle = look === PAPER ? inkOn(colour) : "#0b0e15"; pen.font = `bold ${Math.max(9, .52 * hw * scale)}px system-ui`; pen.textAlign = "center"; pen.textBaseline = "middle";
  pen.fillText(card.tag, X(x + .02 * hl * hx), Y(y + .02 * hl * hy)); pen.textBaseline = "alphabetic";
  // Shields and hull as a ring of pips.
  const total = card.hull > 100 ? 0 : card.shields + card.hull, left = Math.max(0, card.hull - s.damage), r = (1.42 * hw + 4) * scale;
  for (let n = 0; n < total; n++) {
    const a0 = Math.PI * (.15 + 1.7 * n / total) + Math.PI / 2, a1 = Math.PI * (.15 + 1.7 * (n + .8) / total) + Math.PI / 2;
    pen.beginPath(); pen.arc(X(x), Y(y), r, a0, a1); pen.lineWidth = Math.max(2, 4 * scale);
    pen.strokeStyle = n < left ? look.hull : n < card.hull ? look.lost : n - card.hull < s.shields ? look.shield : look.lost; pen.stroke();
  }
  const marks = [["F", "#3fae5a"], ["E", "#2c8f9e"], ["S", "#d9534f"], ["I", "#7a6ff0"], ["T", "#c07bd0"], ["•", "#888"], ["C", "#b08a3b"]], shown = s.t.flatMap((count, n) => Array(Math.min(count, 4)).fill(marks[n]));
  shown.forEach(([letter, fill], n) => {
    const px = X(x) + (n - (shown.length - 1) / 2) * size(12), py = Y(y) + r + size(3);
    pen.beginPath(); pen.arc(px, py, size(6), 0, 7); pen.fillStyle = fill; pen.fill();
    pen.fillStyle = "#fff"; pen.font = `bold ${size(8)}px system-ui`; pen.textAlign = "center"; pen.fillText(letter, px, py + size(2.9));
  });
}

// Names where they cover no ship and no other name: above, below, right, left, then farther out.
function labels(s, poses, wanted) {
  pen.font = `${size(11)}px system-ui`; const high = size(13), taken = [];
  for (const i in s.ships) if (!s.ships[i].gone) { const r = (1.42 * SCRIPT.ships[i].base[1] + 4) * scale, p = poses[i]; taken.push([X(p[0]) - r, Y(p[1]) - r, X(p[0]) + r, Y(p[1]) + r]); }
  for (const i of wanted) { if (!s.ships[i] || s.ships[i].gone) continue;
    const card = SCRIPT.ships[i], p = poses[i], r = (1.42 * card.base[1] + 5) * scale, wide = pen.measureText(card.name).width, cx = X(p[0]), cy = Y(p[1]);
    const spots = []; for (let k = 0; k < 4; k++) { const d = r + k * high; spots.push([cx - wide / 2, cy - d - high], [cx - wide / 2, cy + d + size(8)], [cx + d, cy - high / 2], [cx - d - wide, cy - high / 2]); }
    const cover = b => taken.reduce((sum, t) => sum + Math.max(0, Math.min(b[2], t[2]) - Math.max(b[0], t[0])) * Math.max(0, Math.min(b[3], t[3]) - Math.max(b[1], t[1])), 0);
    let best = null; for (const [x, y] of spots) { const box = [x, y, x + wide, y + high], c = cover(box); if (!best || c < best.c) best = { c, box }; if (c === 0) break; }
    taken.push(best.box); pen.textAlign = "left"; pen.fillStyle = look.board; pen.globalAlpha = .7; pen.fillRect(best.box[0] - 2, best.box[1], wide + 4, high); pen.globalAlpha = 1; pen.fillStyle = look.name; pen.fillText(card.name, best.box[0], best.box[1] + high * .78);
  }
}

function posesNow(s, step) {
  const poses = {};
  for (const i in s.ships) poses[i] = s.ships[i].at;
  if (step && step.k === "move" && share < 1) {
    const path = step.path, end = step.at, last = path[path.length - 1], flips = last[2] * end[2] + last[3] * end[3] < .7 && Math.hypot(last[0] - end[0], last[1] - end[1]) < 25;
    const whole = flips ? path : path.concat([end]), part = flips ? .8 : 1, angle = p => Math.atan2(p[3], p[2]);
    if (share < part) {
      const f = share / part * (whole.length - 1), n = Math.min(whole.length - 2, Math.floor(f)), u = f - n, a = whole[Math.max(0, n)], b = whole[Math.max(0, n) + 1] || end, mix = k => a[k] + (b[k] - a[k]) * u;
      const l = Math.hypot(mix(2), mix(3)) || 1; poses[step.i] = [mix(0), mix(1), mix(2) / l, mix(3) / l];
    } else {
      // Koiogran turns, loops and rolls turn where they ended.
      const u = (share - part) / (1 - part); let by = angle(end) - angle(last); while (by > Math.PI) by -= 2 * Math.PI; while (by < -Math.PI) by += 2 * Math.PI;
      const a = angle(last) + by * u; poses[step.i] = [last[0] + (end[0] - last[0]) * u, last[1] + (end[1] - last[1]) * u, Math.cos(a), Math.sin(a)];
    }
  }
  return poses;
}

function draw() {
  const s = stateAt(at), step = steps[at - 1], poses = posesNow(s, step);
  board();
  if (s.zone) { polygon(s.zone); pen.fillStyle = look.zone; pen.fill(); }
  for (const i in s.rocks) { const rock = s.rocks[i]; polygon(rock.shape); pen.fillStyle = look[rock.kind]; pen.fill(); pen.strokeStyle = look.rim; pen.lineWidth = 1; pen.stroke(); }
  for (const i in s.tokens) { const t = s.tokens[i], r = 16; pen.fillStyle = "#d8c25a"; pen.beginPath(); pen.rect(X(t.at[0] - r), Y(t.at[1] + r), 2 * r * scale, 2 * r * scale); pen.fill(); pen.fillStyle = look.name; pen.font = `${size(10)}px system-ui`; pen.textAlign = "center"; pen.fillText(t.name, X(t.at[0]), Y(t.at[1] - r) + 13); }
  const actor = step && step.i !== undefined && !["rock", "rockgone", "token", "tokenmove", "tokengone"].includes(step.k) ? String(step.i) : null;
  // An arc reaches beyond the edge, but nothing can be shot there.
  pen.save(); pen.beginPath(); pen.rect(X(0), Y(H), W * scale, H * scale); pen.clip();
  if ($("arcs").checked) for (const i in s.ships) { if (s.ships[i].gone) continue;
    const card = SCRIPT.ships[i], focus = i === actor, colour = look.sides[card.side] + (focus ? "30" : "0c"), half = card.base[0] <= 20 ? .709 : .729;
    if (card.arcs.includes("turret")) { pen.beginPath(); pen.arc(X(poses[i][0]), Y(poses[i][1]), (300 + card.base[0]) * scale, 0, 7); pen.fillStyle = look.sides[card.side] + (focus ? "14" : "06"); pen.fill(); }
    if (card.arcs.includes("front-180-auxiliary")) wedge(poses[i], card.base, -Math.PI / 2, Math.PI / 2, 300, colour);
    wedge(poses[i], card.base, -half, half, 300, colour);
    if (card.arcs.includes("rear-auxiliary")) wedge(poses[i], card.base, Math.PI - half, Math.PI + half, 300, colour);
    if (card.arcs.includes("mobile-quadrant") && s.ships[i].arc) { const [from, to] = [[0, 0], [half, Math.PI - half], [Math.PI - half, Math.PI + half], [-Math.PI + half, -half]][s.ships[i].arc]; wedge(poses[i], card.base, from, to, 300, colour); }
  }
  pen.restore();
  for (const i in s.ships) { const lock = s.ships[i].lock; if (lock !== null && !s.ships[i].gone && s.ships[lock] && !s.ships[lock].gone) { pen.setLineDash([2, 6]); pen.strokeStyle = "#ff5d5d88"; pen.lineWidth = 1.2; pen.beginPath(); pen.moveTo(X(poses[i][0]), Y(poses[i][1])); pen.lineTo(X(poses[lock][0]), Y(poses[lock][1])); pen.stroke(); pen.setLineDash([]); } }
  if (step && step.k === "move") { pen.strokeStyle = look.trail; pen.lineWidth = 20 * scale; pen.lineCap = "butt"; pen.lineJoin = "round"; pen.beginPath(); step.path.forEach((p, n) => n ? pen.lineTo(X(p[0]), Y(p[1])) : pen.moveTo(X(p[0]), Y(p[1]))); pen.globalAlpha = .16; pen.stroke(); pen.globalAlpha = 1; }
  if (s.attack && s.ships[s.attack.from] && s.ships[s.attack.to]) {
    const a = poses[s.attack.from], b = poses[s.attack.to], hit = s.attack.n === null ? "#fff27a" : s.attack.n ? "#ff5d3a" : "#8892a8";
    pen.strokeStyle = hit; pen.lineWidth = 3.5 * Math.max(1, scale); pen.beginPath(); pen.moveTo(X(a[0]), Y(a[1])); pen.lineTo(X(b[0]), Y(b[1])); pen.stroke();
  }
  for (const i in s.ships) if (!s.ships[i].gone) ship(i, s.ships[i], poses[i], i === actor);
  const talk = $("names").checked ? Object.keys(s.ships) : [...new Set([actor, ...(s.attack ? [String(s.attack.from), String(s.attack.to)] : []), picked])].filter(i => i !== null);
  labels(s, poses, talk);
  if (s.attack && s.ships[s.attack.from] && s.ships[s.attack.to]) {
    const a = poses[s.attack.from], b = poses[s.attack.to];
    const mx = X((a[0] + b[0]) / 2), my = Y((a[1] + b[1]) / 2), aside = Math.abs(b[0] - a[0]) < Math.abs(b[1] - a[1]);
    dice(s.dice, mx + (aside ? size(95) : 0), my - (aside ? 0 : size(48)), s.attack);
  }
  if (s.boom !== null && s.ships[s.boom]) { const p = poses[s.boom]; for (let n = 0; n < 3; n++) { pen.beginPath(); pen.arc(X(p[0]), Y(p[1]), (18 + 22 * n) * scale * (.6 + .4 * share), 0, 7); pen.fillStyle = ["#ffe9a8cc", "#ff9d3f88", "#ff4d2244"][n]; pen.fill(); } }
  $("caption").textContent = s.round ? `Round ${s.round} · ${s.phase}` : "Set-up";
  rosters(s, actor);
}

function dice(d, x, y, attack) {
  const side = size(17); const rows = [];
  if (d.red) rows.push([["✸", "✹", "◉", " "], d.red, "#b3261e"]);
  if (d.green) rows.push([["↻", "◉", " "], [d.green[0] + (d.added || 0), d.green[1], d.green[2]], "#1f7a3a"]);
  const wide = Math.max(...rows.map(([, counts]) => counts.reduce((a, b) => a + b, 0)), 4) * (side + 3) + 8, high = rows.length * (side + 4) + size(18);
  const left = Math.max(2, Math.min(canvas.width - wide - 2, x - wide / 2)), top = Math.max(2, Math.min(canvas.height - high - 2, y - high / 2));
  pen.fillStyle = look.board; pen.globalAlpha = .85; pen.fillRect(left, top, wide, high); pen.globalAlpha = 1; pen.strokeStyle = look.edge; pen.lineWidth = 1; pen.strokeRect(left, top, wide, high);
  pen.fillStyle = look.name; pen.font = `${size(11)}px system-ui`; pen.textAlign = "center";
  pen.fillText(`range ${attack.range}` + (attack.n === null ? "" : attack.n ? ` · ${attack.n} through` : " · missed"), left + wide / 2, top + size(13));
  rows.forEach(([marks, counts, colour], row) => { const all = counts.flatMap((n, k) => Array(n).fill(marks[k]));
    all.forEach((mark, n) => { const px = left + 5 + n * (side + 3), py = top + size(18) + row * (side + 4); pen.fillStyle = colour; pen.fillRect(px, py, side, side); pen.strokeStyle = "#ffffffaa"; pen.lineWidth = 1; pen.strokeRect(px, py, side, side); pen.fillStyle = "#fff"; pen.font = `${side * .75}px system-ui`; pen.textAlign = "center"; pen.fillText(mark, px + side / 2, py + side * .76); }); });
}

let shown = "", picked = null;
const order = SCRIPT.ships.map((card, i) => i).filter(i => SCRIPT.ships[i]).sort((a, b) => SCRIPT.ships[a].tag - SCRIPT.ships[b].tag);
const TOKENS = ["focus", "evade", "stress", "ion", "tractor", "tracking", "cargo"];
function rosters(s, actor) {
  const key = actor + JSON.stringify(s.ships, (k, v) => k === "at" ? undefined : v); if (key === shown) return; shown = key;
  $("rosters").innerHTML = [0, 1].map(side => { const rows = order.map(i => { const card = SCRIPT.ships[i], own = s.ships[i]; if (!card || card.side !== side || !own) return "";
      const lock = own.lock !== null && SCRIPT.ships[own.lock] ? `locks ${escape(SCRIPT.ships[own.lock].name)}` : "";
      const tokens = own.t.map((n, k) => n ? (n > 1 ? n + " " : "") + TOKENS[k] : "").concat([own.cloaked ? "cloaked" : "", lock]).filter(t => t).join(", ");
      const state = own.gone ? (own.gone === "boom" ? "" : "<b>left the board</b>") : [own.cards.map(escape).join(", "), tokens ? `<b>${tokens}</b>` : ""].filter(t => t).join(" · ");
      const pips = card.hull > 100 ? "" : `<span class="pips"><i>${"●".repeat(own.gone ? 0 : own.shields)}</i><b>${"●".repeat(own.gone ? 0 : Math.max(0, card.hull - own.damage))}</b><u>${"●".repeat(own.gone ? 0 : Math.min(card.hull, own.damage))}</u></span>`;
      return `<div class="ship ${own.gone ? "gone" : ""} ${String(i) === actor ? "acts" : ""}" data-ship="${i}" title="${escape(card.class)}, skill ${card.skill}"><span class="tag">${card.tag}</span><span class="name">${escape(card.pilot)}</span>${pips}${state ? `<span class="state">${state}</span>` : ""}</div>`; }).join("");
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
function speed(way) { const box = $("speed"); box.selectedIndex = Math.max(0, Math.min(box.options.length - 1, box.selectedIndex + way)); }
function help() { $("keys").hidden = !$("keys").hidden; $("help").setAttribute("aria-expanded", String(!$("keys").hidden)); fit(); draw(); }
function check(id) { $(id).checked = !$(id).checked; draw(); }
function pick(i) { picked = picked === i ? null : i; draw(); }
const lines = steps.map((step, k) => { if (!step.text) return null; const li = document.createElement("li"); li.textContent = step.text; li.className = step.k; li.onclick = () => go(k + 1); $("log").append(li); return li; });
["a", "b"].forEach((letter, n) => { const style = document.documentElement.style; style.setProperty(`--${letter}`, SCRIPT.sides[n].night); style.setProperty(`--${letter}-paper`, SCRIPT.sides[n].paper); });
$("title").textContent = `${SCRIPT.title} · ${SCRIPT.terrain}`; $("remark").textContent = SCRIPT.remark; $("scrub").max = steps.length;
$("scrub").oninput = event => { playing && toggle(); go(Number(event.target.value)); };
$("play").onclick = toggle; $("next").onclick = () => { forward(); draw(); }; $("back").onclick = backward; $("first").onclick = () => go(0); $("nextround").onclick = () => round(1);
$("arcs").onchange = $("names").onchange = draw; $("help").onclick = help;
$("rosters").onclick = event => { const row = event.target.closest(".ship"); if (row) pick(row.dataset.ship); };
canvas.onclick = event => { const ratio = canvas.width / canvas.getBoundingClientRect().width, s = stateAt(at), x = event.offsetX * ratio, y = event.offsetY * ratio;
  for (const i in s.ships) { const p = s.ships[i].at; if (!s.ships[i].gone && Math.hypot(X(p[0]) - x, Y(p[1]) - y) < 1.4 * SCRIPT.ships[i].base[0] * scale) return pick(i); } pick(null); };
window.onbeforeprint = () => { look = PAPER; shown = ""; fit(); draw(); };
window.onafterprint = () => { look = NIGHT; shown = ""; fit(); draw(); };
document.onkeydown = event => {
  if (event.target.tagName === "SELECT") return;
  const keys = { " ": toggle, ArrowRight: () => { forward(); draw(); }, ArrowLeft: backward, Home: () => go(0), End: () => go(steps.length), PageDown: () => round(1), PageUp: () => round(-1), a: () => check("arcs"), n: () => check("names"), "+": () => speed(1), "-": () => speed(-1), "?": help };
  if (keys[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); keys[event.key](); }
};
window.onresize = () => { fit(); draw(); };
fit();
const wanted = Number(new URLSearchParams(location.search).get("step") || location.hash.slice(1) || 0);
const begin = steps.findIndex(step => step.k === "round"); go(wanted || (begin < 0 ? 0 : begin + 1));
requestAnimationFrame(now => { last = now; tick(now); });
