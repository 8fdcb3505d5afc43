import { systemClock } from '#ground/base/clock.ts'
import { mintServiceToken } from '#ground/identity/service-token.ts'
import { mayServiceCall } from '#chatapp/accounts/sessions/service.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import type { Client } from './client.ts'
import type { Beside } from './matrix.ts'

export interface Kind {
  headers: Readonly<Record<string, string>>
  refused?: RefusalCode
  role?: 'pending' | 'user' | 'admin'
  /** This caller is Pat, who owns the objects that the requests of `matrix.ts` name. */
  isOwner?: true
  isForeignPage?: true
  isService?: true
  isLimitedKey?: true
}

export interface People {
  url: string
  secret: string
  admin: Client
  pat: Client
  olga: Client
  blake: Client
  penny: Client
}

export async function kindsOf({ url, secret, admin, pat, olga, blake, penny }: People) {
  const session = ({ token }: Client, origin = url) => ({ cookie: `token=${token}`, origin })
  const key = async (person: Client, hubs: readonly string[] | null) => {
    const made = await person.post('/api/v1/auths/api_keys', { name: 'matrix', hubs })
    return { authorization: `Bearer ${made.json.api_key}` }
  }
  return {
    nobody: { headers: {}, refused: 'not_authenticated' },
    'a key that is none': { headers: { authorization: 'Bearer sk-none' }, refused: 'invalid_api_key' },
    'a person who waits for approval': { headers: session(penny), role: 'pending' },
    'a blocked person': { headers: session(blake), refused: 'blocked' },
    'the owner': { headers: session(pat), role: 'user', isOwner: true },
    'the owner’s key': { headers: await key(pat, null), role: 'user', isOwner: true },
    'another person': { headers: session(olga), role: 'user' },
    'another person’s key for a Hub only': {
      headers: await key(olga, ['garden']),
      role: 'user',
      isLimitedKey: true,
    },
    'an administrator': { headers: session(admin), role: 'admin' },
    'an administrator’s key': { headers: await key(admin, null), role: 'admin' },
    'one of the Hub’s own processes': {
      // Creates a token for each request, because a token expires after a minute, before the test ends.
      get headers() {
        return { authorization: `Bearer ${mintServiceToken({ secret, clock: systemClock })}` }
      },
      role: 'admin',
      isService: true,
    },
    'another site’s page in an administrator’s browser': {
      headers: session(admin, 'https://elsewhere.example'),
      role: 'admin',
      isForeignPage: true,
    },
  } as const satisfies Record<string, Kind>
}

export function expectedAnswer(
  route: ChatRoute,
  path: string,
  entry: Beside,
  kind: Kind,
): RefusalCode | number {
  const good = entry.allowed ?? 200
  if (kind.isForeignPage && route.method !== 'get') return 'cross_origin'
  if (route.level === 'open') return good
  const refused = kind.refused ?? unknownTo(route, path, kind)
  if (route.level === 'optional') return refused ? (entry.signedOut ?? good) : good
  if (refused) return refused
  if (!ROLES[route.level].includes(kind.role!)) return 'forbidden'
  if (entry.toOthers && !kind.isOwner && !(entry.isForAdmins && kind.role === 'admin')) return entry.toOthers
  if (entry.toUsers && kind.role !== 'admin') return entry.toUsers
  return good
}

function unknownTo({ method }: ChatRoute, path: string, kind: Kind): RefusalCode | null {
  if (kind.isLimitedKey && !(method === 'get' && path === '/api/v1/auths/')) return 'key_for_hubs'
  return kind.isService && !isForServices(path) ? 'forbidden' : null
}

const isForServices = (url: string): boolean =>
  mayServiceCall({
    url,
    headers: {},
    socket: { remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' },
  } as never)

const ROLES: Readonly<Record<'any' | 'verified' | 'admin', readonly string[]>> = {
  any: ['pending', 'user', 'admin'],
  verified: ['user', 'admin'],
  admin: ['admin'],
}
