// `node bench/tracing.ts`: measures the cost of creating, annotating and encoding spans in a turn.
import { newId } from '#ground/base/ids.ts'
import { systemClock } from '#ground/base/clock.ts'
import { createTracer } from '#ground/base/trace/tracer.ts'
import type { EndedSpan } from '#ground/base/trace/span.ts'
import { tracedCall, tracedModel, tracedTurn, type Tracing } from '#core/agent/turn/tracing.ts'
import type { LanguageModel } from '#core/agent/model/model.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { spread } from './support/statistics.ts'

const TURNS = 20_000
const ROUNDS = 8
const USAGE = { input: 10, output: 10, cached: 0, reasoning: 0 }

const model: LanguageModel = {
  id: 'offline/offline',
  async *stream() {
    for (let n = 0; n < 20; n++) yield { type: 'text', text: 'word ' }
    yield { type: 'finish', reason: 'stop', usage: USAGE }
  },
}
const turn = { chatId: 'c', caller: { email: null, surface: 'api', groups: [] } } as unknown as AgentTurn

async function run(tracing: Tracing | undefined): Promise<void> {
  const work = async function* (turn: AgentTurn): AsyncGenerator<TurnEvent> {
    const traced = tracedModel(tracing, turn, model)
    const request = { messages: [], tools: [] }
    for await (const event of traced.stream(request, signal)) if (event.type === 'text') yield event
    const call = { id: 'x', name: 'list_files', input: '{}', isKnown: true }
    await tracedCall(tracing, turn, call, async () => ({ text: '', failed: false }))
    for await (const event of traced.stream(request, signal)) if (event.type === 'text') yield event
    yield { type: 'finish', reason: 'stop', usage: USAGE, model: model.id }
  }
  for await (const _ of tracedTurn(tracing, { name: 'Gardener', version: null }, turn, work)) continue
}

const { signal } = new AbortController()
let noted: EndedSpan[] = []
const tracer = createTracer({
  clock: systemClock,
  newId,
  service: 'bench',
  sample: 1,
  followsCaller: true,
  sink: {
    ended(span) {
      if (noted.push(span) === 500) noted = []
    },
  },
})
const tracing: Tracing = { tracer, hub: 'garden', content: false, propagate: false }

async function measure(tracing: Tracing | undefined): Promise<number> {
  const startedAt = performance.now()
  for (let n = 0; n < TURNS; n++) await run(tracing)
  return ((performance.now() - startedAt) / TURNS) * 1000
}

measureAlone()
await measure(tracing)
await measure(undefined)
const added: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  // Alternates the order, so that a machine that slows down favours neither the turn with tracing nor the turn
  // without.
  const [first, second] = round % 2 ? [tracing, undefined] : [undefined, tracing]
  const [one, other] = [await measure(first), await measure(second)]
  const [having, without] = first ? [one, other] : [other, one]
  added.push(having - without)
  console.log(`without ${without.toFixed(1)} µs a turn, with ${having.toFixed(1)} µs`)
}
figure('added', added)
console.log(`tracing adds ${spread(added, 1)} µs a turn`)
