import { existsSync } from 'node:fs'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import type { Verdict } from '#core/audit/verify.ts'
import type { Clock } from '#ground/base/clock.ts'
import { readInstances } from '#ground/instances/instances.ts'
import { copyStore, countRows, type CopyOptions } from './copy-store.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { readStoreId, writeStoreId, type StorePlace as KnownPlace } from '#ground/store/known-store.ts'

export class CannotMoveStore extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CannotMoveStore'
  }
}

export interface MoveStoreOptions {
  from: StoreLocation
  clock: Clock
  onTable: CopyOptions['onTable']
}

export interface MovedStore {
  is: 'copied' | 'there'
  ledgers: { access: Verdict; tools: Verdict }
}

type StoreAndFolder = Pick<KnownPlace, 'store' | 'dataFolder'>

/**
 * Copies a database. Afterwards, the data folder uses the configured database. @throws CannotMoveStore, and the
 * errors of `copyStore`.
 */
export async function moveStore(
  place: StoreAndFolder,
  { from, clock, onTable }: MoveStoreOptions,
): Promise<MovedStore> {
  await using source = await openSource(place, from)
  await using target = await openStore(place.store)
  const madeAt = await target.madeAt()
  const known = await readStoreId(place.dataFolder)
  if (known !== null && known !== madeAt && known !== (await source.madeAt()))
    throw new CannotMoveStore('the source is not the database that this data folder belongs to')
  const refuse = (db: Store['db']) => refuseInstances({ db }, clock)
  const is = await copyStore({ from: source, to: target, refuse, onTable })
  await writeStoreId(place.dataFolder, madeAt)
  return { is, ledgers: await verdictsOf(target) }
}

export async function* rowsToMove(
  place: StoreAndFolder,
  from: StoreLocation,
): AsyncGenerator<{ table: string; rows: number }> {
  await using source = await openSource(place, from)
  yield* await countRows(source)
}

async function openSource({ store }: StoreAndFolder, from: StoreLocation): Promise<Store> {
  if (JSON.stringify(from) === JSON.stringify(store))
    throw new CannotMoveStore('the source and the target are the same database')
  if (from.kind === 'sqlite' && !existsSync(from.path))
    throw new CannotMoveStore(`there is no database to copy at ${from.path}`) // `openStore` would create the database
  return openStore(from, {
    async checkIdentity(madeAt) {
      if (madeAt === null) throw new CannotMoveStore('the source database is empty')
    },
  })
}

async function refuseInstances(store: Pick<Store, 'db'>, clock: Clock): Promise<void> {
  const instance = (await readInstances({ store, clock })).find(({ state }) => state !== 'silent')
  if (instance)
    throw new CannotMoveStore(
      `${instance.name} uses the database: stop all instances first, then run the command again`,
    )
}

async function verdictsOf(store: Store): Promise<MovedStore['ledgers']> {
  const [access, tools] = await Promise.all([
    createAccessChanges(store).verify(),
    createToolDecisions(store).verify(),
  ])
  return { access, tools }
}
