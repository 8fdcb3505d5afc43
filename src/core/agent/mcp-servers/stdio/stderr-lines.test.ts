import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../../../tests/support/manual-clock.ts'
import { createStderrReader } from './stderr-lines.ts'

test('the last lines of a program are its reason to end, as far as they belong together [agent.mcp.crash]', () => {
  const clock = manualClock(0)
  const reader = createStderrReader({ clock, onLine: () => {} })
  assert.equal(reader.lastLines(), '')
  reader.readLine('starting')
  reader.recordMessage()
  assert.equal(reader.lastLines(), 'starting', 'the only line is better than none')
  for (const line of ['one', '', 'two', '  three', 'four']) reader.readLine(line)
  assert.equal(reader.lastLines(), 'two; three; four')
  clock.advance(1_000)
  reader.readLine('out of memory')
  assert.equal(reader.lastLines(), 'out of memory', 'lines written long before do not belong to it')
  reader.recordMessage()
  reader.readLine('killed')
  assert.equal(reader.lastLines(), 'killed', 'nor do lines before a message')
})

for (const [runtime, lines, last] of [
  [
    'Python',
    `Traceback (most recent call last):
  File "/srv/server.py", line 12, in <module>
    settings = Settings()
               ^^^^^^^^^^
pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings
token
  Field required [type=missing, input_value={}, input_type=dict]
    For further information visit https://errors.pydantic.dev/2.12/v/missing`,
    'pydantic_core._pydantic_core.ValidationError: 1 validation error for Settings; token; Field required [type=missing, input_value={}, input_type=dict]',
  ],
  [
    'Node',
    `file:///srv/server.js:3
throw new Error('no token')
      ^

Error: no token
    at file:///srv/server.js:3:7
    at ModuleJob.run (node:internal/modules/esm/module_job:343:25)
    at async node:internal/modules/esm/loader:581:26 {
  code: 'NO_TOKEN'
}

Node.js v24.1.0`,
    "throw new Error('no token'); Error: no token; code: 'NO_TOKEN'",
  ],
  [
    'Rust',
    `thread 'main' panicked at src/main.rs:2:5:
no token
stack backtrace:
   0: std::panicking::begin_panic
   1: server::main
             at ./src/main.rs:2:5
note: run with \`RUST_BACKTRACE=full\` environment variable to display more`,
    "thread 'main' panicked at src/main.rs:2:5:; no token",
  ],
  [
    'Java',
    `Exception in thread "main" java.lang.IllegalStateException: cannot start
\tat com.example.Server.main(Server.java:9)
Caused by: java.io.IOException: no token
\tat com.example.Config.read(Config.java:4)
\t... 1 more`,
    'Exception in thread "main" java.lang.IllegalStateException: cannot start; Caused by: java.io.IOException: no token',
  ],
  [
    'Go',
    `panic: no token

goroutine 1 [running]:
main.main()
\t/srv/main.go:4 +0x25
exit status 2`,
    'panic: no token',
  ],
] as const)
  test(`of a failure of ${runtime} the lines that name it are kept, not its stack [agent.mcp.crash]`, () => {
    const reader = createStderrReader({ clock: manualClock(0), onLine: () => {} })
    for (const line of lines.split('\n')) reader.readLine(line)
    assert.equal(reader.lastLines(), last)
  })

test('a banner or an entry of the log below a warning is never the reason [agent.mcp.crash]', () => {
  const banner = `
╭──────────────────────────────────────────────────────────────╮
│                         ▄▀▀ ▄▀█ █▀▀ ▀█▀ █▀▄▀█                 │
│                 🖥  Server:      asker, 4.2.3                 │
╰──────────────────────────────────────────────────────────────╯
[11/29/26 06:31:48] INFO     Starting MCP server 'asker' with   transport.py:241
                             transport 'stdio'
INFO:     Started server process [7]
2026-11-29 06:31:48,120 - mcp.server - INFO - Processing request
2026-11-29T06:31:48.120Z DEBUG server: listening
[info] ready
time=2026-11-29T06:31:48Z level=info msg=ready
{"level":30,"msg":"ready"}`
  const clock = manualClock(0)
  const reader = createStderrReader({ clock, onLine: () => {} })
  for (const line of banner.split('\n')) reader.readLine(line)
  assert.equal(reader.lastLines(), '')
  reader.readLine('ValueError: no token')
  for (const line of banner.split('\n')) reader.readLine(line)
  assert.equal(reader.lastLines(), 'ValueError: no token')
  const entries = [
    'ERROR: port 80 is taken',
    '2026-11-29 06:31:48,120 - app - WARNING - INFO is missing',
    'INFORMATION lost',
  ]
  for (const entry of entries) {
    const other = createStderrReader({ clock, onLine: () => {} })
    other.readLine(entry)
    assert.equal(other.lastLines(), entry)
  }
})
