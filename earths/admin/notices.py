"""Notices: everything that admins did, to be read and never changed."""

from django.contrib import admin

from earths.admin.interventions import WatchedAdmin, moment, typed
from earths.models import Notice


@admin.register(Notice)
class NoticeAdmin(WatchedAdmin):
    list_display = ("when", "world", "shown_text")
    list_display_links = ("when",)
    list_filter = ("world",)
    lookups = frozenset({"world__id__exact"})
    list_select_related = ("world", "citizen")
    search_fields = ("text", "citizen__name")
    ordering = ("-at", "-pk")
    fields = ("when", "world", "shown_text")

    @admin.display(description="when", ordering="at")
    def when(self, notice: Notice) -> str:
        return moment(notice.at)

    @admin.display(description="notice")
    def shown_text(self, notice: Notice) -> str:
        return typed(notice.words)
