import { startTestConsole } from '../tests/support/console.ts'
import { SUBJECTS, type Costs, type Subject } from './growth/subjects.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { median } from './support/statistics.ts'

/**
 * How each cost grows with what a Hub gathers: once, ten times and a hundred times as much of it, each in a world of its
 * own, over real HTTP where people ask that way. A cost that an index carries stays; one that doubles is told, one that
 * grows beyond what an index and a longer answer explain fails.
 *
 *   node bench/growth.ts [word…]
 *
 * With words only subjects that have one of them: `node bench/growth.ts runs chats`.
 */
const words = process.argv.slice(2)
const WARM_UP = 5
const TIMES = 21
/** An index with a hundred times as many rows is a level or two deeper, and a page no longer. */
const EXPLAINED = 3
/** Who is told more waits longer. Milliseconds for each thousand characters. */
const WRITTEN = 0.05
/** Below it nobody minds, whatever it grows by. Milliseconds. */
const UNNOTICED = 2

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
  /** Characters of the answer; 0 where it doesn't tell. */
  length: number
}

function notify({ of }: Subject, name: string, curve: readonly Point[]): void {
  const [first, last] = [curve[0]!, curve.at(-1)!]
  const toldMore = ((last.length - first.length) / 1000) * WRITTEN
  const isGrown = last.ms - toldMore > first.ms * EXPLAINED && last.ms > UNNOTICED
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
