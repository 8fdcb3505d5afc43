export interface ClusterRun {
  /** Folder of Postgres's socket. */
  postgres: string
  /** Template database: an empty store with the newest schema. */
  template: string
  nats: { port: number; accounts: number; password: string }
  s3: {
    endpoint: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
    bucketFolder: string
  }
}

export const CLUSTER_VARIABLE = 'TEST_CLUSTER'

/** Null in a usual run, in which Hubs store their data in their folders. */
export const clusterRun = JSON.parse(process.env[CLUSTER_VARIABLE] ?? 'null') as ClusterRun | null

/**
 * Skips a test about a single Hub's folders in a run on a cluster. For a whole file, use a line `// On folders only:
 * ` with the reason.
 */
export const onFolders = (reason: string): string | false =>
  clusterRun !== null && `on folders only: ${reason}`
