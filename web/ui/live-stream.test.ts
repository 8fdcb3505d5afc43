import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { openLiveStream } from './live-stream.ts'

class Source extends EventTarget {
  readonly CLOSED = 2
  readyState = 1
  close() {
    this.readyState = this.CLOSED
  }
  send(name: string, data = '') {
    this.dispatchEvent(new MessageEvent(name, { data }))
  }
}

function startBrowser(t: TestContext, slots: number) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const browser = { free: slots, sources: [] as Source[] }
  const received: string[] = []
  const listener = {
    opened: () => void received.push('opened'),
    event: (name: string, data: string) => void received.push(`${name} ${data}`),
    closed: () => void received.push('closed'),
  }
  const parts = {
    takeSlot: async () => {
      if (browser.free === 0) return null
      browser.free -= 1
      return () => void (browser.free += 1)
    },
    connect: () => {
      const source = new Source()
      browser.sources.push(source)
      return source as unknown as EventSource
    },
  }
  const wait = async (ms: number) => {
    t.mock.timers.tick(ms)
    await new Promise(setImmediate)
  }
  return { browser, heard: received, wait, open: () => openLiveStream('/live', ['news'], listener, parts) }
}

test('a stream holds one slot of the browser for as long as it is connected [console-app.live-slots]', async (t) => {
  const { browser, heard: received, wait, open } = startBrowser(t, 1)
  const stop = open()
  await wait(0)
  assert.equal(browser.free, 0)
  browser.sources[0]!.send('open')
  browser.sources[0]!.send('news', '1')
  browser.sources[0]!.send('news', '2')
  assert.deepEqual(received, ['opened', 'news 1', 'news 2'])
  browser.sources[0]!.close()
  browser.sources[0]!.send('error') // the server refuses the stream
  assert.equal(browser.free, 1)
  await wait(4_000)
  assert.deepEqual([browser.free, browser.sources.length], [0, 2])
  browser.sources[1]!.send('end')
  assert.equal(browser.free, 1)
  await wait(60_000)
  assert.equal(browser.sources.length, 2)
  stop()
})

test('a window without a slot polls, and follows once a slot is free [console-app.live-slots]', async (t) => {
  const { browser, heard: received, wait, open } = startBrowser(t, 0)
  const stop = open()
  await wait(0)
  browser.sources[0]!.send('open')
  browser.sources[0]!.send('news', '1')
  assert.deepEqual([received, browser.sources[0]!.readyState], [['opened', 'news 1', 'closed'], 2])
  await wait(10_000)
  browser.sources[1]!.send('open')
  await wait(1_000) // the stream sends no first event
  assert.equal(browser.sources[1]!.readyState, 2)
  browser.free = 1
  await wait(10_000)
  browser.sources[2]!.send('open')
  await wait(60_000)
  assert.deepEqual([browser.free, browser.sources[2]!.readyState, browser.sources.length], [0, 1, 3])
  stop()
  assert.deepEqual([browser.free, browser.sources[2]!.readyState], [1, 2])
})

test('a window closed before it gets its slot opens nothing and keeps nothing [console-app.live-slots]', async (t) => {
  const { browser, wait, open } = startBrowser(t, 1)
  open()()
  await wait(60_000)
  assert.deepEqual([browser.free, browser.sources.length], [1, 0])
})
