import { numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import type { BudgetFacts, NoticeWords, TitleFacts } from './shape.ts'

const number = (value: number): string => numberIn('de', value)
const plural = (count: number, one: string, other: string): string =>
  `${number(count)} ${pluralIn('de', count, { one, other })}`
const times = (count: number): string => (count === 1 ? '' : `${number(count)}-mal `)

const ownerOf = ({ scope }: BudgetFacts, { hub, subject }: TitleFacts): string =>
  ({ hub, person: `${subject} auf ${hub}`, task: `Die Aufgabe ${subject} auf ${hub}` })[scope]

export const de: NoticeWords = {
  title: {
    hub_broken: ({ hub }) => `${hub} startet nicht`,
    hub_away: ({ hub }) => `${hub} ist nicht erreichbar`,
    hub_problems: ({ hub, count }) => `${plural(count, 'Fehler', 'Fehler')} in den Dateien von ${hub}`,
    run_failed: ({ hub, subject, count }) => `${subject} auf ${hub} ist ${times(count)}fehlgeschlagen`,
    run_retrying: ({ hub, subject, count }) =>
      `${subject} auf ${hub} ist ${times(count)}fehlgeschlagen und wird wiederholt`,
    model_failing: ({ hub, subject }) => `Das Modell ${subject} von ${hub} antwortet nicht`,
    answers_failed: ({ hub, subject, count }) =>
      `${plural(count, 'Nachricht', 'Nachrichten')} aus ${subject} an ${hub} ohne Antwort`,
    channel_silent: ({ hub, subject }) => `Seit einer Woche keine Nachricht aus ${subject} an ${hub}`,
    events_quarantined: ({ hub, count }) =>
      `${plural(count, 'Ereignis', 'Ereignisse')} in Quarantäne auf ${hub}`,
    budget: (facts) => {
      const { budget, hub } = facts
      if (budget === null) return hub
      const when = budget.period === 'day' ? 'Tagesbudget' : 'Monatsbudget'
      return budget.isExhausted
        ? `${ownerOf(budget, facts)} hat das ${when} aufgebraucht`
        : `${ownerOf(budget, facts)} hat ${budget.share} des ${budget.period === 'day' ? 'Tagesbudgets' : 'Monatsbudgets'} verbraucht`
    },
    sign_ups: ({ count }) => `${plural(count, 'Person wartet', 'Personen warten')} auf Freigabe`,
    access_request: ({ hub, subject }) => `${subject} bittet um Zugang zu ${hub}`,
    change_requests: ({ count }) =>
      `${plural(count, 'Änderungsantrag wartet', 'Änderungsanträge warten')} auf Ihre Entscheidung`,
    key_expires: ({ subject }) => `Ihr API-Schlüssel ${subject} läuft bald ab`,
    certificate: ({ subject, level }) =>
      level === 'failure'
        ? `Das Zertifikat von ${subject} ist abgelaufen`
        : `Das Zertifikat von ${subject} läuft bald ab`,
    backup: ({ level }) =>
      level === 'failure'
        ? 'Die letzte Datensicherung ist fehlgeschlagen'
        : 'Seit mehr als einer Woche keine Datensicherung',
  },
  solved: (title) => `Erledigt: ${title}`,
  worse: (title) => `Verschlimmert: ${title}`,
  several: (count) =>
    pluralIn('de', count, {
      one: `${number(count)} Punkt braucht Ihre Aufmerksamkeit`,
      other: `${number(count)} Punkte brauchen Ihre Aufmerksamkeit`,
    }),
  more: (count) => `… und ${number(count)} weitere`,
  footer: (url) => `Sie haben diese Hinweise in der Konsole gewählt. Ändern: ${url}`,
  test: { subject: 'Probe Ihrer Hinweise', text: 'Dies ist eine Probe. Hinweise kommen hier an.' },
}
