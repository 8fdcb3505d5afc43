import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { acceptedLanguage, LANGUAGES, languageOf } from './language.ts'
import { sentencesIn, titleIn } from './sentences.ts'

test('the language of a request is the one that it prefers among those that there are sentences in [agent.language]', () => {
  for (const [header, language] of [
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,en;q=0.5', 'de'],
    ['fr;q=1, en;q=0.4, AR-EG;q=0.8', 'ar'],
    ['de;q=0, zh-Hans', 'zh'],
    ['de;q=x, en', 'en'],
    ['*', 'en'],
  ] as const)
    assert.equal(acceptedLanguage(header), language, header)
  fc.assert(fc.property(fc.string(), (header) => LANGUAGES.includes(acceptedLanguage(header))))
})

test('the language of a text is guessed by its script and small words [agent.language]', () => {
  assert.equal(languageOf('Wie ist das Wetter und der Wind?'), 'de')
  assert.equal(languageOf('How is the weather?'), 'en')
  assert.equal(languageOf('今天天气怎么样？'), 'zh')
  assert.equal(languageOf('これは長い回答です'), 'en')
  assert.equal(languageOf('ما هو الطقس؟'), 'ar')
})

test('sentences count and write numbers as their language does [agent.language]', () => {
  const facts = { scope: 'person', task: '', period: 'day', held: null, isTokens: true } as const
  const spent = { ...facts, used: '10', limit: '10', isUsedUp: true, resetsAt: Date.UTC(2026, 10, 30) }
  assert.equal(
    sentencesIn('en').budget(spent),
    'Your daily budget for this agent is used up: 10 of 10 tokens. It resets on 30 November 2026 at 00:00 UTC.',
  )
  assert.equal(
    sentencesIn('de').budget(spent),
    'Ihr Tagesbudget für diesen Agenten ist aufgebraucht: 10 von 10 Token. Am 30. November 2026 um 00:00 Uhr UTC beginnt es neu.',
  )
  assert.match(sentencesIn('zh').budget(spent), /^您在此智能体的每日预算已用完：10 \/ 10 个 token。/)
  assert.match(sentencesIn('ar').budget(spent), /^نفدت ميزانيتك اليومية لهذا الوكيل/)
  const { moreFiles, onlyNames } = sentencesIn('ar').leftOut
  assert.equal(new Set([1, 2, 3, 11, 100].map(moreFiles)).size, 5)
  assert.match(onlyNames('س', ['a'], 2), /ملفين آخرين/)
  assert.match(sentencesIn('de').leftOut.inPart('a', 1500, 20_000), /ersten 1\.500 von 20\.000 Zeichen/)
})

test('each language has its own text for each title, with the name [agent.language]', () => {
  const names = Object.keys(sentencesIn('en').titles) as (keyof ReturnType<typeof sentencesIn>['titles'])[]
  for (const name of names)
    for (const state of ['running', 'done', 'failed'] as const) {
      const words = LANGUAGES.map((language) => titleIn(language, name, state, 'beds.md'))
      assert.equal(new Set(words).size, LANGUAGES.length, `${name} ${state}`)
      const isNamed = words.map((text) => text.includes('beds.md'))
      assert.equal(new Set(isNamed).size, 1, `${name} ${state}`)
    }
})
