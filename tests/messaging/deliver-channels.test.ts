import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryOf, statusOf } from './providers/chata-deliveries.ts'
import { startChataServer } from './providers/chata.ts'
import { startMattermost } from './providers/mattermost.ts'
import { startTeamchat } from './providers/teamchat.ts'
import { startDeliveringHub } from './deliver-world.ts'
import { until } from '../support/until.ts'

const [ANN, BEN, STRANGER] = ['16505551234', '16505550002', '16505559999']

test('a result goes to a number of a roster member with access, and is delivered when the provider says so [deliver.channel] [deliver.gate] [deliver.said]', async (t) => {
  const provider = await startChataServer(t)
  const hub = await startDeliveringHub(t, provider.environment, {
    roster: [`chata,${ANN},ann@example.com,Ann`, `chata,${BEN},ben@example.com,Ben`],
    surfaces: ['chat-a'],
  })
  await hub.ann.call('POST', '/portal/api/people/block', { subject: 'ben@example.com', suspended: true })
  const targets = ['"+1 650 555 1234"', 'ann@example.com', BEN, STRANGER, 'dan@example.com', 'group:Y2Fw']
  const deliver = targets.map((to) => `{ channel: chat-a, to: ${to} }`)
  await hub.writeTask('harvest', `deliver: [${deliver.slice(0, 5).join(', ')}]`)
  provider.fail({ status: 429, html: '', headers: { 'retry-after': '1' } })
  const run = await hub.run('harvest')
  const states = async () =>
    Object.fromEntries((await hub.settled(run)).map(({ to, state, reason }) => [to, [state, reason]]))
  assert.deepEqual(await states(), {
    '+1 650 555 1234': ['sent', null],
    'ann@example.com': ['sent', null],
    [BEN]: ['refused', 'blocked'],
    [STRANGER]: ['refused', 'no account has this handle'],
    'dan@example.com': ['failed', 'the roster has no handle of dan@example.com here'],
  })
  assert.deepEqual(
    provider.sent.map(({ request: { to, text } }) => [to, text.body]),
    Array.from({ length: 2 }, () => [ANN, '*The harvest* is done.\n\nThree ripe _tomatoes_.']),
  )
  await provider.deliver(
    hub.addressOf('chata'),
    deliveryOf(statusOf(provider.sent[0]!, 'delivered'), statusOf(provider.sent[1]!, 'failed')),
  )
  await until(async () => (await hub.deliveries(run)).some(({ state }) => state === 'delivered'))
  const reported = (await hub.deliveries(run)).map(({ state }) => state)
  assert.deepEqual(reported.toSorted(), ['delivered', 'failed', 'failed', 'refused', 'refused'])
  await hub.writeTask('frost', `deliver: ${deliver[5]}`)
  const [group] = await hub.delivered('frost')
  assert.equal(group?.state, 'sent')
  assert.equal(provider.sent[2]?.request.recipient_type, 'group')
  assert.deepEqual(provider.refused, [])
})

test('an interrupted attempt is reported as in doubt and not repeated automatically; on request it is [deliver.crash]', async (t) => {
  const provider = await startChataServer(t)
  const hub = await startDeliveringHub(t, provider.environment, {
    roster: [`chata,${ANN},ann@example.com,Ann`],
    surfaces: ['chat-a'],
  })
  await hub.writeTask('harvest', `deliver: { channel: chat-a, to: ${ANN} }`)
  provider.fail({ silent: 'after' })
  const run = await hub.run('harvest')
  await until(() => provider.sent.length === 1)
  await hub.killAndRestart()
  const [doubtful] = await hub.settled(run)
  assert.deepEqual([doubtful?.state, provider.sent.length], ['unknown', 1])
  await hub.sendAgain(doubtful!.id)
  assert.deepEqual(
    (await hub.settled(run)).map(({ state }) => state),
    ['sent'],
  )
  assert.equal(provider.sent.length, 2)
})

test('a result goes to a member and to a channel of team chat, and to a user and a channel of Mattermost, also without receiving [deliver.channel]', async (t) => {
  const teamchat = await startTeamchat()
  t.after(() => teamchat[Symbol.asyncDispose]())
  const member = { team_id: 'T01', deleted: false, is_bot: false, is_email_confirmed: true }
  teamchat.users.set('U01', { id: 'U01', ...member, profile: { email: 'ann@example.com' } })
  teamchat.users.set('U02', { id: 'U02', ...member, profile: { email: 'eve@example.com' } })
  teamchat.addConversation('C01', 'channel')
  const mattermost = await startMattermost(t)
  const ann = mattermost.addUser('ann', { email: 'ann@example.com', email_verified: true })
  const town = mattermost.addChannel('O')
  const hub = await startDeliveringHub(t, {
    ...teamchat.environment,
    MATTERMOST_URL: mattermost.url,
    MATTERMOST_BOT_TOKEN: mattermost.token,
  })
  const targets = ['U01', 'U02', 'C01', 'C404'].map((to) => `{ channel: team-chat, to: ${to} }`)
  await hub.writeTask('harvest', `deliver: [${targets.join(', ')}]`)
  await hub.writeTask(
    'frost',
    `deliver: [${[ann.id, town.id, 'a'.repeat(26)].map((to) => `{ channel: mattermost, to: ${to} }`).join(', ')}]`,
  )
  const states = async (name: string) =>
    Object.fromEntries((await hub.delivered(name)).map(({ to, state }) => [to, state]))
  assert.deepEqual(await states('harvest'), { U01: 'sent', U02: 'refused', C01: 'sent', C404: 'failed' })
  assert.deepEqual(await states('frost'), {
    [ann.id]: 'sent',
    [town.id]: 'sent',
    ['a'.repeat(26)]: 'failed',
  })
  assert.deepEqual(new Set(teamchat.state.posted.map(({ channel }) => channel)), new Set(['C01', 'DU01']))
  assert.equal(teamchat.state.posted.length, 2)
  const posts = [...mattermost.posts.values()].map(
    ({ channel_id }) => mattermost.channels.get(channel_id)?.type,
  )
  assert.deepEqual(new Set(posts), new Set(['D', 'O']))
  assert.equal(posts.length, 2)
  assert.deepEqual([teamchat.state.refused, mattermost.refused], [[], []])
})
