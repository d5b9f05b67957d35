"""The rules read a second time, by other means: one mutable table, plain dicts, no code of the game's.

Laws compare the game with it over random play. It takes only legal input.
"""

import hashlib
import hmac

ORDER = ["president", "defence", "interior", "economy", "navy", "development", "foreign"]


class Table:
    """A whole game, played on by ``step``."""

    def __init__(self, case):
        self.map, self.dice, self.seed = case["map"], case["dice"], bytes.fromhex(case["seed"])
        self.offices = ORDER[: len(case["seats"])]
        self.office = dict(enumerate(case["seats"], 1))
        self.account = dict.fromkeys(self.office, 10)
        self.box = dict.fromkeys(self.offices[1:], 0)
        self.at = {"defence": [self.map["barracks"]] * 4, "interior": [self.map["capital"]] * 2}
        self.year, self.treasury, self.attempt, self.phase = 0, 0, 1, "budget"
        self.winners, self.told, self.now, self.bill = [], [], -1, None
        self.near = {p: {p} for p in self.map["provinces"]}
        for a, b in self.map["borders"]:
            self.near[a].add(b)
            self.near[b].add(a)
        self.new_year()

    # -- looking ---------------------------------------------------------------------------------

    def alive(self):
        return sorted(self.office)

    def who(self, office):
        return next((seat for seat, held in self.office.items() if held == office), None)

    def cabinet(self):
        """Seats of ministers, senior first."""
        return [self.who(office) for office in self.offices[1:] if self.who(office)]

    def spot(self, seat):
        key = {"president": "capital", "interior": "capital", "defence": "barracks", "navy": "admiralty"}
        key |= {"economy": "bank", "foreign": "bank", "development": "works"}
        return self.map[key[self.office[seat]]]

    def far(self, a, b):
        reached, steps = {a}, 0
        while b not in reached:
            reached = {q for p in reached for q in self.near[p]}
            steps += 1
        return steps

    def chance(self, killer, victim, dollars):
        there = self.spot(victim)
        odds = min(9000, 500 * dollars)
        for _ in range(self.far(self.spot(killer), there)):
            odds //= 2
        heads = self.at["defence"].count(there) + self.at["interior"].count(there)
        if there == self.map["capital"]:
            heads += 4
        return max(odds - 500 * heads, 0)

    def roll(self, label, n):
        if label in self.dice:
            return self.dice[label]
        mac = hmac.new(self.seed, label.encode(), hashlib.sha256).hexdigest()
        return int(mac[:16], 16) * n // 2**64

    def ring(self, office):
        return sorted(p for p in self.at[office] if p in self.near[self.map["capital"]])

    def tell(self, to, kind, **fields):
        self.told.append({"step": self.now, "to": to, "kind": kind, **fields})

    # -- playing ---------------------------------------------------------------------------------

    def new_year(self):
        self.year += 1
        self.attempt, self.phase = 1, "budget"
        self.treasury += 8 * len(self.office)
        self.tell("all", "revenue", amount=8 * len(self.office), treasury=self.treasury)

    def step(self, step):
        self.now += 1
        leaving = [seat for seat in step.get("exile", []) if seat in self.office]
        inputs = {int(k): v for k, v in step.items() if k != "exile" and int(k) not in leaving}
        self.ended = False
        getattr(self, f"do_{self.phase}")(inputs)
        leaving = sorted({seat for seat in leaving if seat in self.office})
        lost_president = self.who("president") in leaving
        for seat in leaving:
            del self.office[seat]
            self.account[seat] = 0
            self.tell("all", "exile", seat=seat)
        if leaving and not self.ended and self.phase != "succession":
            if lost_president and self.office:
                self.enthrone(*self.strongman())
            self.promote(None)
        if self.ended or len(self.office) < 2:
            best = max((self.account[s] for s in self.office), default=None)
            self.winners = [s for s in self.alive() if self.account[s] == best]
            self.phase = None
            self.tell("all", "over", winners=self.winners)

    def strongman(self):
        there = {o: self.at[o].count(self.map["capital"]) for o in self.at if self.who(o)}
        for office in sorted(there, key=lambda o: (-there[o], o)):
            if there[office]:
                return self.who(office), "troops"
        return self.cabinet()[0], "cabinet"

    def enthrone(self, seat, how):
        self.office[seat] = "president"
        self.tell("all", "president", seat=seat, how=how)

    def do_budget(self, inputs):
        if not inputs:
            self.tell("all", "no-budget")
            self.phase = "skim"
            return
        ((self.author, self.bill),) = inputs.items()
        public = {key: self.bill[key] for key in ("allocations", "grants")}
        self.tell("all", "budget-announced", attempt=self.attempt, **public)
        self.phase = "vote"

    def do_vote(self, inputs):
        said = list(inputs.values())
        ayes, nays = said.count("aye"), said.count("nay")
        boss = inputs.get(self.who("president"), "aye")
        passed = ayes + (boss == "aye") * 0.5 > nays + (boss == "nay") * 0.5
        self.tell("all", "budget-vote", ayes=ayes, nays=nays, passed=passed)
        if passed:
            for office, sum_ in self.bill["allocations"].items():
                kept = self.bill["withhold"].get(office, 0)
                self.treasury -= sum_
                self.box[office] += sum_ - kept
                self.account[self.who("president")] += kept
                if kept and self.who(office):
                    self.tell(self.who(office), "short-changed", promised=sum_, arrived=sum_ - kept)
            for seat, sum_ in self.bill["grants"].items():
                self.treasury -= sum_
                if int(seat) in self.office:
                    self.account[int(seat)] += sum_
            self.phase = "skim"
        elif self.attempt < 3:
            self.attempt += 1
            self.phase = "budget"
        else:
            self.tell("all", "no-budget")
            self.phase = "skim"

    def do_skim(self, inputs):
        for seat, dollars in inputs.items():
            self.account[seat] += dollars
            self.box[self.office[seat]] -= dollars
        self.phase = "orders"

    def do_orders(self, inputs):
        acts = {}
        for seat, order in inputs.items():
            acts.setdefault(order.get("action", "none"), {})[seat] = order
        year, capital = self.year, self.map["capital"]

        if self.roll(f"aid:{year}", 2):
            worth = 5 + self.roll(f"aid-amount:{year}", 11)
            shore = sorted(self.map["coast"])[self.roll(f"landfall:{year}", 4)]
            self.tell("all", "aid-arrived")
            boss = self.who("president")
            for seat in [s for s, o in acts.get("patrol", {}).items() if o["province"] == shore]:
                self.account[seat] += worth
                self.tell(seat, "aid-seized", amount=worth)
                self.tell(boss, "aid-stopped")
                break
            else:
                self.account[boss] += worth
                self.tell(boss, "aid-received", amount=worth)

        for seat, order in inputs.items():
            if "march" in order:
                for _ in range(order["march"]["units"]):
                    self.at[self.office[seat]].remove(order["march"]["from"])
                    self.at[self.office[seat]].append(order["march"]["to"])

        plots, hits = acts.get("assassinate", {}), {}
        for seat, plot in plots.items():
            self.account[seat] -= plot["spend"]
            plot["odds"] = self.chance(seat, plot["target"], plot["spend"])
            if self.roll(f"assassin:{year}:{seat}:{plot['target']}", 10000) < plot["odds"]:
                hits.setdefault(plot["target"], []).append(seat)
        estate = {dead: self.account[dead] // 2 for dead in hits}
        for seat, plot in plots.items():
            dead = plot["target"]
            mine = seat in hits.get(dead, [])
            gained = estate[dead] // len(hits[dead]) if mine and seat not in hits else 0
            self.account[seat] += gained
            fields = {"target": dead, "spent": plot.pop("spend"), "odds": plot.pop("odds")}
            self.tell(seat, "attempt", **fields, killed=mine, gained=gained)
        for target in {plot["target"] for plot in plots.values()}:
            self.tell("all", "assassinated" if target in hits else "attempt-failed", seat=target)
        for dead in hits:
            del self.office[dead]
            self.account[dead] = 0

        fallen = None
        rebels = [s for s in self.cabinet() if s in acts.get("revolt", {})]
        if rebels:
            force = {s: self.ring(self.office[s]) for s in rebels}
            helpers = [self.office[s] for s in acts.get("support", {}) if s in self.office]
            defenders = 4 + sum(len(self.ring(o)) for o in helpers if o in self.at)
            attackers = sum(map(len, force.values()))
            won = attackers > defenders
            self.tell("all", "revolt", rebels=rebels, attackers=attackers, defenders=defenders, won=won)
            for seat, places in force.items():
                mine = self.at[self.office[seat]]
                for place in places if won else places[: (len(places) + 1) // 2]:
                    mine.remove(place)
                    if won:
                        mine.append(capital)
            if won:
                fallen = self.who("president")
                if fallen:
                    self.office[fallen] = None
                leader = sorted(rebels, key=lambda s: -len(force[s]))[0]
                came_from = self.office[leader]
                self.enthrone(leader, "revolt")
                self.finish(fallen, came_from)
                return
        if not self.who("president") and year < 6 and len(self.office) > 1:
            seat, how = self.strongman()
            if how == "cabinet":
                self.phase = "succession"
                return
            self.enthrone(seat, how)
        self.finish()

    def do_succession(self, inputs):
        named = list(inputs.values())
        self.enthrone(
            min(self.cabinet(), key=lambda s: (-named.count(s), self.cabinet().index(s))), "cabinet"
        )
        self.finish()

    def promote(self, fallen, never=None):
        for rank, office in enumerate(self.offices):
            juniors = [s for s in self.cabinet() if ORDER.index(self.office[s]) > rank]
            if rank and not self.who(office) and juniors:
                self.office[juniors[-1]] = office
                self.tell("all", "post", seat=juniors[-1], office=office)
        if fallen:
            open_posts = [o for o in self.offices[1:] if not self.who(o) and o != never]
            self.office[fallen] = open_posts[-1]
            self.tell("all", "post", seat=fallen, office=open_posts[-1])

    def finish(self, fallen=None, never=None):
        self.promote(fallen, never)
        home = self.map["barracks"]
        for command in ("defence", "interior"):
            seat, due = self.who(command), self.at[command].count(home) // 2
            if seat and due:
                paid = min(self.account[seat], due)
                self.account[seat] -= paid
                for _ in range(2 * (due - paid)):
                    self.at[command].remove(home)
                self.tell(seat, "upkeep", paid=paid, deserted=2 * (due - paid))
        if self.who("defence"):
            self.at["defence"].append(home)
        if self.year == 6 or len(self.office) < 2:
            self.ended = True
        else:
            self.new_year()

    def answer(self):
        return {
            "year": self.year,
            "phase": self.phase,
            "attempt": self.attempt,
            "treasury": self.treasury,
            "over": self.phase is None,
            "winners": self.winners,
            "seats": [
                {"office": self.office.get(s), "alive": s in self.office, "account": dollars}
                for s, dollars in sorted(self.account.items())
            ],
            "balances": self.box,
            "guard": 4,
            "units": {o: {p: ps.count(p) for p in ps} for o, ps in self.at.items()},
            "dispatches": self.told,
        }
