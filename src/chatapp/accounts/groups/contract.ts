import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccountId, UserInfo } from '../schema.ts'
import { GroupExport, GroupForm, GroupId, GroupInfo, GroupView, ListQuery, MembersRequest } from './schema.ts'

const Groups = z.array(GroupView)

export const listGroups = chatRoute('get', '/api/v1/groups/', {
  summary: 'All groups for administrators; for others their own groups, and groups that can be shared with',
  level: 'verified',
  query: ListQuery,
  answer: Groups,
})

export const createGroup = chatRoute('post', '/api/v1/groups/create', {
  summary: 'Create a group',
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
  summary: 'Public information about a group',
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
  summary: 'Members of a group (a POST request that only reads)',
  answer: z.array(UserInfo),
})

export const updateGroup = chatRoute('post', '/api/v1/groups/id/:id/update', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Change a group; given objects replace the stored objects',
  body: GroupForm,
  answer: GroupView,
})

export const addMembers = chatRoute('post', '/api/v1/groups/id/:id/users/add', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Add people to a group',
  body: MembersRequest,
  answer: GroupView,
})

export const removeMembers = chatRoute('post', '/api/v1/groups/id/:id/users/remove', {
  refusals: ['group_missing'],
  ...one,
  summary: 'Remove people from a group',
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
  summary: 'The caller’s groups',
  level: 'verified',
  answer: Groups,
})

export const listGroupsOfUser = chatRoute('get', '/api/v1/users/:id/groups', {
  refusals: ['account_missing'],
  summary: 'Groups of a person',
  level: 'admin',
  params: AccountId,
  answer: Groups,
})
