import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { watchFolders } from '#ground/hub/watch.ts'

const ServedHub = z.object({
  slug: z.string(),
  /** Absolute. */
  folder: z.string(),
  /** Base address, such as `http://127.0.0.1:8000`. */
  bridge: z.url(),
  /** Base address of the Hub's inbound receiver; null without a receiver. */
  inbound: z.url().nullable(),
  mcp: z.boolean(),
  mcpSignIn: z.boolean(),
})
export type ServedHub = z.infer<typeof ServedHub>

const ListedHub = z.discriminatedUnion('state', [
  ServedHub.extend({
    state: z.literal('serving'),
    since: z.iso.datetime(),
  }),
  ServedHub.extend({
    state: z.enum(['starting', 'broken', 'paused']),
    since: z.iso.datetime(),
    /** Reason for `broken`, shown only to the Hub's managers. */
    problem: z.string().nullable(),
    /** Last address of the Hub's bridge; null if the bridge never responded. */
    bridge: z.url().nullable(),
  }),
])
export type ListedHub = z.infer<typeof ListedHub>
export type ListedAwayHub = Exclude<ListedHub, { state: 'serving' }>

export const isServing = (hub: ListedHub): hub is Exclude<ListedHub, ListedAwayHub> => hub.state === 'serving'
export const isAway = (hub: ListedHub): hub is ListedAwayHub => hub.state !== 'serving'

const Record = z.object({ hubs: z.array(ListedHub) })

/** @param hubs In order of preference for requests that any bridge can handle. */
export const writeServedHubs = (path: string, hubs: readonly ListedHub[]): Promise<void> =>
  writeFileDurably(path, `${JSON.stringify({ hubs }, null, 2)}\n`)

export async function readServedHubs(path: string): Promise<readonly ListedHub[]> {
  try {
    return Record.parse(JSON.parse(await readFile(path, 'utf8'))).hubs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw new Error(`${path} is not a valid record of a gateway's Hubs`, { cause: error })
  }
}

export async function readAwayHubs(
  path: string | null,
): Promise<ReadonlyMap<string, Pick<ListedAwayHub, 'state' | 'since' | 'problem'>>> {
  const hubs = path === null ? [] : await readServedHubs(path)
  return new Map(
    hubs.filter(isAway).map(({ slug, state, since, problem }) => [slug, { state, since, problem }]),
  )
}

export interface ServedHubs extends AsyncDisposable {
  list(this: void): readonly ListedHub[]
  onChange(listener: (hubs: readonly ListedHub[]) => void): () => void
}

/** While the file is unreadable, the last readable content stays. */
export async function followServedHubs(path: string, onFailure: (error: Error) => void): Promise<ServedHubs> {
  const folder = dirname(path)
  let hubs = await readServedHubs(path)
  const listeners = new Set<(hubs: readonly ListedHub[]) => void>()
  let looking = Promise.resolve()
  const poll = async () => {
    try {
      const read = await readServedHubs(path)
      if (JSON.stringify(read) === JSON.stringify(hubs)) return
      hubs = read
      for (const notify of listeners) notify(hubs)
    } catch (error) {
      onFailure(error as Error)
    }
  }
  // Ignores other files of the folder, above all the database, which changes all the time.
  const isAbout = (paths: ReadonlySet<string>) => paths.has(path) || paths.has(folder)
  const watch = watchFolders((paths) => {
    if (isAbout(paths)) looking = looking.then(poll)
  }, onFailure)
  watch.follow(new Set([folder]))
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
