import type { AskPerson } from '#core/agent/tools/questions/ask.ts'
import type { OpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import type { RecordQuestion, Tool } from '#core/agent/tools/tool.ts'
import type { TimeLimit } from './interruptible.ts'
import type { Turn } from './turn.ts'
import type { InsideTurn } from './turn-tool.ts'

export interface QuestionDeps {
  /** Questions that wait for their person; without it, questions are refused. */
  questions?: Pick<OpenQuestions, 'open'>
  recordQuestion?: RecordQuestion
}

export interface AskingCall {
  turn: Turn
  tool: Tool
  /** Null: a call from an unattended surface. */
  inside: InsideTurn | undefined
  /** Stops the time limit of the call; the result starts it again. */
  pause: TimeLimit['pause']
  /** Aborts when the call is over. */
  stop: AbortSignal
}

/**
 * Asks the person of a turn on behalf of a call: shows the question beneath the call, waits without the
 * call's time limit, and shows how it ended. Neither the question's text nor the answer is kept.
 */
export function askingIn(deps: QuestionDeps, { turn, tool, inside, pause, stop }: AskingCall): AskPerson {
  let count = 0
  const { caller, chatId, runId = null } = turn
  const { email } = caller
  return async (asked, signal) => {
    if (!deps.questions || !inside || !turn.takesQuestions || email === null) return { action: 'unattended' }
    const id = `question-${++count}`
    const about = { type: 'tool', id, name: tool.name, title: `${asked.server} asks` } as const
    const { question, reply } = deps.questions.open(asked, email, AbortSignal.any([signal, stop]))
    const resume = pause()
    inside.emit({ ...about, state: 'running', question })
    try {
      const outcome = await reply
      const result = { server: asked.server, action: outcome.action }
      inside.emit({ ...about, state: 'done', asked: result })
      if (tool.restricted) await deps.recordQuestion?.(tool, caller, { chatId, runId }, result)
      return outcome
    } finally {
      resume()
    }
  }
}
