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
  ConnectionIndexParams,
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
  summary: 'List model connections, without their keys',
  answer: ModelConnections,
})

export const addModelConnection = route('post', '/web-chat/model-connections', {
  ...planned,
  summary: 'Add a model connection',
  body: NewModelConnection,
})

export const changeModelConnection = route('put', '/web-chat/model-connections/:place', {
  ...planned,
  summary: 'Change the given fields of a model connection',
  params: ConnectionIndexParams,
  body: ModelConnectionChange,
})

export const removeModelConnection = route('delete', '/web-chat/model-connections/:place', {
  ...planned,
  summary: 'Remove a model connection and its key',
  params: ConnectionIndexParams,
  body: ModelConnectionRemoval,
})

export const testModelConnection = route('post', '/web-chat/model-connections/test', {
  ...change,
  summary: 'List the models of a server, without storing anything',
  body: ModelConnectionTest,
  answer: OfferedModels,
})

export const readSignUp = route('get', '/web-chat/sign-up', {
  ...read,
  summary: 'Read who may create accounts, and the role of new accounts',
  answer: SignUpPolicy,
})

export const changeSignUp = route('put', '/web-chat/sign-up', {
  ...change,
  summary: 'Set who may create accounts',
  body: SignUpChange,
  answer: SignUpPolicy,
})

export const readSecondFactorRule = route('get', '/web-chat/second-factor', {
  ...read,
  summary: 'Read whether all accounts need a second factor',
  answer: SecondFactorRule,
})

export const changeSecondFactorRule = route('put', '/web-chat/second-factor', {
  ...change,
  summary: 'Require a second factor of all accounts, or stop requiring it',
  body: SecondFactorChange,
  answer: SecondFactorRule,
})

export const readBanner = route('get', '/web-chat/banner', {
  ...read,
  summary: 'Read the banner above every page of the web chat',
  answer: BannerView,
})

export const changeBanner = route('put', '/web-chat/banner', {
  ...change,
  summary: 'Set or remove the banner',
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
  summary: 'Create a group',
  body: GroupForm,
  answer: GroupPage,
})

export const readGroup = route('get', '/web-chat/groups/:group', {
  ...change,
  summary: 'A group with its members',
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
  summary: 'Add people to a group and remove people from it',
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
  summary: 'Successful and refused sign-ins, newest first; kept for 90 days',
  query: SignInsQuery,
  answer: SignInsPage,
})

export const readWaysIn = route('get', '/web-chat/ways-in', {
  ...read,
  summary: 'Identity providers and providers of connections, without secrets',
  answer: WaysIn,
})
