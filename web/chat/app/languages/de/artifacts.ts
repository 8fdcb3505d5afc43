import type { ArtifactCatalogue } from '../catalogue.ts'

export const artifacts: ArtifactCatalogue = {
  'chat.artifacts': {
    gallery: 'Artefakte',
    artifact: 'Artefakt',
    draft: 'nicht veröffentlicht',
    files: 'Gespeicherte Dateien',
    cards: 'Veröffentlicht',
    publish: 'Veröffentlichen …',
    publishFile: (name) => `${name} veröffentlichen …`,
    publishTitle: 'Als Artefakt veröffentlichen',
    publishText:
      'Das Artefakt bekommt eine eigene Adresse. Nur Sie sehen das Artefakt, bis Sie es unter dieser Adresse teilen.',
    title: 'Titel',
    publishAct: 'Veröffentlichen',
    published: (title) => `„${title}“ ist veröffentlicht. Bisher können nur Sie es öffnen.`,
    openArtifact: 'Öffnen und teilen',
    open: 'Öffnen',
    version: (version) => `Version ${version}`,
    openAs: (version, audience) => `Öffnen · v${version} · ${audience}`,
    openFile: (name, version, audience) => `${name} öffnen, Version ${version}, ${audience}`,
    forMe: 'nur ich',
    forSome: (number) => `mit ${number} geteilt`,
    forHub: 'alle mit Zugang zum Agenten',
    isPublic: 'öffentlicher Link',
  },
}
