import type { Clock } from '#ground/base/clock.ts'
import { createAcceptRelayed } from './accept.ts'
import { createQueryBridge } from './ask.ts'
import type { RelayAudience } from './relay-token.ts'

export const openRelayTransport = ({
  secret,
  audience,
  clock,
}: {
  secret: string
  audience: RelayAudience
  clock: Pick<Clock, 'now'>
}) => ({
  accept: createAcceptRelayed({ secret, audience, clock }),
  ask: createQueryBridge({ secret, clock }),
})
