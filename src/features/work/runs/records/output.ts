import type { Insertable } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { OutputPiece, RunRef } from '../run.ts'
import { adjustOutputSize } from './sums.ts'

export const HEAD_BYTES = 256 * 1024
const TAIL_BYTES = 768 * 1024
/** Small pieces, so that the middle of an output can be deleted piece by piece. */
const PIECE_BYTES = 16 * 1024

export interface OutputEnd {
  seq: number
  offset: number
  kept: number
}

export interface Written {
  step: string | null
  attempt?: number | null
  text: string
}

export async function appendOutput(
  store: Pick<Store, 'transaction'>,
  { hub, id }: RunRef,
  end: OutputEnd,
  written: readonly Written[],
  at: EpochMs,
): Promise<OutputEnd> {
  const rows: Insertable<Tables['run_output']>[] = []
  let { seq, offset, kept } = end
  for (const { step, attempt = null, text } of written)
    for (const part of split(text)) {
      const bytes = Buffer.byteLength(part)
      rows.push({ hub, run_id: id, seq: ++seq, step, attempt, start: offset, bytes, at_ms: at, text: part })
      offset += bytes
      kept += bytes
    }
  if (rows.length === 0) return end
  await store.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 100)
      await tx
        .insertInto('run_output')
        .values(rows.slice(from, from + 100))
        .execute()
    if (offset > HEAD_BYTES + TAIL_BYTES) {
      const left = await tx
        .deleteFrom('run_output')
        .where('hub', '=', hub)
        .where('run_id', '=', id)
        .where('start', '>=', HEAD_BYTES)
        .where('start', '<', offset - TAIL_BYTES)
        .returning('bytes')
        .execute()
      for (const { bytes } of left) kept -= bytes
    }
    await tx
      .updateTable('runs')
      .set({ output_bytes: kept })
      .where('hub', '=', hub)
      .where('id', '=', id)
      .execute()
    await adjustOutputSize(tx, hub, kept - end.kept)
  })
  return { seq, offset, kept }
}

function* split(text: string): Generator<string> {
  const wanted = PIECE_BYTES / 4
  for (let from = 0; from < text.length;) {
    let to = Math.min(from + wanted, text.length)
    const last = text.charCodeAt(to - 1)
    if (to < text.length && last >= 0xd800 && last < 0xdc00) to-- // keep a surrogate pair together
    yield text.slice(from, to)
    from = to
  }
}

export async function readOutput(
  { db }: Pick<Store, 'db'>,
  { hub, id }: RunRef,
  after: number,
): Promise<OutputPiece[]> {
  const rows = await db
    .selectFrom('run_output')
    .selectAll()
    .where('hub', '=', hub)
    .where('run_id', '=', id)
    .where('seq', '>', after)
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, step, attempt, start, at_ms, text }) => ({
    seq,
    step,
    attempt,
    offset: start,
    at: at_ms,
    text,
  }))
}

export async function outputEnd({ db }: Pick<Store, 'db'>, { hub, id }: RunRef): Promise<OutputEnd> {
  const last = await db
    .selectFrom('run_output')
    .innerJoin('runs', (join) =>
      join.onRef('runs.hub', '=', 'run_output.hub').onRef('runs.id', '=', 'run_id'),
    )
    .select(['seq', 'start', 'bytes', 'output_bytes'])
    .where('run_output.hub', '=', hub)
    .where('run_id', '=', id)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last
    ? { seq: last.seq, offset: last.start + last.bytes, kept: last.output_bytes }
    : { seq: 0, offset: 0, kept: 0 }
}
