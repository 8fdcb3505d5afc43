import { sha256 } from '#ground/base/ids.ts'
import { canonicalJson } from './canonical-json.ts'

/** A ledger row's own columns, without those that chain it. */
export type ChainFields = Readonly<Record<string, string | number | null>>

/** A ledger row as it is stored. */
export type ChainedRow = ChainFields & { seq: number; prev_hash: string; hash: string }

/** The end of a chain: how many rows it has and the hash of the last, empty while there is none. */
export interface Head {
  count: number
  hash: string
}

/** Put rows behind a chain's end. Pure. */
export function appendToChain(
  head: Head,
  entries: readonly ChainFields[],
): { rows: ChainedRow[]; head: Head } {
  let { count, hash } = head
  const rows = entries.map((entry): ChainedRow => {
    const fields = storable(entry)
    const prev_hash = hash
    hash = hashOf(prev_hash, fields)
    return { ...fields, seq: ++count, prev_hash, hash }
  })
  return { rows, head: { count, hash } }
}

/** True if a stored row is unchanged since it was written. */
export function isIntact({ seq: _, hash, prev_hash, ...fields }: ChainedRow): boolean {
  return hashOf(prev_hash, fields) === hash
}

/**
 * A row's number is not hashed: the previous hash defines its place, so a moved row can be distinguished from
 * a changed row.
 */
const hashOf = (previous: string, fields: ChainFields): string => sha256(previous + canonicalJson(fields))

/** In canonical order, with text as the store gives it back: no NUL, no half characters. */
function storable(fields: ChainFields): ChainFields {
  const kept: Record<string, string | number | null> = {}
  for (const name of Object.keys(fields).toSorted()) {
    const value = fields[name]!
    kept[name] = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
  }
  return kept
}
