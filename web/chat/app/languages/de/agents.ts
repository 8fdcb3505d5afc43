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
  },
}
