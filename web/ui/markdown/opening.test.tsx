import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openedCode } from './opening.ts'

test('code opens in its own format, under a matching name [web-artifacts.draft]', () => {
  const open = (info: string, text = '', lines = 1) => {
    const opened = openedCode(info, text, lines)
    return opened && [opened.preview, opened.filename]
  }
  const cases: [info: string, opened: string[] | null][] = [
    ['HTML', ['html', 'code.html']],
    ['htm', ['html', 'code.htm']],
    ['svg', ['svg', 'code.svg']],
    ['md', ['markdown', 'code.md']],
    ['tsv beds.tsv', ['csv', 'beds.tsv']],
    ['json', ['json', 'code.json']],
    ['html title="page.vue"', ['html', 'page.html']],
    ['ts', null],
    ['', null],
    ['constructor', null],
  ]
  for (const [info, opened] of cases) assert.deepEqual(open(info), opened, info)
  assert.deepEqual(open('xml', '<?xml version="1.0"?>\n<svg/>'), ['svg', 'code.svg'])
  assert.equal(open('xml', '<plan/>'), null)
  assert.equal(open('ts src/plan.ts', '', 15), null)
  assert.deepEqual(open('ts src/plan.ts', '', 16), ['code', 'plan.ts'])
  assert.equal(openedCode('json', '{}', 1)?.text, '{}\n')
})
