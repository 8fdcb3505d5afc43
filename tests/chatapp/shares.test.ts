import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import type { Client } from './client.ts'
import { readStream } from './page.ts'
import { FILE_LINK, longChat, startSharing } from './shares-world.ts'

/** File names with this text have 200 characters, above the router's default limit. */
const LONG = 'x'.repeat(185)
const MISSING = [404, 'share_missing']
const reported = ({ status, json }: { status: number; json: any }) => [status, json.code]
const idsOf = ({ json }: { json: any }): string[] => json.messages.map(({ id }: any) => id)

for (const backend of BACKENDS)
  describe(`shared chats on ${backend.kind}`, { skip: backend.skip }, () => {
    test('only named people read a copy, which stays unchanged until its owner ends it [shares.copy] [shares.ended] [shares.recorded]', async (t) => {
      const world = await startSharing(t, { location: await backend.locate(t) })
      const { bob, cem, dora, make, share, read, records } = world
      const id = await make(longChat(130))
      assert.equal((await bob.get(`/api/v1/chats/${id}/share`)).json, null)
      const made = await share(id)
      assert.equal(made.status, 200, made.text)
      const { id: shareId, openings, ...facts } = made.json
      assert.deepEqual(
        [facts.chat_id, facts.audience, facts.live, facts.details, openings],
        [id, 'people', false, false, []],
      )
      assert.deepEqual(facts.people, [{ id: cem.id, name: 'Cem', email: 'cem@example.com' }])
      const listed = (await bob.get('/api/v1/chats/search?shared=true')).json
      assert.deepEqual(
        listed.map((chat: any) => [chat.id, chat.share_id]),
        [[id, shareId]],
      )
      assert.deepEqual((await bob.get('/api/v1/chats/search?shared=false')).json, [])

      assert.deepEqual(
        (await cem.get('/api/v1/shares/')).json.map(({ id, owner }: any) => [id, owner]),
        [[shareId, 'Bob']],
      )
      const newest = await read(cem, shareId)
      assert.deepEqual(
        [newest.status, newest.json.title, newest.json.owner, newest.json.live, newest.json.is_own],
        [200, 'Ferns', 'Bob', false, false],
      )
      assert.deepEqual(
        idsOf(newest),
        Array.from({ length: 48 }, (_, n) => `m${82 + n}`),
      )
      assert.deepEqual(idsOf(await read(cem, shareId, '?before=m2')), ['m0', 'm1'])
      assert.equal((await read(cem, shareId, '?before=gone')).json.code, 'message_missing')
      for (const [client, at] of [
        [dora, shareId],
        [cem, id],
        [cem, 'none'],
      ] as const)
        assert.deepEqual(reported(await read(client, at)), MISSING)
      assert.deepEqual((await dora.get('/api/v1/shares/')).json, [])
      assert.equal((await read(bob, shareId)).json.is_own, true)
      assert.equal((await cem.get(`/api/v1/chats/${id}`)).status, 401, 'the chat itself stays closed')

      const later = { m1: { content: 'changed' }, m130: { role: 'user', content: 'more', parentId: 'm129' } }
      await bob.post(`/api/v1/chats/${id}`, {
        chat: { title: 'Moss', history: { currentId: 'm130', messages: later } },
      })
      const again = await read(cem, shareId, '?before=m2')
      assert.deepEqual([again.json.title, again.json.current_id], ['Ferns', 'm129'])
      assert.equal(again.json.messages[1].content, 'said in m1')
      assert.equal((await share(id, { details: true })).json.id, shareId)
      assert.equal((await read(cem, shareId)).json.current_id, 'm129', 'another rule makes no new copy')
      await share(id, { renew: true })
      assert.deepEqual(
        [(await read(cem, shareId)).json.title, (await read(cem, shareId)).json.current_id],
        ['Moss', 'm130'],
      )
      assert.deepEqual(
        (await bob.get(`/api/v1/chats/${id}/share`)).json.openings.map(({ email }: any) => email),
        ['cem@example.com'],
      )

      assert.equal((await bob.delete(`/api/v1/chats/${id}/share`)).json, true)
      assert.deepEqual(reported(await read(cem, shareId)), MISSING)
      assert.deepEqual((await cem.get('/api/v1/shares/')).json, [])
      assert.equal((await bob.delete(`/api/v1/chats/${id}/share`)).json, false)
      assert.equal((await bob.get(`/api/v1/chats/${id}`)).json.share_id, null)
      const people = ['cem@example.com']
      const terms = { audience: 'people', people, live: false, details: false, renewed: true }
      assert.deepEqual(await records(), [
        ['made', 'bob', terms],
        ['opened', 'cem', {}],
        ['changed', 'bob', { ...terms, details: true, renewed: false }],
        ['changed', 'bob', terms],
        ['ended', 'bob', { why: 'by_owner' }],
      ])
      const anew = await share(id)
      assert.notEqual(anew.json.id, shareId, 'an address that was ended opens nothing again')
    })

    test('a live share follows the visible branch, and no other branch [shares.live]', async (t) => {
      const { bob, cem, make, share, read } = await startSharing(t, { location: await backend.locate(t) })
      const id = await make()
      const shareId = (await share(id, { live: true })).json.id
      const branch = { m3b: { role: 'assistant', content: 'other', parentId: 'm2', model: 'garden' } }
      await bob.post(`/api/v1/chats/${id}`, { chat: { history: { currentId: 'm3', messages: branch } } })
      assert.deepEqual(idsOf(await read(cem, shareId)), ['m0', 'm1', 'm2', 'm3'])
      assert.equal((await read(cem, shareId, '?before=m3b')).json.code, 'message_missing')
      await bob.post(`/api/v1/chats/${id}/update`, { title: 'Moss', current_id: 'm3b' })
      const after = await read(cem, shareId)
      assert.deepEqual([after.json.title, idsOf(after)], ['Moss', ['m0', 'm1', 'm2', 'm3b']])
      assert.deepEqual([after.json.messages[3].versions, after.json.messages[2].childrenIds], [['m3b'], []])
      await share(id, { live: false })
      await bob.post(`/api/v1/chats/${id}/update`, { current_id: 'm3' })
      assert.equal((await read(cem, shareId)).json.current_id, 'm3b')
    })

    test('a reader without access to the agent, or of a share without an owner, reads nothing [shares.decided]', async (t) => {
      const blocked = new Set<string>()
      const world = await startSharing(t, {
        location: await backend.locate(t),
        isBlocked: async (email) => blocked.has(email),
      })
      const { chat, ann, bob, cem, dora, publish, make, share, read, records } = world
      const id = await make()
      const shareId = (await share(id, { audience: 'all', people: [] })).json.id
      assert.deepEqual((await dora.get('/api/v1/shares/')).json, [], 'not before it was opened')
      assert.equal((await read(dora, shareId)).status, 200)
      assert.equal((await dora.get('/api/v1/shares/')).json.length, 1)

      await publish([bob, cem])
      assert.deepEqual(reported(await read(dora, shareId)), MISSING)
      assert.deepEqual((await dora.get('/api/v1/shares/')).json, [])
      for (const [answer, refusal] of [
        [{ '/prompts': null }, MISSING],
        [{ '/prompts': 'odd' }, [502, 'agent_unreachable']],
      ] as const) {
        chat.agent.notify(answer)
        assert.deepEqual(reported(await read(cem, shareId)), refusal)
        assert.deepEqual(reported(await read(ann, shareId)), refusal, 'administrators are nothing special')
      }
      chat.agent.notify({ '/prompts': { data: [] } })
      assert.equal(chat.agent.asked.at(-1)!.headers['x-chatapp-user-email'], 'ann@example.com')
      blocked.add('bob@example.com')
      assert.deepEqual(reported(await read(cem, shareId)), MISSING)
      blocked.clear()
      assert.equal((await read(cem, shareId)).status, 200)
      await ann.post(`/api/v1/users/${bob.id}/update`, { role: 'pending' })
      assert.deepEqual(reported(await read(cem, shareId)), MISSING)
      await ann.delete(`/api/v1/users/${bob.id}`)
      assert.deepEqual(reported(await read(cem, shareId)), MISSING)
      assert.deepEqual((await records()).at(-1), ['ended', 'bob', { why: 'account_deleted' }])
    })

    test('an owner without access to the agent cannot share its chats until access returns, and readers see the reason [shares.owner-access] [shares.ended]', async (t) => {
      const clock = testClock()
      const world = await startSharing(t, { location: await backend.locate(t), clock })
      const { chat, bob, cem, dora, publish, make, share, read } = world
      const id = await make()
      const shareId = (await share(id, { audience: 'all', people: [], live: true })).json.id
      const pathOf = (rest: string) => `/api/v1/shares/${shareId}/${rest}`
      assert.equal((await read(cem, shareId)).status, 200)
      for (const [take, give] of [
        [() => publish([cem, dora]), () => publish([bob, cem, dora])],
        [() => chat.agent.shutOut(['bob@example.com']), () => chat.agent.shutOut([])],
      ] as const) {
        const events = readStream(cem, pathOf('events'))
        const first = events.next()
        await clock.sleeperFor(4000)
        await take()
        clock.advance(4000)
        assert.equal((await first).value.event, 'closed')
        for (const gone of [
          await read(cem, shareId),
          await read(dora, shareId),
          await cem.post(pathOf('continue')),
          await cem.get(pathOf('files/one')),
          await cem.get(pathOf('saved/plan.md')),
          await cem.get(pathOf('events')),
        ])
          assert.deepEqual(reported(gone), MISSING)
        assert.deepEqual((await cem.get('/api/v1/shares/')).json, [])
        assert.equal((await read(bob, shareId)).status, 200, 'it is their own')
        assert.equal((await bob.get(`/api/v1/chats/${id}/share`)).json.id, shareId)
        await give()
        assert.equal((await read(cem, shareId)).status, 200)
        assert.equal((await cem.get('/api/v1/shares/')).json.length, 1)
      }
    })

    test('a deleted chat is no longer shared, and restoring it shares it again; several shares end at once [shares.ended]', async (t) => {
      const world = await startSharing(t, { location: await backend.locate(t) })
      const { bob, cem, dora, make, share, read, records } = world
      const ids = [await make(), await make(), await make()]
      const shares = []
      for (const id of ids) shares.push((await share(id)).json.id)
      const batch = (act: string) => bob.post('/api/v1/chats/batch', { act, ids: [ids[0]] })
      await batch('delete')
      assert.deepEqual(reported(await read(cem, shares[0])), MISSING)
      await batch('restore')
      assert.equal((await read(cem, shares[0])).status, 200)
      await bob.delete(`/api/v1/chats/${ids[0]}`)
      assert.deepEqual((await records()).at(-1), ['ended', 'bob', { why: 'chat_deleted' }])
      assert.deepEqual((await dora.post('/api/v1/shares/end', { ids })).json, { ids: [] })
      const ended = (await bob.post('/api/v1/shares/end', { ids: [...ids, ...ids, 'none'] })).json.ids
      assert.deepEqual(ended.toSorted(), ids.slice(1).toSorted())
      for (const id of shares) assert.deepEqual(reported(await read(cem, id)), MISSING)
    })

    test('asked twice or at once a chat has one share [shares.copy]', async (t) => {
      const { bob, make, share } = await startSharing(t, { location: await backend.locate(t) })
      const id = await make()
      const answers = await Promise.all([1, 2, 3, 4].map((n) => share(id, { live: n % 2 === 0 })))
      assert.deepEqual(
        new Set(answers.map(({ status }) => status)),
        new Set([200]),
        JSON.stringify(answers.map(({ text }) => text)),
      )
      assert.equal(new Set(answers.map(({ json }) => json.id)).size, 1)
      const both = await Promise.all([1, 2].map(() => bob.delete(`/api/v1/chats/${id}/share`)))
      assert.equal(both.filter(({ json }) => json === true).length, 1)
    })
  })

