"""The addresses of Two Earths and of the site's front page."""

from django.urls import URLPattern

app_name = "earths"
urlpatterns: list[URLPattern] = []
