import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { person, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'

const ann = person('ann@example.com')
const bob = person('bob@example.com')

const scopeOf = async (
  bridge: TestBridge,
  body: object,
  headers: Record<string, string> = {},
): Promise<string> => {
  const response = await bridge.complete(body, headers)
  await response.json()
  return decodeURIComponent(response.headers.get('x-svc-chat-id')!)
}

test('an id belongs to its first user, and other people get a scope beside it [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  const body = saying('/say hi', { chat_id: 'plans' })
  assert.equal(await scopeOf(bridge, body, ann), 'plans')
  const bobs = await scopeOf(bridge, body, bob)
  assert.match(bobs, /^plans~[0-9a-f]{8}$/)
  const nobodys = await scopeOf(bridge, body)
  assert.match(nobodys, /^plans~[0-9a-f]{8}$/)
  assert.notEqual(nobodys, bobs)
  assert.equal(await scopeOf(bridge, body, ann), 'plans')
  assert.equal(await scopeOf(bridge, body, bob), bobs)
  assert.equal(await scopeOf(bridge, saying('/say hi', { chat_id: bobs }), bob), bobs)
  assert.notEqual(await scopeOf(bridge, saying('/say hi', { chat_id: bobs }), ann), bobs)
})

test('owners are remembered across a restart [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  await scopeOf(bridge, saying('/say hi', { chat_id: 'plans' }), ann)
  await bridge[Symbol.asyncDispose]()
  const again = await bridge.restart()
  assert.match(await scopeOf(again, saying('/say hi', { chat_id: 'plans' }), bob), /^plans~/)
  assert.equal(await scopeOf(again, saying('/say hi', { chat_id: 'plans' }), ann), 'plans')
})

test('of many who use a new id at once exactly one gets it [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  const scopes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      scopeOf(bridge, saying('/say hi', { chat_id: 'race' }), person(`person${n}@example.com`)),
    ),
  )
  assert.equal(scopes.filter((scope) => scope === 'race').length, 1)
  assert.equal(new Set(scopes).size, 20)
})

test('two people who say the same never share a chat, nor does one person on two surfaces [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  const requests = [saying('hi'), saying('hi', { user: 'team' })]
  for (const body of requests) {
    const scopes = await Promise.all([
      scopeOf(bridge, body, ann),
      scopeOf(bridge, body, bob),
      scopeOf(bridge, body),
      scopeOf(bridge, body, { ...ann, 'x-svc-surface': 'teamchat' }),
    ])
    assert.equal(new Set(scopes).size, 4)
    assert.equal(await scopeOf(bridge, body, { 'x-svc-user': 'ANN@example.com' }), scopes[0])
  }
})

test('each source names the chat when those before it are absent [bridge.chat-id-order]', async (t) => {
  const bridge = await startTestBridge(t)
  const metadata = { chat_id: 'from-metadata', conversation_id: 'from-conversation' }
  const header = { 'x-svc-chat-id': 'from-header' }
  const all = { chat_id: 'from-body', metadata, user: 'someone' }
  assert.equal(await scopeOf(bridge, saying('hi', all), header), 'from-body')
  assert.equal(await scopeOf(bridge, saying('hi', { ...all, chat_id: undefined }), header), 'from-metadata')
  assert.equal(await scopeOf(bridge, saying('hi', { ...all, chat_id: 7 }), header), 'from-metadata')
  const conversation = { metadata: { conversation_id: 'from-conversation' }, user: 'someone' }
  assert.equal(await scopeOf(bridge, saying('hi', conversation), header), 'from-conversation')
  assert.equal(
    await scopeOf(bridge, saying('hi', { user: 'someone', metadata: null }), header),
    'from-header',
  )
  assert.match(await scopeOf(bridge, saying('hi', { user: 'someone' })), /^user-[0-9a-f]{32}~/)
  assert.match(await scopeOf(bridge, saying('hi')), /^first-[0-9a-f]{32}~/)
})

test('the first user message keeps a growing conversation in its chat [bridge.chat-id-order]', async (t) => {
  const bridge = await startTestBridge(t)
  const first = await scopeOf(bridge, saying('hi'))
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: 'hello' },
    { role: 'user', content: '/say more' },
  ]
  assert.equal(await scopeOf(bridge, { messages }), first)
})

test('one person’s files are out of another’s sight in a chat of the same name [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  const save = saying('/tool save_file {"filename":"secret.txt","content":"from ann"}', { chat_id: 'plans' })
  const link = linkIn(await readText(await bridge.complete(save, ann)))
  assert.match(link, /^\/artifacts\/plans\/secret\.txt\?t=/)
  const looking = saying('/tool list_files {"folder":"chat"}', { chat_id: 'plans' })
  assert.match(await readText(await bridge.complete(looking, ann)), /secret\.txt/)
  assert.doesNotMatch(await readText(await bridge.complete(looking, bob)), /secret\.txt/)
  const bobs = linkIn(await readText(await bridge.complete(save, bob)))
  assert.match(bobs, /^\/artifacts\/plans~[0-9a-f]{8}\/secret\.txt\?t=/)
})

const ODD_IDS = [
  '..',
  '.',
  '../../etc',
  'a/b',
  'a\\b',
  '\0',
  'a\nb',
  'x'.repeat(300),
  'temporary:1',
  '日本 🌱',
  '%2e%2e',
  'CON',
  '~',
]

test('any text is a chat id: its files stay in their folder and its links work [bridge.artifact-bounds]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [n, id] of ODD_IDS.entries()) {
    const save = saying(`/tool save_file {"filename":"a.txt","content":"file ${n}"}`, { chat_id: id })
    const link = linkIn(await readText(await bridge.complete(save, ann)))
    assert.doesNotMatch(new URL(link, 'http://x').pathname, /%2f|%5c|%00|\.\./i, id)
    const opened = await fetch(bridge.url + link)
    assert.equal(await opened.text(), `file ${n}`, JSON.stringify(id))
  }
  assert.equal(
    (await readdir(`${bridge.hubFolder}/.chats`)).filter((name) => !name.startsWith('.')).length,
    ODD_IDS.length,
  )
  for (const path of await bridge.chatPaths())
    assert.match(path, /\.chats\/[0-9a-f]{40}\/(chat\.json|history\.jsonl|files\/a\.txt)$/)
})

test('links are root-relative in the web chat and absolute on every other surface', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_PUBLIC_URL: 'https://hub.example.com/' } })
  const save = saying('/tool save_file {"filename":"a b.txt","content":"x"}', { chat_id: 'c' })
  assert.match(
    linkIn(await readText(await bridge.complete(save, ann))),
    /^\/artifacts\/c\/a%20b\.txt\?t=[\w-]{43}$/,
  )
  const elsewhere = await bridge.complete(save, { ...ann, 'x-svc-surface': 'api' })
  assert.match(
    linkIn(await readText(elsewhere)),
    /^https:\/\/hub\.example\.com\/artifacts\/c\/a%20b\.txt\?t=/,
  )
})

const linkIn = (text: string): string => /\]\(([^)]+)\)/.exec(text)?.[1] ?? assert.fail(`no link in ${text}`)
