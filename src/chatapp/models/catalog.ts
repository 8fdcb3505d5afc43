import type { Account } from '#chatapp/accounts/account.ts'
import type { UpstreamModel } from './connections/client.ts'
import type { Away, ModelServer } from './connections/connection.ts'
import type { CatalogModel, ModelRow } from './model.ts'

export interface ModelReader extends Pick<Account, 'id' | 'role'> {
  groupIds: readonly string[]
}

export interface ServerModels {
  connection: ModelServer
  entries: readonly UpstreamModel[] | null
  /** Null while the server is available; otherwise `entries` are from its last response. */
  away: Away | null
}

export function buildCatalog(offers: readonly ServerModels[], rows: readonly ModelRow[]): CatalogModel[] {
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const models = new Map<string, CatalogModel>()
  for (const { connection, entries, away } of offers)
    for (const raw of entries ?? storedOf(connection, rowById)) {
      const id = connection.prefix ? `${connection.prefix}.${raw.id}` : raw.id
      const stored = rowById.get(id)
      const row = stored?.baseModelId === null ? stored : null
      const name = row?.name ?? (typeof raw.name === 'string' && raw.name ? raw.name : id)
      if (!models.has(id))
        models.set(id, { id, name, connection, away, upstreamId: raw.id, raw, row, baseRow: null })
    }
  for (const row of rows) {
    const base = row.baseModelId === null ? undefined : models.get(row.baseModelId)
    if (!base || base.baseRow !== null || models.has(row.id)) continue
    models.set(row.id, { ...base, id: row.id, name: row.name, row, baseRow: base.row })
  }
  return [...models.values()].filter((model) => isActive(model.row) && isActive(model.baseRow))
}

const storedOf = ({ hub }: ModelServer, rowById: ReadonlyMap<string, ModelRow>): UpstreamModel[] =>
  hub && rowById.has(hub.slug) ? [{ id: hub.slug }] : []

const isActive = (row: ModelRow | null) => row?.isActive ?? true

/** A model built on another model also requires a row of the base model. */
export function mayRead(reader: ModelReader, model: Pick<CatalogModel, 'row' | 'baseRow'>): boolean {
  if (reader.role === 'admin') return true
  if (!model.row) return false
  if (model.row.baseModelId !== null && !model.baseRow) return false
  return model.row.ownerId === reader.id || holdsGrant(reader, model.row, 'read')
}

export const mayWrite = (reader: ModelReader, row: ModelRow): boolean =>
  reader.role === 'admin' || row.ownerId === reader.id || holdsGrant(reader, row, 'write')

const holdsGrant = (reader: ModelReader, row: ModelRow, permission: 'read' | 'write'): boolean =>
  row.grants.some(
    (grant) =>
      grant.permission === permission &&
      (grant.principalType === 'group'
        ? reader.groupIds.includes(grant.principalId)
        : grant.principalId === reader.id || grant.principalId === '*'),
  )
