import { Readable } from 'node:stream'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { exportOwnData } from './contract.ts'
import { ownDataLines, type OwnDataParts } from './lines.ts'

export function ownDataRoutes(app: App, parts: OwnDataParts): void {
  app.handle(
    exportOwnData,
    async ({ visitor: { account }, reply }) =>
      reply
        .header('content-disposition', 'attachment; filename="my-data.ndjson"')
        .type('application/x-ndjson')
        .send(Readable.from(ownDataLines(parts, account), { objectMode: false })),
    { isHeavy: true },
  )
}
