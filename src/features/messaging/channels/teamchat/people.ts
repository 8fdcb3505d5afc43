import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { TeamchatClient } from './client.ts'
import type { ReadOwn, Own } from './own.ts'

const KNOWN_MS = 5 * 60_000

const Account = z.looseObject({
  id: z.string(),
  team_id: z.string().nullish(),
  deleted: z.boolean().nullish(),
  is_bot: z.boolean().nullish(),
  is_workflow_bot: z.boolean().nullish(),
  is_connector_bot: z.boolean().nullish(),
  is_stranger: z.boolean().nullish(),
  is_invited_user: z.boolean().nullish(),
  is_email_confirmed: z.boolean().nullish(),
  enterprise_user: z
    .looseObject({ enterprise_id: z.string().nullish(), teams: z.array(z.string()).nullish() })
    .nullish(),
  profile: z.looseObject({ email: z.string().nullish() }),
})

/** The returned function finds a person's e-mail; null for programs, former members and people of other workspaces. */
export function createEmailOf({
  client,
  clock,
  own,
}: {
  client: TeamchatClient
  clock: Pick<Clock, 'now'>
  own: ReadOwn
}) {
  const never = new AbortController().signal
  const find = async (handle: string): Promise<{ email: string | null } | null> => {
    const [user, team] = handle.split(':').toReversed()
    if (!user || !/^[UW][A-Z0-9]+$/.test(user)) return { email: null }
    const ours = await own()
    const called = ours && (await client.call('users.info', { user }, never))
    if (!called) return null
    if (!called.ok) return called.why === 'refused' ? { email: null } : null
    const account = z.looseObject({ user: Account }).safeParse(called.body).data?.user
    if (!account || account.id !== user || !isMember(account, ours)) return { email: null }
    if (team && team !== account.team_id && !account.enterprise_user?.teams?.includes(team))
      return { email: null }
    return { email: account.profile.email || null }
  }
  // Concurrent callers share one request, so `find` uses no caller's signal.
  const found = cached({ clock, ms: (answer) => (answer ? KNOWN_MS : 0) }, find)
  return async (handle: string): Promise<string | null> => (await found(handle))?.email ?? null
}

function isMember(account: z.infer<typeof Account>, ours: Own): boolean {
  const isProgram = account.is_bot || account.is_workflow_bot || account.is_connector_bot
  if (isProgram || account.deleted || account.is_stranger || account.is_invited_user) return false
  if (account.is_email_confirmed === false) return false
  const enterprise = account.enterprise_user?.enterprise_id
  return account.team_id === ours.team_id || (!!enterprise && enterprise === ours.enterprise_id)
}
