import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAccess } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { startBridge } from '#processes/bridge.ts'
import { startChatapp } from '#processes/chatapp.ts'
import { openStore } from '#ground/store/store.ts'
import { freePorts } from '../../tests/support/free-ports.ts'
import { temporaryFolder } from '../support/folder.ts'

/** Serves a Hub's MCP tools. */
const base = temporaryFolder()
const hubFolder = join(base, 'Bench')
await mkdir(join(hubFolder, 'tools'), { recursive: true })
await writeFile(join(hubFolder, 'agent.md'), '---\nname: Bench\n---\nYou help.\n')
const tool = (name: string, more = '') => `
export const ${name} = defineTool({
  name: '${name}', description: 'Say a text again', input: z.object({ text: z.string() }), readOnly: true, ${more}
  run: ({ text }) => text,
})`
await writeFile(
  join(hubFolder, 'tools/tools.ts'),
  `import { defineTool, z } from 'hub-service'
${tool('echo')}
${tool('guarded', "restricted: { capability: 'say_again', label: 'Say again', group: 'Bench' },")}
`,
)
redirectLogs({ write: () => {} })
const [edge, chatappPort] = await freePorts(2)
const environment = {
  PORT: String(edge),
  SVC_CHATAPP_PORT: String(chatappPort),
  BRIDGE_PORT: '0',
  MCP_SERVER: 'true',
  SVC_MCP_REQUESTS_PER_MINUTE: '100000000',
}
const bridge = await startBridge({ environment, hubFolder })
const chatapp = await startChatapp({ environment, hubFolder })

const post = async (path: string, body: object, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(chatapp.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as { token: string; api_key: string }
}
const email = 'bench@example.com'
const { token } = await post('/api/v1/auths/signup', {
  name: 'Bench',
  email,
  password: 'correct horse battery',
})
const { api_key: key } = await post('/api/v1/auths/api_key', {}, token)
const store = await openStore({ kind: 'sqlite', path: join(hubFolder, '.svc/hub.db') })
const access = createAccess({ store, changes: createAccessChanges(store), clock: systemClock })
for (const permission of ['use_hub', 'say_again']) {
  const granted = await access.grant(
    { actor: { system: 'cli' } },
    { subject: email, hub: 'bench', permission },
  )
  if (!granted.ok) throw new Error(granted.refusal.code)
}
await store[Symbol.asyncDispose]()
process.send?.({ port: Number(new URL(bridge.url).port), key })
process.once('disconnect', () => process.exit(0))
