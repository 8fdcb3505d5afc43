import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { startChatapp } from '#processes/chatapp.ts'
import { startMailServer } from '../console/notice-world.ts'
import { CONSOLE_PASSWORD, startTestConsole } from '../support/console.ts'
import { temporaryFolder } from '../chatapp/started-chatapp.ts'
import { freePorts } from '../support/free-ports.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { inviteOf, post } from './mail-world.ts'

test(
  'a link that one instance sent works at another, and concurrent requests at both use it once [people.link-instances]',
  { skip: postgresPrograms ? false : 'no PostgreSQL on this machine' },
  async (t) => {
    const server = await startMailServer(t)
    const location = { kind: 'postgres', url: await createMigratedPostgres() } as const
    const shared = { SVC_DATABASE_URL: location.url, ...server.environment }
    const one = await startTestConsole(t, { location, environment: shared })
    await one.admin.get('/me')
    const [port] = await freePorts(1)
    const other = await startChatapp({
      hubFolder: join(one.folder, 'Garden'),
      environment: {
        ...shared,
        PORT: new URL(one.origin).port,
        SVC_PUBLIC_URL: one.origin,
        SVC_CHATAPP_PORT: String(port),
        SVC_DATA_DIR: await temporaryFolder(t),
        SVC_SECRETS_FILE: join(one.folder, 'data', 'secrets.json'),
        MCP_SERVER: 'true',
      },
    })
    t.after(() => other[Symbol.asyncDispose]())
    const tokenIn = async (index: number) => {
      for (let tries = 0; server.raw.length <= index; tries++) {
        if (tries > 400) assert.fail('no mail arrived')
        await new Promise((resolve) => setTimeout(resolve, 25))
      }
      return /#\w+=([\w-]+)/.exec((await server.mail(index)).text!)![1]!
    }
    const atBoth = (path: string, body: object) =>
      Promise.all([one.chatappUrl, other.url, one.chatappUrl, other.url].map((url) => post(url, path, body)))
    const statuses = (answers: { status: number }[]) =>
      answers.map(({ status }) => status).toSorted((a, b) => a - b)

    await one.admin.post('/invitations', inviteOf(['nia@example.com']))
    const invited = await tokenIn(0)
    assert.equal(
      (await post(other.url, '/api/v1/auths/link', { kind: 'invitation', token: invited })).status,
      200,
    )
    const form = { token: invited, name: 'Nia', password: CONSOLE_PASSWORD }
    const accepted = await atBoth('/api/v1/auths/invitation', form)
    assert.deepEqual(statuses(accepted), [200, 400, 400, 400])
    const refused = accepted.filter(({ status }) => status === 400).map(({ json }) => json.code)
    assert.deepEqual(new Set(refused), new Set(['link_gone']))

    await post(other.url, '/api/v1/auths/password/forgotten', { email: 'nia@example.com' })
    const reset = await tokenIn(1)
    const passwords = await atBoth('/api/v1/auths/password/reset', {
      token: reset,
      password: 'a new password',
    })
    assert.deepEqual(statuses(passwords), [200, 400, 400, 400])
    await tokenIn(1)
    const requests = []
    for (const url of [one.chatappUrl, other.url, one.chatappUrl, other.url])
      requests.push(await post(url, '/api/v1/auths/password/forgotten', { email: 'someone@example.com' }))
    assert.deepEqual(statuses(requests), [200, 200, 200, 429])
  },
)
