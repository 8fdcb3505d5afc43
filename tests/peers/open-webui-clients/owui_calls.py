"""
Makes every call of the package owui-client at one server, in the order create, read, update, delete, and prints
one line of JSON for each: {"call", "failure"}, where `failure` is null when the answer has the form that the
models of the client require.

    owui_calls.py ADDRESS EMAIL PASSWORD MODEL

The account must be an administrator of a server with an empty database: the calls delete chats, files and models.
"""

import asyncio
import inspect
import json
import sys
import tempfile
import typing
from pathlib import Path

from owui_client import OpenWebUI
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

ADDRESS, EMAIL, PASSWORD, MODEL = sys.argv[1:5]
MEMBER = {"email": "member@example.com", "password": "correct horse battery 1"}
NOWHERE = "http://127.0.0.1:9"
PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
TIMEOUT_SECONDS = 20

MESSAGES = {
    "m1": {"id": "m1", "parentId": None, "childrenIds": ["m2"], "role": "user", "content": "When do roses bloom?"},
    "m2": {
        "id": "m2",
        "parentId": "m1",
        "childrenIds": [],
        "role": "assistant",
        "content": "In June.",
        "model": MODEL,
        "done": True,
    },
}
CHAT = {
    "title": "Roses",
    "models": [MODEL],
    "history": {"currentId": "m2", "messages": MESSAGES},
    "messages": list(MESSAGES.values()),
}
ASK = {"model": MODEL, "messages": [{"role": "user", "content": "say hello"}]}

TOOL = 'class Tools:\n    def __init__(self):\n        pass\n\n    def add(self, a: int, b: int) -> int:\n        """\n        Add.\n        :param a: a\n        :param b: b\n        """\n        return a + b\n'
FUNCTION = "class Filter:\n    def __init__(self):\n        pass\n\n    def inlet(self, body: dict) -> dict:\n        return body\n"

# Values of parameters and fields: first by router and name, then by name only.
known: dict[str, object] = {
    "model": MODEL,
    "model_id": MODEL,
    "chat": CHAT,
    "messages": [{"role": "user", "content": "hello"}],
    "name": "roses",
    "title": "Roses",
    "description": "About roses",
    "command": "roses",
    "content": "About roses",
    "text": "roses",
    "query": "roses",
    "filename": "roses.txt",
    "email": EMAIL,
    "role": "user",
    "timezone": "Europe/Berlin",
    "url": NOWHERE,
    "path": "",
    "type": "rating",
    "access_grants": [],
    "profile_image_url": "/user.png",
    "color": "#336699",
    "code": "print( 1)",
    "md": "# Roses",
    "provider": "none",
    "days": 30,
    "start": "2026-01-01T00:00:00Z",
    "end": "2026-12-31T00:00:00Z",
    "status": "accepted",
    "reaction_name": "rose",
    "is_expanded": True,
    "namespace": "ui",
    "method": "GET",
    "server_id": "none",
    "task_id": "none",
    "token": "none",
    "info": {"garden": "roses"},
    "config": {"ui.enable_signup": True},
    "variables": {"GARDEN": "roses"},
    "valves": {},
    "payload": ASK,
    "form_data": ASK,
    "input_text": "hello",
    "user_ids": [],
    "group_ids": [],
    "tags": ["roses"],
}

last_of_type: dict[type, BaseModel] = {}
client = OpenWebUI(api_url=f"{ADDRESS}/api")


async def main() -> None:
    signed_in = await client._request("POST", "/v1/auths/signin", json={"email": EMAIL, "password": PASSWORD})
    client.api_key = signed_in["token"]
    known["users.user_id"] = known["channels.user_id"] = known["chats.user_id"] = signed_in["id"]
    await walk()


async def walk() -> None:
    calls = [
        (router, name, method)
        for router, part in vars(client).items()
        if router != "shortcuts" and not router.startswith("_")
        for name, method in inspect.getmembers(part, inspect.iscoroutinefunction)
        if not name.startswith("_")
    ]
    calls = [(router, name, method, inspect.getsourcelines(method)[1]) for router, name, method in calls]
    routers = {router: place for place, router in enumerate(ORDER + sorted({c[0] for c in calls} - set(ORDER)))}
    calls.sort(key=lambda call: (stage_of(f"{call[0]}.{call[1]}"), routers[call[0]], rank(call[1]), call[3]))
    for router, name, method, _ in calls:
        await call(f"{router}.{name}", router, method)


# In this order, because later routers use objects that earlier routers created.
ORDER = ["root", "auths", "users", "groups", "models", "folders", "files", "chats"]
LATE = {"users.delete_user_by_id", "chats.delete", "chats.delete_all", "models.delete_all_models"}
LAST = ["folders.delete_folder_by_id", "auths.update_password", "auths.sign_out"]
DELETES = ("delete", "remove", "reset", "unshare")


