/** One start of the service. */
export interface InstanceFacts {
  /** Of this start. */
  id: string
  /** For people. */
  name: string
  version: string
  /** Id of its data folder. */
  folder: string
  /** Settings that must agree; left out, it agrees with every instance. */
  shared?: SharedSettings | undefined
  /** The move from the store to a folder that it performs, exclusively; left out, it serves. */
  moves?: Moving
}

export type Moving = 'inbox' | 'chats'

/** Settings that instances of a store must share. Null: not set. */
export interface SharedSettings {
  /** Digest that shows whether two have the same secrets, without revealing them. */
  secrets: string | null
  /** Whether it receives other instances' live answers. */
  bus: boolean
  /** Bucket of files, without credentials. */
  blobs: string | null
}
