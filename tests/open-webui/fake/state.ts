import { randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

export interface User {
  id: string
  email: string
  name: string
  role: string
  created_at: number
  tokens: Set<string>
  key: string | null
}

export interface Group {
  id: string
  name: string
  description: string
  parent_group_id: string | null
  members: Set<string>
}

export class Refused extends Error {
  readonly status: number
  constructor(status: number, detail: string) {
    super(detail)
    this.status = status
  }
}

export const MISSING = "We could not find what you're looking for :/"
export const PROHIBITED = 'The requested action has been restricted as a security measure.'
const NOT_ALLOWED =
  'You do not have permission to access this resource. Please contact your administrator for assistance.'

export class State {
  readonly users: User[] = []
  readonly groups: Group[] = []
  readonly form: Record<string, unknown> = {
    ENABLE_SIGNUP: false,
    DEFAULT_USER_ROLE: 'pending',
    DEFAULT_GROUP_ID: '',
    ENABLE_API_KEYS: true,
    ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS: false,
    API_KEYS_ALLOWED_ENDPOINTS: '',
    ENABLE_USER_STATUS: true,
    ENABLE_MFA: false,
    MFA_ALLOW_OAUTH_BYPASS: false,
    MFA_ALLOW_TRUSTED_HEADER_BYPASS: false,
  }

  addUser(email: string, name: string, role: string): User {
    const created_at = 1_700_000_000 + this.users.length
    const user = { id: randomUUID(), email, name, role, created_at, tokens: new Set<string>(), key: null }
    this.users.push(user)
    return user
  }

  anybody(request: FastifyRequest): User {
    const sent = credentialOf(request)
    if (sent === undefined) throw new Refused(401, 'Not authenticated')
    const user = this.users.find(({ tokens, key }) => tokens.has(sent) || key === sent)
    if (!user) throw new Refused(401, 'Your session has expired or the token is invalid.')
    if (isKey(request) && this.form['ENABLE_API_KEYS'] !== true)
      throw new Refused(403, 'Use of API key is not enabled in the environment.')
    if (isKey(request) && !this.#isOpen(request.url.split('?')[0]!)) throw new Refused(403, NOT_ALLOWED)
    return user
  }

  #isOpen(path: string): boolean {
    const { ENABLE_API_KEYS_ENDPOINT_RESTRICTIONS: isRestricted, API_KEYS_ALLOWED_ENDPOINTS: list } =
      this.form
    const allowed = String(list).split(',')
    return isRestricted !== true || allowed.some((one) => path === one || path.startsWith(`${one}/`))
  }

  verified(request: FastifyRequest): User {
    const user = this.anybody(request)
    if (!['user', 'admin'].includes(user.role)) throw new Refused(401, NOT_ALLOWED)
    return user
  }

  administrator(request: FastifyRequest): User {
    const user = this.anybody(request)
    if (user.role !== 'admin') throw new Refused(401, NOT_ALLOWED)
    return user
  }
}

export const isKey = (request: FastifyRequest): boolean => credentialOf(request)?.startsWith('sk-') ?? false

const credentialOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ??
  /(?:^|; )token=([^;]+)/.exec(headers.cookie ?? '')?.[1]

export const newKey = (): string => `sk-${randomUUID().replaceAll('-', '')}`
