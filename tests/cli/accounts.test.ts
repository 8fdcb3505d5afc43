import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createChatappAccounts } from '#chatapp/accounts/accounts.ts'
import { createFactors } from '#chatapp/accounts/factors/factors.ts'
import { arePasswordsReopened } from '#chatapp/openid/rescue.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createSealer } from '#ground/base/sealing.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { codeOf, setUpCodes } from '../support/totp.ts'
import { storeOf } from '../support/own-services.ts'

const PERSON = ['--email', 'Ada@Example.org', '--name', 'Ada']
const PASSWORD = 'correct horse battery\n'

const newHub = (t: TestContext) => folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })

const newAdmin = async (t: TestContext): Promise<string> => {
  const folder = await newHub(t)
  const made = await hub(['admin', 'create', ...PERSON, '--password-stdin', '--hub', folder], {
    input: PASSWORD,
  })
  assert.equal(made.code, 0, made.stderr)
  return folder
}

test('an administrator is made unattended, with the password from standard input [cli.admin]', async (t) => {
  const folder = await newHub(t)
  const args = ['admin', 'create', ...PERSON, '--password-stdin', '--hub', folder, '--json']
  const { code, stdout } = await hub(args, { input: PASSWORD })
  assert.equal(code, 0)
  const { email, name, role } = JSON.parse(stdout)
  assert.deepEqual({ email, name, role }, { email: 'ada@example.org', name: 'Ada', role: 'admin' })
})

test('the same administrator twice is refused and nothing changes [cli.admin]', async (t) => {
  const folder = await newAdmin(t)
  const again = ['admin', 'create', ...PERSON, '--password-stdin', '--hub', folder]
  const { code, stderr } = await hub(again, { input: PASSWORD })
  assert.equal(code, 1)
  assert.match(stderr, /an account with this e-mail exists already/)
})

for (const [mistake, person, password] of [
  ['a short password', PERSON, 'short\n'],
  ['no password', PERSON, ''],
  ['an e-mail that is none', ['--email', 'ada', '--name', 'Ada'], PASSWORD],
  ['an empty name', ['--email', 'ada@example.org', '--name', ''], PASSWORD],
] as const)
  test(`${mistake} is a usage error [cli.admin]`, async (t) => {
    const folder = await newHub(t)
    const args = ['admin', 'create', ...person, '--password-stdin', '--hub', folder]
    const { code, stderr } = await hub(args, { input: password })
    assert.equal(code, 2, stderr)
    assert.doesNotMatch(stderr, /short\n.*at /, 'no stack trace')
  })

test('without a terminal a password must be piped in [cli.admin]', async (t) => {
  const { code, stderr } = await hub(['admin', 'create', ...PERSON, '--hub', await newHub(t)])
  assert.equal(code, 2)
  assert.match(stderr, /--password-stdin/)
})

test('an administrator gets a new password at the terminal, and no other person does [cli.admin-rescue]', async (t) => {
  const folder = await newAdmin(t)
  const rescue = (email: string, input: string) =>
    hub(['admin', 'rescue', '--email', email, '--password-stdin', '--hub', folder], { input })
  const short = await rescue('ada@example.org', 'short\n')
  assert.deepEqual([short.code, /too short/.test(short.stderr)], [2, true])
  const nobody = await rescue('bob@example.org', PASSWORD)
  assert.deepEqual([nobody.code, /no administrator/.test(nobody.stderr)], [1, true])
  const store = await openStore(await storeOf(join(folder, '.svc')))
  t.after(() => store[Symbol.asyncDispose]())
  const accounts = createChatappAccounts({ store, clock: systemClock })
  const { id } = (await accounts.findByEmail('ada@example.org'))!
  const factors = createFactors({ store, clock: systemClock, sealer: createSealer('a secret', 'tests') })
  const secret = await factors.begin(id)
  assert.ok(secret.ok && (await factors.confirm(id, codeOf(secret.value))).ok)
  const { code, stdout } = await rescue('Ada@example.org', 'another good password\n')
  assert.deepEqual([code, /sign-in with passwords is allowed for one hour/.test(stdout)], [0, true])
  assert.deepEqual(await factors.read(id), { isOn: false, recoveryCodesLeft: 0 })
  assert.equal((await accounts.authenticate('ada@example.org', 'another good password')).ok, true)
  assert.equal((await accounts.authenticate('ada@example.org', PASSWORD.trim())).ok, false)
  assert.equal(await arePasswordsReopened(store, systemClock), true)
})

