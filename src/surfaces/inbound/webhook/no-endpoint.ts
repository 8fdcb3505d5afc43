import { NO_ENDPOINT, type Notices } from '#core/inbox/notices/notices.ts'
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
    const judged = await judge(deps, request, query)
    if (judged.outcome === 'broken-off') return
    if (judged.outcome === 'forbidden') {
      deps.notices.recordRefusal(NO_ENDPOINT, judged.refusal)
      return answerEarly(request, response, 403, 'forbidden')
    }
    deps.events.unknownEndpoint()
    return answerEarly(request, response, 404, 'not found')
  },
})
