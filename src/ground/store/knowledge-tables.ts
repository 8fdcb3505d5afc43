import type { Generated } from 'kysely'

export interface KnowledgeTables {
  knowledge_indexes: KnowledgeIndexes
  knowledge_documents: KnowledgeDocuments
  knowledge_passages: KnowledgePassages
  knowledge_words: KnowledgeWords
}

/** Lease of the instance that indexes the files of a Hub. */
interface KnowledgeIndexes {
  hub: string
  owner: string
  until_ms: number
}

interface KnowledgeDocuments {
  id: string
  hub: string
  /** Such as `files/hr/handbook.md`. */
  path: string
  size: number
  modified_ms: number
  /** `reading`: not all passages are stored yet. `read`. `failed`: `reason` states why. `removed`. */
  state: string
  reason: string | null
}

interface KnowledgePassages {
  id: Generated<number>
  document_id: string
  /** Lines count from 1. */
  first_line: number
  last_line: number
  text: string
  /** A `tsvector`, only on Postgres. */
  words?: Generated<unknown>
}

/** FTS5 index for `knowledge_passages`, only on SQLite. */
interface KnowledgeWords {
  rowid: number
  words: string
}
