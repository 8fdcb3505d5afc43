import type { Log } from '#ground/base/log.ts'

/** Log events of the agent. No prompts, inputs or results. */
export interface AgentEvents {
  turnFinished(e: {
    chat: string
    surface: string
    model: string
    outcome: string
    steps: number
    ms: number
  }): void
  toolFailed(e: { tool: string; chat: string; ms: number; reason: string }): void
  toolSaid(e: { tool: string; chat: string; message: string }): void
  toolRefused(e: { tool: string; chat: string; reason: string }): void
  /** It was aborted and still runs. */
  toolAbandoned(e: { tool: string; chat: string; ms: number }): void
  /** Something a tool had left behind threw. */
  toolFaulted(e: { tool: string; place: string | null; reason: string }): void
  modelRetried(e: {
    model: string
    attempt: number
    waitMs: number
    code: string
    status: number | null
  }): void
  /** The model's server names its context window. Tokens. */
  windowRead(e: { model: string; window: number }): void
  /** Instructions and tools alone fill the model's context window. Tokens; null where the server names no size. */
  windowTooSmall(e: { model: string; window: number | null; needed: number }): void
  /** The server refused a request within `SVC_MODEL_CONTEXT_TOKENS`. Tokens. */
  windowMisconfigured(e: { model: string; configured: number; named: number }): void
  /** A model refused a file or a setting, and gets requests without it until the next start. */
  modelAdapted(e: { model: string; status: number | null; what: string }): void
  usageLost(e: { chat: string; reason: string }): void
}

export const agentEvents = (log: Log): AgentEvents => ({
  turnFinished: (e) => log.info({ event: 'turn.finished', ...e }, 'turn finished'),
  toolFailed: (e) => log.warn({ event: 'tool.failed', ...e }, 'tool failed'),
  toolSaid: (e) => log.info({ event: 'tool.said', ...e }, 'tool output'),
  toolRefused: (e) => log.warn({ event: 'tool.refused', ...e }, 'tool refused'),
  toolAbandoned: (e) =>
    log.warn({ event: 'tool.abandoned', ...e }, 'abandoned a tool that ignores its abort signal'),
  toolFaulted: (e) => log.error({ event: 'tool.faulted', ...e }, 'tool code threw outside of a call'),
  modelRetried: (e) => log.warn({ event: 'model.retried', ...e }, 'model call failed, trying again'),
  windowRead: (e) => log.info({ event: 'model.window_read', ...e }, 'read the context window of the model'),
  windowTooSmall: (e) =>
    log.warn(
      { event: 'model.window_too_small', ...e },
      'context window too small for instructions and tools',
    ),
  windowMisconfigured: (e) =>
    log.warn(
      { event: 'model.window_misconfigured', ...e },
      'model server takes fewer tokens than SVC_MODEL_CONTEXT_TOKENS',
    ),
  modelAdapted: (e) =>
    log.warn({ event: 'model.adapted', ...e }, 'model refused part of a request, left it out'),
  usageLost: (e) => log.error({ event: 'usage.lost', ...e }, 'usage could not be recorded'),
})
