import { number } from '../../../../ui/language.ts'
import { counted } from '../../../../ui/languages/de/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'
import { answers, messages, people, problems, withoutUnpriced } from './words.ts'

export const overview: Pick<ConsoleCatalogue, 'console.overview'> = {
  'console.overview': {
    hub: 'Hub',
    period: 'Zeitraum',
    periods: { '24h': '24 Stunden', '7d': '7 Tage', '30d': '30 Tage' },
    scope: (hubs, withAccess, accounts) =>
      `${counted('Hub', 'Hubs')(hubs)} · ${people(withAccess)} mit Zugang · ${counted('Konto, das sich anmelden kann', 'Konten, die sich anmelden können')(accounts)}`,
    figures: {
      chats: 'Chats',
      messages: 'Nachrichten',
      active_people: 'Aktive Personen',
      tokens: 'Token',
      cost_usd: 'Geschätzte Kosten',
      denials: 'Verweigerte Zugriffe',
    },
    noValues: 'Keine Daten in diesem Zeitraum',
    unpriced: 'Preis unbekannt',
    partlyPriced: withoutUnpriced,
    estimate: 'Kosten nach der Preistabelle geschätzt',
    estimatedTurns: (turns) => `${answers(turns)} mit geschätzter Tokenzahl`,
    before: (value) => `zuvor ${value}`,
    attention: {
      label: 'Handlungsbedarf',
      changes: (count) =>
        count === 1
          ? 'Ein Änderungsantrag wartet auf Ihre Entscheidung'
          : `${number(count)} Änderungsanträge warten auf Ihre Entscheidung`,
      quarantined: (count, hub) =>
        `${count === 1 ? 'Ein Ereignis' : `${number(count)} Ereignisse`} auf ${hub} in Quarantäne`,
      away: (hub) => `${hub} ist nicht erreichbar`,
      broken: (hub) => `${hub} startet nicht`,
      pending: (count) => `${counted('Person wartet', 'Personen warten')(count)} auf Freigabe`,
      budgets: 'Budgets anzeigen',
      nothing: 'Kein Handlungsbedarf.',
      more: (count) => `Mehr anzeigen (noch ${number(count)})`,
      less: 'Weniger anzeigen',
      showHub: 'Hub anzeigen',
      showFiles: 'Dateien anzeigen',
      showRuns: 'Läufe anzeigen',
      showTraces: 'Traces anzeigen',
      showMessages: 'Nachrichten anzeigen',
      showEvents: 'Ereignisse anzeigen',
      showKeys: 'Schlüssel anzeigen',
      decide: 'Entscheiden',
      problems: (count, hub) => `${problems(count)} in den Dateien von ${hub}`,
      failed: (workflow, count) =>
        count === 1
          ? `${workflow} ist fehlgeschlagen`
          : `${workflow} ist ${number(count)}-mal fehlgeschlagen`,
      retried: (workflow, count) =>
        `${workflow} ist ${count === 1 ? 'einmal' : `${number(count)}-mal`} fehlgeschlagen und wird wiederholt`,
      model: (model) => `Das Modell ${model} antwortet nicht`,
      failedTurns: (count) => `${answers(count)} in 24 Stunden fehlgeschlagen`,
      undelivered: (count, channel) => `${messages(count)} aus ${channel} ohne Antwort`,
      silent: (channel) => `Seit einer Woche keine Nachricht aus ${channel}`,
      asks: (name, hub) => `${name} bittet um Zugang zu ${hub}`,
      key: (name) => `Ihr API-Schlüssel ${name} läuft bald ab`,
      certificate: (names, isOver) =>
        `Das Zertifikat von ${names} ${isOver ? 'ist abgelaufen' : 'läuft bald ab'}`,
      backupFailed: 'Die letzte Datensicherung ist fehlgeschlagen',
      backupLate: 'Seit mehr als einer Woche keine Datensicherung',
      showInstances: 'Instanzen anzeigen',
    },
    first: {
      title: 'Erste Schritte',
      lead: 'Ihr Hub ist bereit. So geht es weiter:',
      ask: 'Agenten ausprobieren',
      askText: 'Alle mit Zugang nutzen ihn im Web-Chat.',
      people: 'Personen einladen',
      peopleText: 'Legen Sie ein Konto an, und wählen Sie seine Rechte.',
      work: 'Arbeit automatisieren',
      workText: 'Eine Aufgabe läuft nach Zeitplan oder wenn ein Webhook ein Ereignis empfängt.',
      connect: 'Den Hub aus Ihren Programmen nutzen',
      connectText:
        'Legen Sie einen Schlüssel an, und kopieren Sie die Einstellungen für Editor oder Terminal.',
      done: 'Erledigt',
      putAway: 'Ausblenden',
    },
    chatsOverTime: 'Chats und Nachrichten',
    tokensOverTime: 'Token',
    costOverTime: 'Geschätzte Kosten',
    chartOf: (title) =>
      `${title} im Zeitverlauf. Die Schaltfläche neben dem Titel zeigt die Zahlen als Tabelle.`,
    asTable: (title) => `${title} als Tabelle`,
    asChart: (title) => `${title} als Diagramm`,
    legend: 'Angezeigt',
    time: 'Zeit',
    usageByHub: 'Verbrauch nach Hub',
    costByHub: 'Kosten nach Hub',
    share: 'Anteil',
    runs: 'Läufe',
    missed: 'Verpasste geplante Läufe',
    denials: 'Zuletzt verweigert',
    noDenials: 'Kein Zugriff auf ein geschütztes Werkzeug wurde verweigert.',
    all: 'Alle anzeigen',
    budgets: {
      person: (subject, hub) => `${subject} auf ${hub}`,
      task: (subject, hub) => `Aufgabe ${subject} auf ${hub}`,
      periods: { day: 'heute', month: 'diesen Monat' },
      warning: (whose, share, period) => `${whose}: ${share} des Budgets für ${period} verbraucht.`,
      exhausted: (whose, period) => `${whose}: Das Budget für ${period} ist aufgebraucht.`,
      amount: (used, limit) => `${used} von ${limit} verbraucht.`,
      tokens: (used, limit) => `${used} von ${limit} Token verbraucht.`,
      unpriced: (turns) =>
        turns === 1
          ? '1 Antwort mit unbekanntem Preis ist im Budget nicht enthalten.'
          : `${number(turns)} Antworten mit unbekanntem Preis sind im Budget nicht enthalten.`,
    },
  },
}
