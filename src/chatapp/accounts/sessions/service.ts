import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isBelowAny } from '#chatapp/http/paths.ts'
import type { Account } from '../account.ts'

/** Whom requests of the Hub's own processes act as: an administrator without an account, and so without chats or files. */
export const SERVICE: Account = {
  id: 'service',
  email: '',
  name: 'Hub Service',
  role: 'admin',
  profileImageUrl: '',
  oauth: null,
  createdAt: 0,
  updatedAt: 0,
  lastActiveAt: 0,
}

/** Administration: whatever else there is belongs to a person. */
const SERVICE_PATHS = [
  '/api/v1/auths/add',
  '/api/v1/auths/admin',
  '/api/v1/users',
  '/api/v1/groups',
  '/api/v1/models',
  '/api/v1/configs',
  '/api/models',
  '/openai',
]

/**
 * Whether the service may make this request: for administration, and straight from this machine. What comes through the
 * edge says for whom it was forwarded, so a service token that leaked is of no use outside.
 */
export const mayServiceCall = ({ url = '', socket, headers }: IncomingMessage): boolean =>
  isSameMachine(socket) &&
  headers['x-forwarded-for'] === undefined &&
  isBelowAny(url.split('?')[0]!, SERVICE_PATHS)

const isSameMachine = ({ remoteAddress, localAddress }: Socket): boolean =>
  remoteAddress !== undefined &&
  (remoteAddress === localAddress || /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress))
