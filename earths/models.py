"""The rows of Two Earths, and the constraints that its rules imply. No logic stands here."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models import F, Q

from earths.rules.boundary import Boundary
from earths.rules.tables import CRISES, FIRST_YEAR, NAME_LENGTH, PITCH_LENGTH, POLICIES


class Account(AbstractUser):
    """Somebody who can sign in. What they are in a world is a ``Citizen``."""

    class Meta(AbstractUser.Meta):
        verbose_name = "account"


class Earth(models.TextChoices):
    A = "A", "Earth A"
    B = "B", "Earth B"


class Response(models.TextChoices):
    A = "A"
    B = "B"
    C = "C"


class Stage(models.IntegerChoices):
    """How far a week has been worked off. What is *allowed* is decided by the clock alone."""

    OPENED = 1
    BALLOTED = 2
    COUNTED = 3
    LOCKED = 4
    TICKED = 5


class World(models.Model):
    """One pairing of two Earths, and which of its boundaries is worked off next."""

    slug = models.SlugField(unique=True, max_length=40)
    name = models.CharField(max_length=60)
    earth_a = models.CharField("name of Earth A", max_length=40, default="Earth A")
    earth_b = models.CharField("name of Earth B", max_length=40, default="Earth B")
    starts_on = models.DateField(help_text="The Sunday on which its first week opens.")
    featured = models.BooleanField("on the front page", default=False)
    created_at = models.DateTimeField()
    archived_at = models.DateTimeField(null=True, blank=True)
    due_year = models.PositiveIntegerField(default=FIRST_YEAR)
    due = models.CharField(
        max_length=8, choices=[(b.value, b.value) for b in Boundary], default=Boundary.OPEN
    )
    due_at = models.DateTimeField()
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(name="world_starts_on_a_sunday", condition=Q(starts_on__week_day=1)),
            models.UniqueConstraint(
                name="one_featured_world", fields=["featured"], condition=Q(featured=True)
            ),
        ]
        indexes = [
            models.Index(
                name="worlds_by_due", fields=["due_at"], include=["id"], condition=Q(archived_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return self.name


class Citizen(models.Model):
    """One account's membership of one Earth of a world; it outlives the account, without its name."""

    world = models.ForeignKey(World, models.CASCADE, related_name="citizens")
    account = models.ForeignKey(Account, models.SET_NULL, null=True, blank=True, related_name="+")
    earth = models.CharField(max_length=1, choices=Earth)
    moves_to = models.CharField(max_length=1, choices=Earth, blank=True)
    name = models.CharField(max_length=40)
    folded_name = models.CharField(max_length=200)
    joined_at = models.DateTimeField()
    banned_at = models.DateTimeField(null=True, blank=True)
    left_at = models.DateTimeField(null=True, blank=True)
    standing_since = models.DateTimeField(null=True, blank=True)
    endorses = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_citizen_per_account_and_world", fields=["world", "account"]),
            models.UniqueConstraint(
                name="one_citizen_per_name_and_world",
                fields=["world", "folded_name"],
                condition=Q(left_at__isnull=True),
            ),
            models.CheckConstraint(
                name="nobody_banned_or_gone_stands",
                condition=Q(standing_since__isnull=True) | Q(banned_at__isnull=True, left_at__isnull=True),
            ),
        ]
        indexes = [
            models.Index(
                name="citizens_by_earth",
                fields=["world", "earth"],
                condition=Q(banned_at__isnull=True, left_at__isnull=True),
            ),
            models.Index(
                name="candidates_by_earth",
                fields=["world", "earth", "standing_since"],
                condition=Q(standing_since__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Week(models.Model):
    """One week of a world, which is one year of its Earths; its boundaries are UTC instants."""

    world = models.ForeignKey(World, models.CASCADE, related_name="weeks")
    year = models.PositiveIntegerField()
    opens_at = models.DateTimeField()
    ballot_at = models.DateTimeField()
    count_at = models.DateTimeField()
    lock_at = models.DateTimeField()
    results_at = models.DateTimeField()
    closes_at = models.DateTimeField()
    stage = models.PositiveSmallIntegerField(choices=Stage, default=Stage.OPENED)
    crisis = models.CharField(max_length=32, choices=[(c.slug, c.title) for c in CRISES.values()])
    seal = models.CharField("SHA-256 of the seed", max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_week_per_world_and_year", fields=["world", "year"]),
            models.CheckConstraint(
                name="week_boundaries_in_order",
                condition=Q(
                    opens_at__lt=F("ballot_at"),
                    ballot_at__lt=F("count_at"),
                    count_at__lt=F("lock_at"),
                    lock_at__lt=F("results_at"),
                    results_at__lt=F("closes_at"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.world_id}/{self.year}"


class Seed(models.Model):
    """The seed of a week, in a table of its own so that reading a week never reads its seed."""

    week = models.OneToOneField(Week, models.CASCADE, primary_key=True, related_name="+")
    secret = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seed of {self.week_id}"


class Bill(models.Model):
    """A policy with a name and a pitch, proposed on one Earth for one week.

    ``place`` and ``final_upvotes`` are written when the ballot is fixed, ``yes`` ... ``passed`` by the
    count, ``is_law`` when Friday opens; until then they are empty.
    """

    week = models.ForeignKey(Week, models.CASCADE, related_name="bills")
    earth = models.CharField(max_length=1, choices=Earth)
    author = models.ForeignKey(Citizen, models.PROTECT, related_name="+")
    policy = models.CharField(max_length=32, choices=[(p.slug, p.title) for p in POLICIES.values()])
    name = models.CharField(max_length=NAME_LENGTH)
    pitch = models.CharField(max_length=PITCH_LENGTH, blank=True)
    proposed_at = models.DateTimeField()
    edited_at = models.DateTimeField(null=True)
    settled = models.BooleanField("somebody else has upvoted it", default=False)
    withdrawn_at = models.DateTimeField(null=True)
    struck_at = models.DateTimeField(null=True)
    struck_reason = models.CharField(max_length=300, blank=True)
    place = models.PositiveSmallIntegerField("place on the ballot", null=True)
    final_upvotes = models.PositiveIntegerField(null=True)
    yes = models.PositiveIntegerField(null=True)
    no = models.PositiveIntegerField(null=True)
    passed = models.BooleanField(null=True)
    is_law = models.BooleanField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_bill_per_place_on_a_ballot",
                fields=["week", "earth", "place"],
                condition=Q(place__isnull=False),
            ),
            models.UniqueConstraint(
                name="one_bill_per_policy_on_a_ballot",
                fields=["week", "earth", "policy"],
                condition=Q(place__isnull=False),
            ),
            models.CheckConstraint(
                name="only_bills_on_the_ballot_are_counted",
                condition=Q(place__isnull=False)
                | Q(yes__isnull=True, passed__isnull=True, is_law__isnull=True),
            ),
            models.CheckConstraint(
                name="withdrawn_bills_stay_off_the_ballot",
                condition=Q(withdrawn_at__isnull=True) | Q(place__isnull=True),
            ),
        ]
        indexes = [models.Index(name="bills_by_earth", fields=["week", "earth", "proposed_at"])]

    def __str__(self) -> str:
        return self.name


class Upvote(models.Model):
    """One citizen's wish to see a bill on the ballot; only its count is public."""

    bill = models.ForeignKey(Bill, models.CASCADE, related_name="upvotes")
    citizen = models.ForeignKey(Citizen, models.CASCADE, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_upvote_per_citizen_and_bill", fields=["bill", "citizen"])
        ]

    def __str__(self) -> str:
        return f"upvote of {self.bill_id}"


class Ballot(models.Model):
    """One citizen's ballot of one week, public under its code alone once the votes are counted.

    A ballot without any vote left on it (all were taken back) counts as no voter.
    """

    week = models.ForeignKey(Week, models.CASCADE, related_name="ballots")
    citizen = models.ForeignKey(Citizen, models.PROTECT, related_name="+")
    earth = models.CharField(max_length=1, choices=Earth)
    code = models.CharField(max_length=9)
    response = models.CharField(max_length=1, choices=Response, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_ballot_per_citizen_and_week", fields=["week", "citizen"]),
            models.UniqueConstraint(name="one_ballot_per_code_and_week", fields=["week", "code"]),
        ]

    def __str__(self) -> str:
        return f"ballot of week {self.week_id}"


class Vote(models.Model):
    """A yes or a no on one bill. A vote taken back is no row."""

    ballot = models.ForeignKey(Ballot, models.CASCADE, related_name="votes")
    bill = models.ForeignKey(Bill, models.CASCADE, related_name="votes")
    yes = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_vote_per_ballot_and_bill", fields=["ballot", "bill"])
        ]

    def __str__(self) -> str:
        return f"vote on {self.bill_id}"


class EarthYear(models.Model):
    """What one Earth made of one week: its count, its veto, and how it stands after the tick.

    ``state`` and ``changes`` are in the text form of ``earths.rules``; numbers are null until counted.
    """

    week = models.ForeignKey(Week, models.CASCADE, related_name="earth_years")
    earth = models.CharField(max_length=1, choices=Earth)
    voters = models.PositiveIntegerField(null=True)
    response_a = models.PositiveIntegerField(null=True)
    response_b = models.PositiveIntegerField(null=True)
    response_c = models.PositiveIntegerField(null=True)
    response = models.CharField(max_length=1, choices=Response, blank=True)
    veto = models.ForeignKey(Bill, models.PROTECT, null=True, related_name="+")
    state = models.JSONField(null=True)
    changes = models.JSONField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(name="one_year_per_week_and_earth", fields=["week", "earth"])]

    def __str__(self) -> str:
        return f"{self.earth} of week {self.week_id}"


class Presidency(models.Model):
    """A citizen's hold of the office during one week; at most one at a time on each Earth."""

    class How(models.TextChoices):
        ENDORSED = "endorsed"
        APPOINTED = "appointed"

    week = models.ForeignKey(Week, models.CASCADE, related_name="presidencies")
    earth = models.CharField(max_length=1, choices=Earth)
    citizen = models.ForeignKey(Citizen, models.PROTECT, related_name="+")
    how = models.CharField(max_length=9, choices=How)
    took_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                name="one_president_at_a_time", fields=["week", "earth"], condition=Q(left_at__isnull=True)
            )
        ]

    def __str__(self) -> str:
        return f"President of {self.earth} in week {self.week_id}"


class Notice(models.Model):
    """A public word about what an admin did in a world; the citizen it is about can lose their name later."""

    CITIZEN = "{citizen}"

    world = models.ForeignKey(World, models.CASCADE, related_name="notices")
    at = models.DateTimeField()
    text = models.CharField(max_length=600)
    citizen = models.ForeignKey(Citizen, models.CASCADE, null=True, related_name="+", db_index=False)

    class Meta:
        indexes = [models.Index(name="notices_by_time", fields=["world", "-at"])]

    def __str__(self) -> str:
        return self.words

    @property
    def words(self) -> str:
        """Answer the text with the name that its citizen has now."""
        if self.citizen is None:
            return self.text
        name = self.citizen.name if self.citizen.left_at is None else "a former citizen"
        return self.text.replace(self.CITIZEN, name, 1)
