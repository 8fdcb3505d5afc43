import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { startChatapp } from '#processes/chatapp.ts'
import { openChatappClient } from '#processes/chatapp-client.ts'
import { openSecrets } from '#processes/secrets.ts'
import { folderWith } from '../support/folder.ts'
import { freePort } from '../support/free-ports.ts'
import { accountRow, answers, startScriptedChatapp } from './support/scripted-chatapp.ts'
import { servicesOfHub } from '../support/own-services.ts'

for (const [what, extra] of [
  ['behind an edge', {}],
  ['without one', { SVC_DISABLE_EDGE: 'true', SVC_CHATAPP_PORT: '1' }],
  ['with a session secret of one’s own', { SVC_SESSION_SECRET: 'chosen by a person, 32 characters or more' }],
] as const)
  test(`a Hub’s processes administer its web chat ${what} without set-up [identity.service-token]`, async (t) => {
    const hubFolder = await folderWith(t, { 'agent.md': 'Hello' })
    const port = String(await freePort())
    const environment = {
      PORT: port,
      SVC_CHATAPP_PORT: port,
      SVC_LOG_LEVEL: 'error',
      ...extra,
      ...(await servicesOfHub(hubFolder)),
    }
    const chatapp = await startChatapp({ environment, hubFolder })
    t.after(() => chatapp[Symbol.asyncDispose]())
    const secrets = await openSecrets({ dataFolder: `${hubFolder}/.svc`, secretsFile: null })
    const client = openChatappClient({ environment, hubFolder }, { secrets, clock: systemClock })
    t.after(() => client[Symbol.asyncDispose]())
    assert.deepEqual(await client.accounts.list(), { ok: true, value: [] })
    const form = {
      name: 'Ann',
      email: 'ann@example.com',
      password: 'correct horse battery',
      role: 'user',
    } as const
    const first = await client.accounts.create(form)
    assert.equal(first.ok && first.value.role, 'admin')
  })

test('an Open WebUI is administered with the key that was configured [identity.sessions]', async (t) => {
  const { server } = await startScriptedChatapp(t, answers(200, accountRow('ann', 1)))
  const hubFolder = await folderWith(t, {})
  const environment = {
    SVC_CHATAPP: 'openwebui',
    SVC_CHATAPP_URL: server.url,
    SVC_CHATAPP_API_KEY: 'sk-admin',
  }
  const secrets = await openSecrets({ dataFolder: `${hubFolder}/.svc`, secretsFile: null })
  const client = openChatappClient({ environment, hubFolder }, { secrets, clock: systemClock })
  t.after(() => client[Symbol.asyncDispose]())
  assert.equal((await client.accounts.get('ann')).ok, true)
  assert.equal(server.received[0]!.headers.authorization, 'Bearer sk-admin')
})
