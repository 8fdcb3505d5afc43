import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { chatLinkSecretOf, fingerprintOf, openSecrets, writeSecrets } from './secrets.ts'

const own = (dataFolder: string) => ({ dataFolder, secretsFile: null })

test('secrets are created once, stored, and readable by their owner only', async (t) => {
  const folder = join(await temporaryFolder(t), 'data')
  const secrets = await openSecrets(own(folder))
  assert.equal(new Set(Object.values(secrets)).size, 3)
  const { bridgeKey, linkSecret, sessionSecret } = secrets
  for (const value of [bridgeKey, linkSecret, sessionSecret])
    assert.equal(Buffer.from(value, 'base64url').length, 32)
  assert.deepEqual(await openSecrets(own(folder)), secrets)
  assert.deepEqual(await readdir(folder), ['secrets.json'])
  assert.equal((await stat(join(folder, 'secrets.json'))).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
})

test('those who start at the same time get the same secrets', async (t) => {
  const folder = await temporaryFolder(t)
  const all = await Promise.all(Array.from({ length: 8 }, () => openSecrets(own(folder))))
  for (const secrets of all) assert.deepEqual(secrets, all[0])
  assert.deepEqual(await readdir(folder), ['secrets.json'])
})

test('Hubs behind one gateway sign their links with different secrets', () => {
  const secrets = { bridgeKey: 'b', linkSecret: 'l', sessionSecret: 's' }
  const secretOf = (hubSlug: string, servedHubs: string | null) =>
    chatLinkSecretOf(secrets, { servedHubs, hubSlug })
  assert.equal(secretOf('one', null), 'l')
  assert.notEqual(secretOf('one', '/hubs.json'), secretOf('two', '/hubs.json'))
  assert.notEqual(secretOf('one', '/hubs.json'), 'l')
})

test('a file that holds no secrets is an error that names it and shows nothing of it', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'secrets.json'), '{"bridgeKey":"half')
  await assert.rejects(openSecrets(own(folder)), (error: Error) => {
    assert.ok(error.message.includes(join(folder, 'secrets.json')))
    assert.ok(!error.message.includes('half'))
    return true
  })
})

test('shared secrets of instances are a separate file that no other user may read', async (t) => {
  const folder = await temporaryFolder(t)
  const secrets = await openSecrets(own(folder))
  const secretsFile = join(folder, 'shared.json')
  const shared = { dataFolder: join(folder, 'never made'), secretsFile }
  await assert.rejects(openSecrets(shared), /SVC_SECRETS_FILE: there is no file/)
  await writeSecrets(secrets, secretsFile)
  assert.equal((await stat(secretsFile)).mode & 0o777, 0o600)
  assert.deepEqual(await openSecrets(shared), secrets)
  await assert.rejects(writeSecrets(secrets, secretsFile), { code: 'EEXIST' })
  await chmod(secretsFile, 0o640)
  await assert.rejects(openSecrets(shared), /SVC_SECRETS_FILE: other users can read/)
  await chmod(secretsFile, 0o600)
  await writeFile(secretsFile, '{"bridgeKey":"half')
  await assert.rejects(openSecrets(shared), (error: Error) => {
    assert.match(error.message, /SVC_SECRETS_FILE: .* does not contain valid secrets/)
    assert.ok(!error.message.includes('half'))
    return true
  })
})

test('a fingerprint distinguishes secrets and reveals nothing of them', () => {
  const secrets = { bridgeKey: 'b', linkSecret: 'l', sessionSecret: 's' }
  const print = fingerprintOf(secrets)
  assert.equal(fingerprintOf({ ...secrets }), print)
  for (const name of Object.keys(secrets)) assert.notEqual(fingerprintOf({ ...secrets, [name]: 'x' }), print)
})

async function temporaryFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-secrets-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
