import { missingProgram } from '../clients/toolchains.ts'
import type { AreaReport } from '../report.ts'
import { tryNats } from './try-nats.ts'
import { tryPgbouncer } from './try-pgbouncer.ts'
import { tryS3 } from './try-s3.ts'

const SERVERS: Readonly<
  Record<string, { needs: readonly string[]; run(report: AreaReport): Promise<void> }>
> = {
  nats: { needs: ['go', 'openssl'], run: tryNats },
  seaweedfs: { needs: ['python3'], run: (report) => tryS3('SeaweedFS', report) },
  versitygw: { needs: ['go'], run: (report) => tryS3('Versity S3 Gateway', report) },
  pgbouncer: { needs: [], run: tryPgbouncer },
}

export async function tryStores(names: readonly string[], report: AreaReport): Promise<void> {
  for (const name of names.length > 0 ? names : Object.keys(SERVERS)) {
    const server = SERVERS[name]
    if (!server) report.failed(`there are only these servers: ${Object.keys(SERVERS).join(', ')}`)
    else {
      const missing = missingProgram(server)
      if (missing !== null) report.lacks(name, missing)
      else await server.run(report).catch((error: Error) => report.failed(`${name}: ${error.message}`))
    }
  }
}
