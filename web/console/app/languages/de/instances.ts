import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const instances: Pick<ConsoleCatalogue, 'console.instances'> = {
  'console.instances': {
    lead: 'Laufende Instanzen des Dienstes, die diese Datenbank nutzen.',
    empty: 'Keine Instanzen',
    emptyText: 'Eine Instanz erscheint hier nach ihrem ersten Lebenszeichen.',
    name: 'Name',
    state: 'Status',
    states: { serving: 'In Betrieb', draining: 'Wird heruntergefahren', silent: 'Kein Lebenszeichen' },
    version: 'Version',
    since: 'Seit',
    turns: 'Antworten',
    runs: 'Läufe',
    hubs: 'Hubs',
    hubVersion: (version) => `Version ${version}`,
    more: (count) => (count === 1 ? 'und 1 weiterer' : `und ${number(count)} weitere`),
  },
}
