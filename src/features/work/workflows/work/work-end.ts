import { cutTextStart } from '#ground/base/cut-text.ts'
import type { RunPaused, ToolUse } from '#features/work/runs/run.ts'

/** How one try of a step ended. */
export interface WorkEnd {
  outcome: 'done' | 'failed'
  output: string | null
  error: string | null
  /** More of it, for the account alone. */
  detail?: string | null
  tools?: readonly ToolUse[]
  /** It waits for a budget: it has neither failed nor ended. */
  paused?: RunPaused
  /**
   * It was refused because a recovering resource, such as a budget, is exhausted: neither the step nor its
   * input is invalid.
   */
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

/** Characters of an output that later steps see. */
const MAX_OUTPUT_LENGTH = 64 * 1024

/** Line breaks at its end are taken off, as `$(…)` does. Of a longer one the end is kept. */
const bounded = (output: string): string => {
  const text = output.replace(/\n+$/, '')
  const kept = cutTextStart(text, MAX_OUTPUT_LENGTH)
  const left = text.length - kept.length
  return left > 0 ? `… ${left} characters left out …\n${kept}` : text
}
