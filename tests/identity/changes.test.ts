import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { answers, accountRow, startScriptedChatapp } from './support/scripted-chatapp.ts'

function losingGroup(members: string[], known: readonly string[], { losesLast = false } = {}) {
  const requests: string[][] = []
  const group = { id: 'g', name: 'G', description: '', permissions: null, data: null, meta: null }
  const listener: RequestListener = async (request, response) => {
    if (request.method === 'POST') {
      const { user_ids: ids } = JSON.parse(await text(request)) as { user_ids: string[] }
      requests.push(ids)
      for (const [index, id] of ids.entries()) {
        if (members.includes(id)) members.splice(members.length - index, index)
        else if (known.includes(id) && !(losesLast && ids.length > 1 && index === 0)) members.push(id)
      }
      return answers(200, group)(request, response)
    }
    answers(200, { ...group, user_ids: members })(request, response)
  }
  return { listener, requests, members }
}

describe('adding members', () => {
  test('sends only people who are not members yet, each once [identity.add-members]', async (t) => {
    const group = losingGroup(['a'], ['a', 'b', 'c'])
    const { client } = await startScriptedChatapp(t, group.listener)
    assert.deepEqual(await client.groups.addMembers('g', ['b', 'a', 'c', 'b']), {
      ok: true,
      value: { memberIds: ['a', 'b', 'c'], unknownIds: [] },
    })
    assert.deepEqual(group.requests, [['b', 'c']])
    await client.groups.addMembers('g', ['a', 'b'])
    assert.equal(group.requests.length, 1)
  })

  test('sends lost members again, one at a time, and names unknown ones [identity.add-members]', async (t) => {
    const group = losingGroup([], ['a', 'b'], { losesLast: true })
    const { client } = await startScriptedChatapp(t, group.listener)
    assert.deepEqual(await client.groups.addMembers('g', ['a', 'b', 'ghost']), {
      ok: true,
      value: { memberIds: ['b', 'a'], unknownIds: ['ghost'] },
    })
    assert.deepEqual(group.requests, [['a', 'b', 'ghost'], ['a'], ['ghost']])
  })

  test('by two at once adds all of both [identity.add-members]', async (t) => {
    const group = losingGroup([], ['a', 'b', 'c'])
    const { client } = await startScriptedChatapp(t, group.listener)
    await Promise.all([
      client.groups.addMembers('g', ['a', 'b']),
      client.groups.addMembers('g', ['c', 'b']),
      client.groups.removeMembers('g', ['ghost']),
    ])
    assert.deepEqual(group.members, ['a', 'b', 'c'])
    assert.deepEqual(group.requests, [['a', 'b'], ['c']])
  })
})

describe('whole forms', () => {
  test('changed twenty times concurrently keep every change and unknown keys [identity.whole-forms]', async (t) => {
    let form: Record<string, unknown> = { ENABLE_SIGNUP: true, FROM_THE_FUTURE: { a: 1 } }
    const { client } = await startScriptedChatapp(t, async (request, response) => {
      if (request.method === 'POST') form = JSON.parse(await text(request)) as Record<string, unknown>
      answers(200, form)(request, response)
    })
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        client.forms.change('accounts', (old) => ({ ...old, [`K${n}`]: n })),
      ),
    )
    assert.ok(results.every(({ ok }) => ok))
    assert.equal(Object.keys(form).length, 22)
    assert.deepEqual(form.FROM_THE_FUTURE, { a: 1 })
  })

  test('are not written when they could not be read [identity.whole-forms]', async (t) => {
    const { client, server } = await startScriptedChatapp(t, answers(500, {}))
    const changed = await client.forms.change('permissions', () => ({}))
    assert.deepEqual(changed, { ok: false, refusal: { code: 'unavailable', reason: 'server_error' } })
    assert.deepEqual(
      server.received.map(({ method }) => method),
      ['GET'],
    )
  })

  test('of accounts are sent with all four fields, and with a password only when it changes [identity.whole-forms]', async (t) => {
    const bodies: unknown[] = []
    const { client } = await startScriptedChatapp(t, async (request, response) => {
      if (request.method === 'POST') bodies.push(JSON.parse(await text(request)))
      answers(200, accountRow('bob', 1))(request, response)
    })
    await client.accounts.update('bob', { role: 'admin' })
    await client.accounts.update('bob', { name: 'Robert', email: 'ROB@example.com ', password: 'new' })
    const picture = { profile_image_url: '/user.png' }
    assert.deepEqual(bodies, [
      { name: 'bob', email: 'bob@example.com', role: 'admin', ...picture },
      { name: 'Robert', email: 'rob@example.com', role: 'user', ...picture, password: 'new' },
    ])
  })

  test('a second change goes on when the first one failed [identity.whole-forms]', async (t) => {
    let calls = 0
    const { client } = await startScriptedChatapp(t, (request, response) =>
      calls++ === 0 ? void response.socket!.destroy() : answers(200, { a: 1 })(request, response),
    )
    const [first, second] = await Promise.all([
      client.forms
        .change('accounts', () => {
          throw new Error('a bug of the caller')
        })
        .catch((error: Error) => error.message),
      client.forms.change('accounts', (form) => form),
    ])
    assert.deepEqual([first, second], ['a bug of the caller', { ok: true, value: { a: 1 } }])
  })
})

describe('the version', () => {
  for (const [version, expected] of [
    ['0.11.0', { ok: true, value: '0.11.0' }],
    ['0.7.2', { ok: false, refusal: { code: 'too_old', version: '0.7.2', oldest: '0.10.0' } }],
    ['unknown', { ok: false, refusal: { code: 'too_old', version: 'unknown', oldest: '0.10.0' } }],
  ] as const)
    test(`${version} is ${expected.ok ? 'new enough' : 'too old'} [identity.version]`, async (t) => {
      const { client } = await startScriptedChatapp(t, answers(200, { version, deployment_id: '' }))
      assert.deepEqual(await client.checkVersion(), expected)
    })
})
