import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearer, callOf, messageIn, post, request, startTestMcp } from '../support/mcp.ts'
import { startTestAgent } from '../support/agent.ts'
import { defineTool, z } from '../../src/index.ts'

const FILES = {
  'tools/tools.ts': `
import { defineTool, z } from 'hub-service'
const run = (input) => JSON.stringify(input)
const tool = (name, input, more) => defineTool({ name, description: 'Repeats', input, run, ...more })
export const plain = tool('plain', z.object({ subject: z.string(), grant: z.array(z.string()).default([]) }))
export const refined = tool('refined', z.object({ from: z.number() }).refine(({ from }) => from > 0, 'from the start'))
export const empty = tool('empty', z.object({}))
export const loose = tool('loose', z.looseObject({ subject: z.string() }))
export const typed = tool('typed', z.object({}).catchall(z.number()))
export const guarded = tool('guarded', z.object({ subject: z.string() }), {
  restricted: { capability: 'guard', label: 'Guard', group: 'Doors' },
})
`,
}

test('every tool refuses an argument it doesn’t know, naming it and the nearest it knows [agent.tools.strict]', async (t) => {
  const hub = await startTestMcp(t, { files: FILES })
  const { key } = await hub.member('Bea', 'manage_access')
  const answerTo = async (name: string, given: object): Promise<string> => {
    const { result } = await messageIn(await post(hub.mcpUrl, callOf(name, given), bearer(key)))
    return `${result.isError ? 'refused: ' : ''}${result.content[0].text}`
  }
  for (const [name, given, expected] of [
    ['plain', { subjct: 'a', subject: 'b' }, /no argument subjct; did you mean subject\?$/],
    ['plain', { subject: 'b', permission: 'x' }, /no argument permission; the arguments are subject, grant$/],
    ['plain', { subjct: 'a' }, /subject: .*; there is no argument subjct|no argument subjct.*; subject: /],
    ['refined', { from: 1, too: 2 }, /no argument too/],
    ['empty', { a: 1 }, /no argument a$/],
    ['empty', JSON.parse('{"__proto__":{"a":1}}') as object, /no argument __proto__$/],
    ['plain', { subject: 'b', constructor: 1, toString: 1 }, /no argument constructor.*no argument toString/],
    ['list_files', { patern: '*.md' }, /no argument patern/],
    ['propose_access', { subject: 'kim@x.org', permissions: ['use_hub'] }, /no argument permissions; /],
    ['list_access', { serach: 'kim' }, /no argument serach; did you mean search\?/],
    ['explain_access', { subject: 'kim@x.org', permision: 'use_hub' }, /did you mean permission\?/],
    ['propose_account', { email: 'kim@x.org', name: 'Kim', role: 'admin' }, /no argument role/],
  ] as const) {
    const answer = await answerTo(name, given)
    assert.match(answer, /^refused: Invalid input for /)
    assert.match(answer, expected)
    assert.doesNotMatch(answer, /\n/)
  }
  assert.equal(await answerTo('plain', { subject: 'b' }), '{"subject":"b","grant":[]}')
  assert.equal(await answerTo('loose', { subject: 'b', more: 1 }), '{"subject":"b","more":1}')
  assert.equal(await answerTo('typed', { more: 1 }), '{"more":1}')
  assert.match(await answerTo('guarded', { subjct: 'a' }), /^refused: guarded needs the capability “Guard”/)
})

test('programs learn from the list that further arguments are refused [agent.tools.strict]', async (t) => {
  const hub = await startTestMcp(t, { files: FILES })
  const { key } = await hub.member('Bea', 'manage_access')
  const { result } = await messageIn(await post(hub.mcpUrl, request('tools/list'), bearer(key)))
  const tools = result.tools as { name: string; inputSchema: { additionalProperties?: unknown } }[]
  assert.ok(tools.some(({ name }) => name === 'propose_access'))
  for (const { name, inputSchema } of tools)
    assert.deepEqual(
      inputSchema.additionalProperties,
      name === 'loose' ? {} : name === 'typed' ? { type: 'number' } : false,
      name,
    )
})

test('a nested object is as strict as its author wrote it [agent.tools.strict]', async (t) => {
  const input = z
    .object({ strict: z.strictObject({ n: z.int() }), usual: z.object({ n: z.int() }) })
    .partial()
  const run = (given: unknown) => given
  const agent = await startTestAgent(t, {
    tools: [defineTool({ name: 'nested', description: 'Nested', input, run })],
  })
  const refused = (await agent.run('/tool nested {"strict":{"n":1,"m":2}}')).tools[1]?.error
  assert.equal(refused, 'Invalid input for nested: there is no argument strict.m')
  assert.equal((await agent.run('/tool nested {"usual":{"n":1,"m":2}}')).text, '{"usual":{"n":1}}')
})
