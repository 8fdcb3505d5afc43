import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PLAIN } from '../text/markup.ts'
import { writer } from '../text/writer.ts'
import type { WaitingCall } from './call.ts'
import { cardTexts } from './card-texts.ts'

const write = writer(PLAIN, 4096)
const buttons = { maxTextLength: 200, acknowledge: async () => true }

const call = (more: Partial<WaitingCall> = {}): WaitingCall => ({
  id: 'c1',
  planHash: 'p1',
  tool: 'pay',
  title: 'Paying Kim',
  fields: [{ name: 'to', value: 'Kim' }],
  link: 'https://hub.example/portal/change-requests/c1_2*3',
  ...more,
})

test('a channel without buttons gets the same text, with the link', () => {
  const [text, ...more] = cardTexts({ write }, call(), 'en')
  assert.deepEqual(more, [])
  assert.equal(text!.card, undefined)
  assert.match(
    text!.text,
    /^Paying Kim \(pay\)\nto: Kim\n\n.*: https:\/\/hub\.example\/portal\/change-requests\/c1_2\*3$/,
  )
})

test('the buttons are in the person’s language, and bound to the plan', () => {
  const labels = {
    en: ['Approve', 'Decline'],
    de: ['Genehmigen', 'Ablehnen'],
    zh: ['批准', '拒绝'],
    ar: ['موافقة', 'رفض'],
  }
  for (const [language, [approve, decline]] of Object.entries(labels)) {
    const [text] = cardTexts({ write, buttons }, call(), language as keyof typeof labels)
    assert.deepEqual(text!.card, { call: 'c1', plan: 'p1', approve, decline })
  }
})

test('a value can imitate neither another argument nor markup, nor reverse the text', () => {
  const value = 'Kim\namount: 1\u2028> quoted **bold** \u202eeslaf\u202c `code` &amp; 1. <b>'
  const [text] = cardTexts({ write }, call({ title: null, fields: [{ name: 'to\n**x**', value }] }), 'en')
  const lines = text!.text.split('\n')
  assert.equal(lines[0], 'pay')
  assert.equal(lines[1], 'to **x**: Kim amount: 1 > quoted **bold** eslaf `code` &amp; 1. <b>')
  assert.equal(lines[2], '')
})

test('arguments that do not fit are counted; with a link that does not fit, there are no buttons', () => {
  const fields = Array.from({ length: 9 }, (_, n) => ({ name: `f${n}`, value: 'x'.repeat(20) }))
  const [fitting, ...more] = cardTexts({ write, buttons }, call({ fields }), 'en')
  assert.deepEqual(more, [])
  assert.ok(fitting!.card && fitting!.text.length <= 200)
  assert.match(fitting!.text, /\n… and [89] more, behind the link\n/)
  const long = cardTexts(
    { write, buttons },
    call({ fields, link: `https://hub.example/${'a'.repeat(300)}` }),
    'en',
  )
  assert.ok(long.every(({ card }) => card === undefined))
  assert.match(long.map(({ text }) => text).join('\n'), /a{300}$/)
})
