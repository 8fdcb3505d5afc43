import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { stackPlace } from './find-culprit.ts'
import { foreignMark } from './foreign-code.ts'

export interface ToolFaultDeps {
  hubFolder: string
  events: { toolFaulted(fault: ToolFault): void }
}

export interface ToolFault {
  /** Name of the tool, or its file where only that is known. */
  tool: string
  /** File and line in the Hub's folder; null when the stack does not contain it. */
  place: string | null
  reason: string
}

/** Hubs whose tools run in this process. */
const hubs = new Set<ToolFaultDeps & { root: string }>()

/**
 * Keeps this process alive when code of a Hub's tools throws without a handler: in a timer, an event
 * listener, an unhandled promise. Such a fault is recognized by its stack or by the tool that started its
 * code, and is logged. Any other fault ends the process, as by default.
 */
export async function surviveToolFaults({ hubFolder, events }: ToolFaultDeps): Promise<Disposable> {
  const hub = { hubFolder, root: await realpath(hubFolder), events }
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
  const mark = foreignMark()
  const reason = (error instanceof Error ? error.message : String(error)).split('\n', 1)[0]!.slice(0, 200)
  for (const { root, events } of hubs) {
    const place = stackPlace(error, root)
    if (!place) continue
    const file = relative(root, place.file)
    events.toolFaulted({ tool: mark?.label ?? file, place: `${file}:${place.line}`, reason })
    return true
  }
  if (mark === null) return false
  const own = [...hubs].find(({ hubFolder, root }) => mark.folder === hubFolder || mark.folder === root)
  own?.events.toolFaulted({ tool: mark.label, place: null, reason })
  return own !== undefined
}

/** Node's default without a listener. */
function crash(error: unknown): never {
  process.stderr.write(`${(error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1) // oxlint-disable-line unicorn/no-process-exit
}
