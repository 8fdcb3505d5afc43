import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { TeamchatClient } from './client.ts'

const Own = z.looseObject({
  team_id: z.string(),
  user_id: z.string().optional(),
  enterprise_id: z.string().nullish(),
})
export type Own = z.infer<typeof Own>

export type ReadOwn = () => Promise<Own | null>

export function createReadOwn({
  client,
  clock,
}: {
  client: TeamchatClient
  clock: Pick<Clock, 'now'>
}): ReadOwn {
  const never = new AbortController().signal
  const own = cached({ clock, ms: (answer) => (answer ? Number.MAX_SAFE_INTEGER : 0) }, async () => {
    const called = await client.call('auth.test', {}, never)
    return called.ok ? (Own.safeParse(called.body).data ?? null) : null
  })
  return () => own('')
}
