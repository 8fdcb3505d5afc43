import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { eventLines } from '../support/event-lines.ts'
import { program } from '../support/mcp-hub.ts'

const mcpJson = (servers: object) => ({ 'mcp.json': JSON.stringify({ mcpServers: servers }) })
const environment = { PATH: process.env.PATH ?? '' }

test('an outside server’s tool answers in a chat, and its picture is a chat file with a link that opens [agent.mcp.chat]', async (t) => {
  const bridge = await startTestBridge(t, { files: mcpJson({ shed: program('garden-stdio') }), environment })
  assert.match(await readText(await bridge.complete(saying('/tool shed__greet {"name":"Ada"}'))), /Hello Ada/)
  const german = await bridge.complete(saying('/tool list_files {}', { stream: true }), {
    'accept-language': 'de',
  })
  assert.match(await german.text(), /"title":"Dateien werden aufgelistet".*"title":"Dateien aufgelistet"/s)
  const text = await readText(await bridge.complete(saying('/tool shed__photo {}')))
  const [, link] = /photo\.png, 70 bytes: (\S+)\]/.exec(text) ?? []
  assert.ok(link)
  const { pathname, search } = new URL(link, bridge.url)
  const file = await fetch(bridge.url + pathname + search)
  assert.equal(file.headers.get('content-type'), 'image/png')
  assert.equal((await file.arrayBuffer()).byteLength, 70)
})

test('a restricted outside tool is refused to a person without the capability [agent.mcp.restricted]', async (t) => {
  const hub = { restricted: { capability: 'use_shed', label: 'Use the shed', group: 'Shed' } }
  const bridge = await startTestBridge(t, {
    files: mcpJson({ shed: program('garden-stdio', [], { hub }) }),
    environment,
  })
  const text = await readText(await bridge.complete(saying('/tool shed__greet {"name":"Ada"}')))
  assert.match(text, /Use the shed/)
  assert.doesNotMatch(text, /Hello Ada/)
})

interface Asked {
  id: string
  state: string
  question?: { id: string; server: string; message: string; subject: any }
  asked?: { server: string; action: string }
}

const ADA = person('ada@example.com')
const DECLINED_LINE =
  /"state":"done","title":"desk’s question was declined: no person can answer it","asked":\{"server":"desk","action":"decline","reason":"unattended"\}/

async function askedIn(bridge: TestBridge, tool: string, signal?: AbortSignal) {
  const body = saying(`/tool desk__${tool} {}`, { stream: true, chat_id: `chat-${tool}` })
  const lines = eventLines(await bridge.complete(body, { ...ADA, 'x-svc-takes': 'questions' }, signal))
  const tools: Asked[] = []
  let text = ''
  const next = async (): Promise<Asked | null> => {
    for (;;) {
      const { done, value } = await lines.next()
      if (done) return null
      const data = 'data' in value ? value.data : undefined
      if (data?.error) throw new Error(JSON.stringify(data.error))
      const output = data?.choices?.[0]?.delta['content']
      if (typeof output === 'string') text += output
      if (data?.svc?.['type'] !== 'tool') continue
      const shown = data.svc as unknown as Asked
      tools.push(shown)
      if (shown.question) return shown
    }
  }
  const asked = async () => {
    const question = (await next())?.question
    return question ?? assert.fail(`no question: ${text} ${JSON.stringify(tools)}`)
  }
  const end = async () => {
    assert.equal(await next(), null)
    return { text, tools }
  }
  return { asked, end }
}

