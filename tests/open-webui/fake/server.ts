import fastify from 'fastify'
import type { OpenWebui } from '../target.ts'
import { accountRoutes } from './accounts.ts'
import { chatRoutes } from './chats.ts'
import { groupRoutes } from './groups.ts'
import { modelRoutes } from './models.ts'
import { newKey, Refused, State } from './state.ts'

export interface FakeOpenWebui extends OpenWebui, AsyncDisposable {
  set(name: string, value: unknown): void
}

/**
 * The routes of Open WebUI 0.12.4 that the service calls. `npm run peers open-webui` runs the checks of `walk.ts`
 * with a real Open WebUI.
 */
export async function startFakeOpenWebui({ version = '0.12.4' } = {}): Promise<FakeOpenWebui> {
  const state = new State()
  const admin = state.addUser('admin@example.com', 'Ada', 'admin')
  admin.key = newKey()
  let banners: object[] = []
  const app = fastify({ forceCloseConnections: true })
  app.decorate('isForeign', true)
  app.get('/api/version', () => ({ version, deployment_id: '' }))
  accountRoutes(app, state)
  groupRoutes(app, state)
  modelRoutes(app, state)
  chatRoutes(app, state)
  app.get('/api/v1/configs/banners', (request) => state.verified(request) && banners)
  app.post<{ Body: { banners: { until?: string }[] } }>('/api/v1/configs/banners', (request) => {
    state.administrator(request)
    banners = request.body.banners.map(({ until: _, ...banner }) => banner)
    return banners
  })
  app.get('/api/v1/configs/tool_servers', (request) => {
    state.administrator(request)
    return { TOOL_SERVER_CONNECTIONS: [] }
  })
  app.setNotFoundHandler(({ method }, reply) =>
    method === 'GET'
      ? reply.type('text/html; charset=utf-8').send('<!doctype html><title>Open WebUI</title>')
      : reply.code(405).send({ detail: 'Method Not Allowed' }),
  )
  app.setErrorHandler((error: Error, _request, reply) =>
    reply.code(error instanceof Refused ? error.status : 500).send({ detail: error.message }),
  )
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    adminKey: admin.key,
    set: (name, value) => void (state.form[name] = value),
    [Symbol.asyncDispose]: () => app.close(),
  }
}
