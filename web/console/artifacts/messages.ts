import { ARTIFACT_KINDS } from '../../ui/artifact-kinds.ts'
import { texts } from '../../ui/language.ts'

export const artifacts = texts('console.artifacts', {
  lead: 'Files that agents and people published: pages, documents, tables. Your own files are private until you share them.',
  kind: 'Kind',
  kinds: ARTIFACT_KINDS,
  views: { mine: 'Mine', shared: 'Shared with me' },
  view: 'Whose',
  search: 'Search by title',
  hub: 'Hub',
  owner: 'Owner',
  you: 'You',
  audience: 'Shared with',
  size: 'Size',
  updated: 'Updated',
  artifact: 'Artifact',
  acts: 'Actions',
  actsFor: (title: string) => `Actions for ${title}`,
  open: 'Open',
  share: 'Share…',
  download: 'Download',
  delete: 'Delete…',
  deleteTitle: (title: string) => `Delete “${title}”?`,
  deleteText:
    'All versions of the artifact are deleted permanently. Its address and public links stop working.',
  deleteAct: 'Delete artifact',
  deleted: (title: string) => `“${title}” was deleted.`,
  emptyMine: 'You have published nothing yet',
  emptyMineText:
    'Ask an agent to publish a page, a document or a table, or publish a file that it saved in a chat.',
  emptyShared: 'Nothing was shared with you yet',
  emptySharedText: 'Artifacts shared with you, your groups or everyone on a Hub appear here.',
  toChat: 'Go to the web chat',

  viewer: {
    full: 'Full window',
    leaveFull: 'Leave full window',
    all: 'All artifacts',
  },

  publicPage: {
    shared: 'Shared with you by link',
    until: 'Expires',
    download: 'Download',
    opening: 'Opening…',
    deadTitle: 'This link doesn’t work',
    deadText: 'The link has expired or was revoked. Ask for a new link.',
    againTitle: 'Open the link again',
    againText: 'For security, this page doesn’t remember the link. Open the complete link again.',
    busyTitle: 'Too many attempts',
    busyText: 'Wait a minute, then open the link again.',
    failedTitle: 'The link can’t be opened right now',
    failedText: 'The server can’t be reached, or it failed. Try again in a moment.',
    retry: 'Try again',
    product: 'Hub Service',
  },
})
