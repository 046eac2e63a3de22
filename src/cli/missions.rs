//! `canto missions`: the missions that can be flown, one told in full, and a designer's own checked.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use serde_json::json;

use super::{Answer, Common, Format, Output, Table};
use crate::battle::tabletop::missions::unplayable;
use crate::config::mission::{self, List, Mission, missions};
use crate::error::{Error, Result};

/// How wide the lines of a told mission are.
const WIDTH: usize = 100;

/// Look at the missions, and check one of your own
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  canto missions list
  canto missions show \"supply raid\"
  canto missions show my-mission.toml
  canto missions check my-mission.toml")]
pub struct MissionsArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// All missions with their sizes and restrictions
    List {
        /// Only the missions of one list
        #[arg(long, value_enum)]
        list: Option<ListName>,
    },
    /// One mission told in plain words: set-up, roles, victory, rewards
    Show {
        /// Key, title or alias of a mission, or a mission file
        #[arg(value_name = "NAME")]
        name: String,
    },
    /// Check mission files of your own: every fault with its line
    Check {
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

/// The lists of the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ListName {
    Table,
    Special,
    SupportShip,
    CapitalShip,
    Potential,
}

impl ListName {
    fn list(self) -> List {
        match self {
            ListName::Table => List::Table,
            ListName::Special => List::Special,
            ListName::SupportShip => List::SupportShip,
            ListName::CapitalShip => List::CapitalShip,
            ListName::Potential => List::Potential,
        }
    }
}

pub fn run(args: &MissionsArgs, common: &Common, output: &mut Output) -> Result<Answer> {
    match &args.what {
        What::List { list } => show_list(list.map(ListName::list), output)?,
        What::Show { name } => show_mission(mission::resolve(name)?, output)?,
        What::Check { files } => check(files, common, output)?,
    }
    Ok(Answer::Done)
}

fn show_list(list: Option<List>, output: &mut Output) -> Result<()> {
    let chosen = missions().iter().filter(|mission| list.is_none_or(|list| mission.list == list));
    if output.format == Format::Table {
        // What fits on a screen; `canto missions show` tells the rest.
        let mut table = Table::new(["mission", "list", "size", "special", "tabletop"]);
        for mission in chosen {
            table.row([
                mission.title.clone(),
                mission.list.label().to_string(),
                mission.size.in_short(),
                mission.special_words(),
                on_the_tabletop(mission),
            ]);
        }
        return output.table(&table);
    }
    let mut table = Table::new(["mission", "key", "list", "size", "restrictions", "special", "tabletop"]);
    for mission in chosen {
        table.row([
            mission.title.clone(),
            mission.key.clone(),
            mission.list.label().to_string(),
            mission.size.in_short(),
            mission.restriction_words(),
            mission.special_words(),
            on_the_tabletop(mission),
        ]);
    }
    output.table(&table)
}

/// Whether the tabletop model plays it; what it cannot play yet is left to the skirmish model.
fn on_the_tabletop(mission: &Mission) -> String {
    match unplayable(mission) {
        None => "yes".to_string(),
        Some(word) => format!("not yet: {word}"),
    }
}

fn show_mission(mission: &Mission, output: &mut Output) -> Result<()> {
    let sections = mission.sections();
    match output.format {
        Format::Json => output.json(&json!({
            "key": mission.key,
            "title": mission.title,
            "description": mission.description,
            "tabletop": on_the_tabletop(mission),
            "told": sections,
            "rules": mission,
        })),
        Format::Csv => {
            let mut table = Table::new(["section", "text"]);
            for section in &sections {
                section.lines.iter().for_each(|line| table.row([section.heading, line]));
            }
            output.table(&table)
        }
        Format::Table => {
            output.line(&format!("{} ({})", mission.title, mission.key))?;
            output.line(&wrapped(&mission.description, ""))?;
            let board = mission.area.label();
            output.line(&format!("Source: {}. Board: {board}.", mission.source))?;
            output.line(&format!("On the tabletop: {}.", on_the_tabletop(mission)))?;
            for section in &sections {
                output.line(&format!("\n{}", section.heading))?;
                for (i, line) in section.lines.iter().enumerate() {
                    // Set-up is done step by step, so its steps are numbered.
                    let bullet = if section.heading == "Set-up" {
                        format!("  {}. ", i + 1)
                    } else {
                        "  - ".to_string()
                    };
                    output.line(&wrapped(line, &bullet))?;
                }
            }
            Ok(())
        }
    }
}

/// The text after a bullet, broken into lines that hang below it.
fn wrapped(text: &str, bullet: &str) -> String {
    let indent = " ".repeat(bullet.chars().count());
    let mut lines = vec![bullet.to_string()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        let used = lines[last].chars().count();
        let empty = lines[last].trim().is_empty() || lines[last] == bullet;
        if !empty && WIDTH < used + 1 + word.chars().count() {
            lines.push(format!("{indent}{word}"));
        } else {
            if !empty {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines.join("\n")
}

/// Says of each file whether it is sound; every fault of every file goes into the error.
fn check(files: &[PathBuf], common: &Common, output: &mut Output) -> Result<()> {
    let mut faults: Vec<String> = Vec::new();
    let mut table = Table::new(["file", "mission", "size", "tabletop"]);
    for path in files {
        match mission::check_mission(path) {
            Ok(mission) => table.row([
                path.display().to_string(),
                mission.title.clone(),
                mission.size.in_short(),
                on_the_tabletop(&mission),
            ]),
            Err(errors) => faults.extend(errors.iter().map(Error::to_string)),
        }
    }
    match faults.as_slice() {
        [] if common.quiet => Ok(()),
        [] => output.table(&table),
        [one] => Err(Error::usage(one.clone())),
        many => Err(Error::usage(format!("{}\n{} faults", many.join("\n"), many.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_hang_below_their_bullet() {
        let text = "word ".repeat(40);
        let told = wrapped(&text, "  - ");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("  - word") && lines[1].starts_with("    word"));
        assert!(lines.iter().all(|line| line.chars().count() <= WIDTH));
    }

    #[test]
    fn every_mission_is_told_with_set_up_and_victory() {
        for mission in missions().iter() {
            let headings: Vec<&str> = mission.sections().iter().map(|section| section.heading).collect();
            for wanted in ["Squads", "Initiative", "Set-up", "Victory"] {
                assert!(headings.contains(&wanted), "{}: {wanted}", mission.key);
            }
            for section in mission.sections() {
                for line in section.lines {
                    assert!(line.ends_with('.') && !line.contains("  ") && !line.contains(" ,"), "{line}");
                }
            }
        }
    }
}
