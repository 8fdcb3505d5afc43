import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from './clock.ts'
import { throttle } from './throttle.ts'

function world() {
  let wake = () => {}
  let state = 0
  const written: number[] = []
  const gathered = throttle({
    clock: {
      sleep: (_ms, signal) =>
        new Promise((resolve, reject) => {
          wake = resolve
          if (signal!.aborted) return reject(signal!.reason as Error)
          signal!.addEventListener('abort', () => reject(signal!.reason as Error))
        }),
    },
    pauseMs: 200,
    work: async () => void written.push(state),
  })
  const change = () => {
    state++
    return gathered.run()
  }
  return { written, change, wake: () => wake(), gathered }
}

test('the first change is written at once, those of a rest together after it [gateway.start]', async () => {
  const { written, change, wake } = world()
  await change()
  assert.deepEqual(written, [1])
  const later = [change(), change(), change()]
  await systemClock.sleep(1)
  assert.deepEqual(written, [1])
  wake()
  await Promise.all(later)
  assert.deepEqual(written, [1, 4])
})

test('closing writes a pending change at once [gateway.start]', async () => {
  const { written, change, gathered } = world()
  await change()
  const last = change()
  await gathered[Symbol.asyncDispose]()
  await last
  assert.deepEqual(written, [1, 2])
})
