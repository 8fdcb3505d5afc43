import { Buffer } from 'node:buffer'
import { X509Certificate } from 'node:crypto'
import { open } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import { credsAuthenticator, nkeyAuthenticator, type Authenticator } from '@nats-io/transport-node'
import type { EpochMs } from '#ground/base/clock.ts'
import type { BusAddress, BusCredentials } from '#ground/bus/address.ts'
import { BusTrouble } from './trouble.ts'

export interface BusFiles {
  tls: { ca?: string; cert?: string; key?: string }
  /** Null if the address contains the credentials. */
  authenticator: Authenticator | null
  expiresAt: EpochMs | null
}

/** Read for each connection, so that changed files need no restart. @throws BusTrouble */
export async function readBusFiles({
  caFile,
  clientCertificate,
  credentials,
}: Pick<BusAddress, 'caFile' | 'clientCertificate' | 'credentials'>): Promise<BusFiles> {
  const tls = {
    ...(caFile !== null && { ca: String(await readFileOf('ca', caFile)) }),
    ...(clientCertificate && {
      cert: String(await readFileOf('cert', clientCertificate.certFile)),
      key: String(await readPrivate('key', clientCertificate.keyFile)),
    }),
  }
  checkCertificates(tls)
  return { tls, ...(await readCredentials(credentials)) }
}

async function readCredentials(
  credentials: BusCredentials | null,
): Promise<Pick<BusFiles, 'authenticator' | 'expiresAt'>> {
  if (credentials && 'credsFile' in credentials) return readCreds(credentials.credsFile)
  if (credentials && 'nkeyFile' in credentials) return readNkey(credentials.nkeyFile)
  return { authenticator: null, expiresAt: null }
}

async function readCreds(path: string): Promise<Pick<BusFiles, 'authenticator' | 'expiresAt'>> {
  const authenticator = credsAuthenticator(await readPrivate('creds', path))
  const { nkey, jwt } = tried('creds', path, () => authenticator(NONCE)) ?? {}
  const claims = claimsOf(jwt ?? '')
  if (claims === null || nkey === undefined) throw unusable('creds', path)
  if (claims.sub !== nkey)
    throw new BusTrouble(
      'settings',
      `the JWT and the seed in ${path} (creds) belong to different users`,
      'write the file again, for example with nsc generate creds',
    )
  const expiresAt = typeof claims.exp === 'number' ? claims.exp * 1000 : null
  return { authenticator, expiresAt }
}

async function readNkey(path: string): Promise<Pick<BusFiles, 'authenticator' | 'expiresAt'>> {
  const lines = String(await readPrivate('nkey', path)).split(/\r?\n/)
  const seed = lines.map((line) => line.trim()).find((line) => line.startsWith('S'))
  const authenticator = nkeyAuthenticator(Buffer.from(seed ?? ''))
  const { nkey } = tried('nkey', path, () => authenticator(NONCE)) ?? {}
  if (!nkey?.startsWith('U')) throw unusable('nkey', path)
  return { authenticator, expiresAt: null }
}

const NONCE = 'check'

interface Keys {
  nkey?: string
  jwt?: string
}

function tried(parameter: keyof typeof CONTENTS, path: string, sign: () => unknown): Keys | undefined {
  try {
    return sign() as Keys | undefined
  } catch {
    throw unusable(parameter, path) // the library's error may quote the private key
  }
}

const CONTENTS = {
  creds: 'the JWT and the nkey seed of a user',
  nkey: 'the nkey seed of a user, which begins with SU',
}

const unusable = (parameter: keyof typeof CONTENTS, path: string): BusTrouble =>
  new BusTrouble(
    'settings',
    `${path} (${parameter}) does not contain ${CONTENTS[parameter]}`,
    'correct the file',
  )

function claimsOf(jwt: string): { sub?: unknown; exp?: unknown } | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString())
    return typeof claims === 'object' ? claims : null
  } catch {
    return null
  }
}

/** Without this check, the client library would report an invalid certificate or key only after it has connected. */
function checkCertificates({ ca, cert, key }: BusFiles['tls']): void {
  if (ca !== undefined) checkPem('ca', () => new X509Certificate(ca))
  if (cert === undefined || key === undefined) return
  checkPem('cert', () => new X509Certificate(cert))
  checkPem('key', () => createSecureContext({ key }))
  checkPem('cert', () => createSecureContext({ cert, key }), 'does not belong to the key of key=<file>')
}

function checkPem(
  parameter: 'ca' | 'cert' | 'key',
  read: () => unknown,
  problem = `is not an unencrypted PEM ${parameter === 'key' ? 'key' : 'certificate'}`,
): void {
  try {
    read()
  } catch {
    throw new BusTrouble('settings', `the file of ${parameter}=<file> ${problem}`, 'correct the file')
  }
}

/** Refuses a secret that all users can read, as ssh does. The file's group may read it, which containers need. */
async function readPrivate(parameter: string, path: string): Promise<Buffer> {
  return readFileOf(parameter, path, (mode) => {
    if ((mode & 0o007) !== 0)
      throw new BusTrouble(
        'settings',
        `${path} (${parameter}) is readable by others (mode ${(mode & 0o777).toString(8)})`,
        `run chmod 600 ${path}`,
      )
  })
}

async function readFileOf(
  parameter: string,
  path: string,
  checkMode: (mode: number) => void = () => {},
): Promise<Buffer> {
  try {
    await using file = await open(path)
    checkMode((await file.stat()).mode)
    return await file.readFile()
  } catch (error) {
    if (error instanceof BusTrouble) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new BusTrouble(
      'settings',
      code === 'ENOENT'
        ? `${path} (${parameter}) does not exist`
        : `${path} (${parameter}) is unreadable (${code})`,
      'correct its path or permissions',
    )
  }
}
