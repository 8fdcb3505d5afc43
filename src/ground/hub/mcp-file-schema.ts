import { HANDSHAKE_REVISIONS, MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { z } from 'zod'

const text = z.string('expected text')
const filled = text.min(1, 'must not be empty')
const names = z.array(filled, 'expected a list of tool names')

const Restriction = z.strictObject(
  {
    capability: text.regex(/^[a-z][a-z0-9_.-]{0,63}$/, 'expected a capability like send_invoices'),
    label: filled,
    group: filled,
  },
  'expected { capability, label, group }',
)

const MCP_REVISIONS = [MODERN_REVISION, ...HANDSHAKE_REVISIONS] as const

const NO_AUDIENCE = 'expected true, or the address that the server expects as `aud`'

const Options = z.strictObject(
  {
    tools: names.nullable().default(null),
    /** These tools count as read-only, even if the server's annotations differ. */
    readOnly: names.default([]),
    restricted: z
      .union([Restriction, z.record(z.string(), Restriction)], {
        error: 'expected { capability, label, group }, or one such object by tool name',
      })
      .nullable()
      .default(null),
    /** Default: the newest revision that both the Hub and the MCP server support. */
    protocolVersion: z
      .enum(MCP_REVISIONS, `expected one of ${MCP_REVISIONS.join(', ')}`)
      .nullable()
      .default(null),
    /** Recipient of a signed assertion with each call. `true`: the server's address. */
    assertion: z.union([z.boolean(), z.url(NO_AUDIENCE)], NO_AUDIENCE).default(false),
    /** Maximum duration of a call in seconds. */
    timeout: z
      .number('expected a number of seconds')
      .positive('expected a number of seconds')
      .nullable()
      .default(null),
  },
  'expected an object',
)

const disabled = z.boolean('expected true or false').default(false)
const options = Options.prefault({})
const texts = z.record(z.string(), text, 'expected an object with text values').default({})

export const StdioEntry = z
  .strictObject({
    type: z.literal('stdio').default('stdio'),
    command: filled,
    args: z.array(text, 'expected a list of texts').default([]),
    env: texts,
    cwd: filled.nullable().default(null),
    disabled,
    hub: Options.refine(({ assertion }) => assertion === false, {
      path: ['assertion'],
      error: 'only a server with an address receives assertions',
    }).prefault({}),
  })
  .transform(({ hub, disabled: isDisabled, ...reach }) => ({ reach, options: hub, isDisabled }))

export const HttpEntry = z
  .strictObject({
    type: z
      .enum(['http', 'streamable-http', 'streamableHttp'], 'expected "http"')
      .default('http')
      .transform(() => 'http' as const),
    url: filled,
    headers: texts,
    disabled,
    hub: options,
  })
  .transform(({ hub, disabled: isDisabled, ...reach }) => ({ reach, options: hub, isDisabled }))

type Parsed = z.output<typeof StdioEntry> | z.output<typeof HttpEntry>

export type McpReach = Parsed['reach']
export type McpServerOptions = Parsed['options']

export interface McpServerEntry {
  name: string
  /** Line and column count from 1. */
  line: number
  column: number
  reach: McpReach
  options: McpServerOptions
}
