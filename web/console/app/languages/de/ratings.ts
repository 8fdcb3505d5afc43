import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const ratings: Pick<ConsoleCatalogue, 'console.ratings'> = {
  'console.ratings': {
    lead: 'Bewertungen von Antworten im Chat. Weder Namen noch Chats werden angezeigt.',
    verdict: 'Bewertung',
    good: 'Gut',
    bad: 'Schlecht',
    clear: 'Gute und schlechte Bewertungen anzeigen',
    recent: 'Gute Bewertungen, letzte 30 Tage',
    before: (share) => `${share} in den 30 Tagen davor`,
    noneBefore: 'Keine Bewertungen in den 30 Tagen davor',
    counts: (good, bad) => `${number(good)} gut, ${number(bad)} schlecht`,
    none: '–',
    empty: 'Noch keine Bewertungen',
    emptyText: 'Im Chat lässt sich jede Antwort bewerten.',
    reasons: {
      wrong: 'Falsch',
      incomplete: 'Unvollständig',
      off_topic: 'Am Thema vorbei',
      too_long: 'Zu lang',
      unsafe: 'Unsicher oder schädlich',
    },
  },
}
