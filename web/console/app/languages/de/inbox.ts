import { listed, number } from '../../../../ui/language.ts'
import { counted } from '../../../../ui/languages/de/counted.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const inbox: Pick<ConsoleCatalogue, 'console.inbox' | 'console.inbox.senders'> = {
  'console.inbox': {
    lead: 'Zustellungen anderer Dienste an einen Hub und ihr Status. Ein Ereignis bleibt ausstehend, bis ein Lauf es übernimmt.',
    noHub: 'Keine Hubs mit Eingang',
    noHubText: 'Wer einen Hub verwaltet, sieht hier dessen Zustellungen.',
    hub: 'Hub',
    address: 'Adresse',
    handledBy: 'Verarbeitet von',
    handledByNothing: 'Noch keine Zustellungen',
    handledByHint: 'Verarbeitet von einer Aufgabe oder einem Ablauf mit on_webhook',
    states: {
      pending: 'Ausstehend',
      claimed: 'In Arbeit',
      processed: 'Verarbeitet',
      unmatched: 'Nicht zugeordnet',
      quarantined: 'In Quarantäne',
    },
    about: {
      pending: 'Wartet auf den nächsten Lauf',
      claimed: 'Von einem Lauf übernommen',
      processed: 'Von einem Lauf verarbeitet',
      unmatched: 'Keine passende Aufgabe, kein passender Ablauf',
      quarantined: 'Zu oft fehlgeschlagen oder von einer Person in Quarantäne verschoben',
    },
    nothing: {
      pending: 'Keine ausstehenden Ereignisse.',
      claimed: 'Keine Ereignisse.',
      processed: 'Noch keine Ereignisse.',
      unmatched: 'Keine Ereignisse.',
      quarantined: 'Keine Ereignisse.',
    },
    receiver: {
      receiving: 'Empfängt',
      stopped: 'Kein Empfänger',
      off: 'Kein Secret gesetzt',
      gone: 'Nicht mehr eingerichtet',
    },
    stopped: 'Für diesen Hub läuft kein Empfänger',
    stoppedText: 'Starten Sie den Hub mit --webhook neu, oder starten Sie nur den Empfänger daneben:',
    off: 'Zustellungen werden abgewiesen, bis ein Secret gesetzt ist',
    offText:
      'Tragen Sie ein Secret in die Datei .env des Hubs ein, und starten Sie den Hub dann mit --webhook:',
    gone: 'Dieser Endpunkt empfängt keine Zustellungen mehr',
    goneText:
      'Weder WEBHOOK_INBOUND_NAME noch inbound/webhooks.yaml nennt diesen Endpunkt. Empfangene Ereignisse bleiben erhalten.',
    live: 'Live',
    waiting: 'Verbindung wird hergestellt …',
    modes: { secret: 'Gemeinsames Secret', hmac: 'Signatur', standard: 'Standard Webhooks' },
    refused: (count) => `${counted('Zustellung wurde', 'Zustellungen wurden')(count)} abgewiesen`,
    refusedText: 'Absender erfahren den Grund nicht. Zuletzt abgewiesen:',
    why_refused: {
      'no-proof': () => 'Die Zustellung hatte weder Signatur noch Secret.',
      'other-proof': ({ headers }) =>
        `Die Zustellung hatte Authentifizierungs-Header, die dieser Endpunkt nicht verwendet: ${listed(headers)}. Prüfen Sie den Absender oder den Modus des Endpunkts.`,
      'too-old': ({ seconds }) =>
        `Die Signatur ist gültig, aber ihr Zeitstempel ist ${seconds} s zu alt. Prüfen Sie die Uhr des Absenders.`,
      'too-early': ({ seconds }) =>
        `Die Signatur ist gültig, aber ihr Zeitstempel liegt ${seconds} s zu weit in der Zukunft. Prüfen Sie die Uhr dieses Rechners.`,
      mismatch: () => 'Signatur oder Secret passen nicht zum Secret dieses Endpunkts.',
      'too-large': () => 'Der Inhalt ist größer als 1 MiB oder als das Limit des Endpunkts.',
      unsupported: () =>
        'Der Inhalt ist beschädigt oder in einem Format komprimiert, das der Hub nicht lesen kann. Senden Sie ihn unkomprimiert.',
    },
    otherBodies: (count) =>
      count === 1
        ? '1 Zustellung wurde wegen ihrer Id als Duplikat ignoriert, obwohl sich ihr Inhalt unterscheidet'
        : `${number(count)} Zustellungen wurden wegen ihrer Id als Duplikate ignoriert, obwohl sich ihre Inhalte unterscheiden`,
    otherBodiesText: (header) =>
      `Die Id stand in ${header}. Wenn dieser Header ein Abonnement bezeichnet oder von einem Proxy stammt, gehen Ereignisse verloren: Setzen Sie WEBHOOK_INBOUND_ID_HEADERS in .env oder id_header in inbound/webhooks.yaml.`,
    otherBodiesLast: 'Zuletzt:',
    state: 'Status',
    endpoint: 'Endpunkt',
    all: (count) => `Alle ${number(count)} anzeigen`,
    event: 'Ereignis',
    type: 'Typ',
    arrived: 'Eingegangen',
    size: 'Größe',
    preview: 'Inhalt',
    run: 'Lauf',
    attempt: (attempt) => `Versuch ${number(attempt)}`,
    acts: (event) => `Aktionen für ${event}`,
    open: 'Öffnen',
    replay: 'Erneut einspielen',
    replayHint: 'Eine Kopie als neues Ereignis speichern',
    release: 'Freigeben',
    quarantine: 'In Quarantäne verschieben …',
    releaseAll: 'Alle freigeben',
    releaseAllAsk: (events) =>
      events === 1 ? 'Das Ereignis freigeben?' : `Alle ${number(events)} Ereignisse freigeben?`,
    releaseAllText: (handlers) =>
      handlers.length > 0
        ? `Die Ereignisse sind dann wieder ausstehend und werden von ${listed(handlers)} verarbeitet, die ältesten zuerst.`
        : 'Die Ereignisse sind dann wieder ausstehend. Noch verarbeitet sie keine Aufgabe und kein Ablauf.',
    releaseAllBack:
      'Für Ereignisse, die noch kein Lauf übernommen hat, lässt sich die Freigabe rückgängig machen.',
    undoRelease: 'Freigabe rückgängig machen',
    undoReleaseHint: (waiting, by) =>
      waiting === 1
        ? `Von ${by} freigegeben. Das noch wartende Ereignis zurück in Quarantäne verschieben`
        : `Von ${by} freigegeben. Die ${number(waiting)} noch wartenden Ereignisse zurück in Quarantäne verschieben`,
    tookBack: (events, kept) =>
      `Wieder in Quarantäne: ${number(events)}${kept > 0 ? `; schon von Läufen übernommen: ${number(kept)}` : ''}.`,
    why: 'Grund',
    reasons: {
      waits: 'Das Ereignis wartet auf den nächsten Lauf.',
      at_work: 'Ein Lauf verarbeitet das Ereignis.',
      tried_again: 'Der Lauf des Ereignisses ist fehlgeschlagen und wird automatisch wiederholt.',
      handled: 'Ein Lauf hat das Ereignis verarbeitet.',
      unwanted: 'Keine Aufgabe und kein Ablauf passte zu diesem Ereignis.',
      failed_too_often: 'Die Läufe dieses Ereignisses sind zu oft fehlgeschlagen.',
      by_hand: 'Eine Person hat das Ereignis in Quarantäne verschoben.',
    },
    putBy: (who) => `${who} hat das Ereignis in Quarantäne verschoben.`,
    runs: 'Läufe',
    runOf: 'Aufgabe oder Ablauf',
    runAttempt: 'Versuch',
    runStatus: 'Status',
    runQueued: 'Wann',
    replayed: 'Eine Kopie wurde als neues Ereignis gespeichert.',
    released: (count) =>
      count === 1 ? 'Das Ereignis wurde freigegeben.' : `${number(count)} Ereignisse wurden freigegeben.`,
    quarantined: 'Das Ereignis wurde in Quarantäne verschoben.',
    quarantineTitle: 'Dieses Ereignis in Quarantäne verschieben?',
    quarantineText:
      'Kein Lauf verarbeitet das Ereignis, bis es freigegeben wird. Das Ereignis wird nicht gelöscht.',
    quarantineVerb: 'In Quarantäne verschieben',
    one: 'Ereignis',
    missing: 'Dieses Ereignis gibt es nicht',
    missingText:
      'Das Ereignis wurde aus dem Ordner des Hubs entfernt, oder es gehört zu einem Hub, den Sie nicht verwalten.',
    query: 'Query-String',
    headers: 'HTTP-Header',
    contentType: 'Inhaltstyp',
    file: 'Datei',
    body: 'Inhalt',
    noBody: 'Der Inhalt ist leer.',
    tooLarge: 'Dieses Ereignis ist zu groß, um es hier anzuzeigen. Seine Datei liegt im Ordner des Hubs.',
    binary: 'Der Inhalt ist kein Text. Seine Bytes stehen in der Datei als body_base64.',
    unreadable: 'Diese Datei enthält kein Ereignis.',
    copyBody: 'Inhalt kopieren',
    connect: 'Absender verbinden',
    connectText:
      'Kopieren Sie die Einstellungen für einen Absender. Das Secret selbst wird nie angezeigt: Es steht in der Datei .env des Hubs.',
    needs: (setting, file) =>
      `Diese Einstellungen setzen ${setting} in ${file} voraus. Dort fehlt diese Zeile noch.`,
    linesFor: (sender) => `Einstellungen für ${sender}`,
    test: 'Test senden',
    testText: 'Signiert eine Zustellung wie ein Absender und sendet sie an den Empfänger.',
    testBody: 'Inhalt',
    testQuery: 'Query-String',
    testQueryHint: 'Optional, zum Beispiel kind=push',
    testSend: 'Senden',
    testAnswer: (status, answer) => `Der Empfänger hat mit ${status} ${answer} geantwortet.`,
    wait: 'Testzustellung empfangen',
    waitText:
      'Zeigt eine Zustellung eines Absenders so, wie eine Aufgabe sie liest. Der Hub prüft die Zustellung, speichert und bearbeitet sie aber nicht.',
    waitAddress: 'Testadresse für den Absender',
    waitUntil: (time) => `Wartet bis ${time} auf eine Zustellung …`,
    waitEnded: 'In zehn Minuten kam keine Zustellung an.',
    waitAgain: 'Erneut warten',
    waitRefused: 'Eine Zustellung wurde abgelehnt',
    waitTakenBy: (name) => `Die Zustellung ist angekommen. „${name}“ würde sie bearbeiten.`,
    waitTakenByNone: 'Die Zustellung ist angekommen. Keine Aufgabe und kein Workflow würde sie bearbeiten.',
    first: 'Noch keine Zustellungen',
    firstText: 'Dieser Befehl sendet eine erste Zustellung aus einem Terminal.',
  },
  'console.inbox.senders': {
    hubEnv: 'der .env des Hubs',
    curl: (variable) =>
      `Führen Sie dies in einem Terminal aus. ${variable} muss dort das Secret des Hubs enthalten.`,
    github: {
      open: 'Im Repository: Settings → Webhooks → Add webhook.',
      secret: (variable) => `Content type: application/json. Secret: der Wert von ${variable}.`,
      kind: 'GitHub sendet die Art des Ereignisses in einem Header. Damit er gespeichert wird, setzen Sie WEBHOOK_INBOUND_KEEP_HEADERS=X-GitHub-Event.',
    },
    gitlab: {
      open: 'Im Projekt: Settings → Webhooks → Add new webhook, mit dieser Adresse.',
      secret: (variable) =>
        `Fügen Sie unter „Custom headers“ X-Webhook-Secret mit dem Wert von ${variable} hinzu.`,
    },
    addressOnly: {
      name: 'Stripe und ähnliche Absender',
      secret: 'Für Absender ohne eigene Header: Die Adresse enthält das Secret. Ersetzen Sie SECRET dadurch.',
      stored:
        'Das Secret steht dann in den Einstellungen des Absenders, in Protokollen von Proxys und im gespeicherten Ereignis. Verwenden Sie ein eigenes Secret.',
    },
    standard: {
      secret: (variable) =>
        `Tragen Sie diese Adresse beim Absender ein, und setzen Sie ${variable} auf das Signing Secret, das der Absender anzeigt (whsec_…).`,
      who: 'Svix, Clerk, Resend und ähnliche Absender signieren so. Die Signatur umfasst Zeit und ID.',
    },
  },
}
