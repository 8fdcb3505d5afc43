import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { startArtifacts } from './world.ts'

const FIXTURE = join(import.meta.dirname, '../fixtures/acp-agent/agent.ts')

const world = await startArtifacts(
  { after },
  {
    files: { 'files/report.html': '<h1>Report</h1>' },
    environment: {
      SVC_AGENT_MODE: 'process',
      SVC_AGENT_COMMAND: [process.execPath, COMPILE_CACHE, FIXTURE, '--http']
        .map((word) => `'${word}'`)
        .join(' '),
      PATH: process.env.PATH!,
      SVC_ARTIFACT_BYTES_PER_PERSON: '1000',
    },
  },
)
const { pat } = world

const ask = (tool: string, input: object, { email = pat.email, stream = false } = {}) =>
  fetch(`${world.console.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.console.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': email,
    },
    body: JSON.stringify({
      model: 'garden',
      stream,
      chat_id: 'chat-1',
      messages: [{ role: 'user', content: `/tool ${tool} ${JSON.stringify(input)}` }],
    }),
  })

const call = async (tool: string, input: object, email?: string) => {
  const answer = await ask(tool, input, email ? { email } : {})
  const body: any = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body.choices[0].message.content as string
}
const published = async (tool: string, input: object) => {
  const text = await call(tool, input)
  const json = /\{.*\}/s.exec(text)?.[0]
  assert.ok(json, text)
  return JSON.parse(json)
}
const contentOf = async (id: string) => (await pat.ask('GET', `/artifacts/${id}/content`)).text

test('an agent process publishes files and new versions for the person it works for [artifacts.tool.process]', async () => {
  const made = await published('publish_artifact', { path: 'files/report.html', title: 'The report' })
  const { owner, mine, hub, version } = (await pat.ask('GET', `/artifacts/api/${made.id}`)).json
  assert.deepEqual([owner.email, mine, hub, version], [pat.email, true, 'garden', 1])
  assert.equal(await contentOf(made.id), '<h1>Report</h1>')
  const next = await published('update_artifact', { id: made.id, content: 'two', filename: 'a.txt' })
  assert.deepEqual([next.id, next.version, next.url], [made.id, 2, made.url])
  assert.equal(await contentOf(made.id), 'two')
})

test('an artifact of an agent process appears with the call, so that the chat shows a card [artifacts.tool.process]', async () => {
  const answer = await ask(
    'publish_artifact',
    { content: 'a', filename: 'a.txt', title: 'Card' },
    { stream: true },
  )
  const text = await answer.text()
  assert.match(text, /"state":"done"[^\n]*"artifact":\{[^\n]*"title":"Card"/)
})

test('an agent process gets the reason of a refused publication, and publishes nothing without a person [artifacts.tool.process]', async () => {
  const total = async () => (await pat.ask('GET', '/artifacts/api?view=mine')).json.total
  const before = await total()
  const text = { content: 'x'.repeat(2000), filename: 'a.txt' }
  assert.match(await call('publish_artifact', text), /may use 1000 bytes .*would exceed it/)
  assert.match(await call('publish_artifact', { path: '../agent.md' }), /is outside the folder/)
  const lee = await world.addVisitor('Lee', 'use_hub')
  const { id } = await published('publish_artifact', { content: 'mine', filename: 'a.txt' })
  const other = await call('update_artifact', { id, content: 'x', filename: 'x.txt' }, lee.email)
  assert.match(other, /does not exist/)
  assert.deepEqual([await total(), await contentOf(id)], [before + 1, 'mine'])
})
