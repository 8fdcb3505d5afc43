import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { PortTaken } from '#base/http-server.ts'
import { startEdge } from '../../src/processes/edge.ts'
import { startRecordingServer } from '../support/recording-server.ts'

async function startRole(t: TestContext, environment: Record<string, string> = {}) {
  const hubFolder = await mkdtemp(join(tmpdir(), 'edge-role-'))
  t.after(() => rm(hubFolder, { recursive: true }))
  const chatapp = await startRecordingServer(t, 'from chatapp')
  const bridge = await startRecordingServer(t, 'from bridge')
  const role = await startEdge({
    hubFolder,
    environment: {
      PORT: '0',
      SVC_CHATAPP_PORT: String(chatapp.port),
      BRIDGE_PORT: String(bridge.port),
      SVC_LOG_LEVEL: 'error',
      ...environment,
    },
  })
  t.after(() => role[Symbol.asyncDispose]())
  return { role, chatapp, bridge }
}

test('the edge role forwards by what the environment says [edge.role]', async (t) => {
  const { role, chatapp } = await startRole(t, { MCP_SERVER: 'true', SVC_PUBLIC_URL: 'https://hub.test' })
  assert.equal(await (await fetch(`${role.url}/`)).text(), 'from chatapp')
  assert.equal(await (await fetch(`${role.url}/mcp`)).text(), 'from bridge')
  assert.equal((await fetch(`${role.url}/svc-portal-navigation.js`)).status, 200)
  assert.equal(chatapp.received[0]!.headers['x-forwarded-proto'], 'https')
})

test('a taken port is refused by the name of its variable [edge.role]', async (t) => {
  const { role } = await startRole(t)
  await assert.rejects(
    startRole(t, { PORT: new URL(role.url).port }),
    (error) => error instanceof PortTaken && error.variable === 'PORT',
  )
})
