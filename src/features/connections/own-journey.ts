import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { AccessLog } from './access-log.ts'
import type { ConnectionEvents } from './log-events.ts'
import type { Journey } from './journey.ts'
import type { Journeys } from './journeys.ts'

export interface OwnJourneyDeps {
  journeys: Pick<Journeys, 'find'>
  recordRefusal: AccessLog
  events: Pick<ConnectionEvents, 'journeyRefused'>
}

export interface OwnJourneyRefusal {
  code: 'not_found' | 'forbidden'
  detail: string
}

/** Refuses another person's journey with `forbidden`, after it has recorded the attempt. */
export async function ownJourney(
  { journeys, recordRefusal, events }: OwnJourneyDeps,
  id: string,
  visitor: { email: string; userId: string },
): Promise<Result<Journey, OwnJourneyRefusal>> {
  const journey = ID.test(id) ? await journeys.find(id) : null
  if (!journey) return refused({ code: 'not_found', detail: NO_SUCH_LINK })
  if (journey.email === visitor.email && journey.userId === visitor.userId) return accepted(journey)
  events.journeyRefused({ journey: journey.id })
  await recordRefusal(journey, visitor)
  return refused({ code: 'forbidden', detail: SOMEBODY_ELSES })
}

export const NO_SUCH_LINK = 'There is no such link to connect an account.'
const SOMEBODY_ELSES =
  'This link was created for another account. Sign in with the account that requested it.'

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
