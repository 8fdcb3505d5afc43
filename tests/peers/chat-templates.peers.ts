import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { chatTemplatesFolder } from '../../bin/setup/chat-templates.mjs'
import { root } from '../../bin/setup/tree.mjs'
import { sentBodies } from '../agent/chat-templates/bodies.ts'
import type { Engine } from '../agent/chat-templates/exceptions.ts'
import { createFindings, type Rendered } from '../agent/chat-templates/findings.ts'
import { contextOf } from '../agent/chat-templates/render.ts'
import { SITUATIONS } from '../agent/chat-templates/situations.ts'

const PYTHON = join(root, '.setup/chat-template-engines/bin/python')

const SCRIPTS: Record<Exclude<Engine, 'jinja.js'>, string> = {
  jinja2: 'jinja2_prompts.py',
  'llama.cpp': 'llama_prompts.py',
}

/** llama.cpp's server starts once per template, which takes long. */
const TIMEOUT_MS = 3_600_000
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024

const skip =
  existsSync(PYTHON) && existsSync(chatTemplatesFolder)
    ? false
    : 'the engines are not installed: npm run peers templates'

for (const engine of ['jinja2', 'llama.cpp'] as const)
  test(
    `${engine} renders each conversation whole with the templates of all families`,
    { skip, timeout: TIMEOUT_MS },
    async () => {
      const sent = await sentBodies(SITUATIONS)
      const templates = Object.fromEntries(
        globSync(join(chatTemplatesFolder, '*.jinja')).map((path) => [
          basename(path),
          readFileSync(path, 'utf8'),
        ]),
      )
      const bodies = sent.map(({ body }) => body)
      const run = promisify(execFile)(
        PYTHON,
        [join(import.meta.dirname, 'chat-templates', SCRIPTS[engine])],
        {
          maxBuffer: MAX_OUTPUT_BYTES,
        },
      )
      run.child.stdin!.end(JSON.stringify({ templates, bodies, contexts: bodies.map(contextOf) }))
      const { stdout } = await run
      const findings = createFindings(engine)
      for (const line of stdout.trim().split('\n')) {
        const { name, made } = JSON.parse(line) as { name: string; made: Rendered[] }
        for (const [at, prompt] of made.entries()) findings.add(name, sent[at]!, prompt)
      }
      assert.deepEqual(findings.unexpected(), [])
      assert.deepEqual(findings.unused(), [])
      assert.equal(findings.count(), sent.length * Object.keys(templates).length)
    },
  )
