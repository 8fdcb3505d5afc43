export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }
