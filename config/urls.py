"""Every address of the site, by package."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from config import health, metrics_page
from earths.views import account, hop

handler500 = "config.outage.server_error"

# Addresses are tried in this order, and on voting day almost all that is asked for is a vote.
urlpatterns = [
    path("", include("earths.urls")),
    path("healthz/live", health.live, name="live"),
    path("healthz/ready", health.ready, name="ready"),
    path("admin/", admin.site.urls),
    path("accounts/delete", account.delete, name="account_delete"),
    path("accounts/", include("allauth.urls")),
    path("hop", hop.hop, name="hop"),
    path("", include("games.urls")),
]

if settings.METRICS_TOKEN:
    urlpatterns.insert(0, path("metrics", metrics_page.page, name="metrics"))
