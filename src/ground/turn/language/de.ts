import { dateIn, listIn, numberIn, pluralIn } from './formats.ts'
import type { BudgetFacts, Sentences } from './shapes.ts'

const number = (value: number): string => numberIn('de', value)

const budgetName = ({ scope, task, period }: BudgetFacts): string => {
  const budget = period === 'day' ? 'Tagesbudget' : 'Monatsbudget'
  return {
    hub: `Das ${budget} dieses Agenten`,
    person: `Ihr ${budget} für diesen Agenten`,
    task: `Das ${budget} der Aufgabe ${task}`,
  }[scope]
}

export const de: Sentences = {
  budget: (facts) => {
    const { used, held, limit, isTokens, isUsedUp, resetsAt } = facts
    const tokens = isTokens ? ' Token' : ''
    const anew = `Am ${dateIn('de', resetsAt)} um 00:00 Uhr UTC beginnt es neu.`
    if (isUsedUp) return `${budgetName(facts)} ist aufgebraucht: ${used} von ${limit}${tokens}. ${anew}`
    const under = held === null ? '' : `, ${held}${tokens} sind für laufende Antworten reserviert`
    return `${budgetName(facts)} reicht für diese Anfrage nicht aus: ${used} von ${limit}${tokens} sind verbraucht${under}. ${anew}`
  },
  unpriced: (model) =>
    `Dieser Agent hat ein Budget in US-Dollar. Der Preis seines Modells ${model} ist nicht bekannt, deshalb lassen sich die Kosten nicht berechnen. Die Administration kann den Preis in der Datei von SVC_PRICES_FILE ergänzen oder mit SVC_UNPRICED_MODEL_USD einen Höchstpreis je Million Token festlegen.`,
  budgetUnavailable:
    'Die Budgets dieses Agenten lassen sich gerade nicht prüfen. Bitte versuchen Sie es gleich noch einmal.',
  loop: 'Dieselbe Anfrage kam innerhalb einer Minute mehrmals, oder aus ihrer eigenen Antwort heraus, und rief jedes Mal Werkzeuge auf. Vermutlich startet der Agent sich selbst, deshalb wurde er angehalten. Warten Sie eine Minute, oder fragen Sie etwas anderes.',
  busy: 'Alle Agentenprozesse dieses Hubs sind beschäftigt. Bitte versuchen Sie es gleich noch einmal. Mit SVC_AGENT_MAX_PROCESSES lassen sich mehr davon zulassen.',
  failed: (kind) => `Es ist fehlgeschlagen (${kind}).`,
  modelFailed: {
    unauthorized: 'Der Anbieter des Modells hat den Schlüssel abgelehnt.',
    rate_limited: 'Der Anbieter des Modells nimmt gerade keine weiteren Anfragen an.',
    bad_request: 'Der Anbieter des Modells hat die Anfrage abgelehnt.',
    too_long: 'Die Unterhaltung ist zu lang für das Modell.',
    unavailable: 'Der Anbieter des Modells ist nicht erreichbar oder gestört.',
    timeout: 'Der Anbieter des Modells hat zu lange gebraucht.',
    bad_answer: 'Die Antwort des Modellanbieters ist nicht lesbar.',
    window_too_small:
      'Das Kontextfenster des Modells ist zu klein für die Anweisungen und Werkzeuge des Agenten.',
  },
  forPeople: {
    unauthorized:
      'Das Modell des Agenten nimmt den Schlüssel des Hubs nicht an. Sagen Sie es der Administration.',
    rate_limited:
      'Das Modell des Agenten bekommt gerade zu viele Anfragen. Versuchen Sie es später noch einmal.',
    bad_request: 'Das Modell des Agenten hat die Anfrage abgelehnt. Sagen Sie es der Administration.',
    unavailable:
      'Das Modell des Agenten ist nicht erreichbar oder gestört. Versuchen Sie es später noch einmal. Hilft das nicht, sagen Sie es der Administration.',
    timeout: 'Das Modell des Agenten hat zu lange gebraucht. Versuchen Sie es noch einmal.',
    bad_answer: 'Die Antwort vom Modell des Agenten ist nicht lesbar. Sagen Sie es der Administration.',
    window_too_small:
      'Die Anweisungen und Werkzeuge des Agenten sind zu lang für sein Modell. Sagen Sie es der Administration.',
    model_unpriced:
      'Dieser Agent hat ein Budget. Der Preis seines Modells ist nicht bekannt, deshalb lassen sich die Kosten nicht berechnen. Sagen Sie es der Administration.',
    agent_busy: 'Der Agent ist gerade ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
  },
  shortened: {
    summary:
      'Die älteren Nachrichten dieses Chats passen nicht mehr hinein. Ich arbeite mit einer Zusammenfassung davon.',
    partly:
      'Die älteren Nachrichten dieses Chats passen nicht mehr hinein. Von den neueren nutze ich eine Zusammenfassung, die ältesten entfallen.',
    leftOut: 'Die älteren Nachrichten dieses Chats passen nicht mehr hinein und entfallen.',
  },
  leftOut: {
    moreFiles: (count) =>
      `Von ${number(count)} ${pluralIn('de', count, { one: 'weiteren Datei', other: 'weiteren Dateien' })} kennt das Modell nur den Namen.`,
    unread: (name, problem) => `${name} wurde nicht gelesen. ${problem}`,
    inPart: (name, shown, all) =>
      `Von ${name} erhält das Modell nur die ersten ${number(shown)} von ${number(all)} Zeichen.`,
    onlyNames: (reason, names, more) => {
      const listed = listIn('de', more > 0 ? [...names, `${number(more)} weiteren`] : names)
      return `${reason}. Deshalb kennt es nur ${names.length + more === 1 ? 'den Namen' : 'die Namen'} von ${listed}.`
    },
    kinds: {
      image: 'keine Bilder ansehen',
      pdf: 'keine PDF-Dateien lesen',
      audio: 'keine Audiodateien anhören',
      video: 'keine Videos ansehen',
    },
    kind: (ability) => `Dieses Modell kann ${ability}`,
    format: (ability, format) => `Dieses Modell kann im Format ${format} ${ability}`,
    damaged: 'Dieses Modell kann ein beschädigtes Bild nicht ansehen',
    bytes: (size, limit) => `Ein Bild ist für dieses Modell zu groß (${size}, höchstens ${limit})`,
    side: (pixels) => `Ein Bild hat für dieses Modell zu viele Pixel (höchstens ${number(pixels)} je Seite)`,
    count: 'Es sind mehr Bilder, als dieses Modell auf einmal annimmt',
    total: 'Die Dateien sind zusammen größer, als dieses Modell annimmt',
    refused: 'Der Anbieter hat eine Datei für das Modell abgelehnt',
    otherCopy: 'Eine andere Kopie des Bildes funktioniert vielleicht.',
    otherFormat: 'JPEG oder PNG funktioniert.',
    smaller: 'Ein kleineres Bild funktioniert.',
  },
  titles: {
    listFiles: {
      running: 'Dateien werden aufgelistet',
      done: 'Dateien aufgelistet',
      failed: 'Dateien konnten nicht aufgelistet werden',
    },
    searchFiles: {
      running: 'Dateien werden durchsucht',
      done: 'Dateien durchsucht',
      failed: 'Dateien konnten nicht durchsucht werden',
    },
    save: {
      running: (name) => `${name} wird gespeichert`,
      done: (name) => `${name} gespeichert`,
      failed: (name) => `${name} konnte nicht gespeichert werden`,
    },
    write: {
      running: (name) => `${name} wird geschrieben`,
      done: (name) => `${name} geschrieben`,
      failed: (name) => `${name} konnte nicht geschrieben werden`,
    },
    read: {
      running: (name) => `${name} wird gelesen`,
      done: (name) => `${name} gelesen`,
      failed: (name) => `${name} konnte nicht gelesen werden`,
    },
    readSkill: {
      running: (name) => `Skill ${name} wird gelesen`,
      done: (name) => `Skill ${name} gelesen`,
      failed: (name) => `Skill ${name} konnte nicht gelesen werden`,
    },
    runCommand: {
      running: 'Befehl wird ausgeführt',
      done: 'Befehl ausgeführt',
      failed: 'Befehl konnte nicht ausgeführt werden',
    },
    noteSave: {
      running: 'Notiz wird gespeichert',
      done: 'Notiz über Sie gespeichert',
      failed: 'Notiz konnte nicht gespeichert werden',
    },
    noteList: {
      running: 'Notizen werden gelesen',
      done: 'Notizen über Sie gelesen',
      failed: 'Notizen konnten nicht gelesen werden',
    },
    noteForget: {
      running: 'Notiz wird gelöscht',
      done: 'Notiz über Sie gelöscht',
      failed: 'Notiz konnte nicht gelöscht werden',
    },
    subAgent: {
      running: (name) => `${name} arbeitet`,
      done: (name) => `${name} ist fertig`,
      failed: (name) => `${name} konnte nicht abschließen`,
    },
    publish: {
      running: 'Artefakt wird veröffentlicht',
      done: 'Artefakt veröffentlicht',
      failed: 'Artefakt konnte nicht veröffentlicht werden',
    },
    update: {
      running: 'Artefakt wird aktualisiert',
      done: 'Artefakt aktualisiert',
      failed: 'Artefakt konnte nicht aktualisiert werden',
    },
    connectAccount: {
      running: 'Konto wird verbunden',
      done: 'Verbindung eines Kontos angeboten',
      failed: 'Konto konnte nicht verbunden werden',
    },
    askPerson: {
      running: 'Stellt Ihnen eine Frage',
      done: 'Hat Ihnen eine Frage gestellt',
      failed: 'Konnte Ihnen keine Frage stellen',
    },
    summarise: {
      running: 'Ältere Nachrichten werden zusammengefasst',
      done: 'Ältere Nachrichten zusammengefasst',
      failed: 'Ältere Nachrichten konnten nicht zusammengefasst werden',
    },
  },
}
