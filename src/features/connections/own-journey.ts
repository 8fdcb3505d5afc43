import { Refused } from '#ground/api/errors.ts'
import type { AccessLog } from './access-log.ts'
import type { ConnectionEvents } from './events.ts'
import type { Journey } from './journey.ts'
import type { Journeys } from './journeys.ts'

export interface OwnJourneyDeps {
  journeys: Pick<Journeys, 'find'>
  recordRefusal: AccessLog
  events: Pick<ConnectionEvents, 'journeyRefused'>
}

/** @throws Refused: `not_found`, or `forbidden` once the attempt on somebody else's is on record. */
export async function ownJourney(
  { journeys, recordRefusal, events }: OwnJourneyDeps,
  id: string,
  visitor: { email: string; userId: string },
): Promise<Journey> {
  const journey = ID.test(id) ? await journeys.find(id) : null
  if (!journey) throw new Refused('not_found', 'There is no such link to connect an account.')
  if (journey.email === visitor.email && journey.userId === visitor.userId) return journey
  events.journeyRefused({ journey: journey.id })
  await recordRefusal(journey, visitor)
  throw new Refused(
    'forbidden',
    'This link was made for somebody else. Sign in with the account that asked for it.',
  )
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
