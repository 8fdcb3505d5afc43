import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changeLinks } from './link.ts'

test('a link is below this site in the web chat and whole on every other surface [changes.link]', () => {
  const linkTo = changeLinks('https://hub.example/')
  assert.equal(linkTo('one', 'chatapp'), '/portal/change-requests/one')
  for (const surface of ['api', 'mcp', 'chata'])
    assert.equal(linkTo('one', surface), 'https://hub.example/portal/change-requests/one')
})
