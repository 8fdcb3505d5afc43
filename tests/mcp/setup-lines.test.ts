import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { mcpClients, type McpServerAddress } from '../../web/console/mcp/clients.ts'

const texts = {
  terminal: '',
  file: (name: string) => name,
  openedBy: (name: string) => name,
  connector: '',
  withoutKey: '',
}
const SERVER: McpServerAddress = {
  slug: 'garden',
  url: 'https://hub.example.com/mcp',
  signInUrl: 'https://hub.example.com/mcp/oauth',
  key: null,
}
const linesFor = (id: string, more: Partial<McpServerAddress> = {}): string =>
  mcpClients({ ...SERVER, ...more }, texts).find((client) => client.id === id)!.lines

test('the guide shows the same lines as the page, for every program [mcp.setup]', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../docs/recipes/mcp-client.md'), 'utf8')
  for (const { name, lines } of mcpClients(SERVER, texts))
    assert.ok(
      guide.includes(`\n${lines}\n\`\`\`\n`),
      `docs/recipes/mcp-client.md lacks the lines for ${name}:\n${lines}`,
    )
})

test('each program gets the address and the key in the form it reads [mcp.setup]', () => {
  const key = 'sk-1'
  const { url } = SERVER
  const headers = { Authorization: `Bearer ${key}` }
  assert.deepEqual(JSON.parse(linesFor('cursor', { key })), { mcpServers: { garden: { url, headers } } })
  assert.deepEqual(JSON.parse(linesFor('vs-code', { key })), {
    servers: { garden: { type: 'http', url, headers } },
  })
  const { command, args, env } = JSON.parse(linesFor('claude-desktop', { key })).mcpServers.garden
  assert.deepEqual(
    [command, args.includes('--allow-http'), env],
    ['npx', false, { AUTHORIZATION: 'Bearer sk-1' }],
  )
  const [table, ...entries] = linesFor('codex', { key }).split('\n')
  assert.equal(table, '[mcp_servers.garden]')
  assert.deepEqual(entries, [`url = "${url}"`, `http_headers = { "Authorization" = "Bearer ${key}" }`])
  assert.ok(!mcpClients({ ...SERVER, key }, texts).some(({ lines }) => lines.includes('YOUR_API_KEY')))
})

test('a name that programs refuse becomes a valid one, and plain http is mentioned if necessary [mcp.setup]', () => {
  assert.match(linesFor('codex', { slug: 'gärten-süd' }), /^\[mcp_servers\.g-rten-s-d\]/)
  assert.match(linesFor('codex', { slug: '庭' }), /^\[mcp_servers\.hub\]/)
  assert.match(linesFor('claude-desktop', { url: 'http://hub.lan/mcp' }), /--allow-http/)
  assert.doesNotMatch(linesFor('claude-desktop', { url: 'http://127.0.0.1:3080/mcp' }), /--allow-http/)
})

test('an address for signing in exists only if it is enabled [mcp.setup]', () => {
  assert.equal(linesFor('connector'), SERVER.signInUrl)
  assert.ok(!mcpClients({ ...SERVER, signInUrl: null }, texts).some(({ id }) => id === 'connector'))
})
