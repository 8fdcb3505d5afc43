import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isJsonCharset, acceptedTypes } from './accept.ts'

const BOTH = { json: true, eventStream: true }
const JSON_ONLY = { json: true, eventStream: false }
const STREAM_ONLY = { json: false, eventStream: true }
const NEITHER = { json: false, eventStream: false }

test('Accept is read as HTTP says, in any case and order [mcp.accept]', () => {
  for (const [accept, taken] of [
    [undefined, BOTH],
    ['', BOTH],
    ['*/*', BOTH],
    ['application/json, text/event-stream', BOTH],
    ['Application/JSON,Text/Event-Stream', BOTH],
    ['text/event-stream;q=0.5 , application/json ; Q=0.001', BOTH],
    ['application/json', JSON_ONLY],
    ['application/json; charset=utf-8', JSON_ONLY],
    ['application/*', JSON_ONLY],
    ['text/event-stream', STREAM_ONLY],
    ['text/*', STREAM_ONLY],
    ['application/json;q=0, */*', STREAM_ONLY],
    ['*/*, text/event-stream; q=0.000', JSON_ONLY],
    ['*/*;q=0, application/json', JSON_ONLY],
    ['*/*;q=0', NEITHER],
    ['text/html, application/xml', NEITHER],
    ['application/json;q=none', NEITHER],
  ] as const)
    assert.deepEqual(acceptedTypes(accept), taken, accept)
})

test('no Accept fails [mcp.accept]', () => {
  fc.assert(fc.property(fc.string(), (accept) => void acceptedTypes(accept)))
})

test('JSON is in UTF-8 [mcp.accept]', () => {
  for (const charset of ['', '; charset=utf-8', ';Charset="UTF-8"', '; boundary=x; charset=us-ascii'])
    assert.ok(isJsonCharset(`application/json${charset}`), charset)
  for (const charset of ['utf-16', 'iso-8859-1', '"utf-7"'])
    assert.ok(!isJsonCharset(`application/json; charset=${charset}`), charset)
})
