import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { nameAllowedMethods } from './allowed-methods.ts'

test('a path without a route of the method lists its methods, and an unknown path lists none', async () => {
  const app = fastify({ exposeHeadRoutes: false })
  nameAllowedMethods(app)
  app.setNotFoundHandler((_request, reply) => reply.code(reply.hasHeader('allow') ? 405 : 404).send(''))
  app.get('/runs/:id', async () => 'run')
  app.delete('/runs/:id', async () => 'gone')
  app.get('/files/:id.json', async () => 'file')
  void app.register(
    async (api) => {
      api.all('/*', async (_request, reply) => reply.code(reply.hasHeader('allow') ? 405 : 404).send(''))
      api.post('/calls', async () => 'called')
    },
    { prefix: '/things' },
  )
  for (const [method, url, status, allow] of [
    ['GET', '/runs/1', 200],
    ['POST', '/runs/1?x=1', 405, 'DELETE, GET'],
    ['HEAD', '/runs/1', 405, 'DELETE, GET'],
    ['POST', '/runs/1/2', 404],
    ['PUT', '/files/a.json', 405, 'GET'],
    ['PUT', '/files/ajson', 404],
    ['GET', '/things/calls', 405, 'POST'],
    ['OPTIONS', '/things/calls', 405, 'POST'],
    ['PATCH', '/things/calls', 405, 'POST'],
    ['GET', '/things/other', 404],
  ] as const) {
    const malformed = { headers: { 'content-type': 'application/json' }, payload: '{' }
    const answer = await app.inject({ method, url, ...(status !== 200 && malformed) })
    assert.deepEqual([answer.statusCode, answer.headers['allow']], [status, allow], `${method} ${url}`)
  }
  await app.close()
})
