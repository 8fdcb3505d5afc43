import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openDocument } from '../../../testing/document.ts'

await openDocument()
const { speak } = await import('../../../ui/language.ts')
const { german } = await import('./de.ts')
const { arabic } = await import('./ar.ts')
const { chinese } = await import('./zh.ts')
const { entryLabel, permissionGroup } = await import('../../access/permissions.tsx')
const { errorOf } = await import('../../kit/api.ts')
const { scheduleWords } = await import('../../workflows/schedule-words.ts')

afterEach(() => speak())

test('refusals with a constant text are translated by their code, others keep the server’s text [web.languages]', () => {
  const refusal = { code: 'last_admin', detail: 'This is the last organization administrator.' }
  assert.equal(errorOf(409, refusal).message, refusal.detail)
  speak(german)
  assert.match(errorOf(409, refusal).message, /^Dies ist der letzte Administrator/)
  const other = { code: 'invalid', detail: 'name: expected a text.' }
  assert.equal(errorOf(400, other).message, other.detail)
  assert.equal(errorOf(404, null).message, 'Den Eintrag gibt es nicht, oder Sie dürfen ihn nicht sehen.')
})

test('built-in permissions are translated, permissions of tools keep the Hub’s label [web.languages]', () => {
  const useHub = { name: 'use_hub', label: 'Use the agent', group: 'Access' }
  const orders = { name: 'orders', label: 'Order supplies', group: 'Shop' }
  assert.deepEqual([entryLabel(useHub), permissionGroup(useHub)], ['Use the agent', 'Access'])
  speak(german)
  assert.deepEqual([entryLabel(useHub), permissionGroup(useHub)], ['Agenten nutzen', 'Zugang'])
  assert.deepEqual([entryLabel(orders), permissionGroup(orders)], ['Order supplies', 'Shop'])
})

test('schedules are sentences of the language [console-app.schedule-words]', () => {
  const schedules = ['0 8 * * 1-5', '0 9,17 * * mon,wed', '*/15 * * * *', '0 0 1,15 * *', '0 12 24 12 *']
  speak(german)
  assert.deepEqual(schedules.map(scheduleWords), [
    'montags bis freitags um 08:00',
    'jeden Montag und Mittwoch um 09:00 und 17:00',
    'alle 15 Minuten',
    'jeden Monat am 1. und 15. um 00:00',
    'jedes Jahr am 24. Dezember um 12:00',
  ])
  speak(chinese)
  assert.deepEqual(schedules.slice(0, 3).map(scheduleWords), [
    '周一至周五 08:00',
    '每星期一和星期三 09:00和17:00',
    '每 15 分钟',
  ])
  speak(arabic)
  assert.equal(scheduleWords('*/15 * * * *'), 'كل 15 دقيقة')
  assert.equal(scheduleWords('every 2h'), 'كل ساعتين')
  assert.equal(scheduleWords('every 5m'), 'كل 5 دقائق')
})
