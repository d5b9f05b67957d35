"""The addresses of Two Earths and of the site's front page."""

from django.urls import URLPattern, path, register_converter

from earths.views import (
    about,
    ballot,
    ballots,
    bills,
    board,
    calendar,
    dice,
    exports,
    front,
    join,
    president,
    rules,
    world,
    years,
)


class EarthConverter:
    """One of the two letters."""

    regex = "[AB]"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(EarthConverter, "earth")

app_name = "earths"
urlpatterns: list[URLPattern] = [
    path("w/<slug:slug>/ballot/<int:year>/vote", ballot.vote, name="vote"),
    path("", front.front, name="front"),
    path("w/<slug:slug>/", world.world, name="world"),
    path("w/<slug:slug>/ballot", ballot.ballot, name="ballot"),
    path("w/<slug:slug>/bills/", world.bills, name="bills"),
    path("w/<slug:slug>/bills/propose", bills.propose, name="propose"),
    path("w/<slug:slug>/bills/<int:bill>/edit", bills.edit, name="edit"),
    path("w/<slug:slug>/bills/<int:bill>/upvote", bills.upvote, name="upvote"),
    path("w/<slug:slug>/bills/<int:bill>/withdraw", bills.withdraw, name="withdraw"),
    path("w/<slug:slug>/board", board.board, name="board"),
    path("w/<slug:slug>/desk", world.desk, name="desk"),
    path("w/<slug:slug>/join", join.join, name="join"),
    path("w/<slug:slug>/president", president.president, name="president"),
    path("w/<slug:slug>/president/endorse", president.endorse, name="endorse"),
    path("w/<slug:slug>/president/resign", president.resign, name="resign"),
    path("w/<slug:slug>/president/stand", president.stand, name="stand"),
    path("w/<slug:slug>/president/stop", president.stop, name="stop"),
    path("w/<slug:slug>/president/veto", president.veto, name="veto"),
    path("w/<slug:slug>/president/withdraw-endorsement", president.withdraw_endorsement, name="unendorse"),
    path("w/<slug:slug>/president/withdraw-veto", president.withdraw_veto, name="unveto"),
    path("about", about.show_about, name="about"),
    path("rules/two-earths", rules.show_rules, name="rules"),
    path("w/<slug:slug>/bills.csv", exports.download_all_bills, name="all_bills_csv"),
    path("w/<slug:slug>/calendar.ics", calendar.show_calendar, name="calendar"),
    path("w/<slug:slug>/data", exports.show_data, name="data"),
    path("w/<slug:slug>/stats.csv", exports.download_all_stats, name="all_stats_csv"),
    path("w/<slug:slug>/years/", years.list_years, name="years"),
    path("w/<slug:slug>/years/<int:year>/", years.show_year, name="year"),
    path("w/<slug:slug>/years/<int:year>/ballots/<earth:earth>/", ballots.show_ballots, name="ballots"),
    path(
        "w/<slug:slug>/years/<int:year>/ballots/<earth:earth>.csv",
        exports.download_ballots,
        name="ballots_csv",
    ),
    path("w/<slug:slug>/years/<int:year>/bills.csv", exports.download_bills, name="bills_csv"),
    path("w/<slug:slug>/years/<int:year>/case.json", exports.download_case, name="case"),
    path("w/<slug:slug>/years/<int:year>/changes.csv", exports.download_changes, name="changes_csv"),
    path("w/<slug:slug>/years/<int:year>/dice", dice.show_dice, name="dice"),
    path("w/<slug:slug>/years/<int:year>/recount", ballots.show_recount, name="recount"),
    path("w/<slug:slug>/years/<int:year>/stats.csv", exports.download_stats, name="stats_csv"),
    path("w/<slug:slug>/years/<int:year>/year.json", exports.download_year, name="year_json"),
]
