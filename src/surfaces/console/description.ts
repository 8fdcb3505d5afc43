import { consoleStatuses } from '#ground/api/console-statuses.ts'
import type { ConsoleRoute, Level } from '#ground/api/contract.ts'
import type { DescribedApi } from '#ground/api/openapi.ts'
import { ErrorBody } from '#ground/api/schema.ts'

const SITE = '/portal'

/** The parts of the Console API's OpenAPI description other than routes. */
export const describedConsole = (version: string): DescribedApi<ConsoleRoute> => ({
  title: 'Hub Service Console API',
  version,
  server: `${SITE}/api`,
  site: SITE,
  errorBody: ErrorBody,
  who: WHO,
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
