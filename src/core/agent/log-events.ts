import type { Log } from '#ground/base/log.ts'

/** What the agent tells the log. No prompts, inputs or results. */
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
  /** It was told to stop and has not. */
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
  /** A model refused a file or a setting, and gets requests without it until the next start. */
  modelAdapted(e: { model: string; status: number | null; what: string }): void
  usageLost(e: { chat: string; reason: string }): void
}

export const agentEvents = (log: Log): AgentEvents => ({
  turnFinished: (e) => log.info({ event: 'turn.finished', ...e }, 'turn finished'),
  toolFailed: (e) => log.warn({ event: 'tool.failed', ...e }, 'tool failed'),
  toolSaid: (e) => log.info({ event: 'tool.said', ...e }, 'tool said'),
  toolRefused: (e) => log.warn({ event: 'tool.refused', ...e }, 'tool refused'),
  toolAbandoned: (e) => log.warn({ event: 'tool.abandoned', ...e }, 'tool ignores its signal, left behind'),
  toolFaulted: (e) => log.error({ event: 'tool.faulted', ...e }, 'tool code threw outside of a call'),
  modelRetried: (e) => log.warn({ event: 'model.retried', ...e }, 'model call failed, trying again'),
  modelAdapted: (e) =>
    log.warn({ event: 'model.adapted', ...e }, 'model refused part of a request, left it out'),
  usageLost: (e) => log.error({ event: 'usage.lost', ...e }, 'usage could not be recorded'),
})
