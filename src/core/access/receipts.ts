import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { DenyReason } from './decide.ts'
import { ORGANIZATION, USE_HUB } from './permission.ts'
import { EVERYONE } from './subject.ts'

/** Work that the service stopped because the caller lost access. */
export interface StoppedWork {
  kind: 'answer' | 'api_answer' | 'channel_answer' | 'mcp_call' | 'run'
  id: string
  chat: string | null
  key: string | null
  subject: string
  request: string
  startedAt: EpochMs
  why: LostBy
}

export type LostBy = 'blocked' | 'no_grant'

export const findLostAccess = (reason: DenyReason): LostBy | null =>
  reason === 'blocked' || reason === 'no_grant' ? reason : null

interface ReceiptsDeps {
  store: Pick<Store, 'transaction'>
  accessChanges: Pick<AccessChanges, 'append'>
  hub: string
  instance: { id: string; name: string }
  clock: Pick<Clock, 'now' | 'sleep'>
}

export interface Receipts extends AsyncDisposable {
  /** Returns at once. While the database is unreachable, the receipt waits in memory. */
  stopped(what: StoppedWork): void
}

const STOPPED = 'access.stopped'

const RETRY_DELAY_MS = 1000
/** Tolerated difference between the clocks of two instances. */
const SLACK_MS = 5000

type Receipt = StoppedWork & { at: EpochMs }

export function createReceipts(deps: ReceiptsDeps): Receipts {
  const { clock } = deps
  const waiting: Receipt[] = []
  const closing = new AbortController()
  let running: Promise<void> | null = null

  const writeAll = async () => {
    let isSecondTry = false
    for (let next = waiting[0]; next; next = waiting[0])
      try {
        await write(deps, next, { isSecondTry })
        waiting.shift()
        isSecondTry = false
      } catch {
        if (closing.signal.aborted) break
        isSecondTry = true
        await clock.sleep(RETRY_DELAY_MS, closing.signal).catch(() => {}) // closing interrupts the wait, and one last attempt follows
      }
    running = null
  }

  return {
    stopped(what) {
      waiting.push({ ...what, at: clock.now() })
      running ??= writeAll()
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }
}

async function write(
  { store, accessChanges, hub, instance }: ReceiptsDeps,
  receipt: Receipt,
  { isSecondTry }: { isSecondTry: boolean },
): Promise<void> {
  const { kind, id, chat, key, subject, request, at } = receipt
  await store.transaction(async (tx) => {
    // The commit of the first attempt may have succeeded although its response was lost.
    if (isSecondTry && (await isWritten(tx, receipt))) return
    const change = await changeFor(tx, hub, receipt)
    const stopped = { kind, id, chat, key, machine: instance.name, machine_id: instance.id }
    await accessChanges.append(tx, [
      {
        at,
        actor: 'system:access',
        action: STOPPED,
        subject,
        hub,
        permission: USE_HUB,
        before: null,
        after: { ...stopped, change: change?.seq ?? null },
        reason: receipt.why,
        request,
        revision: change?.revision ?? null,
      },
    ])
  })
}

const isWritten = async (tx: Transaction<Tables>, { subject, request, at }: Receipt): Promise<boolean> =>
  (await tx
    .selectFrom('access_changes')
    .select('seq')
    .where('subject', '=', subject)
    .where('at_ms', '=', at)
    .where('action', '=', STOPPED)
    .where('request', '=', request)
    .executeTakeFirst()) !== undefined

/** Undefined if a grant expired and its expiry is not recorded yet. */
const changeFor = (tx: Transaction<Tables>, hub: string, { subject, why, startedAt }: Receipt) => {
  const changes = tx
    .selectFrom('access_changes')
    .select(['seq', 'revision'])
    .where('at_ms', '>=', startedAt - SLACK_MS)
    .orderBy('at_ms', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
  const taking =
    why === 'blocked'
      ? changes.where('subject', '=', subject).where('action', '=', 'block')
      : changes
          .where('subject', 'in', [subject, EVERYONE])
          .where('action', '=', 'revoke')
          .where('permission', '=', USE_HUB)
          .where('hub', 'in', [hub, ORGANIZATION])
  return taking.executeTakeFirst()
}
