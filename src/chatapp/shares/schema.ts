import { z } from 'zod'
import { ShownMessage } from '#chatapp/chats/schema.ts'
import { AnswerDelta, AnswerTool } from '#chatapp/turns/schema.ts'

/** `all`: everyone who may use the chat's agents. */
export const ShareAudience = z.enum(['people', 'all'])
export type ShareAudience = z.infer<typeof ShareAudience>

const AccountId = z.string().min(1).max(100)

export const ShareForm = z.object({
  audience: ShareAudience,
  /** Ids of accounts that may use the chat’s agents; ignored for `all`. */
  people: z.array(AccountId).max(100).default([]),
  /** False: readers get a copy of the current messages. */
  live: z.boolean(),
  /** Whether readers see reasoning, and input and output of tools. */
  details: z.boolean().default(false),
  renew: z.boolean().default(false),
})
export type ShareForm = z.output<typeof ShareForm>
/** Open WebUI's clients send no body. The share is then a copy for everyone who may use the chat's agents. */
export const ShareRequest = z.preprocess(
  (body) => (namesNothing(body) ? { audience: 'all', live: false } : body),
  ShareForm,
)

export const namesNothing = (body: unknown): boolean =>
  body === undefined ||
  body === null ||
  (typeof body === 'object' && !Object.keys(ShareForm.shape).some((name) => Object.hasOwn(body, name)))

/** `*` is everyone who may use the chat's agents. */
const ReaderGrant = z.object({
  principal_type: z.enum(['user', 'group']),
  principal_id: AccountId,
  permission: z.literal('read'),
})
export const ReaderGrants = z.array(ReaderGrant)
export const ReaderGrantsForm = z.object({ access_grants: z.array(ReaderGrant).max(100) })

const Person = z.object({ id: z.string(), name: z.string(), email: z.string() })

/** Times are epoch seconds. */
export const OwnShare = z.object({
  id: z.string(),
  chat_id: z.string(),
  audience: ShareAudience,
  people: z.array(Person),
  live: z.boolean(),
  details: z.boolean(),
  created_at: z.number(),
  /** Time when the copy was made, or when the share became live. */
  changed_at: z.number(),
  /** Newest first. */
  openings: z.array(z.object({ name: z.string(), email: z.string(), opened_at: z.number() })),
})
export type OwnShare = z.infer<typeof OwnShare>

export const CandidatesQuery = z.object({ text: z.string().trim().max(200).default('') })
export const Candidates = z.array(Person)

export const EndRequest = z.object({ ids: z.array(z.string().min(1).max(100)).min(1).max(1000) })
export const EndAnswer = z.object({ ids: z.array(z.string()) })

export const ShareParams = z.object({ id: z.string().min(1).max(100) })
export const ShareFileParams = z.object({ id: z.string().min(1).max(100), file: z.string().min(1).max(300) })

export const ReceivedShare = z.object({
  id: z.string(),
  title: z.string(),
  owner: z.string(),
  live: z.boolean(),
  model: z.string().nullable(),
  shared_at: z.number(),
})
export type ReceivedShare = z.infer<typeof ReceivedShare>

export const SharedView = ReceivedShare.extend({
  details: z.boolean(),
  is_own: z.boolean(),
  current_id: z.string().nullable(),
  /** Oldest first. If the first message has a parent, earlier messages exist. */
  messages: z.array(ShownMessage),
})
export type SharedView = z.infer<typeof SharedView>

export const SharedEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), message: ShownMessage }),
  AnswerDelta,
  AnswerTool,
  z.object({ type: z.literal('answered'), message: ShownMessage }),
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('closed') }),
])
export type SharedEvent = z.infer<typeof SharedEvent>

export const ContinuedChat = z.object({ id: z.string() })

export const RecordsQuery = z.object({
  /** Id of a record; returns the records before it. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Contains no title or text of the chat. */
export const ShareRecord = z.object({
  id: z.string(),
  at: z.number(),
  act: z.enum(['made', 'changed', 'ended', 'opened']),
  share_id: z.string(),
  chat_id: z.string(),
  /** E-mail of the owner. */
  owner: z.string(),
  actor: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type ShareRecord = z.infer<typeof ShareRecord>
