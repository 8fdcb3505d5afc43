import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import type {
  AnswerOutcome,
  DeclineReason,
  TurnQuestion,
  QuestionAnswer,
} from '#ground/turn/question/schema.ts'
import { DONE_ELSEWHERE, type PersonQuestion, type QuestionReply } from './ask.ts'
import { checkAnswer } from './check-answer.ts'

/** Below five minutes, because HTTP connections to MCP servers close after five silent minutes. */
export const QUESTION_TIMEOUT_MS = 4 * 60_000

const MAX_ENDED = 1000

export type ReplyOfPerson = Exclude<QuestionReply, { action: DeclineReason }>

export interface OpenQuestions {
  /** Opens a question that only this person may answer. Aborting the signal cancels it. */
  open(
    question: PersonQuestion,
    email: string,
    signal: AbortSignal,
  ): { question: TurnQuestion; reply: Promise<ReplyOfPerson> }
  /** Only the first valid answer is accepted. */
  answer(id: string, email: string | null, answer: QuestionAnswer): AnswerOutcome
}

interface Waiting {
  question: TurnQuestion
  email: string
  end(reply: ReplyOfPerson): void
}

export function createOpenQuestions({
  clock,
  newId,
}: {
  clock: Pick<Clock, 'now' | 'after'>
  newId(): string
}): OpenQuestions {
  const waiting = new Map<string, Waiting>()
  const answered = new BoundedMap<string, string>(MAX_ENDED)

  return {
    open({ server, message, subject }, email, signal) {
      const question = { id: newId(), server, message, subject, until: clock.now() + QUESTION_TIMEOUT_MS }
      const { promise, resolve } = Promise.withResolvers<ReplyOfPerson>()
      const cancel = () =>
        end(signal.reason === DONE_ELSEWHERE ? { action: 'accept', content: {} } : { action: 'cancel' })
      const stopTimer = clock.after(QUESTION_TIMEOUT_MS, () => end({ action: 'expired' }))
      const end = (reply: ReplyOfPerson) => {
        waiting.delete(question.id)
        stopTimer()
        signal.removeEventListener('abort', cancel)
        resolve(reply)
      }
      waiting.set(question.id, { question, email, end })
      if (signal.aborted) cancel()
      else signal.addEventListener('abort', cancel, { once: true })
      return { question, reply: promise }
    },

    answer(id, email, { action, content }) {
      const found = waiting.get(id)
      if (email === null || (found ? found.email : answered.get(id)) !== email) return { status: 'over' }
      if (!found) return { status: 'answered_before' }
      const { subject } = found.question
      if (action !== 'accept') found.end({ action })
      else {
        const checked = checkAnswer(subject.kind === 'form' ? subject.fields : [], content ?? {})
        if (!checked.ok) return { status: 'invalid', problems: checked.refusal }
        found.end({ action, content: checked.value })
      }
      answered.set(id, email)
      return { status: 'taken' }
    },
  }
}
