import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  explicitChat,
  folderOfSegment,
  linkSegment,
  requestedChat,
  scopeCandidates,
  scopeFolder,
} from './scope.ts'

const ann = { email: 'ann@example.com', surface: 'chatapp', groups: [] }
const bob = { ...ann, email: 'bob@example.com' }
const holder = { ...ann, email: null }

const NONE = {
  chatId: undefined,
  metadataChatId: undefined,
  metadataConversationId: undefined,
  header: '',
  user: undefined,
}

const SOURCES = [
  'chatId',
  'metadataChatId',
  'metadataConversationId',
  'header',
  'user',
  'firstUserMessage',
] as const

test('of every combination of sources the first that is present names the chat [bridge.chat-id-order]', async () => {
  for (let present = 0; present < 64; present++) {
    const isPresent = (index: number) => (present & (1 << index)) !== 0
    const sources = Object.fromEntries(
      SOURCES.map((name, index) => [
        name,
        isPresent(index) ? `from-${name}` : name === 'firstUserMessage' ? '' : undefined,
      ]),
    ) as unknown as Parameters<typeof requestedChat>[0]
    const first = SOURCES.findIndex((_, index) => isPresent(index))
    const chat = await requestedChat(sources, ann)
    if (first >= 0 && first < 4)
      assert.deepEqual(chat, { kind: 'explicit', id: `from-${SOURCES[first]}` }, `${present}`)
    else {
      assert.equal(chat.kind, 'derived', `${present}`)
      assert.match(chat.id, first === 4 ? /^user-[0-9a-f]{32}$/ : /^first-[0-9a-f]{32}$/, `${present}`)
    }
  }
})

test('sources that hold no text are passed over', async () => {
  const chat = await requestedChat(
    {
      chatId: 7,
      metadataChatId: '  ',
      metadataConversationId: null,
      header: '',
      user: {},
      firstUserMessage: 'hi',
    },
    ann,
  )
  assert.match(chat.id, /^first-/)
})

test('derived ids differ by person and by surface, and stay the same for both', async () => {
  const sources = { ...NONE, user: 'u', firstUserMessage: 'hi' }
  const idFor = async (caller: Parameters<typeof requestedChat>[1]) =>
    (await requestedChat(sources, caller)).id
  const ids = await Promise.all([ann, bob, holder, { ...ann, surface: 'mcp' }].map(idFor))
  assert.equal(new Set(ids).size, 4)
  assert.equal(await idFor({ ...ann }), ids[0])
})

test('a chat keeps the id from its first message, at any length', async () => {
  for (const content of ['hi', [{ type: 'text', text: 'hi' }], 'ab😀"\n'.repeat(30_000)]) {
    const sources = { ...NONE, firstUserMessage: content }
    const { id } = await requestedChat(sources, ann)
    const named = JSON.stringify([ann.email, ann.surface, JSON.stringify(content)])
    assert.equal(id, `first-${createHash('sha256').update(named).digest('hex').slice(0, 32)}`)
  }
})

test('the id as given is tried first, then a scope marked by eight digits of the caller', () => {
  const [given, marked] = scopeCandidates(explicitChat('c1'), ann)
  assert.equal(given, 'c1')
  assert.match(marked!, /^c1~[0-9a-f]{8}$/)
})

test('an id that ends like another person’s scope is not accepted unchanged', () => {
  const [, bobs] = scopeCandidates(explicitChat('c1'), bob)
  assert.ok(!scopeCandidates(explicitChat(bobs!), ann).includes(bobs!))
  assert.equal(scopeCandidates(explicitChat(bobs!), bob)[0], bobs)
})

const id = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ minLength: 300, maxLength: 600 }),
  fc.constantFrom(
    '..',
    '.',
    'a/b',
    'a\\b',
    '\0',
    'temporary:abc',
    'CON',
    '~',
    `~${'0'.repeat(40)}`,
    `x~${'0'.repeat(8)}`,
  ),
)

test('marked scopes of two callers never meet', () => {
  fc.assert(
    fc.property(id, id, (a, b) => {
      const [, ...anns] = scopeCandidates({ kind: 'derived', id: a }, ann)
      const [, ...bobs] = scopeCandidates({ kind: 'derived', id: b }, bob)
      assert.deepEqual(
        anns.filter((scope) => bobs.includes(scope)),
        [],
      )
    }),
  )
})

test('every scope has a folder name that is safe anywhere', () => {
  fc.assert(fc.property(id, (text) => assert.match(scopeFolder(explicitChat(text).id), /^[0-9a-f]{40}$/)))
})

test('a link’s path is safe for every id and leads back to the folder of that id', () => {
  fc.assert(
    fc.property(id, (text) => {
      const { id: scope } = explicitChat(text)
      const segment = linkSegment(scope)
      assert.match(segment, /^[A-Za-z0-9~][A-Za-z0-9._:@+=~-]*$/)
      assert.equal(folderOfSegment(segment), scopeFolder(scope))
    }),
  )
})
