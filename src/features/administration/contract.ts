import { route } from '#ground/api/contract.ts'
import {
  BannerChange,
  BannerView,
  GroupForm,
  GroupList,
  GroupMembersChange,
  GroupPage,
  GroupParams,
  GroupRemoved,
  ModelConnectionChange,
  ModelConnectionRemoval,
  ModelConnections,
  ModelConnectionTest,
  NewModelConnection,
  OfferedModels,
  PlaceParams,
  SignInsPage,
  SignInsQuery,
  SecondFactorChange,
  SecondFactorRule,
  SignUpChange,
  SignUpPolicy,
  WaysIn,
} from './schema.ts'

const read = { level: 'organization', refusals: ['chatapp_unavailable'] } as const
const change = { level: 'organization', refusals: ['not_found', 'chatapp_unavailable'] } as const
const planned = {
  level: 'organization',
  refusals: ['not_found', 'revision_conflict', 'chatapp_unavailable'],
  answer: ModelConnections,
} as const

export const listModelConnections = route('get', '/web-chat/model-connections', {
  ...read,
  summary: 'Servers that the web chat has models from, without their keys',
  answer: ModelConnections,
})

export const addModelConnection = route('post', '/web-chat/model-connections', {
  ...planned,
  summary: 'Add one',
  body: NewModelConnection,
})

export const changeModelConnection = route('put', '/web-chat/model-connections/:place', {
  ...planned,
  summary: 'Change what is given of one',
  params: PlaceParams,
  body: ModelConnectionChange,
})

export const removeModelConnection = route('delete', '/web-chat/model-connections/:place', {
  ...planned,
  summary: 'Remove one, with its key',
  params: PlaceParams,
  body: ModelConnectionRemoval,
})

export const testModelConnection = route('post', '/web-chat/model-connections/test', {
  ...change,
  summary: 'Ask a server for its models; nothing is stored',
  body: ModelConnectionTest,
  answer: OfferedModels,
})

export const readSignUp = route('get', '/web-chat/sign-up', {
  ...read,
  summary: 'Who may make an account, and what it is then',
  answer: SignUpPolicy,
})

export const changeSignUp = route('put', '/web-chat/sign-up', {
  ...change,
  summary: 'Say who may make an account',
  body: SignUpChange,
  answer: SignUpPolicy,
})

export const readSecondFactorRule = route('get', '/web-chat/second-factor', {
  ...read,
  summary: 'Whether everybody needs a second factor',
  answer: SecondFactorRule,
})

export const changeSecondFactorRule = route('put', '/web-chat/second-factor', {
  ...change,
  summary: 'Ask everybody for a second factor, or no longer',
  body: SecondFactorChange,
  answer: SecondFactorRule,
})

export const readBanner = route('get', '/web-chat/banner', {
  ...read,
  summary: 'What every page of the web chat shows above itself',
  answer: BannerView,
})

export const changeBanner = route('put', '/web-chat/banner', {
  ...change,
  summary: 'Show something there, or nothing',
  body: BannerChange,
  answer: BannerView,
})

export const listGroups = route('get', '/web-chat/groups', {
  ...read,
  summary: 'Groups of the web chat',
  answer: GroupList,
})

export const createGroup = route('post', '/web-chat/groups', {
  ...change,
  summary: 'Make a group',
  body: GroupForm,
  answer: GroupPage,
})

export const readGroup = route('get', '/web-chat/groups/:group', {
  ...change,
  summary: 'A group and who is in it',
  params: GroupParams,
  answer: GroupPage,
})

export const changeGroup = route('put', '/web-chat/groups/:group', {
  ...change,
  summary: 'Rename a group',
  params: GroupParams,
  body: GroupForm,
  answer: GroupPage,
})

export const changeGroupMembers = route('post', '/web-chat/groups/:group/members', {
  ...change,
  summary: 'Take people into a group, and out of it',
  params: GroupParams,
  body: GroupMembersChange,
  answer: GroupPage,
})

export const removeGroup = route('delete', '/web-chat/groups/:group', {
  ...change,
  summary: 'Delete a group',
  params: GroupParams,
  answer: GroupRemoved,
})

export const listSignIns = route('get', '/web-chat/sign-ins', {
  level: 'organization',
  summary: 'Who signed in, and who was refused, newest first; kept for 90 days',
  query: SignInsQuery,
  answer: SignInsPage,
})

export const readWaysIn = route('get', '/web-chat/ways-in', {
  ...read,
  summary: 'Identity providers and providers of connections, without secrets',
  answer: WaysIn,
})
