import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { requestOf, type ChangeRequest, type ChangeResult } from './requests.ts'

export function createCallQueue({ db }: Pick<Store, 'db'>, hub: string) {
  const ofHub = () => db.updateTable('change_requests').where('hub', '=', hub)
  const end = async (id: string, result: ChangeResult): Promise<void> => {
    const state = result.outcome === 'stale' ? { state: 'stale' } : {}
    await ofHub()
      .set({ ...state, call_state: 'ended', leased_until_ms: null, result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute()
  }
  return {
    async claim(leasedUntil: EpochMs): Promise<ChangeRequest | null> {
      for (;;) {
        const row = await db
          .selectFrom('change_requests')
          .selectAll()
          .where('hub', '=', hub)
          .where('call_state', '=', 'waiting')
          .orderBy('decided_at_ms')
          .limit(1)
          .executeTakeFirst()
        if (!row) return null
        const claimed = await ofHub()
          .set({ call_state: 'running', leased_until_ms: leasedUntil, result: JSON.stringify(RUNNING) })
          .where('id', '=', row.id)
          .where('call_state', '=', 'waiting')
          .executeTakeFirst()
        if (Number(claimed.numUpdatedRows) === 1) return requestOf(row)
      }
    },

    async renew(id: string, leasedUntil: EpochMs): Promise<void> {
      await ofHub()
        .set({ leased_until_ms: leasedUntil })
        .where('id', '=', id)
        .where('call_state', '=', 'running')
        .execute()
    },

    end,

    /**
     * Ends calls with an expired lease, except calls of this process, whose leases may look expired after a clock
     * change.
     */
    async interruptLost(now: EpochMs, keep: readonly string[]): Promise<number> {
      const lost = await ofHub()
        .set({ call_state: 'ended', leased_until_ms: null, result: JSON.stringify(INTERRUPTED) })
        .where('call_state', '=', 'running')
        .where('leased_until_ms', '<=', now)
        .$if(keep.length > 0, (lost) => lost.where('id', 'not in', keep))
        .executeTakeFirst()
      return Number(lost.numUpdatedRows)
    },
  }
}

const RUNNING: ChangeResult = { outcome: 'running', detail: 'It runs right now.' }

export const INTERRUPTED: ChangeResult = {
  outcome: 'interrupted',
  detail:
    'The Hub stopped during this call, which may have taken effect. Check before you ask for the call again; the Hub does not repeat it.',
}