test('readers see the messages, and neither tool inputs and outputs nor private data, unless the owner shows them [shares.hidden]', async (t) => {
  const { cem, make, share, read } = await startSharing(t)
  const tool = {
    id: 't1',
    name: 'look_up',
    title: 'Looked up SECRET',
    state: 'done',
    ms: 4,
    at: 6,
    input: '{"q":"SECRET"}',
    result: `SECRET ${FILE_LINK('elsewhere')}`,
    connect: { provider: 'mail', name: 'Mail', journey: 'PRIVATE' },
    change: { id: 'PRIVATE', summary: 'PRIVATE' },
  }
  const id = await make(
    longChat(2, (message, n) =>
      n === 0
        ? { ...message, note: 'PRIVATE' }
        : {
            ...message,
            finish_reason: 'length',
            reasoning: 'SECRET',
            tools: [tool],
            usage: { total: 'PRIVATE' },
            error: { message: 'PRIVATE', code: 'x' },
          },
    ),
  )
  for (const live of [false, true]) {
    const shareId = (await share(id, { live })).json.id
    const hidden = await read(cem, shareId)
    assert.doesNotMatch(hidden.text, /SECRET|PRIVATE|SIGNATURE/)
    assert.deepEqual(hidden.json.messages[1].tools, [
      { id: 't1', name: 'look_up', title: 'Look up', state: 'done', at: 6, ms: 4 },
    ])
    assert.equal(hidden.json.messages[1].finish_reason, 'length')
    await share(id, { live, details: true })
    const shown = await read(cem, shareId)
    const answer = shown.json.messages[1]
    assert.deepEqual([answer.reasoning, answer.tools[0].input], ['SECRET', '{"q":"SECRET"}'])
    assert.doesNotMatch(shown.text, /PRIVATE|SIGNATURE/)
  }
})

