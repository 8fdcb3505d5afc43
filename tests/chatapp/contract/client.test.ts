import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { emailOf, PASSWORD } from '../started-chatapp.ts'
import { afterwards, contractTarget } from './target.ts'

async function contractClient(t: TestContext) {
  const target = await contractTarget(t)
  const client = createChatappClient({
    baseUrl: target.url,
    credential: () => target.admin.token,
    clock: systemClock,
    timeoutMs: 20_000,
  })
  t.after(() => client[Symbol.asyncDispose]())
  return { ...target, client }
}

const valueOf = <T>(result: Result<T, unknown>): T => {
  assert.ok(result.ok, JSON.stringify(result))
  return result.value
}
const codeOf = (result: Result<unknown, { code: string }>) => (result.ok ? 'ok' : result.refusal.code)
const newEmail = (name: string) => emailOf(`contract ${name} ${crypto.randomUUID()}`)

describe('our client against a web chat', () => {
  test('makes, finds, changes and deletes an account [chatapp.accounts]', async (t) => {
    const { client, url, visitor } = await contractClient(t)
    const email = newEmail('person')
    const draft = { name: 'Made', email: email.toUpperCase(), password: PASSWORD, role: 'pending' as const }
    const made = valueOf(await client.accounts.create(draft))
    afterwards(t, () => client.accounts.remove(made.id))
    assert.deepEqual([made.email, made.role, 'token' in made], [email, 'pending', false])
    assert.equal(codeOf(await client.accounts.create(draft)), 'email_taken')
    const found = valueOf(await client.accounts.findByEmail(` ${email.toUpperCase()}`))!
    assert.deepEqual([found.id, found.name, found.signIn], [made.id, 'Made', 'password'])
    assert.equal(valueOf(await client.accounts.findByEmail(email.slice(1))), null)
    assert.equal(valueOf(await client.accounts.findByEmail(email.replaceAll('-', '_'))), null)

    const changed = valueOf(await client.accounts.update(made.id, { role: 'user', name: 'Renamed' }))
    assert.deepEqual([changed.role, changed.name, changed.email], ['user', 'Renamed', email])
    const password = 'another long password'
    valueOf(await client.accounts.update(made.id, { password }))
    assert.equal((await visitor.post('/api/v1/auths/signin', { email, password })).status, 200)
    assert.equal(valueOf(await client.accounts.get(made.id)).name, 'Renamed')

    valueOf(await client.accounts.remove(made.id))
    valueOf(await client.accounts.remove(made.id))
    assert.equal(codeOf(await client.accounts.get(made.id)), 'missing')
    assert.equal(codeOf(await client.accounts.update(made.id, { name: 'x' })), 'missing')
    assert.equal(new URL(url).pathname, '/')
  })

  test('lists all people over several pages, oldest first [chatapp.accounts]', async (t) => {
    const { client } = await contractClient(t)
    const made: string[] = []
    for (let n = 0; n < 35; n++) {
      const account = { name: `P${n}`, email: newEmail(`p${n}`), password: PASSWORD, role: 'user' as const }
      made.push(valueOf(await client.accounts.create(account)).id)
    }
    afterwards(t, async () => {
      for (const id of made) await client.accounts.remove(id)
    })
    const listed = valueOf(await client.accounts.list())
    const ids = listed.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    assert.deepEqual(
      made.filter((id) => !ids.includes(id)),
      [],
    )
    const times = listed.map(({ createdAt }) => createdAt)
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
  })

  test('can’t delete the first administrator, nor demote them [chatapp.primary-admin]', async (t) => {
    const { client } = await contractClient(t)
    const first = valueOf(await client.accounts.list())[0]!
    assert.equal(codeOf(await client.accounts.remove(first.id)), 'protected')
    assert.equal(codeOf(await client.accounts.update(first.id, { role: 'user' })), 'protected')
    assert.equal(valueOf(await client.accounts.get(first.id)).role, 'admin')
  })

  test('identifies the person of a session, also of waiting people, and no person for a wrong one [chatapp.credentials]', async (t) => {
    const { client, person } = await contractClient(t)
    for (const role of ['pending', 'user'] as const) {
      const someone = await person(role)
      const { expiresAt, ...known } = valueOf(await client.whoIs(someone.token))
      assert.deepEqual(known, { id: someone.id, email: someone.email, name: 'Contract', role, key: null })
      assert.ok(expiresAt === null || expiresAt > Date.now() / 1000)
    }
    for (const wrong of ['nonsense', `sk-${'0'.repeat(32)}`]) {
      const refused = await client.whoIs(wrong)
      assert.ok(['unauthenticated', 'refused'].includes(codeOf(refused)), JSON.stringify(refused))
    }
  })

  test('creates a person’s key that names its owner, and revokes it [chatapp.keys]', async (t) => {
    const { client, admin } = await contractClient(t)
    const made = await client.keys.create(admin.token)
    if (!made.ok && made.refusal.code === 'refused') return t.skip('personal API keys are off there')
    const key = valueOf(made)
    assert.equal(valueOf(await client.keys.exists(admin.token)), true)
    const owner = valueOf(await client.whoIs(key))
    assert.deepEqual([owner.id, owner.expiresAt], [admin.id, null])
    valueOf(await client.keys.remove(admin.token))
    assert.equal(valueOf(await client.keys.exists(admin.token)), false)
    assert.equal((await client.whoIs(key)).ok, false)
  })

  test('creates a group, fills it despite duplicates, and deletes it [chatapp.groups]', async (t) => {
    const { client, person } = await contractClient(t)
    const [one, two, three] = [await person('user'), await person('user'), await person('pending')]
    const group = valueOf(await client.groups.create({ name: 'Contract', description: 'made by a test' }))
    afterwards(t, () => client.groups.remove(group.id))
    assert.deepEqual(valueOf(await client.groups.addMembers(group.id, [one.id])).memberIds, [one.id])
    const added = valueOf(
      await client.groups.addMembers(group.id, [two.id, one.id, two.id, 'nobody', three.id]),
    )
    assert.deepEqual(new Set(added.memberIds), new Set([one.id, two.id, three.id]))
    assert.deepEqual(added.unknownIds, ['nobody'])
    assert.deepEqual(
      valueOf(await client.groups.of(two.id)).map(({ id }) => id),
      [group.id],
    )

    const permissions = { features: { api_keys: true } }
    const changed = await client.groups.update(group.id, () => ({ name: 'Renamed', permissions }))
    assert.equal(valueOf(changed).name, 'Renamed')
    const read = valueOf(await client.groups.get(group.id))
    assert.deepEqual([read.description, read.memberIds.length], ['made by a test', 3])
    assert.equal((read.permissions as typeof permissions).features.api_keys, true)

    const left = valueOf(await client.groups.removeMembers(group.id, [one.id, one.id, 'nobody']))
    assert.deepEqual(new Set(left.memberIds), new Set([two.id, three.id]))
    assert.ok(valueOf(await client.groups.list()).some(({ id }) => id === group.id))
    valueOf(await client.groups.remove(group.id))
    valueOf(await client.groups.remove(group.id))
    assert.equal(codeOf(await client.groups.get(group.id)), 'missing')
    assert.equal(codeOf(await client.groups.addMembers(group.id, [one.id])), 'missing')
    assert.deepEqual(valueOf(await client.groups.of(two.id)), [])
  })

  test('publishes a model that has no row to people and groups, again and again [chatapp.group-grants]', async (t) => {
    const { client, admin, person } = await contractClient(t)
    const offered = (await admin.get('/api/models')).json.data.find((model: any) => !model.info)
    if (!offered) return t.skip('no model without a row there')
    afterwards(t, () => admin.post('/api/v1/models/model/delete', { id: offered.id }))
    const [one, two] = [await person('user'), await person('user')]
    const group = valueOf(await client.groups.create({ name: 'Readers', description: '' }))
    afterwards(t, () => client.groups.remove(group.id))
    valueOf(await client.groups.addMembers(group.id, [two.id]))
    const sees = async (token: string) =>
      valueOf(await client.models.listAs(token)).some(({ id }) => id === offered.id)
    assert.equal(valueOf(await client.models.find(offered.id)), null)
    assert.deepEqual([await sees(one.token), await sees(two.token)], [false, false])

    const to = (principalType: 'user' | 'group', principalId: string) =>
      ({ principalType, principalId, permission: 'read' }) as const
    const publish = async (...grants: ReturnType<typeof to>[]) =>
      valueOf(await client.models.setAccess(offered.id, { name: offered.name, grants }))
    for (let twice = 0; twice < 2; twice++) {
      const row = await publish(to('user', one.id), to('group', group.id))
      assert.equal(row.grants.length, 2)
    }
    assert.deepEqual([await sees(one.token), await sees(two.token)], [true, true])
    const meta = { capabilities: { usage: true, file_context: false } }
    valueOf(await client.models.update(offered.id, (row) => ({ meta: { ...row.meta, ...meta } })))
    const row = valueOf(await client.models.find(offered.id))!
    assert.deepEqual(
      [row.meta.capabilities, row.grants.length, row.baseModelId],
      [meta.capabilities, 2, null],
    )
    await publish(to('user', one.id))
    assert.deepEqual([await sees(one.token), await sees(two.token)], [true, false])
    await publish(to('user', '*'))
    assert.deepEqual([await sees(one.token), await sees(two.token)], [true, true])
    await publish()
    assert.deepEqual([await sees(one.token), await sees(two.token)], [false, false])
  })

  test('changes one switch of a form and leaves the rest [chatapp.permissions]', async (t) => {
    const { client } = await contractClient(t)
    const before = valueOf(await client.forms.read('permissions'))
    afterwards(t, () => client.forms.change('permissions', () => before))
    const chat = before.chat as Record<string, boolean>
    const flipped = { ...before, chat: { ...chat, export: !chat.export } }
    assert.deepEqual(valueOf(await client.forms.change('permissions', () => flipped)), flipped)
    assert.deepEqual(valueOf(await client.forms.read('permissions')), flipped)
    for (const form of ['accounts', 'connections'] as const)
      assert.deepEqual(
        valueOf(await client.forms.change(form, (same) => same)),
        valueOf(await client.forms.read(form)),
      )
  })

  test('is refused everywhere with a credential that is not an administrator’s [chatapp.roles]', async (t) => {
    const { url, person } = await contractClient(t)
    const { token } = await person('user')
    for (const [credential, code] of [
      [token, 'refused'],
      ['nonsense', 'unauthenticated'],
      [null, 'unauthenticated'],
    ] as const) {
      const other = createChatappClient({
        baseUrl: `${url}/`,
        credential: () => credential,
        clock: systemClock,
        timeoutMs: 20_000,
      })
      t.after(() => other[Symbol.asyncDispose]())
      const answers = [
        await other.accounts.list(),
        await other.accounts.findByEmail('a@example.com'),
        await other.groups.create({ name: 'x', description: '' }),
        await other.groups.get('x'),
        await other.forms.read('permissions'),
      ]
      assert.deepEqual(
        answers.map(codeOf),
        answers.map(() => code),
        String(credential),
      )
    }
  })
})
