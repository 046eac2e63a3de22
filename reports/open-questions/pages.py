"""Writes the pages of the open questions from the answers of canto (JSON), so that no figure is copied by hand.

    pages.py ANSWERS PAGES --seed N --campaigns N --board N --battles N

ANSWERS is the folder that make.sh filled, PAGES the one that gets the pages and their charts. Words depend on the
intervals: nothing is called a difference unless canto's own finding says so.
"""

import argparse
import json
import pathlib
import shutil

MARGIN = 0.05
WINS = "the Rebels' win rate"
LEADER = "the early leader's win rate"
MODELS = {"skirmish": "skirmish", "tabletop": "board"}


def number(value, digits):
    text = f"{value:.{digits}f}"
    return text.replace("-", "−") if float(text) != 0.0 else f"{0:.{digits}f}"


def digits_of(half):
    """Digits that leave about two significant ones in an error of this size."""
    if half >= 10:
        return 0
    return 1 if half >= 0.2 else 2


def share(estimate):
    """A share with its interval, in points of a hundred."""
    if estimate["value"] is None:
        return "no data"
    low, high = 100 * estimate["low"], 100 * estimate["high"]
    digits = 0 if high - low >= 4 else 1
    return f"{number(100 * estimate['value'], digits)} % ({number(low, digits)} to {number(high, digits)})"


def plain(estimate, digits=None):
    if estimate["value"] is None:
        return "no data"
    if digits is None:
        digits = digits_of((estimate["high"] - estimate["low"]) / 2)
    parts = [number(estimate[key], digits) for key in ("value", "low", "high")]
    return f"{parts[0]} ({parts[1]} to {parts[2]})"


def points(estimate):
    """A difference of shares, with its sign."""
    if estimate["value"] is None:
        return "no data"
    scaled = {key: 100 * estimate[key] for key in ("value", "low", "high")}
    digits = 0 if scaled["high"] - scaled["low"] >= 4 else 1
    sign = "+" if round(scaled["value"], digits) > 0 else ""
    return f"{sign}{number(scaled['value'], digits)} points ({number(scaled['low'], digits)} to {number(scaled['high'], digits)})"


def change(row):
    difference = row["paired"]["difference"]
    if row["is_share"]:
        return points(difference)
    if difference["value"] is None:
        return "no data"
    sign = "+" if difference["value"] > 0 else ""
    return sign + plain(difference)


def written(row, which):
    return share(row[which]) if row["is_share"] else plain(row[which])


FINDINGS = {
    "changed": "changed",
    "changed-within-margin": "changed, by less than the margin",
    "same": "the same within the margin",
    "undecided": "undecided",
}


def finding(row):
    words = FINDINGS[row["finding"]]
    further = row.get("further")
    return f"{words}; about {further:,} more campaigns would decide" if further else words


def lean(estimate, fair=0.5, margin=MARGIN):
    """Which side of fair an interval lies on, in the words of canto's verdicts."""
    if fair - margin <= estimate["low"] and estimate["high"] <= fair + margin:
        return "balanced"
    if estimate["high"] < fair:
        return "below"
    if estimate["low"] > fair:
        return "above"
    return "undecided"


class Answers:
    def __init__(self, folder, pages, arguments):
        self.folder, self.pages, self.arguments = folder, pages, arguments
        self.verdicts = []

    def json(self, name):
        return json.loads((self.folder / f"{name}.json").read_text(encoding="utf-8"))

    def contrast(self, name, model, index=0):
        return self.json(f"{name}-{model}")["contrasts"][index]

    def row(self, name, model, metric, index=0):
        rows = self.contrast(name, model, index)["rows"]
        return next(row for row in rows if row["metric"] == metric)

    def chart(self, source, target):
        """Copies a chart beside the pages and gives its name."""
        shutil.copyfile(self.folder / source, self.pages / target)
        return target

    def mission(self, mission, model, metric):
        for point in self.json("missions-by-model")["points"]:
            if point["knobs"] == {"battle.mission": mission, "battle.model": model}:
                return point["metrics"][metric]
        raise KeyError((mission, model, metric))

    def page(self, name, title, question, verdict, body, commands, limits):
        self.verdicts.append((name, title, verdict))
        lines = [
            "<!-- Written by make.sh; change pages.py instead. -->",
            f"# {title}",
            "",
            f"**The question.** {question}",
            "",
            f"**The answer.** {verdict}",
            "",
            *body,
            "",
            "## How it was asked",
            "",
            "```sh",
            *commands,
            "```",
            "",
            f"Seed {self.arguments.seed}; `make.sh` runs this and writes the page. Intervals hold with 95 % confidence; differences are "
            "paired on the same luck, and findings stand after a control of false discoveries over all measures of the comparison.",
            "",
            "## Where the models do not reach",
            "",
            *[f"- {limit}" for limit in limits],
            "",
        ]
        (self.pages / f"{name}.md").write_text("\n".join(lines), encoding="utf-8")

    def compare_command(self, *variants):
        args = " ".join(variants)
        return [
            f"canto compare {args} --battle-model skirmish --campaigns {self.arguments.campaigns} --seed {self.arguments.seed}",
            f"canto compare {args} --battle-model tabletop --campaigns {self.arguments.board} --seed {self.arguments.seed}",
        ]


