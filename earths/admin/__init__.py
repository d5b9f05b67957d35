"""What admins see and do: lists to look at, and interventions that go through the actions and are told to all.

No model of votes, ballots or seeds is here. Lists can be searched and sorted by their own columns alone,
so that no address asks a question about anything else.
"""

from django.contrib import admin

from earths.admin import accounts, bills, citizens, notices, worlds

__all__ = ["accounts", "bills", "citizens", "notices", "worlds"]

admin.site.site_header = "Hemicycle: administration"
admin.site.site_title = "Hemicycle"
admin.site.index_title = "What would you like to look after?"
