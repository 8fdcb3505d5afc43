import { number } from '../../../../ui/language.ts'
import type { IntegrationsCatalogue } from '../catalogue.ts'

const persons = (count: number) => (count === 1 ? '1 Person' : `${number(count)} Personen`)

export const integrations: IntegrationsCatalogue = {
  'chat.changes': {
    cards: 'Änderungen, über die Sie entscheiden',
    review: 'Ansehen',
    see: 'Zeigen',
    newTab: (summary) => `: ${summary} (in einem neuen Tab)`,
    states: {
      proposed: 'Noch ist nichts geschehen. Sie entscheiden in der Konsole.',
      confirmed: 'Bestätigt.',
      running: 'Bestätigt. Es wird gerade ausgeführt.',
      refused: 'Bestätigt, aber es wurde abgelehnt.',
      failed: 'Bestätigt, aber es ist fehlgeschlagen.',
      partial: 'Bestätigt und zum Teil ausgeführt.',
      interrupted: 'Bestätigt, aber es wurde unterbrochen.',
      rejected: 'Sie haben es abgelehnt.',
      expired: 'Es wurde nicht rechtzeitig entschieden. Fragen Sie noch einmal.',
      stale: 'Inzwischen hat sich etwas geändert. Fragen Sie noch einmal.',
      unknown: 'Sie entscheiden in der Konsole.',
    },
  },
  'chat.connections': {
    cards: 'Konten zum Verbinden',
    title: (name) => `${name} muss verbunden werden`,
    connected: (name) => `${name} ist verbunden`,
    connect: 'Verbinden',
    newTab: (name) => ` ${name} (öffnet einen neuen Tab)`,
    states: {
      waiting: 'Der Agent arbeitet dort mit Ihrem eigenen Konto.',
      started: 'Machen Sie im geöffneten Tab weiter, oder öffnen Sie ihn erneut.',
      connected: 'Fragen Sie noch einmal, dann macht der Agent weiter.',
      failed: 'Das hat nicht geklappt. Bitten Sie um einen neuen Link.',
      cancelled: 'Sie wollten nicht verbinden. Fragen Sie wieder, wenn Sie es möchten.',
      expired: 'Dieser Link ist abgelaufen. Bitten Sie um einen neuen.',
    },
  },
  'chat.integrations': {
    connections: 'Verbindungen',
    integrations: 'Integrationen',
    connectionsText:
      'Ihre Konten anderswo, die Agenten für Sie nutzen dürfen. Ihr Passwort dort sehen Agenten nie.',
    connectionsList: 'Konten zum Verbinden',
    none: 'Noch nichts zu verbinden',
    noneText: 'Wenn die Verwaltung einen Anbieter einrichtet, den Sie nutzen dürfen, erscheint er hier.',
    noneTextAdmin: 'Richten Sie zuerst unter Integrationen einen Anbieter ein.',
    notConnected: 'Nicht verbunden',
    help: {
      expiring: 'Verbinden Sie es neu, um es weiter zu nutzen.',
      expired: 'Verbinden Sie es neu, um es weiter zu nutzen.',
      revoked: 'Der Anbieter hat sie beendet, oder sie ist nicht mehr lesbar. Verbinden Sie das Konto neu.',
      misconfigured:
        'Der Anbieter weist diesen Dienst ab. Ihr Konto ist in Ordnung: Die Verwaltung muss die Einrichtung prüfen.',
    },
    missing: (scopes) => `Noch nicht gewährt: ${scopes}. Verbinden Sie neu, um es zu gewähren.`,
    since: (when) => `Verbunden ${when}`,
    ends: (when) => `läuft ab ${when}`,
    asks: (scopes) => `Bittet um ${scopes}`,
    granted: (scopes) => `Gewährt: ${scopes}`,
    connect: 'Verbinden',
    reconnect: 'Neu verbinden',
    connectOne: (name) => `${name} verbinden`,
    reconnectOne: (name) => `${name} neu verbinden`,
    disconnect: 'Trennen',
    disconnectOne: (name) => `${name} trennen`,
    disconnectTitle: (name) => `${name} trennen?`,
    disconnectText: 'Agenten können dieses Konto dann nicht mehr nutzen. Sie können es wieder verbinden.',
    disconnected: (name) => `${name} ist getrennt`,
    disconnectedHere: (name) =>
      `${name} ist hier getrennt, aber dem Anbieter konnte das nicht mitgeteilt werden. Beenden Sie den Zugang auch dort.`,
    integrationsText:
      'Anbieter, bei denen Menschen eigene Konten verbinden, damit Agenten sie in ihrem Namen nutzen.',
    providersList: 'Anbieter',
    refusesUs: (code) =>
      `Er weist diesen Dienst ab und antwortet „${code}“. Prüfen Sie Client-Id, Client-Secret und wie das Secret gesendet wird.`,
    noProviders: 'Noch kein Anbieter',
    noProvidersText:
      'Fügen Sie einen MCP-Server hinzu, der um Anmeldung bittet, oder einen Dienst mit OAuth.',
    add: 'Anbieter hinzufügen',
    addTitle: 'Neuer Anbieter',
    editTitle: (name) => `${name} bearbeiten`,
    editOne: (name) => `${name} bearbeiten`,
    removeOne: (name) => `${name} entfernen`,
    kind: 'Art',
    kinds: { mcp: 'MCP-Server', openid: 'OpenID-Anbieter', oauth2: 'OAuth-2.0-Dienst' },
    off: 'Aus',
    people: (count) => `${persons(count)} verbunden`,
    nobody: 'Niemand verbunden',
    name: 'Name',
    nameHint: 'Was andere sehen.',
    id: 'Id',
    idHint: 'Teil von Adressen. Sie kann später nicht geändert werden.',
    idShape: 'Nehmen Sie Kleinbuchstaben, Ziffern, - und _.',
    address: { mcp: 'Adresse des Servers', openid: 'Aussteller', oauth2: 'Autorisierungsadresse' },
    addressExample: {
      mcp: 'https://mcp.example.com/mcp',
      openid: 'https://login.example.com',
      oauth2: 'https://example.com/oauth/authorize',
    },
    addressShape: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
    tokenUrl: 'Token-Adresse',
    revocationUrl: 'Widerrufsadresse',
    optional: 'Optionale Angabe.',
    scopes: 'Scopes',
    scopesHint: 'Mit Leerzeichen getrennt. Leer fragt nach dem, was der Anbieter vorschlägt.',
    more: {
      title: 'Mehr',
      about: {
        mcp: 'Beschreibung, Autorisierungsserver, weitere Parameter',
        openid: 'Beschreibung, wie das Secret gesendet wird, weitere Parameter',
        oauth2: 'Beschreibung, Aussteller, wie das Secret gesendet wird, weitere Parameter',
      },
      description: 'Beschreibung',
      descriptionHint: 'Menschen und Agenten lesen sie neben dem Namen.',
      issuer: 'Aussteller',
      issuerHint: 'Optional. Ist er angegeben, müssen Antworten von ihm kommen.',
      authorizationServer: 'Autorisierungsserver',
      authorizationServerHint: 'Optional. Er wird anstelle dessen benutzt, den der Server nennt.',
      authentication: 'Wie das Secret gesendet wird',
      authentications: {
        '': 'Wie der Anbieter es sagt',
        basic: 'In einem Header (basic)',
        post: 'Im Formular (post)',
      },
      withoutOffline: 'Ohne Offline-Zugriff',
      withoutOfflineHint:
        'Der Scope offline_access wird nicht angefordert. Verbindungen können dann enden, wenn sich die Person beim Anbieter abmeldet.',
      parameters: 'Weitere Parameter',
      parametersHint: 'Werden mitgesendet, wenn um Zugriff gebeten wird. Je Zeile ein name=wert.',
      parameterFault: (fault) => {
        if (fault.kind === 'tooMany') return 'Schreiben Sie höchstens 20 Parameter.'
        if (fault.kind === 'ours')
          return `„${fault.line}“ setzt dieser Dienst selbst; hier kann es nicht stehen.`
        if (fault.kind === 'twice') return `„${fault.line}“ steht zweimal da.`
        return `„${fault.line.slice(0, 60)}“ hat nicht die Form name=wert.`
      },
    },
    clientId: 'Client-Id',
    clientIdHint: 'Leer: Der Server registriert diesen Dienst von selbst.',
    clientSecret: 'Client-Secret',
    secretKept:
      'Ein Secret ist gespeichert und wird nie angezeigt. Lassen Sie das Feld, wie es ist, um es zu behalten.',
    redirect: 'Rückleitungsadresse',
    redirectHint: 'Tragen Sie sie beim Anbieter genau so ein.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    who: 'Wer verbinden darf',
    whoChoices: { admins: 'Verwaltung', everyone: 'Alle', groups: 'Einige Gruppen' },
    whoOthers: 'Einige Personen',
    groups: 'Gruppen',
    noGroups: 'Es gibt noch keine Gruppe.',
    groupMissing: 'Wählen Sie mindestens eine Gruppe.',
    enabled: 'Menschen dürfen verbinden, und Agenten dürfen es nutzen',
    enabledHint: 'Aus behält Verbindungen, ungenutzt.',
    required: (label) => `„${label}“ wird gebraucht.`,
    test: 'Prüfen',
    testOk: (issuer) => `Er antwortet, wie er soll. Angemeldet wird bei ${issuer}.`,
    testNoRegistration: 'Er registriert Dienste nicht von selbst: Geben Sie eine Client-Id ein.',
    testNoRevocation: 'Ihm kann nicht mitgeteilt werden, wenn jemand trennt.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: 'Anbieter gespeichert',
    changes: (count) =>
      count === 1
        ? 'Eine andere Adresse oder Client-Id beendet die Verbindung von 1 Person.'
        : `Eine andere Adresse oder Client-Id beendet die Verbindungen von ${persons(count)}.`,
    removeTitle: (name) => `${name} entfernen?`,
    removeText: (count) => {
      if (count === 0) return 'Niemand ist damit verbunden.'
      return count === 1
        ? 'Das beendet die Verbindung von 1 Person.'
        : `Das beendet die Verbindungen von ${persons(count)}.`
    },
    remove: 'Anbieter entfernen',
    removed: 'Anbieter entfernt',
  },
}
