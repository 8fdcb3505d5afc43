import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createHiding } from '#core/agent/tools/secret-masking.ts'
import { createNamedSources } from './named-sources.ts'

const shown = (...sources: Parameters<ReturnType<typeof createNamedSources>['name']>[0][]) => {
  const named = createNamedSources({ hidden: (text) => text })
  for (const source of sources) named.name(source)
  return named.shown()
}

test('sources keep their given form: at most twenty, each shortened for display [agent.named-sources]', () => {
  assert.equal(shown(), undefined)
  const full = { title: 'Ferns', url: 'https://garden.example/ferns?x=1', path: 'beds.md', text: 'Shade' }
  assert.deepEqual(shown({ ...full, more: 7 } as never, { title: ' Peas ', text: ' ' }), [
    full,
    { title: 'Peas' },
  ])
  assert.equal(shown(...Array.from({ length: 30 }, (_, n) => ({ title: `${n}` })))!.length, 20)
  const long = shown({ title: 'a'.repeat(999), text: '🌱'.repeat(999) })![0]!
  assert.deepEqual([long.title.length, long.text!.length], [200, 499])
  assert.ok(long.text!.isWellFormed())
})

test('an invalid source is refused with a message, and only web addresses become links [agent.named-sources]', () => {
  for (const source of [{}, { title: ' ' }, { title: 7 }, { title: 'x', text: 7 }, { title: 'x', url: null }])
    assert.throws(() => shown(source as never), /^TypeError: ctx\.source: /)
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://x.example',
    '/here',
    'no',
    `https://x.example/${'a'.repeat(999)}`,
  ])
    assert.deepEqual(shown({ title: 'x', url }), [{ title: 'x' }], url)
  assert.equal(shown({ title: 'x', url: 'https://ann:pw@x.example/' })![0]!.url, 'https://x.example/')
  fc.assert(
    fc.property(fc.string(), (url) => {
      const link = shown({ title: 'x', url })![0]!.url
      assert.ok(link === undefined || /^https?:\/\//.test(link))
    }),
  )
})

test('secrets that a tool was handed never stand in its sources, also in an address [agent.named-sources]', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 30 }), (secret) => {
      const hiding = createHiding()
      const named = createNamedSources(hiding)
      const url = `https://x.example/?q=${encodeURIComponent(secret)}`
      named.name({ title: `t ${secret}`, url, path: secret, text: `so ${secret} it is` })
      hiding.hide(secret)
      const [source] = named.shown()!
      if (secret === '[hidden]') return
      for (const text of [source!.title, source!.path ?? '', source!.text ?? ''])
        assert.ok(!text.includes(secret))
      assert.equal(source!.url, undefined)
    }),
  )
})
