import { Counter, Histogram } from '#ground/base/metrics/kinds.ts'
import { createMetrics, type Metrics } from '#ground/base/metrics/registry.ts'
import type { EndedSpan } from '#ground/base/trace/span.ts'

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]

export interface ChatappMetrics extends Metrics {
  spanEnded(span: EndedSpan): void
}

export function createChatappMetrics(): ChatappMetrics {
  const metrics = createMetrics('chatapp')
  const registers = [metrics.registry]
  const answers = new Counter({
    name: 'hub_chat_answers_total',
    help: 'Answers that ended in chats',
    labelNames: ['outcome'],
    registers,
  })
  const seconds = new Histogram({
    name: 'hub_chat_answer_duration_seconds',
    help: 'Length of answers in chats',
    buckets: SECONDS,
    registers,
  })
  return {
    ...metrics,
    spanEnded({ attributes, startMs, endMs }) {
      const outcome = attributes['svc.outcome']
      if (typeof outcome !== 'string') return
      answers.inc({ outcome })
      seconds.observe(Math.max(0, endMs - startMs) / 1000)
    },
  }
}
