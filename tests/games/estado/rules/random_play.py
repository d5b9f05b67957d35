"""Random games as cases: legal input of every kind, drawn from a source of randomness that is handed in."""

from games.chance import Dice
from tests.games.estado.rules.second_reading import ORDER, Table

LETTERS = [f"p{n:02}" for n in range(1, 11)]


class Chance:
    """Draws that repeat for the same number."""

    def __init__(self, number):
        self.dice, self.drawn = Dice(number.to_bytes(32, "big")), 0

    def below(self, n):
        self.drawn += 1
        return self.dice.pick(str(self.drawn), n)

    def random(self):
        return self.below(1 << 30) / (1 << 30)

    def randint(self, low, high):
        return low + self.below(high - low + 1)

    def choice(self, of):
        return of[self.below(len(of))]

    def sample(self, of, count):
        left = list(of)
        return [left.pop(self.below(len(left))) for _ in range(min(count, len(left)))]

    def shuffled(self, of):
        return self.sample(of, len(of))


def random_map(chance):
    """Make up a country that keeps the rules of the map, though nobody could draw it."""
    while True:
        borders = {tuple(sorted((p, chance.choice(LETTERS[:i])))) for i, p in enumerate(LETTERS) if i}
        for _ in range(chance.randint(0, 6)):
            borders.add(tuple(sorted(chance.sample(LETTERS, 2))))
        capital, barracks, admiralty, bank, works, *rest = chance.sample(LETTERS, 10)
        coast = sorted([admiralty, *chance.sample([capital, barracks, bank, works, *rest], 3)])
        near = {p: {q for pair in borders for q in pair if p in pair} for p in LETTERS}
        if barracks in {q for p in near[capital] for q in near[p]}:
            return {
                "provinces": LETTERS,
                "borders": sorted(map(list, borders)),
                "coast": coast,
                "capital": capital,
                "barracks": barracks,
                "admiralty": admiralty,
                "bank": bank,
                "works": works,
            }


def random_case(chance, *, fixed=True, steps=60):
    """Play a game of at most ``steps`` phases and answer it as a case, with the table it ended at.

    ``fixed`` dice make murders common.
    """
    seats = chance.shuffled(ORDER[: chance.randint(4, 7)])
    case = {
        "game": "estado-libre",
        "seed": "".join(chance.choice("0123456789abcdef") for _ in range(64)),
        "dice": random_dice(chance, len(seats)) if fixed else {},
        "map": random_map(chance),
        "seats": seats,
        "steps": [],
    }
    mood = {
        "murder": chance.choice([0.1, 0.4, 0.8]),
        "exile": chance.choice([0, 0, 0.05, 0.3]),
        "silence": chance.choice([0.05, 0.2, 0.6]),
    }
    table = Table(case)
    while table.phase and len(case["steps"]) < steps:
        step = random_step(chance, table, mood)
        case["steps"].append(step)
        table.step({k: dict(v) if isinstance(v, dict) else v for k, v in step.items()})
    return case, table


def random_dice(chance, seats):
    dice = {}
    for year in range(1, 7):
        if chance.random() < 0.3:
            dice[f"aid:{year}"] = chance.randint(0, 1)
            dice[f"landfall:{year}"] = chance.randint(0, 3)
            dice[f"aid-amount:{year}"] = chance.randint(0, 10)
        for killer in range(1, seats + 1):
            for victim in range(1, seats + 1):
                if killer != victim and chance.random() < 0.4:
                    dice[f"assassin:{year}:{killer}:{victim}"] = chance.choice([0, 0, 999, 9999])
    return dice


def random_step(chance, table, mood):
    step = {}
    leaving = []
    if chance.random() < mood["exile"]:
        leaving = chance.sample(sorted(table.account), chance.randint(1, 3))
    actors = {"budget": [table.who("president")], "skim": table.cabinet()}.get(table.phase, table.alive())
    for seat in sorted(actors):
        if seat not in leaving and chance.random() >= mood["silence"]:
            step[str(seat)] = globals()[f"random_{table.phase}"](chance, table, seat, mood)
    if leaving:
        step["exile"] = leaving
    return step


def random_budget(chance, table, seat, mood):
    left = chance.randint(0, table.treasury)
    bill = {"allocations": {}, "grants": {}, "withhold": {}}
    names = [("allocations", table.office[s]) for s in table.cabinet()]
    names += [("grants", str(s)) for s in table.alive()]
    for column, name in chance.shuffled(names):
        if chance.random() < 0.7:
            bill[column][name] = chance.randint(0, min(left, chance.choice([6, 15])))
            left -= bill[column][name]
            if column == "allocations" and chance.random() < 0.5:
                bill["withhold"][name] = chance.randint(0, max(0, bill[column][name] - 1))
    return bill


def random_vote(chance, table, seat, mood):
    return chance.choice(["aye", "aye", "nay"])


def random_skim(chance, table, seat, mood):
    return chance.choice([table.box[table.office[seat]], chance.randint(0, table.box[table.office[seat]])])


def random_succession(chance, table, seat, mood):
    return chance.choice(table.cabinet())


def random_orders(chance, table, seat, mood):
    office = table.office[seat]
    targets = [s for s in table.alive() if s != seat]
    order = {"action": "none"}
    if table.account[seat] and chance.random() < mood["murder"]:
        most = table.account[seat]
        order = {
            "action": "assassinate",
            "target": chance.choice(targets),
            "spend": chance.choice([most, min(18, most), chance.randint(1, most)]),
        }
    elif office in table.at and table.ring(office) and chance.random() < 0.5:
        return {"action": "revolt"}
    elif office == "navy" and chance.random() < 0.7:
        order = {"action": "patrol", "province": chance.choice(table.map["coast"])}
    elif office != "president" and chance.random() < 0.6:
        order = {"action": "support"}
    if office in table.at and table.at[office] and chance.random() < 0.6:
        home = chance.choice(sorted(table.at[office]))
        goal = chance.choice(sorted(table.near[home] - {home}))
        units = chance.randint(1, table.at[office].count(home))
        order["march"] = {"from": home, "to": goal, "units": units}
        if order["action"] == "none" and chance.random() < 0.5:
            del order["action"]
    return order
