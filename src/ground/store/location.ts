/** A local SQLite file, or a Postgres server that instances share. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
