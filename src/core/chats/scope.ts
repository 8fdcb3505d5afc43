import { createHash } from 'node:crypto'
import { sha256 } from '#ground/base/ids.ts'
import { jsonPieces } from '#ground/base/json/write.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Caller } from '#ground/identity/caller.ts'

/** Every place a request may name its chat, in the order in which they count. Anything may arrive in the body. */
export interface ChatIdSources {
  chatId: unknown
  metadataChatId: unknown
  metadataConversationId: unknown
  /** Header `X-Svc-Chat-Id`. */
  header: unknown
  user: unknown
  /** Its content. */
  firstUserMessage: unknown
}

/** The requested chat. Only an explicit id can be shared by name between requests of different kinds. */
export interface RequestedChat {
  id: string
  kind: 'explicit' | 'derived'
}

/** Longer ids are replaced by their hash, so that no record grows with foreign input. */
const MAX_ID_LENGTH = 512

/**
 * The chat a completion belongs to: the first source that holds text wins. Ids are opaque.
 *
 * Derived ids (`user`, first message) already contain caller and surface: two people who send "hi" never
 * share a chat. Source: service specification 1.0.1, "POST /v1/chat/completions".
 */
export async function requestedChat(sources: ChatIdSources, caller: Caller): Promise<RequestedChat> {
  const explicit = [sources.chatId, sources.metadataChatId, sources.metadataConversationId, sources.header]
  const id = explicit.find(isText)
  if (id !== undefined) return explicitChat(id)
  const [source, text] = isText(sources.user)
    ? (['user', [sources.user.toWellFormed()]] as const)
    : (['first', jsonPieces(sources.firstUserMessage)] as const)
  return { kind: 'derived', id: `${source}-${(await digestFor(caller, text)).slice(0, 32)}` }
}

/**
 * The digest of `[email, surface, text]` as JSON. The text arrives in pieces, as a first message may be
 * megabytes long.
 */
async function digestFor({ email, surface }: Caller, text: Iterable<string>): Promise<string> {
  const hash = createHash('sha256').update(`[${JSON.stringify(email)},${JSON.stringify(surface)},"`)
  for (const piece of text) {
    hash.update(JSON.stringify(piece).slice(1, -1))
    if (processTurns.isSpent()) await processTurns.nextTurn()
  }
  return hash.update('"]').digest('hex')
}

/** A chat named by the request itself, as in the path of an upload. */
export const explicitChat = (id: string): RequestedChat => {
  const wellFormed = id.toWellFormed()
  return {
    kind: 'explicit',
    id: wellFormed.length > MAX_ID_LENGTH ? `long-${sha256(wellFormed)}` : wellFormed,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Ids that end like a caller's private scope belong to that caller. */
const SCOPED = /~([0-9a-f]{8}|[0-9a-f]{64})$/

/**
 * The scopes to try for a requested chat, best first: the caller gets the first that is free or their own.
 *
 * The id as given is first, unless it is derived or ends like another caller's scope. The short mark is the
 * usual fallback; the whole hash follows, in case another caller with the same short mark has taken it.
 */
export function scopeCandidates({ id, kind }: RequestedChat, caller: Caller): [string, ...string[]] {
  const mark = callerMark(caller)
  const marks = [mark.slice(0, 8), mark]
  const ending = SCOPED.exec(id)?.[1]
  const own = ending !== undefined && marks.includes(ending)
  const scoped = marks.map((mark) => `${id}~${mark}`) as [string, string]
  return kind === 'explicit' && (ending === undefined || own) ? [id, ...scoped] : scoped
}

/** A caller without an identity is the holder of the bridge key. The prefix keeps that apart from any e-mail. */
const callerMark = ({ email }: Caller): string => sha256(email === null ? 'key holder' : `caller ${email}`)

/** The name of a scope's folder: safe on every file system for any id. */
export const scopeFolder = (id: string): string => sha256(id).slice(0, 40)

const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:@+=~-]{0,127}$/
const FOLDER_SEGMENT = /^~([0-9a-f]{40})$/

/** How a scope appears in a link's path: plain ids as they are, odd ones (`..`, slashes, controls) by folder. */
export const linkSegment = (id: string): string => (PLAIN_ID.test(id) ? id : segmentOfFolder(scopeFolder(id)))

/** A link's name for the scope with this folder. */
export const segmentOfFolder = (folder: string): string => `~${folder}`

/** The folders that a link's path may mean for a caller, of which the first that is theirs counts. */
export const foldersMeant = (segment: string, caller: Caller): string[] => [
  ...new Set([folderOfSegment(segment), ...scopeCandidates(explicitChat(segment), caller).map(scopeFolder)]),
]

/** The folder that a link's path means; the inverse of `linkSegment`. Any other text is an id. */
export const folderOfSegment = (segment: string): string =>
  FOLDER_SEGMENT.exec(segment)?.[1] ?? scopeFolder(segment)
