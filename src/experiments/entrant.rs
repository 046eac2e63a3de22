//! Who takes part in a duel: a ship class with one of its generic pilots, as many of it as the points buy.

use crate::battle::engagement::{RetreatRule, Squad};
use crate::battle::squad_text::parse_inline;
use crate::catalog::{BaseSize, Catalog, NameError, PilotCard, catalog};
use crate::error::{Error, Result};
use crate::ids::{Faction, PilotCardId, ShipClassId};

/// A class with its pilot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// What tables print: the class, with more where that does not tell entrants apart.
    pub name: String,
    pub class: ShipClassId,
    pub pilot: PilotCardId,
    /// Squad points of one ship with its pilot.
    pub cost: u16,
}

impl Entrant {
    /// By the name of a class, which takes its cheapest generic pilot, or by the name of a generic pilot.
    pub fn find(text: &str) -> Result<Entrant> {
        let cards = catalog();
        let complain = |problem: String| Error::usage(format!("`{text}`: {problem}"));
        let (class, pilot) = match cards.find_ship(text) {
            Ok(class) => (class, cheapest_generic(cards, class).map_err(complain)?),
            Err(NameError::Ambiguous(classes)) => {
                return Err(complain(format!("could be any of: {}", classes.join("; "))));
            }
            Err(NameError::Unknown(near)) => {
                let pilot = match cards.find_pilot(text, None) {
                    Ok(pilot) => cards.pilot(pilot),
                    Err(NameError::Ambiguous(pilots)) => {
                        return Err(complain(format!("could be any of: {}", pilots.join("; "))));
                    }
                    Err(NameError::Unknown(near_pilot)) => {
                        let near = near
                            .or(near_pilot)
                            .map_or(String::new(), |near| format!("; did you mean `{near}`?"));
                        return Err(complain(format!(
                            "no ship class and no generic pilot is called so{near}"
                        )));
                    }
                };
                if pilot.unique {
                    return Err(complain(
                        "a unique pilot, who cannot fill a squad; name the class or a generic".into(),
                    ));
                }
                (pilot.ships[0], pilot)
            }
        };
        let faction = pilot.faction;
        let base = cards.ship(class).base_cost[faction.index()].unwrap_or_default();
        Ok(Entrant {
            name: cards.ship(class).name.into(),
            class,
            pilot: pilot.id,
            cost: u16::from(base) + u16::from(pilot.cost),
        })
    }

    pub fn pilot(&self) -> &'static PilotCard {
        catalog().pilot(self.pilot)
    }

    pub fn faction(&self) -> Faction {
        self.pilot().faction
    }

    /// So many of them in words: `8 TIE Fighters`, `2 X-wings (Rookie Pilot)`.
    pub fn counted(&self, ships: u16) -> String {
        if ships == 1 {
            return format!("1 {}", self.name);
        }
        let (class, rest) = match self.name.find(" (") {
            Some(end) => self.name.split_at(end),
            None => self
                .name
                .split_once(" #")
                .map_or((self.name.as_str(), ""), |(class, _)| (class, &self.name[class.len()..])),
        };
        // A craft is one or many.
        let ending = if class.ends_with("Craft") { "" } else { "s" };
        format!("{ships} {class}{ending}{rest}")
    }

    /// So many of them as a squad.
    pub fn squad(&self, ships: u16, retreat: RetreatRule) -> Result<Squad> {
        let class = catalog().ship(self.class).key;
        let text = format!("{}: {ships} {} in {class}", self.faction().key(), self.pilot().key);
        Ok(parse_inline(&text)?.into_squad(retreat))
    }
}

