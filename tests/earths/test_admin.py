"""What admins see and do: interventions through the actions, each told to everybody, and never a vote."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
import time_machine
from axes.models import AccessAttempt
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from earths.actions import ballots, bills, weeks
from earths.models import Account, Ballot, Bill, Citizen, Notice, Presidency, Seed, Upvote, Vote, Week, World
from tests.earths.conftest import make_bill, make_citizen, make_world, moments, reach, still

pytestmark = pytest.mark.usefixtures("contexts")
YES, NO, CHOSE_A = 317, 211, 173
"""Numbers that occur nowhere else on a page."""
STAYED_HOME = 90


@pytest.fixture(autouse=True)
def _fresh_cache(first_week: None) -> None:
    cache.clear()


@pytest.fixture
def quick_hashes(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def boss(db: None) -> Client:
    account = Account.objects.create_superuser("boss")
    client = Client()
    client.force_login(account)
    return client


def do(client: Client, kind: str, pk: int, what: str, **answers: str) -> str:
    """Open the page of an intervention, confirm it, and answer the page that follows."""
    address = reverse(f"admin:earths_{kind}_intervene", args=[pk, what])
    page = client.get(address)
    assert page.status_code == 200
    sent = client.post(address, {"once": page.context["once"], **answers}, follow=True)
    return sent.content.decode()


def last_notice(world: World) -> str:
    return Notice.objects.filter(world=world).latest("pk").words


# --- Interventions


def test_ban_is_told_with_its_reason(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    with time_machine.travel(moments().proposing, tick=False):
        page = do(boss, "citizen", bruno.pk, "ban", reason="Shouted in the library")
    assert "everybody has been told" in page
    assert last_notice(world) == "An admin banned Bruno: Shouted in the library"
    bruno.refresh_from_db()
    assert bruno.banned_at == moments().proposing


def test_ban_without_a_reason_is_asked_again(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    page = do(boss, "citizen", bruno.pk, "ban", reason=" ")
    assert "This field is required." in page
    assert not Citizen.objects.exclude(banned_at=None).exists()


def test_second_ban_is_refused_in_the_actions_words(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    do(boss, "citizen", bruno.pk, "ban", reason="Shouted")
    page = do(boss, "citizen", bruno.pk, "ban", reason="Shouted again")
    assert "This citizen is banned already, or has left." in page
    assert "Shouted again" in page, "what was typed is still there"
    assert Notice.objects.filter(text__contains="banned").count() == 1


def test_double_click_intervenes_once(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    address = reverse("admin:earths_citizen_intervene", args=[bruno.pk, "ban"])
    sent = {"once": boss.get(address).context["once"], "reason": "Shouted"}
    boss.post(address, sent)
    second = boss.post(address, sent, follow=True)
    assert "banned already" not in second.content.decode()
    assert Notice.objects.filter(text__contains="banned").count() == 1


def test_lifted_ban_is_told(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    do(boss, "citizen", bruno.pk, "ban", reason="Shouted")
    do(boss, "citizen", bruno.pk, "lift-ban")
    assert last_notice(world) == "An admin lifted the ban of Bruno."


def test_move_waits_for_the_next_week(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    do(boss, "citizen", bruno.pk, "move", earth="B")
    bruno.refresh_from_db()
    assert (bruno.earth, bruno.moves_to) == ("A", "B")
    assert last_notice(world) == "An admin moves Bruno to Bronze when the next week opens."


def test_appointed_president_holds_office(world: World, boss: Client) -> None:
    clara = make_citizen(world, "Clara")
    with time_machine.travel(moments().locked, tick=False):
        do(boss, "citizen", clara.pk, "appoint")
    assert Presidency.objects.get().citizen == clara
    assert last_notice(world) == "An admin appointed Clara President of Azure for 2027."


def test_struck_bill_leaves_with_its_reason(world: World, boss: Client) -> None:
    bill = make_bill(make_citizen(world, "Ada"), at=moments().proposing, name="Free hats")
    with time_machine.travel(moments().voting, tick=False):
        do(boss, "bill", bill.pk, "strike", reason="An advertisement")
    assert last_notice(world) == "An admin struck the bill “Free hats” of 2027: An advertisement"


def test_bill_of_a_past_year_cannot_be_struck(world: World, boss: Client) -> None:
    bill = make_bill(make_citizen(world, "Ada"), at=moments().proposing)
    with time_machine.travel(moments(2).proposing, tick=False):
        page = do(boss, "bill", bill.pk, "strike", reason="Too late")
    assert "A bill can be struck until Friday opens" in page
    assert Bill.objects.get(pk=bill.pk).struck_at is None


def test_world_is_created_by_the_action(boss: Client) -> None:
    address = reverse("admin:earths_world_create")
    names = {"name": "Evening Star", "earth_a": "Left", "earth_b": "Right", "slug": "evening-star"}
    with time_machine.travel(moments().proposing, tick=False):
        refused = boss.post(address, {**names, "once": "1", "starts_on": "2026-03-02"})
        assert "A world starts on a Sunday." in refused.content.decode()
        assert "Evening Star" in refused.content.decode()
        made = boss.post(address, {**names, "once": "2", "starts_on": "2026-03-08"}, follow=True)
    assert "The world is created." in made.content.decode()
    assert World.objects.get().starts_on.isoformat() == "2026-03-08"


def test_world_is_renamed_featured_and_archived(world: World, boss: Client) -> None:
    do(boss, "world", world.pk, "rename", name="Dawn", earth_a="East", earth_b="West")
    assert last_notice(world) == "The names are now: “Dawn”, “East” and “West”."
    do(boss, "world", world.pk, "feature")
    world.refresh_from_db()
    assert world.featured
    do(boss, "world", world.pk, "archive")
    world.refresh_from_db()
    assert world.archived_at is not None


def test_world_page_tells_how_far_it_has_come(world: World, boss: Client) -> None:
    at = moments().voting
    reach(world, at)
    with time_machine.travel(at, tick=False):
        page = text_of(boss.get(reverse("admin:earths_world_change", args=[world.pk])).content.decode())
    assert "voting" in page
    assert "Thu 5 Mar 2026, 12:00 AM EST · 05:00 UTC" in page
    assert "Last tick of the calendar" in page


def test_looking_is_not_doing(world: World, db: None) -> None:
    bruno = make_citizen(world, "Bruno")
    viewer = Account.objects.create_user("viewer", is_staff=True)
    viewer.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(viewer)
    assert client.get(reverse("admin:earths_citizen_change", args=[bruno.pk])).status_code == 200
    address = reverse("admin:earths_citizen_intervene", args=[bruno.pk, "ban"])
    assert client.post(address, {"once": "1", "reason": "Because"}).status_code == 403
    assert client.get(reverse("admin:earths_world_create")).status_code == 403


# --- Accounts


def test_account_is_deleted_by_the_action(world: World, boss: Client) -> None:
    bruno = make_citizen(world, "Bruno")
    do(boss, "account", bruno.account_id, "delete")
    bruno.refresh_from_db()
    assert (bruno.name, bruno.account_id) == ("former citizen", None)
    assert last_notice(world) == "An admin deleted the account of a citizen of Azure."


def test_account_name_keeps_to_the_rules(boss: Client) -> None:
    bruno = Account.objects.create_user("bruno")
    address = reverse("admin:earths_account_change", args=[bruno.pk])
    page = boss.post(address, {"username": "ｂｒｕｎｏ", "email": "", "is_active": "on"})
    assert "Please write this name in plain letters." in page.content.decode()
    boss.post(address, {"username": "bruno2", "email": "", "is_active": "on"})
    assert Account.objects.filter(username="bruno2").exists()


def test_helper_gives_nobody_rights(db: None) -> None:
    helper = Account.objects.create_user("helper", is_staff=True)
    helper.user_permissions.set(Permission.objects.filter(codename__in=["change_account", "view_account"]))
    boss = Account.objects.create_superuser("boss")
    client = Client()
    client.force_login(helper)
    own = reverse("admin:earths_account_change", args=[helper.pk])
    client.post(own, {"username": "helper", "is_active": "on", "is_staff": "on", "is_superuser": "on"})
    helper.refresh_from_db()
    assert not helper.is_superuser
    theirs = reverse("admin:earths_account_change", args=[boss.pk])
    assert client.post(theirs, {"username": "hacked", "is_active": "on"}).status_code == 403
    assert client.post(reverse("admin:earths_account_intervene", args=[boss.pk, "delete"])).status_code == 403


# --- Nothing else


def test_secret_tables_are_not_in_the_admin() -> None:
    assert not {Ballot, Vote, Seed, Upvote, Week} & set(admin.site._registry)


@pytest.mark.parametrize("kind", ["world", "citizen", "bill", "notice"])
def test_rows_are_neither_added_changed_nor_deleted(kind: str, world: World, boss: Client) -> None:
    make_bill(make_citizen(world, "Ada"), at=moments().proposing)
    row = {"world": World, "citizen": Citizen, "bill": Bill, "notice": Notice}[kind].objects.first()
    assert boss.get(reverse(f"admin:earths_{kind}_add")).status_code == 403
    address = reverse(f"admin:earths_{kind}_change", args=[row.pk])
    assert boss.get(address).status_code == 200
    assert boss.post(address, {"name": "Changed"}).status_code == 403
    assert (
        boss.post(reverse(f"admin:earths_{kind}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    )


@pytest.mark.parametrize(
    ("kind", "question"),
    [
        ("bill", "votes__yes=1"),
        ("bill", "votes__isnull=False"),
        ("bill", "votes__ballot__citizen=1"),
        ("bill", "upvotes__citizen=1"),
        ("bill", "yes__gt=3"),
        ("bill", "week__ballots__code=AAAA-AAAA"),
        ("bill", "author__endorses=1"),
        ("citizen", "endorses=1"),
        ("citizen", "endorses__isnull=False"),
        ("citizen", "account__password__startswith=p"),
        ("world", "weeks__ballots__response=A"),
        ("world", "weeks__ballots__isnull=False"),
        ("notice", "world__weeks__bills__votes__yes=1"),
        ("account", "password__startswith=p"),
    ],
)
def test_list_answers_no_other_question(kind: str, question: str, boss: Client) -> None:
    address = reverse(f"admin:earths_{kind}_changelist")
    assert boss.get(address).status_code == 200
    assert boss.get(f"{address}?{question}").status_code == 400


def test_citizens_are_found_however_they_are_written(world: World, boss: Client) -> None:
    make_citizen(world, "Ada Ångström")
    make_citizen(world, "Bruno")
    Citizen.objects.filter(name="Ada Ångström").update(folded_name="ada angstrom")
    found = text_of(boss.get(reverse("admin:earths_citizen_changelist"), {"q": "ＡNGSTROM"}).content.decode())
    assert "Ada Ångström" in found
    assert "Bruno" not in found


# --- The walk


class Visible(HTMLParser):
    """Collect what a page says and where its links lead."""

    def __init__(self) -> None:
        super().__init__()
        self.said: list[str] = []
        self.links: list[str] = []

    def handle_data(self, data: str) -> None:
        self.said.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value for name, value in attrs if tag == "a" and name == "href" and value]


def text_of(page: str) -> str:
    seen = Visible()
    seen.feed(page)
    return " ".join(" ".join(seen.said).split())


def walk(client: Client) -> Iterator[tuple[str, str]]:
    """Answer the administration's pages with their addresses, up to three of a kind and one question each."""
    waiting, known, kinds = ["/admin/"], {"/admin/"}, {}
    while waiting:
        address = waiting.pop(0)
        page = client.get(address)
        if page.status_code != 200 or "html" not in page["Content-Type"]:
            continue
        html = page.content.decode()
        yield address, html
        seen = Visible()
        seen.feed(html)
        for link in seen.links:
            full = address.partition("?")[0] + link if link.startswith("?") else link
            kind = re.sub(r"\d+|=[^&]*", "#", full)
            fresh = full.startswith("/admin/") and "&" not in full and full not in known
            if fresh and kinds.get(kind, 0) < 3:
                kinds[kind] = kinds.get(kind, 0) + 1
                known.add(full)
                waiting.append(full)


