//! One round as a picture: the board drawn to scale with ships, arcs, obstacles and what was done in the round.

use std::fmt::Write;

use serde_json::Value;

use super::Script;
use super::colours::number_ink;
use super::signs::{self, ASTEROID, DEBRIS, MINE, SIGN_ROW, Sign, ZONE};
use crate::charts::Chart;
use crate::charts::theme::{PAPER, WIDTH};

/// Half the printed front arc, and the far end of range 3.
const ARC_HALF: f64 = 0.709;
const REACH: f64 = 300.0;
const MARGIN: f64 = 30.0;
/// A line of the list below the board.
const ROW: f64 = 34.0;

/// The table as it stood when the round was over; the last round if there were fewer.
pub fn picture(script: &Script, round: u16) -> Chart {
    let board = &script.json["board"];
    let (width, height) = (number(&board[0]), number(&board[1]));
    let scale = f64::from(WIDTH) / (width + 2.0 * MARGIN);
    let table = Table::at_end_of(script, round);
    let board_height = (height + 2.0 * MARGIN) * scale + 60.0;
    let signs = table.signs();
    let list_top = board_height + SIGN_ROW * signs::rows(&signs) as f64 + 12.0;
    let full_height = list_top + ROW * table.rows() as f64 + 30.0;
    let paper = format!("#{:02x}{:02x}{:02x}", PAPER.0, PAPER.1, PAPER.2);
    let mut svg = format!(
        "<svg width=\"{WIDTH}\" height=\"{full_height:.0}\" viewBox=\"0 0 {WIDTH} {full_height:.0}\" \
         xmlns=\"http://www.w3.org/2000/svg\" font-family=\"Canto Sans, sans-serif\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n"
    );
    let side = |i: usize| {
        let faction = escape(script.json["sides"][i]["faction"].as_str().unwrap_or(""));
        format!("<tspan font-weight=\"bold\" fill=\"{}\">{faction}</tspan>", table.sides[i])
    };
    let _ = writeln!(
        svg,
        "<text x=\"40\" y=\"46\" font-size=\"30\" font-weight=\"bold\">{}, round {}</text>\
         <text x=\"{}\" y=\"46\" font-size=\"22\" text-anchor=\"end\" fill=\"#555\">{} (attacker) v {} (defender)</text>",
        escape(&script.title),
        table.round,
        WIDTH - 40,
        side(0),
        side(1),
    );
    let _ = writeln!(svg, "<clipPath id=\"board\"><rect width=\"{width}\" height=\"{height}\"/></clipPath>");
    let _ = writeln!(
        svg,
        "<g transform=\"translate({:.2} {:.2}) scale({scale:.5} -{scale:.5})\">",
        MARGIN * scale,
        60.0 + (MARGIN + height) * scale
    );
    let _ = writeln!(
        svg,
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\" stroke=\"#999\" stroke-width=\"2\"/>"
    );
    table.draw(&mut svg);
    svg.push_str("</g>\n");
    signs::draw(&mut svg, &signs, board_height);
    table.list(&mut svg, list_top);
    svg.push_str("</svg>\n");
    Chart { name: "battle".into(), title: script.title.clone(), svg, height: full_height as i32 }
}

