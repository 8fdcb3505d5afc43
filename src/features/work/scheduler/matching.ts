import { parseJson } from '#ground/base/json/parse.ts'
import { readJson } from '#ground/base/json/read.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Db, StoredEvents } from '#core/inbox/inbox.ts'
import {
  receivedEvent,
  type ReceivedEvent,
} from '#features/work/runs/definitions/listening/event-condition.ts'
import {
  listenerFor,
  listenersOf,
  mustBeRead,
  type EventListener,
} from '#features/work/runs/definitions/listening/listeners.ts'
import type { Definition } from '#features/work/runs/definitions/definition.ts'

export interface Matching {
  /** Null if no listener matches. Unreadable events are left out. `db`: the caller's transaction. */
  ownersOf(endpoint: string, names: readonly string[], db?: Db): Promise<ReadonlyMap<string, string | null>>
}

const BATCH_SIZE = 16

export function createMatching(deps: {
  definitions(): readonly Definition[]
  inbox: (name: string, db?: Db) => Pick<StoredEvents, 'read'>
}): Matching {
  const kept = new Map<
    string,
    { listeners: readonly EventListener[]; owners: ReadonlyMap<string, string | null> }
  >()
  return {
    async ownersOf(endpoint, names, db) {
      const listeners = listenersOf(deps.definitions(), endpoint)
      if (!mustBeRead(listeners)) return new Map(names.map((name) => [name, listeners[0]?.workflow ?? null]))
      const before = kept.get(endpoint)
      const known =
        before && areSame(before.listeners, listeners) ? before.owners : new Map<string, string | null>()
      const owners = new Map<string, string | null>()
      for (const name of names) if (known.has(name)) owners.set(name, known.get(name)!)
      const unread = names.filter((name) => !known.has(name))
      for (let at = 0; at < unread.length; at += BATCH_SIZE)
        await Promise.all(
          unread.slice(at, at + BATCH_SIZE).map(async (name) => {
            const event = await readEvent(deps.inbox(endpoint, db), name)
            if (event !== 'unreadable') owners.set(name, listenerFor(listeners, event)?.workflow ?? null)
          }),
        )
      kept.set(endpoint, { listeners, owners })
      return owners
    },
  }
}

/** Conditions are compared as objects, because a condition stays the same object while its file is unchanged. */
const areSame = (a: readonly EventListener[], b: readonly EventListener[]): boolean =>
  a.length === b.length &&
  a.every(({ workflow, trigger }, at) => workflow === b[at]!.workflow && trigger.when === b[at]!.trigger.when)

/** Null for a permanently invalid file. `unreadable`: the file may be readable later, or was removed. */
async function readEvent(
  inbox: Pick<StoredEvents, 'read'>,
  name: string,
): Promise<ReceivedEvent | null | 'unreadable'> {
  const content = await inbox.read('pending', name).catch(() => null)
  if (content === null) return 'unreadable'
  try {
    const event = await readJson(content.toString(), {
      turns: processTurns,
      parse: parseJson,
      maxDepth: Infinity,
      maxValues: Infinity,
    })
    return typeof event === 'object' && event !== null ? await receivedEvent({ ...event }) : null
  } catch {
    return null
  }
}