def test_no_admin_page_tells_a_vote_while_voting_is_open(boss: Client) -> None:
    world = make_world()
    ada = make_citizen(world, "Ada")
    bill = make_bill(ada, at=moments().proposing, name="Marked bill")
    bills.upvote(citizen_id=ada.pk, bill_id=bill.pk, at=moments().proposing)
    at = moments().voting
    week = reach(world, at)
    _cast_many(world, week, bill)
    code = ballots.cast(citizen_id=ada.pk, year=2027, votes={bill.pk: True}, response="A", now=still(at))
    with time_machine.travel(at, tick=False):
        do(boss, "citizen", ada.pk, "move", earth="B")
        pages = dict(walk(boss))
    assert len(pages) > 40
    assert any(address.endswith("/history/") for address in pages)
    secrets = [code, "CODE-", bytes(Seed.objects.get(week=week).secret).hex()]
    numbers = [str(number) for number in (YES, YES + 1, NO, YES + NO, YES + NO + 1, CHOSE_A, CHOSE_A + 1)]
    for address, page in pages.items():
        text = text_of(page)
        assert not [secret for secret in secrets if secret in page], address
        assert not [number for number in numbers if re.search(rf"\b{number}\b", text)], address
    with time_machine.travel(moments().count, tick=False):
        weeks.catch_up(world_id=world.pk, at=moments().count)
        listed = text_of(boss.get(reverse("admin:earths_bill_changelist")).content.decode())
        public = text_of(Client().get(f"/w/{world.slug}/years/2027/").content.decode())
    assert f"passed: {YES + 1} yes, {NO} no" in listed
    assert str(YES + 1) in public


