import { z } from 'zod'
import { Filter, checkSpan, pageSchema, Paging, TimeSpan, Time } from '#ground/api/schema.ts'

/** The address must not contain a key, because everyone who sees the address would see the key. */
const Address = z
  .url({ protocol: /^https?$/, error: 'expected an http or https address' })
  .max(2000)
  .refine((text) => !/[?#]|\/\/[^/]*@/.test(text), 'expected an address without a key, query or fragment')

const Revision = z.string().min(1).max(64).describe('Revision of the list for which the change was planned')

export const ModelConnection = z
  .object({
    place: z.int().describe('Position in the list, from 0; valid only for this revision'),
    url: z.string(),
    enabled: z.boolean(),
    prefix: z
      .string()
      .describe('Prefix of model names, shown as `<prefix>.<id>`; empty shows them unchanged'),
    model_ids: z
      .array(z.string())
      .describe('Ids of offered models; empty offers all models that the server lists'),
    has_key: z.boolean().describe('True if a key is stored; the key itself is never returned'),
    headers: z.array(z.string()).describe('Names of additional headers'),
  })
  .meta({ id: 'ModelConnection' })
export type ModelConnection = z.infer<typeof ModelConnection>

export const ModelConnections = z
  .object({
    revision: z.string(),
    is_on: z.boolean().describe('False if the web chat uses no model connection'),
    hubs: z.int().describe('Connections to Hubs, which are read-only'),
    items: z.array(ModelConnection),
  })
  .meta({ id: 'ModelConnections' })
export type ModelConnections = z.infer<typeof ModelConnections>

const Key = z.string().trim().max(1000).describe('Key of the server; an empty text removes the stored key')
const Prefix = z
  .string()
  .trim()
  .max(64)
  .regex(/^[\w.-]*$/, 'expected letters, digits, ., - and _')
const ModelIds = z.array(z.string().trim().min(1).max(256)).max(500)

export const NewModelConnection = z
  .strictObject({
    expected_revision: Revision,
    url: Address,
    key: Key.default(''),
    prefix: Prefix.default(''),
    model_ids: ModelIds.default([]),
  })
  .meta({ id: 'NewModelConnection' })
export type NewModelConnection = z.output<typeof NewModelConnection>

export const ModelConnectionChange = z
  .strictObject({
    expected_revision: Revision,
    url: Address.optional().describe('Address of the server; a new address requires the key again'),
    key: Key.optional(),
    prefix: Prefix.optional(),
    model_ids: ModelIds.optional(),
    enabled: z.boolean().optional(),
  })
  .meta({ id: 'ModelConnectionChange' })
export type ModelConnectionChange = z.output<typeof ModelConnectionChange>

export const ModelConnectionRemoval = z.strictObject({ expected_revision: Revision })

export const ModelConnectionTest = z
  .strictObject({
    url: Address,
    key: z
      .string()
      .trim()
      .max(1000)
      .optional()
      .describe('Key of the server; default the stored key of this address'),
    place: z
      .int()
      .min(0)
      .optional()
      .describe('Position in the list, if several connections have this address'),
  })
  .meta({ id: 'ModelConnectionTest' })
export type ModelConnectionTest = z.infer<typeof ModelConnectionTest>

export const OfferedModels = z.object({ models: z.array(z.string()) })

const whole = z.string().regex(/^\d{1,4}$/, 'expected a whole number')
export const ConnectionIndexParams = z.object({ place: whole })

export const SignUpPolicy = z
  .object({
    policy: z.enum(['open', 'approval', 'closed']),
    role: z
      .enum(['pending', 'user', 'admin'])
      .describe('Role of new accounts, also of accounts from identity providers'),
    group: z.string().nullable().describe('Id of the group of new accounts'),
  })
  .meta({ id: 'SignUpPolicy' })
export type SignUpPolicy = z.infer<typeof SignUpPolicy>

export const SignUpChange = z
  .strictObject({
    policy: SignUpPolicy.shape.policy,
    role: z
      .enum(['pending', 'user'])
      .optional()
      .describe('Role of new accounts when sign-up is closed; otherwise the policy decides'),
    group: z.string().min(1).max(64).nullable().optional(),
  })
  .meta({ id: 'SignUpChange' })
export type SignUpChange = z.infer<typeof SignUpChange>

export const SecondFactorRule = z
  .object({
    is_on: z.boolean(),
    is_known: z.boolean().describe('False if the web chat cannot require a second factor'),
    locked_by: z
      .string()
      .nullable()
      .describe('Variable that sets the value and so prevents changes; null if none is set'),
  })
  .meta({ id: 'SecondFactorRule' })
export type SecondFactorRule = z.infer<typeof SecondFactorRule>
export const SecondFactorChange = z.strictObject({ is_on: z.boolean() })

export const BannerLevel = z.enum(['info', 'warning', 'error'])
export const SiteBanner = z.object({ text: z.string(), level: BannerLevel, until: Time.nullable() })
export const BannerView = z.object({ banner: SiteBanner.nullable() }).meta({ id: 'Banner' })
export const BannerChange = z
  .strictObject({
    banner: z
      .strictObject({
        text: z.string().trim().min(1).max(500),
        level: BannerLevel.default('info'),
        until: Time.nullable().default(null),
      })
      .nullable(),
  })
  .meta({ id: 'BannerChange' })
export type BannerChange = z.output<typeof BannerChange>

export const AdministeredGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    members: z.int().nullable().describe('Number of members; null if the web chat does not report it'),
  })
  .meta({ id: 'Group' })
