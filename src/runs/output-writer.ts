import type { Clock } from '#base/clock.ts'
import type { OutputEnd, Written } from './output.ts'
import type { RunRef } from './run.ts'
import type { Runs } from './runs.ts'

export interface OutputWriter extends AsyncDisposable {
  write(text: string, step?: string): void
}

/** Output is written together, this long after it came in: people watch it, but no row a line. */
const WRITE_EVERY_MS = 250
/** What comes in faster than it can be written loses its middle. */
const MOST_WAITING = 1024 * 1024

/** Writes a run's output behind what it has written before. What the store refuses is lost, and the run goes on. */
export function createOutputWriter(deps: {
  runs: Pick<Runs, 'append' | 'outputEnd'>
  run: RunRef
  clock: Pick<Clock, 'sleep'>
}): OutputWriter {
  const { runs, run, clock } = deps
  let waiting: Written[] = []
  let size = 0
  let skipped = 0
  let end: OutputEnd | null = null
  let writing: Promise<void> | null = null
  const closed = new AbortController()

  const writeAll = async () => {
    const pieces = waiting
    waiting = []
    size = 0
    if (pieces.length === 0) return
    end ??= await runs.outputEnd(run)
    end = await runs.append(run, { ...end, offset: end.offset + skipped }, merged(pieces))
    skipped = 0
  }

  const writeSoon = async () => {
    await clock.sleep(WRITE_EVERY_MS, closed.signal).catch(() => {}) // closing writes at once
    writing = null
    await writeAll().catch(() => {})
  }

  let last: Promise<void> = Promise.resolve()
  return {
    write(text, step) {
      if (text === '') return
      waiting.push({ step: step ?? null, text })
      size += text.length
      while (size > MOST_WAITING && waiting.length > 1) {
        const left = waiting.shift()!
        size -= left.text.length
        skipped += Buffer.byteLength(left.text)
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

/** Neighbours of one step in one piece. */
function merged(pieces: readonly Written[]): Written[] {
  const joined: { step: string | null; texts: string[] }[] = []
  for (const { step, text } of pieces) {
    const previous = joined.at(-1)
    if (previous?.step === step) previous.texts.push(text)
    else joined.push({ step, texts: [text] })
  }
  return joined.map(({ step, texts }) => ({ step, text: texts.join('') }))
}
