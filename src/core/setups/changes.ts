import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { SetupKind, Setups } from './setups.ts'

export interface SetupDeps {
  store: Pick<Store, 'transaction'>
  clock: Pick<Clock, 'now'>
  accessChanges: Pick<AccessChanges, 'append'>
  setups: Setups
  /** False unless `SVC_CONSOLE_SETUP` is on. */
  isAllowed: boolean
}

export interface SetupRequest {
  caller: Pick<ConsoleCaller, 'email' | 'via'>
  requestId: string
}

export interface SetupPlace {
  kind: SetupKind
  name: string
  /** For settings of one Hub. */
  hub?: string
  /** Revision that the person saw; null if nothing was stored. */
  expected: string | null
}

export interface SetupPlan extends SetupPlace {
  settings: object
  /** Old settings for the audit, without secrets. */
  before: JsonValue
  after: JsonValue
  /** Tries the settings. Null if they work; otherwise a sentence with the problem and its remedy. */
  attempt(): Promise<string | null>
}

export interface SetupRemovalPlan extends SetupPlace {
  before: JsonValue
  /** The removal is refused with `reason` unless one of the settings named in `others` is stored. */
  needed?: { others: readonly string[]; reason: string }
}

const TRIES = { attempts: 10, windowSeconds: 60 }

export type SetupChanges = ReturnType<typeof createSetupChanges>

/**
 * Tries settings before it stores them:
 *
 * 1. Check: the operator allows changes, no variable sets the same settings, the request uses a session and not an API
 *    key, and the stored revision is the one that the person saw.
 * 2. Try: the settings are used once. The audit records a failed try, and nothing else is stored.
 * 3. Store: one transaction compares the revision again, stores the sealed settings, and records the change.
 */
export function createSetupChanges(deps: SetupDeps) {
  const { setups, store, clock } = deps
  const tries = createRateLimit({ ...TRIES, clock })
  const checkRevision = async ({ kind, name, expected }: SetupPlace) => {
    const stored = (await setups.list(kind)).find((one) => one.name === name)
    if ((stored?.revision ?? null) !== expected) throw conflict()
  }
  return {
    isAllowed: deps.isAllowed,

    /** @param variables Environment variables that set the same settings */
    check({ caller }: SetupRequest, variables: readonly string[]): void {
      if (!deps.isAllowed)
        throw new ApiRefused(
          'setup_off',
          'These settings can’t be changed in the Console, unless the operator sets SVC_CONSOLE_SETUP=true.',
        )
      if (variables.length > 0)
        throw new ApiRefused(
          'forbidden',
          `The operator set ${variables.join(' and ')}, so this can’t be changed here.`,
        )
      if (caller.via !== 'session')
        throw new ApiRefused('forbidden', 'Sign in to the Console: an API key can’t change these settings.')
    },

    async save(
      request: SetupRequest,
      { settings, before, after, attempt, ...place }: SetupPlan,
    ): Promise<void> {
      const { kind, hub } = place
      await checkRevision(place)
      if (tries.consume(request.caller.email) > 0)
        throw new ApiRefused('rate_limited', 'Too many attempts. Wait a minute, then save again.')
      const problem = await attempt()
      if (problem !== null) {
        await store.transaction((tx) =>
          record(deps, tx, request, {
            action: `${kind}.try_failed`,
            hub,
            before: null,
            after: { tried: after, problem },
          }),
        )
        throw new ApiRefused('setup_failed', `Nothing was saved. ${problem}`)
      }
      await store.transaction(async (tx) => {
        const write = { ...place, at: clock.now(), by: request.caller.email }
        if (!(await setups.write(tx, write, settings))) throw conflict()
        await record(deps, tx, request, { action: `${kind}.set_up`, hub, before, after })
      })
    },

    async remove(request: SetupRequest, { before, needed, ...place }: SetupRemovalPlan): Promise<void> {
      await store.transaction(async (tx) => {
        if (needed) {
          const present = await setups.lock(tx, place.kind)
          if (!present.some((name) => needed.others.includes(name)))
            throw new ApiRefused('forbidden', needed.reason)
        }
        if (!(await setups.remove(tx, place))) throw conflict()
        await record(deps, tx, request, {
          action: `${place.kind}.remove`,
          hub: place.hub,
          before,
          after: null,
        })
      })
    },
  }
}

const record = (
  { clock, accessChanges }: Pick<SetupDeps, 'clock' | 'accessChanges'>,
  tx: Transaction<Tables>,
  { caller, requestId }: SetupRequest,
  change: { action: string; hub: string | undefined; before: JsonValue; after: JsonValue },
): Promise<void> =>
  accessChanges.append(tx, [
    {
      ...change,
      at: clock.now(),
      actor: caller.email,
      subject: null,
      hub: change.hub ?? null,
      permission: null,
      reason: null,
      request: requestId,
      revision: null,
    },
  ])

const conflict = () =>
  new ApiRefused(
    'revision_conflict',
    'Another administrator changed these settings. Nothing was changed; reload to see them.',
  )
