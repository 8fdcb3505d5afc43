import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'

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

export const SetupRemoval = z.strictObject({ expected_revision: z.string().min(1).max(64) })
