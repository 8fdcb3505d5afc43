import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { deviceOf } from './device.ts'

const KNOWN: readonly [userAgent: string | null, program: string | null, system: string | null][] = [
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Safari/605.1.15',
    'Safari',
    'macOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1',
    'Chrome',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    'Samsung Internet',
    'Android',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/120.0.0.0',
    'Opera',
    'ChromeOS',
  ],
  ['curl/8.5.0', 'curl', null],
  ['python-requests/2.32.3', 'python-requests', null],
  ['Mozilla/5.0', null, null],
  ['', null, null],
  [null, null, null],
]

test('a device is named as its person would name it [chatapp.session-list]', () => {
  for (const [userAgent, program, system] of KNOWN)
    assert.deepEqual(deviceOf(userAgent), { program, system }, String(userAgent))
})

test('the name of a program is short and plain, for any self-description [chatapp.session-list]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (userAgent) => {
      const { program } = deviceOf(userAgent)
      assert.match(program ?? 'none', /^[\w.@ -]{1,40}$/)
    }),
  )
})
