import { createHash } from 'node:crypto'
import { sha256 } from '#ground/base/ids.ts'
import { jsonPieces } from '#ground/base/json/write.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { Caller } from '#ground/identity/caller.ts'

export interface ChatIdSources {
  chatId: unknown
  metadataChatId: unknown
  metadataConversationId: unknown
  header: unknown
  user: unknown
  firstUserMessage: unknown
}

export interface RequestedChat {
  id: string
  kind: 'explicit' | 'derived'
}

/** Longer ids are replaced by their hash, because clients choose the ids and their length. */
const MAX_ID_LENGTH = 512

/**
 * An id derived from the request's field `user` or from the first message is a hash that includes caller and surface,
 * so that two people who send "hi" never share a chat.
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

/** The text arrives in pieces, because a first message may be megabytes long. */
async function digestFor({ email, surface }: Caller, text: Iterable<string>): Promise<string> {
  const hash = createHash('sha256').update(`[${JSON.stringify(email)},${JSON.stringify(surface)},"`)
  for (const piece of text) {
    hash.update(JSON.stringify(piece).slice(1, -1))
    if (processTurns.isSpent()) await processTurns.nextTurn()
  }
  return hash.update('"]').digest('hex')
}

export const explicitChat = (id: string): RequestedChat => {
  const wellFormed = id.toWellFormed()
  return {
    kind: 'explicit',
    id: wellFormed.length > MAX_ID_LENGTH ? `long-${sha256(wellFormed)}` : wellFormed,
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** Suffix of an id that only one caller may use: the start of the caller's hash, or the whole hash. */
const SCOPED = /~([0-9a-f]{8}|[0-9a-f]{64})$/

/**
 * Returns the ids to try in order; the caller gets the first id that is free or already belongs to the caller:
 * 1. The requested id, unless it is derived or has another caller's suffix.
 * 2. The id with the short suffix of the caller.
 * 3. The id with the caller's whole hash, in case another caller has the same short suffix.
 */
export function scopeCandidates({ id, kind }: RequestedChat, caller: Caller): [string, ...string[]] {
  const mark = callerMark(caller)
  const marks = [mark.slice(0, 8), mark]
  const ending = SCOPED.exec(id)?.[1]
  const own = ending !== undefined && marks.includes(ending)
  const scoped = marks.map((mark) => `${id}~${mark}`) as [string, string]
  return kind === 'explicit' && (ending === undefined || own) ? [id, ...scoped] : scoped
}

/** The prefix distinguishes the holder of the bridge key, who has no identity, from any e-mail. */
const callerMark = ({ email }: Caller): string => sha256(email === null ? 'key holder' : `caller ${email}`)

/** The folder is named after a hash, because an id may contain any characters. */
export const scopeFolder = (id: string): string => sha256(id).slice(0, 40)

const PLAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._:@+=~-]{0,127}$/
const FOLDER_SEGMENT = /^~([0-9a-f]{40})$/

/**
 * Plain ids stay unchanged. Other ids (`..`, slashes, control characters) are replaced by the name of the chat's
 * folder.
 */
export const linkSegment = (id: string): string => (PLAIN_ID.test(id) ? id : segmentOfFolder(scopeFolder(id)))

export const segmentOfFolder = (folder: string): string => `~${folder}`

export const folderCandidates = (segment: string, caller: Caller): string[] => [
  ...new Set([folderOfSegment(segment), ...scopeCandidates(explicitChat(segment), caller).map(scopeFolder)]),
]

export const folderOfSegment = (segment: string): string =>
  FOLDER_SEGMENT.exec(segment)?.[1] ?? scopeFolder(segment)