def stage_of(name: str) -> int:
    if name in LAST:
        return 2 + LAST.index(name)
    return 1 if name in LATE else 0


def rank(name: str) -> int:
    """Order within a router."""
    if name in ("delete_all_tags", "delete_shared", "delete_prompt_by_command"):
        return 4
    if name.startswith(DELETES):
        is_main = name == "delete" or name.endswith("_by_id")
        return 6 if "all" in name.split("_") or name.endswith("_by_user") else 5 if is_main else 4
    if name.startswith(("create", "add_user", "add_memory", "upload", "post_", "generate_api", "share", "add_tag")):
        return 0
    return 3 if name.startswith(("archive_all", "toggle", "sync")) else 2 if name.startswith("import") else 1


async def call(name: str, router: str, method) -> None:
    failure = None
    try:
        arguments = OVERRIDES[name]() if name in OVERRIDES else arguments_of(router, method)
        if inspect.isawaitable(arguments):
            arguments = await arguments
        result = await asyncio.wait_for(method(**arguments), TIMEOUT_SECONDS)
        if isinstance(result, str) and result.lstrip().lower().startswith("<!doctype"):
            raise ValueError("the answer is a page")
        if isinstance(result, bytes) and result.lstrip().lower().startswith(b"<!doctype"):
            raise ValueError("the answer is a page")
        remember(name, router, result)
    except Exception as error:  # any kind of error is a finding
        failure = f"{type(error).__name__}: {error}".replace(ADDRESS, "http://…")[:400]
    print(json.dumps({"call": name, "failure": failure}), flush=True)


def arguments_of(router: str, method) -> dict[str, object]:
    hints = typing.get_type_hints(method)
    return {
        name: value_of(router, name, hints.get(name))
        for name, parameter in inspect.signature(method).parameters.items()
        if parameter.default is inspect.Parameter.empty
    }


def value_of(router: str, name: str, kind, depth: int = 0) -> object:
    if inspect.isclass(kind) and issubclass(kind, BaseModel):
        if kind in last_of_type:
            return last_of_type[kind]
        form = FORMS.get(kind.__name__)
        return kind(**form()) if form else kind(**fields_of(router, kind, depth))
    origin = typing.get_origin(kind)
    if origin is typing.Union or str(origin) == "<class 'types.UnionType'>":
        return value_of(router, name, next(arg for arg in typing.get_args(kind) if arg is not type(None)), depth)
    for key in (f"{router}.{name}", name):
        if key in known:
            return known[key]
    if origin in (list, typing.List) or kind is list:
        return []
    if origin is dict or kind is dict:
        return {}
    if origin is typing.Literal:
        return typing.get_args(kind)[0]
    if kind is bool:
        return False
    if kind in (int, float):
        return 1
    if kind is bytes:
        return b"Roses bloom in June."
    return "none"


def fields_of(router: str, kind: type[BaseModel], depth: int) -> dict[str, object]:
    return {
        name: value_of(router, name, field.annotation, depth + 1)
        for name, field in kind.model_fields.items()
        if field.default is PydanticUndefined and field.default_factory is None
    }


def remember(name: str, router: str, result) -> None:
    """A later update sends back what was read; a later call names what was made."""
    if isinstance(result, BaseModel):
        if "config" in name or "permissions" in name or "server" in name:
            last_of_type[type(result)] = result
        made = getattr(result, "id", None)
        action = name.split(".")[1]
        if made and action.startswith(("create", "upload", "add_memory", "post_message")) and name not in SECONDARY:
            known[f"{router}.id"] = made
        if made and name in SECONDARY:
            known[SECONDARY[name]] = made
    if isinstance(result, dict) and router == "tasks" and name.endswith("get_config"):
        last_of_type[client.tasks.update_config.__globals__["TaskConfigForm"]] = (
            client.tasks.update_config.__globals__["TaskConfigForm"].model_construct(**result)
        )
    if name == "files.upload_file":
        known["files.id"] = known["file_id"] = result.id
    if name == "chats.share" and result is not None:
        known["share_id"] = result.share_id or "none"
    if name == "auths.add_user":
        known["users.other"] = result.id
    if name == "prompts.create_new_prompt" and result is not None:
        known["prompts.prompt_id"] = result.id
    if name == "prompts.get_prompt_history" and result:
        known["prompts.history_id"] = known["prompts.from_id"] = known["prompts.to_id"] = result[0].id
        known["prompts.version_id"] = result[0].id
    if name == "memories.add_memory" and result is not None:
        known["memories.memory_id"] = result.id


