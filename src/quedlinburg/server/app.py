"""The application: all routes of a server, errors as JSON, and security headers on everything."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from starlette.types import ASGIApp

from quedlinburg.server.http.page import Page, page_folder
from quedlinburg.server.http.responses import problem
from quedlinburg.server.http.routes import routes
from quedlinburg.server.http.security import KnownClient, RequestBudget, SecurityHeaders
from quedlinburg.server.logs import trouble
from quedlinburg.server.services import Services

# The code and the reason of what Starlette refuses, by status.
PROBLEMS = {
    404: ("not_found", "there is nothing here"),
    405: ("method", "this method is not for this path"),
}


async def _refused(request: Request, error: Exception) -> Response:
    """The JSON response to a request that Starlette refuses."""
    status = error.status_code if isinstance(error, HTTPException) else 404
    code, reason = PROBLEMS.get(status, ("malformed", "the request can't be answered"))
    response = problem(code, reason, status)
    if isinstance(error, HTTPException) and error.headers:
        response.headers.update(error.headers)
    return response


async def _failed(request: Request, error: Exception) -> Response:
    """The 500 response to a request that failed; only the log says why."""
    trouble("a request failed", error, path=request.url.path)
    return problem("trouble", "something went wrong", 500)


def make_app(services: Services) -> ASGIApp:
    """The ASGI application of a server."""
    prefix = services.config.prefix
    inner = routes(services.config, Page(page_folder(), prefix))
    app = Starlette(
        routes=[Mount(prefix, routes=inner)] if prefix else inner,
        exception_handlers={HTTPException: _refused, Exception: _failed},
    )
    app.state.services = services
    counted = RequestBudget(app, services)
    return KnownClient(SecurityHeaders(counted), services.proxies)
