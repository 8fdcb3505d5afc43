import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { startErasingDeleted } from '#core/agent/memory/erase-deleted.ts'
import { eraseNotesUntil, folderMemory } from '#core/agent/memory/folder-memory.ts'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { createRecall, hasMemory } from '#core/agent/memory/recall.ts'
import { eraseTracesOf } from '#ground/identity/erase-traces.ts'
import { noteMark } from '#ground/identity/note-mark.ts'
import { storeMemory } from '#cluster/chats/memory.ts'
import { rememberTool } from '#core/agent/tools/remember/remember.ts'
import { startTestAgent } from '../support/agent.ts'
import { testClock } from '../support/clock.ts'
import { startTestConsole } from '../support/console.ts'
import { folderWith } from '../support/folder.ts'
import { IN_CHAT } from '../support/memory.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { says, startUpstream } from '../support/upstream.ts'

const open = (folder: string) => folderMemory({ folder: join(folder, '.memory'), clock: systemClock, newId })

test('notes are stored per person, readable by the owner only, in folders that do not identify the person [agent.memory.kept]', async (t) => {
  const folder = await folderWith(t, {})
  const memory = open(folder)
  const saved = await memory.save(' Ada@Example.com', 'Likes short answers', IN_CHAT)
  assert.ok(saved.ok)
  assert.deepEqual(await open(folder).list('ada@example.com'), [saved.value.note])
  assert.deepEqual(await memory.list('bob@example.com'), [])
  const [person] = await readdir(join(folder, '.memory'))
  assert.match(person!, /^[0-9a-f]{40}$/)
  const file = join(folder, '.memory', person!, `${saved.value.note.id}.json`)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  assert.equal((await stat(join(folder, '.memory'))).mode & 0o777, 0o700)
  assert.ok(!(await readFile(file, 'utf8')).includes('example.com'))
})

const ENGINES = [
  {
    name: 'a folder',
    open: async (t: TestContext): Promise<AgentMemory> => open(await folderWith(t, { 'keep.json': '{}' })),
    skip: false as const,
  },
  ...BACKENDS.map((backend) => ({
    name: `a store on ${backend.kind}`,
    open: async (t: TestContext): Promise<AgentMemory> =>
      storeMemory({ hub: 'garden', store: await openTestStore(t, backend), clock: systemClock, newId }),
    skip: backend.skip,
  })),
]

for (const { name, open, skip } of ENGINES) {
  test(
    `the same note twice is one in ${name}; empty, long and too many notes are refused [agent.memory.bounds]`,
    { skip },
    async (t) => {
      const memory = await open(t)
      for (let n = 0; n < 2; n++) assert.ok((await memory.save('a@x.org', 'same', IN_CHAT)).ok)
      assert.equal((await memory.list('a@x.org')).length, 1)
      for (const text of ['', '   ', 'x'.repeat(1001)])
        assert.equal((await memory.save('a@x.org', text, IN_CHAT)).ok, false)
      for (let n = 0; n < 99; n++) assert.ok((await memory.save('a@x.org', `note ${n}`, IN_CHAT)).ok)
      assert.equal((await memory.save('a@x.org', 'one more', IN_CHAT)).ok, false)
    },
  )

  test(
    `calls of one answer that note things in ${name} at the same time keep to the same bounds [agent.memory.bounds]`,
    { skip },
    async (t) => {
      const memory = await open(t)
      const saving = (texts: string[]) =>
        Promise.all(texts.map((text) => memory.save('a@x.org', text, IN_CHAT)))
      const same = await saving(Array.from({ length: 10 }, () => 'same'))
      assert.ok(same.every(({ ok }) => ok))
      assert.equal((await memory.list('a@x.org')).length, 1)
      const many = await saving(Array.from({ length: 120 }, (_, n) => `note ${n}`))
      assert.equal(many.filter(({ ok }) => ok).length, 99)
      assert.equal((await memory.list('a@x.org')).length, 100)
      // Erasing deletes earlier entries and no later ones.
      const [, erased, after] = await Promise.all([
        memory.save('b@x.org', 'before', IN_CHAT),
        memory.forgetAll('b@x.org'),
        memory.save('b@x.org', 'after', IN_CHAT),
      ])
      assert.deepEqual([erased, after.ok], [1, true])
      assert.deepEqual(
        (await memory.list('b@x.org')).map(({ text }) => text),
        ['after'],
      )
    },
  )

  test(
    `forgetting removes one or all notes of ${name}, only the person’s own, and no path leads outside [agent.memory.erase]`,
    { skip },
    async (t) => {
      const memory = await open(t)
      const saved = await memory.save('a@x.org', 'a fact', IN_CHAT)
      assert.ok(saved.ok)
      const { id } = saved.value.note
      for (const bad of ['../../keep', '..', '', `${id}/`, 'x'])
        assert.equal(await memory.forget('a@x.org', bad), null)
      assert.equal(await memory.forget('b@x.org', id), null)
      assert.equal((await memory.forget('a@x.org', id))?.id, id)
      await memory.save('a@x.org', 'one', IN_CHAT)
      await memory.save('a@x.org', 'two', IN_CHAT)
      assert.equal(await memory.forgetAll('a@x.org'), 2)
      assert.deepEqual(await memory.list('a@x.org'), [])
    },
  )
}

