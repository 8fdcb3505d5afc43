import { ApiRefused } from '#ground/api/errors.ts'
import type { AttentionReader } from '../reader.ts'
import type { ChannelOutbox } from './carriers/channel.ts'
import type { WayRow } from './letter-rows.ts'
import type { NewWay } from './schema.ts'

export interface NewWayDeps {
  hasMail(): Promise<boolean>
  outbox: Pick<ChannelOutbox, 'handlesOf'>
  /** Null if webhooks may be posted to the address. */
  addressProblem(url: URL): Promise<string | null>
}

type WayTarget = Pick<WayRow, 'kind' | 'hub' | 'channel' | 'target'>

const MAX_WAYS = 10

/** @throws ApiRefused if the person has too many ways, or already has this way. */
export function checkWays(ways: readonly WayRow[], target: WayTarget): void {
  if (ways.length >= MAX_WAYS)
    throw new ApiRefused('invalid', `You have ${MAX_WAYS} ways to receive notices already: remove one first.`)
  if (ways.some((way) => isSame(way, target)))
    throw new ApiRefused('invalid', 'You receive notices this way already.')
}

const isSame = (a: WayTarget, b: WayTarget): boolean =>
  a.kind === b.kind && a.hub === b.hub && a.channel === b.channel && a.target === b.target

/** @throws ApiRefused if the way cannot be used. */
export async function targetOf(
  deps: NewWayDeps,
  { email, manages }: AttentionReader,
  wanted: NewWay,
): Promise<WayTarget> {
  switch (wanted.kind) {
    case 'mail':
      if (!(await deps.hasMail()))
        throw new ApiRefused(
          'invalid',
          'This service sends no mail: an operator can set SVC_SMTP_URL, or an organization administrator can set up mail in the Console.',
        )
      return { kind: 'mail', hub: null, channel: null, target: null }
    case 'channel': {
      const { hub, channel } = wanted
      const known = await deps.outbox.handlesOf(email, manages.includes(hub) ? [hub] : [], channel)
      if (known.length === 0)
        throw new ApiRefused(
          'invalid',
          'The Hub does not know you on this channel: write to the Hub there first.',
        )
      return { kind: 'channel', hub, channel, target: null }
    }
    case 'webhook': {
      const problem = await problemOf(deps, wanted.url)
      if (problem !== null) throw new ApiRefused('invalid', `url: ${problem}.`)
      return { kind: 'webhook', hub: null, channel: null, target: wanted.url }
    }
  }
}

async function problemOf(
  { addressProblem }: Pick<NewWayDeps, 'addressProblem'>,
  text: string,
): Promise<string | null> {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    return 'expected an address such as https://example.com/hook'
  if (url.username || url.password)
    return 'expected an address without user name and password: the signature authenticates the notice'
  return addressProblem(url)
}