PLAYERS = "All players decide by the doctrine *balanced*, and ships on the board are flown by canto's pilots. Better or worse players may find more in a rule."
SKIRMISH = (
    "The skirmish model has the dice and cards but no board; it stands beside the board because it can be played often enough for narrow intervals. Where the two "
    "disagree, believe the board."
)


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "| " + " | ".join(["---"] + ["---:"] * (len(header) - 1)) + " |"]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def comparison(answers, name, variants, metrics):
    """One table for each variant against the first: measures by model."""
    lines = []
    for index, title in enumerate(variants):
        lines += [f"### {title}", ""]
        rows = []
        for metric in metrics:
            for model, word in MODELS.items():
                row = answers.row(name, model, metric, index)
                pairs = f"{answers.contrast(name, model, index)['pairs']:,}"
                rows.append([row["name"], word, pairs, written(row, "first"), written(row, "other"), change(row), finding(row)])
        lines += table(["measure", "model", "campaigns", "before", "after", "difference", "finding"], rows) + [""]
    return lines


def told(row, what):
    """A sentence on one measure of a comparison."""
    kind = row["finding"]
    if row["paired"]["difference"]["value"] == 0 and row["paired"]["variance_saved"] == 1:
        return f"{what} is the same in every single campaign"
    if kind == "changed":
        return f"{what} changes by {change(row)}"
    if kind == "changed-within-margin":
        return f"{what} changes by {change(row)}, which is less than the margin"
    if kind == "same":
        return f"{what} stays the same within {100 * MARGIN:.0f} points ({change(row)})" if row["is_share"] else f"{what} stays the same within 5 % ({change(row)})"
    return f"for {what} nothing is decided yet ({change(row)})"


def first_upper(text):
    return text[:1].upper() + text[1:]


def both_models(answers, name, metric, what, index=0):
    skirmish, board = (told(answers.row(name, model, metric, index), what) for model in MODELS)
    return f"by the skirmish model {skirmish}; on the board {board}."


def root(solved, unit):
    """What a search came to, in words."""
    solution = solved["solution"]
    if solution["outcome"] == "found":
        return f"{plain(solution['knob'], 0)} {unit}"
    return None


def no_root(solved, what):
    """Why a search found nothing, in words."""
    low, high = number(solved["low"], 0), number(solved["high"], 0)
    if solved["solution"]["outcome"] == "no-crossing":
        return f"no {what} between {low} and {high} squad points makes it even"
    return f"which {what} would make it even cannot be told from these battles, since between {low} and {high} squad points it moves too little"


def ambush(answers):
    solved = answers.json("fair-ambush")
    chart = answers.chart("fair-ambush/charts/search.png", "ambush.png")
    found = root(solved, "squad points")
    rows = [[f"{trial['knob']:.0f} against 125", share(trial["metric"])] for trial in solved["trials"]]
    proposal = answers.mission("ambush", "tabletop", "attacker-wins")
    skirmish = answers.mission("ambush", "skirmish", "attacker-wins")
    if found:
        verdict = (
            f"Against 125 points of the defender an Ambush is even at **{found}** of the attacker on the board. At 75 against 125, which the mission file "
            f"proposes so that the advantage is the defender's, the attacker wins {share(proposal)}."
        )
    else:
        verdict = f"{first_upper(no_root(solved, 'size'))} against 125 on the board; at 75 the attacker wins {share(proposal)}."
    body = [
        f"![Attacker's win rate by size]({chart})",
        "",
        "*Every size that was tried, with its interval; the band is the interval of the answer.*",
        "",
        *table(["squad points", "attacker wins, board"], rows),
        "",
        f"By the skirmish model the attacker wins {share(skirmish)} at 75 against 125.",
    ]
    commands = [
        f"canto solve scenarios/questions/fair-ambush.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
        f"canto sweep scenarios/questions/missions-by-model.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
    ]
    limits = [
        "The squads are those that the doctrine builds on the first turn of a campaign, with generic pilots; veterans and equipment may shift the size.",
        "No asteroids on the board; the campaign rolls for terrain.",
        PLAYERS,
    ]
    answers.page("ambush", "Ambush: which size is fair?", "Ambush is printed without squad sizes. Which are even, and which give the defender the edge?", verdict, body, commands, limits)


