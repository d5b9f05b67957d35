"""What belongs to another room, or to nobody, is answered as what is not there."""

from typing import Any

import time_machine
from django.db.models import Model, Q
from django.test import Client

from earths.actions import presidents, worlds
from earths.models import Ballot, Bill, Citizen, Presidency, Upvote, Vote, World
from games import access
from games.actions import chat, lobby, passes
from games.models import Message, Order, Pass, Phase, Room, Seat
from tests.attacks.addresses import addresses
from tests.attacks.conftest import FIRST, Stage, undone
from tests.earths.conftest import make_bill, make_citizen, moments, reach
from tests.games.conftest import START, Sitting, begin

UNKNOWN = "A" * 22
FILLED_IN = {
    "serial": "1", "number": "2", "name": "Eve", "text": "Hello", "minutes": "60", "due": "2026-03-01", "to": "1",
    "before": "Bob", "pace": "live", "seats": "4", "action": "none", "what": "fund", "figure": "0",
}  # fmt: skip
ROWS: tuple[type[Model], ...] = (Room, Seat, Pass, Phase, Order, Message)


def rows() -> list[list[dict[str, Any]]]:
    """Answer all that is written down of all rooms."""
    return [list(kind.objects.order_by("pk").values()) for kind in ROWS]


def answer(client: Client, method: str, path: str, public_id: str) -> tuple[Any, ...]:
    got = getattr(client, method)(path, FILLED_IN if method == "post" else {})
    headers = {name: value.replace(public_id, "ID") for name, value in got.headers.items()}
    cookies = {
        name: (morsel.value, morsel["path"]) for name, morsel in got.cookies.items() if name != "csrftoken"
    }
    return got.status_code, got.content.replace(public_id.encode(), b"ID"), headers, cookies


def test_every_address_of_another_room_is_answered_as_one_that_is_not_there(stage: Stage) -> None:
    inside = list(addresses("/r/"))
    before = rows()
    for mine, other, viewers in (
        (stage.estado, stage.kaban, (1, "public")),
        (stage.kaban, stage.estado, ("moderator",)),
    ):
        for viewer in viewers:
            client, there = mine.browser(viewer), other.room.public_id
            for address in inside:
                values = {"year": 1, "which": "join", "number": 2}
                for method in ("get", "post"):
                    told = [
                        answer(client, method, address.fill({**values, "public_id": public_id}), public_id)
                        for public_id in (there, UNKNOWN)
                    ]
                    assert told[0] == told[1], (viewer, method, address.form)
    assert rows() == before
    assert stage.estado.browser(1).post(f"{stage.estado.path}say", {"text": "Hello"}).status_code == 303
    assert rows() != before


def test_a_player_can_do_nothing_that_the_host_or_the_moderator_does(stage: Stage) -> None:
    theirs = ("say", "submit", "take-back", "leave", "resume-link", "claim", "rematch", "rematch/follow")
    verbs = {address for address in addresses("/r/") if address.verb not in theirs}
    for table in (stage.estado, stage.kaban, stage.lobby):
        # That they are there is noted, once in a while.
        assert table.browser(2).get(table.path).status_code == 200
    before = rows()
    for table in (stage.estado, stage.kaban, stage.lobby):
        client = table.browser(2)
        for address in verbs:
            values = {"public_id": table.room.public_id, "which": "join", "number": 1}
            client.post(address.fill(values), FILLED_IN)
    assert rows() == before


def test_a_watcher_can_do_nothing_at_all(stage: Stage) -> None:
    before = rows()
    for table in (stage.estado, stage.kaban, stage.lobby):
        watcher = table.browser("public")
        for address in addresses("/r/"):
            got = watcher.post(address.fill({"public_id": table.room.public_id}), FILLED_IN)
            assert got.status_code in {303, 404, 405, 409, 422}, address.form
            assert not {access.SEAT, access.CONSOLE} & set(got.cookies), address.form
    assert rows() == before


def test_forms_reach_nothing_of_another_room(stage: Stage) -> None:
    other = begin("estado-libre", 4, seats=4)
    chat.say(room_id=other.room_id, number=1, text="Ours alone", to=None, at=START)
    theirs = Message.objects.get(room=other.room_id)
    mine = stage.message()
    host = stage.estado.browser(1)
    for handle in (theirs.handle, str(theirs.pk), str(mine.pk), "nothing"):
        host.post(f"{stage.estado.path}hide", {"handle": handle})
    assert not Message.objects.exclude(hidden_at=None).exists()
    host.post(f"{stage.estado.path}hide", {"handle": mine.handle})
    assert Message.objects.get(pk=mine.pk).hidden_at == START

    def without_effect(client: Client, table: Sitting, verb: str, **sent: Any) -> None:
        before = rows()
        assert client.post(table.path + verb, sent).status_code in {303, 409, 422}
        assert rows() == before, (verb, sent)

    moderator = stage.kaban.browser("moderator")
    for number in (0, 10, 99):
        without_effect(host, stage.estado, "remove", number=number)
        without_effect(host, stage.estado, "hand-over", number=number)
        without_effect(host, stage.estado, "substitute", number=number, name="Eve", before="")
        without_effect(host, stage.estado, "say", text="Psst", to=number)
        without_effect(moderator, stage.kaban, f"act/{number}", serial=1)
        without_effect(moderator, stage.kaban, f"act/{number}/take-back", serial=1)
    for to in (0, 2, 99):
        without_effect(moderator, stage.kaban, "rewind", serial=1, to=to)
    for serial in (0, 2, 99):
        without_effect(host, stage.estado, "submit", serial=serial)
        without_effect(host, stage.estado, "end-phase", serial=serial)
        without_effect(host, stage.estado, "extend", serial=serial, minutes=60, due="2026-03-01")


