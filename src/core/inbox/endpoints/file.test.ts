import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { parseEndpointsFile } from './file.ts'

const read = (content: string) =>
  parseEndpointsFile(content, { file: 'inbound/webhooks.yaml', reservedName: 'webhook' })
const problems = (entry: string): string[] => {
  const parsed = read(`endpoints:\n  - ${entry}\n`)
  return parsed.ok ? [] : parsed.refusal.map(describeProblem)
}

test('endpoints are read with their defaults [webhook.endpoints]', () => {
  const parsed = read(
    'endpoints:\n  - { name: github, secret_env: A_SECRET }\n  - { name: b, secret_env: B, mode: hmac, max_bytes: 5 }\n',
  )
  assert.ok(parsed.ok)
  const [a, b] = parsed.value.endpoints
  assert.deepEqual(a, {
    name: 'github',
    secretVariable: 'A_SECRET',
    mode: 'secret',
    maxBytes: null,
    place: { line: 2, column: 13 },
  })
  assert.deepEqual([b!.mode, b!.maxBytes], ['hmac', 5])
  for (const empty of ['', '# nothing yet\n', 'endpoints:\n'])
    assert.deepEqual(read(empty), { ok: true, value: { endpoints: [] } })
})

test('a problem names its line, and the file cannot contain a secret [webhook.endpoints-problems]', () => {
  for (const [entry, problem] of [
    ['{ name: chata, secret_env: X }', /:2:13: endpoints\.0\.name: chata is the name of another surface/],
    ['{ name: webhook, secret_env: X }', /:2:13: .*webhook is the endpoint of WEBHOOK_INBOUND_NAME/],
    ['{ name: a/b, secret_env: X }', /:2:13: .*expected letters/],
    ['{ name: a }', /:2:5: .*secret_env: expected the name of a variable/],
    ['{ name: a, secret_env: "not a name" }', /:2:\d+: .*expected the name of a variable/],
    ['{ name: a, secret_env: X, mode: basic }', /expected token, hmac or standard/],
    ['{ name: a, secret_env: X, max_bytes: 0 }', /expected at least 1/],
    ['{ name: a, secret_env: X, keep_headers: X-Event }', /expected a list of headers/],
    ['{ name: a, secret_env: X, keep_headers: [Authorization] }', /authorization proves who sent a delivery/],
    ['{ name: a, secret_env: X, keep_headers: [Cookie] }', /cookie proves who sent a delivery/],
    [
      '{ name: a, secret_env: X, mode: hmac, header: X-Acme-Sign, keep_headers: [X-Acme-Sign] }',
      /x-acme-sign proves who sent a delivery/,
    ],
    ['{ name: a, secret_env: X, secret: sesame }', /unknown key secret/],
    ['{ name: a, secret_env: X, sender: acme }', /expected one of .*stripe/],
    [
      '{ name: a, secret_env: X, sender: stripe, mode: hmac }',
      /sender: stripe sets mode; leave one of the two out/,
    ],
    [
      '{ name: a, secret_env: X, encoding: base64 }',
      /only an endpoint with mode: hmac or a sender has encoding/,
    ],
    ['{ name: a, secret_env: X, mode: hmac, encoding: base64 }', /encoding needs header/],
    ['{ name: a, secret_env: X, mode: standard, header: X-A }', /mode: standard has no header/],
    ['{ name: a, secret_env: X, mode: hmac, header: "X A" }', /expected the name of a header/],
    [
      '{ name: a, secret_env: X, mode: hmac, header: X-A, signs: "{timestamp}" }',
      /expected \{body\} exactly once/,
    ],
    ['{ name: a, secret_env: X, mode: hmac, header: X-A, signs: "{url}{body}" }', /no other names in braces/],
    [
      '{ name: a, secret_env: X, mode: hmac, header: X-A, signs: "{timestamp}.{body}" }',
      /\{timestamp\} in signs goes together with timestamp_header/,
    ],
    [
      '{ name: a, secret_env: X, mode: hmac, header: X-A, timestamp_header: X-T }',
      /a timestamp must be signed/,
    ],
    [
      '{ name: a, secret_env: X, mode: hmac, header: X-A, signs: "{id}{body}" }',
      /\{id\} in signs needs id_header/,
    ],
    ['{ name: a, secret_env: X, id_header: [none, X-A] }', /a list of at most 20, or none/],
    ['{ name: a, secret_env: X, sender: meta }', /name its variable in verify_token_env/],
    ['{ name: a, secret_env: X, verify_token_env: V }', /only an endpoint with handshake: meta/],
    [
      '{ name: a, secret_env: X }\n  - { name: a, secret_env: Y }',
      /:3:13: .*there is another endpoint called a/,
    ],
  ] as const)
    assert.match(problems(entry).join('\n'), problem, entry)
  const list = read('- name: a\n')
  assert.ok(!list.ok && list.refusal[0]!.message === 'expected `key: value` lines')
})
