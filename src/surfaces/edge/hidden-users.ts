import { READS } from './locks.ts'
import { segmentsOf } from './segments.ts'

const PEOPLE = '/portal/people'
const INTEGRATIONS = '/admin/settings/integrations'

export type PageRedirects = Readonly<Record<string, string>>

/** Source: service specification 1.0.1, "Edge rules", rule 5. */
export const userPageRedirects = ({ areAll }: { areAll: boolean }): PageRedirects =>
  areAll
    ? { '/admin': INTEGRATIONS, '/admin/users': INTEGRATIONS, '/admin/users/': INTEGRATIONS }
    : { '/admin': INTEGRATIONS, '/admin/users': PEOPLE, '/admin/users/overview': PEOPLE }

export function redirectOfPage(path: string, redirects: PageRedirects): string | null {
  const plain = `/${segmentsOf(path).join('/').toLowerCase()}`
  const below = Object.keys(redirects).find((from) => from.endsWith('/') && plain.startsWith(from))
  return redirects[plain] ?? (below === undefined ? null : redirects[below]!)
}

export function changesAccounts(method: string, path: string): boolean {
  if (READS.has(method)) return false
  const [api, v1, room = '', first = '', second] = segmentsOf(path).map((segment) => segment.toLowerCase())
  if (api !== 'api' || v1 !== 'v1') return false
  if (room === 'users') return first !== 'user'
  if (room === 'auths') return first === 'add' || first === 'admin'
  if (room === 'configs') return first === 'import'
  return room === 'scim' && second !== undefined
}
