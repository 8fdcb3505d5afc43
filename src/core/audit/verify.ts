import { isIntact, type ChainedRow } from './chain.ts'
import type { LedgerDb, LedgerName } from './database.ts'

export type Tampering = 'changed' | 'removed' | 'reordered' | 'truncated' | 'added'

export type Verdict =
  | { intact: true; rows: number; hash: string }
  | { intact: false; seq: number; tampering: Tampering; rows: number; hash: string }

const READ_BATCH_SIZE = 1000

export async function verifyChain(db: LedgerDb, name: LedgerName): Promise<Verdict> {
  const head = await headOf(db, name)
  let rows = 0
  let hash = ''
  const bad = (tampering: Tampering): Verdict => ({ intact: false, seq: rows + 1, tampering, rows, hash })
  while (rows < head.count) {
    const page = await pageAfter(db, name, rows, head.count)
    for (const row of page) {
      if (row.seq !== rows + 1) return bad('removed')
      if (!isIntact(row)) return bad('changed')
      if (row.prev_hash !== hash) return brokenChain(await isElsewhere(db, name, row), { rows, hash })
      rows++
      hash = row.hash
    }
    if (page.length === 0) return bad('truncated')
  }
  if (hash !== head.hash) return brokenChain(false, { rows, hash })
  if (await hasRowsBeyondHead(db, name)) return bad('added')
  return { intact: true, rows, hash }
}

const headOf = (db: LedgerDb, name: LedgerName) =>
  db.selectFrom('audit_heads').select(['count', 'hash']).where('ledger', '=', name).executeTakeFirstOrThrow()

const pageAfter = (db: LedgerDb, name: LedgerName, seq: number, last: number): Promise<ChainedRow[]> =>
  db
    .selectFrom(name)
    .selectAll()
    .where('seq', '>', seq)
    .where('seq', '<=', last)
    .orderBy('seq')
    .limit(READ_BATCH_SIZE)
    .execute() as Promise<ChainedRow[]>

const brokenChain = (moved: boolean, { rows, hash }: { rows: number; hash: string }): Verdict =>
  moved || rows === 0
    ? { intact: false, seq: rows + 1, tampering: moved ? 'reordered' : 'removed', rows, hash }
    : { intact: false, seq: rows, tampering: 'changed', rows: rows - 1, hash }

async function isElsewhere(db: LedgerDb, name: LedgerName, row: ChainedRow): Promise<boolean> {
  if (row.prev_hash === '') return true
  const found = await db.selectFrom(name).select('seq').where('hash', '=', row.prev_hash).executeTakeFirst()
  return found !== undefined
}

/** Reads the last row first and the head afterwards, so that the head covers rows appended between the two reads. */
async function hasRowsBeyondHead(db: LedgerDb, name: LedgerName): Promise<boolean> {
  const { last } = await db
    .selectFrom(name)
    .select((eb) => eb.fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  return ((last as number | null) ?? 0) > (await headOf(db, name)).count
}
