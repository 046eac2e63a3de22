//! The drawing surface: plotters' SVG backend with our font, whole-pixel text and hover values.

use std::fmt::Write;
use std::sync::Once;

use plotters::coord::Shift;
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::prelude::{Color, DrawingArea, IntoDrawingArea, RGBColor, SVGBackend};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{FontDesc, FontFamily, FontStyle, ShapeStyle, TextStyle, register_font};

use super::theme::{GREY, INK, MARGIN, Marker, PAPER, SUBTITLE, TITLE, WIDTH};

pub const FONT_FAMILY: &str = "Canto Sans";
pub static FONT_REGULAR: &[u8] = include_bytes!("fonts/CantoSans-Regular.ttf");
pub static FONT_BOLD: &[u8] = include_bytes!("fonts/CantoSans-Bold.ttf");

/// plotters divides a font size by this before it writes it into the SVG.
const PLOTTERS_EM: f64 = 1.24;
/// plotters measures by line height; that of our font is this many ems.
const LINE_HEIGHT: f64 = 1.492;

/// Where a text stands relative to its point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Centre,
    Right,
}

/// How a text looks.
#[derive(Debug, Clone, Copy)]
pub struct Type {
    pub size: i32,
    pub bold: bool,
    pub color: RGBColor,
    pub align: Align,
}

impl Type {
    pub const fn new(size: i32) -> Type {
        Type { size, bold: false, color: INK, align: Align::Left }
    }

    pub const fn bold(self) -> Type {
        Type { bold: true, ..self }
    }

    pub const fn color(self, color: RGBColor) -> Type {
        Type { color, ..self }
    }

    pub const fn align(self, align: Align) -> Type {
        Type { align, ..self }
    }
}

/// A finished drawing.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// File name without ending.
    pub name: String,
    pub title: String,
    pub svg: String,
    pub height: i32,
}

/// A sheet to draw on. Points are (x, y) from the upper left corner.
pub struct Sheet<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    hovers: String,
}

