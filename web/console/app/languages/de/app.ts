import { problems } from '../../../../ui/languages/de/ui.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const app: Pick<
  ConsoleCatalogue,
  | 'console.app.shell'
  | 'console.app.jump'
  | 'console.app.entry'
  | 'console.app.signedOut'
  | 'console.app.problems'
> = {
  'console.app.shell': {
    skip: 'Zum Inhalt springen',
    rail: 'Navigation',
    pages: 'Seiten',
    openRail: 'Navigation öffnen',
    hub: 'Hub',
    allHubs: 'Alle Hubs',
    jump: 'Springen zu …',
    toChat: 'Web-Chat',
    jumpShort: 'Suche',
    keys: 'API-Schlüssel',
    keysText: 'Schlüssel für Programme, die Ihre Agenten aufrufen.',
    personal: 'Ihre Seiten',
  },
  'console.app.jump': {
    label: 'Zu einer Seite, einer Einstellung, einem Hub oder einer Person springen',
    pages: 'Seiten',
    hubs: 'Hubs',
    people: 'Personen',
    settings: 'Einstellungen',
    ofHubs: 'Seiten von Hubs',
    nothing: 'Keine Treffer.',
    hint: '↑ ↓ auswählen · Eingabe öffnet · Esc schließt',
  },
  'console.app.entry': {
    personal: 'Eigene Seiten anzeigen',
    nothing: 'Sie verwalten keine Zugänge',
    nothingText:
      'Diese Seite ist für Personen, die Zugänge verwalten. Wenn das zu Ihren Aufgaben gehört, wenden Sie sich an die Verwaltung.',
    blocked: 'Ihr Konto ist gesperrt',
    blockedText:
      'Die Verwaltung hat dieses Konto gesperrt. Wenden Sie sich an sie, wenn Sie das für einen Irrtum halten.',
  },
  'console.app.signedOut': {
    title: 'Sie wurden abgemeldet',
    text: 'Diese Seite und Ihre Eingaben bleiben erhalten. Melden Sie sich in einem neuen Tab an, und machen Sie dann hier weiter.',
    signIn: 'Anmelden',
    goOn: 'Ich habe mich angemeldet',
    still: 'Sie sind noch abgemeldet.',
    back: 'Sie sind angemeldet',
    backText: 'Machen Sie im vorherigen Tab weiter. Diesen Tab können Sie schließen.',
  },
  'console.app.problems': { ...problems, home: 'Zur Übersicht' },
}