test('if all people need a second factor, a locked-out administrator returns with a new password and sets up another factor [cli.admin-rescue]', async () => {
  await using running = await runHub({ environment: { SVC_REQUIRE_SECOND_FACTOR: 'true' } })
  const { url, folder } = running
  const ada = { name: 'Ada', email: 'ada@example.org', password: PASSWORD.trim() }
  const enter = async (how: 'signup' | 'signin', account: object) => {
    const answer = await fetch(`${url}/api/v1/auths/${how}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify(account),
    })
    return answer.json()
  }
  const entered = await enter('signup', ada)
  assert.deepEqual([entered.role, entered.needs_second_factor], ['pending', true])
  await setUpCodes(url, { token: entered.token, password: ada.password })
  assert.equal((await enter('signin', ada)).step, 'second_factor', 'the code, which is lost')

  const args = ['admin', 'rescue', '--email', ada.email, '--password-stdin', '--hub', folder]
  const rescued = await hub(args, { input: 'another good password\n' })
  assert.equal(rescued.code, 0, rescued.stderr)
  const again = { email: ada.email, password: 'another good password' }
  const back = await enter('signin', again)
  assert.deepEqual([back.role, back.needs_second_factor], ['pending', true], 'the rule still holds')
  await setUpCodes(url, { token: back.token, password: again.password })
  const asked = (path: string) => fetch(url + path, { headers: { cookie: `token=${back.token}` } })
  assert.equal((await asked('/portal/api/web-chat/second-factor')).status, 200)
  assert.equal((await enter('signin', again)).step, 'second_factor')
})

test('a key is shown once, listed by its end and revoked [cli.keys]', async (t) => {
  const person = ['--email', 'ada@example.org', '--hub', await newAdmin(t)]
  const created = await hub(['keys', 'create', ...person, '--name', 'laptop'])
  assert.match(created.stdout, /^sk-[0-9a-f]{32}\n$/)
  const key = created.stdout.trim()

  const listed = await hub(['keys', 'list', ...person, '--json'])
  assert.ok(!listed.stdout.includes(key))
  const [entry] = JSON.parse(listed.stdout)
  assert.equal(entry.name, 'laptop')
  assert.equal(entry.hint, key.slice(-4))

  assert.equal((await hub(['keys', 'revoke', entry.id, ...person])).code, 0)
  assert.deepEqual(JSON.parse((await hub(['keys', 'list', ...person, '--json'])).stdout), [])
  assert.equal((await hub(['keys', 'revoke', entry.id, ...person])).code, 1)
})

test('a key created while personal keys are off is shown with this warning [cli.keys]', async (t) => {
  const folder = await newAdmin(t)
  const create = ['keys', 'create', '--email', 'ada@example.org', '--name', 'CI', '--hub', folder]
  const off = await hub(create)
  assert.match(off.stdout, /^sk-[0-9a-f]{32}\n$/)
  assert.match(off.stderr, /MCP_SERVER=true/)
  const on = await hub(create, { environment: { MCP_SERVER: 'true' } })
  assert.equal(on.stderr, '')
})

test('a key can be for some Hubs and have an end [cli.keys]', async (t) => {
  const person = ['--email', 'ada@example.org', '--hub', await newAdmin(t)]
  const limits = ['--hub-scope', 'garden, orchard', '--expires', '2999-12-31']
  assert.equal((await hub(['keys', 'create', ...person, '--name', 'CI', ...limits])).code, 0)
  const [key] = JSON.parse((await hub(['keys', 'list', ...person, '--json'])).stdout)
  assert.deepEqual(
    [key.name, key.hubs, key.expires_at, key.last_used_at],
    ['CI', ['garden', 'orchard'], '3000-01-01T00:00:00.000Z', null],
  )
  const { stdout } = await hub(['keys', 'list', ...person])
  assert.match(stdout, /CI +garden,orchard +created \d{4}-\d\d-\d\d +expires 3000-01-01T00:00Z +used never/)
})

for (const [mistake, option, value, words] of [
  ['a day that is over', '--expires', '2020-01-01', /this time is in the past/],
  ['a time that is none', '--expires', 'soon', /expected a day such as/],
  ['a Hub that can be none', '--hub-scope', 'garden,*', /slug of a Hub/],
  ['no Hub', '--hub-scope', ',', /at least one Hub/],
  ['no name', '--name', ' ', /expected a name/],
] as const)
  test(`a key with ${mistake} is a usage error [cli.keys]`, async (t) => {
    const folder = await newAdmin(t)
    const args = ['keys', 'create', '--email', 'ada@example.org', '--hub', folder, option, value]
    const { code, stderr } = await hub(args)
    assert.equal(code, 2)
    assert.match(stderr, words)
  })

test('keys of a person without an account are refused with advice [cli.keys]', async (t) => {
  const { code, stderr } = await hub(['keys', 'list', '--email', 'bob@example.org', '--hub', await newHub(t)])
  assert.equal(code, 1)
  assert.match(stderr, /no account for bob@example\.org.*hub admin create/)
})
