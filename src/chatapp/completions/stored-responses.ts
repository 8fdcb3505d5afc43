import type { FastifyReply, FastifyRequest } from 'fastify'
import { isResponseOf } from '#ground/base/response-id.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import {
  cancelResponse,
  compactConversation,
  countInputTokens,
  deleteResponse,
  listInputItems,
  readResponse,
} from './contract.ts'
import { passOn } from './relay.ts'

export interface StoredResponseParts {
  models: Pick<ModelCatalog, 'hubAmong'>
  client: Pick<UpstreamClient, 'storedResponse'>
  identityPrefix: string
  stopping: AbortSignal
}

interface StoredResponsesRequest {
  account: Account
  id: string
  request: FastifyRequest
  reply: FastifyReply
}

/** The id of a response names the bridge that stored it. The bridge checks the owner of the response. */
export function storedResponseRoutes(app: App, parts: StoredResponseParts): void {
  for (const [route, method, below] of [
    [readResponse, 'GET', ''],
    [deleteResponse, 'DELETE', ''],
    [listInputItems, 'GET', '/input_items'],
    [cancelResponse, 'POST', '/cancel'],
  ] as const)
    app.handle(route, ({ visitor: { account }, params: { id }, request, reply }) =>
      pass(parts, { account, id, request, reply }, { method, below }),
    )
  for (const route of [countInputTokens, compactConversation])
    app.handle(route, () => {
      throw new ChatappRefused('not_offered')
    })
}

async function pass(
  { models, client, identityPrefix, stopping }: StoredResponseParts,
  { account, id, request, reply }: StoredResponsesRequest,
  { method, below }: { method: 'GET' | 'DELETE' | 'POST'; below: string },
) {
  const model = await models.hubAmong(account, (slug) => isResponseOf(id, slug))
  if (!model.ok) throw new ChatappRefused(model.refusal === 'model_away' ? 'model_away' : 'response_missing')
  const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?')) : ''
  const answer = await client
    .storedResponse(
      model.value.connection,
      { method, path: `/${encodeURIComponent(id)}${below}${query}` },
      {
        headers: {
          ...identityHeaders({ account, prefix: identityPrefix }),
          'x-request-id': reply.request.id,
        },
        signal: stopping,
      },
    )
    .catch(() => {
      throw new ChatappRefused('agent_unreachable')
    })
  reply.headers(answer.headers)
  return passOn(answer, reply.header('cache-control', 'no-store'), {
    stopping,
    path: '/responses',
  })
}
