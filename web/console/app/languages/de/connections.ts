import { number } from '../../../../ui/language.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const connections: Pick<ConsoleCatalogue, 'console.connections'> = {
  'console.connections': {
    lead: 'Ihre Konten bei anderen Diensten. Agenten nutzen sie nur, wenn sie für Sie arbeiten.',
    empty: 'Keine Konten zum Verbinden',
    emptyText:
      'Die Verwaltung legt im Web-Chat unter Einstellungen → Integrationen fest, bei welchen Diensten Personen ihr Konto verbinden können.',
    off: 'Konten werden im Web-Chat unter Einstellungen → Integrationen verbunden.',
    notConnected: 'Nicht verbunden',
    since: 'Verbunden',
    scopes: 'Darf',
    asks: 'Verlangt',
    lacks: 'Fehlt',
    lacksText: (name) =>
      `Agenten brauchen mehr Zugriff bei ${name}. Verbinden Sie das Konto neu, um den Zugriff zu gewähren.`,
    used: 'Genutzt von',
    never: 'Noch keinem Agenten',
    connect: 'Verbinden',
    connectNamed: (name) => `${name} verbinden`,
    reconnect: 'Neu verbinden',
    reconnectNamed: (name) => `${name} neu verbinden`,
    disconnect: 'Trennen',
    disconnectNamed: (name) => `${name} trennen`,
    disconnectTitle: (name) => `${name} trennen?`,
    disconnectText: (name) =>
      `Agenten können Ihr Konto bei ${name} nicht mehr nutzen, bis Sie es wieder verbinden. Bei ${name} wird nichts gelöscht.`,
    disconnected: (name) => `${name} ist getrennt.`,
    disconnectedHere: (name) =>
      `${name} ist in diesem Dienst getrennt, aber der Zugriff konnte bei ${name} nicht widerrufen werden. Widerrufen Sie ihn auch dort.`,
    misconfigured: (name) =>
      `${name} weist diesen Dienst ab. Ihr Konto ist in Ordnung: Die Verwaltung muss prüfen, wie ${name} eingerichtet ist.`,
    scopeWords: {
      openid: 'Sehen, wer Sie sind',
      profile: 'Ihren Namen lesen',
      email: 'Ihre E-Mail-Adresse lesen',
      offline_access: 'Verbunden bleiben, wenn Sie nicht da sind',
    },
    moreScopes: (count) => `und ${number(count)} weitere`,

    journey: {
      title: 'Konto verbinden',
      question: (name) => `Ihr Konto bei ${name} verbinden?`,
      asks: (hub) => `${hub} braucht dieses Konto.`,
      asksFor: (hub, tool) => `${hub} braucht dieses Konto für ${tool}.`,
      asksSelf: 'Agenten können das Konto dann nutzen, aber nur in Ihrem Namen.',
      reasons: {
        missing: 'Sie haben noch kein Konto verbunden.',
        expired: 'Ihre bisherige Verbindung ist abgelaufen.',
        revoked: 'Ihre bisherige Verbindung ist nicht mehr gültig.',
        scope_missing: 'Ihrer aktuellen Verbindung fehlt eine Berechtigung.',
        asked: '',
      },
      next: 'Wie es weitergeht',
      steps: {
        signIn: (name) =>
          `Die Seite von ${name} öffnet sich, und Sie melden sich dort an. Nur ${name} sieht Ihr Passwort.`,
        allow: (name) => `${name} zeigt den angeforderten Zugriff. Sie können ablehnen.`,
        back: 'Sie kehren zu dieser Seite zurück.',
      },
      scopes: (name) => `Zugriff auf Ihr Konto bei ${name}, den Agenten anfordern`,
      noScopes: (name) => `${name} zeigt den angeforderten Zugriff, bevor Sie entscheiden.`,
      end: 'Sie können das Konto jederzeit unter „Verbindungen“ trennen.',
      go: (name) => `Weiter zu ${name}`,
      notNow: 'Nicht jetzt',
      leaving: (name) => `Weiterleitung zu ${name} …`,
      failed: 'Diese Seite kann gerade nicht angezeigt werden',
      foreign: 'Dieser Link gehört zu einem anderen Konto',
      foreignText:
        'Melden Sie sich mit dem Konto des Links an, oder bitten Sie Ihren Agenten um einen eigenen Link.',
      missing: 'Diesen Link gibt es nicht',
      missingText:
        'Der Link ist unvollständig oder abgelaufen. Bitten Sie Ihren Agenten um einen neuen Link.',
      blocked: 'Ihr Konto ist gesperrt',
      checking: 'Die Verbindung wird geprüft …',
      checkingText: 'Das dauert einige Sekunden.',
      outcomes: {
        connected: (name) => `${name} ist verbunden`,
        failed: (name) => `${name} wurde nicht verbunden`,
        cancelled: () => 'Sie haben kein Konto verbunden',
        expired: () => 'Dieser Link ist abgelaufen',
      },
      withheld: (name) => `${name} hat nicht alles gewährt`,
      kept: (name) => `${name} bleibt verbunden wie bisher`,
      texts: {
        connected:
          'Kehren Sie zum Chat zurück, und schreiben Sie, dass Sie das Konto verbunden haben. Dann macht der Agent weiter.',
        connectedSelf: 'Agenten können das Konto jetzt in Ihrem Namen nutzen.',
        withheld:
          'Die Verbindung funktioniert mit dem gewährten Zugriff. Den fehlenden Zugriff können Agenten nicht nutzen.',
        failed: 'An Ihren Verbindungen hat sich nichts geändert.',
        cancelled:
          'An Ihren Verbindungen hat sich nichts geändert. Fragen Sie Ihren Agenten wieder, wenn Sie verbinden möchten.',
        expired: 'Bitten Sie Ihren Agenten um einen neuen Link.',
      },
      toChat: 'Zurück zum Chat',
      toConnections: 'Zu den Verbindungen',
      again: 'Noch einmal versuchen',
    },
  },
}
