import { texts } from '../../ui/language.ts'

export const changeTexts = texts('chat.changes', {
  cards: 'Changes to decide on',
  review: 'Review',
  see: 'View',
  newTab: (summary: string) => `: ${summary} (opens in a new tab)`,
  states: {
    proposed: 'Nothing has happened yet. You decide in the Console.',
    confirmed: 'Confirmed.',
    running: 'Confirmed and running.',
    refused: 'Confirmed, but it was refused.',
    failed: 'Confirmed, but it failed.',
    partial: 'Confirmed, but only partly completed.',
    interrupted: 'Confirmed, but it was interrupted.',
    rejected: 'You rejected this change.',
    expired: 'This request expired. Ask the agent again.',
    stale: 'Something changed in the meantime. Ask the agent again.',
    unknown: 'You decide in the Console.',
  },
})
