import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseMcpFile } from './mcp-file-parse.ts'

const parse = (text: string) => {
  const parsed = parseMcpFile(text)
  const complaints = parsed.ok ? parsed.value.complaints : parsed.refusal
  return {
    ok: parsed.ok,
    names: parsed.ok ? parsed.value.entries.map(({ name }) => name) : [],
    complaints: complaints.map(({ line, column, message }) => `${line}:${column} ${message}`),
  }
}

test('the usual shapes of programs and addresses are read, with our own options', () => {
  const parsed = parseMcpFile(`{
  "mcpServers": {
    "files": { "command": "npx", "args": ["-y", "server"], "env": { "KEY": "\${KEY}" }, "cwd": "work" },
    "web": { "type": "http", "url": "https://example.com/mcp", "headers": { "A": "b" },
      "hub": { "tools": ["x"], "readOnly": ["x"], "timeout": 5, "assertion": "https://example.com",
        "protocolVersion": "2025-11-25", "restricted": { "capability": "use_web", "label": "Use the web", "group": "Web" } } },
    "plain": { "url": "https://example.com/mcp" },
    "off": { "command": "npx", "disabled": true }
  }
}`)
  assert.ok(parsed.ok)
  const [files, web, plain] = parsed.value.entries
  assert.equal(parsed.value.entries.length, 3)
  assert.deepEqual(files, {
    name: 'files',
    line: 3,
    column: 5,
    reach: { type: 'stdio', command: 'npx', args: ['-y', 'server'], env: { KEY: '${KEY}' }, cwd: 'work' },
    options: {
      tools: null,
      readOnly: [],
      restricted: null,
      timeout: null,
      protocolVersion: null,
      assertion: false,
    },
  })
  assert.equal(web?.options.timeout, 5)
  assert.equal(web?.options.assertion, 'https://example.com')
  assert.equal(web?.options.protocolVersion, '2025-11-25')
  assert.deepEqual(plain?.reach, { type: 'http', url: 'https://example.com/mcp', headers: {} })
})

for (const [title, text, expected] of [
  [
    'a comment',
    '{\n  // servers\n  "mcpServers": {} }',
    '2:3 comments are not allowed in this file; remove them',
  ],
  [
    'a comma too many',
    '{ "mcpServers": {}, }',
    '1:21 expected a property name in double quotes (or one comma less)',
  ],
  ['no JSON', 'mcpServers: 1', '1:1 the file is not JSON'],
  ['an empty file', '', '1:1 expected a value (or one comma less)'],
  ['another shape', '{ "server": {} }', '1:3 unknown key server'],
  ['a list', '[]', '1:1 expected { "mcpServers": { … } }'],
] as const)
  test(`${title} is refused with its place`, () => {
    const { ok, complaints } = parse(text)
    assert.equal(ok, false)
    assert.equal(complaints[0], expected)
  })

