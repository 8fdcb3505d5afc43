import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { loadOf } from './mcp/load.ts'

/**
 * Calls of tools over MCP a second, on one core, with the key checked and access decided on each, beside a plain
 * fastify that answers the same and beside the SDK's pattern of a server for each request.
 *
 *   node bench/mcp.ts [seconds] [connections]
 *
 * On a machine that is busy with other things, compare the time of a processor that each call takes.
 */
const SECONDS = Number(process.argv[2] ?? 5)
const CONNECTIONS = Number(process.argv[3] ?? 64)
const ROUNDS = Number(process.argv[4] ?? 3)
const OURS = '0' // the core of what is measured; the load comes from the other
const OTHER = '1'

const children: ChildProcess[] = []
try {
  execFileSync('taskset', ['-cp', OTHER, String(process.pid)], { stdio: 'ignore' })
  const echo = await start('echo.ts')
  const fresh = await start('fresh.ts')
  const hub = await start('process.ts')
  const targets: Record<string, { server: Server; tool: string; modern?: boolean }> = {
    echo: { server: echo, tool: 'echo' },
    'SDK, fresh server': { server: fresh, tool: 'echo', modern: true },
    'unrestricted, 2026-07-28': { server: hub, tool: 'echo', modern: true },
    'unrestricted, 2025-11-25': { server: hub, tool: 'echo' },
    restricted: { server: hub, tool: 'guarded', modern: true },
  }
  const costs = new Map<string, number[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, { server, tool, modern = false }] of Object.entries(targets)) {
      const request = requestText(server, tool, modern)
      const before = await processorSeconds(server.process)
      const seconds = round === 0 ? 2 : SECONDS // round 0 warms up
      const load = await loadOf(server.port, request, { connections: CONNECTIONS, seconds })
      const cost = (((await processorSeconds(server.process)) - before) * 1e6) / load.calls
      if (round === 0) continue
      costs.set(name, [...(costs.get(name) ?? []), cost])
      const rate = `${load.perSecond.toFixed(0).padStart(6)} calls/s`
      const times = `p50 ${load.p50.toFixed(1)} ms, p99 ${load.p99.toFixed(1)} ms`
      console.log(`${name.padEnd(25)} ${rate}, ${times}, ${cost.toFixed(1)} µs of a processor`)
    }
  const echoCost = median(costs.get('echo')!)
  for (const [name, values] of costs)
    console.log(
      `${name.padEnd(25)} ${median(values).toFixed(1)} µs each, ${(echoCost / median(values)).toFixed(2)} × the echo`,
    )
} finally {
  for (const child of children) child.kill()
}

interface Server {
  port: number
  key: string
  process: ChildProcess
}

async function start(file: string): Promise<Server> {
  const program = join(import.meta.dirname, 'mcp', file)
  const child = spawn('taskset', ['-c', OURS, process.execPath, program], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.push(child)
  const [{ port, key }] = (await once(child, 'message')) as [{ port: number; key: string }]
  return { port, key, process: child }
}

function requestText({ port, key }: Server, tool: string, modern: boolean): Buffer {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: tool, arguments: { text: 'Good morning' }, ...(modern && { _meta: meta }) }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const lines = [
    'POST /mcp HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    ...(modern
      ? ['MCP-Protocol-Version: 2026-07-28', 'Mcp-Method: tools/call', `Mcp-Name: ${tool}`]
      : ['MCP-Protocol-Version: 2025-11-25']),
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)
}

/** User and system time of a process so far. */
async function processorSeconds({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
