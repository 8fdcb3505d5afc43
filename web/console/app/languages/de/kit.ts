import { CHANNEL_LABELS } from '#ground/hub/channels.ts'
import { listed, number } from '../../../../ui/language.ts'
import { common } from '../../../../ui/languages/de/ui.ts'
import { counted } from '../../../../ui/languages/de/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const kit: Pick<
  ConsoleCatalogue,
  | 'console.kit.common'
  | 'console.kit.list'
  | 'console.kit.people'
  | 'console.kit.views'
  | 'console.kit.surfaces'
  | 'console.kit.setups'
  | 'console.kit.leaving'
  | 'console.kit.exports'
  | 'console.kit.span'
> = {
  'console.kit.common': {
    ...common,
    console: 'Konsole',
    toChat: 'Zum Web-Chat',
    acts: 'Aktionen',
    sections: 'Seiten dieses Bereichs',
    tabs: 'Tabs',
    ofTab: (tab) => `Seiten von ${tab}`,
    none: 'Keine',
    yes: 'Ja',
    no: 'Nein',
  },
  'console.kit.list': {
    pages: 'Seiten der Liste',
    previous: 'Vorherige Seite',
    next: 'Nächste Seite',
    range: (first, last, total) => `${number(first)}–${number(last)} von ${total}`,
    total: (total, exact) => `${number(total)}${exact ? '' : '+'}`,
    size: 'Zeilen pro Seite',
    jumpToName: 'Zu einem Namen springen',
    jumpToDay: 'Zu einem Tag springen',
    jumpEnd: 'Zurück zum Anfang der Liste',
    clear: 'Filter zurücksetzen',
    clearSearch: 'Suche leeren',
    clearFilter: (label) => `Filter entfernen: ${label}`,
    noMatch: 'Keine Treffer',
    noMatchText: 'Kein Eintrag passt zu Suche und Filtern.',
    failed: 'Diese Liste konnte nicht geladen werden',
    unreached: (names) =>
      `${names.length === 1 ? 'Dieser Hub ist' : 'Diese Hubs sind'} nicht erreichbar und ${names.length === 1 ? 'fehlt' : 'fehlen'} in dieser Liste: ${listed(names)}.`,
  },
  'console.kit.people': {
    suggestions: 'Vorgeschlagene Personen',
    found: (found) => `${counted('Vorschlag', 'Vorschläge')(found)}, Auswahl mit den Pfeiltasten`,
  },
  'console.kit.views': {
    label: 'Gespeicherte Ansichten',
    save: 'Ansicht speichern',
    saveTitle: 'Diese Ansicht speichern',
    saveText: 'Merkt sich die aktuellen Filter und die Sortierung dieser Liste, nur für Sie.',
    name: 'Name',
    renameTitle: 'Ansicht umbenennen',
    rename: 'Umbenennen …',
    renameVerb: 'Umbenennen',
    delete: 'Löschen',
    undo: 'Rückgängig',
    deleted: (name) => `Ansicht „${name}“ gelöscht`,
    taken: 'Eine Ansicht mit diesem Namen haben Sie schon. Beim Speichern wird sie ersetzt.',
    actsFor: (name) => `Aktionen für die Ansicht „${name}“`,
    full: 'Eine Liste hat höchstens 20 Ansichten. Löschen Sie zuerst eine.',
  },
  'console.kit.surfaces': {
    label: 'Quelle',
    channel: 'Kanal',
    webhook: 'Webhooks',
    messages: 'Alle Nachrichten',
    channels: CHANNEL_LABELS,
  },
  'console.kit.setups': {
    off: 'Änderungen und gespeicherte Einstellungen muss der Betreiber erlauben: mit SVC_CONSOLE_SETUP=true in der Datei .env des Hubs und einem Neustart.',
    setByOperator: (variables) =>
      `Vom Betreiber gesetzt: ${variables}. Um etwas zu ändern, passen Sie diese Variablen an, und starten Sie den Hub neu.`,
    unreadable:
      'Die gespeicherten Einstellungen wurden mit Secrets verschlüsselt, die dieser Hub nicht hat, und werden deshalb nicht genutzt. Geben Sie die Einstellungen erneut ein, oder entfernen Sie sie.',
    changedBy: (email) => `Geändert von ${email}`,
    isSet: 'Gesetzt',
    isNotSet: 'Nicht gesetzt',
    secretStays: 'Gespeichert. Lassen Sie das Feld leer, um den gespeicherten Wert zu behalten.',
    remove: 'Entfernen …',
    tryAndSave: 'Testen und speichern',
  },
  'console.kit.leaving': {
    title: 'Diese Seite verlassen?',
    leave: 'Verlassen',
    stay: 'Bleiben',
  },
  'console.kit.exports': {
    label: 'Exportieren',
    csv: 'CSV, für Tabellenprogramme',
    jsonl: 'JSON Lines, für Programme',
  },
  'console.kit.span': {
    range: 'Zeitraum',
    ranges: {
      '24h': 'Letzte 24 Stunden',
      '7d': 'Letzte 7 Tage',
      '30d': 'Letzte 30 Tage',
      custom: 'Eigener Zeitraum …',
    },
    customDays: 'eigener Zeitraum',
    sinceDay: (day) => `seit ${day}`,
    untilDay: (day) => `bis ${day}`,
    since: 'Von',
    until: 'Bis',
  },
}
