import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { KeyOwner } from './caller.ts'
import { programOf } from './connections/program.ts'
import type { McpEvents } from './log-events.ts'
import type { McpGate, McpRefusal } from './gate.ts'
import { isForeignOrigin } from './origin.ts'
import { mcpRefusal } from './refuse.ts'

export interface McpEndpoint {
  gate: McpGate
  /** Sign-in addresses that a refusal names; null: none. */
  signInFor(headers: IncomingHttpHeaders): SignInHint | null
}

export interface SignInHint {
  /** Address of the metadata document (RFC 9728). */
  metadataUrl: string
  url: string
}

export interface McpAdmissionDeps {
  own: Pick<OwnAddress, 'originFor'>
  connected(owner: KeyOwner, program: string): void
  events: Pick<McpEvents, 'refused'>
}

export type McpAdmission = ReturnType<typeof createMcpAdmission>

export function createMcpAdmission({ own, connected, events }: McpAdmissionDeps) {
  const owners = new WeakMap<FastifyRequest, KeyOwner>()

  const refuse = (door: McpEndpoint, request: FastifyRequest, reply: FastifyReply, refusal: McpRefusal) => {
    const { status, reason, message, retryAfter = 1 } = refusal
    events.refused({ requestId: request.id, status, reason })
    if (status !== 401) return mcpRefusal(reply.header('retry-after', String(retryAfter)), status, message)
    const signIn = door.signInFor(request.headers)
    void reply.header('www-authenticate', challengeFor(reason, signIn))
    const way = reason === 'no_key' && signIn ? ` Programs that sign people in use ${signIn.url}.` : ''
    return mcpRefusal(reply, status, message + way)
  }

  return {
    admitBy: (door: McpEndpoint) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { host, origin } = request.headers
      if (isForeignOrigin(origin, () => own.originFor(host))) {
        events.refused({ requestId: request.id, status: 403, reason: 'origin' })
        return mcpRefusal(reply, 403, 'This server takes no requests from pages of other sites.')
      }
      const { headers, socket } = request
      const admitted = await door.gate.admit({ headers, remoteAddress: socket.remoteAddress ?? '' })
      if (!admitted.ok) return refuse(door, request, reply, admitted.refusal)
      // The method is checked after the key, because clients try a GET after a refused POST and show its response.
      if (request.method !== 'POST') return mcpRefusal(reply.header('allow', 'POST'), 405, 'Send a POST.')
      owners.set(request, admitted.value)
      connected(admitted.value, programOf(request.headers['user-agent']))
      return undefined
    },
    refuse,
    ownerOf: (request: FastifyRequest): KeyOwner => owners.get(request)!,
  }
}

const challengeFor = (reason: McpRefusal['reason'], signIn: SignInHint | null): string =>
  [
    'Bearer realm="mcp"',
    ...(reason === 'no_key' ? [] : ['error="invalid_token"']),
    ...(signIn ? [`resource_metadata="${signIn.metadataUrl}"`] : []),
  ].join(', ')