def scenario_table(answers):
    wanted = {"odd scenarios": (17, 1 / 2), "Space Superiority": (10, 1 / 3), "Supply Raid": (None, 1 / 6)}
    rows, off = [], {32: 0.0, 34: 0.0}
    for name, (entries, intent) in wanted.items():
        cells = [name, f"{100 * intent:.1f} %"]
        for last in (32, 34):
            number_of = entries if entries is not None else last - 27
            part = number_of / last
            off[last] += abs(part - intent)
            cells.append(f"{number_of} of {last} = {100 * part:.1f} %")
        rows.append(cells)
    nearer = 32 if off[32] < off[34] else 34
    wins = both_models(answers, "scenario-table", "win-rate:rebel", WINS)
    verdict = (
        f"**1–{nearer}** is nearer the stated mix: its parts are off by {100 * off[nearer]:.1f} points in sum, those of 1–{66 - nearer} by {100 * off[66 - nearer]:.1f} (exact). "
        f"What drawing to 34 changes: {wins}"
    )
    chart = answers.chart("scenario-table-skirmish/charts/compare-shares.png", "scenario-table.png")
    metrics = ["win-rate:rebel", "turns", "battles", "attacker-wins", "early-leader-wins"]
    body = [
        *table(["scenarios", "intended", "drawn 1–32", "drawn 1–34"], rows),
        "",
        f"![What drawing to 34 changes]({chart})",
        "",
        "*1–34 less 1–32, skirmish model.*",
        "",
        *comparison(answers, "scenario-table", ["1–34 against 1–32"], metrics),
    ]
    answers.page(
        "scenario-table",
        "The scenario table: 1–32 or 1–34?",
        "The text draws a number from 1 to 32, the table is printed to 34. Which is nearer the mix that the change list wants (half odd scenarios, a third Space Superiority, a sixth Supply Raid), and what does it change?",
        verdict,
        body,
        answers.compare_command("galactic-civil-war", "scenarios/questions/scenario-table-34.toml"),
        [SKIRMISH, PLAYERS, "The mix counts drawn scenarios; special missions are chosen, not drawn, and come on top."],
    )


