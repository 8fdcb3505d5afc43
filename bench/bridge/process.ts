import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { redirectLogs } from '#ground/base/log.ts'
import { startBridge } from '#processes/bridge.ts'
import { openSecrets } from '#processes/secrets.ts'
import { temporaryFolder } from '../support/folder.ts'

/** Arguments: address of the model server, and the limit of concurrent turns. */
const [upstream = '', turnsAtOnce] = process.argv.slice(2)
const hubFolder = temporaryFolder()
await writeFile(join(hubFolder, 'agent.md'), '---\nname: Bench\n---\nYou help.\n')
redirectLogs({ write: () => {} })
const environment = {
  BRIDGE_PORT: '0',
  PORT: '3080',
  SVC_ACCESS: 'groups',
  SVC_MODEL: 'compatible/bench',
  SVC_MODEL_BASE_URL: `${upstream}/v1`,
  ...(turnsAtOnce && { SVC_MAX_TURNS: turnsAtOnce }),
}
const bridge = await startBridge({ environment, hubFolder })
const { bridgeKey: key } = await openSecrets({ dataFolder: join(hubFolder, '.svc'), secretsFile: null })
process.send?.({ port: Number(new URL(bridge.url).port), key })
process.on('message', (message) => {
  if (message === 'collect') globalThis.gc?.()
})
process.once('disconnect', () => void bridge[Symbol.asyncDispose]())
