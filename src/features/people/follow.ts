import { accepted, type Result } from '#ground/base/result.ts'
import type { AccountChangesPage } from '#ground/identity/chatapp-client/changes.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Mirror } from './mirror.ts'
import type { ObservedAccount } from './person.ts'

interface FollowDeps {
  accounts: Pick<ChatappClient['accounts'], 'changes'>
  mirror: Mirror
}

/**
 * Several processes may call this concurrently.
 *
 * @returns Number of changed people; null if the web chat reports no changes.
 */
export async function followChanges({
  accounts,
  mirror,
}: FollowDeps): Promise<Result<number | null, ChatappRefusal>> {
  let changed = 0
  for (;;) {
    const known = await mirror.followedTo()
    const reading = known === 0 ? createFirstReading(mirror) : null
    for (let after = known, isInStep = true; isInStep;) {
      const answer = await accounts.changes(after)
      if (!answer.ok) return answer
      const page = answer.value
      if (page === null) return accepted(null)
      if (page.from !== after) {
        await mirror.resetFollowed() // the web chat was restored from a backup
        break
      }
      reading?.addPage(page)
      const written = await mirror.follow({
        expected: reading ? 0 : after,
        // `to` stays 0 until all accounts were read for the first time, because deleted people are known only then.
        to: reading ? 0 : page.to,
        isBehind: page.more || reading !== null,
        sightings: await sightingsIn(page, mirror),
      })
      if (written === null) isInStep = false
      else changed += written
      after = page.to
      if (!isInStep || page.more) continue
      if (!reading) return accepted(changed)
      const dropped = await reading.finish(page.to)
      if (dropped !== null) return accepted(changed + dropped)
      isInStep = false
    }
  }
}

/** After the first reading, accounts in the mirror that were not read count as deleted. */
function createFirstReading(mirror: Mirror) {
  const seen = new Set<string>()
  return {
    addPage({ accounts, gone }: AccountChangesPage) {
      for (const { id } of accounts) seen.add(id)
      for (const id of gone) seen.delete(id)
    },
    /** @returns Number of changed people; null if another process finished first. */
    async finish(to: number): Promise<number | null> {
      const left = (await mirror.withAccount()).filter(({ account_id }) => !seen.has(account_id!))
      const sightings = new Map(left.map(({ subject }) => [subject, { account: null }]))
      return mirror.follow({ expected: 0, to, isBehind: false, sightings })
    },
  }
}

async function sightingsIn(
  { accounts, gone, primary }: AccountChangesPage,
  mirror: Mirror,
): Promise<Map<string, ObservedAccount>> {
  const sightings = new Map<string, ObservedAccount>()
  for (const { subject } of await mirror.withAccountIds([...accounts.map(({ id }) => id), ...gone]))
    sightings.set(subject, { account: null })
  for (const account of accounts) sightings.set(account.email, { account, isPrimary: account.id === primary })
  return sightings
}