/// What lies on the table.
struct Table<'a> {
    cards: &'a [Value],
    /// The colours of attacker and defender.
    sides: [&'a str; 2],
    round: u64,
    poses: Vec<Option<&'a Value>>,
    gone: Vec<bool>,
    damage: Vec<i64>,
    /// Face-up damage cards, and the quadrant of a mobile arc.
    cards_up: Vec<Vec<&'a str>>,
    arcs: Vec<u64>,
    fled: Vec<bool>,
    shields: Vec<u64>,
    rocks: Vec<(u64, &'a Value)>,
    tokens: Vec<(u64, &'a Value, &'a str)>,
    zone: Option<&'a Value>,
    trails: Vec<(u64, &'a Value)>,
    shots: Vec<(u64, u64, u64)>,
}

impl<'a> Table<'a> {
    fn at_end_of(script: &'a Script, round: u16) -> Table<'a> {
        let cards = script.json["ships"].as_array().map_or(&[][..], Vec::as_slice);
        let mut table = Table {
            cards,
            sides: [0, 1].map(|i: usize| script.json["sides"][i]["paper"].as_str().unwrap_or("#444444")),
            round: 0,
            poses: vec![None; cards.len()],
            gone: vec![false; cards.len()],
            damage: vec![0; cards.len()],
            cards_up: vec![Vec::new(); cards.len()],
            arcs: vec![0; cards.len()],
            fled: vec![false; cards.len()],
            shields: cards.iter().map(|card| card["shields"].as_u64().unwrap_or(0)).collect(),
            rocks: Vec::new(),
            tokens: Vec::new(),
            zone: None,
            trails: Vec::new(),
            shots: Vec::new(),
        };
        for step in script.json["steps"].as_array().into_iter().flatten() {
            if step["k"] == "round" {
                if u64::from(round) <= table.round {
                    break;
                }
                table.round = step["n"].as_u64().unwrap_or(0);
                table.trails.clear();
                table.shots.clear();
            }
            table.apply(step);
        }
        table
    }

    fn apply(&mut self, step: &'a Value) {
        let id = step["i"].as_u64().unwrap_or(0);
        let i = id as usize;
        match step["k"].as_str().unwrap_or("") {
            "rock" => self.rocks.push((id, step)),
            "rockgone" => self.rocks.retain(|(rock, _)| *rock != id),
            "zone" => self.zone = Some(&step["shape"]),
            "token" => self.tokens.push((id, &step["at"], step["name"].as_str().unwrap_or("token"))),
            "tokenmove" => {
                self.tokens.iter_mut().filter(|token| token.0 == id).for_each(|token| token.1 = &step["at"]);
            }
            "tokengone" => self.tokens.retain(|token| token.0 != id),
            "enter" => self.poses[i] = Some(&step["at"]),
            "move" => {
                self.trails.push((id, &step["path"]));
                self.poses[i] = Some(&step["at"]);
            }
            "hit" => self.shots.push((id, step["on"].as_u64().unwrap_or(0), step["n"].as_u64().unwrap_or(0))),
            "shields" => self.shields[i] = step["n"].as_u64().unwrap_or(0),
            "damage" => {
                self.damage[i] += step["n"].as_i64().unwrap_or(1);
                self.cards_up[i].extend(step["card"].as_str());
            }
            "flip" => {
                self.damage[i] += step["n"].as_i64().unwrap_or(0);
                let card = step["card"].as_str().unwrap_or("");
                if step["up"] == true {
                    self.cards_up[i].push(card);
                } else if let Some(place) = self.cards_up[i].iter().position(|up| *up == card) {
                    self.cards_up[i].remove(place);
                }
            }
            "arc" => self.arcs[i] = step["q"].as_u64().unwrap_or(0),
            "gone" | "boom" => {
                self.gone[i] = true;
                self.fled[i] = step["k"] == "gone";
            }
            _ => {}
        }
    }

    fn draw(&self, svg: &mut String) {
        if let Some(zone) = self.zone {
            let _ = writeln!(svg, "<polygon points=\"{}\" fill=\"{ZONE}\" opacity=\"0.4\"/>", points(zone));
        }
        for (_, rock) in &self.rocks {
            let fill = match rock["kind"].as_str() {
                Some("debris") => DEBRIS,
                Some("mine") => MINE,
                _ => ASTEROID,
            };
            let _ = writeln!(
                svg,
                "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"#777\"/>",
                points(&rock["shape"])
            );
        }
        for (_, pose, name) in &self.tokens {
            let (x, y) = (number(&pose[0]), number(&pose[1]));
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"32\" height=\"32\" fill=\"#d8b84a\"/>",
                x - 16.0,
                y - 16.0
            );
            label(svg, x, y - 34.0, 13.0, "#665511", name);
        }
        // An arc reaches beyond the edge, but nothing can be shot there.
        svg.push_str("<g clip-path=\"url(#board)\">\n");
        for (ship, path) in &self.trails {
            let colour = self.colour(*ship);
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"20\" opacity=\"0.14\"/>",
                points(path)
            );
        }
        for (i, pose) in self.poses.iter().enumerate().filter(|(i, _)| !self.gone[*i]) {
            if let Some(pose) = pose {
                self.arc(svg, i, pose);
            }
        }
        svg.push_str("</g>\n");
        for (from, to, n) in &self.shots {
            if let (Some(a), Some(b)) = (self.poses[*from as usize], self.poses[*to as usize]) {
                let (width, dash) = if 0 < *n { (3.5, "none") } else { (1.5, "6 8") };
                let _ = writeln!(
                    svg,
                    "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>",
                    a[0],
                    a[1],
                    b[0],
                    b[1],
                    self.colour(*from)
                );
            }
        }
        for (i, pose) in self.poses.iter().enumerate() {
            if let Some(pose) = pose {
                self.ship(svg, i, pose);
            }
        }
    }

    fn colour(&self, ship: u64) -> &'a str {
        self.sides[self.cards[ship as usize]["side"].as_u64().unwrap_or(0) as usize % 2]
    }

    /// Every arc that the ship can fire into; a turret reaches all around.
    fn arc(&self, svg: &mut String, i: usize, pose: &Value) {
        let card = &self.cards[i];
        let has = |name: &str| card["arcs"].as_array().is_some_and(|arcs| arcs.iter().any(|arc| arc == name));
        let (x, y) = (number(&pose[0]), number(&pose[1]));
        let reach = REACH + number(&card["base"][0]);
        let colour = self.colour(i as u64);
        if has("turret") {
            let _ = writeln!(
                svg,
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"{reach}\" fill=\"{colour}\" opacity=\"0.04\"/>"
            );
        }
        let quarter = std::f64::consts::FRAC_PI_2;
        let mut wedge = |middle: f64, half: f64| {
            let (hx, hy) = (number(&pose[2]), number(&pose[3]));
            let end = |turn: f64| {
                let (sin, cos) = (libm::sin(turn), libm::cos(turn));
                (x + reach * (hx * cos - hy * sin), y + reach * (hx * sin + hy * cos))
            };
            let (left, right) = (end(middle + half), end(middle - half));
            let _ = writeln!(
                svg,
                "<path d=\"M{x} {y} L{:.1} {:.1} A{reach} {reach} 0 0 0 {:.1} {:.1} Z\" fill=\"{colour}\" opacity=\"0.06\"/>",
                left.0, left.1, right.0, right.1,
            );
        };
        wedge(0.0, ARC_HALF);
        if has("rear-auxiliary") {
            wedge(2.0 * quarter, ARC_HALF);
        }
        if has("front-180-auxiliary") {
            wedge(0.5 * quarter, 0.5 * quarter);
            wedge(-0.5 * quarter, 0.5 * quarter);
        }
        match self.arcs[i] {
            1 => wedge(quarter, quarter - ARC_HALF),
            2 => wedge(2.0 * quarter, ARC_HALF),
            3 => wedge(-quarter, quarter - ARC_HALF),
            _ => {}
        }
    }

    fn ship(&self, svg: &mut String, i: usize, pose: &Value) {
        let card = &self.cards[i];
        let (x, y) = (number(&pose[0]), number(&pose[1]));
        let colour = self.colour(i as u64);
        if self.gone[i] {
            let _ = writeln!(
                svg,
                "<path d=\"M{} {} l24 24 m0 -24 l-24 24\" stroke=\"{colour}\" stroke-width=\"5\" opacity=\"0.35\"/>",
                x - 12.0,
                y - 12.0,
            );
            return;
        }
        let (half_length, half_width) = (number(&card["base"][0]), number(&card["base"][1]));
        let (hx, hy) = (number(&pose[2]), number(&pose[3]));
        let corner = |f: f64, l: f64| {
            let (f, l) = (f * half_length, l * half_width);
            format!("{:.1},{:.1}", x + f * hx - l * hy, y + f * hy + l * hx)
        };
        let square = [corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0), corner(1.0, -1.0)].join(" ");
        let dart = [corner(0.9, 0.0), corner(-0.8, 0.75), corner(-0.55, 0.0), corner(-0.8, -0.75)].join(" ");
        let _ = writeln!(
            svg,
            "<polygon points=\"{square}\" fill=\"#fff\" stroke=\"{colour}\" stroke-width=\"2.5\"/>"
        );
        let _ = writeln!(svg, "<polygon points=\"{dart}\" fill=\"{colour}\"/>");
        let size = 0.62 * half_width;
        let tag = card["tag"].to_string();
        let _ = writeln!(
            svg,
            "<text transform=\"translate({x:.1} {:.1}) scale(1 -1)\" font-size=\"{size:.1}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\">{tag}</text>",
            y - 0.36 * size,
            number_ink(colour),
        );
    }

    /// The signs that this picture has.
    fn signs(&self) -> Vec<Sign> {
        let rock = |kind: &str| self.rocks.iter().any(|(_, rock)| rock["kind"] == kind);
        let all = [
            (Sign::Hit, self.shots.iter().any(|(_, _, n)| 0 < *n)),
            (Sign::Miss, self.shots.iter().any(|(_, _, n)| *n == 0)),
            (Sign::Path, !self.trails.is_empty()),
            (Sign::Arc, self.gone.contains(&false)),
            (Sign::Gone, self.gone.contains(&true)),
            (Sign::Asteroid, rock("rock")),
            (Sign::Debris, rock("debris")),
            (Sign::Mine, rock("mine")),
            (Sign::Zone, self.zone.is_some()),
        ];
        all.into_iter().filter(|(_, is_there)| *is_there).map(|(sign, _)| sign).collect()
    }

    /// Ships that ever stood on the table, by side and in the order of their numbers.
    fn crew(&self, side: u64) -> Vec<usize> {
        let seen = (0..self.cards.len()).filter(|i| self.poses[*i].is_some());
        let mut crew: Vec<usize> = seen.filter(|i| self.cards[*i]["side"] == side).collect();
        crew.sort_by_key(|i| self.cards[*i]["tag"].as_u64());
        crew
    }

    fn rows(&self) -> usize {
        self.crew(0).len().max(self.crew(1).len())
    }

    /// The numbers on the bases told: names, what is left of shields and hull, face-up damage cards.
    fn list(&self, svg: &mut String, top: f64) {
        for side in 0..2 {
            let left = if side == 0 { 60.0 } else { 60.0 + f64::from(WIDTH) / 2.0 };
            for (row, i) in self.crew(side).into_iter().enumerate() {
                let (card, y) = (&self.cards[i], top + ROW * (row as f64 + 0.5));
                let hull = card["hull"].as_i64().unwrap_or(0);
                let state = if self.fled[i] {
                    "left the board".to_string()
                } else if self.gone[i] {
                    "destroyed".to_string()
                } else if 100 < hull {
                    String::new()
                } else {
                    let mut state =
                        format!("shields {}, hull {}", self.shields[i], (hull - self.damage[i]).max(0));
                    for card in &self.cards_up[i] {
                        let _ = write!(state, "; {card}");
                    }
                    state
                };
                let shade = if self.gone[i] { "#999" } else { "#222" };
                let _ = writeln!(
                    svg,
                    "<text x=\"{left}\" y=\"{y:.1}\" font-size=\"24\" font-weight=\"bold\" text-anchor=\"end\" fill=\"{}\">{}</text>\
                     <text x=\"{}\" y=\"{y:.1}\" font-size=\"24\" fill=\"{shade}\">{} <tspan fill=\"#777\" font-size=\"20\">{}</tspan></text>",
                    self.colour(i as u64),
                    card["tag"],
                    left + 12.0,
                    escape(card["pilot"].as_str().unwrap_or("")),
                    escape(&state),
                );
            }
        }
    }
}

/// Text stands upright although the board's y axis points up.
fn label(svg: &mut String, x: f64, y: f64, size: f64, colour: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text transform=\"translate({x:.1} {y:.1}) scale(1 -1)\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{colour}\">{}</text>",
        escape(text)
    );
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn points(list: &Value) -> String {
    let pairs = list.as_array().into_iter().flatten();
    pairs.map(|point| format!("{},{}", point[0], point[1])).collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
