import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import { isUniqueViolation } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { EntryRequest, SECRET_PLACEHOLDER, type IntegrationEntry } from './schema.ts'
import { providerOf, type Provider, type ProviderSecrets, type ClientRegistration } from './provider.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** An entry as forms show it: a placeholder replaces each stored secret. */
export interface StoredEntry {
  entry: IntegrationEntry
  createdAt: number
  updatedAt: number
}

export type Providers = ReturnType<typeof createProviders>

type Tx = Pick<Transaction<Tables>, 'selectFrom' | 'insertInto' | 'updateTable' | 'deleteFrom'>
export type Gone = (tx: Tx, ids: string[]) => Promise<void>
type Row = Selectable<Tables['chatapp_tool_servers']>

export function createProviders({ store, clock, sealer }: { store: Store; clock: Clock; sealer: Sealer }) {
  const { db } = store

  const rowOf = (id: string, tx: Tx = db) =>
    tx.selectFrom('chatapp_tool_servers').selectAll().where('id', '=', id).executeTakeFirst()

  const save = (
    tx: Tx,
    entry: IntegrationEntry,
    known: Row | undefined,
    at: { position: number; gone: Gone },
  ) => saveEntry({ clock, sealer }, tx, { entry, known, ...at })
  const inTurn = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => retryOnConflict(store, work)

  return {
    async list(): Promise<Provider[]> {
      return (await rows(db)).map((row) => readProvider(row, sealer))
    },

    async find(id: string): Promise<Provider | null> {
      const row = await rowOf(id)
      return row ? readProvider(row, sealer) : null
    },

    async entries(): Promise<StoredEntry[]> {
      return (await rows(db)).map((row) => ({
        entry: shownEntry(row, sealer),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
      }))
    },

    /** Stored secrets replace their placeholders. */
    async drafted(entry: IntegrationEntry): Promise<Provider> {
      const known = await rowOf(entry.info.id)
      const secrets = secretsFor(entry, known ? secretsOf(known, sealer) : NO_SECRETS, sealer)
      return providerOf(entry, secrets, newToken(64))
    },

    async replaceAll(entries: readonly IntegrationEntry[], gone: Gone): Promise<void> {
      await inTurn(async (tx) => {
        const remaining = new Set(entries.map(({ info }) => info.id))
        const removed = (await rows(tx)).map(({ id }) => id).filter((id) => !remaining.has(id))
        await gone(tx, removed)
        for (const id of removed) await tx.deleteFrom('chatapp_tool_servers').where('id', '=', id).execute()
        for (const [position, entry] of entries.entries())
          await save(tx, entry, await rowOf(entry.info.id, tx), { position, gone })
      })
    },

    async put(entry: IntegrationEntry, { isNew, gone }: { isNew: boolean; gone: Gone }): Promise<boolean> {
      return inTurn(async (tx) => {
        const known = await rowOf(entry.info.id, tx)
        if (known && isNew) return false
        const last = (await rows(tx)).at(-1)
        await save(tx, entry, known, { position: known?.position ?? (last ? last.position + 1 : 0), gone })
        return true
      })
    },

    async remove(id: string, gone: Gone): Promise<boolean> {
      return store.transaction(async (tx) => {
        await gone(tx, [id])
        const deleted = await tx.deleteFrom('chatapp_tool_servers').where('id', '=', id).executeTakeFirst()
        return deleted.numDeletedRows > 0n
      })
    },

    async keepRegistration(id: string, registration: ClientRegistration): Promise<void> {
      await store.transaction(async (tx) => {
        const row = await rowOf(id, tx)
        if (!row) return
        const secrets = { ...secretsOf(row, sealer), registration }
        await tx
          .updateTable('chatapp_tool_servers')
          .set({ sealed: sealSecrets(id, secrets, sealer) })
          .where('id', '=', id)
          .execute()
      })
    },

    /** Sealed, because the administrator's form receives the text and sends it back. */
    sealRegistration: (id: string, registration: ClientRegistration): string =>
      sealer.seal(JSON.stringify(registration), registrationSealContext(id)),
  }
}

interface Saved {
  entry: IntegrationEntry
  known: Row | undefined
  position: number
  gone: Gone
}

