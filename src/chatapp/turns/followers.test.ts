import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { createLocalBus } from '#ground/bus/local.ts'
import { testClock } from '../../../tests/support/clock.ts'
import { createFollowers } from './followers.ts'
import type { RunningTurn } from './run.ts'
import { begunSubject } from './subjects.ts'

function followed({ isTold }: { isTold: boolean }) {
  const clock = testClock()
  const bus = { ...createLocalBus({ clock }), reachesOthers: () => isTold }
  const now = { answer: null as string | null, isAway: false, looks: 0 }
  const heard: string[] = []
  const follow = createFollowers({
    bus,
    clock,
    isShared: true,
    async find() {
      now.looks++
      if (now.isAway) throw new Error('the store is away')
      const answerId = now.answer
      const listen = () => {
        heard.push(`+${answerId}`)
        return () => void heard.push(`-${answerId}`)
      }
      return answerId === null ? null : ({ answerId, taskId: answerId, listen } satisfies RunningTurn)
    },
  })
  return {
    now,
    heard,
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
  const chat = followed({ isTold: true })
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
  const told = followed({ isTold: true })
  await told.follow()
  await told.second()
  assert.equal(told.now.looks, 1)
  const untold = followed({ isTold: false })
  await untold.follow()
  untold.now.answer = 'a'
  await untold.second()
  assert.deepEqual(untold.heard, ['+a'])
})

test('a failed read is repeated, even if the bus does not notify again [chatapp.turn-followed]', async () => {
  const chat = followed({ isTold: true })
  await chat.follow()
  chat.now.isAway = true
  chat.begin('a')
  await setImmediate()
  assert.deepEqual(chat.heard, [])
  await chat.second()
  chat.now.isAway = false
  await chat.second()
  assert.deepEqual(chat.heard, ['+a'])
  const { looks } = chat.now
  await chat.second()
  assert.equal(chat.now.looks, looks, 'and then nobody is asked again')
})
