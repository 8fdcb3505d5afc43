import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import type { AgentEvents } from '#core/agent/events.ts'
import { stackPlace } from '#ground/hub/tools/blame.ts'
import { foreignLabel } from '#ground/hub/tools/foreign-code.ts'

export interface ToolFaultDeps {
  hubFolder: string
  events: Pick<AgentEvents, 'toolFaulted'>
}

/** Hubs whose tools run in this process. */
const hubs = new Set<{ root: string; events: ToolFaultDeps['events'] }>()

/**
 * Keep this process alive when code of a Hub's tools throws where nobody waits for it: in a timer, an event listener,
 * a promise that was left alone. Such a fault is known by its stack or by the tool that started what threw, and is
 * logged. Any other fault ends the process, as it would without this.
 */
export async function surviveToolFaults({ hubFolder, events }: ToolFaultDeps): Promise<Disposable> {
  const hub = { root: await realpath(hubFolder), events }
  if (hubs.size === 0) {
    process.on('uncaughtException', onException)
    process.on('unhandledRejection', onRejection)
  }
  hubs.add(hub)
  return {
    [Symbol.dispose]() {
      hubs.delete(hub)
      if (hubs.size > 0) return
      process.off('uncaughtException', onException)
      process.off('unhandledRejection', onRejection)
    },
  }
}

const onException = (error: unknown): void => {
  if (!wasToolFault(error) && process.listenerCount('uncaughtException') === 1) crash(error)
}

const onRejection = (reason: unknown): void => {
  if (!wasToolFault(reason) && process.listenerCount('unhandledRejection') === 1) crash(reason)
}

function wasToolFault(error: unknown): boolean {
  const tool = foreignLabel()
  const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!.slice(0, 200)
  for (const { root, events } of hubs) {
    const place = stackPlace(error, root)
    if (!place) continue
    const file = relative(root, place.file)
    events.toolFaulted({ tool: tool ?? file, place: `${file}:${place.line}`, reason })
    return true
  }
  if (tool === null) return false
  const [first] = hubs
  first?.events.toolFaulted({ tool, place: null, reason })
  return first !== undefined
}

/** What Node does when nobody listens. */
function crash(error: unknown): never {
  process.stderr.write(`${(error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1) // oxlint-disable-line unicorn/no-process-exit
}
