import type { UpstreamModel } from './connections/client.ts'
import type { Away, ModelServer } from './connections/connection.ts'

export interface StoredModelGrant {
  id: string
  principalType: 'user' | 'group'
  /** Id of an account or group; `*`: all signed-in people. */
  principalId: string
  permission: 'read' | 'write'
  createdAt: number
}

/** A published base model, or a model built on another model. Times are epoch seconds. */
export interface ModelRow {
  id: string
  ownerId: string
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
  away: Away | null
  upstreamId: string
  raw: UpstreamModel
  row: ModelRow | null
  /** Row of the base model, if the model is built on another model. Access requires this row too. */
  baseRow: ModelRow | null
}
