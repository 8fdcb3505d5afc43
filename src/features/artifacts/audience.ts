import { isPerson, parseSubject } from '#core/access/subject.ts'
import { Refused } from '#ground/api/errors.ts'
import type { Artifact } from './artifact.ts'
import type { Directory } from './directory.ts'
import type { Gate } from './gate.ts'
import type { AudienceForm } from './schema.ts'
import type { Members } from './sharing.ts'

/**
 * The audience that an owner asks for. People who are new in it must be able to use the Hub, and groups must exist:
 * sharing with anybody else would look done and open nothing.
 *
 * @param before Whom it is shared with: they may stay whatever became of them.
 * @throws Refused `invalid`
 */
export async function checkedAudience(
  { gate, directory }: { gate: Pick<Gate, 'usesHub'>; directory: Directory },
  artifact: Pick<Artifact, 'hub' | 'owner'>,
  form: AudienceForm,
  before: Members,
): Promise<Members> {
  if (form.kind !== 'people') return { kind: form.kind, people: [], groups: [] }
  const people = [...new Set(form.people.map(emailOf))].filter((email) => email !== artifact.owner)
  const groups = [...new Set(form.groups)]
  if (people.length + groups.length === 0)
    throw invalid('Name at least one person or group, or choose “only me”.')
  for (const email of people) {
    if (before.people.includes(email)) continue
    const account = await directory.accountOf(email)
    if (!account || !(await gate.usesHub(email, account.id, artifact.hub)))
      throw invalid(`${email} may not use this Hub, so they could not open it.`)
  }
  const known =
    groups.length > 0 ? new Set((await directory.groups()).map(({ id }) => id)) : new Set<string>()
  const unknown = groups.find((id) => !known.has(id) && !before.groups.includes(id))
  if (unknown !== undefined) throw invalid('There is no such group any more.')
  return { kind: 'people', people, groups }
}

const emailOf = (text: string): string => {
  const subject = parseSubject(text)
  if (subject === null || !isPerson(subject)) throw invalid('Expected the e-mail addresses of people.')
  return subject
}

const invalid = (detail: string): Refused => new Refused('invalid', detail)
