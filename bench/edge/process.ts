import { redirectLogs } from '#ground/base/log.ts'
import { startEdge } from '#processes/edge.ts'
import { temporaryFolder } from '../support/folder.ts'

/** Arguments: ports of the web chat and the bridge. */
const [chatapp = '', bridge = ''] = process.argv.slice(2)
redirectLogs({ write: () => {} })
const environment = { PORT: '0', SVC_CHATAPP_PORT: chatapp, BRIDGE_PORT: bridge }
const { url } = await startEdge({ environment, hubFolder: temporaryFolder() })
process.send!({ port: Number(new URL(url).port) })
process.once('disconnect', () => process.exit())
