export const KINDS = [
  'accounts',
  'keys',
  'groups',
  'folders',
  'prompts',
  'files',
  'chats',
  'memories',
] as const
export type Kind = (typeof KINDS)[number]

export interface Count {
  found: number
  added: number
  known: number
}

export interface LeftOut {
  what: string
  count: number
  reason: string
  names: string[]
}

export interface ImportReport {
  counts: Record<Kind, Count>
  leftOut: LeftOut[]
  remarks: string[]
}

const MAX_NAMES = 20

/** Texts from the imported database must not control the administrator's terminal. */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')

export function createReport() {
  const report: ImportReport = {
    counts: Object.fromEntries(
      KINDS.map((kind) => [kind, { found: 0, added: 0, known: 0 }]),
    ) as ImportReport['counts'],
    leftOut: [],
    remarks: [],
  }
  const newer = { chats: 0, messages: 0, at: -1 }
  return {
    report,
    count(kind: Kind, outcome: 'added' | 'known' | 'left') {
      report.counts[kind].found++
      if (outcome !== 'left') report.counts[kind][outcome]++
    },
    leave(what: string, rawReason: string, name = '') {
      const reason = printable(rawReason)
      const same = report.leftOut.find((left) => left.what === what && left.reason === reason)
      const left = same ?? { what, count: 0, reason, names: [] }
      if (!same) report.leftOut.push(left)
      left.count++
      if (name && left.names.length < MAX_NAMES) left.names.push(printable(name).slice(0, 80))
    },
    /** Counts the new messages of a chat that an earlier import stored. */
    addToChat(messages: number) {
      newer.chats++
      newer.messages += messages
      if (newer.at === -1) newer.at = report.remarks.length
      report.remarks[newer.at] =
        `Newer messages in ${newer.chats} ${newer.chats === 1 ? 'chat that is' : 'chats that are'} here already: ${newer.messages}, which the import adds.`
    },
    remark: (sentence: string) => void report.remarks.push(sentence),
  }
}

export type Reporting = ReturnType<typeof createReport>
