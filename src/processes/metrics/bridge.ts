import { Counter, Gauge, Histogram, type Registry } from '#ground/base/metrics/kinds.ts'
import { boundedLabel } from '#ground/base/metrics/bounded-label.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import { createMetrics, type Metrics } from '#ground/base/metrics/registry.ts'
import type { EndedSpan, SpanValue } from '#ground/base/trace/span.ts'
import type { ModelHealth } from '#core/agent/model/fallback/health.ts'
import type { MayUse } from '#core/agent/tools/tool.ts'
import type { TurnUsage } from '#core/agent/turn/turn.ts'

/** Histogram buckets in seconds, from a greeting to a long task. */
const TURN_SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]
const CALL_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]

export interface BridgeMetrics extends Metrics {
  spanStarted(attributes: EndedSpan['attributes']): void
  turnUsed(usage: TurnUsage): void
  counting<Restricted extends { mayUse: MayUse }>(restricted: Restricted): Restricted
  countingRoom(turns: Semaphore): Semaphore
  watchModels(health: Pick<ModelHealth, 'unhealthy'>): void
  modelFellBack(e: { model: string; reason: string }): void
  /** Called for every span, recorded or not. */
  spanEnded(span: EndedSpan): void
  spansDropped(count: number, reason: string): void
  artifactPublished(): void
  artifactLinkOpened(): void
}

/** No label contains a person, a chat or any other unbounded value. */
export function createBridgeMetrics(): BridgeMetrics {
  const metrics = createMetrics('bridge')
  const counts = declare([metrics.registry])
  const [modelLabel, toolLabel, surfaceLabel] = [boundedLabel(), boundedLabel(), boundedLabel()]
  const errorLabel = boundedLabel()

  return {
    ...metrics,
    spanStarted(attributes) {
      if (attributes['gen_ai.operation.name'] === 'invoke_agent') counts.running.inc()
    },
    turnUsed({ surface, outcome, model, input, output, cached, reasoning, durationMs }) {
      counts.turns.inc({ surface: surfaceLabel(surface), outcome })
      counts.turnSeconds.observe({ outcome }, durationMs / 1000)
      const kinds = { input, output, cached, reasoning }
      for (const [kind, count] of Object.entries(kinds))
        counts.tokens.inc({ model: modelLabel(model), kind }, count)
    },
    counting: (restricted) => ({
      ...restricted,
      async mayUse(...call) {
        const decision = await restricted.mayUse(...call)
        if (!decision.allowed) counts.denials.inc()
        return decision
      },
    }),
    watchModels: (health) => void declareUnhealthy([metrics.registry], health, modelLabel),
    modelFellBack: ({ model, reason }) => counts.fallbacks.inc({ model: modelLabel(model), reason }),
    countingRoom(turns) {
      declareWaiting([metrics.registry], turns.waiting)
      return {
        ...turns,
        tryEnter() {
          const room = turns.tryEnter()
          if (room === null) counts.refused.inc()
          return room
        },
      }
    },
    spanEnded({ attributes, failed, startMs, endMs }) {
      const seconds = Math.max(0, endMs - startMs) / 1000
      const operation = attributes['gen_ai.operation.name']
      if (operation === 'invoke_agent') counts.running.dec()
      else if (operation === 'chat') {
        const model = modelLabel(textOf(attributes['gen_ai.request.model']))
        counts.modelSeconds.observe({ model }, seconds)
        if (failed) counts.modelErrors.inc({ model, error: errorLabel(textOf(attributes['error.type'])) })
      } else if (operation === 'execute_tool') {
        // A model may invent a tool's name, which must not become a label.
        const tool =
          attributes['error.type'] === 'unknown_tool'
            ? 'unknown'
            : toolLabel(textOf(attributes['gen_ai.tool.name']))
        counts.toolCalls.inc({ tool, outcome: failed ? 'failed' : 'done' })
        counts.toolSeconds.observe({ tool }, seconds)
      }
    },
    spansDropped: (count, reason) => counts.dropped.inc({ reason }, count),
    artifactPublished: () => counts.published.inc(),
    artifactLinkOpened: () => counts.linksOpened.inc(),
  }
}

const declare = (registers: Registry[]) => ({
  running: new Gauge({ name: 'hub_turns_running', help: 'Turns that are running', registers }),
  refused: new Counter({
    name: 'hub_turns_refused_total',
    help: 'Turns that were refused because too many were running',
    registers,
  }),
  turns: new Counter({
    name: 'hub_turns_total',
    help: 'Turns that ended',
    labelNames: ['surface', 'outcome'],
    registers,
  }),
  turnSeconds: new Histogram({
    name: 'hub_turn_duration_seconds',
    help: 'Length of turns',
    labelNames: ['outcome'],
    buckets: TURN_SECONDS,
    registers,
  }),
  tokens: new Counter({
    name: 'hub_tokens_total',
    help: 'Tokens; input includes cached, output includes reasoning',
    labelNames: ['model', 'kind'],
    registers,
  }),
  modelSeconds: new Histogram({
    name: 'hub_model_duration_seconds',
    help: 'Length of answers of models',
    labelNames: ['model'],
    buckets: CALL_SECONDS,
    registers,
  }),
  modelErrors: new Counter({
    name: 'hub_model_errors_total',
    help: 'Answers of models that failed',
    labelNames: ['model', 'error'],
    registers,
  }),
  fallbacks: new Counter({
    name: 'hub_model_fallbacks_total',
    help: 'Requests that the next model of a list got',
    labelNames: ['model', 'reason'],
    registers,
  }),
  toolCalls: new Counter({
    name: 'hub_tool_calls_total',
    help: 'Calls of tools',
    labelNames: ['tool', 'outcome'],
    registers,
  }),
  toolSeconds: new Histogram({
    name: 'hub_tool_duration_seconds',
    help: 'Length of calls of tools',
    labelNames: ['tool'],
    buckets: CALL_SECONDS,
    registers,
  }),
  denials: new Counter({
    name: 'hub_denials_total',
    help: 'Calls of restricted tools that were refused',
    registers,
  }),
  dropped: new Counter({
    name: 'hub_spans_dropped_total',
    help: 'Spans that were neither kept nor forwarded',
    labelNames: ['reason'],
    registers,
  }),
  published: new Counter({
    name: 'hub_artifacts_published_total',
    help: 'Versions of artifacts that were published',
    registers,
  }),
  linksOpened: new Counter({
    name: 'hub_artifact_links_opened_total',
    help: 'Times a public link of an artifact was opened',
    registers,
  }),
})

const declareWaiting = (registers: Registry[], count: () => number) =>
  new Gauge({
    name: 'hub_turns_waiting',
    help: 'Turns of tasks and messages that wait for others to end',
    registers,
    collect() {
      this.set(count())
    },
  })

const declareUnhealthy = (
  registers: Registry[],
  { unhealthy }: Pick<ModelHealth, 'unhealthy'>,
  modelLabel: (model: string) => string,
) =>
  new Gauge({
    name: 'hub_model_unhealthy',
    help: 'Consecutive failures of models that fail now',
    labelNames: ['model'],
    registers,
    collect() {
      this.reset()
      for (const { model, failures } of unhealthy()) this.set({ model: modelLabel(model) }, failures)
    },
  })

const textOf = (value: SpanValue | undefined): string => (typeof value === 'string' ? value : 'unknown')
