import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function makeCertificates(t: { after(work: () => unknown): void }) {
  const folder = await mkdtemp(join(tmpdir(), 'hub-tls-'))
  t.after(() => rm(folder, { recursive: true }))
  const [ca, caKey, certificate, key] = ['ca.pem', 'ca.key', 'server.pem', 'server.key'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  const openssl = (...args: string[]) => {
    const { status, stderr } = spawnSync('openssl', args)
    if (status !== 0) throw new Error(stderr.toString())
  }
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl(...made, '-keyout', caKey, '-out', ca, '-subj', '/CN=test authority')
  const signed = ['-CA', ca, '-CAkey', caKey, '-addext', 'subjectAltName=DNS:localhost']
  openssl(...made, ...signed, '-keyout', key, '-out', certificate, '-subj', '/CN=localhost')
  return { ca, certificate, key }
}
