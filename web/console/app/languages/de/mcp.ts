import type { ConsoleCatalogue } from '../catalogue.ts'

export const mcp: Pick<ConsoleCatalogue, 'console.mcp' | 'console.mcp.authorize'> = {
  'console.mcp': {
    hub: 'Hub',
    lead: 'Ihre eigenen Programme, etwa Claude Code oder ein Editor, können mit einem persönlichen Schlüssel in Ihrem Namen die Werkzeuge eines Hubs nutzen.',
    noHub: 'Sie haben keinen Zugang zu einem Hub',
    noHubText: 'Bitten Sie die Verwaltung um Zugang zu einem Hub.',
    off: 'Der MCP-Server dieses Hubs ist ausgeschaltet',
    offText: 'Setzen Sie diese Variable in der Datei .env des Hubs, und starten Sie den Hub neu:',
    offForYou: 'Die Verwaltung kann den MCP-Server einschalten.',
    keyTitle: '1. Schlüssel anlegen',
    keyText:
      'Ein Schlüssel handelt in Ihrem Namen. Geben Sie jedem Programm einen eigenen, damit Sie die Schlüssel einzeln widerrufen können.',
    keyFilled: 'Die Einstellungen unten enthalten Ihren neuen Schlüssel.',
    keyPlace: (place) =>
      `Bis Sie einen Schlüssel anlegen, steht in den Einstellungen unten stattdessen ${place}.`,
    keysElsewhere: 'Schlüssel werden im Web-Chat in den Einstellungen des Kontos angelegt.',
    keyLink: 'Zum Web-Chat',
    clientsTitle: '2. Programm verbinden',
    terminal: 'In einem Terminal:',
    file: (name) => `In ${name}:`,
    openedBy: (name, command) => `In ${name} (öffnet der Befehl „${command}“):`,
    withoutKey: 'Ohne Schlüssel',
    connector:
      'Sie brauchen keinen Schlüssel: Fügen Sie in Claude unter Einstellungen → Konnektoren einen benutzerdefinierten Konnektor mit dieser Adresse hinzu. Die Adresse funktioniert auch in anderen Programmen, die eine Anmeldung unterstützen.',
    linesFor: (client) => `Einstellungen für ${client}`,
    address: 'Adresse',
    usersTitle: 'Verbundene Programme',
    users: 'Programme, die diesen Hub über MCP nutzen',
    noUsers: 'Noch keine Programme',
    noUsersText: 'Ein Programm erscheint hier nach seiner ersten Anfrage an diesen Hub.',
    person: 'Person',
    key: 'Schlüssel',
    program: 'Programm',
    unnamed: 'Unbekannt',
    firstUse: 'Zuerst benutzt',
    lastUse: 'Zuletzt benutzt',
  },
  'console.mcp.authorize': {
    title: 'Programm zulassen',
    question: (program, hub) => `Darf „${program}“ ${hub} nutzen?`,
    describedAt: 'Beschreibung des Programms:',
    signedInAs: 'Angemeldet als',
    may: 'In Ihrem Namen darf das Programm',
    mayUse: 'die Werkzeuge nutzen, die Sie nutzen dürfen',
    mayRead: 'die Dateien lesen, die Sie lesen dürfen',
    mayNot:
      'Ihre Chats, die Konsole und andere Hubs kann es nicht öffnen. Was es tut, wird unter Ihrem Namen aufgezeichnet.',
    destination: {
      site: (name) => `Die Antwort wird an ${name} gesendet.`,
      machine: (name) => `Die Antwort wird an ein Programm auf diesem Computer gesendet (${name}).`,
      program: (name) => `Die Antwort wird an ein Programm auf diesem Computer gesendet (${name}).`,
    },
    warning:
      'Ein Programm kann sich beliebig nennen. Machen Sie nur weiter, wenn Sie dieses Programm gerade selbst verbinden.',
    allow: 'Zulassen',
    deny: 'Ablehnen',
    end: 'Sie können den Zugang des Programms jederzeit auf der Seite MCP beenden.',
    noAccess: (hub) => `Sie dürfen ${hub} nicht nutzen`,
    noAccessText: 'Bitten Sie die Verwaltung um Zugang, und verbinden Sie das Programm dann erneut.',
    failed: 'Dieses Programm kann keinen Zugang bekommen',
    failedText:
      'Kehren Sie zum Programm zurück, und verbinden Sie es erneut. Wenn das nicht hilft, schicken Sie diese Meldung an den Hersteller des Programms.',
    left: 'Sie können diese Seite schließen',
    leftText: 'Das Programm hat Ihre Antwort und macht weiter.',
  },
}
