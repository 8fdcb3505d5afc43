import type { ConsoleCatalogue } from '../catalogue.ts'

export const permissions: Pick<ConsoleCatalogue, 'console.permissions'> = {
  'console.permissions': {
    lead: 'Rechte auf Ihren Hubs und wie viele Personen sie haben.',
    search: 'Nach Name oder Gruppe suchen',
    permission: 'Recht',
    group: 'Gruppe',
    state: 'Status',
    holders: 'Personen',
    who: (permission, hub) => `Personen mit „${permission}“ auf ${hub}`,
    ready: 'Bereit',
    notConfigured: 'Nicht eingerichtet',
    missing: (names) => `Nicht gesetzt: ${names}`,
    withoutEffect: 'Wirkungslos',
    withoutEffectText: 'Kein Werkzeug verlangt dieses Recht mehr; es lässt sich nur entziehen.',
    empty: 'Es gibt keine Rechte zu erteilen',
    emptyText: 'Hier erscheinen Rechte, sobald Sie einen Hub verwalten.',
  },
}
