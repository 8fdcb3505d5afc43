import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { bearer, callOf, messageIn, post, startTestMcp, type TestMcp } from '../support/mcp.ts'
import { until } from '../support/until.ts'

const FILES = {
  'tools/payout.ts': `
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'
const ran = (what) => appendFileSync(join(import.meta.dirname, '../ran.txt'), what + '\\n')
const amount = z.preprocess((value) => (ran('preprocess'), value), z.number().max(500, 'payouts end at 500'))
const tool = (name, more) => defineTool({
  name,
  description: 'Moves money',
  input: z.object({ amount }).refine(() => (ran('refine'), true)),
  restricted: { capability: 'pay_out', label: 'Pay out', group: 'Money' },
  title: (_, state) => (ran('title'), 'Secret payout ' + state),
  run: ({ amount }) => (ran('run'), 'paid ' + amount),
  ...more,
})
export const plain = tool('payout')
export const keyed = tool('payout_keyed', { needs: { env: ['BANK_KEY_NOT_SET'] } })
export const asked = tool('payout_asked', { confirm: true })
`,
  'workflows/pay.yaml': `
inputs: { amount: { required: true } }
steps:
  - { id: pay, tool: payout, args: { amount: '\${{ inputs.amount }}' } }
`,
  'workflows/pay-asked.yaml': 'steps:\n  - { id: pay, tool: payout_asked, args: { wrong: 1 } }\n',
}

const ranOf = async (hub: TestMcp) =>
  (await readFile(join(hub.folder, 'Garden/ran.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
const forget = (hub: TestMcp) => writeFile(join(hub.folder, 'Garden/ran.txt'), '')
const decisionsOn = async (hub: TestMcp, surface: string) =>
  (await hub.admin.get(`/audit?surface=${surface}&limit=200`)).json.items as {
    tool: string
    outcome: string
  }[]

const INPUTS = ['{"amount":1}', '{"amount":"x"}', '{"amount":501}', '{"secret":1}', '[]', '{', '']
const TOOLS = ['payout', 'payout_keyed', 'payout_asked']

async function chat(hub: TestMcp, email: string, prompt: string): Promise<string> {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': email,
    },
    body: JSON.stringify({ model: 'garden', stream: true, messages: [{ role: 'user', content: prompt }] }),
  })
  assert.equal(answer.status, 200)
  return answer.text()
}

const activity = (streamed: string): unknown[] =>
  streamed
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice('data: '.length)).svc)
    .filter((piece) => piece?.type === 'tool')
    .map(({ id: _id, ms: _ms, input: _input, ...shown }) => shown)

suite('whoever may not use a restricted tool', () => {
  test('causes no work in chat, with the same response for any input [agent.tools.decided-first]', async (t) => {
    const hub = await startTestMcp(t, { files: FILES })
    const { person } = await hub.member('Bea')
    for (const tool of TOOLS) {
      const answers = new Set<string>()
      for (const input of INPUTS) {
        const streamed = await chat(hub, person.email, `/tool ${tool} ${input}`)
        assert.doesNotMatch(streamed, /Secret payout|\b500\b|expected|BANK_KEY|confirm/i)
        assert.match(streamed, /Pay out/)
        answers.add(JSON.stringify(activity(streamed)))
      }
      assert.equal(answers.size, 1, [...answers].join('\n'))
      assert.match([...answers][0]!, new RegExp(`"title":"${tool}"`))
    }
    assert.deepEqual(await ranOf(hub), [])
    const decisions = await decisionsOn(hub, 'chatapp')
    assert.deepEqual(
      decisions.map(({ tool, outcome }) => [tool, outcome]).toReversed(),
      TOOLS.flatMap((tool) => INPUTS.map(() => [tool, 'denied'])),
    )
  })

  test('causes no work over MCP, with the same response for any input [agent.tools.decided-first]', async (t) => {
    const hub = await startTestMcp(t, { files: FILES })
    const { key } = await hub.member('Bea')
    const given = [{ amount: 1 }, { amount: 'x' }, { amount: 501 }, { secret: 1 }, {}]
    for (const tool of TOOLS) {
      const answers = new Set<string>()
      for (const input of given) {
        const { result } = await messageIn(await post(hub.mcpUrl, callOf(tool, input), bearer(key)))
        assert.equal(result.isError, true)
        answers.add(JSON.stringify(result))
      }
      assert.equal(answers.size, 1, [...answers].join('\n'))
      assert.doesNotMatch([...answers][0]!, /Secret payout|\b500\b|expected|BANK_KEY|confirm/i)
    }
    assert.deepEqual(await ranOf(hub), [])
    assert.equal((await decisionsOn(hub, 'mcp')).length, TOOLS.length * given.length)
  })

  test('sets nothing of it going from a workflow [agent.tools.decided-first]', async (t) => {
    const hub = await startTestMcp(t, { files: FILES })
    const { person } = await hub.member('Bea')
    const started = async (workflow: string, inputs: object) => {
      const { status, json, text } = await hub.admin.post('/workflows/run', {
        hub: 'garden',
        workflow,
        inputs,
      })
      assert.ok(status < 300, text)
      return ended(hub, json.run_id)
    }
    for (const run of [await started('pay', { amount: 'x' }), await started('pay-asked', {})]) {
      assert.equal(run.status, 'failed')
      assert.doesNotMatch(JSON.stringify(run), /Secret payout|\b500\b|expected|confirm/i)
      assert.match(JSON.stringify(run), /Pay out/)
    }
    assert.deepEqual(await ranOf(hub), [])
    assert.equal(person.email, 'bea@example.com')
  })
})

test('a decision in favour is recorded before anything of a restricted tool runs, also for a proposal [agent.tools.decided-first]', async (t) => {
  const hub = await startTestMcp(t, { files: FILES })
  const { key } = await hub.member('Bea', 'pay_out')
  for (const [tool, input, parts] of [
    ['payout', { amount: 501 }, ['preprocess', 'refine']],
    ['payout', { amount: 1 }, ['preprocess', 'refine', 'run']],
    ['payout_asked', { amount: 2 }, ['preprocess', 'refine', 'title']],
  ] as const) {
    const before = (await decisionsOn(hub, 'mcp')).length
    await forget(hub)
    await post(hub.mcpUrl, callOf(tool, input), bearer(key))
    const ran = (await ranOf(hub)).filter((part) => part !== 'title' || tool === 'payout_asked')
    assert.deepEqual(new Set(ran), new Set<string>(parts), tool)
    const [latest, ...older] = await decisionsOn(hub, 'mcp')
    assert.equal(older.length, before)
    assert.deepEqual([latest!.tool, latest!.outcome], [tool, 'allowed'])
  }
})

const ended = (hub: TestMcp, id: string) =>
  until(async () => {
    const { json } = await hub.admin.get(`/runs/garden/${encodeURIComponent(id)}`)
    assert.ok(json.id, JSON.stringify(json))
    return json.ended_at && json
  })
