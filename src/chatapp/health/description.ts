import { z } from 'zod'
import type { Handled } from '#ground/api/handled.ts'
import { openApiPage, type DescribedApi } from '#ground/api/openapi.ts'
import { clientAddresses, type App } from '#chatapp/accounts/sessions/app.ts'
import type { ChatRoute, Level } from '#chatapp/http/contract.ts'
import { chatStatuses } from '#chatapp/http/statuses.ts'
import { readDescription } from './contract.ts'

export interface DescriptionParts {
  version: string
  handled: Pick<Handled<ChatRoute>, 'byHeading'>
}

export function descriptionRoute(app: App, { version, handled }: DescriptionParts): void {
  let page: ReturnType<typeof openApiPage> | undefined
  app.handle(readDescription, () => (page ??= openApiPage(handled.byHeading(), describedChat(version))))
}

const describedChat = (version: string): DescribedApi<ChatRoute> => ({
  title: 'Hub Service web chat API',
  version,
  server: '',
  errorBody: ErrorBody,
  callersByLevel: WHO,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'token',
      description: 'Session of the web chat. Changes must come from the same origin.',
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A session token, or a personal API key, `sk-…`.',
    },
    key: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A personal API key, `sk-…`.' },
  },
  isOpen: ({ level }) => level === 'open' || level === 'optional',
  statusesOf: chatStatuses,
  rawBodies: ({ raw }) => (raw ? BODIES[raw] : null),
  rawErrorBodies: ({ raw }) => (raw === 'notice' ? { 'text/html': {} } : null),
  aliasesOf: (route) => clientAddresses(route).slice(1),
})

const BODIES = {
  file: { '*/*': {} },
  redirect: {},
  relayed: { 'application/json': {}, 'text/event-stream': {} },
  notice: { 'application/json': {}, 'text/html': {} },
} as const satisfies Record<NonNullable<ChatRoute['raw']>, Record<string, object>>

const InvalidField = z.object({
  type: z.string(),
  loc: z
    .array(z.union([z.string(), z.int()]))
    .describe('Path of the invalid field in the request, such as `["body", "title"]`'),
  msg: z.string(),
  input: z.null(),
})

const ErrorBody = z
  .looseObject({
    detail: z.union([z.string(), z.array(InvalidField)]).optional(),
    code: z.string().optional().describe('Stable error code for programs'),
    error: z
      .union([
        z.string(),
        z.object({
          message: z.string(),
          type: z.string(),
          param: z.string().nullable(),
          code: z.string().nullable(),
        }),
      ])
      .optional()
      .describe('Error in OpenAI’s format, only at OpenAI-compatible addresses'),
  })
  .meta({ id: 'Error' })

const WHO = {
  open: 'Everybody.',
  optional: 'Everybody; the answer depends on the account.',
  any: 'Everybody with an account.',
  verified: 'Accounts with the role `user` or `admin`.',
  admin: 'Administrators.',
} as const satisfies Record<Level, string>
