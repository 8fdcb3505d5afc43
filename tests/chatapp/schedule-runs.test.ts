import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createScheduleRuns } from '#chatapp/schedules/runs.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { DAY_MS, thursday } from './schedules-world.ts'

const USER = {
  id: 'u1',
  email: 'a@x.org',
  name: 'A',
  role: 'user',
  password_hash: null,
  profile_image_url: '/user.png',
  oauth: null,
  settings: '{}',
  created_at: 100,
  updated_at: 100,
  last_active_at: 100,
}

const SCHEDULE = {
  id: 's1',
  user_id: USER.id,
  title: 'The week',
  prompt: 'What grew?',
  model: 'garden',
  schedule: '0 8 * * 1',
  time_zone: 'UTC',
  target: 'new',
  chat_id: null,
  paused: null,
  next_ms: null,
  created_at: 100,
  updated_at: 100,
}

for (const backend of BACKENDS)
  describe(`queued runs on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a run that has to wait is tried again after five seconds, and not before [schedules.busy]', async (t) => {
      const store = await openTestStore(t, backend)
      await store.db.insertInto('chatapp_users').values(USER).execute()
      await store.db.insertInto('chat_schedules').values(SCHEDULE).execute()
      const clock = thursday()
      const runs = createScheduleRuns({ store, clock })
      assert.equal(await runs.queueNow(SCHEDULE.id), true)
      const [run] = await runs.take()
      await runs.release(run!.id)
      assert.deepEqual(await runs.take(), [])
      clock.advance(4999)
      assert.deepEqual(await runs.take(), [])
      clock.advance(1)
      assert.deepEqual(
        (await runs.take()).map(({ id }) => id),
        [run!.id],
      )
    })

    test('a run that an instance with a wrong clock took is not lost [schedules.clock]', async (t) => {
      const store = await openTestStore(t, backend)
      await store.db.insertInto('chatapp_users').values(USER).execute()
      await store.db.insertInto('chat_schedules').values(SCHEDULE).execute()
      const clock = thursday()
      const runs = createScheduleRuns({ store, clock })
      await runs.queueNow(SCHEDULE.id)
      clock.advance(DAY_MS)
      assert.equal((await runs.take()).length, 1)
      assert.deepEqual(await runs.take(), [])
      clock.advance(-1000)
      assert.deepEqual(await runs.take(), [], 'clocks of instances differ a little')
      clock.advance(-DAY_MS)
      assert.equal((await runs.take()).length, 1)
    })
  })
