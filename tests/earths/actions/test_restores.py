"""What a world is told once the site was restored from a backup: what is lost, and whether one can vote again."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from earths.actions import ballots, restores, worlds
from earths.models import Account, Notice, Week, World
from games.terms import Refused
from tests.earths.conftest import MINUTE, make_bill, make_citizen, moments, reach, still

pytestmark = pytest.mark.usefixtures("contexts")
HOUR = timedelta(hours=1)
WEEK = moments()


def report(world: World, since: datetime, until: datetime, at: datetime) -> str:
    restores.report_restore(world_id=world.pk, since=since, until=until, at=at)
    text: str = Notice.objects.filter(world=world).latest("pk").text
    return text


def test_while_voting_is_open_people_are_asked_to_vote_again(world: World) -> None:
    at = WEEK.voting + 3 * HOUR
    reach(world, at)
    assert report(world, WEEK.voting + HOUR, WEEK.voting + 2 * HOUR, at) == (
        "This site was restored from a backup. What was done here between Wed 4 Mar 2026, 1:01 AM EST and "
        "Wed 4 Mar 2026, 2:01 AM EST is lost. Votes cast in that time were lost too. Please look at your ballot and "
        "vote again: voting is open until Thu 5 Mar, 12:00 AM EST."
    )


def test_vote_cast_again_counts(world: World) -> None:
    ada = make_citizen(world, "Ada")
    reach(world, WEEK.proposing)
    bill = make_bill(ada, at=WEEK.proposing)
    at = WEEK.voting + HOUR
    reach(world, at)
    report(world, WEEK.voting, at, at)
    ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, now=still(at))
    reach(world, WEEK.count)
    bill.refresh_from_db()
    assert (bill.yes, bill.no) == (1, 0)


def test_once_the_count_is_due_votes_that_are_lost_stay_so(world: World) -> None:
    reach(world, WEEK.voting)
    told = report(world, WEEK.voting, WEEK.count - HOUR, WEEK.count + HOUR)
    assert told.endswith(
        "Voting was open then and is over now: votes cast in that time could not be counted."
    )
    assert Week.objects.get(world=world).stage == 3, "the calendar is not moved"


@pytest.mark.parametrize(
    ("since", "until", "at"),
    [
        (WEEK.proposing, WEEK.proposing + HOUR, WEEK.proposing + 2 * HOUR),
        (WEEK.plan.ballot_at - HOUR, WEEK.plan.ballot_at, WEEK.voting),
        (WEEK.plan.count_at, WEEK.plan.count_at + MINUTE, WEEK.count + HOUR),
        (WEEK.voting - 7 * 24 * HOUR, WEEK.voting - 7 * 24 * HOUR + HOUR, WEEK.voting),
    ],
)
def test_time_in_which_nobody_could_vote_lost_no_vote(
    world: World, since: datetime, until: datetime, at: datetime
) -> None:
    reach(world, at)
    assert report(world, since, until, at).endswith(
        "is lost. Please look at what you did in that time, and do it again."
    )


@pytest.mark.parametrize(
    ("since", "until"),
    [(WEEK.voting, WEEK.voting), (WEEK.voting, WEEK.voting - MINUTE), (WEEK.voting, WEEK.voting + 2 * HOUR)],
)
def test_span_that_cannot_be_is_refused(world: World, since: datetime, until: datetime) -> None:
    with pytest.raises(Refused, match="begins with the backup and ends before now"):
        restores.report_restore(world_id=world.pk, since=since, until=until, at=WEEK.voting + HOUR)
    assert not Notice.objects.filter(text__contains="backup").exists()


def test_archived_world_is_told_nothing(world: World) -> None:
    worlds.archive(world_id=world.pk, at=WEEK.voting)
    with pytest.raises(Refused, match="archived"):
        report(world, WEEK.voting, WEEK.voting + MINUTE, WEEK.voting + HOUR)


def test_admin_types_both_moments_in_utc(world: World, fresh_cache: None) -> None:
    boss = Client()
    boss.force_login(Account.objects.create_superuser("boss"))
    page = f"/admin/earths/world/{world.pk}/do/report-restore/"
    with time_machine.travel(WEEK.voting + 3 * HOUR, tick=False):
        asked = boss.get(page)
        assert asked.text.count('type="datetime-local"') == 2
        sent = {"since": "2026-03-04T06:01:00", "until": "2026-03-04T07:01:00", "once": asked.context["once"]}
        boss.post(page, sent)
    text = Notice.objects.filter(world=world).latest("pk").text
    assert "between Wed 4 Mar 2026, 1:01 AM EST and Wed 4 Mar 2026, 2:01 AM EST is lost" in text
    assert "vote again" in text
