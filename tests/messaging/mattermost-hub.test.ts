import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { startMattermost } from './providers/mattermost.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

test('hub run --mattermost receives and answers over its own connection: in threads, once across reconnects and kills, for known people only [messaging.adapter] [messaging.roster] [messaging.heard]', async (t) => {
  const server = await startMattermost(t) // the server's clock is three days behind the Hub's, which must not matter
  const [una, eve, kim] = ['una', 'eve', 'kim'].map((name) => server.addUser(name)) as [
    ReturnType<typeof server.addUser>,
    ReturnType<typeof server.addUser>,
    ReturnType<typeof server.addUser>,
  ]
  const direct = server.addChannel('D', { name: `${una.id}__${server.bot.id}` })
  const town = server.addChannel('O')
  const hub = await startMessagedHub(t, {
    roster: [`mattermost,${una.id},una@example.com,Una`],
    surfaces: ['mattermost'],
    environment: {
      MATTERMOST_URL: server.url,
      MATTERMOST_BOT_TOKEN: server.token,
      MATTERMOST_TRUST_EMAILS: 'true',
    },
  })
  await signUp(hub.url(), { name: 'Kim', email: 'kim@example.com', password: 'correct horse' })
  await until(() => server.sockets() > 0)
  const botPosts = () => [...server.posts.values()].filter(({ user_id: by }) => by === server.bot.id)
  const output = () => botPosts().map(({ message }) => message)
  const stateOf = async (text: string) => (await hub.messages()).find((one) => one.text === text)?.state

  server.say(una, direct, '/say hello Una')
  server.say(eve, town, '@hub /say let me in')
  const root = server.say(una, town, '@hub /say to all')
  server.say(kim, town, '@hub /say an account is enough')
  await until(() => output().length >= 3)
  assert.deepEqual(output().toSorted(), ['an account is enough', 'hello Una', 'to all'])
  const inThread = botPosts().find(({ message }) => message === 'to all')
  assert.deepEqual([inThread?.channel_id, inThread?.root_id], [town.id, root.id])
  await until(async () => (await stateOf('/say let me in')) === 'refused')
  await until(async () => (await stateOf('/say to all')) === 'sent')

  server.tells = false
  server.say(una, direct, '/say was not told')
  server.dropSockets()
  server.tells = true
  await until(() => output().includes('was not told'))

  server.faults.push({ on: 'POST posts', does: 'close after' })
  server.say(una, direct, '/say nobody knows')
  await until(async () => (await stateOf('/say nobody knows')) === 'sent')

  server.say(una, direct, '/wait 1500')
  await until(async () => (await stateOf('/wait 1500')) === 'answering')
  server.say(una, direct, '/say behind it')
  await hub.killAndRestart()
  await until(() => output().includes('behind it'))
  await until(async () => (await stateOf('/say behind it')) === 'sent')
  assert.deepEqual(
    output().filter((text, index, all) => all.indexOf(text) !== index),
    [],
    'nothing was said twice',
  )
  assert.equal(output().length, 7)
  assert.deepEqual(server.refused, [])
})
