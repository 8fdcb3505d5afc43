#!/bin/sh
# owui-client 11.0.0 (PyPI), a client of Open WebUI's API, with `api_url` that ends with /api as its README shows:
#
# 1. The calls whose name ends with `_api` or `_direct` request /api/api/..., an address that no release of Open WebUI
#    has: `tasks.stop_task_api`, `tasks.list_tasks_by_chat_api`, `chats.chat_completion_api` and
#    `models.get_base_models_direct`. The calls without this ending request the right address.
# 2. `chats.chat_completed` accepts no message: its form types `messages` as texts, and Open WebUI requires objects.
#
# Seen on 2026-11-29:
#   stop_task: /api/tasks/stop/x
#   stop_task_api: /api/api/tasks/stop/x
#   list_tasks_by_chat_api: /api/api/tasks/chat/x
#   get_base_models_direct: /api/api/models/base
#   ChatCompletedForm: Input should be a valid string
#
# The script fails if a later run differs.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet --disable-pip-version-check owui-client==11.0.0
cat >"$folder/seen.py" <<'END'
import asyncio
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from owui_client import OpenWebUI
from owui_client.models.chats import ChatCompletedForm
from pydantic import ValidationError

requested = []


class Recorder(BaseHTTPRequestHandler):
    def answer(self):
        requested.append(self.path)
        body = b"{}"
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), Recorder)
threading.Thread(target=server.serve_forever, daemon=True).start()
client = OpenWebUI(api_url=f"http://127.0.0.1:{server.server_port}/api", api_key="sk-x")


async def request(name, call):
    try:
        await call
    except Exception:  # The recorded address is what matters, not the answer.
        pass
    print(f"{name}: {requested[-1]}")


async def main():
    await request("stop_task", client.tasks.stop_task("x"))
    await request("stop_task_api", client.tasks.stop_task_api("x"))
    await request("list_tasks_by_chat_api", client.tasks.list_tasks_by_chat_api("x"))
    await request("get_base_models_direct", client.models.get_base_models_direct())


asyncio.run(main())
try:
    ChatCompletedForm(
        model="m", messages=[{"id": "1", "role": "user", "content": "hi"}], chat_id="c", session_id="s", id="1"
    )
    print("ChatCompletedForm: accepted")
except ValidationError as error:
    print("ChatCompletedForm:", error.errors()[0]["msg"])
END
cat >"$folder/expected" <<'END'
stop_task: /api/tasks/stop/x
stop_task_api: /api/api/tasks/stop/x
list_tasks_by_chat_api: /api/api/tasks/chat/x
get_base_models_direct: /api/api/models/base
ChatCompletedForm: Input should be a valid string
END
"$folder/venv/bin/python" "$folder/seen.py" | tee "$folder/seen"
diff "$folder/expected" "$folder/seen"
echo 'as described'
