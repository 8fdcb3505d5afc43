import { after, test } from 'node:test'
import { KEY_PATHS } from '#ground/identity/chatapp-client/key-paths.ts'
import { runHub } from '../support/running-hub.ts'
import { startFakeOpenWebui } from './fake/server.ts'
import { CHECKS } from './walk.ts'

const webui = await startFakeOpenWebui()
after(() => webui[Symbol.asyncDispose]())
webui.set('ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS', true)
webui.set('API_KEYS_ALLOWED_ENDPOINTS', KEY_PATHS.join(','))
const hub = await runHub({
  environment: {
    SVC_CHATAPP: 'openwebui',
    SVC_CHATAPP_URL: webui.url,
    SVC_CHATAPP_API_KEY: webui.adminKey,
    MCP_SERVER: 'true',
  },
})
after(() => hub[Symbol.asyncDispose]())

for (const [name, check] of Object.entries(CHECKS))
  test(`Open WebUI beneath the edge: ${name} [open-webui.beneath]`, () =>
    check({ url: hub.url, slug: 'garden-team', webui }))
