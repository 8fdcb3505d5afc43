import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MISSING, Refused, type Group, type State } from './state.ts'

const view = ({ members, ...group }: Group) => ({
  ...group,
  permissions: null,
  data: { config: {} },
  member_count: members.size,
})

type OfGroup = { Params: { id: string } }

/** Members of a group also count as members of its parent groups. */
export function groupRoutes(app: FastifyInstance, state: State): void {
  const { groups, users } = state
  const below = (id: string): Group[] =>
    groups.filter((one) => one.parent_group_id === id).flatMap((group) => [group, ...below(group.id)])
  const effectiveMembers = (group: Group): string[] => [
    ...new Set([group, ...below(group.id)].flatMap(({ members }) => [...members])),
  ]
  const groupOf = (request: FastifyRequest<OfGroup>, detail: string): Group => {
    state.administrator(request)
    const group = groups.find(({ id }) => id === request.params.id)
    if (!group) throw new Refused(404, detail)
    return group
  }
  const NOT_FOUND = 'Group not found.'

  app.get('/api/v1/groups/', (request) => state.administrator(request) && groups.map(view))
  app.post<{ Body: Pick<Group, 'name' | 'description' | 'parent_group_id'> }>(
    '/api/v1/groups/create',
    (request) => {
      state.administrator(request)
      const { name, description, parent_group_id } = request.body
      const group = { id: randomUUID(), name, description, parent_group_id, members: new Set<string>() }
      groups.push(group)
      return view(group)
    },
  )
  app.get<OfGroup>('/api/v1/groups/id/:id/export', (request) => {
    const group = groupOf(request, MISSING)
    return { ...view(group), user_ids: [...group.members] }
  })
  app.get<OfGroup>('/api/v1/groups/id/:id/members', (request) => {
    const items = effectiveMembers(groupOf(request, NOT_FOUND)).map((id) => ({ id, name: '', email: '' }))
    return { items, total: items.length, counts: {} }
  })
  app.post<OfGroup & { Body: { user_ids: string[] } }>('/api/v1/groups/id/:id/users/add', (request) => {
    const group = groupOf(request, NOT_FOUND)
    for (const id of request.body.user_ids) if (users.some((user) => user.id === id)) group.members.add(id)
    return view(group)
  })
  app.delete<OfGroup>('/api/v1/groups/id/:id/delete', (request) => {
    groups.splice(groups.indexOf(groupOf(request, NOT_FOUND)), 1)
    return true
  })
  app.get<OfGroup & { Querystring: { include_inherited?: string } }>(
    '/api/v1/users/:id/groups',
    (request) => {
      state.administrator(request)
      const inherits = request.query.include_inherited === 'true'
      const isIn = (group: Group) => (inherits ? effectiveMembers(group) : [...group.members])
      return groups.filter((group) => isIn(group).includes(request.params.id)).map(view)
    },
  )
}
