import type { Log } from '#ground/base/log.ts'

interface UnhealthyFields {
  model: string
  reason: string
  code: string
  status: number | null
  failures: number
  delayMs: number
}

/** Log events of the agent. They contain no prompts, inputs or results. Context windows are in tokens. */
export const agentEvents = (log: Log) => ({
  turnFinished: (e: {
    chat: string
    surface: string
    model: string
    outcome: string
    steps: number
    ms: number
  }) => log.info({ event: 'turn.finished', ...e }, 'turn finished'),
  toolFailed: (e: { tool: string; chat: string; ms: number; reason: string }) =>
    log.warn({ event: 'tool.failed', ...e }, 'tool failed'),
  toolMessage: (e: { tool: string; chat: string; message: string }) =>
    log.info({ event: 'tool.said', ...e }, 'tool output'),
  toolRefused: (e: { tool: string; chat: string; reason: string }) =>
    log.warn({ event: 'tool.refused', ...e }, 'tool refused'),
  toolAbandoned: (e: { tool: string; chat: string; ms: number }) =>
    log.warn({ event: 'tool.abandoned', ...e }, 'abandoned a tool that ignores its abort signal'),
  toolFaulted: (e: { tool: string; place: string | null; reason: string }) =>
    log.error({ event: 'tool.faulted', ...e }, 'tool code threw outside of a call'),
  modelRetried: (e: {
    model: string
    attempt: number
    waitMs: number
    code: string
    status: number | null
  }) => log.warn({ event: 'model.retried', ...e }, 'model call failed; will retry'),
  /** `reason` is why `next` may answer; `code` and `status` describe the failure of `model`. */
  modelFellBack: (e: { model: string; next: string; reason: string; code: string; status: number | null }) =>
    log.warn({ event: 'model.fell_back', ...e }, 'model failed before its answer; tries the next model'),
  modelSkipped: (e: { model: string; lacks: string }) =>
    log.info({ event: 'model.skipped', ...e }, 'skipped a model that lacks what the request needs'),
  modelUnhealthy: (e: UnhealthyFields) =>
    log.warn({ event: 'model.unhealthy', ...e }, 'model fails; will try other models first'),
  modelMisconfigured: (e: UnhealthyFields) =>
    log.error(
      { event: 'model.misconfigured', ...e },
      'model fails because of its key, name, address or credit',
    ),
  modelRecovered: (e: { model: string; failures: number }) =>
    log.info({ event: 'model.recovered', ...e }, 'model answers again'),
  windowRead: (e: { model: string; window: number }) =>
    log.info({ event: 'model.window_read', ...e }, 'received the model’s context window from its server'),
  /** `window` is null if the server reports no size. */
  windowTooSmall: (e: { model: string; window: number | null; needed: number }) =>
    log.warn(
      { event: 'model.window_too_small', ...e },
      'context window too small for instructions and tools',
    ),
  windowMisconfigured: (e: { model: string; configured: number; named: number }) =>
    log.warn(
      { event: 'model.window_misconfigured', ...e },
      'model server accepts fewer tokens than SVC_MODEL_CONTEXT_TOKENS',
    ),
  modelAdapted: (e: { model: string; status: number | null; what: string }) =>
    log.warn({ event: 'model.adapted', ...e }, 'left out a part of a request that the model refused'),
  modelTableRefused: (e: { reason: string }) =>
    log.error({ event: 'models.table_refused', ...e }, 'ignored the installed model table'),
  usageLost: (e: { chat: string; reason: string }) =>
    log.error({ event: 'usage.lost', ...e }, 'failed to record usage'),
})

export type AgentEvents = ReturnType<typeof agentEvents>
