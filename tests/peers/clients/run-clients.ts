import { CHAT_CHECKS, MCP_CHECKS, type Printed } from './checks.ts'
import type { PeerHub } from './hub.ts'
import { CLIENT_TABLES, type Row, type UndatedRow } from './page.ts'
import type { Client } from './peers.ts'
import { runProgram } from './run-program.ts'
import { pinnedVersion } from './toolchains.ts'

export async function runClient(client: Client, hub: PeerHub): Promise<UndatedRow> {
  const before = await hub.decisions()
  const { printed, failure } = await runProgram(client.toolchain.command(client.program), {
    ...hub.environment,
    ...client.environment,
    PEER: client.id,
  })
  const tried = []
  for (const line of printed)
    tried.push(
      line.missing
        ? { what: line.try, failure: null, isMissing: true }
        : { what: line.try, failure: await judge(client, line, hub) },
    )
  if (printed.length === 0) tried.push({ what: 'the program', failure: failure ?? 'printed nothing' })
  else if (failure !== null) tried.push({ what: 'the program', failure })
  const after = await hub.decisions()
  if (isPassed(tried, 'granted') && after.allowed === before.allowed)
    tried.push({ what: 'audit trail', failure: 'the granted call is not recorded' })
  if (wasRefused(printed) && after.refused === before.refused)
    tried.push({ what: 'audit trail', failure: 'the refused call is not recorded' })
  const version = pinnedVersion(client.toolchain, client.package)
  return { table: CLIENT_TABLES[client.kind], name: client.name, version, tried }
}

async function judge(
  { kind, id, requestsOfFailure = 1 }: Client,
  line: Printed,
  hub: PeerHub,
): Promise<string | null> {
  const check = (kind === 'chat' ? CHAT_CHECKS : MCP_CHECKS)[line.try]
  if (!check) return 'no check knows this try'
  try {
    return await check(line, { hub, id, requestsOfFailure })
  } catch (error) {
    return (error as Error).message
  }
}

const isPassed = (tried: Row['tried'], name: string): boolean =>
  tried.some(({ what, failure }) => what === name && failure === null)

const wasRefused = (printed: readonly Printed[]): boolean =>
  printed.some((line) => line.try === 'refused' && JSON.stringify(line).includes('capability'))
