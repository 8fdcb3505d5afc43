import type { ConsoleRoute } from '#ground/api/contract.ts'
import type { Cast } from './cast.ts'
import type { Beside, Refusal } from './matrix.ts'

export interface Kind {
  headers: Readonly<Record<string, string>>
  refused?: Refusal
  isForeignPage?: true
  isOrganizationAdmin?: true
  manages?: readonly string[]
  /** Hubs of the key; null: all Hubs. Absent if the caller uses a session. */
  key?: readonly string[] | null
}

export async function kindsOf({ admin, dan, olga, pat, blake, penny, ...hub }: Cast) {
  const session = ({ token }: { token: string }, origin = hub.origin) => ({
    cookie: `token=${token}`,
    origin,
  })
  const key = async (person: typeof admin, hubs?: readonly string[]) => ({
    authorization: `Bearer ${await person.newKey(hubs)}`,
  })
  const unknown: Refusal = [401, 'unauthenticated']
  return {
    nobody: { headers: {}, refused: unknown },
    'a key that is none': { headers: { authorization: 'Bearer sk-none' }, refused: unknown },
    'a person who waits for approval': { headers: session(penny), refused: [403, 'forbidden'] },
    'a blocked person': { headers: session(blake), refused: [403, 'blocked'] },
    'a person': { headers: session(pat) },
    'a person’s key': { headers: await key(pat), key: null },
    'this Hub’s administrator': { headers: session(dan), manages: ['garden'] },
    'their key for this Hub': {
      headers: await key(dan, ['garden']),
      manages: ['garden'],
      key: ['garden'],
    },
    'their key for another Hub': { headers: await key(dan, ['orchard']), key: ['orchard'] },
    'another Hub’s administrator': { headers: session(olga), manages: ['orchard'] },
    'an organization administrator': { headers: session(admin), isOrganizationAdmin: true },
    'the organization administrator’s key': {
      headers: await key(admin),
      isOrganizationAdmin: true,
      key: null,
    },
    'the organization administrator’s key for this Hub': {
      headers: await key(admin, ['garden']),
      manages: ['garden'],
      key: ['garden'],
    },
    'the organization administrator’s key for another Hub': {
      headers: await key(admin, ['orchard']),
      manages: ['orchard'],
      key: ['orchard'],
    },
    'another site’s page in the organization administrator’s browser': {
      headers: session(admin, 'https://elsewhere.example'),
      isOrganizationAdmin: true,
      isForeignPage: true,
    },
  } as const satisfies Record<string, Kind>
}

const FORBIDDEN: Refusal = [403, 'forbidden']
const OUTSIDE: Refusal = [403, 'outside_ceiling']

export function expectedAnswer(
  { method, level, status }: ConsoleRoute,
  entry: Beside,
  kind: Kind,
): Refusal | readonly [status: number, code: undefined] {
  const { isOrganizationAdmin = false, manages = [], key } = kind
  const isChange = method !== 'get'
  const names = hubNamedBy(entry)
  if (kind.refused) return kind.refused
  if (isChange && kind.isForeignPage) return [403, 'cross_origin']
  if (level === 'organization' && !isOrganizationAdmin) return FORBIDDEN
  if (level === 'admin' && !isOrganizationAdmin && manages.length === 0) return FORBIDDEN
  if (key) {
    // A key limited to Hubs refuses requests that name another Hub. If a request names no Hub, the key refuses
    // changes and personal data.
    const isPersonal = level === 'person' || entry.isPersonal
    const isBeyond = names === null ? isChange || isPersonal : !key.includes(names)
    if (isBeyond) return OUTSIDE
  }
  if (entry.isBySessionOnly && key !== undefined) return FORBIDDEN
  const about = names ?? (entry.isOfGarden ? 'garden' : null)
  if (level === 'admin' && about !== null && !isOrganizationAdmin && !manages.includes(about))
    return entry.elsewhere ?? OUTSIDE
  return entry.allowed ?? [status ?? 200, undefined]
}

const hubNamedBy = (entry: Beside): string | null =>
  /"(?:hub|agent)":"([^"]+)"/.exec(JSON.stringify(entry))?.[1] ?? null
