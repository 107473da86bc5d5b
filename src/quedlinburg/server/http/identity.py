"""Handlers of the HTTP interface about who somebody is: identities, devices, codes, deletion."""

from __future__ import annotations

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response

from quedlinburg.server.http.requests import (
    check_make,
    person_of,
    read_body,
    services_of,
)
from quedlinburg.server.http.responses import json_response
from quedlinburg.server.people.devices import new_device
from quedlinburg.server.people.identities import COOKIE, COOKIE_SECONDS, Person
from quedlinburg.server.people.names import checked_name
from quedlinburg.server.protocol import bodies
from quedlinburg.server.protocol.refusals import Refusal
from quedlinburg.server.storage.people import StoredDevice


def with_cookie(request: Request, response: Response, signed: str) -> Response:
    """A response that gives a browser the signed secret of its identity."""
    config = services_of(request).config
    response.set_cookie(
        COOKIE,
        signed,
        max_age=COOKIE_SECONDS,
        path=config.prefix or "/",
        secure=config.secure_cookie or request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )
    return response


def _without_cookie(request: Request) -> Response:
    """An empty response after which a browser is nobody."""
    response = Response(status_code=204)
    response.delete_cookie(COOKIE, path=services_of(request).config.prefix or "/")
    return response


def device_of(request: Request, *, program: bool = False, label: str = "") -> StoredDevice:
    """The device that a request comes from, as a new one of an identity."""
    user_agent = request.headers.get("user-agent", "")[:400]
    return new_device(program=program, label=label, user_agent=user_agent)


async def make_identity(request: Request) -> Response:
    """`POST /api/identity`: become somebody, or change the own name."""
    identities = services_of(request).identities
    wanted = await read_body(request, bodies.MakeIdentity)
    name = checked_name(wanted.name)
    device = device_of(request, program=wanted.program, label=wanted.label)
    person = await identities.who(request)
    if person is not None:
        await _rename(request, person, name)
        if wanted.program:
            check_make(request)
        signed = await identities.another_secret(person, device) if wanted.program else None
        return json_response(bodies.Identity(name=name, token=signed))
    check_make(request)
    person, signed = await identities.make(name, device)
    if wanted.program:
        return json_response(bodies.Identity(name=name, token=signed), 201)
    return with_cookie(request, json_response(bodies.Identity(name=name), 201), signed)


async def _rename(request: Request, person: Person, name: str) -> None:
    """Change a person's name, also where they are connected, and at tables not yet begun."""
    if name != person.name:
        services = services_of(request)
        services.budgets.check_rename(person.id)
        renamed = await services.identities.rename(person, name)
        services.connections.rename(person.id, name)
        await services.registry.rename_person(renamed, person.name)


async def show_identity(request: Request) -> Response:
    """`GET /api/identity`: who one is."""
    person = await person_of(request)
    return json_response(bodies.Identity(name=person.name))


async def delete_identity(request: Request) -> Response:
    """`DELETE /api/identity`: delete everything that belongs to one."""
    person = await person_of(request)
    await services_of(request).deletions.delete(person)
    return _without_cookie(request)


# --- devices and programs -------------------------------------------------------------------------


async def list_devices(request: Request) -> Response:
    """`GET /api/identity/devices`: one's own devices and programs."""
    person = await person_of(request)
    devices = [
        bodies.Device(
            id=device.id,
            kind="program" if device.kind == "program" else "browser",
            label=device.label,
            created=device.created,
            used=device.used,
            this=device.id == person.device,
        )
        for device in await services_of(request).identities.devices(person)
    ]
    return json_response(bodies.DeviceList(devices=devices))


async def sign_out_device(request: Request) -> Response:
    """`DELETE /api/identity/devices/ID`: sign a device or program out."""
    person = await person_of(request)
    wanted = str(request.path_params["device"])
    own = [device.id for device in await services_of(request).identities.devices(person)]
    if wanted not in own:
        raise Refusal("no_device", "you have no such device", 404)
    if len(own) == 1:
        reason = "this is your only device: without it nobody could be you again"
        raise Refusal("only_device", reason, 409)
    await _sign_out(request, person, [wanted])
    return _without_cookie(request) if wanted == person.device else Response(status_code=204)


async def sign_out_others(request: Request) -> Response:
    """`DELETE /api/identity/devices`: sign all devices and programs out but the one that asks."""
    person = await person_of(request)
    own = await services_of(request).identities.devices(person)
    await _sign_out(request, person, [device.id for device in own if device.id != person.device])
    return Response(status_code=204)


async def _sign_out(request: Request, person: Person, devices: Collection[str]) -> None:
    """Sign some devices out, and close their connections at once."""
    services = services_of(request)
    await services.identities.sign_out(person, devices)
    services.connections.revoke(person.id, devices)


# --- codes ----------------------------------------------------------------------------------------


async def make_code(request: Request) -> Response:
    """`POST /api/identity/code`: a one-time code for another device."""
    services = services_of(request)
    person = await person_of(request)
    check_make(request)
    seconds = services.config.limits.code_seconds
    code = await services.identities.moving_code(person, seconds)
    return json_response(bodies.MovingCode(code=code, seconds=seconds), 201)


async def claim_code(request: Request) -> Response:
    """`POST /api/identity/claim`: be the same person on this device."""
    check_make(request)
    wanted = await read_body(request, bodies.ClaimIdentity)
    claimed = await services_of(request).identities.claim(wanted.code, device_of(request))
    if claimed is None:
        raise Refusal("code", "this code does not hold, or no longer", 403)
    person, signed = claimed
    return with_cookie(request, json_response(bodies.Identity(name=person.name)), signed)
