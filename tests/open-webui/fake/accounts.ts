import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isKey, MISSING, newKey, PROHIBITED, Refused, type State, type User } from './state.ts'

const view = ({ id, email, name, role, created_at }: User) => ({
  id,
  email,
  name,
  role,
  created_at,
  profile_image_url: '',
  oauth: null,
  last_active_at: created_at,
})

const sessionView = (user: User, token: string) => ({
  ...view(user),
  token,
  token_type: 'Bearer',
  expires_at: null,
  permissions: {},
})

export function accountRoutes(app: FastifyInstance, state: State): void {
  const { users, form } = state
  const userOf = (id: string, status: number, detail: string): User => {
    const user = users.find((one) => one.id === id)
    if (!user) throw new Refused(status, detail)
    return user
  }

  app.get('/api/v1/auths/', (request) => {
    const user = state.anybody(request)
    if (isKey(request)) throw new Refused(403, 'A human session is required.')
    return sessionView(user, '')
  })
  app.get('/api/v1/users/user/status', (request) => {
    const user = state.verified(request)
    if (form['ENABLE_USER_STATUS'] !== true) throw new Refused(403, PROHIBITED)
    return view(user)
  })
  app.post('/api/v1/auths/api_key', (request) => {
    const user = state.anybody(request)
    user.key = newKey()
    return { api_key: user.key }
  })
  app.post<{ Body: { email: string; name: string; role: string } }>('/api/v1/auths/add', (request) => {
    state.administrator(request)
    const { email, name, role } = request.body
    if (users.some((user) => user.email === email))
      throw new Refused(400, 'Uh-oh! This email is already registered.')
    const user = state.addUser(email, name, role)
    const token = `session-${randomUUID()}`
    user.tokens.add(token)
    return sessionView(user, token)
  })

  app.get('/api/v1/auths/admin/config', (request) => state.administrator(request) && form)
  app.post<{ Body: Record<string, unknown> }>('/api/v1/auths/admin/config', (request) => {
    state.administrator(request)
    if (isKey(request) && Object.keys(request.body).some((name) => /^(ENABLE_MFA$|MFA_)/.test(name)))
      throw new Refused(400, 'A human administrator session is required to change MFA settings.')
    return Object.assign(form, request.body)
  })

  app.get<{ Querystring: { query?: string; page?: string } }>('/api/v1/users/', (request) => {
    state.administrator(request)
    const { query = '', page = '1' } = request.query
    const found = users.filter(({ email, name }) => `${email} ${name}`.includes(query))
    const start = (Number(page) - 1) * 30
    return { users: found.slice(start, start + 30).map(view), total: found.length }
  })
  app.get('/api/v1/users/all', (request) => {
    state.administrator(request)
    return { users: users.map(view), total: users.length }
  })
  app.get<{ Params: { id: string } }>('/api/v1/users/:id', (request) => {
    state.administrator(request)
    return view(userOf(request.params.id, 400, MISSING))
  })
  app.post<{ Params: { id: string } }>('/api/v1/users/:id/sessions/revoke', (request) => {
    state.administrator(request)
    userOf(request.params.id, 404, 'User not found.').tokens.clear()
    return true
  })
  app.post<{ Params: { id: string }; Body: Pick<User, 'name' | 'email' | 'role'> }>(
    '/api/v1/users/:id/update',
    (request) => {
      state.administrator(request)
      const user = userOf(request.params.id, 400, MISSING)
      const { name, email, role } = request.body
      if (user === users[0] && role !== 'admin') throw new Refused(403, PROHIBITED)
      return view(Object.assign(user, { name, email, role }))
    },
  )
}
