import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createLocalBus } from '#ground/bus/local.ts'
import { testClock } from '../../../tests/support/clock.ts'
import { createFollowers } from './followers.ts'
import type { RunningTurn } from './run.ts'
import { begunSubject } from './subjects.ts'

function followed({ reachesOthers }: { reachesOthers: boolean }) {
  const clock = testClock()
  const bus = { ...createLocalBus({ clock }), reachesOthers: () => reachesOthers }
  const now = { answer: null as string | null, isAway: false, polls: 0 }
  const received: string[] = []
  const follow = createFollowers({
    bus,
    clock,
    isShared: true,
    async find() {
      now.polls++
      if (now.isAway) throw new Error('the store is away')
      const answerId = now.answer
      const listen = () => {
        received.push(`+${answerId}`)
        return () => void received.push(`-${answerId}`)
      }
      return answerId === null ? null : ({ answerId, taskId: answerId, listen } satisfies RunningTurn)
    },
  })
  return {
    now,
    heard: received,
    follow: () => follow('chat', () => {}),
    begin(answer: string) {
      now.answer = answer
      bus.publish(begunSubject('chat'), '')
    },
    async second() {
      await clock.sleeper()
      clock.advance(1000)
      await setImmediate()
    },
  }
}

test('a follower of a chat receives the running turn, and each new turn, once [chatapp.turn-followed]', async () => {
  const chat = followed({ reachesOthers: true })
  chat.now.answer = 'a'
  const stop = await chat.follow()
  chat.begin('a')
  await setImmediate()
  chat.begin('b')
  await setImmediate()
  assert.deepEqual(chat.heard, ['+a', '-a', '+b'])
  stop()
  chat.begin('c')
  await setImmediate()
  assert.deepEqual(chat.heard, ['+a', '-a', '+b', '-b'])
})

test('while the bus delivers, the store is not read; without the bus, the store is read each second [chatapp.turn-followed]', async () => {
  const connected = followed({ reachesOthers: true })
  await connected.follow()
  await connected.second()
  assert.equal(connected.now.polls, 1)
  const isolated = followed({ reachesOthers: false })
  await isolated.follow()
  isolated.now.answer = 'a'
  await isolated.second()
  assert.deepEqual(isolated.heard, ['+a'])
})

test('a failed read is repeated, even if the bus does not notify again [chatapp.turn-followed]', async () => {
  const chat = followed({ reachesOthers: true })
  await chat.follow()
  chat.now.isAway = true
  chat.begin('a')
  await setImmediate()
  assert.deepEqual(chat.heard, [])
  await chat.second()
  chat.now.isAway = false
  await chat.second()
  assert.deepEqual(chat.heard, ['+a'])
  const { polls } = chat.now
  await chat.second()
  assert.equal(chat.now.polls, polls, 'and then nobody is asked again')
})
