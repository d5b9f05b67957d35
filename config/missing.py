"""The page for an address where there is nothing, the same on a site that only shows itself as on a real one."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.deprecation import MiddlewareMixin
from django.views.defaults import page_not_found


class Missing(MiddlewareMixin):
    """With DEBUG on, show people the site's own page in place of Django's list of addresses."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        if settings.DEBUG and response.status_code == 404:
            return page_not_found(request, Http404())
        return response
