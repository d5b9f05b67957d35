"""Who may know what in Kaban, by the clauses of docs/rules, and by which words a card is known.

The moderators see everything (K9.1). Nothing here is taken from the code.
"""

from tests.games.evidence import Clause

NAMES = {
    "good": "Good Politician",
    "corrupt": "Corrupt Politician",
    "lawyer": "Lawyer",
    "ombudsperson": "Ombudsperson",
    "coa": "Commission on Audit",
    "citizen": "Citizen",
}
DUTIES = {
    "good": "You may pay half of that target",
    "corrupt": "You know one another.",
    "lawyer": "Each Year you protect one player",
    "ombudsperson": "Each Year you look into one player",
    "coa": "You may be silenced for it.",
    "citizen": "You have no power but your voice",
}

CLAUSES = {
    "seat's pass": Clause("whoever has it sits there", (), "never"),
    "seed": Clause("shown after the end", (), "must"),
    "role": Clause("K2.6, K9.8", ("holders", "moderators"), "must"),
    "duty": Clause("K2.6", ("holders", "moderators"), "may"),
    "fellows": Clause("K1.5", ("corrupt", "moderators"), "may"),
    "fund": Clause("K2.5", ("corrupt", "moderators"), "may"),
    "true Kaban": Clause("K4.2", ("moderators",), "may"),
    "corrupt's choice": Clause("K3.6, K9.8", ("corrupt", "moderators"), "must"),
    "choice": Clause("K3.1, K9.8", ("chooser", "moderators"), "must"),
    "protection": Clause("K3.3", ("lawyer", "moderators"), "may"),
    "finding": Clause("K3.4: gone when the Year ends", ("ombudsperson", "moderators"), "must"),
    "audit": Clause("K3.2", ("coa", "moderators"), "may"),
    "theft": Clause("K3.9", ("corrupt", "moderators"), "must"),
    "silence": Clause("K3.10, K7.2", ("coa", "moderators"), "must"),
    "lack": Clause("K3.13", ("askers", "moderators"), "must"),
    "block": Clause("K3.11, K3.12", ("payers", "moderators"), "must"),
    "offer": Clause("K6.1", ("president", "moderators"), "must"),
    "committee vote": Clause("K6.4, K9.8", (), "must"),
    "own vote": Clause("K6.4", ("member",), "may"),
    "vote before its close": Clause("K7.7", ("voter", "moderators"), "may"),
    "talk": Clause("K2.4", ("table", "moderators"), "never"),
    "refused talk": Clause("K7.2: they alone are told why", (), "never"),
}  # fmt: skip
