export type OnProgress = (done: number, of: number) => void

export interface ImportOutcome {
  stored: number
  /** Chats that were not imported. The title is empty if the entry has none; `position`: in the file, from 1. */
  refused: readonly { title: string; position: number; reason: string }[]
  /** Null if the import reached the end of the file. */
  stopped: StoppedImport | null
}

export interface StoppedImport {
  /** Position of the entry that was not imported, from 1. */
  position: number
  of: number
  reason: string
  /** Imports this entry and the entries after it. The outcome counts the whole file. */
  resume(onProgress: OnProgress): Promise<ImportOutcome>
}
