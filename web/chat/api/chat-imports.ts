export type OnProgress = (done: number, of: number) => void

export interface ImportOutcome {
  stored: number
  /** `position` counts from 1; the title is empty if the entry has none. */
  refused: readonly { title: string; position: number; reason: string }[]
  stopped: StoppedImport | null
}

export interface StoppedImport {
  /** Counts from 1. */
  position: number
  of: number
  reason: string
  resume(onProgress: OnProgress): Promise<ImportOutcome>
}
