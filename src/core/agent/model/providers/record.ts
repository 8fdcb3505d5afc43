import type { Clock } from '#ground/base/clock.ts'
import type { ProviderName } from '#ground/hub/model-choice.ts'
import type { FailureContext } from '../failure.ts'
import type { ProviderFiles } from '../files/limits.ts'
import type { ModelRequest } from '../model.ts'
import type { FormatDialect, ToolDialect } from '../tool-schemas/dialects.ts'
import type { ModelWire } from '../wire.ts'

export interface ConnectOptions {
  id: string
  name: string
  about: FailureContext
  clock: Clock
}

export interface ModelProvider extends ProviderFiles {
  name: ProviderName
  label: string
  keyVariable: string
  needsKey: boolean
  /** Null: `SVC_MODEL_BASE_URL` is required. */
  defaultBaseUrl: string | null
  /** Whether the provider's library uses `fetch`, which refuses some ports. */
  usesFetch: boolean
  tools: ToolDialect
  format: FormatDialect
  /** Maximum stop sequences in a request. The Hub itself applies stop sequences beyond this number. */
  maxStops: number
  /** Size of a signed seed in bits. A larger seed is omitted. */
  seedBits: 32 | 64
  enforcesFormat(name: string, request: ModelRequest): boolean
  connect(options: ConnectOptions): Promise<ModelWire>
}

/** Removes undefined fields, because the SDK treats `undefined` as a value. */
export const dropUndefined = (fields: Record<string, boolean | undefined>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, boolean] => field[1] !== undefined),
  )
