import type { ConsoleCatalogue } from '../catalogue.ts'

export const memory: Pick<ConsoleCatalogue, 'console.memory'> = {
  'console.memory': {
    lead: 'Notizen, die Agenten für spätere Chats über Sie speichern. Nur Sie sehen sie.',
    empty: 'Keine Notizen über Sie',
    emptyText: 'Bitten Sie einen Agenten, sich etwas zu merken, etwa wie Sie Antworten am liebsten haben.',
    erase: (text) => `„${text}“ löschen`,
    erased: 'Gelöscht.',
    eraseAll: 'Alle löschen',
    eraseAllTitle: (hub) => `Alles löschen, was sich ${hub} über Sie gemerkt hat?`,
    eraseAllText: 'Der Agent weiß das dann nicht mehr. Das lässt sich nicht rückgängig machen.',
  },
}
