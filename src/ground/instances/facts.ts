export interface InstanceFacts {
  id: string
  name: string
  version: string
  folder: string
  shared?: SharedSettings | undefined
  moves?: Moving
}

export type Moving = 'inbox' | 'chats'

/** Settings that must be equal for all instances of a database. Null: not set. */
export interface SharedSettings {
  /** Digest that shows whether secrets are equal, without revealing them. */
  secrets: string | null
  bus: boolean
  /** Bucket and prefix, without credentials. */
  blobs: string | null
}
