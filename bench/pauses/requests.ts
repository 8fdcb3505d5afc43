import type { Client } from '../../tests/chatapp/client.ts'

/** The largest request that a route takes, or one of a shape that costs the most. */
export interface Large {
  what: string
  send(): Promise<{ status: number }>
}

export interface Doors {
  /** The web chat, as an administrator. */
  chat: Client
  bridge: { url: string; key: string; email: string }
  edge: string
}

const MB = 1024 * 1024
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, n) => [`key${n}`, n])))

const messages = (count: number, content: (n: number) => string, parent: (n: number) => string | null) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [
      `m${n}`,
      { role: n % 2 ? 'assistant' : 'user', content: content(n), parentId: parent(n), model: 'garden' },
    ]),
  )
const chain = (n: number) => (n === 0 ? null : `m${n - 1}`)
const chatOf = (all: object) =>
  JSON.stringify({ chat: { title: 'Large', history: { currentId: Object.keys(all).at(-1), messages: all } } })

/** Words that are all different, as a search index has the most to do with. */
const words = (chars: number, seed = 0) => {
  const all: string[] = []
  for (let n = 0, length = 0; length < chars; n++) {
    const word = (n * 7919 + seed * 104_729).toString(36)
    all.push(word)
    length += word.length + 1
  }
  return all.join(' ')
}

