import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { KeyOwner } from './caller.ts'
import { programOf } from './connections/program.ts'
import type { McpEvents } from './log-events.ts'
import type { Gate, GateRefusal } from './gate.ts'
import { isForeignOrigin } from './origin.ts'
import { refuse } from './refuse.ts'

/** One of the addresses of the server. */
export interface Door {
  gate: Gate
  metadataUrl: string | null
}

export interface AdmissionDeps {
  own: Pick<OwnAddress, 'originFor'>
  /** Told of everybody who came in, and of the program they use. */
  connected(owner: KeyOwner, program: string): void
  events: Pick<McpEvents, 'refused'>
}

/** Who comes in by a door, and whose request it is then. */
export function createAdmission({ own, connected, events }: AdmissionDeps) {
  const owners = new WeakMap<FastifyRequest, KeyOwner>()

  const turnAway = (door: Door, request: FastifyRequest, reply: FastifyReply, refusal: GateRefusal) => {
    const { status, reason, message, retryAfter = 1 } = refusal
    events.refused({ requestId: request.id, status, reason })
    if (status === 401) void reply.header('www-authenticate', challengeFor(reason, door.metadataUrl))
    else void reply.header('retry-after', String(retryAfter))
    return refuse(reply, status, message)
  }

  return {
    admitBy: (door: Door) => async (request: FastifyRequest, reply: FastifyReply) => {
      const { host, origin } = request.headers
      if (isForeignOrigin(origin, () => own.originFor(host))) {
        events.refused({ requestId: request.id, status: 403, reason: 'origin' })
        return refuse(reply, 403, 'This server takes no requests from pages of other sites.')
      }
      if (request.method !== 'POST') return refuse(reply.header('allow', 'POST'), 405, 'Send a POST.')
      const { headers, socket } = request
      const admitted = await door.gate.admit({ headers, remoteAddress: socket.remoteAddress ?? '' })
      if (!admitted.ok) return turnAway(door, request, reply, admitted.refusal)
      owners.set(request, admitted.value)
      connected(admitted.value, programOf(request.headers['user-agent']))
      return undefined
    },
    turnAway,
    /** Of a request that was admitted. */
    ownerOf: (request: FastifyRequest): KeyOwner => owners.get(request)!,
  }
}

/** Where keys are sent no metadata is named: clients would start a sign-in and drop the key they have. */
const challengeFor = (reason: GateRefusal['reason'], metadataUrl: string | null): string =>
  [
    'Bearer realm="mcp"',
    ...(reason === 'no_key' ? [] : ['error="invalid_token"']),
    ...(metadataUrl === null ? [] : [`resource_metadata="${metadataUrl}"`]),
  ].join(', ')
