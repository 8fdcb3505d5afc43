import type { FastifyReply } from 'fastify'
import { acceptedLanguage } from '#ground/turn/language/language.ts'
import type { ChatFiles } from '#core/agent/turn/turn.ts'
import { newId } from '#ground/base/ids.ts'
import { TurnEnded, STOPPING } from '../error.ts'
import { answerCompletion } from './answer.ts'
import { turnFailure } from './failure.ts'
import { plainTextOf } from './request.ts'
import { onAbort, whenClientLeaves, type CompletionExchange, type CompletionTurnDeps } from './turn.ts'

/** Answers Open WebUI's task *Merge responses*: one model call without tools, which stores no chat. */
export async function answerMerge(
  deps: CompletionTurnDeps,
  { request, reply, caller, body, prompt, overhead, protocol }: CompletionExchange,
): Promise<FastifyReply> {
  const id = newId()
  const leaving = whenClientLeaves(reply)
  using watches = new DisposableStack()
  watches.use(deps.admission.watch({ id: request.id, answer: null }, caller, (why) => leaving.abort(why)))
  watches.use(onAbort(deps.stopping, () => leaving.abort(new TurnEnded(STOPPING))))
  const language = acceptedLanguage(request.headers['accept-language'])
  const turn = {
    chatId: `task-${id}`,
    caller,
    language,
    files: NO_FILES,
    messages: [
      { role: 'user' as const, parts: [{ type: 'text' as const, text: plainTextOf(prompt.content) }] },
    ],
    allowedTools: [],
    waited: overhead.waited,
  }
  return await answerCompletion({
    reply,
    writer: protocol.writerFor(id),
    stream: body.stream === true,
    headers: { 'x-request-id': request.id },
    events: deps.agent.runTurn(turn, leaving.signal),
    signal: leaving.signal,
    clock: deps.clock,
    overhead,
    failureOf: (error) => turnFailure(error, request.id, language),
    ended: async () => {},
  })
}

const NO_FILES: ChatFiles = {
  folder: '',
  list: async () => [],
  save: async () => Promise.reject(new Error('a task has no files')),
  pull: async () => {},
  push: async () => {},
}
