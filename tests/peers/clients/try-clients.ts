import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { conformanceRows, pageWithVerdicts } from './conformance-page.ts'
import { conformanceVersion, runConformance } from './conformance.ts'
import { startPeerHub } from './hub.ts'
import { CONFORMANCE_TABLE, PAGE, pageWith, TABLES, type Row } from './page.ts'
import { CLIENTS, SERVERS, type Client } from './peers.ts'
import { runClient } from './run-clients.ts'
import { runServer } from './run-servers.ts'
import { missingProgram, type Toolchain } from './toolchains.ts'

const MCP_PAGE = join(root, 'docs/mcp.md')
const CONFORMANCE = 'conformance'

/** True if no try failed. */
export async function tryClients(ids: readonly string[]): Promise<boolean> {
  const known = [...CLIENTS, ...SERVERS].map(({ id }) => id)
  const unknown = ids.filter((id) => id !== CONFORMANCE && !known.includes(id))
  if (unknown.length > 0) {
    console.error(`There is no peer ${unknown.join(', ')}. Peers: ${known.join(', ')}, ${CONFORMANCE}`)
    return false
  }
  const isWanted = (id: string) => ids.length === 0 || ids.includes(id)
  const wanted = [...CLIENTS, ...SERVERS].filter(({ id }) => isWanted(id))
  const { ready, hasFailed } = await installToolchains(wanted.map(({ toolchain }) => toolchain))
  const date = new Date().toISOString().slice(0, 10)
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    report(row)
    const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    writeFileSync(PAGE, pageWith(page, [row], TABLES)) // written after each peer, so that an interrupted run keeps its results
  }
  const isReady = ({ id, toolchain }: Pick<Client, 'id' | 'toolchain'>) =>
    isWanted(id) && ready.has(toolchain)
  {
    await using hub = await startPeerHub()
    for (const client of CLIENTS.filter(isReady)) add(await runClient(client, hub, date))
    for (const server of SERVERS.filter(isReady)) add(await runServer(server, hub, date))
    if (isWanted(CONFORMANCE)) {
      const verdicts = await runConformance(hub)
      const version = conformanceVersion()
      for (const row of conformanceRows(verdicts, { table: CONFORMANCE_TABLE, version, date })) add(row)
      writeFileSync(MCP_PAGE, pageWithVerdicts(readFileSync(MCP_PAGE, 'utf8'), verdicts, version))
    }
  }
  return !hasFailed && rows.every(({ tried }) => tried.every(({ failure }) => failure === null))
}

export async function installToolchains<T extends Pick<Toolchain, 'name' | 'needs' | 'install'>>(
  toolchains: readonly T[],
  { path, log = console.log }: { path?: string; log?: (line: string) => void } = {},
): Promise<{ ready: ReadonlySet<T>; hasFailed: boolean }> {
  const ready = new Set<T>()
  let hasFailed = false
  for (const toolchain of new Set(toolchains)) {
    const missing = missingProgram(toolchain, path)
    if (missing !== null) {
      log(`- ${toolchain.name}: skipped, ${missing}`)
      continue
    }
    try {
      await toolchain.install()
      ready.add(toolchain)
    } catch (error) {
      hasFailed = true
      log(`✖ ${toolchain.name}: ${(error as Error).message}`)
    }
  }
  return { ready, hasFailed }
}

function report({ name, version, tried }: Row): void {
  const failed = tried.filter(({ failure }) => failure !== null)
  console.log(
    `${failed.length === 0 ? '✔' : '✖'} ${name} ${version}: ${tried.length - failed.length} of ${tried.length}`,
  )
  for (const { what, failure } of failed) console.log(`    ${what}: ${failure!.slice(0, 300)}`)
}
