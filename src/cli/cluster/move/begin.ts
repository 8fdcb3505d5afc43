import { systemClock } from '#ground/base/clock.ts'
import type { Moving } from '#ground/instances/facts.ts'
import type { Store } from '#ground/store/store.ts'
import { claimStore } from '#cluster/move/exclusive.ts'
import type { SharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import type { RoleName } from '#processes/role.ts'
import { BeingMoved, claimMove } from '#supervisor/move-file.ts'
import { AlreadyRunning, refuseSecondRun } from '#supervisor/run-file.ts'
import { NotWritable, refuseUnwritable } from '#supervisor/writable.ts'
import { CommandFailure } from '../../failure.ts'

export interface Move extends AsyncDisposable {
  store: Store
}

/**
 * Until disposal, no other process serves or starts the Hub. @throws CommandFailure naming the processes that serve
 * it.
 */
export async function beginMove(shared: SharedConfig, part: Moving): Promise<Move> {
  await refuseUnwritable(shared.hubFolder, shared.dataFolder, [WRITER_ROLE[part]]).catch(asCommandFailure())
  await using parts = new AsyncDisposableStack()
  parts.use(await claim(shared, { command: `hub move ${part}`, besideHubs: false }))
  await refuseHub(shared)
  const store = parts.use(await openKnownStore(shared))
  parts.use(await claimStore(shared, { store, clock: systemClock }, part))
  const begun = parts.move()
  return { store, [Symbol.asyncDispose]: () => begun.disposeAsync() }
}

export async function beginStoreMove(shared: SharedConfig): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  parts.use(await claim(shared, { command: 'hub move store', besideHubs: false }))
  await refuseHub(shared)
  return parts.move()
}

async function refuseHub({ dataFolder }: SharedConfig): Promise<void> {
  for (const run of ['run', 'inbound'] as const)
    await refuseSecondRun(dataFolder, run).catch(asCommandFailure('; stop that process first'))
}

/** Begins a copy. The Hub may run meanwhile, but no other move may begin. */
export async function beginCopy(shared: SharedConfig, command: string): Promise<Move> {
  await using parts = new AsyncDisposableStack()
  parts.use(await claim(shared, { command, besideHubs: true }))
  const store = parts.use(await openKnownStore(shared))
  const begun = parts.move()
  return { store, [Symbol.asyncDispose]: () => begun.disposeAsync() }
}

const claim = ({ dataFolder }: SharedConfig, move: Parameters<typeof claimMove>[1]) =>
  claimMove(dataFolder, move).catch(asCommandFailure())

const WRITER_ROLE = { inbox: 'inbound', chats: 'bridge' } as const satisfies Record<Moving, RoleName>

const IN_THE_WAY = [BeingMoved, AlreadyRunning, NotWritable]

const asCommandFailure =
  (advice = '') =>
  (error: unknown): never => {
    if (IN_THE_WAY.some((kind) => error instanceof kind))
      throw new CommandFailure((error as Error).message + advice)
    throw error
  }
