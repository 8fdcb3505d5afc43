import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @param name Host name of the server certificate */
export async function makeCertificates(t: { after(work: () => unknown): void }, name = 'localhost') {
  const folder = await mkdtemp(join(tmpdir(), 'hub-tls-'))
  t.after(() => rm(folder, { recursive: true }))
  const [ca, caKey, certificate, key] = ['ca.pem', 'ca.key', 'server.pem', 'server.key'].map((file) =>
    join(folder, file),
  ) as [string, string, string, string]
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args)
    if (status !== 0) throw new Error(stderr.toString())
  }
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl(...made, '-keyout', caKey, '-out', ca, '-subj', '/CN=test authority')
  const signed = ['-CA', ca, '-CAkey', caKey, '-addext', `subjectAltName=DNS:${name}`]
  openssl(...made, ...signed, '-keyout', key, '-out', certificate, '-subj', `/CN=${name}`)
  return { ca, certificate, key }
}
