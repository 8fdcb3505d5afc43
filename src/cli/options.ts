import { InvalidArgumentError } from 'commander'
import { systemClock, type EpochMs } from '#ground/base/clock.ts'
import { timeSince } from './time-since.ts'

export const HUB_OPTION = [
  '--hub <hub>',
  'folder of the Hub, or its slug in this folder (default: this folder)',
] as const

export const parseWholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a whole number of at least 1.')
  return Number(text)
}

export const parseSince = (text: string): EpochMs => {
  const at = timeSince(text, systemClock.now())
  if (at === null)
    throw new InvalidArgumentError(
      'Expected a time such as 2026-11-20, 2026-11-20T09:00:00Z or yesterday, or a duration such as 2h or 7d.',
    )
  return at
}
