"""A program that plays at a table: python examples/table_bot.py http://127.0.0.1:8424 CODE SEAT."""

import asyncio
import hashlib
import json
import random
import secrets
import sys
import urllib.request

from websockets.asyncio.client import connect


async def play(server: str, code: str, seat: int) -> None:
    """Take a seat, seal a nonce, be ready, and answer every question by lot until the end."""
    body = json.dumps({"name": "Lot", "program": True}).encode()
    request = urllib.request.Request(f"{server}/api/identity", body)
    request.add_header("content-type", "application/json")
    headers = {"authorization": f"Bearer {json.load(urllib.request.urlopen(request))['token']}"}
    nonce = secrets.token_hex(16)
    seal = hashlib.sha256(nonce.encode()).hexdigest()
    address = server.replace("http", "ws", 1) + f"/ws?table={code}"
    async with connect(address, additional_headers=headers) as table:
        for said in ({"type": "sit"}, {"type": "seal", "seal": seal}, {"type": "ready"}):
            await table.send(json.dumps(said if said["type"] == "ready" else said | {"seat": seat}))
        async for message in table:
            told = json.loads(message)
            if (state := told.get("table", {}).get("state")) in ("over", "abandoned"):
                return
            if state == "starting" and seal in told["table"]["seals"].values():
                await table.send(json.dumps({"type": "nonce", "nonce": nonce}))
            ask = told.get("view") if told["type"] == "snapshot" else told.get("ask")
            if ask and ask["question"]:
                act = {"type": "act", "id": secrets.token_hex(8)}
                act |= {"action": random.choice(ask["legal"])["action"]}
                await table.send(json.dumps(act | {"question": ask["question"]["number"]}))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])))
