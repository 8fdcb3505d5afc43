import { optionsOf } from '#ground/api/declared-route.ts'
import { parseLenient } from '#ground/base/json/lenient.ts'
import type { FastifyInstance } from 'fastify'
import type { OpenQuestions } from '#core/agent/tools/questions/open-questions.ts'
import { QuestionAnswer, type AnswerOutcome } from '#ground/turn/question/schema.ts'
import type { Admission } from './admission.ts'
import { readCaller } from './caller.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { invalidRequest, sendError } from './error.ts'

export interface QuestionsDeps {
  questions: Pick<OpenQuestions, 'answer'>
  admission: Admission
  identityHeaderPrefix: string
}

const MAX_BODY_BYTES = 256 * 1024

/** Bodies are never logged. */
export function questionRoutes(app: FastifyInstance, deps: QuestionsDeps): void {
  app.route<{ Params: { id: string } }>({
    ...optionsOf(app, BRIDGE_ROUTES.answerQuestion),
    bodyLimit: MAX_BODY_BYTES,
    async handler(request, reply) {
      const caller = readCaller(request.headers, deps.identityHeaderPrefix)
      if (!caller.ok) return sendError(reply, caller.refusal)
      const refusal = await deps.admission.entryRefusalOf(request, caller.value)
      if (refusal) return sendError(reply, refusal)
      const answer = QuestionAnswer.safeParse(
        parseLenient((request.body as Buffer | undefined)?.toString() ?? ''),
      )
      if (!answer.success) return sendError(reply, UNREADABLE)
      const outcome: AnswerOutcome = deps.questions.answer(request.params.id, caller.value.email, answer.data)
      return reply.header('cache-control', 'no-store').send(outcome)
    },
  })
}

const UNREADABLE = invalidRequest(
  'The body must be `{"action": "accept" | "decline" | "cancel", "content": {…}}`.',
  { code: 'invalid_answer' },
)
