import { keepTextEnd } from '#ground/base/cut-text.ts'
import type { RunPaused, ToolUse } from '#features/work/runs/run.ts'

export interface WorkEnd {
  outcome: 'done' | 'failed'
  output: string | null
  error: string | null
  /** Only the account of the run may see this text. */
  detail?: string | null
  tools?: readonly ToolUse[]
  /** Set if the step waits for a budget. The step has then neither failed nor ended. */
  paused?: RunPaused
  /** The step was refused for a temporary reason: a used-up budget, an unreadable budget, or a busy agent. */
  isForLater?: boolean
}

export const done = (output: string | null, tools: readonly ToolUse[] = []): WorkEnd => ({
  outcome: 'done',
  output: output === null ? null : bounded(output),
  error: null,
  tools,
})

export const failed = (
  error: string,
  partly: Partial<Pick<WorkEnd, 'output' | 'tools' | 'detail'>> = {},
): WorkEnd => ({
  outcome: 'failed',
  output: partly.output == null ? null : bounded(partly.output),
  error,
  detail: partly.detail ?? null,
  tools: partly.tools ?? [],
})

const MAX_OUTPUT_LENGTH = 64 * 1024

/** Removes trailing line breaks, as `$(…)` does, and keeps the end of a long output. */
const bounded = (output: string): string => {
  const text = output.replace(/\n+$/, '')
  const kept = keepTextEnd(text, MAX_OUTPUT_LENGTH)
  const left = text.length - kept.length
  return left > 0 ? `… ${left} characters left out …\n${kept}` : text
}
