import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryDelay } from './retry.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const status = (statusCode: number, responseHeaders = {}) => ({ statusCode, responseHeaders })
const socket = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })

const DECIDED: [what: string, error: unknown, failures: number, delay: number | null][] = [
  ['a 503', status(503), 1, 500],
  ['a second 503', status(503), 2, 2000],
  ['a third 503', status(503), 3, null],
  ['a refused connection', socket, 1, 500],
  [
    'a refused connection deep among the causes',
    new Error('x', { cause: new Error('y', { cause: socket }) }),
    1,
    500,
  ],
  ['a 400', status(400), 1, null],
  ['a 501', status(501), 1, null],
  ['an overloaded provider', status(529), 1, 500],
  ['a 429 with seconds', status(429, { 'retry-after': '3' }), 1, 3000],
  ['a 429 with milliseconds', status(429, { 'retry-after-ms': '120', 'retry-after': '3' }), 1, 120],
  ['a 429 with a date', status(429, { 'retry-after': new Date(NOW + 4000).toUTCString() }), 1, 4000],
  ['a 429 with a past date', status(429, { 'retry-after': new Date(NOW - 4000).toUTCString() }), 1, 0],
  ['a 429 with nonsense', status(429, { 'retry-after': 'soon' }), 1, 500],
  ['a pause of ten seconds', status(429, { 'retry-after': '10' }), 1, 10_000],
  ['a longer pause', status(429, { 'retry-after': '10.5' }), 1, null],
  ['an error of our own', new TypeError('bug'), 1, null],
]

for (const [what, error, failures, delay] of DECIDED)
  test(`${what} ${delay === null ? 'is not tried again' : `is tried again after ${delay} ms`} [agent.provider.retry]`, () => {
    assert.equal(retryDelay(error, failures, NOW, 1), delay)
  })

test('pauses of our own are spread over their upper half, pauses a provider asks for are not [agent.provider.retry]', () => {
  assert.equal(retryDelay(status(503), 1, NOW, 0), 250)
  assert.equal(retryDelay(status(503), 2, NOW, 0.5), 1500)
  assert.equal(retryDelay(status(429, { 'retry-after': '3' }), 1, NOW, 0), 3000)
})