async function saveEntry(
  { clock, sealer }: { clock: Clock; sealer: Sealer },
  tx: Tx,
  { entry, known, position, gone }: Saved,
): Promise<void> {
  const { id } = entry.info
  const secrets = secretsFor(entry, known ? secretsOf(known, sealer) : NO_SECRETS, sealer)
  if (known && !sameAuthority(readProvider(known, sealer), providerOf(entry, secrets, '')))
    await gone(tx, [id])
  const now = epochSeconds(clock)
  const row = {
    position,
    entry: JSON.stringify(withoutSecrets(entry)),
    sealed: sealSecrets(id, secrets, sealer),
    updated_at: now,
  }
  if (known) {
    await tx.updateTable('chatapp_tool_servers').set(row).where('id', '=', id).execute()
    await clearRefreshErrors(tx, id)
  } else
    await tx
      .insertInto('chatapp_tool_servers')
      .values({ id, ...row, created_at: now })
      .execute()
}

/** Retries after a concurrent insert. The second try finds the inserted row. */
async function retryOnConflict<T>(store: Store, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
  try {
    return await store.transaction(work)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    return store.transaction(work)
  }
}

const sameAuthority = (one: Provider, other: Provider): boolean =>
  JSON.stringify([authorityOf(one), clientIdOf(one)]) ===
  JSON.stringify([authorityOf(other), clientIdOf(other)])

const authorityOf = ({ source }: Provider) =>
  source.kind === 'oauth2' ? [source.kind, source.authorizeUrl, source.tokenUrl] : source

const clientIdOf = ({ client }: Provider): string | null => ('id' in client ? client.id : null)

const clearRefreshErrors = (tx: Tx, id: string) =>
  tx
    .updateTable('chatapp_oauth_sessions')
    .set({ refresh_failed_at: null, refresh_error: null })
    .where('server', '=', id)
    .where('refresh_error', 'is not', null)
    .execute()

const rows = (tx: Tx): Promise<Row[]> =>
  tx.selectFrom('chatapp_tool_servers').selectAll().orderBy('position').orderBy('id').execute()

const NO_SECRETS: ProviderSecrets = { clientSecret: null, registration: null }

const secretsSealContext = (id: string) => `tool server/${id}`
const registrationSealContext = (id: string) => `registration/${id}`

const sealSecrets = (id: string, secrets: ProviderSecrets, sealer: Sealer): string | null =>
  secrets.clientSecret === null && secrets.registration === null
    ? null
    : sealer.seal(JSON.stringify(secrets), secretsSealContext(id))

/** Secrets sealed with another key are lost: the administrator must enter them again. */
function secretsOf({ id, sealed }: Pick<Row, 'id' | 'sealed'>, sealer: Sealer): ProviderSecrets {
  const opened = sealed === null ? null : sealer.open(sealed, secretsSealContext(id))
  return opened === null ? NO_SECRETS : (JSON.parse(opened) as ProviderSecrets)
}

function secretsFor({ info }: IntegrationEntry, known: ProviderSecrets, sealer: Sealer): ProviderSecrets {
  const { id, oauth_client_secret: secret, oauth_client_info: sealedClient } = info
  return {
    clientSecret: secret === SECRET_PLACEHOLDER ? known.clientSecret : secret || null,
    registration:
      !sealedClient || sealedClient === SECRET_PLACEHOLDER
        ? known.registration
        : readRegistration(sealer.open(sealedClient, registrationSealContext(id))),
  }
}

const readRegistration = (text: string | null): ClientRegistration | null =>
  text === null ? null : (JSON.parse(text) as ClientRegistration)

const withoutSecrets = (entry: IntegrationEntry): IntegrationEntry => ({
  ...entry,
  info: { ...entry.info, oauth_client_secret: null, oauth_client_info: null },
})

/** Parsing adds defaults for fields that are newer than the row. */
const entryOf = ({ entry }: Row): IntegrationEntry => EntryRequest.parse(JSON.parse(entry))

function shownEntry(row: Row, sealer: Sealer): IntegrationEntry {
  const entry = entryOf(row)
  const { clientSecret, registration } = secretsOf(row, sealer)
  return {
    ...entry,
    info: {
      ...entry.info,
      oauth_client_secret: clientSecret === null ? null : SECRET_PLACEHOLDER,
      oauth_client_info: registration === null ? null : SECRET_PLACEHOLDER,
    },
  }
}

const readProvider = (row: Row, sealer: Sealer): Provider =>
  providerOf(entryOf(row), secretsOf(row, sealer), `${row.updated_at}/${row.sealed ?? ''}/${row.entry}`)
