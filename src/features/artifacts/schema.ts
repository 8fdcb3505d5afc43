import { z } from 'zod'
import { Filter, pageSchema, Paging, sorting, Time } from '#ground/api/schema.ts'
import { ARTIFACT_SORT } from '#ground/api/list-sorts.ts'

/** `none`: download only. */
export const PreviewKind = z.enum([
  'html',
  'svg',
  'markdown',
  'code',
  'text',
  'csv',
  'json',
  'image',
  'audio',
  'video',
  'pdf',
  'none',
])
export type PreviewKind = z.infer<typeof PreviewKind>

export const AudienceKind = z.enum(['owner', 'people', 'hub'])
export type AudienceKind = z.infer<typeof AudienceKind>

const Person = z.object({ email: z.string(), name: z.string() })
const Group = z.object({ id: z.string(), name: z.string() })

/** People and groups are listed only for the owner; other viewers receive empty lists. */
export const ArtifactAudience = z
  .object({ kind: AudienceKind, people: z.array(Person), groups: z.array(Group) })
  .meta({ id: 'ArtifactAudience' })

export const PublicLink = z
  .object({
    active: z.boolean().describe('False if the link has expired or the owner may no longer share publicly'),
    created_at: Time,
    expires_at: Time,
    opens: z.int(),
    last_opened_at: Time.nullable(),
  })
  .meta({ id: 'ArtifactLink' })
export type PublicLink = z.infer<typeof PublicLink>

export const ArtifactView = z
  .object({
    id: z.string(),
    hub: z.string(),
    hub_name: z.string(),
    owner: Person,
    title: z.string(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int().describe('Size in bytes'),
    sha256: z.string(),
    version: z.int(),
    created_at: Time,
    updated_at: Time,
    preview: PreviewKind,
    audience: ArtifactAudience,
    mine: z.boolean(),
    link: PublicLink.nullable().optional().describe('Public link; only for the owner'),
    may_share_publicly: z
      .boolean()
      .optional()
      .describe('True if public links are allowed; only for the owner'),
  })
  .meta({ id: 'Artifact' })
export type ArtifactView = z.infer<typeof ArtifactView>

export const ArtifactVersion = z
  .object({
    version: z.int(),
    size: z.int(),
    sha256: z.string(),
    filename: z.string(),
    content_type: z.string(),
    preview: PreviewKind,
    created_at: Time,
  })
  .meta({ id: 'ArtifactVersion' })
export type ArtifactVersion = z.infer<typeof ArtifactVersion>

export const ArtifactDetail = ArtifactView.extend({
  versions: z.array(ArtifactVersion).describe('Stored versions, newest first'),
}).meta({ id: 'ArtifactDetail' })
export type ArtifactDetail = z.infer<typeof ArtifactDetail>

export const ArtifactPage = pageSchema(ArtifactView)
  .extend({ total_is_exact: z.boolean().describe('False if there are more artifacts than `total`') })
  .meta({ id: 'ArtifactPage' })
export type ArtifactPage = z.infer<typeof ArtifactPage>

export const ArtifactParams = z.object({ id: z.string() })

export const ArtifactQuery = z.strictObject({
  view: z.enum(['mine', 'shared', 'all']).default('all'),
  hub: Filter,
  q: Filter.describe('Only artifacts with this text in their title or file name'),
  preview: PreviewKind.optional(),
  ...sorting(ARTIFACT_SORT),
  ...Paging.shape,
})
export type ArtifactQuery = z.output<typeof ArtifactQuery>

const MAX_PEOPLE = 100
const MAX_GROUPS = 50

export const AudienceForm = z.strictObject({
  kind: AudienceKind,
  people: z
    .array(z.string().min(1).max(254))
    .max(MAX_PEOPLE)
    .default([])
    .describe('E-mails of readers; only used with kind `people`'),
  groups: z
    .array(z.string().min(1).max(256))
    .max(MAX_GROUPS)
    .default([])
    .describe('Ids of web chat groups of readers; only used with kind `people`'),
})
export type AudienceForm = z.output<typeof AudienceForm>

export const RestoreForm = z.strictObject({ version: z.int().min(1) })

export const LinkForm = z.strictObject({
  action: z.enum(['create', 'revoke']),
  days: z.int().min(1).max(90).default(7).describe('Days until the new link expires'),
})

export const LinkAnswer = z
  .object({
    link: PublicLink.nullable(),
    url: z.string().optional().describe('Address of the link; only in the response that creates it'),
  })
  .meta({ id: 'ArtifactLinkAnswer' })
export type LinkAnswer = z.infer<typeof LinkAnswer>

export const ArtifactDeleted = z.object({ deleted: z.literal(true) })

/** Control characters, and invisible characters that change the apparent order of text. */
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u

export const Title = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((text) => !INVISIBLE.test(text), 'expected a single line of text')

export const ChatFileForm = z.strictObject({
  hub: z.string().min(1).max(255),
  chat_id: z.string().min(1).max(512),
  filename: z.string().min(1).max(1024),
  title: Title.optional().describe('Title; default the file’s name'),
  artifact: z
    .string()
    .max(64)
    .optional()
    .describe('Id of the artifact that gets a new version; default a new artifact'),
})
export type ChatFileForm = z.output<typeof ChatFileForm>

export const PublishedQuery = z.strictObject({
  hub: z.string().min(1).max(255),
  chat_id: z.string().min(1).max(512).describe('Id of the chat in links to its files'),
})

export const PublishedFiles = z
  .object({ items: z.array(z.object({ filename: z.string(), artifact: ArtifactView })) })
  .meta({ id: 'ArtifactsOfChat' })
export type PublishedFiles = z.infer<typeof PublishedFiles>

export const UploadQuery = z.strictObject({
  hub: z.string().min(1).max(255),
  filename: z.string().min(1).max(1024),
  title: Title.optional(),
  artifact: z.string().max(64).optional(),
})

export const CandidatesQuery = z.strictObject({
  q: z.string().trim().min(2, 'expected at least 2 characters').max(200),
})

export const ArtifactCandidates = z
  .object({ people: z.array(Person), groups: z.array(Group) })
  .meta({ id: 'ArtifactCandidates' })
export type ArtifactCandidates = z.infer<typeof ArtifactCandidates>

export const ArtifactEvent = z.object({ version: z.int().optional(), updated_at: Time.optional() })

export const PublicArtifact = z
  .object({
    id: z.string(),
    title: z.string(),
    filename: z.string(),
    content_type: z.string(),
    size: z.int(),
    preview: PreviewKind,
    version: z.int(),
    updated_at: Time,
    expires_at: Time.describe('Time at which the link expires'),
  })
  .meta({ id: 'PublicArtifact' })
export type PublicArtifact = z.infer<typeof PublicArtifact>
