import { createModelChooser } from '#core/agent/model/choose.ts'
import { systemClock } from '#ground/base/clock.ts'
import { says, startUpstream, type UpstreamBody } from '../../support/upstream.ts'
import type { Situation } from './conversation.ts'

export async function sentBodies(
  situations: readonly Situation[],
): Promise<{ situation: Situation; body: UpstreamBody; text: string }[]> {
  await using upstream = await startUpstream()
  upstream.otherwise(says('Answered.'))
  const address = { provider: 'compatible', name: 'm', baseUrl: upstream.url, apiKey: null }
  const model = createModelChooser(
    { models: [address], modelConfig: () => address },
    { clock: systemClock },
  ).modelsFor(null)[0]
  const sent = []
  for (const situation of situations) {
    const before = upstream.requests.length
    try {
      for await (const event of model.stream(situation.request, AbortSignal.timeout(30_000)))
        if (event.type === 'finish') break
    } catch (error) {
      if (!situation.request.responseFormat) throw error
    }
    sent.push(...upstream.requests.slice(before).map(({ body, text }) => ({ situation, body, text })))
  }
  return sent
}
