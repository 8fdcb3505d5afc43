import type { ConsoleCatalogue } from '../catalogue.ts'

export const artifacts: Pick<ConsoleCatalogue, 'console.artifacts'> = {
  'console.artifacts': {
    lead: 'Dateien, die Agenten und Personen veröffentlicht haben: Webseiten, Dokumente, Tabellen. Ihre eigenen Dateien sind privat, bis Sie sie teilen.',
    kind: 'Art',
    views: { mine: 'Meine', shared: 'Mit mir geteilt' },
    view: 'Von wem',
    search: 'Nach Titel suchen',
    hub: 'Hub',
    owner: 'Eigentümer',
    you: 'Sie',
    audience: 'Geteilt mit',
    size: 'Größe',
    updated: 'Aktualisiert',
    artifact: 'Artefakt',
    acts: 'Aktionen',
    actsFor: (title) => `Aktionen für ${title}`,
    open: 'Öffnen',
    share: 'Teilen …',
    download: 'Herunterladen',
    delete: 'Löschen …',
    deleteTitle: (title) => `„${title}“ löschen?`,
    deleteText:
      'Alle Versionen des Artefakts werden endgültig gelöscht. Seine Adresse und öffentliche Links funktionieren dann nicht mehr.',
    deleteAct: 'Artefakt löschen',
    deleted: (title) => `„${title}“ wurde gelöscht.`,
    emptyMine: 'Sie haben noch nichts veröffentlicht',
    emptyMineText:
      'Bitten Sie einen Agenten, eine Webseite, ein Dokument oder eine Tabelle zu veröffentlichen, oder veröffentlichen Sie eine Datei, die er in einem Chat gespeichert hat.',
    emptyShared: 'Mit Ihnen wurde noch nichts geteilt',
    emptySharedText:
      'Hier erscheinen Artefakte, die mit Ihnen, Ihren Gruppen oder allen Nutzern eines Hubs geteilt werden.',
    toChat: 'Zum Web-Chat',

    viewer: {
      full: 'Ganzes Fenster',
      leaveFull: 'Ganzes Fenster verlassen',
      all: 'Alle Artefakte',
    },

    publicPage: {
      shared: 'Über einen Link mit Ihnen geteilt',
      until: 'Läuft ab',
      download: 'Herunterladen',
      opening: 'Wird geöffnet …',
      deadTitle: 'Dieser Link funktioniert nicht',
      deadText: 'Der Link ist abgelaufen oder wurde widerrufen. Bitten Sie um einen neuen Link.',
      againTitle: 'Öffnen Sie den Link noch einmal',
      againText:
        'Aus Sicherheitsgründen merkt sich diese Seite den Link nicht. Öffnen Sie noch einmal den vollständigen Link.',
      busyTitle: 'Zu viele Versuche',
      busyText: 'Warten Sie eine Minute, und öffnen Sie den Link dann noch einmal.',
      failedTitle: 'Der Link lässt sich gerade nicht öffnen',
      failedText:
        'Der Server ist nicht erreichbar, oder auf dem Server ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
      retry: 'Noch einmal versuchen',
      product: 'Hub Service',
    },
  },
}
