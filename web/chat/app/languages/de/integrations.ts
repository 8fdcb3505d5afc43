import { number } from '../../../../ui/language.ts'
import type { IntegrationsCatalogue } from '../catalogue.ts'

const persons = (count: number) => (count === 1 ? '1 Person' : `${number(count)} Personen`)

export const integrations: IntegrationsCatalogue = {
  'chat.changes': {
    cards: 'Änderungen, über die Sie entscheiden',
    review: 'Prüfen',
    see: 'Ansehen',
    newTab: (summary) => `: ${summary} (in einem neuen Tab)`,
    reason: (reason) => `Ihr Grund: ${reason}`,
    states: {
      proposed: 'Wartet auf Sie. Noch ist nichts geschehen.',
      confirmed: 'Genehmigt und erledigt.',
      waiting: 'Genehmigt. Die Ausführung beginnt gleich …',
      running: 'Genehmigt und in Arbeit …',
      refused: 'Genehmigt, aber abgewiesen.',
      failed: 'Genehmigt, aber fehlgeschlagen.',
      partial: 'Genehmigt, aber nur teilweise ausgeführt.',
      interrupted: 'Genehmigt, aber unterbrochen.',
      rejected: 'Sie haben abgelehnt.',
      expired: 'Niemand hat innerhalb eines Tages entschieden. Nichts ist geschehen.',
      stale: 'Veraltet: Zugang oder Werkzeug haben sich geändert. Nichts ist geschehen.',
      unknown: 'Der Stand ist gerade nicht lesbar. Sie können in der Konsole entscheiden.',
    },
  },
  'chat.questions': {
    cards: 'Fragen an Sie',
    title: (server) => `${server} fragt`,
    until: (time) => `Bitte antworten Sie bis ${time}.`,
    secrets: (server) =>
      `Ihre Antwort geht nur an ${server}. Geben Sie hier nie Passwörter oder Schlüssel ein.`,
    address: (server) => `${server} möchte, dass Sie diese Adresse öffnen:`,
    notEncrypted: 'Die Verbindung zu dieser Adresse ist nicht verschlüsselt.',
    open: (host) => `${host} öffnen`,
    openAgain: 'Adresse noch einmal öffnen',
    newTab: ' (öffnet einen neuen Tab)',
    finish: (host) =>
      `Schließen Sie den Vorgang bei ${host} im anderen Tab ab, und machen Sie dann hier weiter.`,
    answer: 'Antworten',
    continue: 'Weiter',
    decline: 'Ablehnen',
    cancel: 'Abbrechen',
    sent: 'Gesendet.',
  },
  'chat.connections': {
    cards: 'Konten zum Verbinden',
    title: (name) => `Verbinden Sie Ihr Konto bei ${name}`,
    connected: (name) => `${name} ist verbunden`,
    connect: 'Verbinden',
    newTab: (name) => ` ${name} (öffnet einen neuen Tab)`,
    states: {
      waiting: 'Der Agent braucht für diese Aufgabe Ihr eigenes Konto.',
      started: 'Machen Sie im geöffneten Tab weiter, oder öffnen Sie die Seite erneut.',
      connected: 'Fragen Sie den Agenten noch einmal, dann macht er weiter.',
      failed: 'Das Verbinden ist fehlgeschlagen. Bitten Sie den Agenten um einen neuen Link.',
      cancelled: 'Sie wollten nicht verbinden. Fragen Sie den Agenten wieder, wenn Sie verbinden möchten.',
      expired: 'Dieser Link ist abgelaufen. Bitten Sie den Agenten um einen neuen Link.',
    },
    withheld: (name, scopes) => `${name} hat ${scopes} nicht gewährt.`,
    kept: (name) => `${name} bleibt verbunden wie bisher`,
  },
  'chat.integrations': {
    connections: 'Verbindungen',
    integrations: 'Integrationen',
    connectionsText:
      'Ihre Konten bei anderen Diensten, die Agenten für Sie nutzen dürfen. Die Passwörter dieser Konten sehen Agenten nie.',
    connectionsList: 'Konten zum Verbinden',
    none: 'Noch keine Konten zum Verbinden',
    noneText: 'Wenn die Verwaltung einen Anbieter einrichtet, den Sie nutzen dürfen, erscheint er hier.',
    noneTextAdmin: 'Richten Sie zuerst unter Integrationen einen Anbieter ein.',
    notConnected: 'Nicht verbunden',
    help: {
      expiring: 'Verbinden Sie das Konto neu, um es weiter zu nutzen.',
      expired: 'Verbinden Sie das Konto neu, um es weiter zu nutzen.',
      revoked:
        'Der Anbieter hat die Verbindung beendet, oder ihre Daten sind nicht lesbar. Verbinden Sie das Konto neu.',
      misconfigured:
        'Der Anbieter weist diesen Dienst ab. Ihr Konto ist in Ordnung: Die Verwaltung muss die Einstellungen des Anbieters prüfen.',
    },
    missing: (scopes) =>
      `Noch nicht gewährt: ${scopes}. Verbinden Sie das Konto neu, um den Zugriff zu gewähren.`,
    since: (when) => `Verbunden ${when}`,
    ends: (when) => `läuft ab ${when}`,
    asks: (scopes) => `Angeforderter Zugriff: ${scopes}`,
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
      `${name} ist in diesem Dienst getrennt, aber der Zugriff konnte beim Anbieter nicht widerrufen werden. Widerrufen Sie ihn auch dort.`,
    integrationsText:
      'Anbieter, deren Konten Personen verbinden können. Agenten nutzen ein Konto nur im Namen seines Inhabers.',
    providersList: 'Anbieter',
    refusesUs: (code) =>
      `Der Anbieter weist diesen Dienst ab und antwortet „${code}“. Prüfen Sie Client-Id, Client-Secret und wie das Secret gesendet wird.`,
    noProviders: 'Noch kein Anbieter',
    noProvidersText:
      'Fügen Sie einen MCP-Server hinzu, der eine Anmeldung verlangt, oder einen Dienst mit OAuth.',
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
    nameHint: 'Name des Anbieters, den Personen sehen.',
    id: 'Id',
    idHint: 'Teil der Adressen des Anbieters. Die Id kann später nicht geändert werden.',
    idShape: 'Verwenden Sie Kleinbuchstaben, Ziffern, - und _.',
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
    scopesHint: 'Durch Leerzeichen getrennt. Ohne Angabe gelten die Standard-Scopes des Anbieters.',
    more: {
      title: 'Mehr',
      about: {
        mcp: 'Beschreibung, Autorisierungsserver, weitere Parameter',
        openid: 'Beschreibung, wie das Secret gesendet wird, weitere Parameter',
        oauth2: 'Beschreibung, Aussteller, wie das Secret gesendet wird, weitere Parameter',
      },
      description: 'Beschreibung',
      descriptionHint: 'Personen und Agenten sehen die Beschreibung neben dem Namen.',
      issuer: 'Aussteller',
      issuerHint: 'Optional. Wenn angegeben, müssen Antworten von diesem Aussteller kommen.',
      authorizationServer: 'Autorisierungsserver',
      authorizationServerHint: 'Optional. Ersetzt den Autorisierungsserver, den der MCP-Server nennt.',
      authentication: 'Wie das Secret gesendet wird',
      authentications: {
        '': 'Laut Metadaten des Anbieters',
        basic: 'In einem Header (basic)',
        post: 'Im Formular (post)',
      },
      withoutOffline: 'Ohne Offline-Zugriff',
      withoutOfflineHint:
        'Der Scope offline_access wird nicht angefordert. Verbindungen können dann enden, wenn sich die Person beim Anbieter abmeldet.',
      parameters: 'Weitere Parameter',
      parametersHint: 'Werden bei der Autorisierung mitgesendet. Ein name=wert pro Zeile.',
      parameterFault: (fault) => {
        if (fault.kind === 'tooMany') return 'Geben Sie höchstens 20 Parameter ein.'
        if (fault.kind === 'ours')
          return `„${fault.line}“ setzt dieser Dienst selbst und ist als weiterer Parameter nicht erlaubt.`
        if (fault.kind === 'twice') return `„${fault.line}“ kommt zweimal vor.`
        return `„${fault.line.slice(0, 60)}“ hat nicht die Form name=wert.`
      },
    },
    clientId: 'Client-Id',
    clientIdHint: 'Leer lassen, wenn der Server diesen Dienst automatisch registriert.',
    clientSecret: 'Client-Secret',
    secretKept:
      'Ein Secret ist gespeichert und wird nie angezeigt. Lassen Sie das Feld unverändert, um das Secret zu behalten.',
    redirect: 'Weiterleitungsadresse',
    redirectHint: 'Tragen Sie diese Adresse beim Anbieter genau so ein.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    who: 'Wer verbinden darf',
    whoChoices: { admins: 'Verwaltung', everyone: 'Alle', groups: 'Einige Gruppen' },
    whoOthers: 'Einige Personen',
    groups: 'Gruppen',
    noGroups: 'Es gibt noch keine Gruppe.',
    groupMissing: 'Wählen Sie mindestens eine Gruppe.',
    enabled: 'Personen können Konten verbinden, und Agenten können sie nutzen',
    enabledHint: 'Wenn ausgeschaltet, bleiben Verbindungen bestehen, werden aber nicht genutzt.',
    required: (label) => `„${label}“ ist erforderlich.`,
    test: 'Prüfen',
    testOk: (issuer) => `Der Anbieter antwortet korrekt. Die Anmeldung erfolgt bei ${issuer}.`,
    testNoRegistration: 'Der Anbieter registriert Dienste nicht automatisch: Geben Sie eine Client-Id ein.',
    testNoRevocation:
      'Der Anbieter hat keine Widerrufsadresse. Beim Trennen bleiben seine Tokens deshalb gültig.',
    save: 'Speichern',
    cancel: 'Abbrechen',
    saved: 'Anbieter gespeichert',
    changes: (count) =>
      count === 1
        ? 'Eine andere Adresse oder Client-Id beendet die Verbindung von 1 Person.'
        : `Eine andere Adresse oder Client-Id beendet die Verbindungen von ${persons(count)}.`,
    removeTitle: (name) => `${name} entfernen?`,
    removeText: (count) => {
      if (count === 0) return 'Niemand hat ein Konto dieses Anbieters verbunden.'
      return count === 1
        ? 'Das Entfernen beendet die Verbindung von 1 Person.'
        : `Das Entfernen beendet die Verbindungen von ${persons(count)}.`
    },
    remove: 'Anbieter entfernen',
    removed: 'Anbieter entfernt',
  },
}
