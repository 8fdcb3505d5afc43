import { join } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { StoreNotEmpty, StoresDiffer } from '#cluster/copy/copy-store.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { readSharedConfig, storeLocation, type SharedConfig } from '#processes/config/shared.ts'
import { CannotMoveStore, moveStore, rowsToMove, type MovedStore } from '#cluster/copy/move-database.ts'
import { CommandFailure } from '../../failure.ts'
import { hubFolderOf } from '../../hub-folder.ts'
import { beginStoreMove } from './begin.ts'
import { print, printJson, printRemark } from '../../print.ts'
import { readCommandSettings } from '../../settings.ts'

interface Options {
  hub?: string
  /**
   * Name of the environment variable that contains the address of the source database. An address on the command line
   * would show its password to every user of the machine.
   */
  from?: string
  json?: boolean
  dryRun?: boolean
}

export async function moveDatabase({ hub, from, json = false, dryRun }: Options): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  const source = sourceOf(shared, from, environment)
  try {
    if (dryRun) return await count(shared, source, json)
    await using parts = new AsyncDisposableStack()
    parts.use(await beginStoreMove(shared))
    const moved = await moveStore(shared, {
      from: source,
      clock: systemClock,
      onTable: ({ table, rows }) =>
        json ? printJson({ table, rows }) : rows > 0 && printRemark(`${table}: ${rows}`),
    })
    printMovedStore(moved, shared, json)
  } catch (error) {
    if (REFUSALS.some((kind) => error instanceof kind)) throw new CommandFailure((error as Error).message)
    throw error
  }
}

const REFUSALS = [CannotMoveStore, StoreNotEmpty, StoresDiffer]

function sourceOf(
  { store, hubFolder, dataFolder }: SharedConfig,
  variable: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): StoreLocation {
  if (variable === undefined) {
    if (store.kind === 'postgres') return { kind: 'sqlite', path: join(dataFolder, 'hub.db') }
    throw new CommandFailure(
      'SVC_DATABASE_URL is the target but is not a Postgres address: to copy from Postgres, add --from with the variable that has its address',
      2,
    )
  }
  const url = environment[variable]
  if (!url)
    throw new CommandFailure(
      `${variable} is not set: set the variable to the address of the database to copy`,
      2,
    )
  if (!/^(postgres(ql)?:\/\/|sqlite:)/.test(url))
    throw new CommandFailure(`${variable}: expected postgres://… or sqlite:<path>`, 2)
  return storeLocation(url, { hubFolder, dataFolder })
}

async function count(shared: SharedConfig, source: StoreLocation, json: boolean): Promise<void> {
  let [tables, all] = [0, 0]
  for await (const { table, rows } of rowsToMove(shared, source)) {
    tables++
    all += rows
    if (json) printJson({ table, rows })
  }
  if (!json) print(`${all} rows of ${tables} tables would be copied to ${NAMES[shared.store.kind]}`)
}

function printMovedStore({ is, ledgers }: MovedStore, { store }: SharedConfig, json: boolean): void {
  const isIntact = ledgers.access.intact && ledgers.tools.intact
  if (json) printJson({ store: is, ledgers })
  else {
    print(
      is === 'copied'
        ? `all data is in ${NAMES[store.kind]}, compared row by row; the source database is unchanged`
        : `all data is already in ${NAMES[store.kind]}, compared row by row`,
    )
    for (const [name, verdict] of Object.entries(ledgers))
      print(
        `${name}: ${verdict.intact ? `${verdict.rows} entries, intact` : 'was tampered with before the copy'}`,
      )
  }
  if (!isIntact)
    throw new CommandFailure(
      'a ledger was tampered with before the copy: run hub audit verify to find the entry',
    )
}

const NAMES: Record<StoreLocation['kind'], string> = {
  postgres: 'the database of SVC_DATABASE_URL',
  sqlite: 'the SQLite file',
}
