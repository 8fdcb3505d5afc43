import { texts } from '../../ui/language.ts'

export const changeTexts = texts('chat.changes', {
  cards: 'Changes to decide on',
  review: 'Review',
  see: 'View',
  newTab: (summary: string) => `: ${summary} (opens in a new tab)`,
  states: {
    proposed: 'Nothing has happened yet: the request waits for your decision in the Console.',
    confirmed: 'Confirmed.',
    running: 'Confirmed and running.',
    refused: 'Confirmed, but refused.',
    failed: 'Confirmed, but failed.',
    partial: 'Confirmed, but only partly completed.',
    interrupted: 'Confirmed, but interrupted.',
    rejected: 'You rejected this change.',
    expired: 'This request expired. Ask the agent again.',
    stale: 'This request is outdated because access or the tool changed. Ask the agent again.',
    unknown: 'You decide in the Console.',
  },
})
