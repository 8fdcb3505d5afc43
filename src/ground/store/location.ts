/** Location of the store: a file of this machine, or a server that several machines share. */
export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
