import { missingProgram } from '../clients/toolchains.ts'
import { tryNats } from './try-nats.ts'
import { tryPgbouncer } from './try-pgbouncer.ts'
import { tryS3 } from './try-s3.ts'

const SERVERS: Readonly<Record<string, { needs: readonly string[]; run(): Promise<boolean> }>> = {
  nats: { needs: ['go', 'openssl'], run: tryNats },
  seaweedfs: { needs: ['go'], run: () => tryS3('SeaweedFS') },
  versitygw: { needs: ['go'], run: () => tryS3('Versity S3 Gateway') },
  pgbouncer: { needs: [], run: tryPgbouncer },
}

/** True if no try failed. */
export async function tryStores(names: readonly string[]): Promise<boolean> {
  let isGood = true
  for (const name of names.length > 0 ? names : Object.keys(SERVERS)) {
    const server = SERVERS[name]
    const missing = server ? missingProgram(server) : `the servers are ${Object.keys(SERVERS).join(', ')}`
    if (missing === null) isGood = (await server!.run()) && isGood
    else {
      console.log(`- ${name}: skipped, ${missing}`)
      isGood = false
    }
  }
  return isGood
}
