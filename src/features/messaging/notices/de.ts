import { numberIn, pluralIn } from '#ground/turn/language/formats.ts'
import { roundedDelay, type Notices } from './shape.ts'

const delay = (ms: number): string => {
  const { count, unit } = roundedDelay(ms)
  const forms =
    unit === 'second' ? { one: 'Sekunde', other: 'Sekunden' } : { one: 'Minute', other: 'Minuten' }
  return `${numberIn('de', count)} ${pluralIn('de', count, forms)}`
}

export const de: Notices = {
  working: 'Ich arbeite daran …',
  retrying: (reason, afterMs) =>
    `${reason} Der Hub versucht es in ${delay(afterMs)} noch einmal. Mit /stop brechen Sie ab.`,
  stopped: 'Angehalten.',
  nothingToStop: 'Gerade wird nichts beantwortet.',
  began: 'Eine neue Unterhaltung beginnt. Das bisher Gesagte zählt nicht mehr.',
  help: [
    'Schreiben Sie, was Sie wissen oder erledigt haben möchten. Sie können auch Dateien senden.',
    '/new – neue Unterhaltung beginnen\n/stop – laufende Antwort anhalten\n/whoami – wer Sie hier sind\n/help – dieser Text',
  ].join('\n\n'),
  noAccess: 'Sie haben noch keinen Zugang zu diesem Agenten. Bitten Sie die Administration darum.',
  blocked: 'Ihr Konto ist gesperrt. Wenden Sie sich an die Administration.',
  withdrawn: 'Sie haben keinen Zugang mehr zu diesem Agenten, deshalb endet die Antwort hier.',
  failed: 'Das konnte nicht beantwortet werden.',
  inLog: 'Die Administration des Hubs findet den Grund im Protokoll.',
  cutOff: 'Das konnte nicht beantwortet werden: Die Antwort wurde mehrmals unterbrochen.',
  noWords:
    'Das Modell hat eine leere Antwort gegeben. Senden Sie die Nachricht noch einmal, oder fragen Sie mit anderen Worten.',
  declined: {
    unattended: (server) =>
      `${server} hat etwas gefragt. Die Frage wurde abgelehnt, denn Fragen lassen sich nur im Web-Chat beantworten.`,
    unclear: (server) =>
      `${server} hat etwas gefragt. Die Frage wurde abgelehnt, denn der Server arbeitete für mehrere Personen oder Chats und nannte den Aufruf nicht.`,
  },
  call: {
    approve: 'Genehmigen',
    decline: 'Ablehnen',
    waits: (link) =>
      `Noch ist nichts geschehen. Genehmigen Sie den Aufruf, lehnen Sie ihn ab, oder ändern Sie ihn hier: ${link}`,
    more: (count) => `… und ${numberIn('de', count)} weitere, siehe Link`,
    decided: {
      approved: 'Genehmigt.',
      declined: 'Abgelehnt. Es ist nichts geschehen.',
      expired: 'Das wurde nicht rechtzeitig entschieden. Es ist nichts geschehen.',
      stale: 'Dieser Aufruf ist veraltet, denn er oder sein Werkzeug wurde geändert.',
    },
    already: {
      approved: 'Das haben Sie schon genehmigt.',
      declined: 'Das haben Sie schon abgelehnt. Es ist nichts geschehen.',
    },
    askAgain: {
      expired: 'Bitten Sie noch einmal darum.',
      stale: 'Entscheiden Sie über den Link in der Nachricht.',
    },
    foreign: 'Nur wer darum gebeten hat, kann das entscheiden.',
    forbidden:
      'Ihnen fehlt inzwischen die Berechtigung für diesen Aufruf. Bitten Sie die Administration darum, oder lehnen Sie ab.',
  },
  whoami: ({ email, agent }) => `Sie sind ${email} und schreiben mit ${agent}.`,
  decided: {
    done: (summary) => `Bestätigt und erledigt: „${summary}“.`,
    failed: (summary) => `Bestätigt, aber fehlgeschlagen: „${summary}“.`,
    refused: (summary) => `Nicht ausgeführt: „${summary}“.`,
    rejected: (summary) => `Sie haben „${summary}“ abgelehnt. Es ist nichts geschehen.`,
    expired: (summary) => `„${summary}“ wurde nicht rechtzeitig bestätigt. Es ist nichts geschehen.`,
  },
  result: (link) => `Ergebnis: ${link}`,
  wholeResult: (link) => `Ganzes Ergebnis: ${link}`,
  cut: {
    length:
      'Die Antwort endet hier: Sie hat die Längengrenze des Modells erreicht. Schreiben Sie „weiter“ für den Rest.',
    unbegun: 'Das Modell hat seine Längengrenze erreicht, bevor es etwas geschrieben hat.',
    filter: 'Die Antwort endet hier: Der Inhaltsfilter des Modellanbieters hat sie abgebrochen.',
    withheld: 'Es gibt keine Antwort: Der Inhaltsfilter des Modellanbieters hat sie abgebrochen.',
  },
}
