import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { CONTRACTS as OF_CHAT } from '#chatapp/contracts.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import type { DeclaredRoute } from '#ground/api/declared-route.ts'
import type { ConsoleRoute } from '#ground/api/contract.ts'
import { CONTRACTS as OF_CONSOLE } from '#processes/contracts.ts'
import { startTestConsole } from '../support/console.ts'

/** A route with more methods than this accepts any method. */
const MAX_NAMED_METHODS = 5

const registered = new Set<string>()

const addressesOf = (methods: readonly string[], url: string): string[] => {
  const path = url.replace(/(?<=.)\/$/, '')
  return methods.length > MAX_NAMED_METHODS ? [`ANY ${path}`] : methods.map((method) => `${method} ${path}`)
}

const follow = (message: unknown) =>
  (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url }) => {
    for (const address of addressesOf([method].flat(), url)) registered.add(address)
  })

before(() => subscribe('fastify.initialization', follow))
after(() => void unsubscribe('fastify.initialization', follow))

test('each route of each server is declared, and each declared route has a handler [house.declared-routes]', async (t) => {
  const hub = await startTestConsole(t, {
    environment: {
      MCP_OAUTH: 'true',
      SVC_CONNECT_JOURNEY: 'true',
      SVC_OTEL_ENDPOINT: 'http://127.0.0.1:3999/v1/traces',
      SVC_OTEL_NORMALIZE: 'true',
      SVC_AGENT_MODE: 'process',
      SVC_AGENT_COMMAND: 'true',
    },
  })
  await hub.admin.get('/me') // the Console registers its routes at the first request
  const declared = new Set([...(await declaredAddresses()), ...contractAddresses()])
  const isHeadOfGet = (address: string) => declared.has(address.replace(/^HEAD /, 'GET '))
  const undeclared = [...registered].filter((address) => !declared.has(address) && !isHeadOfGet(address))
  const missing = [...declared].filter((address) => !registered.has(address))
  assert.deepEqual(undeclared, [])
  assert.deepEqual(missing, [])
})

async function declaredAddresses(): Promise<string[]> {
  const files = globSync('src/**/declared-routes.ts')
  assert.ok(files.length > 5)
  const rooms = await Promise.all(files.map((file) => import(resolve(file)) as Promise<object>))
  const routes = rooms.flatMap((room) => Object.values(room).flatMap((list) => Object.values(list as object)))
  return (routes as DeclaredRoute[]).flatMap(({ methods, path }) =>
    methods === 'any' ? addressesOf(Array(MAX_NAMED_METHODS + 1).fill(''), path) : addressesOf(methods, path),
  )
}

const contractAddresses = (): string[] =>
  [OF_CONSOLE, OF_CHAT]
    .flatMap((contracts) => Object.values(contracts))
    .flatMap((routes) => Object.values<ConsoleRoute | ChatRoute>(routes))
    .flatMap(({ method, base, path, ...facts }) => {
      const paths = 'alsoAt' in facts && facts.alsoAt ? [path, facts.alsoAt] : [path]
      return paths.flatMap((each) => addressesOf([method.toUpperCase()], `${base}${each}`))
    })