def _cast_many(world: World, week: Week, bill: Bill) -> None:
    at = moments().proposing
    many = Citizen.objects.bulk_create(
        Citizen(world=world, earth="A", name=f"C{n:x}", folded_name=f"c{n:x}", joined_at=at)
        for n in range(YES + NO + STAYED_HOME)
    )
    cast = Ballot.objects.bulk_create(
        Ballot(
            week=week, citizen=citizen, earth="A", code=f"CODE-{n:04}", response="A" if n < CHOSE_A else ""
        )
        for n, citizen in enumerate(many[: YES + NO])
    )
    Vote.objects.bulk_create(Vote(ballot=ballot, bill=bill, yes=n < YES) for n, ballot in enumerate(cast))


# --- The door


def test_admin_sign_in_locks_after_five_failures(client: Client, db: None, quick_hashes: None) -> None:
    Account.objects.create_superuser("boss", password="a long word")
    door = {"username": "boss", "password": "wrong"}
    answers = [client.post("/admin/login/", door, REMOTE_ADDR="203.0.113.5").status_code for _ in range(5)]
    assert answers[:4] == [200] * 4
    locked = client.post("/admin/login/", {**door, "password": "a long word"}, REMOTE_ADDR="203.0.113.5")
    assert locked.status_code == 429
    assert "stays shut for a while" in locked.content.decode()


