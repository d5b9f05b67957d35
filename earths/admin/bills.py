"""Bills: what is public of them, and striking one."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from earths.actions import worlds
from earths.admin.interventions import Intervention, ReasonForm, WatchedAdmin, moment, typed
from earths.models import Bill, Stage


@admin.register(Bill)
class BillAdmin(WatchedAdmin):
    list_display = ("shown_name", "policy", "world", "year", "earth", "place", "struck", "result")
    list_display_links = ("shown_name",)
    list_filter = ("week__world", "earth", "policy", ("struck_at", admin.EmptyFieldListFilter))
    lookups = frozenset({"week__world__id__exact", "earth__exact", "policy__exact", "struck_at__isempty"})
    search_fields = ("name",)
    ordering = ("-pk",)
    fieldsets = (
        (None, {"fields": ("shown_name", "policy", "shown_pitch", "author", "world", "year", "earth")}),
        ("On its way", {"fields": ("proposed", "edited", "withdrawn", "struck", "struck_reason")}),
        ("Once it is public", {"fields": ("place", "final_upvotes", "result")}),
    )
    interventions = (
        Intervention(
            slug="strike",
            label="Strike",
            warning="Before the ballot stands the bill just goes. Afterwards it stays on the ballot, struck, "
            "and cannot pass; a veto of it is void. Everybody is told, with the reason.",
            done="The bill is struck, and everybody has been told.",
            form=ReasonForm,
            offered=lambda bill: (
                bill.struck_at is None and bill.withdrawn_at is None and bill.week.stage < Stage.LOCKED
            ),
            danger=True,
            do=lambda pk, answers, at: worlds.strike(bill_id=pk, **answers, at=at),
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Bill]:
        return super().get_queryset(request).select_related("week__world", "author")

    @admin.display(description="name", ordering="name")
    def shown_name(self, bill: Bill) -> str:
        return typed(bill.name)

    @admin.display(description="pitch")
    def shown_pitch(self, bill: Bill) -> str:
        return typed(bill.pitch)

    @admin.display(description="world", ordering="week__world__name")
    def world(self, bill: Bill) -> str:
        return typed(bill.week.world.name)

    @admin.display(description="year", ordering="week__year")
    def year(self, bill: Bill) -> int:
        return bill.week.year

    @admin.display(description="result")
    def result(self, bill: Bill) -> str:
        """Say what the count found, once it is public."""
        if bill.place is None or bill.week.stage < Stage.COUNTED:
            return "–"
        word = "law" if bill.is_law else "passed" if bill.passed else "did not pass"
        return f"{word}: {bill.yes} yes, {bill.no} no"

    @admin.display(description="proposed", ordering="proposed_at")
    def proposed(self, bill: Bill) -> str:
        return moment(bill.proposed_at)

    @admin.display(description="edited")
    def edited(self, bill: Bill) -> str:
        return moment(bill.edited_at)

    @admin.display(description="withdrawn")
    def withdrawn(self, bill: Bill) -> str:
        return moment(bill.withdrawn_at)

    @admin.display(description="struck", ordering="struck_at")
    def struck(self, bill: Bill) -> str:
        return moment(bill.struck_at)
