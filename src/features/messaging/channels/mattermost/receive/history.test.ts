import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { z } from 'zod'
import { ownChannels, postedSince } from './history.ts'

const { signal } = new AbortController()

test('channels and posts of an unknown form cost no others', async () => {
  const post = (n: number) => ({
    id: `p${n}`,
    channel_id: 'c1',
    user_id: 'ada',
    message: 'hi',
    create_at: 1000 - n,
  })
  const pages = [
    Array.from({ length: 200 }, (_, n) => (n === 3 ? { id: 'p3', create_at: 'odd' } : post(n))),
    [post(200)],
  ]
  const answers = (path: string): unknown => {
    if (path === 'users/me/channels')
      return [{ id: 'c1', type: 'O', last_post_at: 1000 }, null, { type: 'O' }]
    const posts = pages[Number(/page=(\d+)/.exec(path)?.[1])] ?? []
    return { order: posts.map(({ id }) => id), posts: Object.fromEntries(posts.map((one) => [one.id, one])) }
  }
  const get = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => schema.parse(answers(path))
  const channels = await ownChannels(get, signal)
  assert.deepEqual(
    channels.map(({ id }) => id),
    ['c1'],
  )
  const found = await Array.fromAsync(postedSince(get, channels, 1, signal))
  assert.equal(found.length, 200, 'a page with an unknown post is not taken for the last')
  assert.deepEqual([found[0]!.id, found.at(-1)!.id], ['p200', 'p0'])
})