def test_players_who_mistype_their_password_meet_no_door_of_the_administration(
    db: None, fresh_cache: None, quick_hashes: None
) -> None:
    Account.objects.create_superuser("boss", password="a long word")
    where = {"REMOTE_ADDR": "203.0.113.5"}
    for number in range(5):
        Client().post("/accounts/login/", {"login": "boss", "password": f"wrong {number}"}, **where)
    missed = Client().post("/accounts/login/", {"login": "ada", "password": "wrong"}, **where)
    assert (missed.status_code, "administration" in missed.text) == (200, False)
    assert AccessAttempt.objects.count() == 0
    boss = {"username": "boss", "password": "a long word"}
    assert Client().post("/admin/login/", {**boss, "password": "wrong"}, **where).status_code == 200
    assert AccessAttempt.objects.get().failures_since_start == 1
    assert Client().post("/admin/login/", boss, **where).status_code == 302


def test_invented_addresses_do_not_get_past_the_lock(
    client: Client, db: None, settings, quick_hashes: None
) -> None:
    settings.TRUSTED_PROXY_COUNT = 1
    for number in range(5):
        door = {"username": f"guess{number}", "password": "wrong"}
        client.post("/admin/login/", door, HTTP_X_FORWARDED_FOR=f"198.51.100.{number}, 203.0.113.5")
    door = {"username": "another", "password": "wrong"}
    locked = client.post("/admin/login/", door, HTTP_X_FORWARDED_FOR="198.51.100.99, 203.0.113.5")
    assert locked.status_code == 429
    free = client.post("/admin/login/", door, HTTP_X_FORWARDED_FOR="203.0.113.5, 198.51.100.99")
    assert free.status_code == 200
