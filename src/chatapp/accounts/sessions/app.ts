import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { checkRequest } from '#ground/api/check.ts'
import type { Checked } from '#ground/api/contract.ts'
import type { Handled } from '#ground/api/handled.ts'
import { mount } from '#ground/api/mount.ts'
import { sendJson } from '#ground/api/send-json.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import { chatStatuses } from '#chatapp/http/statuses.ts'
import { listInvalidFields, InvalidRequest } from '#chatapp/http/invalid.ts'
import type { RequestLimits } from '#chatapp/http/work-limits.ts'
import type { Guard, Visitor } from './guard.ts'

export interface App {
  handle<R extends ChatRoute>(route: R, handler: ChatappHandler<R>, options?: HandlingOptions): void
}

/** @throws Refused, which sets the status of the response */
export type ChatappHandler<R extends ChatRoute> = (
  request: ChatappRequest<R>,
) => Promise<ResponseOf<R>> | ResponseOf<R>

export interface ChatappRequest<R extends ChatRoute> extends Checked<R> {
  /** Null only on routes that require no sign-in. */
  visitor: R['level'] extends 'open' | 'optional' ? Visitor | null : Visitor
  request: FastifyRequest
  reply: FastifyReply
}

type ResponseOf<R extends ChatRoute> = R['isStream'] extends true
  ? void
  : z.input<R['answer']> | (R['raw'] extends string ? FastifyReply : never)

export interface HandlingOptions {
  bodyLimit?: number
  /** True if the work grows with the length of a chat. Each person may run only a few such requests at once. */
  isHeavy?: boolean
  /** Checks the visitor before the server reads the body. @throws Refused */
  before?(visitor: Visitor, request: FastifyRequest): Promise<void>
}

export interface AppDeps {
  guard: Guard
  handled: Pick<Handled<ChatRoute>, 'addRoute'>
  workLimits: RequestLimits
}

export const appOf = (server: FastifyInstance, { guard, handled, workLimits }: AppDeps): App => ({
  handle(route, handler, options = {}) {
    handled.addRoute(route)
    for (const path of clientAddresses(route))
      addRoute(server, { guard, workLimits }, { ...route, path }, { handler, ...options })
  },
})

export const clientAddresses = ({ path, alsoAt }: ChatRoute): string[] => (alsoAt ? [path, alsoAt] : [path])

function addRoute<R extends ChatRoute>(
  server: FastifyInstance,
  { guard, workLimits }: Pick<AppDeps, 'guard' | 'workLimits'>,
  route: R,
  { handler, bodyLimit, isHeavy = false, before }: HandlingOptions & { handler: ChatappHandler<R> },
): void {
  mount(
    server,
    route,
    {
      async admit(request, reply) {
        const visitor = await guard(route.level, request)
        if (before && visitor) await before(visitor, request)
        if (isHeavy && visitor) await workLimits.enter(visitor.account.id, request, reply)
        return visitor as ChatappRequest<R>['visitor']
      },
      read: (request) => readRequest(route, request),
      async answer({ caller, ...checked }, request, reply) {
        const answer: unknown = await handler({ ...checked, visitor: caller, request, reply })
        return answer === undefined || answer === reply ? answer : sendJson(reply, answer)
      },
    },
    { bodyLimit, exposeHeadRoute: !route.isStream, statuses: () => chatStatuses(route) },
  )
}

async function readRequest<R extends ChatRoute>(route: R, request: FastifyRequest): Promise<Checked<R>> {
  const checked = await checkRequest(route, request, { undeclared: ANY_INPUT, turns: processTurns })
  if (checked.ok) return checked.value
  throw new InvalidRequest(listInvalidFields(checked.refusal))
}

const ANY_INPUT = { params: z.unknown(), query: z.unknown(), body: z.unknown() }