test('files are read through the share alone, those that it shows and no others [shares.files]', async (t) => {
  const { chat, bob, cem, dora, make, share, read } = await startSharing(t)
  const [shown, other] = [
    (await bob.upload('a.txt', 'shown')).json,
    (await bob.upload('b.txt', 'other')).json,
  ]
  const attached = (file: any) => ({
    files: [{ id: file.id, name: file.filename, content_type: 'text/plain', size: file.meta.size }],
  })
  const id = await make(longChat(4, (message, n) => (n === 0 ? { ...message, ...attached(shown) } : message)))
  await bob.post(`/api/v1/chats/${id}`, {
    chat: {
      history: {
        messages: {
          m1: {
            content: `See ${FILE_LINK(id)}, ${FILE_LINK(id, 'a%2Fb.txt')} and [r](${FILE_LINK(id, `report%20(1)'${LONG}.txt`)})`,
          },
          m3b: { role: 'user', content: FILE_LINK(id, 'hidden.md'), parentId: 'm2', ...attached(other) },
        },
      },
    },
  })
  chat.agent.serve({
    [`/artifacts/${id}/plan.md?download=1`]: 'the plan',
    [`/artifacts/${id}/hidden.md?download=1`]: 'no',
    [`/artifacts/${id}/a%252Fb.txt?download=1`]: 'a literal percent',
    [`/artifacts/${id}/report%20(1)'${LONG}.txt?download=1`]: 'the report',
  })
  for (const live of [true, false]) {
    const shareId = (await share(id, { live })).json.id
    const at = `/api/v1/shares/${shareId}`
    const { text } = await read(cem, shareId)
    assert.match(text, new RegExp(`See ${at}/saved/plan.md`))
    assert.ok(text.includes(`[r](${at}/saved/report%20%281%29%27${LONG}.txt)`), text)
    assert.doesNotMatch(text, /SIGNATURE/)
    const report = await cem.get(`${at}/saved/report%20%281%29%27${LONG}.txt`)
    assert.deepEqual([report.status, report.text], [200, 'the report'])
    for (const written of ['a%252Fb.txt', 'a%2Fb.txt'])
      assert.equal((await cem.get(`${at}/saved/${written}`)).text, 'a literal percent', written)
    const file = await cem.get(`${at}/files/${shown.id}`)
    assert.deepEqual(
      [file.text, file.headers.get('content-disposition')?.split(';')[0]],
      ['shown', 'attachment'],
    )
    await selectsParts(cem, `${at}/files/${shown.id}`)
    const saved = await cem.get(`${at}/saved/plan.md`)
    assert.deepEqual([saved.status, saved.text], [200, 'the plan'])
    assert.match(saved.headers.get('content-security-policy')!, /sandbox/)
    const head = await cem.fetch(`${at}/saved/plan.md`, { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '8', ''])
    const part = await cem.get(`${at}/saved/plan.md`, { range: 'bytes=4-7' })
    assert.deepEqual(
      [part.status, part.text, part.headers.get('content-range'), part.headers.get('etag')],
      [206, 'plan', 'bytes 4-7/8', '"1"'],
    )
    assert.equal(chat.agent.asked.at(-1)!.headers['x-chatapp-user-email'], 'bob@example.com')
    for (const path of [
      `files/${other.id}`,
      'files/none',
      'saved/hidden.md',
      'saved/none.md',
      'saved/..%2Fx',
    ])
      assert.equal((await cem.get(`${at}/${path}`)).json.code, 'file_missing', path)
    for (const path of [`files/${shown.id}`, 'saved/plan.md'])
      assert.deepEqual(reported(await dora.get(`${at}/${path}`)), MISSING)
  }
  assert.equal((await cem.get(`/api/v1/files/${shown.id}/content`)).status, 404)
})

