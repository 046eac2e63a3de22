//! `canto rules`: the effective rules, what differs between two, and what is built in.

use clap::{Args, Subcommand};
use serde_json::json;

use super::{Answer, Format, Output, Table};
use crate::config::builtin::{self, Kind};
use crate::config::document::Node;
use crate::config::{RuleSet, SetUpDocuments, load_stack, reference};
use crate::error::Result;

/// Show, compare and list the rules of a campaign
#[derive(Debug, Args)]
pub struct RulesArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The effective rules: every key with its value, who said it and what it means
    #[command(after_help = "\
Examples:
  canto rules show
  canto rules show gentle-snowball
  canto rules show gentle-snowball my-rules.toml --key income
  canto rules show --set-up scum-fringe")]
    Show(ShowArgs),
    /// What differs between two stacks of rules; exit code 1 if anything does
    #[command(after_help = "\
Examples:
  canto rules diff gcw-6.2.4 gentle-snowball
  canto rules diff gentle-snowball,my-rules.toml short-campaign")]
    Diff(DiffArgs),
    /// Built-in rule sets, house rules and set-ups
    List,
}

#[derive(Debug, Args)]
struct ShowArgs {
    /// Rule set and house rules, later ones win: names of built-in files or paths [default: the rulebook]
    #[arg(value_name = "FILES")]
    files: Vec<String>,

    /// The rules of a set-up, with FILES upon them
    #[arg(long, value_name = "SETUP")]
    set_up: Option<String>,

    /// Only keys that begin with this
    #[arg(long, value_name = "KEY")]
    key: Option<String>,
}

#[derive(Debug, Args)]
struct DiffArgs {
    /// Rule set and house rules, with commas between them
    #[arg(value_name = "A")]
    a: String,

    /// The same
    #[arg(value_name = "B")]
    b: String,
}

pub fn run(args: &RulesArgs, output: &mut Output) -> Result<Answer> {
    match &args.what {
        What::Show(args) => show(args, output),
        What::Diff(args) => diff(args, output),
        What::List => list(output),
    }
}

fn show(args: &ShowArgs, output: &mut Output) -> Result<Answer> {
    let document = match &args.set_up {
        None => load_stack(&args.files)?,
        Some(name) => {
            let mut documents = SetUpDocuments::load(name)?;
            for file in &args.files {
                documents.add_house_rules(file)?;
            }
            documents.rules
        }
    };
    let rules = RuleSet::from_document(&document)?;
    let rulebook = builtin::rulebook();
    let mut table = Table::new(["key", "value", "from", "meaning"]);
    document.walk(&mut |key, node| {
        if args.key.as_deref().is_none_or(|start| key.starts_with(start)) {
            table.row([
                key.to_string(),
                node.one_line(),
                said_by(node),
                reference::meaning_of(&rulebook, key),
            ]);
        }
    });
    if table.rows.is_empty() {
        let key = args.key.as_deref().unwrap_or_default();
        let mut known = Vec::new();
        document.walk(&mut |key, _| known.push(key.to_string()));
        let nearest = crate::error::nearest_name(key, known.iter().map(String::as_str));
        let hint = nearest.map_or(String::new(), |key| format!("; did you mean `{key}`?"));
        return Err(crate::error::Error::usage(format!("--key {key}: no key begins so{hint}")));
    }
    match output.format {
        Format::Json => output.json(&json!({
            "title": rules.about.title,
            "fingerprint": rules.fingerprint(),
            "rules": document.to_value(),
        }))?,
        Format::Csv => output.table(&table)?,
        Format::Table => {
            output.line(&format!("{}, fingerprint {}\n", rules.about.title, rules.fingerprint()))?;
            output.table(&table)?;
        }
    }
    Ok(Answer::Done)
}

/// File and line.
fn said_by(node: &Node) -> String {
    node.place.as_ref().map_or(String::new(), |place| {
        let (line, _) = place.source.line_and_column(place.value.start);
        format!("{}:{line}", place.source.name)
    })
}

fn diff(args: &DiffArgs, output: &mut Output) -> Result<Answer> {
    let load = |stack: &str| -> Result<Node> {
        let files: Vec<String> = stack.split(',').map(|file| file.trim().to_string()).collect();
        let document = load_stack(&files)?;
        RuleSet::from_document(&document)?;
        Ok(document)
    };
    let (a, b) = (load(&args.a)?, load(&args.b)?);
    let rulebook = builtin::rulebook();
    let mut table = Table::new(["key", args.a.as_str(), args.b.as_str(), "meaning"]);
    let none = || "–".to_string();
    a.walk(&mut |key, node| {
        let other = b.at(key).map_or_else(none, Node::one_line);
        if node.one_line() != other {
            table.row([key.to_string(), node.one_line(), other, reference::meaning_of(&rulebook, key)]);
        }
    });
    b.walk(&mut |key, node| {
        if a.at(key).is_none() {
            table.row([key.to_string(), none(), node.one_line(), reference::meaning_of(&rulebook, key)]);
        }
    });
    let same = table.rows.is_empty();
    match output.format {
        Format::Table if same => output.line("The rules are the same.")?,
        _ => output.table(&table)?,
    }
    Ok(if same { Answer::Done } else { Answer::No })
}

fn list(output: &mut Output) -> Result<Answer> {
    let mut table = Table::new(["kind", "name", "what it is"]);
    for kind in [Kind::RuleSet, Kind::HouseRules, Kind::SetUp] {
        for file in kind.built_in() {
            table.row([kind.name(), file.name, &opening(file.text)]);
        }
    }
    output.table(&table)?;
    Ok(Answer::Done)
}

/// The first sentence of a file's opening comment.
fn opening(text: &str) -> String {
    let comment: Vec<&str> = text
        .lines()
        .take_while(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim())
        .collect();
    let comment = comment.join(" ");
    let end = [": ", ". "].iter().filter_map(|mark| comment.find(mark)).min().unwrap_or(comment.len());
    comment[..end].trim_end_matches('.').to_string()
}
