import { shortened } from '#ground/base/cut-text.ts'

/** Times are epoch milliseconds. */
export interface EndedRun {
  hub: string
  id: string
  /** `md:<task>`, or the workflow's name. */
  workflow: string
  name: string
  trigger: string
  outcome: 'done' | 'error' | 'incomplete' | 'cancelled' | null
  result: string | null
  error: string | null
  queuedAt: number
  startedAt: number | null
  endedAt: number | null
}

/** Maximum characters of a result for people. Webhooks receive the whole result. */
const MAX_RESULT_LENGTH = 20_000

export function markdownOf({ name, outcome, result, error }: EndedRun): string {
  const title = `**${escaped(name)}**`
  const why = error ? `: ${escaped(error)}` : '.'
  const head =
    outcome === 'done'
      ? `${title} is done.`
      : `${title} ${outcome === 'incomplete' ? 'is not finished' : 'failed'}${why}`
  return result === null || result.trim() === ''
    ? head
    : `${head}\n\n${shortened(result.trim(), MAX_RESULT_LENGTH)}`
}

const escaped = (text: string): string => text.replaceAll(/[\\`*_[\]<>~|]/g, String.raw`\$&`)

/** Request body according to Standard Webhooks. */
export const webhookBodyOf = (run: EndedRun): string =>
  JSON.stringify({
    type: run.outcome === 'done' ? 'run.succeeded' : 'run.failed',
    timestamp: timeOf(run.endedAt),
    data: {
      hub: run.hub,
      run_id: run.id,
      workflow: run.workflow,
      name: run.name,
      trigger: run.trigger,
      outcome: run.outcome,
      result: run.result,
      error: run.error,
      queued_at: timeOf(run.queuedAt),
      started_at: timeOf(run.startedAt),
      ended_at: timeOf(run.endedAt),
    },
  })

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
