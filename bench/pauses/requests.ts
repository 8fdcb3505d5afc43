import type { Client } from '../../tests/chatapp/client.ts'
import { ask, finished } from '../../tests/chatapp/page.ts'
import { longChats } from './chats.ts'
import { LARGE_DOCUMENTS } from './documents.ts'
import { chinese, request, words, type Large } from './request.ts'

export interface Doors {
  chat: Client
  bridge: { url: string; key: string; email: string }
  webhook: { url: string; secret: string }
}

const MB = 1024 * 1024
const LEVELS = '['.repeat(20_000) + ']'.repeat(20_000)
const MANY_VALUES = `[${'[1,{"a":2}],'.repeat(70_000)}1]`
const VALUES_OF_CALL = `[${'[1,{"a":2}],'.repeat(12_000)}1]`

const WRONG_MEMBERS = JSON.stringify(
  Object.fromEntries(
    ['ids', 'messages', 'operations', 'permissions'].map((key) => [key, Array(30_000).fill(1)]),
  ),
)

const PICTURE = '![a](data:image/png;base64,iVBORw0KGgo=)'

const PARAMETERS = Object.fromEntries(
  Array.from({ length: 200 }, (_, n) => [
    `parameter_${n}`,
    { type: ['string', 'null'], description: `What it means, ${n}`, enum: ['a', 'b', null] },
  ]),
)
const TOOLS = Array.from({ length: 128 }, (_, n) => ({
  type: 'function',
  function: {
    name: `tool_${n}`,
    description: 'Looks',
    parameters: { type: 'object', properties: PARAMETERS },
  },
}))

const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`key${n}`, n])))

export function* largeRequests({ chat, bridge, webhook }: Doors): Generator<Large> {
  yield* longChats(chat)
  yield* oddBodies(chat)
  yield* completions(bridge)
  yield* responses(bridge)
  for (const [what, body] of Object.entries({
    'nested 20,000 levels': LEVELS,
    'JSON of 20 MB': `[${'[1,{"a":2}],'.repeat(1_700_000)}1]`,
    'Chinese text of 15 MB': JSON.stringify({ text: chinese(0).repeat(25) }),
  }))
    yield {
      what: `webhook: ${what}`,
      send: () => request(webhook.url, 'POST', { 'x-webhook-secret': webhook.secret }, body),
    }
  yield* programs(chat)
  yield* files(chat)
  yield* documents(chat)
}

function* programs(chat: Client): Generator<Large> {
  let key = ''
  yield {
    what: 'MCP: a key',
    async send() {
      const answer = await request(`${chat.url}/api/v1/auths/api_key`, 'POST', {
        authorization: `Bearer ${chat.token}`,
      })
      key = (JSON.parse(answer.text) as { api_key: string }).api_key
      return answer
    },
  }
  const call = (name: string, args: string) =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`
  const bodies: Record<string, string> = {
    'many values': MANY_VALUES,
    'a call with many values': call('read_file', `{"path":"agent.md","more":${VALUES_OF_CALL}}`),
    'a call with a long text': call('read_file', JSON.stringify({ path: words(3.5 * MB) })),
    'a call with long numbers': call('read_file', `{"more":[${'12345678901234567890,'.repeat(49_000)}1]}`),
    'nested 20,000 levels': call('read_file', LEVELS),
  }
  for (const [what, body] of Object.entries(bodies))
    yield {
      what: `MCP: ${what}`,
      send: () =>
        request(
          `${chat.url}/mcp`,
          'POST',
          { authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
          body,
        ),
    }
}

function* files(chat: Client): Generator<Large> {
  const lines = Array.from({ length: 400_000 }, (_, n) => `${n},"name ${n}",${n * 7}`).join('\n')
  const contents: Record<string, [name: string, type: string, text: string]> = {
    'CSV of 10 MB': ['large.csv', 'text/csv', lines],
    'Markdown of 10 MB': ['large.md', 'text/markdown', `# Head\n\n${words(10 * MB)}`],
    'HTML of 4 MB': ['large.html', 'text/html', `<p>${'<b>a</b>'.repeat(500_000)}`],
  }
  for (const [what, [name, type, text]] of Object.entries(contents)) {
    yield { what: `upload: ${what}`, send: () => chat.upload(name, text, type) }
    const url = `${chat.url}/portal/artifacts/api/upload?hub=garden-team&filename=${name}`
    const own = { cookie: `token=${chat.token}`, origin: chat.url, 'content-type': type }
    let id = ''
    yield {
      what: `artifact: publish ${what}`,
      async send() {
        const answer = await fetch(url, { method: 'POST', headers: own, body: text })
        if (answer.ok) ({ id } = (await answer.json()) as { id: string })
        return answer
      },
    }
    for (const path of ['', '/download'])
      yield {
        what: `artifact: GET ${what} ${path}`,
        send: () => request(`${chat.url}/portal/artifacts/${id}${path}`, 'GET', own),
      }
  }
}

