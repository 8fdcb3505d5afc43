import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { TurnMessage } from '../model.ts'
import { fitFiles, type FileRules } from './fit-files.ts'

const TAKES = new Set(['image/png', 'application/pdf'])
const nothing = { refusesKind: () => false, refusesFile: () => false, mostPictures: () => null }
const rules = (more: Partial<FileRules>): FileRules => ({
  acceptedMediaTypes: TAKES,
  inputs: null,
  limits: {},
  learned: nothing,
  suspects: new Set(),
  readPicture: () => ({ mediaType: 'image/png', side: 1 }),
  isWholePicture: () => true,
  ...more,
})

const part = fc.record({
  type: fc.constant('file' as const),
  mediaType: fc.constantFrom('image/png', 'application/pdf', 'image/heic', 'audio/wav', 'text/csv'),
  data: fc.uint8Array({ maxLength: 40 }),
})
const messages = fc.array(
  fc.oneof(
    fc.record({ role: fc.constant('user' as const), parts: fc.array(part, { maxLength: 4 }) }),
    fc.constant<TurnMessage>({ role: 'assistant', text: 'a', toolCalls: [] }),
  ),
  { maxLength: 8 },
)
const filesOf = (of: readonly TurnMessage[]) =>
  of.flatMap((message) =>
    message.role === 'user' ? message.parts.filter(({ type }) => type === 'file') : [],
  )

test('the sent files are within the limits, in order, and no file vanishes without a note [agent.model.files]', () => {
  fc.assert(
    fc.property(messages, fc.nat(4), fc.nat(120), (given, images, totalBytes) => {
      const fitted = fitFiles(given, rules({ limits: { images, totalBytes, imageBytes: 30 } }))
      const sent = filesOf(fitted.messages)
      assert.ok(sent.every((file) => file.type === 'file' && TAKES.has(file.mediaType)))
      assert.ok(
        sent.filter((file) => file.type === 'file' && file.mediaType === 'image/png').length <= images,
      )
      assert.ok(
        sent.reduce((sum, file) => sum + (file.type === 'file' ? file.data.byteLength : 0), 0) <= totalBytes,
      )
      assert.equal(sent.length + fitted.leftOut.length, filesOf(given).length)
      assert.deepEqual(
        fitted.messages.map((message) => (message.role === 'user' ? message.parts.length : 0)),
        given.map((message) => (message.role === 'user' ? message.parts.length : 0)),
      )
    }),
  )
})

test('of too many pictures the newest are sent, and only the last message’s are new [agent.model.files]', () => {
  const picture = (n: number): TurnMessage => ({
    role: 'user',
    parts: [{ type: 'file', mediaType: 'image/png', data: Uint8Array.of(n) }],
  })
  const answer: TurnMessage = { role: 'assistant', text: 'a', toolCalls: [] }
  const { messages: fitted, leftOut } = fitFiles(
    [picture(1), answer, picture(2), picture(3)],
    rules({ limits: { images: 1 } }),
  )
  assert.deepEqual(
    filesOf(fitted).map((file) => file.type === 'file' && file.data[0]),
    [3],
  )
  assert.deepEqual(
    leftOut.map(({ why, isNew, part: { data } }) => [data[0], why, isNew]),
    [
      [2, 'count', true],
      [1, 'count', false],
    ],
  )
})

test('files of tool results follow the results, the newest within bounds, and notes name the others [agent.mcp.pictures]', () => {
  const result = (n: number, size = 1): TurnMessage => ({
    role: 'tool',
    results: [
      {
        id: `${n}`,
        name: 'draw',
        text: 'Drawn',
        failed: false,
        files: [{ type: 'file', mediaType: 'image/png', data: new Uint8Array(size), filename: `${n}.png` }],
      },
    ],
  })
  const shownOf = (given: TurnMessage[]) =>
    fitFiles(given, rules({})).messages.flatMap((message) => {
      if (message.role === 'tool') return message.results.map(({ text, files }) => [text, files])
      return message.role === 'user'
        ? message.parts.map((one) => (one.type === 'file' ? one.filename : one.text))
        : []
    })
  const returned = '[Returned by the tool draw, not sent by the person:]'
  assert.deepEqual(shownOf([result(1)]), [['Drawn', undefined], returned, '1.png'])
  const many = shownOf(Array.from({ length: 18 }, (_, at) => result(at))).flat()
  assert.equal(many.filter((one) => one === returned).length, 16)
  assert.deepEqual(many.slice(0, 4), [
    'Drawn\n[Not shown to you: 0.png (image/png)]',
    undefined,
    'Drawn\n[Not shown to you: 1.png (image/png)]',
    undefined,
  ])
  const large = new Set(shownOf([result(1, 9 * 1024 * 1024), result(2, 9 * 1024 * 1024)]).flat())
  assert.ok(large.has('2.png') && !large.has('1.png'), 'at most 16 MiB together')
})

test('a setting determines the media types for the models [agent.model.files]', () => {
  const picture: TurnMessage = {
    role: 'user',
    parts: [{ type: 'file', mediaType: 'image/png', data: Uint8Array.of(1) }],
  }
  assert.equal(fitFiles([picture], rules({ inputs: new Set() })).leftOut[0]?.why, 'kind')
  assert.equal(fitFiles([picture], rules({ inputs: new Set(['image']) })).leftOut.length, 0)
})
