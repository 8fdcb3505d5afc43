import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cookieValue, cookieValues, setCookie } from './cookie.ts'

test('every value of a name is read, the first one first, and of no other name', () => {
  const header = 'a=1; token=x.y=; xtoken=no; token= z ;token; b=token=no'
  assert.deepEqual([...cookieValues(header, 'token')], ['x.y=', 'z'])
  assert.equal(cookieValue(header, 'token'), 'x.y=')
  assert.equal(cookieValue(header, 'c'), null)
  assert.equal(cookieValue('token=', 'token'), '')
  assert.equal(cookieValue(undefined, 'token'), null)
})

test('a browser returns the value of a set cookie among any others', () => {
  const name = fc.stringMatching(/^[\w-]{1,12}$/)
  const value = fc.stringMatching(/^[\w.=-]{0,20}$/)
  fc.assert(
    fc.property(name, value, fc.array(fc.tuple(name, value)), (ours, kept, others) => {
      const [pair] = setCookie({ name: ours, value: kept, sameSite: 'Lax', isSecure: true }).split('; ')
      const neighbours = others.filter(([other]) => other !== ours).map(([n, v]) => `${n}=${v}`)
      assert.equal(cookieValue([...neighbours, pair, ...neighbours].join('; '), ours), kept)
    }),
  )
})

test('a cookie says how far and how long it goes', () => {
  const cookie = { name: 'n', value: 'v', sameSite: 'Lax', isSecure: false } as const
  assert.equal(setCookie(cookie), 'n=v; Path=/; HttpOnly; SameSite=Lax')
  assert.equal(
    setCookie({ ...cookie, path: '/p', maxAgeSeconds: 0, expiresAt: 0, sameSite: 'Strict', isSecure: true }),
    'n=v; Path=/p; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Strict; Secure',
  )
})
