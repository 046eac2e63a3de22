//! The page: player, style and script in one file that needs no network.

use super::Script;

const SHELL: &str = include_str!("player.html");
const STYLE: &str = include_str!("player.css");
const PLAYER: &str = include_str!("player.js");

/// One self-contained HTML document.
pub fn page(script: &Script) -> String {
    // A closing tag inside a string would end the script element.
    let data = script.json.to_string().replace("</", "<\\/");
    SHELL
        .replace("{{title}}", &escape(&script.title))
        .replace("{{style}}", STYLE)
        .replace("{{player}}", PLAYER)
        .replace("{{data}}", &data)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
