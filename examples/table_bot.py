"""A program that plays at a table: python examples/table_bot.py http://127.0.0.1:8424 CODE SEAT."""

import asyncio
import json
import random
import sys
import urllib.request
import uuid

from websockets.asyncio.client import connect


async def play(server: str, code: str, seat: int) -> None:
    """Take a seat, be ready, and answer every question by lot until the game is over."""
    body = json.dumps({"name": "Lot", "program": True}).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{server}/api/identity", body, headers)
    token = json.load(urllib.request.urlopen(request))["token"]
    address = server.replace("http", "ws", 1) + f"/ws?table={code}"
    async with connect(address, additional_headers={"authorization": f"Bearer {token}"}) as table:
        for said in ({"type": "sit", "seat": seat}, {"type": "ready"}):
            await table.send(json.dumps(said))
        async for message in table:
            told = json.loads(message)
            if told.get("table", {}).get("state") in ("over", "abandoned"):
                return
            ask = told.get("view") if told["type"] == "snapshot" else told.get("ask")
            if ask and ask["question"]:
                action = random.choice(ask["legal"])["action"]
                act = {"type": "act", "id": uuid.uuid4().hex, "action": action}
                await table.send(json.dumps(act | {"question": ask["question"]["number"]}))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1].rstrip("/"), sys.argv[2], int(sys.argv[3])))
