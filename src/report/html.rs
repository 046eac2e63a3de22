//! The report as one HTML file: no network, sortable tables, hover values in the charts.

use std::fmt::Write;

use super::document::{Block, Document, Section, Table, pieces};
use crate::charts::sheet::{FONT_BOLD, FONT_REGULAR, escape};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

pub fn to_html(document: &Document) -> String {
    let mut html = String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    escape(&document.title, &mut html);
    html.push_str("</title>\n<style>\n");
    for (weight, font) in [(400, FONT_REGULAR), (700, FONT_BOLD)] {
        let _ = writeln!(
            html,
            "@font-face {{ font-family: \"Canto Sans\"; font-weight: {weight}; \
             src: url(data:font/ttf;base64,{}) format(\"truetype\"); }}",
            base64(font)
        );
    }
    html.push_str(STYLE);
    html.push_str("</style>\n</head>\n<body>\n<header>\n");
    element(&mut html, "h1", "", &document.title);
    element(&mut html, "p", "subtitle", &document.subtitle);
    push_contents(&mut html, &document.sections);
    html.push_str("</header>\n<main>\n");
    for (i, section) in document.sections.iter().enumerate() {
        let _ = writeln!(html, "<section id=\"s{i}\">");
        if !section.title.is_empty() {
            element(&mut html, "h2", "", &section.title);
        }
        for block in &section.blocks {
            push_block(&mut html, block);
        }
        html.push_str("</section>\n");
    }
    html.push_str("</main>\n");
    element(&mut html, "footer", "", &document.footer);
    html.push_str("<div id=\"tip\" role=\"tooltip\"></div>\n<script>\n");
    html.push_str(SCRIPT);
    html.push_str("</script>\n</body>\n</html>\n");
    html
}

fn push_contents(html: &mut String, sections: &[Section]) {
    html.push_str("<nav>");
    for (i, section) in sections.iter().enumerate().filter(|(_, section)| !section.title.is_empty()) {
        let _ = write!(html, "<a href=\"#s{i}\">");
        escape(&section.title, html);
        html.push_str("</a> ");
    }
    html.push_str("</nav>\n");
}

fn push_block(html: &mut String, block: &Block) {
    match block {
        Block::Verdict { tone, headline, text } => {
            let _ = write!(html, "<div class=\"verdict {}\">", tone.key());
            element(html, "strong", "", headline);
            paragraph(html, text);
            html.push_str("</div>\n");
        }
        Block::Findings(items) => {
            element(html, "h3", "", "What matters most");
            push_list(html, "ol", "findings", items);
        }
        Block::KeyFigures(figures) => {
            html.push_str("<div class=\"figures\">\n");
            for figure in figures {
                html.push_str("<div>");
                element(html, "b", "", &figure.value);
                element(html, "span", "", &figure.label);
                element(html, "small", "", &figure.detail);
                html.push_str("</div>\n");
            }
            html.push_str("</div>\n");
        }
        Block::Heading(text) => element(html, "h3", "", text),
        Block::Paragraph(text) => paragraph(html, text),
        Block::List(items) => push_list(html, "ul", "", items),
        Block::Table(table) => push_table(html, table),
        Block::Figure { chart, sentence } => {
            html.push_str("<figure>\n");
            html.push_str(&chart.svg.replacen("<svg ", "<svg role=\"img\" ", 1));
            html.push_str("<figcaption>");
            rich(html, sentence);
            html.push_str("</figcaption></figure>\n");
        }
        Block::Warning { text, remedy } => {
            html.push_str("<div class=\"warning\">");
            paragraph(html, text);
            if !remedy.is_empty() {
                html.push_str("<p class=\"remedy\">");
                rich(html, remedy);
                html.push_str("</p>");
            }
            html.push_str("</div>\n");
        }
        Block::Facts(facts) => {
            html.push_str("<dl>\n");
            for (name, value) in facts {
                element(html, "dt", "", name);
                element(html, "dd", "", value);
            }
            html.push_str("</dl>\n");
        }
    }
}

fn push_list(html: &mut String, tag: &str, class: &str, items: &[String]) {
    let _ = writeln!(html, "<{tag} class=\"{class}\">");
    for item in items {
        html.push_str("<li>");
        rich(html, item);
        html.push_str("</li>\n");
    }
    let _ = writeln!(html, "</{tag}>");
}

fn push_table(html: &mut String, table: &Table) {
    if !table.sentence.is_empty() {
        paragraph(html, &table.sentence);
    }
    html.push_str("<div class=\"scroll\"><table>\n<thead><tr>");
    for column in &table.columns {
        let class = if column.numeric { " class=\"n\"" } else { "" };
        let _ = write!(html, "<th{class} tabindex=\"0\" title=\"sort\">");
        escape(&column.name, html);
        html.push_str("</th>");
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        html.push_str("<tr>");
        for (cell, column) in row.iter().zip(&table.columns) {
            html.push_str(if column.numeric { "<td class=\"n\"" } else { "<td" });
            if let Some(sort) = cell.sort.filter(|sort| sort.is_finite()) {
                let _ = write!(html, " data-s=\"{sort}\"");
            }
            html.push('>');
            escape(&cell.text, html);
            html.push_str("</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n");
}

fn element(html: &mut String, tag: &str, class: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = write!(html, "<{tag}{class}>");
    escape(text, html);
    let _ = writeln!(html, "</{tag}>");
}

fn paragraph(html: &mut String, text: &str) {
    if !text.is_empty() {
        html.push_str("<p>");
        rich(html, text);
        html.push_str("</p>\n");
    }
}

fn rich(html: &mut String, text: &str) {
    for (bold, piece) in pieces(text) {
        html.push_str(if bold { "<strong>" } else { "" });
        escape(piece, html);
        html.push_str(if bold { "</strong>" } else { "" });
    }
}

/// Standard base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().enumerate().fold(0_u32, |word, (i, &byte)| word | u32::from(byte) << (16 - 8 * i));
        for i in 0..4 {
            if i <= chunk.len() {
                text.push(char::from(LETTERS[(word >> (18 - 6 * i)) as usize & 63]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vectors of RFC 4648, section 10.
    #[test]
    fn base64_gives_the_vectors_of_the_standard() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn texts_are_escaped_and_nothing_is_loaded_from_elsewhere() {
        let mut section = Section::new("A <b> & c");
        section.paragraph("**x<y**");
        let document = Document { title: "T".into(), sections: vec![section], ..Document::default() };
        let html = to_html(&document);
        assert!(html.contains("<h2>A &lt;b&gt; &amp; c</h2>") && html.contains("<strong>x&lt;y</strong>"));
        assert!(!html.contains("src=\"http") && !html.contains("url(http") && !html.contains("@import"));
    }
}