export type AdministeredGroup = z.infer<typeof AdministeredGroup>

const Locked = z.string().nullable().describe('Variable that prevents changes; null if none is set')
export const GroupList = z.object({ items: z.array(AdministeredGroup), total: z.int(), locked_by: Locked })
export const GroupMember = z.object({ email: z.string(), name: z.string() })
export const GroupPage = z
  .object({ group: AdministeredGroup, members: z.array(GroupMember), locked_by: Locked })
  .meta({ id: 'GroupPage' })
export const GroupForm = z
  .strictObject({
    name: z.string().trim().min(1).max(200),
    description: z.string().trim().max(2000).default(''),
  })
  .meta({ id: 'GroupForm' })
export type GroupForm = z.output<typeof GroupForm>
export const GroupParams = z.object({ group: z.string().min(1).max(64) })
export const GroupMembersChange = z
  .strictObject({
    add: z
      .array(z.string().trim().min(1).max(300))
      .max(200)
      .default([])
      .describe('E-mails of accounts to add'),
    remove: z.array(z.string().trim().min(1).max(300)).max(200).default([]),
  })
  .meta({ id: 'GroupMembersChange' })
export type GroupMembersChange = z.output<typeof GroupMembersChange>
export const GroupRemoved = z.object({ id: z.string(), deleted: z.literal(true) })

export const SignInWay = z.enum(['password', 'second_factor', 'passkey', 'provider', 'sign_up'])
export const SignInsQuery = z
  .strictObject({
    user: Filter.describe('Only sign-ins with this complete e-mail'),
    way: SignInWay.optional(),
    outcome: z.enum(['signed_in', 'refused']).optional(),
    ...TimeSpan.shape,
    ...Paging.shape,
  })
  .check(checkSpan)
export type SignInsQuery = z.output<typeof SignInsQuery>

export const SignInRecord = z
  .object({
    id: z.string(),
    at: Time,
    email: z.string().nullable().describe('E-mail of the person who signed in or tried to'),
    way: SignInWay,
    provider: z.string().nullable().describe('Id of the identity provider'),
    outcome: z.string().describe('`signed_in`, or the reason of the refusal'),
    detail: z.string().nullable().describe('Explanation of the outcome, such as a message of the provider'),
    network: z.string().nullable().describe('Network of the browser’s address: /24 for IPv4, /48 for IPv6'),
    program: z.string().nullable(),
    system: z.string().nullable(),
  })
  .meta({ id: 'SignInRecord' })
export type SignInRecord = z.infer<typeof SignInRecord>
export const SignInsPage = pageSchema(SignInRecord)
  .extend({ total_is_exact: z.boolean().describe('False if there are more sign-ins than `total`') })
  .meta({ id: 'SignInsPage' })

export const WaysIn = z
  .object({
    passwords: z
      .object({ on: z.boolean(), variable: z.string() })
      .nullable()
      .describe('Sign-in with passwords; null if the web chat does not report it'),
    providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        issuer: z.string(),
        client_id: z.string(),
        has_secret: z.boolean(),
        scope: z.string(),
        sign_up: z.boolean().nullable(),
        default_role: z.string().nullable(),
        link: z.boolean(),
        allowed_domains: z.array(z.string()),
        role_claim: z.string().nullable(),
        groups_claim: z.string().nullable(),
        variable: z
          .string()
          .nullable()
          .describe('Variable that configures the provider; null if it was set up in the Console'),
      }),
    ),
    connection_providers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        url: z.string(),
        kind: z.string(),
        enabled: z.boolean(),
        connections: z.int().nullable(),
        problem: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WaysIn' })
export type WaysIn = z.infer<typeof WaysIn>