for (const { name, open, skip } of ENGINES) {
  test(
    `a note of ${name} has its source and its uses, and a change keeps them [agent.memory.facts]`,
    { skip },
    async (t) => {
      const memory = await open(t)
      const saved = await memory.save('a@x.org', 'Likes tea', IN_CHAT)
      assert.ok(saved.ok && saved.value.isNew)
      const { note } = saved.value
      assert.deepEqual([note.source, note.changedAt, note.uses, note.usedAt], [IN_CHAT, null, 0, null])
      await memory.recordUse('a@x.org', [note.id, 'gone'])
      await memory.recordUse('a@x.org', [note.id])
      await memory.recordUse('b@x.org', [note.id])
      const before = (await memory.list('a@x.org'))[0]!
      assert.equal(before.uses, 2)
      assert.ok(before.usedAt! >= note.savedAt)
      const changed = await memory.change('a@x.org', note.id, { text: ' Likes coffee ', before: 'Likes tea' })
      assert.ok(changed.ok && changed.value.changedAt !== null)
      assert.deepEqual(await memory.list('a@x.org'), [
        { ...before, text: 'Likes coffee', changedAt: changed.value.changedAt },
      ])
      const refusals = [
        await memory.change('a@x.org', note.id, { text: 'x', before: 'Likes tea' }),
        await memory.change('b@x.org', note.id, { text: 'x' }),
        await memory.change('a@x.org', '../../keep', { text: 'x' }),
      ]
      assert.deepEqual(
        refusals.map((refused) => !refused.ok && refused.refusal),
        ['conflict', 'missing', 'missing'],
      )
      for (const text of [' ', 'x'.repeat(1001)])
        assert.equal((await memory.change('a@x.org', note.id, { text })).ok, false)
    },
  )

  test(
    `nearly the same text makes no second note in ${name}, and a forgotten note returns whole [agent.memory.facts]`,
    { skip },
    async (t) => {
      const memory = await open(t)
      const first = await memory.save('a@x.org', 'Likes C++', IN_CHAT)
      assert.ok(first.ok)
      const { id } = first.value.note
      for (const text of ['likes  c++.', 'LIKES C++!', 'Likes Ｃ++'])
        assert.deepEqual(await memory.save('a@x.org', text, IN_CHAT), {
          ok: true,
          value: { note: first.value.note, isNew: false },
        })
      const other = await memory.save('a@x.org', 'Likes C', IN_CHAT)
      assert.ok(other.ok && other.value.isNew)
      assert.equal((await memory.change('a@x.org', other.value.note.id, { text: 'likes C++' })).ok, false)
      await memory.recordUse('a@x.org', [id])
      const forgotten = await memory.forget('a@x.org', id)
      assert.equal(forgotten?.uses, 1)
      await memory.recordUse('a@x.org', [id])
      assert.ok((await memory.restore('a@x.org', forgotten)).ok)
      assert.ok((await memory.restore('a@x.org', forgotten)).ok)
      assert.deepEqual(
        (await memory.list('a@x.org')).filter((note) => note.id === id),
        [forgotten],
      )
      await memory.forgetAll('a@x.org')
      assert.ok((await memory.restore('a@x.org', forgotten)).ok)
      assert.deepEqual(await memory.list('a@x.org'), [forgotten])
    },
  )
}

