import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { folderWith } from '../support/folder.ts'
import { bearer, connectClient, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const SAY = { name: 'echo', arguments: { text: 'Good morning' } }
const SAID = [{ type: 'text', text: 'Good morning' }]

/** The program of a package that is run, not imported. */
function programOf(name: string, command: string): string {
  const folder = join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)))
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
  }
  return join(folder, bin[command]!)
}

suite('real clients', () => {
  test('the official client, second version [mcp.clients]', async (t) => {
    const hub = await startTestMcp(t, { files: GARDEN })
    const client = await connectClient(t, hub.mcpUrl, (await hub.member('Bea')).key)
    assert.deepEqual((await client.callTool(SAY)).content, SAID)
    await assert.rejects(connectClient(t, hub.mcpUrl, 'sk-wrong'))
  })

  test('the official client, first version [mcp.clients]', async (t) => {
    const hub = await startTestMcp(t, { files: GARDEN })
    const { key } = await hub.member('Bea')
    const client = new OldClient({ name: 'test', version: '1' })
    const requestInit = { headers: bearer(key) }
    await client.connect(new StreamableHTTPClientTransport(new URL(hub.mcpUrl), { requestInit }))
    assert.deepEqual((await client.callTool(SAY)).content, SAID)
    assert.ok((await client.listTools()).tools.length > 3)
    await client.close()
  })

  test('mcp-remote with a key in a header [mcp.clients]', async (t) => {
    const hub = await startTestMcp(t, { files: GARDEN })
    const { key } = await hub.member('Bea')
    const home = await folderWith(t, {})
    const client = new OldClient({ name: 'test', version: '1' })
    const args = [programOf('mcp-remote', 'mcp-remote'), hub.mcpUrl, '--allow-http', '--header']
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [...args, 'Authorization:${KEY}'],
      env: { KEY: `Bearer ${key}`, HOME: home, MCP_REMOTE_CONFIG_DIR: home, PATH: process.env.PATH! },
      stderr: 'ignore',
    })
    await client.connect(transport)
    assert.deepEqual((await client.callTool(SAY)).content, SAID)
    await client.close()
  })

  test('the command line of the MCP inspector [mcp.clients]', async (t) => {
    const hub = await startTestMcp(t, { files: GARDEN })
    const { key } = await hub.member('Bea')
    const home = await folderWith(t, {})
    const args = ['--cli', hub.mcpUrl, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
    const call = ['--method', 'tools/call', '--tool-name', 'echo', '--tool-arg', 'text=Good morning']
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [programOf('@modelcontextprotocol/inspector', 'mcp-inspector'), ...args, ...call],
      { env: { ...process.env, HOME: home } },
    )
    assert.deepEqual(JSON.parse(stdout).content, SAID)
  })
})
