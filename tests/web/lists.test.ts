import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChatSummary } from '#chatapp/chats/schema.ts'
import { groupChats } from '../../web/chat/chats/groups.ts'
import { entryErrors } from '../../web/chat/session/rules.ts'
import { formatSize } from '../../web/ui/size.ts'
import { duration, relativeTime } from '../../web/ui/time.ts'

const now = new Date(2026, 10, 20, 9, 0)
const chat = (id: string, at: Date, pinned = false): ChatSummary => {
  const seconds = at.getTime() / 1000
  const nothing = {
    last_read_at: null,
    folder_id: null,
    share_id: null,
    snippet: null,
    archived: false,
    active: false,
    model: null,
  }
  return { ...nothing, id, title: id, created_at: seconds, updated_at: seconds, pinned }
}
const day = (daysAgo: number, hour = 12) => new Date(2026, 10, 20 - daysAgo, hour)
const shape = (chats: readonly ChatSummary[]) =>
  groupChats(chats, now).map(({ title, chats }) => [title, chats.map(({ id }) => id)])

test('chats stand under the day of their last message, newest first [web.groups]', () => {
  const chats = [
    chat('old', day(10)),
    chat('late', day(1, 23)),
    chat('early', day(0, 1)),
    chat('week', day(6)),
    chat('now', now),
  ]
  assert.deepEqual(shape(chats), [
    ['Today', ['now', 'early']],
    ['Yesterday', ['late']],
    ['Previous 7 days', ['week']],
    ['Previous 30 days', ['old']],
  ])
})

test('pinned chats come first, on any day, and a chat is listed once [web.groups]', () => {
  const pinned = chat('pinned', day(400), true)
  assert.deepEqual(shape([chat('a', now), pinned, pinned]), [
    ['Pinned', ['pinned']],
    ['Today', ['a']],
  ])
})

test('a chat older than a month is listed under its month [web.groups]', () => {
  assert.deepEqual(shape([chat('a', new Date(2026, 8, 3))]), [
    [new Date(2026, 8, 3).toLocaleDateString(undefined, { month: 'long', year: 'numeric' }), ['a']],
  ])
})

test('a form shows missing values, field by field [web.entry-form]', () => {
  const nothing = { name: ' ', email: '', password: '' }
  assert.deepEqual(Object.keys(entryErrors(nothing, true)), ['name', 'email', 'password'])
  assert.deepEqual(Object.keys(entryErrors(nothing, false)), ['email', 'password'])
  assert.deepEqual(Object.keys(entryErrors({ name: 'A', email: 'ann', password: 'short' }, true)), [
    'email',
    'password',
  ])
  assert.deepEqual(entryErrors({ name: 'A', email: ' a@b ', password: 'ünïcödé!' }, true), {})
  assert.deepEqual(entryErrors({ name: '', email: 'a@b', password: 'old' }, false), {})
})

test('sizes and durations are short and have a unit', () => {
  assert.deepEqual([0, 999, 1000, 1234, 48_213, 26_214_400, 5e12].map(formatSize), [
    '0 B',
    '999 B',
    '1.0 kB',
    '1.2 kB',
    '48 kB',
    '26 MB',
    '5000 GB',
  ])
  assert.deepEqual([0, 38, 412, 9949, 9950, 59_400, 60_000, 125_000].map(duration), [
    '0 ms',
    '38 ms',
    '0.4 s',
    '9.9 s',
    '10 s',
    '59 s',
    '1 min',
    '2 min 5 s',
  ])
})

test('a relative time counts full days until a day has passed', () => {
  const seconds = now.getTime() / 1000
  const DAY = 86_400
  assert.deepEqual(
    [7 * DAY - 1, 6 * DAY + 1, 2 * 3600 - 5, -2 * DAY - 5, -30].map((away) =>
      relativeTime(seconds + away, now),
    ),
    ['in 7 days', 'in 6 days', 'in 2 hours', '2 days ago', 'now'],
  )
})
