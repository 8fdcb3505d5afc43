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
 * Answers for names that no endpoint has. Only a sender who proves to be one of ours is told so; to anybody else they
 * look like endpoints whose secret is wrong, so that trying names tells nothing.
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
