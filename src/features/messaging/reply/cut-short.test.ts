import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutShortNotice, withNotice } from './cut-short.ts'

const notice = (reason: 'length' | 'content-filter' | 'stop', answer: string, question = '') =>
  cutShortNotice(reason, { answer, question })

test('an answer that is not whole says why in one line, in the language of its conversation [messaging.cut]', () => {
  assert.equal(notice('stop', 'whole'), null)
  assert.match(notice('length', 'the answer is')!, /reached the model’s length limit/)
  assert.equal(notice('length', ' '), 'The model reached its length limit before it wrote anything.')
  assert.match(
    notice('content-filter', 'the answer is')!,
    /^The answer ends here: the model provider’s content filter/,
  )
  assert.match(notice('content-filter', '', 'what is the way?')!, /^There is no answer/)
  assert.match(notice('length', 'Das ist nicht die ganze')!, /^Die Antwort endet hier/)
  assert.match(notice('length', '这是一个很长的回答')!, /^回答到此中断/)
  assert.match(notice('content-filter', '', 'ما هو الطريق؟')!, /^لا توجد إجابة/)
  assert.match(notice('length', 'これは長い回答です')!, /^The answer ends here/)
  for (const reason of ['length', 'content-filter'] as const)
    for (const text of ['', 'a', '中', 'ع', 'und die']) assert.ok(!notice(reason, text)!.includes('\n'))
})

test('the notice stands outside of code that the cut left open [messaging.cut]', () => {
  assert.equal(withNotice('a', 'N'), 'a\n\nN')
  assert.equal(withNotice('a\n```js\nlet x', 'N'), 'a\n```js\nlet x\n```\n\nN')
  assert.equal(withNotice('````\n```\nx', 'N'), '````\n```\nx\n````\n\nN')
  assert.equal(withNotice('```\nx\n```', 'N'), '```\nx\n```\n\nN')
  assert.equal(withNotice('  ', 'N'), 'N')
})
