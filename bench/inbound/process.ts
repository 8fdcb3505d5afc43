import { systemClock } from '#ground/base/clock.ts'
import { createHttpServer, listen } from '#ground/base/http-server.ts'
import { createLog, redirectLogs } from '#ground/base/log.ts'
import { createOwnAddress } from '#ground/base/network/own-address.ts'
import { inboundEvents } from '#surfaces/inbound/log-events.ts'
import { createInbound } from '#surfaces/inbound/server.ts'
import { webhookSurface } from '#surfaces/inbound/webhook/surface.ts'
import { openInboxInThread } from '#core/inbox/thread.ts'

const [hubFolder, journalBytes] = process.argv.slice(2)
redirectLogs({ write: () => {} }) // formats log lines, but does not write them
const server = hubFolder ? receiver(hubFolder) : bare()
const origin = await listen(server, { host: '127.0.0.1', port: 0, variable: 'PORT' })
process.send!({ url: `${origin}/webhooks/bench/webhook` })
process.once('disconnect', () => process.exit())

function receiver(folder: string) {
  const events = inboundEvents(createLog('inbound'))
  const name = 'webhook'
  const own = createOwnAddress({ publicUrl: null, names: [] })
  const size = journalBytes ? { journalBytes: Number(journalBytes) } : {}
  const inbox = openInboxInThread({ hubFolder: folder, endpoints: [name], events, ...size })
  const surface = webhookSurface({
    endpoint: {
      name,
      mode: 'secret',
      secretVariable: 'WEBHOOK_INBOUND_SECRET',
      secret: 'bench',
      maxBytes: 1024 * 1024,
    },
    inbox,
    clock: systemClock,
    urlsOf: () => [],
    events,
    notices: { recordRefusal: () => {}, recordOtherBody: () => {} },
  })
  return createInbound({ hubSlug: 'bench', surfaceOf: () => surface, own, events })
}

function bare() {
  return createHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, { 'Content-Length': 2 }).end('ok'))
  })
}
