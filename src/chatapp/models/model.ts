import type { UpstreamModel } from './connections/client.ts'
import type { Away, ModelServer } from './connections/connection.ts'

export interface StoredModelGrant {
  id: string
  principalType: 'user' | 'group'
  /** `*`: all signed-in people. */
  principalId: string
  permission: 'read' | 'write'
  createdAt: number
}

/** A published base model, or a model built on another. Times are epoch seconds. */
export interface ModelRow {
  id: string
  ownerId: string
  /** Null for a base model. */
  baseModelId: string | null
  name: string
  meta: Record<string, unknown>
  params: Record<string, unknown>
  isActive: boolean
  grants: readonly StoredModelGrant[]
  createdAt: number
  updatedAt: number
}

export interface CatalogModel {
  id: string
  name: string
  connection: ModelServer
  /** Null while available. */
  away: Away | null
  /** Id at the connection. */
  upstreamId: string
  /** Entry of the connection's model list. */
  raw: UpstreamModel
  row: ModelRow | null
  /** For a model built on another. Access requires both rows. */
  baseRow: ModelRow | null
}
