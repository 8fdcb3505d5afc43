import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { startTeamchat, type TeamchatProvider } from './providers/teamchat.ts'
import { buttonsIn } from './providers/teamchat-presses.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

test('hub run --team-chat receives and answers over its own connection, for members with an account only [messaging.adapter] [messaging.roster]', async (t) => {
  const provider = await startTeamchat()
  t.after(() => provider[Symbol.asyncDispose]())
  const member = { team_id: 'T01', deleted: false, is_bot: false, is_email_confirmed: true }
  for (const id of ['U01', 'U02']) {
    provider.users.set(id, { id, ...member, profile: { email: `${id.toLowerCase()}@example.com` } })
    provider.addConversation(`D${id}`, 'im')
  }
  const hub = await startMessagedHub(t, {
    roster: [],
    surfaces: ['team-chat'],
    environment: provider.environment,
  })
  await signUp(hub.url(), { name: 'Una', email: 'u01@example.com', password: 'correct horse' })
  await until(() => provider.sockets.length > 0)
  provider.write({ channel: 'DU02', user: 'U02', text: '/say let me in' })
  provider.write({ channel: 'DU01', user: 'U01', text: '/say hello Una' })
  await until(() => provider.state.posted.length > 0)
  assert.deepEqual(
    provider.state.posted.map(({ channel, text }) => [channel, text]),
    [['DU01', 'hello Una']],
  )
  await until(async () =>
    (await hub.messages()).every(({ state }) => state === 'sent' || state === 'refused'),
  )
  const kept = new Map((await hub.messages()).map(({ text, state, email }) => [text, { state, email }]))
  assert.deepEqual(kept.get('/say hello Una'), { state: 'sent', email: 'u01@example.com' })
  assert.deepEqual(kept.get('/say let me in'), { state: 'refused', email: null })
  assert.deepEqual(provider.state.refused, [])
})

test('a confirmation is requested in a thread of team chat, given in the Console or by a button, and reported in the thread [messaging.confirmed] [messaging.buttons] [messaging.adapter]', async (t) => {
  const provider = await startTeamchat()
  t.after(() => provider[Symbol.asyncDispose]())
  const member = { team_id: 'T01', deleted: false, is_bot: false, is_email_confirmed: true }
  for (const [id, email] of [
    ['U01', 'una@example.com'],
    ['U02', 'eve@example.com'],
  ] as const)
    provider.users.set(id, { id, ...member, profile: { email } })
  provider.addConversation('C01', 'channel')
  const tool = `
    import { appendFile } from 'node:fs/promises'
    import { defineTool, z } from 'hub-service'
    export const order = defineTool({
      name: 'order', description: 'Orders', input: z.object({ what: z.string() }), confirm: true,
      async run({ what }, { hubFolder }) {
        await appendFile(hubFolder + '/ordered.txt', what + '\\n')
        return 'ordered'
      },
    })`
  const hub = await startMessagedHub(t, {
    roster: [],
    surfaces: ['team-chat'],
    environment: { ...provider.environment, SVC_ACCESS: 'console' },
    files: {
      'agent.md': '---\nname: Garden\nsurfaces:\n  teamchat:\n    tools: [order]\n---\nBe brief.\n',
      'tools/order.ts': tool,
    },
  })
  const una = await signUp(hub.url(), { name: 'Una', email: 'una@example.com', password: 'correct horse' })
  await una.call('GET', '/portal/api/me') // the first person in the Console becomes the organization's administrator
  await until(() => provider.sockets.length > 0)
  const order = (what: string) =>
    provider.write({ channel: 'C01', user: 'U01', text: `<@U0BOT>\n/tool order {"what":"${what}"}` })
  const textOf = ({ ts }: { ts: string }) => said(provider, ts)?.text
  const { ts } = order('seeds')
  await until(() => provider.state.posted.length === 2)
  const [asked, card] = provider.state.posted
  const [, link, id] = /(http[^"<>|]*\/portal\/change-requests\/([0-9a-f-]{36}))/.exec(asked!.text) ?? []
  assert.ok(link?.startsWith(hub.url()), asked!.text)
  const { plan_hash } = await una.call('GET', `/portal/api/change-requests/${id}`)
  await una.call('POST', `/portal/api/change-requests/${id}/confirm`, { plan_hash })
  await until(() => provider.state.posted.length === 3)
  const reported = provider.state.posted[2]!
  assert.equal(reported.thread_ts, ts)
  assert.match(reported.text, /^Confirmed and done: “Order”\.\n\nResult: /)
  await until(() => textOf(card!)?.endsWith('\n\nApproved.') === true)
  assert.deepEqual(said(provider, card!.ts)?.['blocks'], [])

  const second = order('bulbs & more')
  await until(() => provider.state.posted.length === 5)
  const waiting = provider.state.posted[4]!
  assert.equal(waiting.thread_ts, second.ts)
  assert.match(waiting.text, /^\*Order \(order\)\*\nwhat: bulbs &amp; more\n\nNothing was done yet\./)
  assert.deepEqual(
    buttonsIn(waiting).map(({ text, style }) => [text.text, style]),
    [
      ['Approve', 'primary'],
      ['Decline', 'danger'],
    ],
  )
  const foreign = provider.press(waiting, 'Approve', 'U02')
  await until(() => provider.state.calls.some(({ method }) => method === 'chat.postEphemeral'))
  assert.deepEqual(provider.state.calls.find(({ method }) => method === 'chat.postEphemeral')!.asked, {
    channel: 'C01',
    user: 'U02',
    thread_ts: second.ts,
    text: 'Only the person for whom the agent proposed this call can decide.',
  })
  assert.equal(textOf(waiting), waiting.text)
  const presses = [provider.press(waiting, 'Approve', 'U01'), provider.press(waiting, 'Approve', 'U01')]
  await until(() => textOf(waiting)?.endsWith('\n\nApproved.') === true)
  await until(() => provider.state.posted.length === 6)
  assert.match(provider.state.posted[5]!.text, /^Confirmed and done: “Order”/)
  for (const envelope of [foreign, ...presses]) assert.ok(provider.state.acknowledged.includes(envelope))
  assert.equal(await readFile(join(hub.folder, 'ordered.txt'), 'utf8'), 'seeds\nbulbs & more\n')
  assert.deepEqual(provider.state.refused, [])
})

const said = ({ conversations }: TeamchatProvider, ts: string) =>
  conversations.get('C01')?.messages.find((message) => message.ts === ts)