export function* largeRequests({ chat, bridge, edge }: Doors): Generator<Large> {
  const post = (url: string, body: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer
      },
    )
  const own = { authorization: `Bearer ${chat.token}` }
  const toChat = (what: string, path: string, body: string): Large => ({
    what,
    send: () => post(chat.url + path, body, own),
  })
  let large = ''
  const made = (what: string, body: string): Large => ({
    what,
    async send() {
      const answer = await fetch(`${chat.url}/api/v1/chats/new`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json', ...own },
      })
      const { id } = (await answer.json()) as { id?: string }
      large = id ?? large
      return answer
    },
  })
  const get = (what: string, path: string): Large => ({
    what,
    async send() {
      const answer = await fetch(chat.url + path, { headers: own })
      await answer.arrayBuffer()
      return answer
    },
  })
  const readings = function* (): Generator<Large> {
    yield get('read it whole', `/api/v1/chats/${large}`)
    yield get('its conversation', `/api/v1/chats/${large}/messages?limit=200`)
    yield get('its branches', `/api/v1/chats/${large}/branches`)
    yield get('list all chats', '/api/v1/chats/')
    yield toChat('pin it', `/api/v1/chats/${large}/pin`, '')
    yield {
      what: 'delete it',
      send: () => fetch(`${chat.url}/api/v1/chats/${large}`, { method: 'DELETE', headers: own }),
    }
  }

  yield made('chat of 40,000 short messages', chatOf(messages(40_000, (n) => `Message ${n}`, chain)))
  yield made('chat of 10,000 short messages', chatOf(messages(10_000, (n) => `Message ${n}`, chain)))
  yield toChat(
    'merge 10,000 changed messages',
    `/api/v1/chats/${large}`,
    chatOf(messages(10_000, (n) => `Changed ${n}`, chain)),
  )
  yield* readings()
  yield made(
    'chat of 10,000 roots',
    chatOf(
      messages(
        10_000,
        (n) => `Message ${n}`,
        () => null,
      ),
    ),
  )
  yield* readings()
  yield made('chat of 31 MB, 8 long messages', chatOf(messages(8, (n) => words(3.9 * MB, n), chain)))
  yield* readings()
  yield made(
    'chat of 31 MB, 150 messages of 200,000 characters',
    chatOf(messages(150, (n) => words(200_000, n), chain)),
  )
  yield* readings()
  yield made(
    'chat of 20 MB in Chinese',
    chatOf(
      messages(
        30,
        (n) =>
          String.fromCodePoint(
            ...Array.from({ length: 50_000 }, (_, i) => 0x4e00 + ((i * 37 + n) % 20_000)),
          ).repeat(4),
        chain,
      ),
    ),
  )
  yield* readings()
  yield toChat(
    'chat with 30 MB of fields',
    '/api/v1/chats/new',
    `{"chat":{"title":"x","other":[${'[1,{"a":2}],'.repeat(2_500_000)}1]}}`,
  )
  yield toChat(
    'a message with 30 MB of fields',
    '/api/v1/chats/new',
    `{"chat":{"history":{"messages":{"m1":{"tools":[${'{"a":2},'.repeat(3_500_000)}1]}}}}}`,
  )
  yield toChat('30 MB that is no chat', '/api/v1/chats/new', `[${'[1,{"a":2}],'.repeat(2_500_000)}1]`)
  yield toChat(
    '30 MB of messages that are wrong',
    '/api/v1/chats/new',
    chatOf(Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`m ${n}`, { role: 5 }]))),
  )
  for (const path of [
    '/api/v1/chats/new',
    '/api/v1/chats/batch',
    '/api/v1/prompts/',
    '/api/chat/completions',
    '/api/v1/folders/',
  ]) {
    yield toChat(`${path}: nested 20,000 levels`, path, `{"a":${deep(20_000)}}`)
    yield toChat(`${path}: 50,000 keys`, path, wide(50_000))
  }
  yield toChat(
    'completion of 900,000 characters',
    '/api/chat/completions',
    JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: words(900_000) }] }),
  )
  yield toChat(
    'completion of many small messages',
    '/api/chat/completions',
    JSON.stringify({
      model: 'garden',
      messages: Array.from({ length: 400_000 }, () => ({ role: 'user', content: 'a' })),
    }),
  )
  yield get('search of 8 words', `/api/v1/chats/search?text=${encodeURIComponent('a b c d e f g h')}`)

  const asBridge = { authorization: `Bearer ${bridge.key}`, 'x-chatapp-user-email': bridge.email }
  const toBridge = (what: string, body: string): Large => ({
    what: `bridge: ${what}`,
    send: () => post(`${bridge.url}/v1/chat/completions`, body, asBridge),
  })
  yield toBridge('nested 20,000 levels', `{"messages":[{"role":"user","content":"hi"}],"a":${deep(20_000)}}`)
  yield toBridge('100,000 keys', wide(100_000))
  yield toBridge(
    '400,000 small messages',
    JSON.stringify({
      messages: Array.from({ length: 400_000 }, (_, n) => ({ role: 'user', content: `a${n}` })),
    }),
  )
  yield toBridge(
    'one message of 400,000 parts',
    JSON.stringify({
      messages: [
        { role: 'user', content: Array.from({ length: 400_000 }, () => ({ type: 'text', text: 'a' })) },
      ],
    }),
  )
  yield toBridge('a text of 20 MB', JSON.stringify({ messages: [{ role: 'user', content: words(20 * MB) }] }))
  yield toBridge(
    'a file of 15 MB',
    JSON.stringify({
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'file',
              file: {
                filename: 'a.bin',
                file_data: `data:application/octet-stream;base64,${Buffer.alloc(15 * MB, 7).toString('base64')}`,
              },
            },
          ],
        },
      ],
    }),
  )

  const hook = (what: string, body: string): Large => ({
    what: `webhook: ${what}`,
    send: () => post(`${edge}/webhooks/any`, body),
  })
  yield hook('nested 20,000 levels', deep(20_000))
  yield hook('largest JSON', `[${'[1,{"a":2}],'.repeat(80_000)}1]`)
  for (const path of ['access/grant', 'runs', 'inbox/test', 'files/check']) {
    yield toChat(`console ${path}: nested 20,000 levels`, `/portal/api/${path}`, deep(20_000))
    yield toChat(`console ${path}: 20,000 keys`, `/portal/api/${path}`, wide(14_000))
  }
  yield {
    what: 'MCP: 4 MB',
    send: () =>
      post(`${edge}/mcp`, `[${'[1,{"a":2}],'.repeat(300_000)}1]`, {
        ...own,
        accept: 'application/json, text/event-stream',
      }),
  }
}
