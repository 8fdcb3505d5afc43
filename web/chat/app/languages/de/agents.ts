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
    title: 'Sie haben keinen Zugang zu diesem Agenten',
    text: 'Den Agenten gibt es nicht, oder Ihnen fehlt der Zugang. Wer den Agenten verwaltet, kann ihn freigeben. Danach erscheint er hier automatisch.',
    managedTitle: (name) => `Sie haben keinen Zugang zu ${name}`,
    managedText:
      'Sie verwalten diesen Agenten. Um ihn zu benutzen, brauchen Sie zusätzlich das Recht „Use the agent“.',
    managedSomeTitle: 'Keiner Ihrer Agenten steht Ihnen offen',
    managedSomeText:
      'Sie verwalten diese Agenten. Um sie zu benutzen, brauchen Sie zusätzlich das Recht „Use the agent“.',
    allManaged: (count) => `Alle ${count} in der Konsole`,
    canGrant: 'Sie können es sich in der Konsole selbst geben.',
    askGranter:
      'Eine Person, die den Zugang verwaltet und das Recht hat, oder die Verwaltung der Organisation kann es Ihnen geben.',
    openAccess: (name) => `Zugang zu ${name} in der Konsole`,
    other: (name) => `Mit ${name} chatten`,
    why: 'Wofür Sie ihn brauchen (darf leer bleiben)',
    ask: 'Zugang anfragen',
    asked: 'Anfrage gesendet:',
    willBeTold:
      'Die Verwaltung dieses Agenten sieht die Anfrage in der Konsole. Die Entscheidung sehen Sie hier.',
    declined: 'Ihre Anfrage wurde abgelehnt:',
    askAgainLater: 'Nach einer Woche können Sie erneut anfragen.',
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
