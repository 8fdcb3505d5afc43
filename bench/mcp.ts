import { join } from 'node:path'
import { contest, printMedians, printRatio, type Contender } from './support/contest.ts'
import { MEASURED, moveTo, OTHERS, startScript } from './support/cores.ts'
import { load } from './support/wrk.ts'

/**
 * Measures MCP tool calls per second, with key check and access decision. Compared with a plain fastify, and with the
 * SDK's pattern of one server per request. The measured process has one core, `wrk` the other.
 *   node bench/mcp.ts [seconds] [rounds]
 */
const [seconds = 5, rounds = 4] = process.argv.slice(2, 4).map(Number)
const CONNECTIONS = 64

interface Server {
  pid: number
  ready: { port: number; key: string }
}

moveTo(OTHERS)
const echo = await start('echo.ts')
const hub = await start('process.ts')
const results = await contest({
  rounds,
  seconds,
  contenders: [
    contender('echo', echo, 'echo', '2025-11-25'),
    contender('unrestricted, 2025-11-25', hub, 'echo', '2025-11-25'),
    contender('unrestricted, 2026-07-28', hub, 'echo', '2026-07-28'),
    contender('restricted', hub, 'guarded', '2026-07-28'),
    contender('SDK, fresh server', await start('fresh.ts'), 'echo', '2026-07-28'),
  ],
})
printMedians(results)
for (const name of results.keys()) if (name !== 'echo') printRatio(results, name, 'echo')

function start(file: string): Promise<Server> {
  return startScript(MEASURED, join(import.meta.dirname, 'mcp', file))
}

function contender(name: string, { pid, ready }: Server, tool: string, revision: string): Contender {
  const isNew = revision === '2026-07-28'
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: tool, arguments: { text: 'Good morning' }, ...(isNew && { _meta: meta }) }
  const request = {
    port: ready.port,
    path: '/mcp',
    method: 'POST' as const,
    headers: {
      Authorization: `Bearer ${ready.key}`,
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      ...(isNew && { 'Mcp-Method': 'tools/call', 'Mcp-Name': tool }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    expect: '"text":"Good morning"}]',
  }
  return {
    name,
    pid,
    waitsForDisk: tool === 'guarded',
    run: (duration) => load(request, { connections: CONNECTIONS, seconds: duration }),
  }
}
