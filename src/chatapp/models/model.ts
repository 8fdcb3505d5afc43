import type { UpstreamModel } from './connections/client.ts'
import type { Away, ModelServer } from './connections/connection.ts'

export interface StoredModelGrant {
  id: string
  principalType: 'user' | 'group'
  /** An account's or group's id, or `*` for everyone signed in. */
  principalId: string
  permission: 'read' | 'write'
  createdAt: number
}

/**
 * The stored data on a model: a published base model, or a model built on another. Times are epoch seconds.
 */
export interface ModelRow {
  id: string
  ownerId: string
  /** The base of this model; null for a base model. */
  baseModelId: string | null
  name: string
  meta: Record<string, unknown>
  params: Record<string, unknown>
  isActive: boolean
  grants: readonly StoredModelGrant[]
  createdAt: number
  updatedAt: number
}

/** A model as people choose it. */
export interface CatalogModel {
  id: string
  name: string
  connection: ModelServer
  /** Null when it is available. */
  away: Away | null
  /** Its id at the connection. */
  upstreamId: string
  /** The connection's own entry. */
  raw: UpstreamModel
  row: ModelRow | null
  /** The row of the base model, for a model built on another; it decides as well. */
  baseRow: ModelRow | null
}
