import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Third-party programs that a Hub must work with. They are in a separate package that only the tests' set-up
 * installs, because they are large.
 */
export { Template } from '@huggingface/jinja'
export { Client4 as MattermostClient, WebSocketClient as MattermostSocket } from '@mattermost/client'
export { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
export { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
export { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const require = createRequire(import.meta.url)

export const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`))

export function programOf(name: string, command: string): string {
  const { bin } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(folderOf(name), bin[command]!)
}