for (const [title, entry, expected] of [
  [
    'the old SSE transport',
    '{ "type": "sse", "url": "http://x" }',
    /2:\d+ bad: the old SSE transport is not supported; give/,
  ],
  ['neither program nor address', '{}', /bad: expected either `command` \(a program\) or `url`/],
  [
    'both of them',
    '{ "command": "a", "url": "http://x" }',
    /bad: expected either `command` \(a program\) or `url`/,
  ],
  ['an address under another key', '{ "uri": "http://x" }', /2:12 bad: unknown key uri; did you mean url\?/],
  ['the same in capitals', '{ "URL": "http://x" }', /bad: unknown key URL; did you mean url\?/],
  ['a key like ours', '{ "type": "http", "urll": "x" }', /bad: unknown key urll; did you mean url\?/],
  ['an unknown key', '{ "command": "a", "arg": [] }', /2:28 bad: unknown key arg; did you mean args\?/],
  ['a number in env', '{ "command": "a", "env": { "PORT": 1 } }', /2:37 bad: env.PORT: expected text/],
  [
    'a wrong capability',
    '{ "url": "http://x", "hub": { "restricted": { "capability": "A b", "label": "l", "group": "g" } } }',
    /bad: hub.restricted.capability: expected a capability/,
  ],
  [
    'an assertion for a program',
    '{ "command": "a", "hub": { "assertion": true } }',
    /bad: hub.assertion: only a server with an address receives assertions/,
  ],
  [
    'an assertion for no address',
    '{ "url": "http://x", "hub": { "assertion": "desk" } }',
    /bad: hub.assertion: expected true, or the address that the server expects as `aud`/,
  ],
  ['an unknown option', '{ "url": "http://x", "hub": { "readonly": [] } }', /bad: unknown key hub.readonly/],
] as const)
  test(`${title} is a problem of its entry alone`, () => {
    const { ok, names, complaints } = parse(
      `{ "mcpServers": {\n  "bad": ${entry},\n  "good": { "command": "a" } } }`,
    )
    assert.equal(ok, true)
    assert.deepEqual(names, ['good'])
    assert.equal(complaints.length, 1)
    assert.match(complaints[0]!, expected)
  })

test('keys of other programs are used if they have a meaning, else reported or ignored', () => {
  const parsed = parseMcpFile(`{ "$schema": "x", "inputs": [], "servers": {
    "a": { "httpUrl": "http://x/mcp", "headers": { "A": "\${env:KEY} \${B}" }, "description": "d", "$schema": "y" },
    "b": { "serverUrl": "http://y", "transport": "streamable-http", "timeout": 60000 },
    "c": { "command": "x", "args": ["\${env:DIR}/a"], "transport": "stdio", "autoApprove": ["t"], "alwaysAllow": [] },
    "off": { "command": "x", "enabled": false },
    "two": { "url": "http://x", "httpUrl": "http://y" },
    "hides": { "command": "x", "disabledTools": ["t"] } } }`)
  assert.ok(parsed.ok)
  const { entries, bad, complaints } = parsed.value
  assert.deepEqual(
    entries.map(({ name, reach }) => [name, reach]),
    [
      ['a', { type: 'http', url: 'http://x/mcp', headers: { A: '${KEY} ${B}' } }],
      ['b', { type: 'http', url: 'http://y', headers: {} }],
      ['c', { type: 'stdio', command: 'x', args: ['${DIR}/a'], env: {}, cwd: null }],
    ],
  )
  assert.deepEqual(bad, ['two', 'hides'])
  assert.deepEqual(
    complaints.map(({ line, message }) => `${line} ${message.replace(/(here:|;).*/, '$1')}`),
    [
      '3 b: timeout has no effect here:',
      '4 c: autoApprove has no effect here:',
      '4 c: alwaysAllow has no effect here:',
      '6 two: unknown key httpUrl',
      '7 hides: unknown key disabledTools',
    ],
  )
})

test('a name that stands twice is refused', () => {
  const { names, complaints } = parse(
    '{ "mcpServers": { "a": { "command": "x" }, "a": { "command": "y" } } }',
  )
  assert.deepEqual(names, ['a'])
  assert.deepEqual(complaints, ['1:44 two servers have the name a'])
})

test('no text makes it throw, and no complaint quotes a value', () => {
  fc.assert(
    fc.property(fc.json(), fc.string(), (json, text) => {
      parseMcpFile(json)
      parseMcpFile(text)
      parseMcpFile(`{"mcpServers":${json}}`)
    }),
  )
  const deep = '['.repeat(100_000)
  assert.equal(parse(deep).ok, false)
  for (const broken of [
    '{ "mcpServers": { "a": { "url": "sesame" ',
    '{ "mcpServers": { "a": { "command": ["sesame"] } } }',
    '{ "k": sesame }',
  ])
    assert.ok(!JSON.stringify(parse(broken)).includes('sesame'))
})
