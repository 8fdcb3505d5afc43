import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { watchFolders } from '#ground/hub/watch.ts'

/** A Hub behind a gateway's edge, and where its parts answer. */
const ServedHub = z.object({
  slug: z.string(),
  /** Absolute. */
  folder: z.string(),
  /** Base address of its bridge, such as `http://127.0.0.1:8000`. */
  bridge: z.url(),
  /** The same of its inbound receiver; null for a Hub that configures no inbound surface. */
  inbound: z.url().nullable(),
  /** Whether it serves MCP. */
  mcp: z.boolean(),
  /** Whether programs may sign people in to its MCP server. */
  mcpSignIn: z.boolean(),
})
export type ServedHub = z.infer<typeof ServedHub>

const Record = z.object({ hubs: z.array(ServedHub) })

/** @param hubs In the order in which bridges are asked for what any of them can answer. */
export const writeServedHubs = (path: string, hubs: readonly ServedHub[]): Promise<void> =>
  writeFileDurably(path, `${JSON.stringify({ hubs }, null, 2)}\n`)

/** @throws when the record can't be read as one. */
export async function readServedHubs(path: string): Promise<readonly ServedHub[]> {
  try {
    return Record.parse(JSON.parse(await readFile(path, 'utf8'))).hubs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${path} is not readable as a gateway's record of its Hubs`, { cause: error })
  }
}

/** The Hubs that are served now. */
export interface ServedHubs extends AsyncDisposable {
  list(this: void): readonly ServedHub[]
  /** @returns What ends the telling. */
  onChange(listener: (hubs: readonly ServedHub[]) => void): () => void
}

/** Follow the record at this path. One that can't be read keeps the last that could. */
export async function followServedHubs(path: string, onFailure: (error: Error) => void): Promise<ServedHubs> {
  let hubs = await readServedHubs(path)
  const listeners = new Set<(hubs: readonly ServedHub[]) => void>()
  let looking = Promise.resolve()
  const look = async () => {
    try {
      const read = await readServedHubs(path)
      if (JSON.stringify(read) === JSON.stringify(hubs)) return
      hubs = read
      for (const tell of listeners) tell(hubs)
    } catch (error) {
      onFailure(error as Error)
    }
  }
  const watch = watchFolders(() => void (looking = looking.then(look)), onFailure)
  watch.follow(new Set([dirname(path)]))
  return {
    list: () => hubs,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      listeners.clear()
      await looking
    },
  }
}
