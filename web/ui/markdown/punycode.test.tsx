import assert from 'node:assert/strict'
import { test } from 'node:test'
import punycode from './punycode.ts'

test('host names in links are written in ASCII, and ASCII names stay unchanged [web.markdown-links]', () => {
  assert.equal(punycode.toASCII('a.bücher.example'), 'a.xn--bcher-kva.example')
  assert.equal(punycode.toASCII('例え.jp'), 'xn--r8jz45g.jp')
  assert.equal(punycode.toASCII('Plain.Example'), 'Plain.Example')
  assert.throws(() => punycode.toASCII('bü cher'), 'which leaves the link as it was')
  assert.equal(punycode.toUnicode('xn--pple-43d.example'), 'xn--pple-43d.example', 'no Cyrillic apple')
})
