import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runConformance } from './conformance.ts'
import { startPeerHub } from './hub.ts'
import { CONFORMANCE_TABLE, PAGE, pageWith, TABLES, type Row } from './page.ts'
import { CLIENTS, SERVERS, type Client } from './peers.ts'
import { runClient } from './run-clients.ts'
import { runServer } from './run-servers.ts'
import { missingProgram, type Toolchain } from './toolchains.ts'

const CONFORMANCE = 'conformance'

/** Try the peers with these ids, or all, and write the page. True when nothing failed. */
export async function tryClients(ids: readonly string[]): Promise<boolean> {
  const known = [...CLIENTS, ...SERVERS].map(({ id }) => id)
  const unknown = ids.filter((id) => id !== CONFORMANCE && !known.includes(id))
  if (unknown.length > 0) {
    console.error(`There is no peer ${unknown.join(', ')}. Peers: ${known.join(', ')}, ${CONFORMANCE}`)
    return false
  }
  const isWanted = (id: string) => ids.length === 0 || ids.includes(id)
  const wanted = [...CLIENTS, ...SERVERS].filter(({ id }) => isWanted(id))
  const { ready, hasFailed } = await installed(wanted.map(({ toolchain }) => toolchain))
  const date = new Date().toISOString().slice(0, 10)
  const rows: Row[] = []
  const add = (row: Row) => {
    rows.push(row)
    report(row)
    const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    writeFileSync(PAGE, pageWith(page, [row], TABLES)) // a run that is interrupted keeps what it did
  }
  const isReady = ({ id, toolchain }: Pick<Client, 'id' | 'toolchain'>) =>
    isWanted(id) && ready.has(toolchain)
  {
    await using hub = await startPeerHub()
    for (const client of CLIENTS.filter(isReady)) add(await runClient(client, hub, date))
    for (const server of SERVERS.filter(isReady)) add(await runServer(server, hub, date))
    if (isWanted(CONFORMANCE)) for (const row of await runConformance(hub, CONFORMANCE_TABLE, date)) add(row)
  }
  return !hasFailed && rows.every(({ tried }) => tried.every(({ failure }) => failure === null))
}

/** Install the toolchains one after another; name each that this machine lacks. */
async function installed(
  toolchains: readonly Toolchain[],
): Promise<{ ready: ReadonlySet<Toolchain>; hasFailed: boolean }> {
  const ready = new Set<Toolchain>()
  let hasFailed = false
  for (const toolchain of new Set(toolchains)) {
    const missing = missingProgram(toolchain)
    if (missing !== null) {
      console.log(`- ${toolchain.name}: skipped, ${missing}`)
      continue
    }
    try {
      await toolchain.install()
      ready.add(toolchain)
    } catch (error) {
      hasFailed = true
      console.log(`✖ ${toolchain.name}: ${(error as Error).message}`)
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
