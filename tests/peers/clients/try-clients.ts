import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import type { AreaReport } from '../report.ts'
import { conformanceRows, pageWithVerdicts } from './conformance-page.ts'
import { conformanceVersion, runConformance } from './conformance.ts'
import { startPeerHub, type PeerHub } from './hub.ts'
import { CONFORMANCE_TABLE, type UndatedRow } from './page.ts'
import { CLIENTS, SERVERS, type Client } from './peers.ts'
import { runClient } from './run-clients.ts'
import { runServer } from './run-servers.ts'
import { installToolchains } from './toolchains.ts'

const MCP_PAGE = join(root, 'docs/mcp.md')
const CONFORMANCE = 'conformance'

export async function tryClients(ids: readonly string[], report: AreaReport): Promise<void> {
  const known = [...CLIENTS, ...SERVERS].map(({ id }) => id)
  const unknown = ids.filter((id) => id !== CONFORMANCE && !known.includes(id))
  if (unknown.length > 0) {
    report.failed(`there is no peer ${unknown.join(', ')}; choose from ${[...known, CONFORMANCE].join(', ')}`)
    return
  }
  const isWanted = (id: string) => ids.length === 0 || ids.includes(id)
  const wanted = [...CLIENTS, ...SERVERS].filter(({ id }) => isWanted(id))
  const ready = await installToolchains(
    wanted.map(({ toolchain }) => toolchain),
    report,
  )
  const isReady = ({ id, toolchain }: Pick<Client, 'id' | 'toolchain'>) =>
    isWanted(id) && ready.has(toolchain)
  const add = (row: UndatedRow) => {
    report.row(row)
    printRow(row)
  }
  await using hub = await startPeerHub()
  for (const client of CLIENTS.filter(isReady)) add(await runClient(client, hub))
  for (const server of SERVERS.filter(isReady)) add(await runServer(server, hub))
  if (isWanted(CONFORMANCE)) for (const row of await conformance(hub)) add(row)
}

async function conformance(hub: PeerHub): Promise<UndatedRow[]> {
  const verdicts = await runConformance(hub)
  const version = conformanceVersion()
  writeFileSync(MCP_PAGE, pageWithVerdicts(readFileSync(MCP_PAGE, 'utf8'), verdicts, version))
  return conformanceRows(verdicts, { table: CONFORMANCE_TABLE, version })
}

function printRow({ name, version, tried }: UndatedRow): void {
  const failed = tried.filter(({ failure }) => failure !== null)
  console.log(
    `${failed.length === 0 ? '✔' : '✖'} ${name} ${version}: ${tried.length - failed.length} of ${tried.length}`,
  )
  for (const { what, failure } of failed) console.log(`    ${what}: ${failure!.slice(0, 300)}`)
}
