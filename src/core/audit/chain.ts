import { sha256 } from '#ground/base/ids.ts'
import { canonicalJson } from './canonical-json.ts'

export type ChainFields = Readonly<Record<string, string | number | null>>

export type ChainedRow = ChainFields & { seq: number; prev_hash: string; hash: string }

/** `hash` is empty without rows. */
export interface Head {
  count: number
  hash: string
}

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

export function isIntact({ seq: _, hash, prev_hash, ...fields }: ChainedRow): boolean {
  return hashOf(prev_hash, fields) === hash
}

/** The hash omits `seq`, so that verification can distinguish a moved row from a changed row. */
const hashOf = (previous: string, fields: ChainFields): string => sha256(previous + canonicalJson(fields))

/** Removes NUL characters and lone surrogates, which databases do not store. */
function storable(fields: ChainFields): ChainFields {
  const kept: Record<string, string | number | null> = {}
  for (const name of Object.keys(fields).toSorted()) {
    const value = fields[name]!
    kept[name] = typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : value
  }
  return kept
}
