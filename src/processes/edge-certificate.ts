import type { Server as NetServer } from 'node:net'
import type { Server as TlsServer } from 'node:tls'
import { certificateFacts } from '#ground/base/certificate-facts.ts'
import { systemClock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { createTlsServer } from '#ground/base/tls-server.ts'
import { recordCertificate } from '#ground/store/service-records.ts'
import { followCertificate, readCertificate, type CertificateFiles } from '#surfaces/edge/certificate.ts'
import type { EdgeEvents } from '#surfaces/edge/log-events.ts'
import type { LaterStore } from './lazy-store.ts'

const RECORD_INTERVAL_MS = 6 * 60 * 60_000
const RETRY_MS = 60_000

export interface FollowOptions {
  store: Pick<LaterStore, 'open'>
  /** Name of this instance, which restarts do not change. */
  instance: string
  events: EdgeEvents
}

export async function openTls(files: CertificateFiles) {
  let inUse = await readCertificate(files)
  return {
    openServer: () => createTlsServer(inUse),
    /**
     * Uses renewed certificates, and stores the expiry of the certificate in use, so that the Console can warn in time.
     */
    follow(server: NetServer, { store, instance, events }: FollowOptions): AsyncDisposable {
      const recording = startLoop({
        clock: systemClock,
        everyMs: RECORD_INTERVAL_MS,
        afterFailureMs: () => RETRY_MS,
        async work() {
          const facts = certificateFacts(inUse.cert)
          const { db } = await store.open()
          await recordCertificate(db, { instance, ...facts }, systemClock.now())
        },
        onFailure: (error) => events.certificateUnrecorded({ reason: String(error) }),
      })
      const following = followCertificate(server as TlsServer, {
        files,
        inUse,
        events,
        onRenewed(renewed) {
          inUse = renewed
          void recording.wake()
        },
      })
      return {
        async [Symbol.asyncDispose]() {
          following[Symbol.dispose]()
          await recording[Symbol.asyncDispose]()
        },
      }
    },
  }
}
