import { route } from '#ground/api/contract.ts'
import { FileCheck, FileProblems, FileQuery, FileSave, FilesQuery, HubFiles, HubFileText } from './schema.ts'

const live = { level: 'admin', isLive: true } as const

export const listHubFiles = route('get', '/hub-files', {
  ...live,
  summary: 'Files of a Hub that people write: agents, skills, tasks, workflows, prompts, tools',
  query: FilesQuery,
  answer: HubFiles,
  refusals: ['outside_ceiling', 'not_found'],
})

export const readHubFile = route('get', '/hub-file', {
  ...live,
  summary: 'A file of a Hub with its text',
  query: FileQuery,
  answer: HubFileText,
  refusals: ['outside_ceiling', 'not_found', 'too_large'],
})

export const checkHubFile = route('post', '/hub-file/check', {
  ...live,
  summary: 'Check a text for problems without storing it',
  body: FileCheck,
  answer: FileProblems,
  refusals: ['outside_ceiling', 'not_found'],
})

export const saveHubFile = route('put', '/hub-file', {
  ...live,
  summary: 'Save a file of a Hub, if SVC_EDIT_HUBS allows it',
  body: FileSave,
  answer: HubFileText,
  refusals: ['outside_ceiling', 'not_found', 'editing_off', 'file_conflict', 'too_large'],
})
