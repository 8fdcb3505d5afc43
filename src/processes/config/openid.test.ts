import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { BadConfiguration, type Environment } from '#ground/base/environment.ts'
import { readOpenIdConfig } from './openid.ts'

const folder = mkdtempSync(join(tmpdir(), 'hub-openid-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const ONE = {
  SVC_OIDC_ISSUER: 'https://id.example.com/realms/team',
  SVC_OIDC_CLIENT_ID: 'hub',
  SVC_OIDC_CLIENT_SECRET: 'only we know',
}
const ENTRY = {
  id: 'acme',
  name: 'Acme',
  issuer: 'https://acme.example',
  client_id: 'hub',
  client_secret: 'hush',
}

const read = (environment: Environment) => readOpenIdConfig(environment, folder)
const problemOf = (environment: Environment): string => {
  try {
    read(environment)
    return 'none'
  } catch (error) {
    assert.ok(error instanceof BadConfiguration)
    return error.message
  }
}
const withFile = (content: unknown, mode = 0o600): Environment => {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  rmSync(join(folder, 'oidc.json'), { force: true })
  writeFileSync(join(folder, 'oidc.json'), text, { mode })
  return { SVC_OIDC_FILE: 'oidc.json' }
}

test('without settings people sign in by password only', () => {
  assert.deepEqual(read({}), { passwordSignIn: true, providers: [] })
})

test('one provider is read from variables, others from a file', () => {
  const { providers } = read({
    ...withFile({ providers: [{ ...ENTRY, link: true, allowed_domains: ['Example.COM'] }] }),
    ...ONE,
    SVC_OIDC_SCOPES: 'email groups',
    SVC_OIDC_SIGNUP: 'false',
    SVC_OIDC_ADMIN_VALUES: 'boss, root',
  })
  const [one, acme] = providers
  assert.deepEqual([one!.id, one!.scope, one!.signUp], ['openid', 'openid email groups', false])
  assert.deepEqual([one!.link, one!.adminValues, one!.defaultRole], [false, ['boss', 'root'], null])
  assert.deepEqual([acme!.link, acme!.signUp, acme!.allowedDomains], [true, null, ['example.com']])
})

test('the file that the documentation shows is read as it stands', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/sign-in.md'), 'utf8')
  const [, block] = /```json\n([\s\S]+?)```/.exec(page)!
  const [acme] = read(withFile(block)).providers
  assert.deepEqual([acme!.id, acme!.groupsClaim, acme!.signOut], ['acme', 'groups', false])
  assert.equal(read(withFile(`\uFEFF${block}`)).providers.length, 1, 'some editors begin a file with a mark')
})

test('wrong settings are refused with the part named, and no secret is shown [openid.settings]', () => {
  const { SVC_OIDC_ISSUER: issuer, ...without } = ONE
  for (const [environment, words] of [
    [without, /^SVC_OIDC_ISSUER: is missing; SVC_OIDC_CLIENT_ID needs it$/],
    [{ SVC_OIDC_ISSUER: issuer }, /^SVC_OIDC_CLIENT_ID: is missing/],
    [{ ...ONE, SVC_OIDC_ISSUER: 'id.example.com' }, /^SVC_OIDC_ISSUER: expected an http/],
    [{ ...ONE, SVC_OIDC_ID: 'clients' }, /^SVC_OIDC_ID: /],
    [{ ...ONE, SVC_OIDC_ALLOWED_DOMAINS: '@example.com' }, /^SVC_OIDC_ALLOWED_DOMAINS: /],
    [{ SVC_PASSWORD_SIGN_IN: 'off' }, /^SVC_PASSWORD_SIGN_IN: is off/],
    [{ SVC_OIDC_FILE: 'none.json' }, /^SVC_OIDC_FILE: .+none\.json cannot be read \(ENOENT\)$/],
  ] as const)
    assert.match(problemOf(environment), words)
  for (const [content, words] of [
    ['{"client_secret": hush}', /^SVC_OIDC_FILE: .+ is not JSON$/],
    [{ providers: [] }, /: providers: /],
    [{ providers: [{ ...ENTRY, client_secret: 7 }] }, /: providers\.0\.client_secret: /],
    [{ providers: [{ ...ENTRY, linked: true }] }, /: providers\.0: .*linked/],
    [{ providers: [ENTRY, ENTRY] }, /two providers with the id acme$/],
  ] as const) {
    const problem = problemOf(withFile(content))
    assert.match(problem, words)
    assert.doesNotMatch(problem, /hush/)
  }
  assert.match(
    problemOf(withFile({ providers: [ENTRY] }, 0o640)),
    /other users can read \(640\); run chmod 600$/,
  )
})
