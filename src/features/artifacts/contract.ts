import { routesBelow, type ConsoleFacts } from '#ground/api/contract.ts'
import {
  ArtifactCandidates,
  ArtifactDeleted,
  ArtifactDetail,
  ArtifactEvent,
  ArtifactPage,
  ArtifactParams,
  ArtifactQuery,
  ArtifactView,
  AudienceForm,
  CandidatesQuery,
  ChatFileForm,
  LinkAnswer,
  LinkForm,
  PublishedFiles,
  PublishedQuery,
  RestoreForm,
} from './schema.ts'

const route = routesBelow<ConsoleFacts>('/portal/artifacts')

export const listArtifacts = route('get', '/api', {
  summary: 'Artifacts you may see, newest first',
  level: 'person',
  query: ArtifactQuery,
  answer: ArtifactPage,
})

export const publishFromChat = route('post', '/api/from-chat-file', {
  summary: 'Publish a file of one of your chats, as a new artifact or as a new version of one of yours',
  level: 'person',
  body: ChatFileForm,
  isLive: true,
  answer: ArtifactView,
  status: 201,
  refusals: ['not_found', 'too_large'],
})

export const listPublished = route('get', '/api/from-chat-file', {
  summary: 'Artifacts published from files of one of your chats',
  level: 'person',
  query: PublishedQuery,
  answer: PublishedFiles,
})

const one = { level: 'person', params: ArtifactParams, refusals: ['not_found'] } as const

export const readArtifact = route('get', '/api/:id', {
  ...one,
  summary: 'An artifact, with its sharing settings for its owner',
  answer: ArtifactDetail,
})

export const watchArtifact = route('get', '/api/:id/live', {
  ...one,
  summary: 'Stream an artifact: `artifact` at once and after each change, `gone` when access ends',
  answer: ArtifactEvent,
  isStream: true,
})

export const findCandidates = route('get', '/api/:id/candidates', {
  ...one,
  summary: 'People and groups an artifact can be shared with',
  query: CandidatesQuery,
  answer: ArtifactCandidates,
})

export const shareArtifact = route('post', '/api/:id/audience', {
  ...one,
  summary: 'Set who may see one of your artifacts',
  body: AudienceForm,
  answer: ArtifactView,
})

export const changeLink = route('post', '/api/:id/link', {
  ...one,
  summary: 'Create the public link of one of your artifacts, which replaces the previous link, or revoke it',
  body: LinkForm,
  answer: LinkAnswer,
})

export const restoreVersion = route('post', '/api/:id/restore', {
  ...one,
  summary: 'Publish an older version of one of your artifacts again, as its newest',
  body: RestoreForm,
  answer: ArtifactView,
  refusals: ['not_found', 'too_large'],
})

export const deleteArtifact = route('delete', '/api/:id', {
  ...one,
  summary: 'Delete one of your artifacts, with all versions',
  answer: ArtifactDeleted,
})