# A second kind of object that a router creates, and the parameter with its id.
SECONDARY = {
    "channels.create_webhook": "channels.webhook_id",
    "channels.post_message": "channels.message_id",
    "calendar.create_calendar": "calendar.calendar_id",
    "calendar.create_event": "calendar.event_id",
    "knowledge.create_knowledge_directory": "knowledge.dir_id",
    "knowledge.create_external_knowledge_connection": "none",
    "knowledge.create_external_knowledge": "none",
    "knowledge.create_external_knowledge_source": "none",
    "evaluations.create_feedback": "evaluations.id",
    "events.create_event_webhook": "events.webhook_id",
    "notes.create_note_chat_by_id": "none",
}

FORMS = {
    "ChannelForm": lambda: {"name": "roses"},
    "CreateChannelForm": lambda: {"name": "roses", "type": "group"},
    "MessageForm": lambda: {"content": "hello"},
    "ChatImportForm": lambda: {"chat": CHAT},
    "ChatsImportForm": lambda: {"chats": [{"chat": CHAT}]},
    "EventForm": lambda: {"type": "status", "data": {"description": "reads"}},
    "ToolForm": lambda: {"id": "roses", "name": "Roses", "content": TOOL, "meta": {"description": "Roses"}},
    "FunctionForm": lambda: {"id": "roses", "name": "Roses", "content": FUNCTION, "meta": {"description": "Roses"}},
    "SkillForm": lambda: {"id": "roses", "name": "Roses", "content": "# Roses"},
    "FeedbackForm": lambda: {
        "type": "rating",
        "data": {"rating": 1, "model_id": MODEL},
        "meta": {"chat_id": known.get("chats.id"), "message_id": "m2"},
    },
    "ModelForm": lambda: {"id": "roses", "name": "Roses", "base_model_id": MODEL, "meta": {}, "params": {}},
    "UserSettings": lambda: {"ui": {"theme": "dark"}},
    "UserStatus": lambda: {"status_emoji": "rose", "status_message": "in the garden"},
    "GroupForm": lambda: {"name": "Gardeners", "description": "They garden"},
    "GroupUpdateForm": lambda: {"name": "Gardeners", "description": "They garden"},
    "FolderUpdateForm": lambda: {"name": "Flowers"},
    "UserUpdateForm": lambda: {
        "name": "Member",
        "email": MEMBER["email"],
        "role": "user",
        "profile_image_url": "/user.png",
    },
    "SetBannersForm": lambda: {
        "banners": [{"id": "b1", "type": "info", "content": "Roses bloom", "dismissible": True, "timestamp": 1}]
    },
    "SetDefaultSuggestionsForm": lambda: {"suggestions": [{"title": ["Roses", "bloom"], "content": "When?"}]},
    "ModelsImportForm": lambda: {"models": []},
    "MemoryUpdateModel": lambda: {"content": "I like roses and lilies"},
    "UpdateProfileForm": lambda: {"name": "Ada", "profile_image_url": "/user.png"},
    "CalendarEventForm": lambda: {
        "calendar_id": known.get("calendar.calendar_id", "none"),
        "title": "Roses",
        "start_at": 1_800_000_000_000_000_000,
        "end_at": 1_800_003_600_000_000_000,
    },
    "EventWebhookForm": lambda: {"url": "https://example.com/hook", "events": ["user.created"]},
    "AutomationForm": lambda: {
        "name": "Roses",
        "data": {"prompt": "Water the roses", "model_id": MODEL, "rrule": "RRULE:FREQ=DAILY"},
    },
    "KnowledgeDirectoryCreateForm": lambda: {"name": "beds"},
    "ExternalKnowledgeConnectionForm": lambda: {"name": "Roses", "type": "none", "url": NOWHERE},
}


def with_file() -> str:
    path = Path(tempfile.mkdtemp()) / "roses.txt"
    path.write_text("Roses bloom in June.")
    return str(path)


def new_form(method_name: str, router: str, **fields):
    """An instance of the form that the method takes."""
    method = getattr(getattr(client, router), method_name)
    kind = next(k for n, k in typing.get_type_hints(method).items() if n in ("form_data", "form"))
    return kind(**fields)


async def another_prompt() -> dict[str, object]:
    form = new_form("create_new_prompt", "prompts", command="lilies", name="Lilies", content="About lilies")
    await client.prompts.create_new_prompt(form)
    return {"command": "lilies"}


