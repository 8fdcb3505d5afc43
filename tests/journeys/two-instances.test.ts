import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientOf } from '../chatapp/client.ts'
import { ask, messagesOf, nextEvent, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { natsProgram, startNats } from '../support/nats.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'

test(
  'of two services on one Postgres each shows and stops the other’s answers, also after the bus restarted [machines.read] [machines.stop]',
  { skip: postgresPrograms && natsProgram ? false : 'no Postgres or no NATS on this machine' },
  async (t) => {
    const nats = await startNats(t)
    const environment = {
      SVC_DATABASE_URL: await createMigratedPostgres(),
      SVC_SESSION_SECRET: 'the same on both, of 32 letters or more',
      SVC_BUS_URL: nats.url,
    }
    await using one = await runHub({ environment })
    await using other = await runHub({ environment })
    const ann = await signUpAt(one.url, 'Ann')
    const annAtOther = clientOf(other.url, ann.token, ann.id)
    const content = '/say half\n/wait 60000\n/say and whole'
    const turn = await ask(ann, { model: 'garden-team', user_message: { content } })
    const events = readEvents(annAtOther, turn.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    await nats.stop()
    await nats.start()
    const stopped = await annAtOther.post(`/api/tasks/chat/${turn.chatId}/stop`)
    assert.equal(stopped.json.message, 'Stopped.')
    const end = (await restOf(events)).at(-1)!
    assert.deepEqual([end.event, end.data.message.state], ['end', 'stopped'])
    assert.match(end.data.message.content, /^half/)
    assert.deepEqual((await messagesOf(ann, turn.chatId))[turn.answerId], end.data.message)
    for (const hub of [one, other]) assert.doesNotMatch(hub.errors(), /only%20the|only the tests know/)
  },
)