def vip_escort(answers):
    rates = {model: answers.mission("vip-escort", model, "attacker-wins") for model in MODELS}
    lost = {side: answers.mission("vip-escort", "tabletop", f"points-lost:{side}") for side in ("attacker", "defender")}
    more = lost["attacker"]["value"] - lost["defender"]["value"]
    # The two are of the same battles: the halves are added, which can only be too wide.
    half = sum((lost[side]["high"] - lost[side]["low"]) / 2 for side in lost)
    solved = answers.json("even-vip-escort")
    found = root(solved, "squad points")
    board = rates["tabletop"]
    side = lean(board)
    bias = {
        "below": f"On the board the mission is biased against the attacker, who wins {share(board)}.",
        "above": f"On the board the mission favours the attacker, who wins {share(board)}: there is nothing to offset.",
        "balanced": f"On the board the mission is balanced: the attacker wins {share(board)}.",
        "undecided": f"On the board nothing is decided: the attacker wins {share(board)}.",
    }[side]
    if more - half > 20:
        material = "more than the 20 Fleet Points pay back"
    elif more + half < 0:
        material = "so that in points the 20 Fleet Points come on top of a gain; what he is short of is the victory"
    elif more + half < 20:
        material = "less than the 20 Fleet Points pay back; what he is short of is the victory"
    else:
        material = "which the 20 Fleet Points pay back as far as can be told"
    even = f"an even battle would need a bonus of {found} instead" if found else no_root(solved, "bonus")
    campaign = answers.row("vip-share", "skirmish", "win-rate:rebel", 0)
    sign, words = (1, "more") if more >= 0 else (-1, "fewer")
    ends = sorted((sign * (more - half), sign * (more + half)))
    verdict = (
        f"{bias} The attacker loses {number(sign * more, 0)} ({number(ends[0], 0)} to {number(ends[1], 0)}) squad points {words} than the defender in a battle, "
        f"{material}; {even}. In a whole campaign, without the share {told(campaign, WINS)} (skirmish model)."
    )
    chart = answers.chart("even-vip-escort/charts/search.png", "vip-escort.png")
    rows = [[word, share(answers.mission("vip-escort", model, "attacker-wins")), plain(answers.mission("vip-escort", model, "points-lost:attacker")), plain(answers.mission("vip-escort", model, "points-lost:defender")), plain(answers.mission("vip-escort", model, "rounds"))] for model, word in MODELS.items()]
    body = [
        *table(["model", "attacker wins", "attacker loses", "defender loses", "rounds"], rows),
        "",
        f"![Attacker's win rate by bonus]({chart})",
        "",
        "*Squad points beyond 100 for the attacker, on the board.*",
        "",
        *comparison(answers, "vip-share", ["No share against 20 %", "40 % against 20 %"], ["win-rate:rebel", "turns", "early-leader-wins", "attacker-wins"]),
    ]
    commands = [
        f"canto sweep scenarios/questions/missions-by-model.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
        f"canto solve scenarios/questions/even-vip-escort.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
        *answers.compare_command("galactic-civil-war", "scenarios/questions/no-vip-share.toml", "scenarios/questions/large-vip-share.toml"),
    ]
    limits = [
        "Squad points stand for what a loss costs; pilots killed or captured, and the strategic target itself, come on top and are not priced.",
        "Both factions attack equally often in a campaign, so the share pays both: a whole campaign cannot show what it does to one battle.",
        SKIRMISH,
        PLAYERS,
    ]
    answers.page("vip-escort", "VIP Escort: does the 20 % offset its bias?", "The attacker of a VIP Escort gets 20 % of his squad size in Fleet Points, won or lost, to offset the mission's bias against him. Does it?", verdict, body, commands, limits)


def intelligence(answers):
    rates = {model: answers.mission("intelligence-gathering", model, "attacker-wins") for model in MODELS}
    plain_fight = answers.mission("space-superiority", "tabletop", "attacker-wins")
    solved = answers.json("even-intelligence-gathering")
    found = root(solved, "squad points more")
    side = lean(rates["tabletop"])
    word = {"below": "biased against the attacker", "above": "biased in the attacker's favour", "balanced": "balanced", "undecided": "not decided yet"}[side]
    even = f"It would take {found} to make it even." if found else first_upper(no_root(solved, "bonus")) + ": it is the task, not the size, that decides the battle."
    verdict = f"On the board it is {word}: he wins {share(rates['tabletop'])}, against {share(plain_fight)} in a plain Space Superiority; by the skirmish model {share(rates['skirmish'])}. {even} The rulebook says that the bias is intended."
    rows = []
    for mission, name in (("intelligence-gathering", "Intelligence Gathering"), ("electronic-warfare", "Electronic Warfare"), ("space-superiority", "Space Superiority")):
        for model, words in MODELS.items():
            rows.append([name, words, share(answers.mission(mission, model, "attacker-wins")), share(answers.mission(mission, model, "draws")), plain(answers.mission(mission, model, "points-lost:attacker")), plain(answers.mission(mission, model, "points-lost:defender"))])
    chart = answers.chart("missions-by-model/charts/sweep-attacker-wins.png", "intelligence-gathering.png")
    body = [
        *table(["mission", "model", "attacker wins", "draws", "attacker loses", "defender loses"], rows),
        "",
        f"![Attacker's win rate by mission and model]({chart})",
        "",
        "*Attacker's share of the decided battles.*",
    ]
    commands = [
        f"canto sweep scenarios/questions/missions-by-model.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
        f"canto solve scenarios/questions/even-intelligence-gathering.toml --replications {answers.arguments.battles} --seed {answers.arguments.seed}",
    ]
    limits = [
        "How well the attacker's pilots go for satellites instead of ships decides this mission; people may plan the approach better.",
        "Squads of the first turn, no asteroids.",
        PLAYERS,
    ]
    answers.page("intelligence-gathering", "Intelligence Gathering: how biased is it?", "The rulebook calls the mission biased against the attacker, on purpose. By how much?", verdict, body, commands, limits)