/// The cheapest generic of a class; the rulebook's own before an organizer's stand-in, the first of the table among equals.
fn cheapest_generic(cards: &'static Catalog, class: ShipClassId) -> Result<&'static PilotCard, String> {
    let ship = cards.ship(class);
    if ship.size == BaseSize::Huge {
        return Err("huge ships do not fill squads".into());
    }
    let can_buy = |pilot: &&PilotCard| ship.base_cost[pilot.faction.index()].is_some();
    let own = || cards.pilots_for(class).filter(can_buy);
    let generics = own().filter(|pilot| !pilot.unique && pilot.ships[0] == class);
    generics
        .min_by_key(|pilot| {
            let base = ship.base_cost[pilot.faction.index()].unwrap_or_default();
            (pilot.optional, !pilot.in_era, u16::from(base) + u16::from(pilot.cost))
        })
        .ok_or_else(|| {
            let uniques: Vec<&str> = own().map(|pilot| pilot.name).take(3).collect();
            let who =
                if uniques.is_empty() { String::new() } else { format!(" (only {})", uniques.join(", ")) };
            format!("this class has no generic pilot{who}, so no squad can be filled with it")
        })
}

/// Finds all entrants and gives each a name of its own.
pub fn entrants(texts: &[String]) -> Result<Vec<Entrant>> {
    let mut found = texts.iter().map(|text| Entrant::find(text)).collect::<Result<Vec<Entrant>>>()?;
    let names: Vec<String> = found.iter().map(|entrant| entrant.name.clone()).collect();
    for (i, entrant) in found.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == names[i]).count() < 2 {
            continue;
        }
        entrant.name = format!("{} ({})", names[i], entrant.pilot().name);
    }
    // The same card twice: numbered.
    let names: Vec<String> = found.iter().map(|entrant| entrant.name.clone()).collect();
    for (i, entrant) in found.iter_mut().enumerate() {
        let before = names[..i].iter().filter(|name| **name == names[i]).count();
        if 0 < before {
            entrant.name = format!("{} #{}", names[i], before + 1);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(text: &str) -> Entrant {
        Entrant::find(text).expect("an entrant")
    }

    #[test]
    fn a_class_brings_its_cheapest_generic_at_the_printed_cost() {
        for (text, pilot, cost) in [
            ("X-wing", "Rookie Pilot", 21),
            ("T-65", "Rookie Pilot", 21),
            ("tie fighter", "Academy Pilot", 12),
            ("B-wing", "Blue Squadron Pilot", 22),
            ("TIE Interceptor", "Alpha Squadron Pilot", 18),
        ] {
            let entrant = find(text);
            assert_eq!((entrant.pilot().name, entrant.cost), (pilot, cost), "{text}");
            let squad = entrant.squad(3, RetreatRule::default()).unwrap();
            assert!(squad.ships.iter().all(|ship| ship.points == cost && ship.class == entrant.class));
        }
    }

    #[test]
    fn every_class_has_a_generic_that_flies_it_or_an_explanation() {
        for ship in &catalog().ships {
            match Entrant::find(ship.key) {
                Ok(entrant) => {
                    let squad = entrant.squad(2, RetreatRule::default()).unwrap();
                    assert_eq!((squad.ships.len(), squad.ships[0].class), (2, ship.id), "{}", ship.key);
                }
                Err(error) => assert!(
                    error.to_string().contains("no generic pilot") || error.to_string().contains("huge"),
                    "{error}"
                ),
            }
        }
    }

    #[test]
    fn generic_pilots_can_be_named_and_uniques_cannot() {
        assert_eq!(find("Red Squadron Pilot").cost, 23);
        let refused = |text: &str| Entrant::find(text).expect_err("refused").to_string();
        assert!(refused("Luke Skywalker").contains("unique"));
        assert!(refused("X-wang").contains("did you mean `X-wing`?"));
        assert!(refused("YT-1300").contains("could be any of"));
        assert!(refused("ARC-170").contains("no generic pilot"));
        assert!(refused("CR90").contains("huge"));
    }

    #[test]
    fn more_than_one_of_a_class_are_many() {
        assert_eq!(find("TIE Fighter").counted(8), "8 TIE Fighters");
        assert_eq!(find("TIE Fighter").counted(1), "1 TIE Fighter");
        let named = |name: &str| Entrant { name: name.into(), ..find("X-wing") }.counted(2);
        assert_eq!(named("X-wing (Rookie Pilot) #2"), "2 X-wings (Rookie Pilot) #2");
        assert_eq!(named("YT-2400 #2"), "2 YT-2400s #2");
        assert_eq!(named("Lancer-class Pursuit Craft"), "2 Lancer-class Pursuit Craft");
    }

    #[test]
    fn names_tell_entrants_apart() {
        let names = |texts: &[&str]| -> Vec<String> {
            let texts: Vec<String> = texts.iter().map(|text| (*text).into()).collect();
            entrants(&texts).unwrap().into_iter().map(|entrant| entrant.name).collect()
        };
        assert_eq!(names(&["X-wing", "B-wing"]), ["X-wing", "B-wing"]);
        assert_eq!(
            names(&["X-wing", "Red Squadron Pilot", "T-65"]),
            ["X-wing (Rookie Pilot)", "X-wing (Red Squadron Pilot)", "X-wing (Rookie Pilot) #2"]
        );
    }
}
