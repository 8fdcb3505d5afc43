import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { titleIn } from './title.ts'

test('a title is bare, however a model dresses it up [agent.title]', () => {
  for (const [output, title] of [
    ['Tomatoes on a balcony', 'Tomatoes on a balcony'],
    ['"Tomatoes on a balcony."\n', 'Tomatoes on a balcony'],
    ['**Title:** Tomatoes on a balcony', 'Tomatoes on a balcony'],
    ['## Tomatoes on a balcony', 'Tomatoes on a balcony'],
    ['\n\n- Title: „Tomaten auf dem Balkon“\nIt is about tomatoes.', 'Tomaten auf dem Balkon'],
    ['{"title": "Tomatoes on a balcony"}', 'Tomatoes on a balcony'],
    ['```json\n{"title": "Tomatoes on a balcony"}\n```', 'Tomatoes on a balcony'],
    ['```json\n{\n  "title": "Tomatoes on a balcony"\n}\n```', 'Tomatoes on a balcony'],
    ['```\nTomatoes on a balcony\n```', 'Tomatoes on a balcony'],
    ['{"language": "en", "title": "Tomatoes, on a balcony", "emoji": "🍅"}', 'Tomatoes, on a balcony'],
    ['{\n  "language": "en",\n  "title": "Tomatoes",\n  "emoji": "🍅"\n}', 'Tomatoes'],
    ['["Tomatoes on a balcony"]', 'Tomatoes on a balcony'],
    ['1. "Tomatoes on a balcony"\n2. "Balcony plants"', 'Tomatoes on a balcony'],
    ['1) **Tomatoes**', 'Tomatoes'],
    ['10. Geburtstag von Ida', '10. Geburtstag von Ida'],
    ['Title deeds of   the garden', 'Title deeds of the garden'],
    ['阳台上的西红柿', '阳台上的西红柿'],
    ['C# and .NET 9', 'C# and .NET 9'],
    ['', null],
    ['---\n***', null],
  ] as const)
    assert.equal(titleIn(output), title, output)
})

test('a title is one line without outer white space, for any message [agent.title]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (output) => {
      const title = titleIn(output)
      assert.ok(title === null || (title === title.trim() && title !== '' && !/[\n\r]/.test(title)))
    }),
  )
})
