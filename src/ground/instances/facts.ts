export interface InstanceFacts {
  /** New at each start. */
  id: string
  name: string
  version: string
  /** Id of the data folder. */
  folder: string
  /** Settings that must equal the settings of other instances. Undefined: no check. */
  shared?: SharedSettings | undefined
  /**
   * Data that this process moves from the database to a folder, while no other instance serves it. Undefined: this
   * process serves requests.
   */
  moves?: Moving
}

export type Moving = 'inbox' | 'chats'

/** Settings that must be equal for all instances of a database. Null: not set. */
export interface SharedSettings {
  /** Digest that shows whether secrets are equal, without revealing them. */
  secrets: string | null
  /** True if the instance receives text of running answers from other instances. */
  bus: boolean
  /** Bucket and prefix, without credentials. */
  blobs: string | null
}
