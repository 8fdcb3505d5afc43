#!/usr/bin/env bash
# Chat templates that jinja2 renders and @huggingface/jinja refuses, for one ordinary conversation with tools.
#
# Published chat templates are written for jinja2 as the transformers library sets it up. Programs in JavaScript render them
# with @huggingface/jinja. It refuses some of them as soon as an argument is null or an object, a parameter has a list of
# types, or the template calls a method of a list.
#
# Packages: llama-cpp-python 0.3.36 (its source holds the templates of 70 model families), jinja2 3.1.6,
# @huggingface/jinja 0.5.11. Seen on 29 November 2026 with Python 3 and Node 20 and 24.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 -m venv env
env/bin/pip install --quiet jinja2==3.1.6
env/bin/pip download --quiet --no-deps --no-binary llama-cpp-python llama-cpp-python==0.3.36
tar xzf llama_cpp_python-0.3.36.tar.gz --wildcards --strip-components=5 '*/llama.cpp/models/templates/*.jinja'
npm install --silent --no-audit --no-fund @huggingface/jinja@0.5.11

cat >conversation.json <<'JSON'
{
  "bos_token": "<s>", "eos_token": "</s>", "add_generation_prompt": true,
  "tools": [{ "type": "function", "function": { "name": "plant", "description": "Plants a flower",
    "parameters": { "type": "object", "required": ["name"], "properties": {
      "name": { "type": "string", "description": "Name of the flower" },
      "bed": { "type": ["integer", "null"], "description": "Number of the bed" },
      "place": { "type": "object", "description": "Where", "properties": { "row": { "type": "integer" } } } } } } }],
  "messages": [
    { "role": "system", "content": "You look after a garden." },
    { "role": "user", "content": "Plant a rose." },
    { "role": "assistant", "content": "", "tool_calls": [{ "id": "call00001", "type": "function",
      "function": { "name": "plant", "arguments": { "name": "rose", "bed": null, "place": { "row": 2 } } } }] },
    { "role": "tool", "tool_call_id": "call00001", "name": "plant", "content": "Planted." },
    { "role": "user", "content": "Thanks." }
  ]
}
JSON

cat >render.py <<'PY'
import glob, json
from datetime import datetime
from jinja2 import ext
from jinja2.sandbox import ImmutableSandboxedEnvironment

def raise_exception(text): raise ValueError(text)
environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True, extensions=[ext.loopcontrols])
environment.filters['tojson'] = lambda value, **more: json.dumps(value, ensure_ascii=False, indent=more.get('indent'))
environment.globals.update(raise_exception=raise_exception, strftime_now=lambda form: datetime(2026, 1, 1).strftime(form))
results = {}
for path in sorted(glob.glob('*.jinja')):
    try:
        environment.from_string(open(path).read()).render(**json.load(open('conversation.json')))
        results[path] = 'rendered'
    except Exception as error:
        results[path] = f'{type(error).__name__}: {error}'
json.dump(results, open('python.json', 'w'))
PY
env/bin/python render.py

cat >render.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { Template } from '@huggingface/jinja'
const python = JSON.parse(readFileSync('python.json', 'utf8'))
let [both, refused] = [0, 0]
for (const [path, result] of Object.entries(python)) {
  if (result !== 'rendered') continue
  try {
    const conversation = JSON.parse(readFileSync('conversation.json', 'utf8'))
    new Template(readFileSync(path, 'utf8')).render(conversation)
    both++
  } catch (error) {
    refused++
    console.log(`${path.replace('.jinja', '')}: ${error.message.split('\n')[0].slice(0, 110)}`)
  }
}
console.log(`${Object.keys(python).length} templates, jinja2 renders ${both + refused}, @huggingface/jinja refuses ${refused} of these`)
JS
node render.mjs | tee output.txt

cat >expected.txt <<'TEXT'
Apriel-1.6-15b-Thinker-fixed: Unknown ObjectValue filter: string
ByteDance-Seed-OSS: Object keys must be strings: got IntegerValue
GigaChat3-10B-A1.8B: Unknown operator "in" between ArrayValue and ArrayValue
GigaChat3.1-10B-A1.8B: Unknown operator "in" between ArrayValue and ArrayValue
NVIDIA-Nemotron-3-Nano-30B-A3B-BF16: Cannot apply filter "string" to type: NullValue
Qwen3-Coder: Cannot apply filter "string" to type: NullValue
Qwen3.5-4B: Cannot apply filter "string" to type: NullValue
StepFun3.5-Flash: Cannot apply filter "string" to type: NullValue
google-gemma-4-31B-it-interleaved: Unknown ArrayValue filter: upper
google-gemma-4-31B-it: Unknown ArrayValue filter: upper
openbmb-MiniCPM5-1B: Unknown ArrayValue filter: min
tencent-Hy3: Cannot call something that is not a function: got UndefinedValue
unsloth-Apriel-1.5: Unknown ObjectValue filter: string
70 templates, jinja2 renders 54, @huggingface/jinja refuses 13 of these
TEXT
diff expected.txt output.txt
