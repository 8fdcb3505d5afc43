import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { traces } from '../../web/console/traces/messages.ts'

/** Attribute names of other programs; they are stored under our names. */
const OF_OTHERS = new Set([
  'gen_ai.system',
  'gen_ai.tool.call_id',
  'gen_ai.usage.prompt_tokens',
  'gen_ai.usage.completion_tokens',
])

test('every attribute of our spans has a label, so its raw name is not shown [console-app.labels]', async () => {
  const named = new Set<string>()
  for await (const file of glob('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') }))
    for (const [, name] of (await readFile(file, 'utf8')).matchAll(/'((?:gen_ai|svc)\.[a-z_.]+)'/g))
      named.add(name!)
  assert.ok(named.size > 15)
  const unlabelled = [...named].filter((name) => !(name in traces.facts) && !OF_OTHERS.has(name))
  assert.deepEqual(unlabelled, [])
})
