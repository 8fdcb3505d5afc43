import { isPerson, parseSubject } from '#core/access/subject.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Artifact } from './artifact.ts'
import type { Directory } from './directory.ts'
import type { ArtifactGate } from './gate.ts'
import type { AudienceForm } from './schema.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'
import type { Members } from './sharing.ts'

/**
 * Checks new people and groups, because a person without access to the Hub could not open the artifact.
 *
 * @param before The present members. They may stay even if the check would refuse them now.
 */
export async function checkedAudience(
  { gate, directory }: { gate: Pick<ArtifactGate, 'usesHub'>; directory: Directory },
  artifact: Pick<Artifact, 'hub' | 'owner'>,
  form: AudienceForm,
  before: Members,
): Promise<Result<Members, ArtifactRefusal>> {
  if (form.kind !== 'people') return accepted({ kind: form.kind, people: [], groups: [] })
  const emails = form.people.map(emailOf)
  if (!emails.every((email) => email !== null)) return invalid('Expected the e-mail addresses of people.')
  const people = [...new Set(emails)].filter((email) => email !== artifact.owner)
  const groups = [...new Set(form.groups)]
  if (people.length + groups.length === 0)
    return invalid('Name at least one person or group, or choose “only me”.')
  for (const email of people) {
    if (before.people.includes(email)) continue
    const account = await directory.accountOf(email)
    if (!account || !(await gate.usesHub(email, account.id, artifact.hub)))
      return invalid(`${email} has no access to this Hub, so they could not open the artifact.`)
  }
  const known =
    groups.length > 0 ? new Set((await directory.groups()).map(({ id }) => id)) : new Set<string>()
  const unknown = groups.find((id) => !known.has(id) && !before.groups.includes(id))
  if (unknown !== undefined) return invalid('There is no such group any more.')
  return accepted({ kind: 'people', people, groups })
}

const emailOf = (text: string): string | null => {
  const subject = parseSubject(text)
  return subject !== null && isPerson(subject) ? subject : null
}

const invalid = (detail: string) => refusedAs('invalid', detail)
