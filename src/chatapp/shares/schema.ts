import { z } from 'zod'
import { ShownMessage } from '#chatapp/chats/schema.ts'
import { AnswerDelta, AnswerTool } from '#chatapp/turns/schema.ts'

/** People it is open to: those who are named, or everybody who may use its agents. */
export const ShareAudience = z.enum(['people', 'all'])
export type ShareAudience = z.infer<typeof ShareAudience>

const AccountId = z.string().min(1).max(100)

/** Complete settings of a share, which replace earlier ones. */
export const ShareForm = z.object({
  audience: ShareAudience,
  /** Ids of accounts that may use the chat’s agents; of no meaning for `all`. */
  people: z.array(AccountId).max(100).default([]),
  /** Whether it follows the chat; else it is a copy of the present messages. */
  live: z.boolean(),
  /** Whether readers see reasoning, and what tools were given and gave. */
  details: z.boolean().default(false),
  /** An existing copy is replaced. */
  renew: z.boolean().default(false),
})
export type ShareForm = z.output<typeof ShareForm>

const Person = z.object({ id: z.string(), name: z.string(), email: z.string() })

/** A share as its owner sees it. Times are epoch seconds. */
export const OwnShare = z.object({
  id: z.string(),
  chat_id: z.string(),
  audience: ShareAudience,
  people: z.array(Person),
  live: z.boolean(),
  details: z.boolean(),
  created_at: z.number(),
  /** Time at which the copy was made. */
  changed_at: z.number(),
  /** People who opened it, the newest first. */
  openings: z.array(z.object({ name: z.string(), email: z.string(), opened_at: z.number() })),
})
export type OwnShare = z.infer<typeof OwnShare>

export const CandidatesQuery = z.object({ text: z.string().trim().max(200).default('') })
export const Candidates = z.array(Person)

/** Chats of the caller’s, by their own ids. */
export const EndRequest = z.object({ ids: z.array(z.string().min(1).max(100)).min(1).max(1000) })
/** Those that were shared until now. */
export const EndAnswer = z.object({ ids: z.array(z.string()) })

export const ShareParams = z.object({ id: z.string().min(1).max(100) })
export const ShareFileParams = z.object({ id: z.string().min(1).max(100), file: z.string().min(1).max(300) })

/** A chat shared with the caller. */
export const ReceivedShare = z.object({
  id: z.string(),
  title: z.string(),
  /** Name of who shares it. */
  owner: z.string(),
  live: z.boolean(),
  /** Its agent, or the first of them. */
  model: z.string().nullable(),
  shared_at: z.number(),
})
export type ReceivedShare = z.infer<typeof ReceivedShare>

/** A stretch of a shared chat, as its readers see it. */
export const SharedView = ReceivedShare.extend({
  details: z.boolean(),
  /** The caller shares it. */
  is_own: z.boolean(),
  /** Newest message. */
  current_id: z.string().nullable(),
  /** Oldest first, of the one branch that is shown. There are earlier ones when the first of them has a parent. */
  messages: z.array(ShownMessage),
})
export type SharedView = z.infer<typeof SharedView>

/** Events for readers of a live share: growing answers, other changes, and its end. */
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
  /** Records before this record. */
  before: z.string().max(100).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/** Something that was done about a share. The chat’s title and words are not in it. */
export const ShareRecord = z.object({
  id: z.string(),
  at: z.number(),
  act: z.enum(['made', 'changed', 'ended', 'opened']),
  share_id: z.string(),
  chat_id: z.string(),
  /** E-mails. */
  owner: z.string(),
  actor: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type ShareRecord = z.infer<typeof ShareRecord>
