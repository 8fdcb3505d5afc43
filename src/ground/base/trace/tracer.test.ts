import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../ids.ts'
import { formatTraceparent, isSampled, parseTraceparent } from './context.ts'
import type { EndedSpan } from './span.ts'
import { createTracer, NO_TRACER } from './tracer.ts'

const hex = (length: number) =>
  fc
    .string({ unit: fc.nat(15).map((digit) => digit.toString(16)), minLength: length, maxLength: length })
    .filter((text) => /[^0]/.test(text))

function tracer(options: { sample?: number; followsCaller?: boolean } = {}) {
  const ended: { span: EndedSpan; sampled: boolean }[] = []
  let now = 1000
  const made = createTracer({
    clock: { now: () => now++ },
    newId,
    service: 'test',
    sample: 1,
    followsCaller: true,
    sink: { ended: (span, sampled) => void ended.push({ span, sampled }) },
    ...options,
  })
  return { ...made, ended }
}

describe('trace context', () => {
  test('a header is read as it was written [trace.context]', () => {
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (traceId, spanId, sampled) => {
        const context = { traceId, spanId, sampled }
        assert.deepEqual(parseTraceparent(formatTraceparent(context)), context)
      }),
    )
  })

  for (const header of [
    undefined,
    '',
    'x',
    `00-${'0'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'0'.repeat(16)}-01`,
    `00-${'A'.repeat(32)}-${'1'.repeat(16)}-01`,
    `ff-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
    `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01-more`,
    `00-${'1'.repeat(32)}-${'1'.repeat(16)}-01, 00-${'1'.repeat(32)}-${'1'.repeat(16)}-01`,
  ])
    test(`\`${header}\` is no context [trace.context]`, () => assert.equal(parseTraceparent(header), null))

  test('a later version may say more [trace.context]', () => {
    const header = `01-${'1'.repeat(32)}-${'2'.repeat(16)}-01-more`
    assert.deepEqual(parseTraceparent(header), {
      traceId: '1'.repeat(32),
      spanId: '2'.repeat(16),
      sampled: true,
    })
  })
})

describe('a tracer', () => {
  test('gives the parts of a piece of work one trace and a parent [trace.spans]', () => {
    const { start, ended } = tracer()
    const outer = start('outer')
    const inner = start('inner', { parent: outer.traceparent, attributes: { a: 1, b: null } })
    inner.fail('timeout')
    inner.fail('later')
    inner.end()
    outer.end()
    outer.end()
    assert.equal(ended.length, 2)
    const [below, above] = ended.map(({ span }) => span) as [EndedSpan, EndedSpan]
    assert.equal(below.traceId, above.traceId)
    assert.equal(below.parentSpanId, above.spanId)
    assert.equal(above.parentSpanId, null)
    assert.deepEqual(below.attributes, { a: 1, 'error.type': 'timeout' })
    assert.equal(below.failed, true)
    assert.ok(below.startMs >= above.startMs && below.endMs <= above.endMs)
  })

  test('records the share it was told to, the same traces everywhere [trace.sampling]', () => {
    const ids = Array.from({ length: 2000 }, () => newId().replaceAll('-', ''))
    const share = ids.filter((id) => isSampled(id, 0.25)).length / ids.length
    assert.ok(share > 0.15 && share < 0.35, String(share))
    assert.ok(ids.every((id) => !isSampled(id, 0) && isSampled(id, 1)))
  })

  test('follows the caller’s decision, except where strangers call [trace.sampling]', () => {
    const parent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
    for (const [followsCaller, sampled] of [
      [true, true],
      [false, false],
    ] as const) {
      const { start, ended } = tracer({ followsCaller, sample: 0 })
      const span = start('x', { parent })
      span.end()
      assert.equal(ended[0]!.sampled, sampled)
      assert.equal(parseTraceparent(span.traceparent)!.sampled, sampled)
      assert.equal(span.traceId, '1'.repeat(32))
    }
  })

  test('passes the caller’s context on if tracing is off [trace.spans]', () => {
    const parent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`
    assert.equal(NO_TRACER.start('x', { parent }).traceparent, parent)
    assert.equal(NO_TRACER.start('x').traceparent, '')
  })
})
