import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { originOf } from '#ground/base/network/own-address.ts'
import { isSameOrigin, type OriginFacts } from './same-origin.ts'

const OWN = 'https://hub.example.com'
const byCookie = (change: Partial<OriginFacts>): OriginFacts => ({
  method: 'POST',
  origin: undefined,
  referer: undefined,
  fetchSite: undefined,
  byCookie: true,
  byHeader: false,
  own: OWN,
  ...change,
})

test('a change by cookie needs our exact origin, or a page of ours as its referrer [identity.same-origin]', () => {
  for (const [change, expected] of [
    [{ origin: OWN }, true],
    [{ origin: OWN, fetchSite: 'same-origin' }, true],
    [{ referer: `${OWN}/portal/people?x=1` }, true],
    [{ origin: `${OWN}/` }, false],
    [{ origin: `${OWN}:443` }, false],
    [{ origin: `${OWN}:8443` }, false],
    [{ origin: 'http://hub.example.com' }, false],
    [{ origin: `${OWN}.evil.example` }, false],
    [{ origin: 'null' }, false],
    [{ origin: '' }, false],
    [{ origin: 'https://evil.example', referer: `${OWN}/` }, false],
    [{ origin: OWN, fetchSite: 'cross-site' }, false],
    [{ referer: 'https://evil.example/https://hub.example.com' }, false],
    [{ referer: `https://hub.example.com@evil.example/` }, false],
    [{ referer: 'not an address' }, false],
    [{}, false],
  ] as const)
    assert.equal(isSameOrigin(byCookie(change)), expected, JSON.stringify(change))
})

test('reading, and a credential in a header, need no origin [identity.same-origin]', () => {
  const foreign = { origin: 'https://evil.example', fetchSite: 'cross-site' }
  for (const method of ['GET', 'HEAD', 'OPTIONS'])
    assert.equal(isSameOrigin(byCookie({ ...foreign, method })), true)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'get', 'LOCK']) {
    assert.equal(isSameOrigin(byCookie({ ...foreign, method })), false)
    assert.equal(isSameOrigin(byCookie({ ...foreign, method, byHeader: true, byCookie: false })), true)
  }
})

test('no origin but our own ever lets a change by cookie through [identity.same-origin]', () => {
  const text = fc.option(fc.oneof(fc.webUrl(), fc.string(), fc.constant(OWN)), { nil: undefined })
  fc.assert(
    fc.property(text, text, text, (origin, referer, fetchSite) => {
      const passes = isSameOrigin(byCookie({ origin, referer, fetchSite }))
      const from = origin ?? (referer === undefined ? null : originOf(referer))
      assert.equal(passes, fetchSite !== 'cross-site' && from === OWN)
    }),
  )
})
