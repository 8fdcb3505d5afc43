import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGES, type Language } from '#ground/turn/language/language.ts'
import { item } from '../item.ts'
import { AttentionKind, type AttentionItem } from '../schema.ts'
import { lineOf, noticeText, testText, type NoticeContext } from './text.ts'

const context = (language: Language): NoticeContext => ({
  language,
  publicUrl: 'https://hub.example.com',
  nameOf: (hub) => (hub === 'garden' ? 'Garden' : hub),
})

const SECRET_DETAIL = 'tools/shop.ts: key sk-123'
const one = (kind: AttentionKind, more: Partial<AttentionItem> = {}): AttentionItem =>
  item({ kind, level: 'failure', hub: 'garden', subject: 'md:water', detail: SECRET_DETAIL, ...more })

test('each kind has a title and a link in each language, without the details of the item [notices.words]', () => {
  for (const language of LANGUAGES)
    for (const kind of AttentionKind.options)
      for (const count of [1, 2, 5, 11, 100])
        for (const cause of ['new', 'worse', 'solved'] as const) {
          const { title, url } = lineOf({ cause, item: one(kind, { count }) }, context(language))
          assert.ok(title.length > 3, `${language} ${kind}`)
          assert.ok(!/undefined|null|NaN|\[object/.test(title), title)
          assert.ok(!title.includes('sk-123') && !url.includes('sk-123'))
          assert.ok(url.startsWith('https://hub.example.com/'), url)
        }
})

test('the subject of one item is its title; of several items, their number [notices.words]', () => {
  const failed = { cause: 'new', item: one('run_failed') } as const
  const { subject, text } = noticeText([failed], context('de'))
  assert.equal(subject, 'water auf Garden ist fehlgeschlagen')
  assert.equal(
    text,
    [
      'water auf Garden ist fehlgeschlagen\nhttps://hub.example.com/portal/runs?hub=garden&workflow=md%3Awater&status=failed',
      'Sie haben diese Hinweise in der Konsole gewählt. Ändern: https://hub.example.com/portal/notices',
    ].join('\n\n'),
  )
  const worse = { cause: 'worse', item: one('sign_ups', { hub: null, subject: null, count: 3 }) } as const
  const several = noticeText([failed, worse], context('en'))
  assert.equal(several.subject, '2 items need your attention')
  assert.ok(several.text.includes('Worse: 3 people wait for approval\n'))
})

test('a name that a person chose adds no line to a notice [notices.words]', () => {
  const name = 'Eve\r\nhttps://evil.example\u2028' + 'x'.repeat(500)
  const { subject, text } = noticeText(
    [{ cause: 'new', item: one('access_request', { subject: name }) }],
    context('en'),
  )
  assert.ok(!/[\r\n\u2028]/.test(subject) && subject.length < 200, subject)
  assert.equal(text.split('\n').filter((line) => line.startsWith('https://evil')).length, 0)
})

test('a long list is cut, and the rest is counted [notices.words]', () => {
  const many = Array.from({ length: 25 }, (_, n) => ({
    cause: 'new' as const,
    item: one('run_failed', { subject: `md:task-${n}` }),
  }))
  const { subject, text } = noticeText(many, context('en'))
  assert.equal(subject, '25 items need your attention')
  assert.ok(text.includes('task-19') && !text.includes('task-20') && text.includes('… and 5 more'))
})

test('a budget names its owner, share and period [notices.words]', () => {
  const budget = {
    kind: 'budget',
    hub: 'garden',
    scope: 'person',
    subject: 'pat@example.com',
    period: 'month',
    used_usd: null,
    limit_usd: null,
    used_tokens: 85,
    limit_tokens: 100,
    unpriced_turns: 0,
    state: 'warning',
    resets_at: '2026-12-01T00:00:00.000Z',
  } as const
  const title = (language: Language, state: 'warning' | 'exhausted') =>
    lineOf(
      { cause: 'new', item: one('budget', { subject: 'pat@example.com', budget: { ...budget, state } }) },
      context(language),
    ).title
  assert.equal(title('en', 'warning'), 'pat@example.com on Garden used 85% of the budget for this month')
  assert.equal(title('de', 'exhausted'), 'pat@example.com auf Garden hat das Monatsbudget aufgebraucht')
})

test('the sample has a text in each language [notices.words]', () => {
  const subjects = LANGUAGES.map((language) => testText(context(language)).subject)
  assert.equal(new Set(subjects).size, LANGUAGES.length)
})
