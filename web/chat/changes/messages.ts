import { texts } from '../../ui/language.ts'

export const changeTexts = texts('chat.changes', {
  cards: 'Changes to decide on',
  review: 'Review',
  see: 'See it',
  newTab: (summary: string) => `: ${summary} (opens in a new tab)`,
  states: {
    proposed: 'Nothing has happened yet. You decide in the Console.',
    confirmed: 'Confirmed.',
    running: 'Confirmed. It is being done now.',
    refused: 'Confirmed, but it was refused.',
    failed: 'Confirmed, but it failed.',
    partial: 'Confirmed, and done in part.',
    interrupted: 'Confirmed, but it was interrupted.',
    rejected: 'You rejected it.',
    expired: 'It wasn’t decided in time. Ask again for a new one.',
    stale: 'Something changed meanwhile. Ask again for a new one.',
    unknown: 'You decide in the Console.',
  },
})
