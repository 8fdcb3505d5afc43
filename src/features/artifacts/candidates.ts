import type { Directory } from './directory.ts'
import type { ArtifactGate } from './gate.ts'
import type { ArtifactCandidates } from './schema.ts'

interface Named {
  email: string
  name: string
}

export interface CandidatesDeps {
  gate: Pick<ArtifactGate, 'usesHub' | 'isForEverybody'>
  directory: Pick<Directory, 'accountOf' | 'account' | 'groups' | 'members'>
  /** With `hub`, only people with a grant on this Hub; with null, all people. */
  searchPeople(text: string, within: { hub: string | null; limit: number }): Promise<readonly Named[]>
}

const MAX_CANDIDATES = 10
const MAX_CHECKED_PEOPLE = 100
const MAX_CHECKED_GROUPS = 30
const MAX_CHECKED_MEMBERS = 50

export async function candidatesFor(
  { gate, directory, searchPeople }: CandidatesDeps,
  { hub, owner }: { hub: string; owner: string },
  text: string,
): Promise<ArtifactCandidates> {
  const usesHub = async (account: { id: string; email: string } | null) =>
    account !== null && (await gate.usesHub(account.email, account.id, hub))

  const within = { hub: (await gate.isForEverybody(hub)) ? null : hub, limit: MAX_CHECKED_PEOPLE }
  const found = (await searchPeople(text, within)).filter(({ email }) => email !== owner)
  const people = await firstOf(found, async ({ email }) => usesHub(await directory.accountOf(email)))

  const wanted = text.toLowerCase()
  const named = (await directory.groups()).filter(({ name }) => name.toLowerCase().includes(wanted))
  const groups = await firstOf(named.slice(0, MAX_CHECKED_GROUPS), async ({ id }) => {
    const members = await directory.members(id)
    if (members.length > MAX_CHECKED_MEMBERS) return true
    return (await firstOf(members, async (member) => usesHub(await directory.account(member)), 1)).length > 0
  })
  return {
    people: people.map(({ email, name }) => ({ email, name })),
    groups: groups.map(({ id, name }) => ({ id, name })),
  }
}

async function firstOf<T>(
  items: readonly T[],
  passes: (item: T) => Promise<boolean>,
  most: number = MAX_CANDIDATES,
): Promise<T[]> {
  const found: T[] = []
  for (let start = 0; start < items.length && found.length < most; start += MAX_CANDIDATES) {
    const some = items.slice(start, start + MAX_CANDIDATES)
    const passing = await Promise.all(some.map(passes))
    found.push(...some.filter((_, n) => passing[n]))
  }
  return found.slice(0, most)
}
