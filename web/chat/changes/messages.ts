import { texts } from '../../ui/language.ts'

export const changeTexts = texts('chat.changes', {
  cards: 'Changes to decide on',
  review: 'Review',
  see: 'View',
  newTab: (summary: string) => `: ${summary} (opens in a new tab)`,
  reason: (reason: string) => `Your reason: ${reason}`,
  states: {
    proposed: 'Waiting for your decision. Nothing has happened yet.',
    confirmed: 'Approved and done.',
    waiting: 'Approved. It runs in a moment…',
    running: 'Approved and running…',
    refused: 'Approved, but the Hub refused the call.',
    failed: 'Approved, but failed.',
    partial: 'Approved, but only partly completed.',
    interrupted: 'Approved, but interrupted.',
    rejected: 'You declined.',
    expired: 'Nobody decided within a day. Nothing has happened.',
    stale: 'Outdated: the access or the tool changed. Nothing has happened.',
    unknown: 'The state can’t be read right now. You can decide in the Console.',
  },
})
