import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { epochSeconds } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { headerText, readCaller } from '../caller.ts'
import { BRIDGE_ROUTES } from '../declared-routes.ts'
import { invalidRequest, sendError, type BridgeError } from '../error.ts'
import type { Track } from '../in-flight.ts'
import { answerCompletion } from './answer.ts'
import { completionBodyLimit } from './body-limit.ts'
import { isEmptyPrompt, promptOf } from './conversation.ts'
import { turnFailure } from './failure.ts'
import { startOverhead } from './overhead.ts'
import { answerMerge } from './merge.ts'
import { readCompletionRequest, type ChatCompletionRequest } from './request.ts'
import { answerTask, MERGE, taskOf } from './tasks.ts'
import { enterTurn, whenClientLeaves, type CompletionExchange, type CompletionTurnDeps } from './turn.ts'
import { completionWriter } from './answer-writer.ts'

export function completionRoutes(app: FastifyInstance, deps: CompletionTurnDeps, track: Track): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.complete),
    bodyLimit: completionBodyLimit(deps.maxUploadBytes),
    handler: (request, reply) => track(complete(deps, request, reply)),
  })
}

async function complete(deps: CompletionTurnDeps, request: FastifyRequest, reply: FastifyReply) {
  const overhead = startOverhead()
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (!caller.ok) return sendError(reply, caller.refusal)
  const body = await readCompletionRequest(request.body as Buffer | undefined)
  if (!body.ok) return sendError(reply, body.refusal)
  const task = taskOf(body.value, headerText(request.headers, 'X-Svc-Task'))
  const prompt = promptOf(body.value.messages)
  const needsModel = task === null || task === MERGE
  if (needsModel && (!prompt || (await isEmptyPrompt(prompt)))) return sendError(reply, EMPTY_PROMPT)
  const refusal = await deps.admission.refusalOf(request, caller.value)
  if (refusal) return sendError(reply, refusal)
  if (task) deps.events.taskAnswered({ requestId: request.id, task })
  if (!needsModel) return answerAtOnce(deps, reply, body.value, answerTask(task, body.value))
  const exchange: CompletionExchange = {
    request,
    reply,
    caller: caller.value,
    body: body.value,
    prompt: prompt!,
    overhead,
    protocol: {
      route: '/v1/chat/completions',
      writerFor: (id) => completionWriter(completionFacts(deps, id)),
      fieldOf: (param) => param,
      chatId: null,
    },
  }
  return task === MERGE ? enterTurn(deps, exchange, answerMerge) : enterTurn(deps, exchange)
}

const EMPTY_PROMPT: BridgeError = invalidRequest('The prompt is empty: the last user message says nothing.', {
  param: 'messages',
  code: 'empty_prompt',
})

const completionFacts = ({ clock, hubSlug }: CompletionTurnDeps, id: string) => ({
  id: `chatcmpl-${id.replaceAll('-', '')}`,
  created: epochSeconds(clock),
  model: hubSlug,
})

const answerAtOnce = (
  deps: CompletionTurnDeps,
  reply: FastifyReply,
  body: ChatCompletionRequest,
  text: string,
): Promise<FastifyReply> =>
  answerCompletion({
    reply,
    writer: completionWriter(completionFacts(deps, newId())),
    stream: body.stream === true,
    headers: { 'x-request-id': reply.request.id },
    events: knownAnswer(text, deps.hubSlug),
    signal: whenClientLeaves(reply).signal,
    clock: deps.clock,
    overhead: startOverhead(),
    failureOf: (error) => turnFailure(error, reply.request.id),
    ended: async () => {},
  })

async function* knownAnswer(text: string, model: string): AsyncGenerator<TurnEvent> {
  yield { type: 'text', text }
  yield { type: 'finish', reason: 'stop', usage: { input: 0, output: 0, cached: 0, reasoning: 0 }, model }
}
