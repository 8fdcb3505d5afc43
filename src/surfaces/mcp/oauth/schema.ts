import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'

const Asked = {
  hub: z.string().min(1).max(100).describe('Hub slug'),
  client_id: z.string().min(1).max(1000),
  redirect_uri: z.string().min(1).max(2000),
  response_type: z.string().max(50).optional(),
  code_challenge: z.string().max(200).optional(),
  code_challenge_method: z.string().max(20).optional(),
  resource: z.string().max(2000).optional(),
  origin: z
    .string()
    .max(300)
    .optional()
    .describe('Origin of the page; only used for a request without `resource` if no public address is set'),
  state: z.string().max(4000).optional(),
}

export const McpAuthorizationQuery = z.strictObject(Asked)

export const McpAuthorization = z
  .object({
    program: z.string().describe('Name that the program reports, unverified'),
    described_at: z
      .string()
      .optional()
      .describe('Host of the document that describes the program; absent if the program registered itself'),
    destination: z
      .object({
        kind: z.enum(['site', 'machine', 'program']),
        name: z.string().describe('Host that receives the answer, or the scheme of a local program'),
      })
      .describe('Receiver of the answer'),
    hub: z.object({ slug: z.string(), name: z.string() }),
    email: z.string().describe('E-mail of the signed-in person'),
    allowed: z
      .boolean()
      .describe('True if the person may use the Hub; otherwise they cannot authorize a program'),
  })
  .meta({ id: 'McpAuthorization' })
export type McpAuthorization = z.infer<typeof McpAuthorization>

export const McpDecision = z.strictObject({ ...Asked, allow: z.boolean() })
export type McpDecision = z.infer<typeof McpDecision>

export const McpDecided = z
  .object({ redirect_to: z.string().describe('Address to redirect the browser to, with the answer') })
  .meta({ id: 'McpDecided' })
export type McpDecided = z.infer<typeof McpDecided>

export const McpSignIn = z
  .object({
    id: z.string(),
    program: z.string().describe('Name that the program reports'),
    hub: z.string(),
    created_at: Time,
    last_used_at: Time.nullable().describe('Time of the last use, to the minute'),
  })
  .meta({ id: 'McpSignIn' })
export type McpSignIn = z.infer<typeof McpSignIn>

export const McpSignIns = z.object({ items: z.array(McpSignIn) }).meta({ id: 'McpSignIns' })
export type McpSignIns = z.infer<typeof McpSignIns>

export const McpSignInParams = z.object({ id: z.string().min(1).max(64) })
export const McpSignInRevoked = z.object({ id: z.string() })
