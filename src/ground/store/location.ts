export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

export const storeName = (location: StoreLocation): string =>
  location.kind === 'sqlite' ? `the database ${location.path}` : 'the database of SVC_DATABASE_URL'