const answering = async (bridge: TestBridge, id: string, body: object, headers: object = ADA) => {
  const response = await bridge.fetch(`/v1/questions/${id}`, {
    method: 'POST',
    headers: { ...headers },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { status: string; problems?: unknown }
}

for (const era of ['present', 'older'] as const)
  test(`a server of the ${era} protocol asks the person of the turn, and only their valid answer reaches it [agent.mcp.questions]`, async (t) => {
    const args = era === 'older' ? ['--legacy'] : []
    const hub = { restricted: { capability: 'use_desk', label: 'Use the desk', group: 'Desk' } }
    const bridge = await startTestBridge(t, {
      files: mcpJson({ desk: program('asking-stdio', args), safe: program('asking-stdio', args, { hub }) }),
      environment,
    })
    const turn = await askedIn(bridge, 'book')
    const { id, server, message, subject } = await turn.asked()
    assert.equal(server, 'desk')
    assert.equal(message, 'Which table do you want?')
    assert.deepEqual(
      subject.fields.map(({ name, kind, isRequired }: any) => [name, kind, isRequired]),
      [
        ['email', 'text', true],
        ['guests', 'number', true],
        ['outside', 'boolean', false],
        ['extras', 'choices', false],
        ['note', 'text', false],
        ['day', 'choice', false],
      ],
    )
    const content = { email: 'ada@example.com', guests: 3, outside: true, day: 'sat', extras: ['window'] }
    const accept = { action: 'accept', content }
    assert.deepEqual(await answering(bridge, id, accept, person('bob@example.com')), { status: 'over' })
    assert.deepEqual(await answering(bridge, id, accept, {}), { status: 'over' })
    assert.deepEqual(await answering(bridge, id, { ...accept, content: { email: 'ada', guests: 9 } }), {
      status: 'invalid',
      problems: [
        { field: 'email', problem: 'not_email' },
        { field: 'guests', problem: 'too_large', limit: 8 },
      ],
    })
    const both = await Promise.all([answering(bridge, id, accept), answering(bridge, id, accept)])
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['answered_before', 'taken'])
    const { text, tools } = await turn.end()
    assert.match(text, /"action":"accept","content":\{"email":"ada@example.com","guests":3/)
    const kept = tools.findLast(({ id }) => id.includes('/question-'))
    assert.deepEqual(kept?.asked, { server: 'desk', action: 'accept' })
    assert.equal(kept?.question, undefined)
    assert.doesNotMatch(JSON.stringify((await bridge.history()).at(-1)), /Which table/)

    const declined = await askedIn(bridge, 'visit')
    const page = await declined.asked()
    assert.deepEqual(page.subject, { kind: 'url', url: 'https://example.com/sign-in?a=1' })
    assert.deepEqual(await answering(bridge, page.id, { action: 'decline' }), { status: 'taken' })
    assert.match((await declined.end()).text, /"action":"decline"/)

    const stream = await bridge.complete(saying('/tool desk__book {}', { stream: true }), ADA)
    assert.match(await stream.text(), DECLINED_LINE)
    const unattended = await readText(await bridge.complete(saying('/tool desk__book {}'), ADA))
    assert.match(
      unattended,
      /"action":"decline".*About desk: It asked “Which table do you want\?”\. Nobody can be asked here/s,
    )
  })

test('a call whose server requires an address is repeated after the person’s visit [agent.mcp.questions]', async (t) => {
  const bridge = await startTestBridge(t, {
    files: mcpJson({ desk: program('asking-stdio', ['--legacy']) }),
    environment,
  })
  const turn = await askedIn(bridge, 'sign')
  for (const kind of ['url', 'finish']) {
    const question = await turn.asked()
    assert.deepEqual(question.subject, { kind, url: 'https://example.com/contract' })
    assert.deepEqual(await answering(bridge, question.id, { action: 'accept' }), { status: 'taken' })
  }
  assert.match((await turn.end()).text, /signed/)
  const thought = await readText(await bridge.complete(saying('/tool desk__think {}'), ADA))
  assert.match(thought, /did not declare the capability “sampling”/)
  assert.match(thought, /did not declare the capability “roots”/)
})

test('a question ends when its turn is stopped [agent.mcp.questions]', async (t) => {
  const bridge = await startTestBridge(t, {
    files: mcpJson({ desk: program('asking-stdio') }),
    environment,
  })
  const stop = new AbortController()
  const turn = await askedIn(bridge, 'book', stop.signal)
  const { id } = await turn.asked()
  stop.abort()
  let outcome: string
  do outcome = (await answering(bridge, id, { action: 'accept', content: {} })).status
  while (outcome === 'invalid') // polls until the bridge has noticed the disconnect
  assert.equal(outcome, 'over')
})

test('while a question of one chat is open, the next one of another chat is declined with a line in both [agent.mcp.questions]', async (t) => {
  const bridge = await startTestBridge(t, {
    files: mcpJson({ desk: program('asking-stdio', ['--legacy']) }),
    environment,
  })
  const first = await askedIn(bridge, 'nudge')
  const { id } = await first.asked()
  const body = saying('/tool desk__nudge {}', { stream: true, chat_id: 'another' })
  const next = await bridge.complete(body, { ...ADA, 'x-svc-takes': 'questions' })
  const reason = { server: 'desk', action: 'decline', reason: 'unclear' }
  const line =
    /"title":"desk’s question was declined: the server worked for several people or chats and did not name the call that the question belongs to"/
  assert.match(await next.text(), line)
  assert.deepEqual(await answering(bridge, id, { action: 'cancel' }), { status: 'taken' })
  const { tools } = await first.end()
  assert.deepEqual(tools.find(({ asked }) => asked?.action === 'decline')?.asked, reason)
})
