import type { FastifyInstance } from 'fastify'
import { MISSING, Refused, type State, type User } from './state.ts'

interface Row {
  id: string
  name: string
  meta: object
  params: object
  access_grants: { principal_type: string; principal_id: string; permission: string }[]
}

interface Connections {
  ENABLE_OPENAI_API: boolean
  OPENAI_API_BASE_URLS: string[]
  OPENAI_API_KEYS: string[]
  OPENAI_API_CONFIGS: Record<string, { headers?: Record<string, string> }>
}

export function modelRoutes(app: FastifyInstance, state: State): void {
  const rows = new Map<string, Row>()
  let connections: Connections = {
    ENABLE_OPENAI_API: true,
    OPENAI_API_BASE_URLS: ['https://api.openai.com/v1'],
    OPENAI_API_KEYS: [''],
    OPENAI_API_CONFIGS: { 0: {} },
  }
  const rowView = (id: string) => ({ is_active: true, base_model_id: null, ...rows.get(id)! })

  const offers = () =>
    Promise.all(
      connections.OPENAI_API_BASE_URLS.map(async (url, index) => {
        const key = connections.OPENAI_API_KEYS[index]
        if (!key) return []
        const answer = await fetch(`${url}/models`, { headers: { authorization: `Bearer ${key}` } }).catch(
          () => null,
        )
        return ((await answer?.json()) as { data?: { id: string }[] } | undefined)?.data ?? []
      }),
    )
  const isSeenBy = ({ id, role }: User, model: string) =>
    role === 'admin' ||
    (rows.get(model)?.access_grants ?? []).some((grant) => ['*', id].includes(grant.principal_id))

  app.get('/openai/config', (request) => state.administrator(request) && connections)
  app.post<{ Body: Connections }>('/openai/config/update', (request) => {
    state.administrator(request)
    return (connections = request.body)
  })
  app.post<{ Body: { url: string } }>('/openai/verify', async (request) => {
    state.administrator(request)
    const answer = await fetch(`${request.body.url}/models`).catch(() => null)
    if (!answer) throw new Refused(500, 'Open WebUI: Server Connection Error')
    return answer.json()
  })

  app.get<{ Querystring: { id: string } }>('/api/v1/models/model', (request) => {
    state.verified(request)
    if (!rows.has(request.query.id)) throw new Refused(401, MISSING)
    return rowView(request.query.id)
  })
  app.post<{ Body: Row }>('/api/v1/models/model/access/update', (request) => {
    state.administrator(request)
    const { id, name, access_grants } = request.body
    rows.set(id, { ...(rows.get(id) ?? { id, name, meta: {}, params: {} }), access_grants })
    return rowView(id)
  })
  app.post<{ Body: Row }>('/api/v1/models/model/update', (request) => {
    state.administrator(request)
    const { access_grants: _ignored, ...fields } = request.body
    rows.set(fields.id, { ...rows.get(fields.id)!, ...fields })
    return rowView(fields.id)
  })

  app.get('/api/models', async (request) => {
    const user = state.verified(request)
    const models = (await offers()).flat().filter(({ id }) => isSeenBy(user, id))
    return { data: models.map((model) => ({ name: model.id, ...model })) }
  })
  app.post<{ Body: { model: string; messages: unknown; stream: boolean; chat_id?: string } }>(
    '/api/chat/completions',
    async (request, reply) => {
      const user = state.verified(request)
      const { model, messages, stream, chat_id = '' } = request.body
      const index = (await offers()).findIndex((models) => models.some(({ id }) => id === model))
      if (index < 0 || !isSeenBy(user, model)) throw new Refused(400, 'Model not found')
      const answer = await fetch(`${connections.OPENAI_API_BASE_URLS[index]}/chat/completions`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${connections.OPENAI_API_KEYS[index]}`,
          'content-type': 'application/json',
          ...filledIn(connections.OPENAI_API_CONFIGS[index]?.headers ?? {}, user, chat_id),
        },
        body: JSON.stringify({ model, messages, stream }),
      })
      return reply
        .code(answer.status)
        .type(answer.headers.get('content-type') ?? '')
        .send(answer.body)
    },
  )
}

const filledIn = (headers: Record<string, string>, user: User, chatId: string) =>
  Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [
      header,
      value
        .replace('{{CHAT_ID}}', chatId)
        .replace('{{TASK}}', '')
        .replace('{{USER_ID}}', user.id)
        .replace('{{USER_NAME}}', encodeURI(user.name))
        .replace('{{USER_EMAIL}}', user.email)
        .replace('{{USER_ROLE}}', user.role),
    ]),
  )
