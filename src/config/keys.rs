//! Any key of a document by its dotted name, for sweeps.

use crate::error::{Error, Result, nearest_name};

/// Puts `new` in place of the value at `key`, such as `income.lost_target`. List items go by number from 0.
///
/// The key must exist: a sweep over a misspelt key would otherwise vary nothing. Only under `costs`, whose tables are
/// empty in the rulebook, may a key be new.
pub fn set_key(document: &mut toml::Value, key: &str, new: toml::Value) -> Result<()> {
    let known = all_keys(document);
    let may_be_new = key.starts_with("costs.");
    let mut place = document;
    for part in key.split('.') {
        let below = match place {
            toml::Value::Table(table) => {
                if may_be_new && !table.contains_key(part) {
                    table.insert(part.to_string(), toml::Value::Table(toml::Table::new()));
                }
                table.get_mut(part)
            }
            toml::Value::Array(items) => part.parse::<usize>().ok().and_then(|index| items.get_mut(index)),
            _ => None,
        };
        place = below.ok_or_else(|| unknown(key, &known))?;
    }
    // A number given where the file has one with a fraction means that number.
    *place = match (&*place, new) {
        (toml::Value::Float(_), toml::Value::Integer(number)) => toml::Value::Float(number as f64),
        (_, new) => new,
    };
    Ok(())
}

/// The value at a dotted key.
pub fn get_key<'a>(document: &'a toml::Value, key: &str) -> Result<&'a toml::Value> {
    let found = key.split('.').try_fold(document, |place, part| match place {
        toml::Value::Table(table) => table.get(part),
        toml::Value::Array(items) => part.parse::<usize>().ok().and_then(|index| items.get(index)),
        _ => None,
    });
    found.ok_or_else(|| unknown(key, &all_keys(document)))
}

/// The dotted keys of all values that are not tables, sorted.
pub fn all_keys(document: &toml::Value) -> Vec<String> {
    let mut keys = Vec::new();
    super::document::Node::from_value(document).walk(&mut |key, _| keys.push(key.to_string()));
    keys
}

fn unknown(key: &str, known: &[String]) -> Error {
    let nearest = nearest_name(key, known.iter().map(String::as_str));
    let hint = nearest.map_or(String::new(), |name| format!("; did you mean `{name}`?"));
    Error::usage(format!("unknown key `{key}`{hint} (`canto rules show` lists all)"))
}

#[cfg(test)]
mod tests {
    use super::super::{RuleSet, builtin};
    use super::*;

    #[test]
    fn a_key_is_set_and_read_back() {
        let mut value = builtin::rulebook().to_value();
        set_key(&mut value, "income.lost_target", (-15).into()).unwrap();
        assert_eq!(get_key(&value, "income.lost_target").unwrap().as_integer(), Some(-15));
        assert_eq!(RuleSet::from_value(&value).unwrap().income.lost_target, -15);
        set_key(&mut value, "map.settled_world.rows.industrial-world.value", 12.into()).unwrap();
        let rules = RuleSet::from_value(&value).unwrap();
        assert_eq!(rules.map.settled_world.on(7).1.value, 12);
    }

    #[test]
    fn a_cost_may_be_added() {
        let mut value = builtin::rulebook().to_value();
        set_key(&mut value, "costs.ships.x.ship", "X-wing".into()).unwrap();
        set_key(&mut value, "costs.ships.x.faction", "rebel".into()).unwrap();
        set_key(&mut value, "costs.ships.x.cost", 17.into()).unwrap();
        assert_eq!(RuleSet::from_value(&value).unwrap().costs.ships.0[0].1.cost, 17);
    }

    #[test]
    fn an_unknown_key_brings_the_nearest() {
        let mut value = builtin::rulebook().to_value();
        let error = set_key(&mut value, "income.lost_targets", 1.into()).unwrap_err().to_string();
        assert!(error.contains("did you mean `income.lost_target`?"), "{error}");
        assert!(set_key(&mut value, "income.lost_target.deeper", 1.into()).is_err());
        assert!(get_key(&value, "huge_ships.locating.missions.7").is_err());
        assert!(get_key(&value, "huge_ships.locating.missions.1").is_ok());
    }
}
