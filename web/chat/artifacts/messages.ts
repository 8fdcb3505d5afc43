import { texts } from '../../ui/language.ts'

export const artifacts = texts('chat.artifacts', {
  gallery: 'Artifacts',
  artifact: 'Artifact',
  draft: 'not published',
  files: 'Saved files',
  cards: 'Published',
  publish: 'Publish…',
  publishFile: (name: string) => `Publish ${name}…`,
  publishTitle: 'Publish as an artifact',
  publishText: 'The artifact gets its own address. Only you can see the artifact until you share it.',
  title: 'Title',
  publishAct: 'Publish',
  published: (title: string) => `“${title}” is published. Until you share it, only you can open it.`,
  openArtifact: 'Open and share',
  open: 'Open',
  version: (version: number) => `Version ${version}`,
  openAs: (version: number, audience: string) => `Open · v${version} · ${audience}`,
  openFile: (name: string, version: number, audience: string) =>
    `Open ${name}, version ${version}, ${audience}`,
  forMe: 'only me',
  forSome: (number: number) => `shared with ${number}`,
  forHub: 'everyone who can use the agent',
  isPublic: 'public link',
})
