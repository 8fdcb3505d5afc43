import { X509Certificate } from 'node:crypto'
import type { EpochMs } from './clock.ts'

export interface CertificateFacts {
  /** Host names and addresses for which the certificate is valid. */
  names: readonly string[]
  startsAt: EpochMs
  endsAt: EpochMs
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** @param pem The certificate with its chain. The chain is valid until its first certificate expires. */
export function certificateFacts(pem: Buffer): CertificateFacts {
  const chain = (pem.toString('latin1').match(PEM) ?? []).map((one) => new X509Certificate(one))
  const [own] = chain
  if (own === undefined) throw new Error('the file contains no PEM certificate')
  const names = (own.subjectAltName ?? '').split(', ').map((name) => name.replace(/^(DNS|IP Address):/, ''))
  return {
    names: names.filter(Boolean),
    startsAt: Date.parse(own.validFrom),
    endsAt: Math.min(...chain.map(({ validTo }) => Date.parse(validTo))),
  }
}
