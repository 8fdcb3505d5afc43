import { NO_ENDPOINT, type Notices } from '#core/inbox/notices/notices.ts'
import type { Refusal } from '#core/inbox/verification/refusal.ts'
import { answerEarly } from '../answer.ts'
import type { InboundEvents } from '../log-events.ts'
import type { Surface } from '../surface.ts'
import { judge, type JudgeDeps } from '../judge.ts'

export interface NoEndpointDeps extends JudgeDeps {
  events: Pick<InboundEvents, 'unknownEndpoint'>
  notices: Pick<Notices, 'recordRefusal'>
}

/**
 * Responses for names without an endpoint. Only a verified sender gets the reason; to all others they look
 * like endpoints with another secret, so that guessing names reveals nothing.
 */
export const noEndpoint = (deps: NoEndpointDeps): Surface => ({
  name: '',
  async handle(request, response, query) {
    const onRefusal = (refusal: Refusal) => deps.notices.recordRefusal(NO_ENDPOINT, refusal)
    const judged = await judge({ ...deps, onRefusal }, request, query)
    if (judged === 'broken-off') return
    if (judged === 'forbidden') return answerEarly(request, response, 403, 'forbidden')
    deps.events.unknownEndpoint()
    return answerEarly(request, response, 404, 'not found')
  },
})
