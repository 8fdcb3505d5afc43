import type { Clock } from '#ground/base/clock.ts'
import type { FailureContext } from '../failure.ts'
import type { ProviderFiles } from '../files/limits.ts'
import type { ModelRequest } from '../model.ts'
import type { FormatDialect, ToolDialect } from '../tool-schemas/dialects.ts'
import type { ModelWire } from '../wire.ts'

export interface ConnectOptions {
  /** `<provider>/<model>`. */
  id: string
  name: string
  about: FailureContext
  clock: Clock
}

/** A family of models behind one HTTP protocol: everything that is said of it here is said nowhere else. */
export interface ModelProvider extends ProviderFiles {
  /** Provider name: the part of its model ids before the slash. */
  name: string
  /** Name for people. */
  label: string
  /** The variable that holds its key. */
  keyVariable: string
  needsKey: boolean
  /** Null: there is no usual address, so `SVC_MODEL_BASE_URL` has to name one. */
  defaultBaseUrl: string | null
  /** Its library calls the address by `fetch`, which refuses some ports. */
  usesFetch: boolean
  /** The form in which it takes tools. */
  tools: ToolDialect
  /** The form in which it takes the schema of an answer. */
  format: FormatDialect
  /** Tokens that its models take, question and answer together, by the beginning of the name; the longest one wins. */
  contextTokens: Readonly<Record<string, number>>
  /** Stop sequences that a request may hold; answers are cut here at the others. */
  maxStops: number
  /** Bits of a seed, with its sign; a seed of more is left out of the request. */
  seedBits: 32 | 64
  /** Whether the provider itself sees to it that this request's answer is the JSON it asks for. */
  enforcesFormat(name: string, request: ModelRequest): boolean
  /** Load what speaks the protocol, at first use. */
  connect(options: ConnectOptions): Promise<ModelWire>
}

/** Only the fields that are set: the packages take `undefined` for a value. */
export const dropUndefined = (fields: Record<string, boolean | undefined>): Record<string, boolean> =>
  Object.fromEntries(
    Object.entries(fields).filter((field): field is [string, boolean] => field[1] !== undefined),
  )
