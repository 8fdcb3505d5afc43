import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'
import {
  ClaimName,
  EmailDomain,
  ProviderId,
  ProviderIssuer,
  ProviderName,
  ProviderScopes,
  USUAL_SCOPES,
} from '#ground/identity/schema.ts'

const stored = {
  may_change: z.boolean().describe('False unless `SVC_CONSOLE_SETUP` is on'),
  set_by: z
    .array(z.string())
    .describe('Variables of the environment, which take precedence and prevent changes'),
}

const change = {
  revision: z.string().nullable().describe('Revision of the stored settings; null if none are stored'),
  changed_at: Time.nullable(),
  changed_by: z.string().nullable(),
}

const ExpectedRevision = z
  .string()
  .min(1)
  .max(64)
  .nullable()
  .describe('Revision that the change was planned for; null if nothing was stored')

const Security = z
  .enum(['tls', 'starttls'])
  .describe('`starttls` begins without TLS; a password is sent without TLS only within the machine')

export const MailServerView = z.object({
  host: z.string(),
  port: z.int(),
  security: Security,
  user: z.string().nullable().describe('Null if the mail server needs none, or if a variable sets it'),
  has_password: z.boolean().describe('The password itself is never returned'),
  from: z.string(),
})
export type MailServerView = z.infer<typeof MailServerView>

export const MailSetup = z
  .object({
    ...stored,
    server: MailServerView.nullable().describe('Null if the service sends no mail'),
    is_readable: z.boolean().describe('False if the stored settings were encrypted with other secrets'),
    ...change,
  })
  .meta({ id: 'MailSetup' })
export type MailSetup = z.infer<typeof MailSetup>

export const MailChange = z
  .strictObject({
    expected_revision: ExpectedRevision,
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^[\p{L}\p{N}:._-]+$/u, 'expected a host name such as mail.example.com, without a port'),
    port: z.int().min(1).max(65_535),
    security: Security,
    user: z.string().trim().max(320).default(''),
    password: z
      .string()
      .max(1000)
      .optional()
      .describe('Without it, the stored password stays, if the server and the user stay the same'),
    from: z
      .string()
      .trim()
      .max(320)
      .regex(/^[^\s<>"]+@[^\s<>"]+$/, 'expected an e-mail address such as hub@example.com'),
  })
  .meta({ id: 'MailChange' })
export type MailChange = z.output<typeof MailChange>

const Text = z.string().trim()
const List = z.array(Text.min(1).max(200)).max(100)

/** `ProviderSettings` without the id, which is in the path. */
const providerFields = {
  name: ProviderName,
  issuer: ProviderIssuer,
  client_id: Text.min(1).max(500),
  scopes: ProviderScopes.default(USUAL_SCOPES),
  sign_up: z
    .boolean()
    .nullable()
    .default(null)
    .describe('Whether sign-ins may create accounts; null: only while sign-up is open'),
  default_role: z
    .enum(['pending', 'user'])
    .nullable()
    .default(null)
    .describe('Role of new accounts; null: the role of sign-up'),
  link: z
    .boolean()
    .default(false)
    .describe('Whether to link people to the account with the same verified e-mail'),
  trust_email: z
    .boolean()
    .default(false)
    .describe('Whether e-mails without `email_verified` count as verified'),
  allowed_domains: z.array(EmailDomain).max(100).default([]).describe('Accepted e-mail domains; empty: all'),
  role_claim: ClaimName.nullable().default(null),
  admin_values: List.default([]).describe('Values of the role claim that make a person administrator'),
  user_values: List.default([]).describe('Values of the role claim that make a person a user; empty: all'),
  groups_claim: ClaimName.nullable().default(null),
  sign_out: z.boolean().default(false).describe('Whether signing out also ends the session at the provider'),
}

export const ProviderView = z
  .object({
    id: z.string(),
    settings: z
      .object(providerFields)
      .nullable()
      .describe('Null if the stored settings were encrypted with other secrets, and so are not used'),
    has_secret: z.boolean().describe('The client secret itself is never returned'),
    redirect_uri: z.string().describe('Address to register at the provider'),
    revision: z.string(),
    changed_at: Time,
    changed_by: z.string(),
  })
  .meta({ id: 'ProviderSetup' })
export type ProviderView = z.infer<typeof ProviderView>

export const ProvidersSetup = z
  .object({
    may_change: stored.may_change,
    is_supported: z.boolean().describe('False if Open WebUI is the web chat'),
    redirect_uri: z.string().describe('Address to register at a provider, with `<id>` for its id'),
    items: z.array(ProviderView).describe('Providers that were set up in the Console'),
  })
  .meta({ id: 'ProvidersSetup' })
export type ProvidersSetup = z.infer<typeof ProvidersSetup>

export const ProviderParams = z.object({ provider: ProviderId })
export const ProviderChange = z
  .strictObject({
    expected_revision: ExpectedRevision,
    ...providerFields,
    client_secret: z
      .string()
      .min(1)
      .max(2000)
      .nullable()
      .optional()
      .describe(
        'Without it, the stored secret stays, if the issuer and the client id stay the same; null for a public client',
      ),
  })
  .meta({ id: 'ProviderChange' })
export type ProviderChange = z.output<typeof ProviderChange>

export const SetupRemoval = z.strictObject({ expected_revision: z.string().min(1).max(64) })
