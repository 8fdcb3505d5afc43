import { existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import { appendWhole, jsonLines } from '#core/chats/folder/history.ts'
import type { HistoryTurn } from '#core/chats/history.ts'
import { addTurns, type ScopedTurn } from './rows.ts'

export interface TurnRecordsDeps {
  hub: string
  /** `<hub>/.chats`. */
  folder: string
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'sleep'>
  /** Called if the database is unavailable and a finished turn is therefore stored in a file in `folder`. */
  onWaiting(facts: { error: unknown }): void
}

const RETRY_DELAY_MS = 2000

export function openTurnRecords({
  hub,
  folder,
  store,
  clock,
  onWaiting,
}: TurnRecordsDeps): AsyncDisposable & {
  add(scope: string, turn: HistoryTurn): Promise<void>
} {
  const { waiting, underWay } = filesIn(folder)
  let loop: Loop | null = null

  const sendSoon = () =>
    void (loop ??= startLoop({
      clock,
      everyMs: RETRY_DELAY_MS,
      work: () => sendWaiting({ hub, folder, store }),
      onFailure: () => {},
    }))
  if (existsSync(waiting) || existsSync(underWay)) sendSoon()

  return {
    async add(scope, turn) {
      try {
        await addTurns(store.db, hub, [{ scope, turn }])
      } catch (error) {
        if (!isStoreUnavailable(error)) throw error
        appendWhole(waiting, Buffer.from(`${JSON.stringify({ scope, turn } satisfies ScopedTurn)}\n`))
        onWaiting({ error })
        sendSoon()
      }
    },
    async [Symbol.asyncDispose]() {
      await loop?.[Symbol.asyncDispose]()
    },
  }
}

export async function sendWaiting({
  hub,
  folder,
  store,
}: Pick<TurnRecordsDeps, 'hub' | 'folder' | 'store'>): Promise<void> {
  const { waiting, underWay } = filesIn(folder)
  for (;;) {
    if (!existsSync(underWay)) {
      if (!existsSync(waiting)) return
      await rename(waiting, underWay)
    }
    await addTurns(store.db, hub, jsonLines<ScopedTurn>(await readFile(underWay, 'utf8')))
    await rm(underWay)
  }
}

const filesIn = (folder: string) => {
  const waiting = join(folder, '.waiting.jsonl')
  return { waiting, underWay: `${waiting}.sent` }
}
