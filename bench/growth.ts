import { startTestConsole } from '../tests/support/console.ts'
import { SUBJECTS, type Costs, type Subject } from './growth/subjects.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { median } from './support/statistics.ts'

/**
 * Compares the cost of operations with 1, 10 and 100 times as much data. Fails if a cost grows too much.
 *   node bench/growth.ts [word…]
 * Words limit the kinds of data: `node bench/growth.ts runs chats`.
 */
const words = process.argv.slice(2)
const WARM_UP = 5
const TIMES = 21
/** With 100 times the data, an index has one or two more levels, so costs may grow by this factor. */
const MAX_GROWTH_FACTOR = 3
/** Permitted ms per 1,000 additional characters of the response. */
const MAX_MS_PER_1000_CHARS = 0.05
const MIN_REPORTED_MS = 2

measureAlone()
const grown: string[] = []
for (const subject of SUBJECTS)
  if (words.length === 0 || words.some((word) => subject.of.includes(word))) await measure(subject)
figure('costs that grow', grown.length)
console.log(grown.length > 0 ? `beyond what an index explains: ${grown.join(' · ')}` : 'all stay')
if (grown.length > 0) process.exitCode = 1

async function measure(subject: Subject): Promise<void> {
  const curves = new Map<string, Point[]>()
  for (const size of subject.sizes)
    await inWorld(subject, size, async (costs) => {
      for (const [name, ask] of Object.entries(costs)) {
        const times: number[] = []
        let length = 0
        for (let attempt = -WARM_UP; attempt < TIMES; attempt++) {
          const before = performance.now()
          const answer = await ask(attempt + WARM_UP)
          if (attempt >= 0) times.push(performance.now() - before)
          if (typeof answer === 'string') length = answer.length
        }
        curves.set(name, [...(curves.get(name) ?? []), { ms: median(times), length }])
      }
    })
  console.log(`\n${subject.sizes.map((size) => size.toLocaleString('en')).join(' · ')} ${subject.of}`)
  for (const [name, curve] of curves) notify(subject, name, curve)
}

interface Point {
  ms: number
  /** Characters of the response; 0 if unknown. */
  length: number
}

function notify({ of }: Subject, name: string, curve: readonly Point[]): void {
  const [first, last] = [curve[0]!, curve.at(-1)!]
  const writingMs = ((last.length - first.length) / 1000) * MAX_MS_PER_1000_CHARS
  const isGrown = last.ms - writingMs > first.ms * MAX_GROWTH_FACTOR && last.ms > MIN_REPORTED_MS
  if (isGrown) grown.push(`${name} with ${of}`)
  const shown = curve.map(({ ms }) => `${ms.toFixed(2).padStart(8)} ms`).join('')
  console.log(
    `  ${name.padEnd(28)}${shown}   ${(last.ms / first.ms).toFixed(1)} ×${isGrown ? '   grows' : ''}`,
  )
}

async function inWorld({ hubs, fill }: Subject, size: number, work: (costs: Costs) => Promise<void>) {
  const closing: (() => PromiseLike<unknown>)[] = []
  try {
    const world = await startTestConsole(
      { after: (close) => void closing.push(close) },
      hubs ? { hubs: hubs(size) } : {},
    )
    await world.admin.get('/me')
    await work(await fill(world, size))
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}
