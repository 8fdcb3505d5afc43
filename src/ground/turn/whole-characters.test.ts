import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wholeCharacters } from './whole-characters.ts'

type Event = { type: 'text' | 'reasoning'; text: string } | { type: 'finish' } | { type: 'tool' }

const joined = async (events: readonly Event[], error?: Error): Promise<Event[]> => {
  const made: Event[] = []
  const source = async function* () {
    yield* events
    if (error) throw error
  }
  try {
    for await (const event of wholeCharacters<Event>(source())) made.push(event)
  } catch (thrown) {
    assert.equal(thrown, error)
  }
  return made
}

const textOf = (events: readonly Event[], kind: string) =>
  events.map((event) => ('text' in event && event.type === kind ? event.text : '')).join('')

test('however a text is cut, each piece has whole characters and all together are the text [agent.provider.stream]', async () => {
  const units = fc.string({ unit: fc.constantFrom('a', '\ud83c', '\udf37', '🌷', 'é'), maxLength: 12 })
  const piece = fc.record({ type: fc.constantFrom('text' as const, 'reasoning' as const), text: units })
  await fc.assert(
    fc.asyncProperty(fc.array(piece), async (pieces) => {
      const made = await joined([...pieces, { type: 'finish' }])
      for (const event of made) if ('text' in event) assert.ok(event.text.isWellFormed())
      for (const kind of ['text', 'reasoning'])
        assert.equal(textOf(made, kind), textOf(pieces, kind).toWellFormed())
      assert.deepEqual(made.at(-1), { type: 'finish' })
    }),
  )
})

test('a half that waits is passed on where the events break, and other events pass it by [agent.provider.stream]', async () => {
  const half: Event = { type: 'text', text: 'a\ud83c' }
  const [a, lone] = [{ type: 'text', text: 'a' } as const, { type: 'text', text: '\ufffd' } as const]
  assert.deepEqual(await joined([half], new Error('broke')), [a, lone])
  assert.deepEqual(await joined([half]), [a, lone])
  assert.deepEqual(await joined([half, { type: 'tool' }, { type: 'text', text: '\udf37' }]), [
    a,
    { type: 'tool' },
    { type: 'text', text: '🌷' },
  ])
})
