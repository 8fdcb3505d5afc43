import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MattermostClient, MattermostSocket } from '../clients/clients.ts'
import { startMattermost } from './providers/mattermost.ts'

test('the official client of Mattermost gets on with the server of our tests', async (t) => {
  const server = await startMattermost(t)
  const client = new MattermostClient()
  client.setUrl(server.url)
  client.setToken(server.token)
  assert.equal((await client.getMe()).id, server.bot.id)

  const town = server.addChannel('O')
  const root = server.say(server.addUser('ada'), town, '@hub hi')
  const answer = {
    channel_id: town.id,
    message: 'hello',
    root_id: root.id,
    pending_post_id: 'once',
    props: { ours: 1 },
  }
  const created = await client.createPost(answer)
  assert.deepEqual([created.root_id, created.props.ours], [root.id, 1])
  assert.equal((await client.createPost(answer)).id, created.id)
  assert.deepEqual((await client.getPosts(town.id, 0, 60)).order, [created.id, root.id])
  assert.equal((await client.patchPost({ id: created.id, message: 'hello again' })).message, 'hello again')
  assert.equal((await client.getChannel(town.id)).display_name, town.display_name)
  await assert.rejects(client.createPost({ ...answer, root_id: created.id, pending_post_id: '' }), {
    server_error_id: 'api.post.create_post.root_id.app_error',
    status_code: 400,
  })
  await client.deletePost(created.id)
  assert.deepEqual((await client.getPosts(town.id, 0, 60)).order, [root.id])
  server.faults.push({ on: 'GET users/me', does: { answer: 429, body: 'limit exceeded' } })
  await assert.rejects(client.getMe())
  assert.deepEqual(server.refused, [])
})

test('the official websocket client of Mattermost receives all events, without a gap', async (t) => {
  const server = await startMattermost(t)
  t.mock.method(console, 'log', () => {}) // the Mattermost client logs to the console
  const socket = new MattermostSocket()
  const received: [event: string, seq: number][] = []
  const posted = new Promise<void>((resolve) =>
    socket.addMessageListener(({ event, seq }) => {
      const name: string = event
      received.push([name, seq])
      if (name === 'hello') server.say(server.addUser('ada'), server.addChannel('D'), 'hi')
      if (name === 'posted') resolve()
    }),
  )
  socket.addMissedMessageListener(() => received.push(['missed', 0]))
  socket.initialize(`${server.url.replace('http', 'ws')}/api/v4/websocket`, server.token)
  await posted
  socket.close()
  while (server.sockets() > 0) await new Promise(setImmediate)
  assert.deepEqual(received, [
    ['hello', 0],
    ['posted', 1],
  ])
  assert.deepEqual(server.refused, [])
})
