import { z } from 'zod'
import { consoleStatuses } from '#ground/api/console-statuses.ts'
import type { ConsoleRoute, Level } from '#ground/api/contract.ts'
import type { DescribedApi } from '#ground/api/openapi.ts'
import { ErrorBody, ErrorCode } from '#ground/api/schema.ts'

const SITE = '/portal'

const EARLIER_CODES = [
  'bad_address',
  'bad_framing',
  'bad_host',
  'bad_request',
  'bad_target',
  'bad_version',
  'dot_segment',
] as const

const AnyErrorBody = ErrorBody.extend({
  code: z.enum([...ErrorCode.options, ...EARLIER_CODES]).describe('Stable error code for programs'),
}).meta({ id: 'Error' })

export const describedConsole = (version: string): DescribedApi<ConsoleRoute> => ({
  title: 'Hub Service Console API',
  version,
  server: `${SITE}/api`,
  site: SITE,
  errorBody: AnyErrorBody,
  callersByLevel: WHO,
  securitySchemes: {
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'token',
      description: 'Session of the web chat. Changes must come from the same origin.',
    },
    key: { type: 'http', scheme: 'bearer', description: 'Personal API key of the web chat, `sk-…`.' },
  },
  statusesOf: consoleStatuses,
})

const WHO = {
  person: 'Everybody who is signed in.',
  admin: 'Managers of the access of a Hub or of the organization; limited to what they manage.',
  organization: 'Organization administrators.',
} as const satisfies Record<Level, string>
