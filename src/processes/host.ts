// A child process of the supervisor: `node host.ts <hub folder> <role…>`.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { forgetOwnVariables } from './config/set-by-us.ts'
import { startFailureOf } from './host-failure.ts'
import type { HostMessage, HostOrder } from './host-message.ts'
import { releaseMemoryAfterStart } from './own-memory.ts'
import { ROLES, type RoleName } from './role.ts'
import { startRoles } from './roles.ts'

/** Maximum time from the stop order to a forced exit. */
const LAST_RESORT_MS = 15_000

async function runHost([hubFolder, ...names]: readonly string[]): Promise<void> {
  const stop = new AbortController()
  // Ctrl-C reaches every process of the terminal's group, so only the supervisor handles it.
  process.on('SIGINT', process.connected ? () => {} : () => stop.abort())
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => stop.abort())
  // Without the supervisor, writing output fails; the roles must still close cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  forgetOwnVariables()
  // By default, a cluster worker ends at once when the supervisor exits.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  try {
    const roles = names.filter((name): name is RoleName => ROLES.includes(name as RoleName))
    if (!hubFolder || roles.length === 0) throw new Error('usage: host <hub folder> <role…>')
    await using running = await startRoles(hubFolder, roles, process.env)
    const { urls, warnings, endpoints } = running
    notify({ type: 'ready', urls, warnings, endpoints })
    flushCompileCache()
    releaseMemoryAfterStart()
    process.on('message', (order: HostOrder) => {
      if (order.type !== 'retire') return
      running.retire()
      stop.abort()
    })
    if (!stop.signal.aborted) await once(stop.signal, 'abort')
    setTimeout(() => process.exit(1), LAST_RESORT_MS).unref()
  } catch (error) {
    const failure = startFailureOf(error)
    notify({ type: 'failed', ...failure })
    process.exitCode = failure.reason === 'fault' || failure.reason === 'outside' ? 1 : 2
    setTimeout(() => process.exit(), 1000).unref()
  }
  if (process.connected) process.disconnect()
}

/** Without a supervisor, a person started the process and reads its output. */
const notify = (message: HostMessage): void => {
  if (process.connected) process.send!(message)
  else if (message.type === 'failed') process.stderr.write(`${message.message}\n`)
}

await runHost(process.argv.slice(2))
