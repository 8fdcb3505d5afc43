import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const workflows: Pick<ConsoleCatalogue, 'console.workflows' | 'console.workflows.schedule'> = {
  'console.workflows': {
    definition: 'Definition',
    edit: 'In den Dateien anzeigen',
    lastRuns: 'Letzte Läufe',
    allRuns: 'Alle anzeigen',
    noRuns: 'Noch nicht gelaufen.',
    missing: 'Diese Aufgabe oder diesen Ablauf gibt es nicht',
    missingText: 'Die Datei wurde umbenannt oder entfernt, oder der Hub ist nicht erreichbar.',
    agent: 'Läuft als',
    nobody: 'Kein Konto',
    inputs: 'Eingaben',
    required: 'erforderlich',
    lead: 'Aufgaben und Abläufe Ihrer Hubs mit Auslöser, nächstem Lauf und Konto.',
    empty: 'Noch keine Aufgaben oder Abläufe',
    emptyText:
      'Eine Markdown-Datei im Ordner tasks eines Hubs ist eine Aufgabe. Diese läuft montags bis freitags um sieben Uhr:',
    sample: `---
schedule: 0 7 * * 1-5
timezone: Europe/Berlin
run_as: ann@example.org
---
Sieh die offenen Bestellungen durch und schreibe eine kurze Zusammenfassung.`,
    sampleLabel: 'tasks/morning.md',
    name: 'Name',
    kind: { task: 'Aufgabe', workflow: 'Ablauf' },
    startedBy: 'Auslöser',
    byHand: 'Manuell',
    byWebhook: (endpoint) =>
      endpoint === null || endpoint === 'webhook' ? 'Webhook' : `Webhook ${endpoint}`,
    next: 'Nächster Lauf',
    nextAt: (time) => `als Nächstes: ${time}`,
    nextTitle: 'Die nächsten fünf Läufe',
    noNext: 'Nicht geplant',
    zone: (zone) => `Uhrzeiten in der Zeitzone ${zone} und in Ihrer Zeitzone`,
    runsAs: (account) => (account ? `Läuft als ${account}` : 'Kein Konto'),
    state: 'Status',
    states: { enabled: 'Aktiviert', disabled: 'Deaktiviert', invalid: 'Fehlerhaft' },
    lastRun: 'Letzter Lauf',
    never: 'Nie',
    problem: 'Die Datei hat ein Problem',
    stillOld: 'Die letzte gültige Version wird weiter verwendet.',
    runNow: 'Jetzt ausführen',
    runNamed: (name) => `Jetzt ausführen: ${name}`,
    runTitle: (name) => `${name} jetzt ausführen?`,
    runText: (account) =>
      account
        ? `Der Lauf handelt als ${account}. Ausstehende Ereignisse bleiben unberührt.`
        : 'Der Lauf handelt ohne Konto.',
    runVerb: 'Jetzt ausführen',
    queued: 'Der Lauf ist eingereiht.',
    yes: 'Ja',
    no: 'Nein',
    optional: 'optional',
  },
  'console.workflows.schedule': {
    every: {
      minute: (count) => (count === 1 ? 'jede Minute' : `alle ${number(count)} Minuten`),
      hour: (count) => (count === 1 ? 'jede Stunde' : `alle ${number(count)} Stunden`),
      day: (count) => (count === 1 ? 'jeden Tag' : `alle ${number(count)} Tage`),
    },
    hourAt: (minutes) => `jede Stunde um ${minutes}`,
    weekdays: 'montags bis freitags',
    weekend: 'am Wochenende',
    someDays: (days) => `jeden ${days}`,
    monthly: (dates) => `jeden Monat am ${dates}`,
    date: (day) => `${day}.`,
    yearly: (dates) => `jedes Jahr am ${dates}`,
    inMonths: (days, months) => `${days} im ${months}`,
    at: (days, times) => `${days} um ${times}`,
    often: (times, days) => `${times}, ${days}`,
  },
}
