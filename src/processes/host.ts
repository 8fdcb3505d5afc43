// A child process of the supervisor: `node host.ts <hub folder> <role…>`.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { forgetOwnVariables } from './config/set-by-us.ts'
import { startFailureOf } from './host-failure.ts'
import type { HostMessage, HostOrder } from './host-message.ts'
import { giveBackAfterStart } from './own-memory.ts'
import { ROLES, type RoleName } from './role.ts'
import { startRoles } from './roles.ts'

/** Longest time from the order to stop until the process ends by itself, open handles or not. */
const LAST_RESORT_MS = 15_000

/** Starts the roles, reports to the supervisor, and runs until stopped or until the supervisor has exited. */
async function runHost([hubFolder, ...names]: readonly string[]): Promise<void> {
  const stop = new AbortController()
  // Ctrl-C in a terminal reaches every process of the group: the supervisor decides what it means.
  process.on('SIGINT', process.connected ? () => {} : () => stop.abort())
  for (const event of ['SIGTERM', 'disconnect']) process.once(event, () => stop.abort())
  // Without the supervisor our output has no reader: that must not prevent the roles from closing cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  forgetOwnVariables()
  // A cluster worker would end at once when the supervisor exits.
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true
  try {
    const roles = names.filter((name): name is RoleName => ROLES.includes(name as RoleName))
    if (!hubFolder || roles.length === 0) throw new Error('usage: host <hub folder> <role…>')
    await using running = await startRoles(hubFolder, roles, process.env)
    const { urls, warnings, endpoints } = running
    notify({ type: 'ready', urls, warnings, endpoints })
    flushCompileCache()
    giveBackAfterStart()
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

/** Without a supervisor the process was started by hand: a person reads its output instead. */
const notify = (message: HostMessage): void => {
  if (process.connected) process.send!(message)
  else if (message.type === 'failed') process.stderr.write(`${message.message}\n`)
}

await runHost(process.argv.slice(2))
