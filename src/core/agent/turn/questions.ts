import type { AskPerson, QuestionReply } from '#core/agent/tools/questions/ask.ts'
import type { OpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import type { RecordQuestion, Tool } from '#core/agent/tools/tool.ts'
import type { DeclineReason } from '#ground/turn/question/schema.ts'
import type { TurnTimeLimit } from './interruptible.ts'
import type { AgentTurn } from './turn.ts'
import type { InsideTurn } from './turn-tool.ts'

export interface QuestionDeps {
  questions?: Pick<OpenQuestions, 'open'>
  recordQuestion?: RecordQuestion
}

export interface AskingCall {
  turn: AgentTurn
  tool: Tool
  inside: InsideTurn | undefined
  pause: TurnTimeLimit['pause']
  stop: AbortSignal
}

/** Stores neither the text of a question nor its answer, because both may be confidential. */
export function createAskPerson(
  deps: QuestionDeps,
  { turn, tool, inside, pause, stop }: AskingCall,
): AskPerson {
  let count = 0
  const { caller, chatId, runId = null } = turn
  const { email } = caller
  return async (asked, signal) => {
    const { server } = asked
    const decline = (reason: DeclineReason): QuestionReply => {
      const about = { type: 'tool', id: `question-${reason}`, name: tool.name } as const
      const title = DECLINED[reason](server)
      inside?.emit({ ...about, state: 'done', title, asked: { server, action: 'decline', reason } })
      return { action: reason }
    }
    if (asked.subject === null) return decline('unclear')
    if (!deps.questions || !inside || !turn.takesQuestions || email === null) return decline('unattended')
    const id = `question-${++count}`
    const about = { type: 'tool', id, name: tool.name, title: `${server} asks` } as const
    const { question, reply } = deps.questions.open(asked, email, AbortSignal.any([signal, stop]))
    const resume = pause()
    inside.emit({ ...about, state: 'running', question })
    try {
      const outcome = await reply
      const result = { server, action: outcome.action }
      inside.emit({ ...about, state: 'done', asked: result })
      if (tool.restricted) await deps.recordQuestion?.(tool, caller, { chatId, runId }, result)
      return outcome
    } finally {
      resume()
    }
  }
}

const DECLINED: Readonly<Record<DeclineReason, (server: string) => string>> = {
  unattended: (server) => `${server}’s question was declined: no person can answer it`,
  unclear: (server) =>
    `${server}’s question was declined: the server worked for several people or chats and did not name the call that the question belongs to`,
}
