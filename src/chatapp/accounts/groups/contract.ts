import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccountId, UserInfo } from '../schema.ts'
import { GroupExport, GroupForm, GroupId, GroupInfo, GroupView, ListQuery, MembersRequest } from './schema.ts'

const Groups = z.array(GroupView)

export const listGroups = chatRoute('get', '/api/v1/groups/', {
  summary: 'Every group for administrators; for others theirs, and to share with those open for it',
  level: 'verified',
  query: ListQuery,
  answer: Groups,
})

export const createGroup = chatRoute('post', '/api/v1/groups/create', {
  summary: 'Make a group',
  level: 'admin',
  body: GroupForm,
  answer: GroupView,
})

const one = { level: 'admin', params: GroupId } as const

export const readGroup = chatRoute('get', '/api/v1/groups/id/:id', {
  refusals: ['group_missing'],
  ...one,
  summary: 'A group',
  answer: GroupView,
})

export const readGroupInfo = chatRoute('get', '/api/v1/groups/id/:id/info', {
  refusals: ['group_missing'],
  summary: 'What everybody may know of a group',
  level: 'verified',
  params: GroupId,
  answer: GroupInfo,
})

export const exportGroup = chatRoute('get', '/api/v1/groups/id/:id/export', {
  refusals: ['group_missing'],
  ...one,
  summary: 'A group with the ids of its members',
  answer: GroupExport,
})

export const listMembers = chatRoute('post', '/api/v1/groups/id/:id/users', {
  refusals: ['group_missing'],
  ...one,
  summary: 'The members of a group; a POST that reads',
  answer: z.array(UserInfo),
})

export const updateGroup = chatRoute('post', '/api/v1/groups/id/:id/update', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Change a group; objects that are sent replace the stored ones whole',
  body: GroupForm,
  answer: GroupView,
})

export const addMembers = chatRoute('post', '/api/v1/groups/id/:id/users/add', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Take people into a group',
  body: MembersRequest,
  answer: GroupView,
})

export const removeMembers = chatRoute('post', '/api/v1/groups/id/:id/users/remove', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Take people out of a group',
  body: MembersRequest,
  answer: GroupView,
})

export const deleteGroup = chatRoute('delete', '/api/v1/groups/id/:id/delete', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Delete a group',
  answer: z.boolean(),
})

export const listOwnGroups = chatRoute('get', '/api/v1/users/groups', {
  summary: 'Groups the caller is in',
  level: 'verified',
  answer: Groups,
})

export const listGroupsOfUser = chatRoute('get', '/api/v1/users/:id/groups', {
  refusals: ['account_missing'],
  summary: 'Groups somebody is in',
  level: 'admin',
  params: AccountId,
  answer: Groups,
})
