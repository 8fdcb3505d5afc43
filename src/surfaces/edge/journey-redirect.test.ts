import assert from 'node:assert/strict'
import { test } from 'node:test'
import { journeyCookieName, signJourney } from '#ground/base/journey-cookie.ts'
import { writeHeaderLines } from './engine/fields.ts'
import { journeyRedirectOf, redirectJourney } from './journey-redirect.ts'

const secret = 'a secret of this Hub'
const now = Date.UTC(2026, 0, 1)
const HOST = 'hub.test:3080'
const id = '0b8f5c1e-8f0a-4f0e-9d43-1f2b3c4d5e6f'
const mark = { id, provider: 'plants', expiresAt: now + 60_000 }
const cookie = `${journeyCookieName('plants', HOST)}=${signJourney(secret, mark)}`
const callback = '/oauth/clients/mcp:plants/callback'
const done = `/portal/connect/${id}/done`
const backFrom = (
  head: { method?: string; path?: string; cookie?: string | undefined; host?: string } = {},
  at = now,
) =>
  journeyRedirectOf({ method: 'GET', path: callback, cookie, host: HOST, ...head }, { secret, now: at })
    ?.to ?? null

test('a browser that returns from a provider is redirected to the end of its journey [edge.journey]', () => {
  assert.equal(backFrom(), done)
  assert.equal(backFrom({ path: '/oauth/clients/mcp%3Aplants/callback' }), done)
  assert.equal(backFrom({ cookie: `theme=dark; ${cookie}; token=abc` }), done)
  const name = journeyCookieName('plants', HOST)
  assert.equal(backFrom({ cookie: `${name}=nonsense; ${cookie}` }), done)
})

test('no other request is redirected [edge.journey]', () => {
  const signed = (change: Partial<typeof mark>, by = secret) =>
    `${journeyCookieName('plants', HOST)}=${signJourney(by, { ...mark, ...change })}`
  const others: Record<string, Parameters<typeof backFrom>[0]> = {
    'no cookie': { cookie: undefined },
    'a Hub at another port of the host': { host: 'hub.test:3081' },
    'other cookies': { cookie: 'token=abc; theme=dark' },
    'forged by another secret': { cookie: signed({}, 'another secret') },
    'altered id': { cookie: cookie.replace(id, id.replace('0b8f', '1b8f')) },
    'altered time': { cookie: cookie.replace(String(mark.expiresAt), String(mark.expiresAt + 1)) },
    'without a signature': { cookie: cookie.slice(0, cookie.lastIndexOf('.')) },
    'made for another provider': { cookie: signed({ provider: 'other' }) },
    'another provider’s address': { path: '/oauth/clients/mcp:other/callback' },
    'another step': { path: '/oauth/clients/mcp:plants/register' },
    'a sign-in’s callback': { path: '/oauth/plants/callback' },
    'below the address': { path: `${callback}/more` },
    'no provider': { path: '/oauth/clients/mcp:/callback' },
    'a broken address': { path: '/oauth/clients/%E0%A4%A/callback' },
    HEAD: { method: 'HEAD' },
    POST: { method: 'POST' },
  }
  for (const [name, head] of Object.entries(others)) assert.equal(backFrom(head), null, name)
  assert.equal(backFrom({}, mark.expiresAt), null, 'over')
  assert.equal(backFrom({}, mark.expiresAt - 1), done)
})

test('only a redirect is changed, and only its target [edge.journey]', () => {
  const headers = writeHeaderLines([
    'Location',
    'http://elsewhere.test/?error=denied',
    'Set-Cookie',
    'a=1',
    'location',
    '/twice',
  ])
  const back = { to: done, step: 'callback' } as const
  for (const status of [301, 302, 303, 307, 308])
    assert.deepEqual(redirectJourney(status, headers, back), {
      status: 302,
      headers: writeHeaderLines(['Set-Cookie', 'a=1', 'Location', done]),
    })
  for (const status of [200, 304, 400, 404, 500]) assert.equal(redirectJourney(status, headers, back), null)
  assert.equal(redirectJourney(302, headers, null), null)
})

test('on the way to a provider only a failing redirect is changed [edge.journey]', () => {
  const away = journeyRedirectOf(
    { method: 'GET', path: '/oauth/clients/mcp:plants/authorize', cookie, host: HOST },
    { secret, now },
  )
  assert.deepEqual(away, { to: done, step: 'authorize' })
  const after = (location: string) =>
    redirectJourney(302, writeHeaderLines(['location', location]), away)?.headers ?? null
  assert.equal(after('/?error=Plants%20could%20not%20be%20connected'), writeHeaderLines(['Location', done]))
  for (const location of [
    'https://plants.test/auth?error=',
    '/auth?redirect=%2Foauth',
    '/',
    '//plants.test/?error=',
  ])
    assert.equal(after(location), null, location)
})
