import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Clock } from '#ground/base/clock.ts'
import { saying, startTestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { allItems, eventLines } from '../support/event-lines.ts'
import { says, startUpstream, type Upstream, type UpstreamScript } from '../support/upstream.ts'

const PROMPT = 'How do I plant tomatoes in a small balcony garden?'

const WANTED = { 'x-svc-wants': 'title' }

async function startTitled(t: TestContext, title: UpstreamScript, clock?: Clock) {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise((answer, request) =>
    isForTitle(request) ? title(answer, request) : says('In pots.')(answer, request),
  )
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  return { upstream, bridge: await startTestBridge(t, { environment, ...(clock && { clock }) }) }
}

const isForTitle = ({ body }: Upstream['requests'][number]): boolean =>
  String(body.messages![0]!.content).startsWith('You name conversations')

const chunksOf = async (response: Response): Promise<any[]> =>
  (await allItems(response)).flatMap((item) => ('data' in item ? [item.data] : []))

test('a request for a title calls the model after the answer, and the turn pays for both [bridge.title]', async (t) => {
  const { upstream, bridge } = await startTitled(t, says('"Tomatoes on a balcony."'))
  const chunks = await chunksOf(await bridge.complete(saying(PROMPT, { stream: true }), WANTED))
  assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), 'In pots.')
  const titles = chunks.flatMap(({ svc }) => (svc?.type === 'title' ? [svc] : []))
  assert.deepEqual(titles, [{ type: 'title', title: 'Tomatoes on a balcony' }])
  const [forAnswer, forTitle] = upstream.requests
  assert.ok(forAnswer!.body.tools!.length > 0)
  assert.equal(forTitle!.body.tools, undefined)
  assert.deepEqual(
    forTitle!.body.messages!.map(({ role }) => role),
    ['system', 'user'],
  )
  assert.match(JSON.stringify(forTitle!.body.messages![1]!.content), /balcony garden/)
  const { usage } = chunks.findLast((chunk) => chunk.usage)
  const alone = await chunksOf(await bridge.complete(saying(PROMPT, { stream: true })))
  assert.equal(upstream.requests.length, 3)
  assert.equal(usage.total_tokens, 2 * alone.findLast((chunk) => chunk.usage).usage.total_tokens)
  const [kept] = await bridge.history()
  assert.doesNotMatch(JSON.stringify(kept), /Tomatoes on a balcony/)
})

test('a model server with one slot answers first, and generates the title afterwards [bridge.title]', async (t) => {
  const { upstream, bridge } = await startTitled(t, says('Tomatoes on a balcony'))
  const ended = Promise.withResolvers<void>()
  let isAnswering = false
  const order: string[] = []
  upstream.otherwise(async (answer, request) => {
    order.push(`${isForTitle(request) ? 'title' : 'answer'}${isAnswering ? ' beside another' : ''}`)
    if (isForTitle(request)) return says('Tomatoes on a balcony')(answer, request)
    isAnswering = true
    answer.text('In ')
    await ended.promise
    isAnswering = false
    return says('pots.')(answer, request)
  })
  const response = await bridge.complete(saying(PROMPT, { stream: true }), WANTED)
  const chunks: any[] = []
  for await (const item of eventLines(response)) {
    if (!('data' in item)) continue
    chunks.push(item.data)
    if (chunks.some((chunk) => chunk.choices[0]?.delta.content === 'In ')) ended.resolve()
  }
  assert.deepEqual(order, ['answer', 'title'])
  assert.ok(chunks.some(({ svc }) => svc?.type === 'title'))
})

test('a title that fails, says nothing or is cut short costs the answer nothing [bridge.title]', async (t) => {
  const bad: UpstreamScript[] = [
    (answer) => answer.status(400, { error: { message: 'no' } }),
    says(''),
    (answer) => {
      answer.text('Tomatoes on')
      answer.finish('length')
      answer.done()
    },
  ]
  const { upstream, bridge } = await startTitled(t, (answer, request) => bad.shift()!(answer, request))
  for (let left = bad.length; left > 0; left--) {
    const chunks = await chunksOf(await bridge.complete(saying(PROMPT, { stream: true }), WANTED))
    assert.equal(chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join(''), 'In pots.')
    assert.deepEqual(
      chunks.filter(({ svc }) => svc?.type === 'title'),
      [],
    )
  }
  assert.equal(bad.length, 0)
  assert.equal(upstream.requests.length, 6)
})

test('a title that is late is given up three seconds after the answer [bridge.title]', async (t) => {
  const clock = testClock()
  const { bridge } = await startTitled(t, () => {}, clock)
  const late = clock.sleeperFor(3000)
  const chunks = chunksOf(await bridge.complete(saying(PROMPT, { stream: true }), WANTED))
  await late
  clock.advance(3000)
  assert.deepEqual(
    (await chunks).filter(({ svc }) => svc?.type === 'title'),
    [],
  )
})

test('the offline model is not asked for a title [bridge.title]', async (t) => {
  const bridge = await startTestBridge(t)
  const chunks = await chunksOf(await bridge.complete(saying(PROMPT, { stream: true }), WANTED))
  assert.deepEqual(
    chunks.filter(({ svc }) => svc?.type === 'title'),
    [],
  )
})
