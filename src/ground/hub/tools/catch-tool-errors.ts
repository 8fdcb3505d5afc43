import { realpath } from 'node:fs/promises'
import { relative } from 'node:path'
import { stackPosition } from './locate-import-error.ts'
import { foreignMark } from './foreign-code.ts'

export interface ToolFaultDeps {
  hubFolder: string
  events: { toolFaulted(fault: ToolFault): void }
}

export interface ToolFault {
  tool: string
  place: string | null
  reason: string
}

const hubs = new Set<ToolFaultDeps & { root: string }>()

/**
 * Keeps the process alive when a tool throws outside a call, such as in a timer. The stack or the mark of
 * `runForeignCode` identifies such errors. Other errors end the process.
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
    const place = stackPosition(error, root)
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

/** Ends the process as Node does for an uncaught exception without a listener. */
function crash(error: unknown): never {
  process.stderr.write(`${(error instanceof Error && error.stack) || String(error)}\n`)
  process.exit(1) // oxlint-disable-line unicorn/no-process-exit
}
