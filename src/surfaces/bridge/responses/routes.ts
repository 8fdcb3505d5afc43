import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  MAX_STORED_INPUT_BYTES,
  MAX_STORED_RESPONSE_BYTES,
  type StoredResponses,
} from '#core/responses/stored-responses.ts'
import { optionsOf } from '#ground/api/declared-route.ts'
import { epochSeconds } from '#ground/base/clock.ts'
import { newResponseId } from '#ground/base/response-id.ts'
import { headerText, readCaller } from '../caller.ts'
import { completionBodyLimit } from '../completions/body-limit.ts'
import { isEmptyPrompt, promptOf } from '../completions/conversation.ts'
import { startOverhead } from '../completions/overhead.ts'
import { enterTurn, type Protocol, type CompletionTurnDeps } from '../completions/turn.ts'
import { BRIDGE_ROUTES } from '../declared-routes.ts'
import { invalidRequest, sendError, type BridgeError } from '../error.ts'
import type { Track } from '../in-flight.ts'
import { readContinued, type Continued } from './continued.ts'
import { toCompletion, type AsCompletion } from './input.ts'
import { readResponseRequest } from './request.ts'
import type { ResponseRequest } from './fields.ts'
import { storedBytes, toStoredItems } from './stored-input.ts'
import { storedRoutes } from './stored-routes.ts'
import { responseWriter } from './response-writer.ts'

export interface ResponsesDeps extends CompletionTurnDeps {
  responses: StoredResponses
  storesResponses: boolean
}

export function responseRoutes(app: FastifyInstance, deps: ResponsesDeps, track: Track): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.respond),
    bodyLimit: completionBodyLimit(deps.maxUploadBytes),
    handler: (request, reply) => track(respond(deps, request, reply)),
  })
  storedRoutes(app, deps)
}

async function respond(deps: ResponsesDeps, request: FastifyRequest, reply: FastifyReply) {
  const overhead = startOverhead()
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (!caller.ok) return sendError(reply, caller.refusal)
  const read = await readResponseRequest(request.body as Buffer | undefined)
  if (!read.ok) return sendError(reply, read.refusal)
  const refusal = await deps.admission.refusalOf(request, caller.value)
  if (refusal) return sendError(reply, refusal)
  const continued = await readContinued(deps, read.value, {
    caller: caller.value,
    chatHeader: headerText(request.headers, 'X-Svc-Chat-Id'),
  })
  if (!continued.ok) return sendError(reply, continued.refusal)
  const completion = toCompletion(read.value, continued.value.before, continued.value.input)
  const prompt = promptOf(completion.body.messages)
  if (!prompt || (await isEmptyPrompt(prompt))) return sendError(reply, emptyInput(read.value))
  const isStored = deps.storesResponses && read.value.store !== false
  if (isStored && storedBytes(read.value.input, completion) > MAX_STORED_INPUT_BYTES)
    return sendError(reply, TOO_LARGE_TO_STORE)
  return enterTurn(deps, {
    request,
    reply,
    caller: caller.value,
    body: completion.body,
    prompt,
    overhead,
    protocol: protocolFor(deps, {
      owner: caller.value.email,
      request: read.value,
      continued: continued.value,
      completion,
      isStored,
    }),
  })
}

interface Asked {
  owner: string | null
  request: ResponseRequest
  continued: Continued
  completion: AsCompletion
  isStored: boolean
}

function protocolFor(
  { clock, hubSlug, responses }: ResponsesDeps,
  { owner, request, continued, completion, isStored }: Asked,
): Protocol {
  const id = newResponseId(hubSlug)
  const now = () => epochSeconds(clock)
  const writer = responseWriter({ id, createdAt: now(), model: hubSlug, request, isStored, now })
  return {
    route: '/v1/responses',
    writerFor: () => writer,
    fieldOf: completion.fieldOf,
    chatId: continued.chatId,
    async storeAnswer({ chat, saved, finish }) {
      if (!isStored) return
      const response = writer.response(finish)
      if (Buffer.byteLength(JSON.stringify(response)) > MAX_STORED_RESPONSE_BYTES) {
        response['store'] = false
        return
      }
      const input = toStoredItems(id, request.input, completion, saved)
      const previous = request.previous_response_id ?? null
      await responses.add(owner, { id, previous, chat: chat.id, input, response }, continued.references)
    },
  }
}

const emptyInput = ({ input }: ResponseRequest): BridgeError =>
  invalidRequest(
    input.length === 0
      ? 'input is missing or empty: send a text or a list of items.'
      : 'input is empty: its last user message has neither text nor a file.',
    { param: 'input', code: 'empty_prompt' },
  )

const TOO_LARGE_TO_STORE: BridgeError = invalidRequest(
  `The input is larger than the ${MAX_STORED_INPUT_BYTES} bytes that can be stored. Send it with store: false.`,
  { status: 413, code: 'too_large', param: 'input' },
)