/// Draws a chart: title and subtitle on top, then what `draw` does below `top`.
pub fn chart(
    name: &str,
    title: &str,
    subtitle: &str,
    body_height: i32,
    draw: impl FnOnce(&mut Sheet<'_>, i32),
) -> Chart {
    register_fonts();
    let title_lines = wrap(title, Type::new(TITLE).bold(), WIDTH - 2 * MARGIN);
    let subtitle_lines = wrap(subtitle, Type::new(SUBTITLE), WIDTH - 2 * MARGIN);
    let top = MARGIN + 46 * title_lines.len() as i32 + 36 * subtitle_lines.len() as i32 + 14;
    let height = top + body_height + 6;
    let mut svg = String::new();
    let hovers = {
        let area = SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
        let mut sheet = Sheet { area, hovers: String::new() };
        sheet.rect((0, 0), (WIDTH, height), PAPER, 1.0);
        let mut baseline = MARGIN + 30;
        for line in &title_lines {
            sheet.text((MARGIN, baseline), line, Type::new(TITLE).bold());
            baseline += 46;
        }
        baseline -= 4;
        for line in &subtitle_lines {
            sheet.text((MARGIN, baseline), line, Type::new(SUBTITLE).color(GREY));
            baseline += 36;
        }
        draw(&mut sheet, top);
        // Writing into a string cannot fail.
        let _ = sheet.area.present();
        std::mem::take(&mut sheet.hovers)
    };
    let end = svg.rfind("</svg>").unwrap_or(svg.len());
    svg.insert_str(end, &hovers);
    // A title for screen readers, and text without the line breaks that plotters puts around it.
    let mut head = String::from("<title>");
    escape(title, &mut head);
    head.push_str("</title>\n");
    let begin = svg.find('>').map_or(0, |at| at + 2).min(svg.len());
    svg.insert_str(begin, &head);
    svg = svg.replace("\n</text>", "</text>");
    svg = svg.replace("font-family=\"Canto Sans\"", "font-family=\"Canto Sans, sans-serif\"");
    Chart { name: name.to_string(), title: title.to_string(), svg, height }
}

impl Sheet<'_> {
    pub fn line(&mut self, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) {
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: width };
        self.put(&PathElement::new(vec![from, to], style));
    }

    /// A horizontal or vertical line in dashes.
    pub fn dashed(&mut self, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) {
        let length = (to.0 - from.0).abs().max((to.1 - from.1).abs());
        let step = |at: i32| {
            let share = |a: i32, b: i32| a + ((b - a) * at).checked_div(length).unwrap_or(0);
            (share(from.0, to.0), share(from.1, to.1))
        };
        let mut at = 0;
        while at < length {
            self.line(step(at), step((at + 10).min(length)), color, width);
            at += 18;
        }
    }

    pub fn path(&mut self, points: Vec<(i32, i32)>, color: RGBColor, width: u32) {
        let style = ShapeStyle { color: color.to_rgba(), filled: false, stroke_width: width };
        self.put(&PathElement::new(points, style));
    }

    pub fn polygon(&mut self, points: Vec<(i32, i32)>, color: RGBColor, opacity: f64) {
        self.put(&Polygon::new(points, color.mix(opacity).filled()));
    }

    pub fn rect(&mut self, upper_left: (i32, i32), lower_right: (i32, i32), color: RGBColor, opacity: f64) {
        if upper_left.0 < lower_right.0 && upper_left.1 < lower_right.1 {
            self.put(&Rectangle::new([upper_left, lower_right], color.mix(opacity).filled()));
        }
    }

    pub fn marker(&mut self, (x, y): (i32, i32), marker: Marker, radius: i32, color: RGBColor) {
        let r = radius;
        match marker {
            Marker::Circle => self.put(&Circle::new((x, y), r, color.filled())),
            Marker::Square => self.rect((x - r + 1, y - r + 1), (x + r - 1, y + r - 1), color, 1.0),
            Marker::Diamond => {
                let r = r + 3;
                self.polygon(vec![(x - r, y), (x, y - r), (x + r, y), (x, y + r)], color, 1.0);
            }
            Marker::Triangle => {
                self.polygon(vec![(x - r - 1, y + r), (x, y - r - 1), (x + r + 1, y + r)], color, 1.0);
            }
        }
    }

    /// A marker with a white middle.
    pub fn hollow(&mut self, at: (i32, i32), marker: Marker, radius: i32, color: RGBColor) {
        self.marker(at, marker, radius, color);
        self.marker(at, marker, radius - 4, PAPER);
    }

    /// Text on the baseline of its point.
    pub fn text(&mut self, (x, y): (i32, i32), text: &str, look: Type) {
        self.put(&Text::new(text.to_string(), (x, y - baseline_shift(look.size)), plotters_style(look)));
    }

    /// Text that reads upwards, for the name of a vertical axis.
    pub fn text_upwards(&mut self, (x, y): (i32, i32), text: &str, look: Type) {
        let style = plotters_style(look).transform(plotters::style::FontTransform::Rotate270);
        self.put(&Text::new(text.to_string(), (x - baseline_shift(look.size), y), style));
    }

    /// What a reader of the HTML sees when he points at this rectangle.
    pub fn hover(&mut self, upper_left: (i32, i32), lower_right: (i32, i32), text: &str) {
        let (x, y) = upper_left;
        let (w, h) = ((lower_right.0 - x).max(1), (lower_right.1 - y).max(1));
        let _ = write!(
            self.hovers,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#000000\" fill-opacity=\"0\"><title>"
        );
        escape(text, &mut self.hovers);
        self.hovers.push_str("</title></rect>\n");
    }

    fn put<'e, E>(&mut self, element: &'e E)
    where
        for<'b> &'b E: plotters::element::PointCollection<'b, (i32, i32)>,
        E: for<'b> plotters::element::Drawable<SVGBackend<'b>>,
    {
        // Writing into a string cannot fail.
        let _ = self.area.draw(element);
    }
}