OVERRIDES = {
    "prompts.delete_prompt_by_command": another_prompt,
    "models.sync_models": lambda: {
        "form_data": new_form("sync_models", "models", models=last_results["models.export_models"])
    },
    "functions.sync_functions": lambda: {"functions": last_results["functions.export_functions"]},
    "functions.export_functions": lambda: {"include_valves": True},
    "auths.signin": lambda: {
        "form_data": new_form("signin", "auths", email=EMAIL, password=PASSWORD),
        "set_client_api_key": False,
    },
    "auths.signup": lambda: {
        "form_data": new_form(
            "signup", "auths", name="Guest", email="guest@example.com", password=MEMBER["password"]
        ),
        "set_client_api_key": False,
    },
    "auths.add_user": lambda: {"form_data": new_form("add_user", "auths", name="Member", role="user", **MEMBER)},
    "auths.update_password": lambda: {
        "form_data": new_form("update_password", "auths", password=PASSWORD, new_password=f"{PASSWORD}!")
    },
    "users.update_user_by_id": lambda: {
        "user_id": known["users.other"],
        "form_data": new_form("update_user_by_id", "users", **FORMS["UserUpdateForm"]()),
    },
    "users.delete_user_by_id": lambda: {"user_id": known["users.other"]},
    "groups.add_user_to_group": lambda: {
        "id": known["groups.id"],
        "form_data": new_form("add_user_to_group", "groups", user_ids=[known["users.user_id"]]),
    },
    "groups.remove_users_from_group": lambda: {
        "id": known["groups.id"],
        "form_data": new_form("remove_users_from_group", "groups", user_ids=[known["users.user_id"]]),
    },
    "files.upload_file": lambda: {"file": ("roses.txt", b"Roses bloom in June.")},
    "models.toggle_model_by_id": lambda: {"id": "roses"},
    "models.get_model_by_id": lambda: {"id": "roses"},
    "models.get_model_profile_image": lambda: {"id": "roses"},
    "models.delete_model_by_id": lambda: {"id": "roses"},
    "models.update_model_access": lambda: {
        "form_data": new_form("update_model_access", "models", id="roses", access_grants=[])
    },
    "chats.chat_completion": lambda: {"form_data": {**ASK, "stream": False}},
    "chats.update_message": lambda: {
        "id": known["chats.id"],
        "message_id": "m2",
        "form_data": new_form("update_message", "chats", content="In July."),
    },
    "chats.send_message_event": lambda: {
        "id": known["chats.id"],
        "message_id": "m2",
        "form_data": new_form("send_message_event", "chats", **FORMS["EventForm"]()),
    },
    "chats.update_folder": lambda: {
        "id": known["chats.id"],
        "form_data": new_form("update_folder", "chats", folder_id=known["folders.id"]),
    },
    "chats.get_by_folder_id": lambda: {"folder_id": known["folders.id"]},
    "chats.get_list_by_folder_id": lambda: {"folder_id": known["folders.id"]},
    "chats.export_single_chat_stats": lambda: {"chat_id": known["chats.id"]},
    "chats.get_shared": lambda: {"share_id": known["share_id"]},
    "chats.clone_shared": lambda: {"id": known["share_id"]},
    "tasks.list_tasks_by_chat": lambda: {"chat_id": known["chats.id"]},
    "tasks.list_tasks_by_chat_api": lambda: {"chat_id": known["chats.id"]},
    "tasks.stop_tasks_by_chat_api": lambda: {"chat_id": known["chats.id"]},
    "audio.transcribe": lambda: {"file_path": with_file()},
    "ollama.upload_model": lambda: {"file_path": with_file()},
    "pipelines.upload": lambda: {"file_path": with_file(), "url_idx": 0},
    "pipelines.get_valves": lambda: {"pipeline_id": "none"},
    "prompts.get_prompt_by_command": lambda: {"command": "roses"},
    "openai.update_config": lambda: {"form_data": openai_config()},
    "openai.get_models": lambda: {},
    "openai.embeddings": lambda: {"payload": {"model": MODEL, "input": "roses"}},
    "root.embeddings": lambda: {"form_data": {"model": MODEL, "input": "roses"}},
    "openai.responses": lambda: {"form_data": new_form("responses", "openai", model=MODEL, input="say hello")},
    "openai.proxy": lambda: {"method": "GET", "path": "models"},
    "terminals.proxy": lambda: {"server_id": "none", "path": "x"},
    "utils.download_chat_as_pdf": lambda: {
        "form_data": new_form("download_chat_as_pdf", "utils", title="Roses", messages=list(MESSAGES.values()))
    },
    "configs.get_config_namespace": lambda: {"namespace": "ui"},
}


def openai_config():
    config = last_results.get("openai.get_config", {})
    return new_form("update_config", "openai", **config)


last_results: dict[str, object] = {}
remember_models = remember


def remember(name: str, router: str, result) -> None:  # noqa: F811
    last_results[name] = result
    remember_models(name, router, result)


asyncio.run(main())
