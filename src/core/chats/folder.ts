import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { claimChat, ownerOfFolder } from './claim.ts'
import { createDigests } from './digests.ts'
import { fileFolder, type FileFolder } from './files.ts'
import { appendTurn, type TurnRecord } from './history.ts'
import { sweepDrafts } from './incoming.ts'
import { frameMark, isFrameMark, linkOpens, linkQuery, type LinkPolicy } from './link.ts'
import {
  folderOfSegment,
  foldersMeant,
  linkSegment,
  scopeCandidates,
  scopeFolder,
  type RequestedChat,
} from './scope.ts'

/** A chat as one caller sees it. */
export interface Chat {
  /** The scope: the id as asked for when it is the caller's own, else one of their own beside it. */
  readonly id: string
  readonly files: FileFolder
  /** Where a file opens, root-relative and signed. */
  linkTo(filename: string): string
  recordTurn(turn: TurnRecord): Promise<void>
}

/** Every chat of a Hub, in `<hub>/.chats`. */
export interface Chats {
  /** The chat a caller asked for. The first caller to ask for an explicit id owns it. */
  open(requested: RequestedChat, caller: Caller): Promise<Chat>
  /** The files of a chat that is the caller's already, by its id or as links name it. Unlike `open` it claims nothing. */
  ownFiles(segment: string, caller: Caller): Promise<FileFolder | null>
  /** The files behind a link's path, whoever owns them: for holders of a signed link or a bridge key. */
  filesAt(segment: string): FileFolder
  /** Whether a link's query opens that file now. */
  linkOpens(link: { segment: string; filename: string; query: URLSearchParams }): boolean
  /** A mark for a file's address inside a frame page of ours, good for minutes. */
  frameMark(path: { segment: string; filename: string }): string
  isFrameMark(marked: { segment: string; filename: string; mark: string }): boolean
}

export interface ChatsDeps {
  /** `<hub>/.chats`. */
  folder: string
  links: LinkPolicy
  clock: Clock
}

/** Owners kept in memory, so that a chat in use costs no read of its record. */
const REMEMBERED = 10_000
const DRAFT_LIFETIME_MS = 36 * 60 * 60_000

export async function openChats({ folder, links, clock }: ChatsDeps): Promise<Chats> {
  const incomingFolder = join(folder, '.incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await sweepDrafts(incomingFolder, clock.now() - DRAFT_LIFETIME_MS)
  const digests = createDigests()
  const owners = new BoundedMap<string, string | null | undefined>(REMEMBERED)

  const ownerOf = async (id: string, claimant: string | null) => {
    if (owners.has(id)) return owners.get(id)
    const created_at = new Date(clock.now()).toISOString()
    const owner = await claimChat(join(folder, scopeFolder(id)), { id, owner: claimant, created_at })
    owners.set(id, owner)
    return owner
  }

  const filesIn = (name: string) => fileFolder({ chatFolder: join(folder, name), incomingFolder, digests })

  return {
    async open(requested, caller) {
      for (const id of scopeCandidates(requested, caller)) {
        if ((await ownerOf(id, caller.email)) !== caller.email) continue
        const segment = linkSegment(id)
        const name = scopeFolder(id)
        const path = `${links.hubPath}/artifacts/${encodeURIComponent(segment)}/`
        return {
          id,
          files: filesIn(name),
          linkTo: (filename) =>
            path + encodeURIComponent(filename) + linkQuery(links, segment, filename, epochSeconds(clock)),
          recordTurn: (turn) => appendTurn(join(folder, name), turn),
        }
      }
      throw new Error('no scope left for this caller: the chat records of all of them are unreadable')
    },
    async ownFiles(segment, caller) {
      for (const name of foldersMeant(segment, caller))
        if ((await ownerOfFolder(join(folder, name))) === caller.email) return filesIn(name)
      return null
    },
    filesAt: (segment) => filesIn(folderOfSegment(segment)),
    linkOpens: (link) => linkOpens(links, link, epochSeconds(clock)),
    frameMark: ({ segment, filename }) => frameMark(links, segment, filename, epochSeconds(clock)),
    isFrameMark: (marked) => isFrameMark(links, marked, epochSeconds(clock)),
  }
}