function* documents(chat: Client): Generator<Large> {
  for (const [what, { name, type, content }] of LARGE_DOCUMENTS) {
    const bytes = content()
    let id = ''
    yield {
      what: `document: upload ${what}`,
      async send() {
        const answer = await chat.upload(name, bytes, type)
        id = answer.status === 200 ? (answer.json as { id: string }).id : ''
        return answer
      },
    }
    yield {
      what: `document: turn with ${what}`,
      async send() {
        const message = (await finished(
          chat,
          await ask(chat, { model: 'garden-team', user_message: { content: 'Read it.', files: [{ id }] } }),
        )) as { error?: unknown }
        return { status: message.error ? 502 : 200 }
      },
    }
  }
}

function* oddBodies(chat: Client): Generator<Large> {
  const own = { authorization: `Bearer ${chat.token}`, cookie: `token=${chat.token}`, origin: chat.url }
  const wrong = Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`m ${n}`, { role: 5 }]))
  const chats: Record<string, string> = {
    'many fields': `{"chat":{"title":"x","other":${MANY_VALUES}}}`,
    'many fields of a message': `{"chat":{"history":{"messages":{"m1":{"tools":${MANY_VALUES}}}}}}`,
    'wrong messages': JSON.stringify({ chat: { history: { messages: wrong } } }),
    'no chat': MANY_VALUES,
    'too many values': `[${'[1,{"a":2}],'.repeat(1_300_000)}1]`,
  }
  for (const [what, body] of Object.entries(chats))
    yield { what: `chat: ${what}`, send: () => request(`${chat.url}/api/v1/chats/new`, 'POST', own, body) }
  const paths = ['/api/v1/chats/batch', '/api/v1/prompts/', '/api/chat/completions', '/api/v1/folders/']
  for (const path of [...paths, '/portal/api/access/grant', '/portal/api/inbox/test'])
    for (const [what, body] of Object.entries({
      'nested 20,000 levels': LEVELS,
      'many keys': wide(14_000),
      'wrong members': WRONG_MEMBERS,
    }))
      yield { what: `${path}: ${what}`, send: () => request(chat.url + path, 'POST', own, body) }
  const messages = Array.from({ length: 60_000 }, () => ({ role: 'user', content: 'a' }))
  const body = JSON.stringify({ model: 'garden', messages })
  yield {
    what: 'completion of many messages',
    send: () => request(`${chat.url}/api/chat/completions`, 'POST', own, body),
  }
}

function* responses({ url, key, email }: Doors['bridge']): Generator<Large> {
  const items = Array.from({ length: 19_000 }, (_, n) => ({ role: 'user', content: `a${n}` }))
  const bodies: Record<string, object> = {
    'a text of 20 MB': { input: words(20 * MB), store: false },
    'lines of 15 MB': { input: 'a line\n'.repeat(2 * MB), store: false },
    'blanks of 20 MB': { input: ' '.repeat(20 * MB), store: false },
    '19,000 items': { input: items, store: false },
    'wrong items': { input: Array(19_000).fill(1) },
  }
  const headers = { authorization: `Bearer ${key}`, 'x-svc-user': email }
  for (const [what, body] of Object.entries(bodies))
    yield {
      what: `responses: ${what}`,
      send: () =>
        request(`${url}/v1/responses`, 'POST', headers, JSON.stringify({ model: 'garden', ...body })),
    }
}

function* completions({ url, key, email }: Doors['bridge']): Generator<Large> {
  const part = { type: 'text', text: 'a' }
  const data = `data:application/octet-stream;base64,${Buffer.alloc(15 * MB, 7).toString('base64')}`
  const bodies: Record<string, object | string> = {
    'nested 20,000 levels': `{"messages":[{"role":"user","content":"hi"}],"a":${LEVELS}}`,
    'many keys': wide(100_000),
    '20,000 messages': {
      messages: Array.from({ length: 20_000 }, (_, n) => ({ role: 'user', content: `a${n}` })),
    },
    '90,000 messages': {
      messages: Array.from({ length: 90_000 }, (_, n) => ({ role: 'user', content: `a${n}` })),
    },
    '9,999 messages of 300 characters': {
      messages: Array.from({ length: 9999 }, () => ({ role: 'user', content: 'a line. '.repeat(38) })),
    },
    '9,000 pictures in texts': {
      messages: [
        { role: 'user', content: Array.from({ length: 9000 }, () => ({ type: 'text', text: PICTURE })) },
      ],
    },
    '128 tools of 200 parameters': { messages: [{ role: 'user', content: 'hi' }], tools: TOOLS },
    '19,000 parts': { messages: [{ role: 'user', content: Array.from({ length: 19_000 }, () => part) }] },
    'a text of 20 MB': { messages: [{ role: 'user', content: words(20 * MB) }] },
    'lines of 15 MB': { messages: [{ role: 'user', content: 'a line\n'.repeat(2 * MB) }] },
    'a file of 15 MB': {
      messages: [{ role: 'user', content: [{ type: 'file', file: { filename: 'a.bin', file_data: data } }] }],
    },
  }
  const headers = { authorization: `Bearer ${key}`, 'x-svc-user': email }
  for (const [what, body] of Object.entries(bodies)) {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    yield {
      what: `bridge: ${what}`,
      send: () => request(`${url}/v1/chat/completions`, 'POST', headers, text),
    }
  }
}
