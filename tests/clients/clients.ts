import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Programs of others that a Hub must get on with. They lie in a package of their own, which only the set-up of the tests
 * installs: they are large, and nobody who runs a Hub needs them.
 */
export { Template } from '@huggingface/jinja'
export { Client4 as MattermostClient, WebSocketClient as MattermostSocket } from '@mattermost/client'
export { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
export { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
export { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const require = createRequire(import.meta.url)

/** Folder of a package that is run, not imported. */
export const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/** The file behind a command of such a package. */
export function programOf(name: string, command: string): string {
  const { bin } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(folderOf(name), bin[command]!)
}
