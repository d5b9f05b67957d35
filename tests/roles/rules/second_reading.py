"""The rules read a second time, in another manner: one mutable table, played straight down the page.

It shares no code with ``roles.rules`` and takes only games in which nobody is refused. The laws
play random games by both and compare the whole answers.
"""

import hashlib
import hmac

SPENDING = {9: 16, 10: 16, 11: 20, 12: 20, 13: 24, 14: 24, 15: 28, 16: 28}
FUND = {9: 14, 10: 14, 11: 17, 12: 17, 13: 20, 14: 20, 15: 23, 16: 23}
SMALL = ["2/1/1", "2/1/3", "3/1/3", "2/2/1", "3/2/3", "3/1/1", "2/2/3", "3/2/3"]
LARGE = ["5/4/7", "4/3/5", "6/5/7", "5/3/5", "4/3/5", "6/5/7", "5/4/7", "4/3/5"]
DECK = {
    f"{letter}{i}": tuple(int(figure) for figure in card.split("/"))
    for letter, cards in (("S", SMALL), ("L", LARGE))
    for i, card in enumerate(cards, 1)
}


def play(case):
    table = Table(case)
    table.begin()
    for step in case["steps"]:
        table.take(step)
    return table.answer()


class Table:
    def __init__(self, case):
        self.seed = bytes.fromhex(case["seed"])
        self.fixed = case["dice"]
        self.players = len(case["roles"])
        self.roles = dict(enumerate(case["roles"], 1))
        self.standing = dict.fromkeys(self.roles, "active")
        self.strikes = dict.fromkeys(self.roles, 0)
        self.back = dict.fromkeys(self.roles)
        targets = case.get("targets", {"spending": SPENDING[self.players], "fund": FUND[self.players]})
        self.goal, self.loot = targets["spending"], targets["fund"]
        self.term = case.get("jail_years", 3)
        self.spending = self.fund = 0
        self.kaban = self.public = 2 * self.players
        self.drop = {0: 0}
        self.projects = {}
        self.president = self.term_ends = self.winner = self.why = None
        self.at, self.told = -1, []

    def tell(self, to, kind, **fields):
        self.told.append({"step": self.at, "to": to, "kind": kind, **fields})

    def roll(self, label, n):
        if label in self.fixed:
            return self.fixed[label]
        mac = hmac.new(self.seed, label.encode(), hashlib.sha256).digest()
        return int.from_bytes(mac[:8], "big") * n // 2**64

    def who(self, role=None):
        return [n for n in self.roles if self.standing[n] == "active" and role in (None, self.roles[n])]

    def begin(self):
        gang = [n for n in self.roles if self.roles[n] == "corrupt"]
        for member in gang:
            self.tell(member, "recognition", seats=[n for n in gang if n != member])
        self.open(1)

    def open(self, year):
        self.year, self.phase = year, "hidden"
        self.safe, self.muted, self.offer, self.last = set(), False, None, False
        self.drop[year] = 0
        for n in self.roles:
            if self.standing[n] == "jailed" and self.back[n] <= year:
                self.standing[n], self.back[n] = "active", None
                self.tell("all", "released", seat=n)
        name, bribed = self.projects.get(year - 1, (None, False))
        for n in self.who("coa"):
            self.tell(n, "audit", project=name, kickback=bribed)

    def take(self, step):
        self.at += 1
        given = {int(key): value for key, value in step.items() if key != "moderator"}
        if "moderator" in step:
            self.mend(step["moderator"])
            if self.winner:
                return
        getattr(self, "take_" + self.phase.replace("-", "_"))(given)

    def mend(self, change):
        self.fund = change.get("fund", self.fund)
        self.spending = change.get("spending", self.spending)
        if "kaban" in change:
            self.public += change["kaban"] - self.kaban
            self.kaban = change["kaban"]
        for key, value in change.get("standing", {}).items():
            self.standing[int(key)] = value["standing"]
            self.strikes[int(key)] = value["strikes"]
            self.back[int(key)] = value["back"]
        for n in change.get("remove", []):
            self.oust(n, "moderator")
        self.last = change.get("last_year", self.last)
        self.purge()

    def oust(self, n, how):
        self.standing[n], self.back[n] = "removed", None
        self.tell("all", "removed", seat=n, role=self.roles[n], how=how)

    def hit(self, n, how):
        self.strikes[n] += 1
        if self.strikes[n] > 1:
            self.oust(n, how)
        else:
            self.standing[n], self.back[n] = "jailed", self.year + 1 + self.term
            self.tell("all", "jailed", seat=n, strikes=1, back=self.back[n])

    def win(self, side, why):
        self.winner, self.why, self.phase = side, why, None
        self.tell("all", "over", winner=side, why=why)

    def purge(self):
        for role, side, why in (("corrupt", "good", "corrupt-purge"), ("good", "bad", "good-purge")):
            if not self.winner and {self.standing[n] for n in self.roles if self.roles[n] == role} == {
                "removed"
            }:
                self.win(side, why)

    def take_hidden(self, given):
        gang, politicians = self.who("corrupt"), self.who("good")
        for n in self.who("lawyer"):
            self.safe.add(given.get(n, {}).get("protect"))
        for n in self.who("ombudsperson"):
            suspect = given.get(n, {}).get("investigate")
            if suspect:
                self.tell(n, "alignment", seat=suspect, good=self.roles[suspect] != "corrupt")

        def agreed(name):
            answers = [given.get(n, {}).get(name) for n in gang]
            return answers[0] if gang and all(a == answers[0] for a in answers) else None

        before = self.fund
        stolen = len(gang) if agreed("nakaw") else 0
        self.steal(stolen)
        for n in gang:
            self.tell(n, "nakaw", stolen=stolen)
        if agreed("suhol"):
            if before >= 3:
                returned = min(3, stolen)
                self.fund -= 3
                self.kaban += returned
                self.drop[self.year] -= returned
                self.muted = True
                for n in self.who("coa"):
                    self.tell(n, "silenced")
            else:
                for n in gang:
                    self.tell(n, "lacking", what="suhol")
        self.hitman(gang, agreed("tokhang"))
        self.auto_jail([(n, given.get(n, {}).get("jail")) for n in politicians])
        self.purge()
        if self.winner:
            return
        if self.year > 1:
            self.public -= self.drop[self.year - 1]
            self.tell("all", "decrease", amount=self.drop[self.year - 1])
        revenue = len(self.who())
        self.public += revenue
        self.kaban += revenue
        self.tell("all", "revenue", amount=revenue)
        if revenue == 0:
            self.skip_project()
        elif self.president and self.standing[self.president] == "active" and self.year <= self.term_ends:
            self.cards()
        else:
            self.phase, self.president, self.term_ends = "election", None, None

    def steal(self, amount):
        self.fund += amount
        self.kaban -= amount
        self.drop[self.year] += amount

    def hitman(self, gang, victim):
        if not victim:
            return
        price = -(-self.loot // 2)
        if self.fund < price:
            for n in gang:
                self.tell(n, "lacking", what="tokhang")
            return
        self.fund -= price
        if victim not in self.safe:
            self.oust(victim, "tokhang")
            return
        for n in gang:
            self.tell(n, "blocked", what="tokhang", seat=victim)

    def auto_jail(self, asked):
        price, done = -(-self.goal // 2), set()
        for n, prey in asked:
            if not prey:
                continue
            if self.spending < price:
                self.tell(n, "lacking", what="auto-jail")
                continue
            self.spending -= price
            if prey in self.safe:
                self.tell(n, "blocked", what="auto-jail", seat=prey)
            elif self.standing[prey] != "removed" and prey not in done:
                self.hit(prey, "auto-jail")
                done.add(prey)

    def take_election(self, votes):
        self.ballots("election", votes)
        standing = self.who()
        if not standing:
            self.skip_project()
            return
        best = self.top(standing, votes)
        if len(best) == 1:
            self.elect(best[0], "vote")
        else:
            self.phase, self.rivals = "run-off", best

    def take_run_off(self, votes):
        self.ballots("run-off", votes)
        standing = [n for n in self.rivals if n in self.who()] or self.who()
        if not standing:
            self.skip_project()
            return
        best = self.top(standing, votes)
        if len(best) == 1:
            self.elect(best[0], "run-off")
        else:
            self.elect(best[self.roll(f"lot:{self.year}", len(best))], "lot")

    def ballots(self, of, votes):
        self.tell("all", "ballots", of=of, votes={str(n): vote for n, vote in votes.items()})

    def top(self, standing, votes):
        named = list(votes.values())
        return [n for n in standing if named.count(n) == max(named.count(m) for m in standing)]

    def elect(self, n, how):
        self.president, self.term_ends = n, self.year + 1
        self.tell("all", "elected", seat=n, how=how)
        self.cards()

    def cards(self):
        self.phase, self.offer = "project", {}
        for kind in ("small", "large"):
            can = [c for c in DECK if c[0] == kind[0].upper() and DECK[c][2] <= len(self.who())]
            self.offer[kind] = can[self.roll(f"{kind}:{self.year}", len(can))] if can else None

    def skip_project(self):
        self.tell("all", "no-project")
        self.phase = "discussion"

    def take_project(self, given):
        pick = given.get(self.president)
        if pick is None:
            self.skip_project()
        else:
            self.card, self.members, self.phase = self.offer[pick["card"]], pick["committee"], "committee"

    def take_committee(self, votes):
        cost, kickback, size = DECK[self.card]
        passed = list(votes.values()).count(True) > size / 2
        if passed:
            bribed = "corrupt" in [self.roles[n] for n in self.members]
            self.spending += cost
            self.kaban -= cost
            self.drop[self.year] += cost
            self.fund += kickback if bribed else 0
            self.projects[self.year] = (self.card, bribed)
        self.tell("all", "project", card=self.card, committee=self.members, passed=passed)
        self.phase = "discussion"

    def take_discussion(self, given):
        self.phase = "jail"

    def take_jail(self, votes):
        self.ballots("jail", votes)
        pile = [n for voter, n in votes.items() for _ in range(2 if voter == self.president else 1)]
        could = len(self.who()) + (1 if self.president in self.who() else 0)
        jailed = [n for n in self.roles if pile.count(n) > could / 2]
        self.tell("all", "jail-vote", seat=jailed[0] if jailed else None)
        if jailed and jailed[0] in self.safe:
            self.tell("all", "protected", seat=jailed[0])
        elif jailed:
            self.hit(jailed[0], "jail")
        self.purge()
        if not self.winner and self.spending >= self.goal:
            self.win("good", "spending")
        if not self.winner and self.fund >= self.loot:
            self.win("bad", "fund")
        if not self.winner and self.last:
            lead = self.spending * self.loot - self.fund * self.goal
            self.win("good" if lead >= 0 else "bad", "last-year")
        if not self.winner:
            self.open(self.year + 1)

    def answer(self):
        return {
            "year": self.year,
            "phase": self.phase,
            "over": self.winner is not None,
            "winner": self.winner,
            "why": self.why,
            "spending": self.spending,
            "fund": self.fund,
            "kaban": self.kaban,
            "announced": self.public,
            "president": self.president,
            "term_ends": self.term_ends,
            "seats": [
                {
                    "role": self.roles[n],
                    "standing": self.standing[n],
                    "strikes": self.strikes[n],
                    "back": self.back[n],
                }
                for n in self.roles
            ],
            "silenced": self.muted,
            "offer": self.offer,
            "dispatches": self.told,
        }
