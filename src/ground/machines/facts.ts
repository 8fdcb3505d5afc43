/** One start of the service. */
export interface MachineFacts {
  /** Of this start. */
  id: string
  /** For people. */
  name: string
  version: string
  /** Id of its data folder. */
  folder: string
  /** What it has in common with others; left out, it agrees with everybody. */
  shared?: Shared | undefined
  /** What it brings from the store to a folder, with nobody else at work; left out, it serves. */
  moves?: Moving
}

export type Moving = 'inbox' | 'chats'

/** What machines of a store have in common. Null: a machine has none. */
export interface Shared {
  /** Tells whether two have the same secrets, and nothing of what they are. */
  secrets: string | null
  /** Whether answers of other machines come live. */
  bus: boolean
  /** In which bucket files lie, without what lets anybody in. */
  blobs: string | null
}
