import { BoundedMap } from '#ground/base/bounded-map.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { chatFilePath } from '#ground/turn/chat-file-link/schema.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { FileFolder } from './files.ts'
import type { HistoryTurn } from './history.ts'
import { frameMark, isFrameMark, linkOpens, linkQuery, pageLinkQuery, type LinkPolicy } from './link.ts'
import {
  folderOfSegment,
  folderCandidates,
  linkSegment,
  scopeCandidates,
  scopeFolder,
  segmentOfFolder,
  type RequestedChat,
} from './scope.ts'

export interface CallerChat {
  /** The requested id if the chat belongs to the caller; otherwise a private id that is derived from it. */
  readonly id: string
  readonly files: FileFolder
  linkTo(filename: string): Promise<string>
  recordTurn(turn: HistoryTurn): Promise<void>
}

export interface CallerChats extends AsyncDisposable {
  /** The first caller of an explicit id becomes its owner. */
  open(requested: RequestedChat, caller: Caller): Promise<CallerChat>
  /** Does not make the caller the owner of a chat that has no owner. */
  ownFiles(segment: string, caller: Caller): Promise<FileFolder | null>
  /** Without an access check: the caller must have verified a signed link or the bridge key. */
  filesAt(segment: string): FileFolder
  linkOpens(link: { segment: string; filename: string; query: URLSearchParams }): Promise<boolean>
  /** The link is root-relative and valid for minutes; null if the caller has no such chat. */
  pageLinkTo(file: { segment: string; filename: string }, caller: Caller): Promise<string | null>
  /** Makes all links to the chat's files invalid. False if the caller has no such chat. */
  revokeLinks(segment: string, caller: Caller): Promise<boolean>
  /** Signs the address of a file that the service's own HTML page embeds in a frame. Valid for minutes. */
  frameMark(path: { segment: string; filename: string }): string
  isFrameMark(marked: { segment: string; filename: string; mark: string }): boolean
  /** Removes the owner's chat. Keeps chats of other owners, even if their ids derive from the same requested id. */
  remove(requested: RequestedChat, owner: string | null): Promise<void>
}

export interface ChatStorage extends AsyncDisposable {
  /** Concurrent callers get the same owner. Undefined if the record is unreadable: do not use the scope. */
  claim(of: { scope: string; id: string }, owner: string | null): Promise<string | null | undefined>
  /** Undefined if the scope has no owner or its record is unreadable. */
  ownerOf(scope: string): Promise<string | null | undefined>
  filesIn(scope: string): FileFolder
  /**
   * A link is valid only for the generation in which it was signed. The first generation is a random number; each
   * revocation adds 1.
   */
  linkGeneration(scope: string): Promise<number>
  revokeLinks(scope: string): Promise<void>
  recordTurn(scope: string, turn: HistoryTurn): Promise<void>
  remove(scope: string, owner: string | null): Promise<void>
}

export interface ChatsDeps {
  storage: ChatStorage
  links: LinkPolicy
  clock: Clock
}

const MAX_CACHED_OWNERS = 10_000

export function createCallerChats({ storage, links, clock }: ChatsDeps): CallerChats {
  const owners = new BoundedMap<string, string | null | undefined>(MAX_CACHED_OWNERS)

  const ownerOf = async (id: string, claimant: string | null) => {
    if (owners.has(id)) return owners.get(id)
    const owner = await storage.claim({ scope: scopeFolder(id), id }, claimant)
    owners.set(id, owner)
    return owner
  }

  const ownScope = async (segment: string, caller: Caller): Promise<string | null> => {
    for (const scope of folderCandidates(segment, caller))
      if ((await storage.ownerOf(scope)) === caller.email) return scope
    return null
  }

  return {
    async open(requested, caller) {
      for (const id of scopeCandidates(requested, caller)) {
        if ((await ownerOf(id, caller.email)) !== caller.email) continue
        const segment = linkSegment(id)
        const scope = scopeFolder(id)
        return {
          id,
          files: storage.filesIn(scope),
          async linkTo(filename) {
            const file = { segment, filename, generation: await storage.linkGeneration(scope) }
            return (
              chatFilePath(links.hubPath, segment, filename) + linkQuery(links, file, epochSeconds(clock))
            )
          },
          recordTurn: (turn) => storage.recordTurn(scope, turn),
        }
      }
      throw new Error(
        'no chat folder is left for this caller: the chat records of all their folders are unreadable',
      )
    },
    async ownFiles(segment, caller) {
      const scope = await ownScope(segment, caller)
      return scope === null ? null : storage.filesIn(scope)
    },
    filesAt: (segment) => storage.filesIn(folderOfSegment(segment)),
    async linkOpens(link) {
      if (!link.query.has('t')) return false
      const generation = await storage.linkGeneration(folderOfSegment(link.segment))
      return linkOpens(links, { ...link, generation }, epochSeconds(clock))
    },
    async pageLinkTo({ segment, filename }, caller) {
      const scope = await ownScope(segment, caller)
      if (scope === null) return null
      const file = {
        segment: segmentOfFolder(scope),
        filename,
        generation: await storage.linkGeneration(scope),
      }
      const query = pageLinkQuery(links, file, epochSeconds(clock))
      return chatFilePath(links.hubPath, file.segment, filename) + query
    },
    async revokeLinks(segment, caller) {
      const scope = await ownScope(segment, caller)
      if (scope !== null) await storage.revokeLinks(scope)
      return scope !== null
    },
    frameMark: ({ segment, filename }) => frameMark(links, segment, filename, epochSeconds(clock)),
    isFrameMark: (marked) => isFrameMark(links, marked, epochSeconds(clock)),
    remove: ({ id }, owner) => storage.remove(scopeFolder(id), owner),
    [Symbol.asyncDispose]: () => storage[Symbol.asyncDispose](),
  }
}