def high_skill(answers):
    without = both_models(answers, "high-skill", "win-rate:rebel", WINS, 0)
    stand_in = both_models(answers, "high-skill", "win-rate:rebel", WINS, 1)
    base = answers.row("high-skill", "tabletop", "win-rate:rebel")["first"]
    verdict = f"With the limit the Rebels win {share(base)} on the board. **Without it**: {without} **With the three stand-in Rebel generics**: {stand_in}"
    chart = answers.chart("high-skill-skirmish/charts/compare-shares-1.png", "high-skill-limit.png")
    other = answers.chart("high-skill-skirmish/charts/compare-shares-2.png", "stand-in-rebels.png")
    metrics = ["win-rate:rebel", "turns", "attacker-wins", "pilots-killed:rebel", "pilots-killed:imperial"]
    body = [
        f"![Without the limit]({chart})",
        "",
        "*No limit less the limit, skirmish model.*",
        "",
        f"![With the stand-in generics]({other})",
        "",
        "*Stand-in generics less none, skirmish model.*",
        "",
        *comparison(answers, "high-skill", ["No limit against the limit", "Stand-in Rebel generics against none"], metrics),
    ]
    limits = [
        "A limit matters only to players who would break it: the doctrine *balanced* buys few high-skill generics, so this is what the rule does to such players, not what it prevents.",
        SKIRMISH,
        PLAYERS,
    ]
    answers.page("high-skill-generics", "High-skill generics: the limit, and the stand-in Rebels", "A faction may have only so many generic pilots of high skill, since the Empire has more kinds of them; three stand-in Rebel generics are optional. What do limit and stand-ins do?", verdict, body, answers.compare_command("galactic-civil-war", "scenarios/questions/no-high-skill-limit.toml", "scenarios/questions/stand-in-rebels.toml"), limits)


def large_ships(answers):
    one = both_models(answers, "large-ships", "win-rate:rebel", WINS, 0)
    free = both_models(answers, "large-ships", "win-rate:rebel", WINS, 1)
    verdict = f"**One large ship each at the start**: {one} **No limit at all**: {free}"
    chart = answers.chart("large-ships-skirmish/charts/compare-shares-1.png", "large-ships-one-each.png")
    other = answers.chart("large-ships-skirmish/charts/compare-shares-2.png", "large-ships-unlimited.png")
    metrics = ["win-rate:rebel", "turns", "attacker-wins", "ships-lost:rebel", "ships-lost:imperial"]
    body = [
        f"![One each at the start]({chart})",
        "",
        "*One each at the start less the faction limit, skirmish model.*",
        "",
        f"![Without a limit]({other})",
        "",
        "*No limit less the faction limit, skirmish model.*",
        "",
        *comparison(answers, "large-ships", ["One each at the start against the faction limit", "No limit against the faction limit"], metrics),
    ]
    limits = [
        "A limit matters only to players who would break it; the doctrine *balanced* buys large ships as its prices tell it to.",
        SKIRMISH,
        PLAYERS,
    ]
    answers.page("large-ships", "The large-ship limit", "A faction may have fewer than twice as many large ships as players; the preface reads it as one for each player at the start. What do the two readings, and no limit, do?", verdict, body, answers.compare_command("galactic-civil-war", "scenarios/questions/large-ships-one-each.toml", "scenarios/questions/large-ships-unlimited.toml"), limits)


def unequal(answers):
    sides = [("short-rebels", "rebel", "two Rebels against three Imperials"), ("short-empire", "imperial", "three Rebels against two Imperials")]
    sentences, body, nearer, settled = [], [], [], []
    for name, faction, words in sides:
        row = answers.row(name, "tabletop", f"win-rate:{faction}")
        narrow = answers.row(name, "skirmish", f"win-rate:{faction}")
        sentences.append(
            f"With {words} the short side wins {share(row['first'])} at 450 and 300 and {share(row['other'])} at 300 and 200 on the board "
            f"({FINDINGS[row['finding']]}), {share(narrow['first'])} and {share(narrow['other'])} by the skirmish model ({FINDINGS[narrow['finding']]})."
        )
        nearer.append(abs(row["first"]["value"] - 0.5) < abs(row["other"]["value"] - 0.5))
        settled.append(row["finding"] == "changed")
        chart = answers.chart(f"{name}-skirmish/charts/compare-shares.png", f"{name}.png")
        body += [
            f"![{first_upper(words)}: 300 and 200 less 450 and 300]({chart})",
            "",
            f"*{first_upper(words)}: 300 and 200 less 450 and 300, skirmish model.*",
            "",
            *comparison(answers, name, [f"{first_upper(words)}: 300 and 200 against 450 and 300"], [f"win-rate:{faction}", "turns", "battles", "early-leader-wins"]),
        ]
    limits = [
        "Attacks and income go by the number of players as the rules have it; only the starting Fleet Points differ between the two readings.",
        SKIRMISH,
        PLAYERS,
    ]
    # A choice is only called fairer where the two differ beyond doubt on the board, whichever side is short.
    if all(settled) and len(set(nearer)) == 1:
        sentences.insert(0, f"**{'450 and 300' if nearer[0] else '300 and 200'}** is the fairer choice.")
    elif all(settled):
        sentences.insert(0, "Neither is fairer whichever side is short.")
    else:
        sentences.insert(0, "Which is fairer is not settled on the board.")
    commands = []
    for count in ("two-against-three", "three-against-two"):
        commands += answers.compare_command(f"scenarios/questions/{count}-up.toml", f"scenarios/questions/{count}-down.toml")
    answers.page("unequal-teams", "Unequal teams: 450 and 300, or 300 and 200?", "With two players against three, either the short side begins with 450 Fleet Points each and the other with 300, or 300 and 200. Is one fairer?", " ".join(sentences), body, commands, limits)


