// A child process of the supervisor: `node host.ts <hub folder> <role…>`.
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { BadConfiguration } from '#ground/base/environment.ts'
import { PortTaken } from '#ground/base/http-server.ts'
import { createLog } from '#ground/base/log.ts'
import { outsideTrouble } from '#ground/base/outside-trouble.ts'
import type { HostMessage } from './host-message.ts'
import { ROLES, type RoleName } from './role.ts'
import { startRoles } from './roles.ts'

/** Longest time from the order to stop until the process ends by itself, open handles or not. */
const LAST_RESORT_MS = 15_000

/** Start the roles, tell the supervisor, run until told to stop or until the supervisor is gone. */
async function runHost([hubFolder, ...names]: readonly string[]): Promise<void> {
  const stop = new AbortController()
  // Ctrl-C in a terminal reaches every process of the group: the supervisor decides what it means.
  process.on('SIGINT', process.connected ? () => {} : () => stop.abort())
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => stop.abort())
  // With the supervisor gone nobody reads what we write: that must not keep the roles from closing well.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  delete process.env['NODE_COMPILE_CACHE'] // ours, not that of the programs a tool starts
  try {
    const roles = names.filter((name): name is RoleName => ROLES.includes(name as RoleName))
    if (!hubFolder || roles.length === 0) throw new Error('usage: host <hub folder> <role…>')
    await using running = await startRoles(hubFolder, roles, process.env)
    const { urls, warnings, endpoints } = running
    tell({ type: 'ready', urls, warnings, endpoints })
    flushCompileCache()
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
  } catch (error) {
    const failure = failureOf(error)
    tell(failure)
    process.exitCode = failure.reason === 'fault' || failure.reason === 'outside' ? 1 : 2
    setTimeout(() => process.exit(), 1000).unref()
  }
  if (process.connected) process.disconnect()
}

type Failed = Extract<HostMessage, { type: 'failed' }>

const failureOf = (error: unknown): Failed => {
  const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) }
  const reason = reasonOf(error)
  if (reason === 'fault') process.stderr.write(`${stack ?? message}\n`)
  // For the log file alone: the message says it, and the stack helps should the fault be ours after all.
  if (reason === 'outside')
    createLog('host').info({ event: 'host.start_failed', err: error }, 'could not start')
  return { type: 'failed', reason, message: outsideTrouble(error) ?? message }
}

const reasonOf = (error: unknown): Failed['reason'] => {
  if (error instanceof BadConfiguration) return 'configuration'
  if (error instanceof PortTaken) return 'port_taken'
  // By its name: only a bridge should load the Hub's code.
  if (error instanceof Error && error.name === 'NotAHub') return 'not_a_hub'
  return outsideTrouble(error) === null ? 'fault' : 'outside'
}

/** Without a supervisor the process was started by hand: a person reads its output instead. */
const tell = (message: HostMessage): void => {
  if (process.connected) process.send!(message)
  else if (message.type === 'failed') process.stderr.write(`${message.message}\n`)
}

await runHost(process.argv.slice(2))
