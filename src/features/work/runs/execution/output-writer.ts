import type { Clock } from '#ground/base/clock.ts'
import { HEAD_BYTES, type OutputEnd, type Written } from '../records/output.ts'
import type { RunRef } from '../run.ts'
import type { Runs } from '../runs.ts'

export interface OutputWriter extends AsyncDisposable {
  write(text: string, by?: { step: string; attempt: number }): void
}

const WRITE_EVERY_MS = 250
/** Output that arrives faster than it can be stored loses its middle. */
const MAX_QUEUED_BYTES = 1024 * 1024

/** If the database fails, the output is lost and the run continues. */
export function createOutputWriter(deps: {
  runs: Pick<Runs, 'append' | 'outputEnd'>
  run: RunRef
  clock: Pick<Clock, 'sleep'>
}): OutputWriter {
  const { runs, run, clock } = deps
  let head: Written[] = []
  let headLeft = HEAD_BYTES
  let waiting: (Written & { bytes: number })[] = []
  let size = 0
  let skipped = 0
  let end: OutputEnd | null = null
  let writing: Promise<void> | null = null
  const closed = new AbortController()

  const writeAll = async () => {
    const [first, pieces, gap] = [head, waiting, skipped]
    head = []
    waiting = []
    size = skipped = 0
    if (first.length + pieces.length === 0) return
    end ??= await runs.outputEnd(run)
    end = await runs.append(run, end, merged(first))
    end = await runs.append(run, { ...end, offset: end.offset + gap }, merged(pieces))
  }

  const writeSoon = async () => {
    await clock.sleep(WRITE_EVERY_MS, closed.signal).catch(() => {}) // disposing aborts the wait, so that the rest is written at once
    writing = null
    await writeAll().catch(() => {})
  }

  let last: Promise<void> = Promise.resolve()
  return {
    write(text, by) {
      if (text === '') return
      const bytes = Buffer.byteLength(text)
      const piece = { step: by?.step ?? null, attempt: by?.attempt ?? null, text, bytes }
      if (headLeft > 0) head.push(piece)
      else {
        waiting.push(piece)
        size += bytes
      }
      headLeft -= bytes
      while (size > MAX_QUEUED_BYTES && waiting.length > 1) {
        const left = waiting.shift()!
        size -= left.bytes
        skipped += left.bytes
      }
      writing ??= last = last.then(writeSoon)
    },
    async [Symbol.asyncDispose]() {
      closed.abort()
      await last
      await writeAll().catch(() => {})
    },
  }
}

function merged(pieces: readonly Written[]): Written[] {
  const joined: (Omit<Written, 'text'> & { texts: string[] })[] = []
  for (const { step, attempt, text } of pieces) {
    const previous = joined.at(-1)
    if (previous?.step === step && previous.attempt === attempt) previous.texts.push(text)
    else joined.push({ step, attempt, texts: [text] })
  }
  return joined.map(({ texts, ...by }) => ({ ...by, text: texts.join('') }))
}
