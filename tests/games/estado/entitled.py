"""Who may know what in Estado Libre, by the clauses of docs/rules; nothing here is taken from the code."""

from tests.games.evidence import Clause

CLAUSES = {
    "seat's pass": Clause("whoever has it sits there", (), "never"),
    "seed": Clause("L1.3, L11.3", (), "must"),
    "join link": Clause("handed on by who sits here", ("table",), "never", on_walls=True),
    "watch link": Clause("handed on by who sits here", ("table",), "may"),
    "account": Clause("L13.3", ("holder",), "may"),
    "last account": Clause("L13.3, L11.3", ("holder",), "must"),
    "safe": Clause("L13.3", ("minister",), "may"),
    "withheld": Clause("L13.4, L11.3", ("president",), "must"),
    "loss": Clause("L4.8: the minister, and nobody else", ("minister",), "must"),
    "skim": Clause("L5.1, L11.3", ("minister",), "must"),
    "vote": Clause("L4.4, L11.3", (), "must"),
    "own vote": Clause("L4.4", ("voter",), "may"),
    "patrol": Clause("L6.1, L11.3", ("navy",), "must"),
    "murder": Clause("L7.7: nobody is told who tried", ("killer",), "must"),
    "outcome": Clause("L7.7: killers alone", ("killer",), "must"),
    "aid": Clause("L7.1, L7.2", ("receiver",), "must"),
    "stopped aid": Clause("L7.2", ("president",), "must"),
    "upkeep": Clause("L10.1", ("commander",), "must"),
    "name": Clause("L9.2, L11.3", (), "must"),
    "whisper": Clause("between two", ("speaker", "hearer"), "never"),
    "talk": Clause("for those who sit here, never for a watcher", ("table",), "never"),
}  # fmt: skip