async function selectsParts(reader: Client, path: string): Promise<void> {
  const etag = (await reader.get(path)).headers.get('etag')!
  for (const [headers, method, status, text, range] of [
    [{ range: 'bytes=1-2' }, 'GET', 206, 'ho', 'bytes 1-2/5'],
    [{ range: 'bytes=-2' }, 'GET', 206, 'wn', 'bytes 3-4/5'],
    [{ range: 'bytes=3-99' }, 'GET', 206, 'wn', 'bytes 3-4/5'],
    [{ range: 'bytes=0-1,3-4' }, 'GET', 200, 'shown', null],
    [{ range: 'lines=1-2' }, 'GET', 200, 'shown', null],
    [{ range: 'bytes=5-' }, 'GET', 416, '', 'bytes */5'],
    [{ range: 'bytes=1-2', 'if-range': etag }, 'GET', 206, 'ho', 'bytes 1-2/5'],
    [{ range: 'bytes=1-2', 'if-range': '"other"' }, 'GET', 200, 'shown', null],
    [{ 'if-none-match': `"other", W/${etag}` }, 'GET', 304, '', null],
    [{}, 'HEAD', 200, '', null],
    [{ range: 'bytes=1-2' }, 'HEAD', 200, '', null],
  ] as const) {
    const answer = await reader.fetch(path, { method, headers })
    assert.deepEqual(
      [answer.status, await answer.text(), answer.headers.get('content-range')],
      [status, text, range],
      `${method} ${JSON.stringify(headers)}`,
    )
    if (method === 'HEAD') assert.equal(answer.headers.get('content-length'), '5')
  }
}

