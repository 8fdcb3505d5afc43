import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isBelowAny } from '#chatapp/http/paths.ts'
import type { Account } from '../account.ts'

/** Account of the Hub's own processes: an administrator that is not stored. */
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

/** Refuses requests that the edge forwarded from other machines, so a leaked service token is useless there. */
export const mayServiceCall = ({ url = '', socket, headers }: IncomingMessage): boolean =>
  isSameMachine(socket) &&
  headers['x-forwarded-for'] === undefined &&
  isBelowAny(url.split('?')[0]!, SERVICE_PATHS)

const isSameMachine = ({ remoteAddress, localAddress }: Socket): boolean =>
  remoteAddress !== undefined &&
  (remoteAddress === localAddress || /^(127\.|::1$|::ffff:127\.)/.test(remoteAddress))
