import type { AgentsCatalogue } from '../catalogue.ts'

export const agents: AgentsCatalogue = {
  'chat.about': {
    title: (name) => `Über ${name}`,
    model: 'Modell',
    tools: 'Was er für Sie tun kann',
    noTools: 'Er hat keine Werkzeuge: Er antwortet mit dem, was er weiß.',
    elsewhere: 'Dieses Modell kommt von einem anderen Server, der nicht mehr darüber sagt.',
    confirm: 'Fragt Sie vorher',
    granted: 'Erlaubt',
    notGranted: 'Nicht erlaubt',
    direct: (label) => `„${label}“ wurde Ihnen für diesen Agenten gegeben.`,
    organization: (label) => `„${label}“ wurde Ihnen für alle Agenten gegeben.`,
    everyone: (label) => `„${label}“ wurde allen gegeben, die angemeldet sind.`,
    denied: (label) =>
      `Braucht „${label}“. Bitten Sie jemanden darum, der den Zugang zu diesem Agenten verwaltet.`,
    closedTools: 'Steht Ihnen nicht offen',
    files: 'Was er lesen kann',
    fileCount: (count) => (count === 1 ? '1 Datei' : `${count} Dateien`),
    moreFiles: (count) => `und ${count} weitere`,
    tasks: 'Was Sie starten können',
    tasksText:
      'Sie verwalten diesen Agenten und dürfen seine Aufgaben und Abläufe deshalb in der Konsole starten.',
    openTasks: 'In der Konsole öffnen',
  },
  'chat.closed': {
    title: 'Dieser Agent steht Ihnen nicht offen',
    text: 'Es gibt ihn nicht, oder niemand hat Ihnen Zugang gegeben. Wer den Zugang verwaltet, kann es tun. Sobald er Ihnen offensteht, erscheint er hier von selbst.',
    managedTitle: (name) => `${name} steht Ihnen nicht offen`,
    managedText:
      'Sie verwalten diesen Agenten, doch ihn zu benutzen ist ein eigenes Recht: Niemand hat Ihnen „Use the agent“ gegeben.',
    managedSomeTitle: 'Keiner Ihrer Agenten steht Ihnen offen',
    managedSomeText:
      'Sie verwalten diese Agenten, doch einen zu benutzen ist ein eigenes Recht: Niemand hat Ihnen „Use the agent“ gegeben.',
    allManaged: (count) => `Alle ${count} in der Konsole`,
    canGrant: 'Sie können es sich in der Konsole selbst geben.',
    askGranter:
      'Wer den Zugang verwaltet und das Recht selbst hat, oder die Verwaltung der Organisation, kann es Ihnen geben.',
    openAccess: (name) => `Zugang zu ${name} in der Konsole`,
    other: (name) => `Mit ${name} chatten`,
    why: 'Wofür Sie ihn brauchen (darf leer bleiben)',
    ask: 'Um Zugang bitten',
    asked: 'Sie haben um Zugang gebeten:',
    willBeTold:
      'Wer diesen Agenten verwaltet, findet es in der Konsole. Was entschieden wird, erfahren Sie hier.',
    declined: 'Ihre Anfrage wurde abgelehnt:',
    askAgainLater: 'Eine Woche danach können Sie wieder fragen.',
    given: (name) => `${name} steht Ihnen jetzt offen.`,
    notGiven: (name) => `Ihre Anfrage zu ${name} wurde abgelehnt.`,
    openIt: 'Öffnen',
  },
  'chat.tools': {
    list_files: {
      title: 'Dateien auflisten',
      text: 'Sieht, welche Dateien das Team mit ihm teilt, und die des Chats.',
    },
    read_file: { title: 'Dateien lesen', text: 'Liest Text, Tabellen, PDF, Office-Dateien und E-Mails.' },
    search_files: { title: 'Dateien durchsuchen', text: 'Findet Zeilen nach dem, was darin steht.' },
    write_file: { title: 'Dateien schreiben', text: 'Schreibt Textdateien des Chats.' },
    save_file: {
      title: 'Ihnen Dateien geben',
      text: 'Erstellt eine Datei für Sie, mit einem Link, der sie öffnet.',
    },
    fetch_url: { title: 'Aus dem Web holen', text: 'Liest öffentliche Webseiten und Dokumente.' },
    run_command: {
      title: 'Befehle ausführen',
      text: 'Führt Programme auf dem Server aus, etwa um zu rechnen oder Dateien umzuwandeln.',
    },
    remember: { title: 'Sich erinnern', text: 'Behält, was er in späteren Chats über Sie wissen soll.' },
    connect_account: {
      title: 'Konten verbinden',
      text: 'Bietet Ihnen an, ein Konto zu verbinden, das Sie anderswo haben.',
    },
    publish_artifact: {
      title: 'Artefakte veröffentlichen',
      text: 'Erstellt eine Seite, einen Bericht oder ein Bild, das sich öffnen und teilen lässt.',
    },
    update_artifact: {
      title: 'Artefakte ändern',
      text: 'Ändert, was es veröffentlicht hat, als neue Version.',
    },
    list_access: {
      title: 'Zugänge auflisten',
      text: 'Sagt, wer mit den Agenten, die Sie verwalten, was tun darf.',
    },
    explain_access: { title: 'Zugänge erklären', text: 'Sagt, warum jemand etwas darf oder nicht.' },
    propose_access: {
      title: 'Zugänge vorschlagen',
      text: 'Bereitet eine Änderung des Zugangs vor, über die Menschen entscheiden.',
    },
    propose_account: {
      title: 'Konten vorschlagen',
      text: 'Bereitet ein neues Konto vor, über das Menschen entscheiden.',
    },
  },
}
