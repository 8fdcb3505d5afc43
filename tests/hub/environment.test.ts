import assert from 'node:assert/strict'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { readEnvFile, readHubEnvironment } from '#ground/hub/environment.ts'
import { hubEnvironment, readGatewayEnvironment } from '#supervisor/gateway/environment.ts'
import { folderWith } from '../support/folder.ts'

test('the process wins over the Hub’s .env, that over the gateway’s [hub.environment]', async (t) => {
  const root = await folderWith(t, {
    '.env': 'A=gateway\nB=gateway\nC=gateway\n',
    'hub/.env': '# settings\nA=hub\nB=hub\nexport QUOTED="two\nlines"\n',
  })
  const gateway = await readGatewayEnvironment(root, { A: 'process', D: 'process' })
  const environment = hubEnvironment(gateway, await readEnvFile(join(root, 'hub')))
  assert.deepEqual(environment, { A: 'process', B: 'hub', C: 'gateway', D: 'process', QUOTED: 'two\nlines' })
})

test('an empty variable of the process hides nothing [hub.environment]', async (t) => {
  const root = await folderWith(t, { '.env': 'SVC_MODEL=offline\n' })
  assert.deepEqual(await readHubEnvironment(root, { SVC_MODEL: '' }), { SVC_MODEL: 'offline' })
})

test('a Hub needs no .env, and none is read from its parent unless that is its gateway [hub.environment]', async (t) => {
  const root = await folderWith(t, { '.env': 'A=gateway', 'hub/agent.md': '' })
  assert.deepEqual(await readHubEnvironment(join(root, 'hub'), { B: '1' }), { B: '1' })
})

test('an .env that cannot be read is an error with its path, never silently skipped [hub.environment]', async (t) => {
  const root = await folderWith(t, { x: '' })
  await mkdir(join(root, '.env'))
  await chmod(root, 0o700)
  await assert.rejects(readHubEnvironment(root, {}), (error: Error) =>
    error.message.includes(join(root, '.env')),
  )
})