/// plotters' "top" puts the baseline 0.76 em below the point.
fn baseline_shift(size: i32) -> i32 {
    (0.76 * f64::from(size)).round() as i32
}

fn plotters_style(look: Type) -> TextStyle<'static> {
    let style = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
    let font = FontDesc::new(FontFamily::Name(FONT_FAMILY), f64::from(look.size) * PLOTTERS_EM, style);
    let horizontal = match look.align {
        Align::Left => HPos::Left,
        Align::Centre => HPos::Center,
        Align::Right => HPos::Right,
    };
    TextStyle { font, color: look.color.to_backend_color(), pos: Pos::new(horizontal, VPos::Top) }
}

/// Width of a text in pixels.
pub fn text_width(text: &str, look: Type) -> i32 {
    register_fonts();
    let style = if look.bold { FontStyle::Bold } else { FontStyle::Normal };
    let font = FontDesc::new(FontFamily::Name(FONT_FAMILY), f64::from(look.size) * LINE_HEIGHT, style);
    // The font is registered above; without it every letter would be half an em wide.
    font.box_size(text).map_or(look.size / 2 * text.chars().count() as i32, |(width, _)| width as i32)
}

/// Breaks a text into lines no wider than `width`.
pub fn wrap(text: &str, look: Type, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(&format!("{line} {word}"), look) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Shortens a text to `width` pixels, with an ellipsis where something was cut.
pub fn shorten(text: &str, look: Type, width: i32) -> String {
    if text_width(text, look) <= width {
        return text.to_string();
    }
    let mut kept: Vec<char> = text.chars().collect();
    while 1 < kept.len() {
        kept.pop();
        let shorter = format!("{}…", kept.iter().collect::<String>().trim_end());
        if text_width(&shorter, look) <= width {
            return shorter;
        }
    }
    "…".into()
}

fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        for (style, bytes) in [(FontStyle::Normal, FONT_REGULAR), (FontStyle::Bold, FONT_BOLD)] {
            let registered = register_font(FONT_FAMILY, style, bytes).is_ok();
            debug_assert!(registered, "the embedded font is a font");
        }
    });
}

/// Puts a text where XML expects one.
pub fn escape(text: &str, into: &mut String) {
    for letter in text.chars() {
        match letter {
            '<' => into.push_str("&lt;"),
            '>' => into.push_str("&gt;"),
            '&' => into.push_str("&amp;"),
            '"' => into.push_str("&quot;"),
            other => into.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Noto's digits are 572 thousandths of an em wide, regular and bold.
    #[test]
    fn text_is_measured_by_the_fonts_own_advances() {
        assert!((text_width("0000000000", Type::new(1000)) - 5720).abs() <= 2);
        assert!((text_width("0000000000", Type::new(1000).bold()) - 5720).abs() <= 2);
    }

    #[test]
    fn long_texts_break_and_shorten_to_their_width() {
        let look = Type::new(30);
        let lines = wrap("Who wins the Galactic Civil War, and how sure are we of it?", look, 300);
        assert!(2 < lines.len() && lines.iter().all(|line| text_width(line, look) <= 300));
        let short = shorten("Intelligence Gathering", look, 150);
        assert!(short.ends_with('…') && text_width(&short, look) <= 150);
        assert_eq!(shorten("Ambush", look, 300), "Ambush");
    }

    #[test]
    fn drawings_are_well_formed_and_escape_what_they_are_told() {
        let drawn = chart("test", "A & B <first>", "", 100, |sheet, top| {
            sheet.hover((0, top), (10, top + 10), "5 < 6 & \"so\"");
        });
        assert!(drawn.svg.contains("<title>A &amp; B &lt;first&gt;</title>"));
        assert!(drawn.svg.contains("5 &lt; 6 &amp; &quot;so&quot;"));
        assert!(drawn.svg.trim_end().ends_with("</svg>"));
    }
}