def lost_target(answers):
    words = ["0 instead of 25", "10 instead of 25", "40 instead of 25"]
    parts = []
    for index, what in enumerate(words):
        row = answers.row("lost-target", "skirmish", "early-leader-wins", index)
        parts.append(f"at {what}, {told(row, LEADER)}")
    base = answers.row("lost-target", "skirmish", "early-leader-wins")["first"]
    board = answers.row("lost-target", "tabletop", "early-leader-wins")["first"]
    findings = [answers.row("lost-target", "skirmish", "early-leader-wins", index)["finding"] for index in range(3)]
    if "changed" in findings:
        head = "The penalty moves the snowball"
    elif "undecided" in findings:
        head = "Whether the penalty moves the snowball is not settled by these campaigns"
    else:
        head = "The penalty is not what makes the snowball"
    verdict = (
        f"{head}. Whoever leads after a third of the turns wins {share(base)} of the decided campaigns by the skirmish model ({share(board)} on the board). By the skirmish model, {'; '.join(parts)}."
    )
    chart = answers.chart("lost-target-skirmish/charts/compare-shares-1.png", "lost-target-0.png")
    other = answers.chart("lost-target-skirmish/charts/compare-shares-3.png", "lost-target-40.png")
    body = [
        f"![Nothing for a lost target]({chart})",
        "",
        "*0 less 25 Fleet Points for a lost target, skirmish model.*",
        "",
        f"![Forty for a lost target]({other})",
        "",
        "*40 less 25 Fleet Points for a lost target, skirmish model.*",
        "",
        *comparison(answers, "lost-target", [first_upper(what) for what in words], ["early-leader-wins", "lead-changes", "turns", "win-rate:rebel"]),
    ]
    limits = [
        "A lead is counted in Fleet Points of fleet and purse after a third of the turns of the campaign, which is known only afterwards.",
        SKIRMISH,
        PLAYERS,
    ]
    answers.page("lost-target", "−25 for a lost target, and the snowball", "A faction that loses a strategic target is paid 25 Fleet Points less. Does that make the leader's lead grow, and would less or more of it change who wins?", verdict, body, answers.compare_command("galactic-civil-war", "scenarios/questions/lost-target-0.toml", "scenarios/questions/lost-target-10.toml", "scenarios/questions/lost-target-40.toml"), limits)


def index(answers):
    lines = [
        "<!-- Written by make.sh; change pages.py instead. -->",
        "# Open questions",
        "",
        "The campaign's author left questions open. These pages answer them from simulated battles and campaigns, as far as the models reach, and say where they "
        "do not. `make.sh` makes them again from fixed seeds; every figure is written by the program.",
        "",
    ]
    for name, title, verdict in answers.verdicts:
        lines += [f"## [{title}]({name}.md)", "", verdict, ""]
    (answers.pages / "README.md").write_text("\n".join(lines), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("answers", type=pathlib.Path)
    parser.add_argument("pages", type=pathlib.Path)
    for name in ("seed", "campaigns", "board", "battles"):
        parser.add_argument(f"--{name}", type=int, required=True)
    arguments = parser.parse_args()
    answers = Answers(arguments.answers, arguments.pages, arguments)
    for page in (ambush, scenario_table, vip_escort, intelligence, high_skill, large_ships, unequal, lost_target):
        page(answers)
    index(answers)


if __name__ == "__main__":
    main()
