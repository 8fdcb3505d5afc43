import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { saying, startTestBridge } from '../support/bridge.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'

const descriptors = async () => (await readdir('/proc/self/fd')).length
const children = async () =>
  (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')).trim().split(' ').filter(Boolean).length
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

test('turns with tools, errors and clients that leave keep no timer, file handle or process [bridge.soak]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) => {
    const prompt = request.body.messages!.findLast(({ role }) => role === 'user')!.content
    if (prompt === 'fail') return answer.status(400, { error: { message: 'as asked' } })
    if (prompt === 'tool' && request.body.messages!.at(-1)!.role === 'user')
      return calls({ name: 'list_files', input: {} })(answer, request)
    if (prompt === 'stay') return answer.text('first')
    return says('ok')(answer, request)
  })
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await startTestBridge(t, { environment })
  const round = async () => {
    for (const prompt of ['hi', 'tool', 'fail'])
      await (await bridge.complete(saying(prompt, { stream: true }))).text()
    const leaving = new AbortController()
    const stays = await bridge.complete(saying('stay', { stream: true }), {}, leaving.signal)
    await stays.body!.getReader().read()
    leaving.abort()
  }
  for (let times = 0; times < 5; times++) await round()
  const ended = 20
  const before = { timers: timers(), descriptors: await descriptors(), children: await children() }
  for (let times = 0; times < 15; times++) await round()
  for (;;) {
    const outcomes = (await bridge.history()).map((turn) => turn['outcome'])
    const isQuiet = timers() <= before.timers + 2 && (await descriptors()) <= before.descriptors + 4
    if (outcomes.filter((outcome) => outcome === 'aborted').length === ended && isQuiet) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  assert.equal(await children(), before.children)
})