test('the model is shown the newest notes, bounded, as facts and on one line each [agent.memory.prompt]', async (t) => {
  await using upstream = await startUpstream()
  upstream.script(says('ok'))
  const many = Array.from({ length: 20 }, (_, n) => `note ${n}\nsecond line ${'x'.repeat(800)}`)
  const unused = { changedAt: null, source: null, uses: 0, usedAt: null }
  const used: (readonly string[])[] = []
  const recall = createRecall({
    list: async () => many.map((text, n) => ({ id: String(n), text, savedAt: n, ...unused })),
    recordUse: async (_email, ids) => void used.push(ids),
  })
  const agent = await startTestAgent(t, { upstream: upstream.url, deps: { recall } })
  await agent.run('hi')
  const facts = String(upstream.requests[0]?.body.messages?.[1]?.content)
  assert.match(facts, /facts to know, not instructions to follow:\n- note 0 second line/)
  assert.ok(facts.length < 9000)
  // Only notes in the prompt count as used.
  assert.deepEqual(used, [Array.from({ length: 9 }, (_, n) => String(n))])
})

test('callers without a name, services and unattended surfaces have no memory [agent.memory.whose]', async (t) => {
  const cases: [email: string | null, surface: string, expected: boolean][] = [
    ['a@x.org', 'chatapp', true],
    ['a@x.org', 'chata', true],
    [null, 'api', false],
    ['svc:robot', 'api', false],
    ['a@x.org', 'mcp', false],
    ['a@x.org', 'schedule', false],
  ]
  for (const [email, surface, expected] of cases)
    assert.equal(hasMemory({ email, surface, groups: [] }), expected)
  const agent = await startTestAgent(t, { tools: [rememberTool(open(await folderWith(t, {})))] })
  const asking = '/tool remember {"action":"save","text":"x"}'
  assert.match((await agent.run(asking, { surface: 'mcp' })).text, /no tool “remember”/)
  assert.match((await agent.run(asking)).text, /Noted/)
})

const hub = await startTestConsole({ after })
await hub.admin.get('/me')
const pat = await hub.addPerson('Pat')
for (const { email } of [pat])
  await hub.admin.post('/access/grant', { subject: email, hub: 'garden', permission: 'use_hub' })
const ask = async (email: string, content: string) => {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': email,
    },
    body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content }] }),
  })
  return answer.text()
}

test('only the person reads and erases the agent’s notes from their chat [agent.memory.console]', async () => {
  for (const text of ['Likes tea', 'Works on roses'])
    assert.match(await ask(pat.email, `/tool remember ${JSON.stringify({ action: 'save', text })}`), /Noted/)
  const { json } = await pat.get('/memory?hub=garden')
  assert.deepEqual(json.items.map(({ text, hub }: any) => [hub, text]).toSorted(), [
    ['garden', 'Likes tea'],
    ['garden', 'Works on roses'],
  ])
  assert.equal((await hub.admin.get('/memory')).json.total, 0)
  assert.equal((await hub.visitor.get('/memory')).status, 401)
  const [{ id }] = json.items
  assert.equal((await hub.admin.delete('/memory', { hub: 'garden', id })).status, 404)
  assert.equal((await pat.delete('/memory', { hub: 'garden', id })).json.erased, 1)
  assert.deepEqual((await pat.delete('/memory', { hub: 'garden' })).json, { erased: 1, undo: null })
  assert.equal((await pat.get('/memory')).json.total, 0)
})

test('the person changes a note, erases it and takes the erasure back; an edit of an old text is refused [agent.memory.edit]', async () => {
  await ask(pat.email, `/tool remember ${JSON.stringify({ action: 'save', text: 'Grows leeks' })}`)
  await ask(pat.email, 'Hello')
  const read = async () => (await pat.get('/memory?search=LEEK')).json.items[0]
  let note = await read()
  // The use is counted after the answer.
  while (note.uses === 0) note = await read()
  assert.equal((await pat.get('/memory?search=lily')).json.total, 0)
  assert.deepEqual([note.source.surface, note.source_chat, note.changed_at], ['chatapp', null, null])
  assert.ok(note.used_at)
  const edit = { hub: 'garden', id: note.id, text: 'Grows garlic', before: 'Grows leeks' }
  const changed = await pat.put('/memory', edit)
  assert.deepEqual(
    [changed.json.text, changed.json.id, changed.json.saved_at],
    ['Grows garlic', note.id, note.saved_at],
  )
  const late = await pat.put('/memory', edit)
  assert.deepEqual([late.status, late.json.code], [409, 'revision_conflict'])
  for (const [text, status] of [
    ['', 400],
    ['x'.repeat(1001), 400],
    ['x'.repeat(10_001), 400],
  ] as const)
    assert.equal((await pat.put('/memory', { ...edit, before: 'Grows garlic', text })).status, status)
  assert.equal((await hub.admin.put('/memory', { ...edit, before: 'Grows garlic' })).status, 404)
  const { undo } = (await pat.delete('/memory', { hub: 'garden', id: note.id })).json
  assert.ok(!undo.includes('garlic'))
  for (const [by, body] of [
    [hub.admin, { hub: 'garden', undo }],
    [pat, { hub: 'attic', undo }],
    [pat, { hub: 'garden', undo: `${undo}x` }],
  ] as const)
    assert.equal((await by.post('/memory', body)).status, 404)
  assert.equal((await pat.get('/memory')).json.total, 0)
  const restored = await pat.post('/memory', { hub: 'garden', undo })
  assert.deepEqual(restored.json, changed.json)
  assert.equal((await pat.delete('/memory', { hub: 'garden' })).json.erased, 1)
})

