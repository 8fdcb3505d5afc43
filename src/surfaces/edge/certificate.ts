import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createSecureContext, type Server } from 'node:tls'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { Certificate } from '#ground/base/tls-server.ts'
import { watchFolders } from '#ground/hub/watch.ts'
import type { EdgeEvents } from './log-events.ts'

/** Paths of PEM files: the certificate with its chain, and its key. */
export interface CertificateFiles {
  cert: string
  key: string
}

/** @throws BadConfiguration naming the unreadable file, or both variables if the files do not belong together. */
export async function readCertificate({ cert, key }: CertificateFiles): Promise<Certificate> {
  const read = { cert: await readPem(cert, 'SVC_TLS_CERT_FILE'), key: await readPem(key, 'SVC_TLS_KEY_FILE') }
  try {
    createSecureContext(read)
    return read
  } catch (error) {
    // Quotes only the code, because OpenSSL's message might contain the key.
    const message = `is no PEM certificate to the key of SVC_TLS_KEY_FILE (${(error as NodeJS.ErrnoException).code})`
    throw new BadConfiguration([{ variable: 'SVC_TLS_CERT_FILE', message }])
  }
}

const readPem = (path: string, variable: string): Promise<Buffer> =>
  readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new BadConfiguration([{ variable, message: `${path} cannot be read (${error.code})` }])
  })

/** Renewal programs replace the two files separately, so a mismatch is logged and the old certificate stays. */
export function followCertificate(
  server: Pick<Server, 'setSecureContext'>,
  {
    files,
    inUse,
    events,
    onRenewed,
  }: {
    files: CertificateFiles
    inUse: Certificate
    events: CertificateEvents
    onRenewed(renewed: Certificate): void
  },
): Disposable {
  let current = inUse
  let reading = Promise.resolve()
  const logFailure = (error: unknown) => events.certificateUnreadable({ reason: (error as Error).message })
  const renew = async () => {
    const read = await readCertificate(files)
    if (read.cert.equals(current.cert) && read.key.equals(current.key)) return
    server.setSecureContext({ ...read, minVersion: 'TLSv1.2' })
    current = read
    events.certificateRenewed()
    onRenewed(read)
  }
  const watch = watchFolders(() => void (reading = reading.then(renew).catch(logFailure)), logFailure)
  watch.follow(new Set([dirname(files.cert), dirname(files.key)]))
  return watch
}

type CertificateEvents = Pick<EdgeEvents, 'certificateRenewed' | 'certificateUnreadable'>
