"""The rows of rooms: columns and constraints, no logic. What a state means only its game knows.

Only ``store`` and the admin touch these tables. States and inputs are JSON text rather than JSONB:
they are decoded whole, by their game, and nobody queries inside them.
"""

from django.db import models
from django.db.models import Q

from games.tokens import new_token


class Room(models.Model):
    """One table: who may come to it, which game it plays, and when its running phase is due."""

    class Status(models.TextChoices):
        LOBBY = "lobby"
        RUNNING = "running"
        PAUSED = "paused"
        OVER = "over"
        CLOSED = "closed"
        SET_ASIDE = "set aside"

    public_id = models.CharField(max_length=32, unique=True)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    status = models.CharField(max_length=9, choices=Status, default=Status.LOBBY)
    join_token = models.CharField(max_length=32, unique=True)
    watch_token = models.CharField(max_length=32, unique=True)
    seal = models.CharField("SHA-256 of the seed", max_length=64)
    scenery = models.TextField("what is drawn once from the seed", blank=True)
    host = models.ForeignKey("Seat", models.SET_NULL, null=True, related_name="+")
    rematch = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch_of")
    created_at = models.DateTimeField()
    touched_at = models.DateTimeField("last activity")
    due_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    resumes_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveSmallIntegerField(default=0)

    class Meta:
        permissions = [("reveal_room", "Can see the secrets of a room, which its table is told")]
        constraints = [
            models.CheckConstraint(
                name="only_running_rooms_are_due", condition=Q(due_at__isnull=True) | Q(status="running")
            ),
            models.CheckConstraint(
                name="paused_rooms_resume", condition=Q(resumes_at__isnull=True) | Q(status="paused")
            ),
        ]
        indexes = [
            # Each answers a question of the tick from itself alone: it costs the same however many rooms there are.
            models.Index(
                name="rooms_by_due", fields=["due_at"], include=["id"], condition=Q(due_at__isnull=False)
            ),
            models.Index(
                name="rooms_by_resumption",
                fields=["resumes_at"],
                include=["id"],
                condition=Q(resumes_at__isnull=False),
            ),
            models.Index(name="rooms_by_activity", fields=["touched_at"], include=["id"]),
            models.Index(
                name="lobbies_by_activity", fields=["touched_at"], include=["id"], condition=Q(status="lobby")
            ),
            models.Index(name="rooms_set_aside", fields=["id"], condition=Q(status="set aside")),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.pk}"


class RoomSeed(models.Model):
    """The seed of a room, in a table of its own so that reading a room never reads it."""

    room = models.OneToOneField(Room, models.CASCADE, primary_key=True, related_name="+")
    secret = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seed of {self.room_id}"


class Seat(models.Model):
    """One place at the table and whoever sits there; ``number`` is what the game calls it."""

    class Driver(models.TextChoices):
        PERSON = "person"
        BOT = "bot"

    room = models.ForeignKey(Room, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=24)
    folded_name = models.CharField(max_length=100)
    driver = models.CharField(max_length=6, choices=Driver, default=Driver.PERSON)
    vacant = models.BooleanField("its person was removed", default=False)
    missed = models.PositiveSmallIntegerField("phases missed running", default=0)
    joined_at = models.DateTimeField()
    seen_at = models.DateTimeField("last sign of life, to about a quarter of a minute", null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_seat_per_number_and_room", fields=["room", "number"]),
            models.UniqueConstraint(name="one_seat_per_name_and_room", fields=["room", "folded_name"]),
        ]

    def __str__(self) -> str:
        return self.name


class Pass(models.Model):
    """A token that lets its bearer in, kept as its SHA-256: to one seat, or to the moderator's console."""

    class Kind(models.TextChoices):
        SEAT = "seat"
        MODERATOR = "moderator"

    room = models.ForeignKey(Room, models.CASCADE, related_name="passes")
    kind = models.CharField(max_length=9, choices=Kind)
    seat = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="passes")
    token_hash = models.CharField(max_length=64, unique=True)
    issued_at = models.DateTimeField()
    used_at = models.DateTimeField("first use", null=True)
    revoked_at = models.DateTimeField(null=True)
    takes_over = models.BooleanField("ends all others of its kind at its first use", default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="a_seat_pass_has_a_seat",
                condition=Q(kind="seat", seat__isnull=False) | Q(kind="moderator", seat__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} pass of {self.room_id}"


class Phase(models.Model):
    """One phase of a room with the state at its opening; rewinding opens an earlier one's state anew.

    ``interventions`` is what a host or moderator changed meanwhile, in the form of the game's record.
    """

    room = models.ForeignKey(Room, models.CASCADE, related_name="phases")
    serial = models.PositiveIntegerField()
    name = models.CharField(max_length=20)
    year = models.PositiveIntegerField()
    state = models.TextField()
    interventions = models.TextField(default="{}")
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    undone = models.BooleanField("rewound, so no part of the record", default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(name="one_phase_per_serial_and_room", fields=["room", "serial"]),
            models.UniqueConstraint(
                name="one_open_phase_per_room", fields=["room"], condition=Q(closed_at__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.serial} of {self.room_id}"


class Order(models.Model):
    """The hidden input of one seat for one phase."""

    phase = models.ForeignKey(Phase, models.CASCADE, related_name="orders")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    given = models.TextField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(name="one_order_per_seat_and_phase", fields=["phase", "seat"])]

    def __str__(self) -> str:
        return f"order of {self.seat_id} for {self.phase_id}"


class Dispatch(models.Model):
    """News of the game with its audience: ``to`` is a seat's number, or null for everybody."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="dispatches")
    phase = models.ForeignKey(Phase, models.CASCADE, null=True, related_name="dispatches")
    year = models.PositiveIntegerField()
    to = models.PositiveSmallIntegerField(null=True)
    kind = models.CharField(max_length=20)
    body = models.TextField()
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="dispatches_by_room", fields=["room", "id"])]

    def __str__(self) -> str:
        return f"{self.kind} in {self.room_id}"


class Message(models.Model):
    """Something said at the table, or whispered to one seat."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="messages")
    handle = models.CharField("its name in forms, which tells no order", max_length=32, default=new_token)
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="+")
    to = models.ForeignKey(Seat, models.CASCADE, null=True, related_name="+")
    text = models.CharField(max_length=500)
    at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(name="messages_by_room", fields=["room", "id"])]

    def __str__(self) -> str:
        return f"message in {self.room_id}"


class Notice(models.Model):
    """An intervention by host, moderator, admin or the site itself, shown to the table."""

    room = models.ForeignKey(Room, models.CASCADE, related_name="notices")
    text = models.CharField(max_length=300)
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(name="room_notices", fields=["room", "id"])]

    def __str__(self) -> str:
        return self.text


class Heartbeat(models.Model):
    """The moment of the last tick by the system's own clock, so that an outage can be told from a quiet hour."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)