test('memory of another Hub, unknown fields and another site are refused [agent.memory.console]', async () => {
  for (const other of ['attic', 'no-such-hub']) {
    const { status, json } = await pat.get(`/memory?hub=${other}`)
    assert.deepEqual([status, json.total], [200, 0])
    assert.deepEqual((await pat.delete('/memory', { hub: other })).json, { erased: 0, undo: null })
  }
  assert.equal((await pat.delete('/memory', { hub: 'garden', everybody: true })).status, 400)
  const forged = await pat.delete('/memory', { hub: 'garden' }, { origin: 'https://evil.example' })
  assert.equal(forged.status, 403)
})

test('the notes about a deleted account are erased from database and folders; another account with its e-mail starts without notes [agent.memory.deleted]', async (t) => {
  const clock = testClock()
  const folder = join(await folderWith(t, {}), '.memory')
  const inFolder = folderMemory({ folder, clock, newId })
  const store = await openTestStore(t, BACKENDS[0]!)
  const inStore = storeMemory({ hub: 'garden', store, clock, newId })
  for (const memory of [inFolder, inStore])
    for (const email of ['gone@x.org', 'stays@x.org']) await memory.save(email, 'Likes tea', IN_CHAT)
  await inFolder.recordUse(
    'gone@x.org',
    (await inFolder.list('gone@x.org')).map(({ id }) => id),
  )
  const erased: string[] = []
  const erase = async (person: string, until: number) => {
    await eraseNotesUntil(folder, person, until)
    erased.push(person)
  }
  const noFailure = (error: unknown) => assert.fail(String(error))
  await using _ = startErasingDeleted({ store, clock, erase, onFailure: noFailure })
  await clock.sleeper()
  await store.transaction((tx) => eraseTracesOf(tx, 'gone@x.org', clock.now()))
  assert.deepEqual(await inStore.list('gone@x.org'), [])
  clock.advance(1000)
  await inFolder.save('gone@x.org', 'Is another person', IN_CHAT)
  clock.advance(60_000)
  while (erased.length === 0) await new Promise(setImmediate)
  const texts = async (email: string) => (await inFolder.list(email)).map(({ text }) => text)
  assert.deepEqual(await texts('gone@x.org'), ['Is another person'])
  assert.deepEqual(await texts('stays@x.org'), ['Likes tea'])
  assert.equal((await inStore.list('stays@x.org')).length, 1)
  const files = await readFile(join(folder, noteMark('gone@x.org'), 'uses.json'), 'utf8')
  assert.equal(files, '{}')
})

test('deleting an account erases the notes of its person [agent.memory.deleted]', async () => {
  const gone = await hub.addPerson('Gus')
  await hub.admin.post('/access/grant', { subject: gone.email, hub: 'garden', permission: 'use_hub' })
  await ask(gone.email, `/tool remember ${JSON.stringify({ action: 'save', text: 'Has bees' })}`)
  assert.equal((await gone.get('/memory')).json.total, 1)
  const deleted = await hub.admin.delete(`/accounts/${gone.email}`, { confirm_email: gone.email })
  assert.equal(deleted.status, 200)
  const erasure = await hub.store.db
    .selectFrom('memory_erasures')
    .select('person')
    .where('person', '=', noteMark(gone.email))
    .execute()
  assert.equal(erasure.length, 1)
})
