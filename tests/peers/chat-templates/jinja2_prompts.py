"""Render chat templates as transformers does. Reads {"templates": {name: text}, "contexts": [context]} from standard
input and writes {"name": name, "made": [{"prompt": text} or {"error": text}]}, one line for each template."""
import json
import sys
from datetime import datetime

from jinja2 import nodes
from jinja2.exceptions import TemplateError
from jinja2.ext import Extension, loopcontrols
from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(Extension):
    """The block by which training finds the answers of the model; it renders its content."""

    tags = {"generation"}

    def parse(self, parser):
        line = next(parser.stream).lineno
        body = parser.parse_statements(["name:endgeneration"], drop_needle=True)
        return nodes.Scope(body).set_lineno(line)


def raise_exception(message):
    raise TemplateError(message)


def tojson(value, ensure_ascii=False, indent=None, separators=None, sort_keys=False):
    return json.dumps(value, ensure_ascii=ensure_ascii, indent=indent, separators=separators, sort_keys=sort_keys)


environment = ImmutableSandboxedEnvironment(
    trim_blocks=True, lstrip_blocks=True, extensions=[loopcontrols, Generation]
)
environment.filters["tojson"] = tojson
environment.globals["raise_exception"] = raise_exception
environment.globals["strftime_now"] = lambda form: datetime.now().strftime(form)


def tried(make):
    try:
        return {"prompt": make()}
    except Exception as error:  # each kind of failure is a finding
        return {"error": f"{type(error).__name__}: {error}"}


def main():
    given = json.load(sys.stdin)
    for name, text in given["templates"].items():
        template = environment.from_string(text)
        made = [tried(lambda: template.render(**context)) for context in given["contexts"]]
        print(json.dumps({"name": name, "made": made}))


main()
