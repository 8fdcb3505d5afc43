import type { AgentsCatalogue } from '../catalogue.ts'

export const agents: AgentsCatalogue = {
  'chat.about': {
    title: (name) => `Über ${name}`,
    model: 'Modell',
    tools: 'Werkzeuge, die der Agent nutzen kann',
    noTools: 'Dieser Agent hat keine Werkzeuge und antwortet aus eigenem Wissen.',
    elsewhere: 'Dieses Modell kommt von einem anderen Server, der keine Beschreibung liefert.',
    confirm: 'Bittet um Ihre Bestätigung',
    granted: 'Erlaubt',
    notGranted: 'Nicht erlaubt',
    direct: (label) => `„${label}“ wurde Ihnen für diesen Agenten gegeben.`,
    organization: (label) => `„${label}“ wurde Ihnen für alle Agenten gegeben.`,
    everyone: (label) => `„${label}“ wurde allen Angemeldeten gegeben.`,
    denied: (label) =>
      `Dafür fehlt Ihnen das Recht „${label}“. Wer den Zugang zu diesem Agenten verwaltet, kann es Ihnen geben.`,
    closedTools: 'Für Sie nicht verfügbar',
    skills: 'Skills',
    skillsText: 'Anleitungen für bestimmte Aufgaben. Mit / und dem Namen starten Sie eine davon.',
    files: 'Dateien, die der Agent lesen kann',
    fileCount: (count) => (count === 1 ? '1 Datei' : `${count} Dateien`),
    moreFiles: (count) => `und ${count} weitere`,
    tasks: 'Aufgaben, die Sie starten können',
    tasksText:
      'Sie verwalten diesen Agenten und dürfen seine Aufgaben und Abläufe deshalb in der Konsole starten.',
    openTasks: 'In der Konsole öffnen',
  },
  'chat.closed': {
    title: 'Sie haben keinen Zugang zu diesem Agenten',
    text: 'Den Agenten gibt es nicht, oder Ihnen fehlt der Zugang. Wer den Agenten verwaltet, kann ihn freigeben. Danach erscheint er hier automatisch.',
    managedTitle: (name) => `Sie haben keinen Zugang zu ${name}`,
    managedText:
      'Sie verwalten diesen Agenten. Um ihn zu benutzen, brauchen Sie zusätzlich das Recht „Agenten nutzen“.',
    managedSomeTitle: 'Sie können noch keinen Ihrer Agenten nutzen',
    managedSomeText:
      'Sie verwalten diese Agenten. Um sie zu benutzen, brauchen Sie zusätzlich das Recht „Agenten nutzen“.',
    allManaged: (count) => `Alle ${count} in der Konsole anzeigen`,
    canGrant: 'Sie können sich dieses Recht in der Konsole selbst geben.',
    askGranter:
      'Eine Person, die den Zugang verwaltet und das Recht hat, oder die Verwaltung der Organisation kann es Ihnen geben.',
    openAccess: (name) => `Zugang zu ${name} in der Konsole`,
    other: (name) => `Mit ${name} chatten`,
    why: 'Wofür Sie den Zugang brauchen (optional)',
    ask: 'Zugang anfragen',
    asked: 'Anfrage gesendet:',
    willBeTold:
      'Die Verwaltung dieses Agenten sieht die Anfrage in der Konsole. Die Entscheidung sehen Sie hier.',
    declined: 'Ihre Anfrage wurde abgelehnt:',
    askAgainLater: 'Nach einer Woche können Sie erneut anfragen.',
    given: (name) => `Sie können ${name} jetzt nutzen.`,
    notGiven: (name) => `Ihre Anfrage zu ${name} wurde abgelehnt.`,
    openIt: 'Öffnen',
  },
  'chat.tools': {
    list_files: {
      title: 'Dateien auflisten',
      text: 'Listet Dateien auf, die das Team mit dem Agenten teilt, und Dateien des Chats.',
    },
    read_skill: {
      title: 'Skills lesen',
      text: 'Liest die Anleitung, die das Team für eine Art von Aufgabe geschrieben hat.',
    },
    read_file: { title: 'Dateien lesen', text: 'Liest Text, Tabellen, PDF, Office-Dateien und E-Mails.' },
    search_files: {
      title: 'Dateien durchsuchen',
      text: 'Findet Zeilen in Dateien, die einen Text enthalten.',
    },
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
    remember: { title: 'Sich erinnern', text: 'Speichert Notizen über Sie für spätere Chats.' },
    connect_account: {
      title: 'Konten verbinden',
      text: 'Verbindet auf Ihren Wunsch Ihr Konto bei einem anderen Dienst.',
    },
    ask_person: {
      title: 'Sie fragen',
      text: 'Stellt Ihnen eine Frage und arbeitet mit Ihrer Antwort weiter, auch nach Tagen.',
    },
    publish_artifact: {
      title: 'Artefakte veröffentlichen',
      text: 'Erstellt eine Seite, einen Bericht oder ein Bild, das sich öffnen und teilen lässt.',
    },
    update_artifact: {
      title: 'Artefakte ändern',
      text: 'Veröffentlicht eine neue Version eines Artefakts.',
    },
    list_access: {
      title: 'Zugänge auflisten',
      text: 'Listet auf, wer welche Rechte an Ihren verwalteten Agenten hat.',
    },
    explain_access: {
      title: 'Zugänge erklären',
      text: 'Erklärt, warum jemand ein Recht hat oder nicht hat.',
    },
    propose_access: {
      title: 'Zugänge vorschlagen',
      text: 'Bereitet eine Änderung des Zugangs vor, die eine Person bestätigt.',
    },
    propose_account: {
      title: 'Konten vorschlagen',
      text: 'Bereitet ein neues Konto vor, das eine Person bestätigt.',
    },
  },
}
