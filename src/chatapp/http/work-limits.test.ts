import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createWorkLimits } from './work-limits.ts'

function requestOf(limits: ReturnType<typeof createWorkLimits>, who: string, headers = {}) {
  const raw = new EventEmitter()
  const state = { outcome: 'waits', close: () => raw.emit('close') }
  limits.enter(who, { headers } as FastifyRequest, { raw } as unknown as FastifyReply).then(
    () => (state.outcome = 'runs'),
    (error: Error & { code: string }) => (state.outcome = error.code),
  )
  return state
}
const settled = () => new Promise(setImmediate)

test('four requests of one person run at a time, fifty wait in their order, and further ones are refused', async () => {
  const limits = createWorkLimits({ clock: { now: () => 0 } })
  const requests = Array.from({ length: 60 }, () => requestOf(limits, 'ann'))
  const other = requestOf(limits, 'bob')
  await settled()
  const outcomes = () => Object.groupBy(requests, ({ outcome }) => outcome)
  const counts = () => Object.entries(outcomes()).map(([outcome, all]) => `${all!.length} ${outcome}`)
  assert.deepEqual(counts(), ['4 runs', '50 waits', '6 rate_limited'])
  assert.equal(other.outcome, 'runs')
  requests[1]!.close()
  await settled()
  assert.equal(requests[4]!.outcome, 'runs')
  requests[6]!.close()
  for (const request of requests.slice(0, 6)) request.close()
  await settled()
  assert.equal(requests[6]!.outcome, 'rate_limited')
  assert.deepEqual(
    requests.slice(7, 12).map(({ outcome }) => outcome),
    ['runs', 'runs', 'runs', 'runs', 'waits'],
  )
})

test('bodies of more than 256 KB, or of a length that is not declared, have an allowance', async () => {
  let now = 0
  const limits = createWorkLimits({ clock: { now: () => now } })
  const send = async (headers: object) => {
    const request = requestOf(limits, 'ann', headers)
    await settled()
    request.close()
    await settled()
    return request.outcome
  }
  for (let n = 0; n < 60; n++) {
    assert.equal(await send({ 'content-length': String(256 * 1024 + 1) }), 'runs')
    assert.equal(await send({ 'transfer-encoding': 'chunked' }), 'runs')
  }
  assert.equal(await send({ 'transfer-encoding': 'chunked' }), 'rate_limited')
  assert.equal(await send({ 'content-length': '1000' }), 'runs')
  now = 200
  assert.equal(await send({ 'transfer-encoding': 'chunked' }), 'runs')
})