test('a reader goes on in a chat of their own, without the owner’s files [shares.continue]', async (t) => {
  const { bob, cem, dora, make, share } = await startSharing(t)
  const file = (await bob.upload('a.txt', 'shown')).json
  const files = [{ id: file.id, name: 'a.txt', content_type: 'text/plain', size: 5 }]
  const id = await make(
    longChat(4, (message, n) => (n === 0 ? { ...message, files } : { ...message, reasoning: 'hm' })),
  )
  const shareId = (await share(id)).json.id
  const made = await cem.post(`/api/v1/shares/${shareId}/continue`)
  assert.equal(made.status, 200, made.text)
  const own = (await cem.get(`/api/v1/chats/${made.json.id}`)).json
  assert.deepEqual([own.title, own.chat.models, own.share_id], ['Ferns', ['garden'], null])
  assert.deepEqual(
    own.chat.messages.map(({ content, files, reasoning }: any) => [content, files, reasoning]),
    [0, 1, 2, 3].map((n) => [`said in m${n}`, undefined, undefined]),
  )
  assert.deepEqual(reported(await dora.post(`/api/v1/shares/${shareId}/continue`)), MISSING)
  await bob.delete(`/api/v1/chats/${id}`)
  assert.equal((await cem.get(`/api/v1/chats/${made.json.id}`)).status, 200)
})

test('a chat is shared only by its owner, with people who may use the agent, and only if sharing is allowed [shares.refused]', async (t) => {
  const { chat, ann, bob, cem, dora, publish, make, share } = await startSharing(t)
  const id = await make()
  const path = `/api/v1/chats/${id}/share`
  const find = async (text: string) =>
    (await bob.get(`${path}/candidates?text=${text}`)).json.map(({ name }: any) => name)
  const erin = await chat.addUser('Erin', ann)
  assert.deepEqual(await find('EXAMPLE'), ['Ann', 'Cem', 'Dora'], 'not Erin, for whom the agent is not')
  assert.deepEqual([await find('ce'), await find('c'), await find('nobody')], [['Cem'], [], []])
  assert.deepEqual(reported(await cem.get(`${path}/candidates?text=bo`)), [401, 'chat_missing'])
  assert.deepEqual(reported(await cem.post(path, { audience: 'all', live: true })), [401, 'chat_missing'])
  for (const [form, code] of [
    [{ people: [] }, 'share_without_people'],
    [{ people: ['none'] }, 'share_person_missing'],
    [{ people: [cem.id, erin.id] }, 'share_person_missing'],
    [{ people: [bob.id] }, 'share_person_missing'],
  ] as const)
    assert.deepEqual(reported(await share(id, form)), [400, code])
  for (const form of [
    { audience: 'world' },
    { live: 'yes' },
    { people: cem.id },
    { people: Array(101).fill('x') },
    { people: [1] },
  ])
    assert.equal((await share(id, form)).status, 422, JSON.stringify(form))
  for (const ids of [[], 'x', Array(1001).fill('x')])
    assert.equal((await bob.post('/api/v1/shares/end', { ids })).status, 422)
  const silent = await make({ title: 'Nothing', history: { messages: {} } })
  assert.deepEqual(reported(await share(silent)), [400, 'share_without_agent'])

  await publish([cem, dora])
  assert.deepEqual(reported(await share(id)), [400, 'model_not_found'], 'the owner may not use it any more')
  await publish([bob, cem])
  const permissions = (await ann.get('/api/v1/users/default/permissions')).json
  permissions.chat.share = false
  await ann.post('/api/v1/users/default/permissions', permissions)
  assert.deepEqual(reported(await share(id)), [401, 'forbidden'])
  assert.deepEqual((await ann.get('/api/v1/shares/records')).json, [])
  assert.equal((await bob.get('/api/v1/shares/records')).json.code, 'forbidden')
})
