import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { suite, test } from 'node:test'
import { promisify } from 'node:util'
import {
  OldClient,
  programOf,
  StdioClientTransport,
  StreamableHTTPClientTransport,
} from '../clients/clients.ts'
import { folderWith } from '../support/folder.ts'
import { bearer, connectClient, startTestMcp } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const SAY = { name: 'echo', arguments: { text: 'Good morning' } }
const SAID = [{ type: 'text', text: 'Good morning' }]

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
