/** Where the services are that all tests of `npm test -- --cluster` share. */
export interface ClusterRun {
  /** Folder of the socket of its Postgres. */
  postgres: string
  /** Database that new ones are copies of: an empty store of the newest schema. */
  template: string
  nats: { port: number; accounts: number; password: string }
  s3: {
    endpoint: string
    bucket: string
    accessKeyId: string
    secretAccessKey: string
    /** Folder in which its server keeps what lies in the bucket. */
    bucketFolder: string
  }
}

export const CLUSTER_VARIABLE = 'TEST_CLUSTER'

/** Null in a usual run, whose Hubs live in their folders. */
export const clusterRun = JSON.parse(process.env[CLUSTER_VARIABLE] ?? 'null') as ClusterRun | null

/**
 * Whether a test is skipped, as `skip` of its options: in a run on a cluster, where it is about what a Hub that is alone
 * keeps in its folders. A whole file says the same by a line, `// On folders only: ` and the reason.
 */
export const onFolders = (reason: string): string | false =>
  clusterRun !== null && `on folders only: ${reason}`