FIELDS = (
    *FILLED_IN, "handle", "who", "seat", "standing", "strikes", "back", "last_year", "takes_over", "bots", "candidate",
    "bill", "vote", "response", "earth", "policy", "pitch", "on", "first", "second", "target", "room", "id", "pk",
)  # fmt: skip


def test_no_address_of_a_room_reaches_another_by_any_field(stage: Stage) -> None:
    other = begin("estado-libre", 4, seats=4)
    chat.say(room_id=other.room_id, number=1, text="Ours alone", to=None, at=START)
    message = Message.objects.get(room=other.room_id)

    def theirs() -> list[list[dict[str, Any]]]:
        way = {Room: "pk", Order: "phase__room"}
        found = (kind.objects.filter(**{way.get(kind, "room"): other.room_id}) for kind in ROWS)
        return [list(some.order_by("pk").values()) for some in found]

    before = theirs()
    for table, who, value in (
        (stage.estado, 1, message.handle),
        (stage.kaban, "moderator", str(message.pk)),
    ):
        client = table.browser(who)
        for address in addresses("/r/"):
            path = address.fill({"public_id": table.room.public_id, "which": "join", "number": 1})
            with undone():
                client.post(path, {**dict.fromkeys(FIELDS, value), "serial": "1"})
                assert theirs() == before, path


def test_no_address_of_a_world_reaches_another_by_any_id(stage: Stage) -> None:
    other = World.objects.get(slug="other")
    eve = make_citizen(other, "Eve")
    reach(other, START)
    week = moments(2, FIRST)
    bill = make_bill(eve, at=START)
    presidents.stand(citizen_id=eve.pk, at=START)
    client = stage.citizen()
    for moment in (START, week.voting, week.count):
        with time_machine.travel(moment, tick=False):
            reach(other, moment), reach(stage.ada.world, moment)
            for citizen in (eve, stage.ada) if moment == week.count else ():
                worlds.appoint(citizen_id=citizen.pk, at=moment)
            before = of_world(other)
            for address in addresses("/w/"):
                for slug in ("main", "other"):
                    values = {"slug": slug, "year": 2028, "earth": "A", "bill": bill.pk}
                    with undone():
                        sent = {
                            "vote": "yes",
                            "on": "1",
                            "name": "Mine now",
                            "bill": bill.pk,
                            "candidate": eve.pk,
                        }
                        client.post(address.fill(values), sent)
                        assert of_world(other) == before, (moment, address.form, slug)
                if "bill" in address.names:
                    asked = [address.fill({"slug": "main", "bill": number}) for number in (bill.pk, 10**9)]
                    assert len({client.get(path).status_code for path in asked}) == 1, address.form
            assert client.post("/w/main/president/stand").status_code == 303


def of_world(world: World) -> list[list[dict[str, Any]]]:
    """Answer all that is written down of a world, and who of others has to do with it."""
    found = (
        Citizen.objects.filter(Q(world=world) | Q(endorses__world=world)),
        Bill.objects.filter(week__world=world),
        Upvote.objects.filter(bill__week__world=world),
        Vote.objects.filter(bill__week__world=world),
        Ballot.objects.filter(week__world=world),
        Presidency.objects.filter(week__world=world),
    )
    return [list(rows.order_by("pk").values()) for rows in found]


def test_a_pass_that_is_offered_by_one_room_opens_no_other(stage: Stage) -> None:
    token = passes.resume_link(room_id=stage.estado.room_id, by=2, at=START)
    client = Client()
    client.cookies[access.OFFERED] = token
    came = client.get(f"{stage.kaban.path}admit")
    assert (came["Location"], came.cookies) == (stage.kaban.path, {})
    assert client.get(stage.kaban.path).status_code == 404
    home = client.get(f"{stage.estado.path}admit")
    assert home.cookies[access.SEAT].value == token


def test_an_invitation_to_one_room_is_none_to_another(stage: Stage) -> None:
    other = lobby.open_room(
        game="estado-libre", options={"seats": 5, "bots": False, "pace": "live"}, name="Zoe", at=START
    )[0]
    guest = Client()
    guest.cookies[access.JOIN] = stage.lobby.room.join_token
    for verb in ("join", "join/watch"):
        assert guest.post(f"/r/{other.public_id}/{verb}", {"name": "Eve"}).status_code == 404
    assert Seat.objects.filter(room=other).count() == 1
    assert guest.post(f"{stage.lobby.path}join", {"name": "Eve"}).status_code == 303
