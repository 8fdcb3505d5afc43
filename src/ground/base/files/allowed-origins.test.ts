import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { originsProblem } from './allowed-origins.ts'
import { servingOf } from './serving.ts'

test('exact https origins pass, and http origins of this computer [isolation.allowed-origins]', () => {
  for (const good of [
    'https://cdn.example.com',
    'https://cdn.example.com:8443',
    'https://xn--bcher-kva.example',
    'https://192.0.2.1',
    'https://[2001:db8::1]:444',
    'http://localhost:5173',
    'http://127.0.0.1:8080',
    'http://[::1]',
  ])
    assert.equal(originsProblem([good]), null, good)
})

test('anything but an exact origin is refused in one line that names it [isolation.allowed-origins]', () => {
  for (const bad of [
    '*',
    'https://*.example.com',
    'https://cdn.example.com/',
    'https://cdn.example.com/x',
    'https://cdn.example.com?x',
    'https://cdn.example.com#x',
    'https://cdn.example.com:443',
    'https://cdn.example.com:0443',
    'https://cdn.example.com:99999',
    'https://CDN.example.com',
    'HTTPS://cdn.example.com',
    'https://user@cdn.example.com',
    'https://bücher.example',
    'https://127.1',
    'https://0x7f000001',
    'https://a.com;script-src',
    'https://a.com"',
    "'unsafe-inline'",
    "'self'",
    'data:',
    'https:',
    'wss://cdn.example.com',
    'ftp://cdn.example.com',
    'cdn.example.com',
    '//cdn.example.com',
    'http://cdn.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://192.168.1.5',
    '',
  ]) {
    const problem = originsProblem(['https://cdn.example.com', bad]) ?? 'nothing is wrong'
    assert.ok(problem.includes(JSON.stringify(bad)), bad)
    assert.doesNotMatch(problem, /\n/)
  }
})

test('at most twenty origins pass [isolation.allowed-origins]', () => {
  const origins = Array.from({ length: 21 }, (_, n) => `https://c${n}.example.com`)
  assert.equal(originsProblem(origins.slice(1)), null)
  assert.match(originsProblem(origins)!, /at most 20/)
})

test('an accepted origin cannot end a directive or a quoted text [isolation.allowed-origins]', () => {
  const near = fc
    .tuple(fc.constantFrom('https://', 'http://localhost', 'https://a.b', ''), fc.string({ maxLength: 20 }))
    .map((pair) => pair.join(''))
  fc.assert(
    fc.property(near, (origin) => {
      if (originsProblem([origin]) !== null) return
      const { contentSecurityPolicy, connectionAllowlist } = servingOf('text/html', [origin])
      assert.equal(
        contentSecurityPolicy.split(';').length,
        servingOf('text/html', []).contentSecurityPolicy.split(';').length,
      )
      assert.equal(connectionAllowlist, `("${origin}")`)
      assert.match(origin, /^[a-z0-9:/.[\]-]+$/)
    }),
  )
})
